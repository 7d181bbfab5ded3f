"""Words: the same ones are equal, words that exclude each other are different, others nobody can decide here."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.wording import are_letters, plain, singular, text_of
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

# Each line: words of which only one can be right.
_EXCLUSIVE = tuple(
    frozenset(map(singular, line.split()))
    for line in """
    yes no
    true false
    odd even neither
    prime composite
    positive negative zero
    increasing decreasing constant
    increase decrease
    rational irrational
    convergent divergent
    converge diverge
    convex concave
    left right
    up down
    upward downward
    above below
    clockwise counterclockwise
    maximum minimum
    max min
    always never sometimes
    possible impossible
    consistent inconsistent
    dependent independent
    linear quadratic cubic exponential
    ellipse parabola hyperbola
    acute obtuse right
    scalene isosceles
    equilateral scalene
    finite infinite
    bounded unbounded
    injective noninjective
    singular nonsingular
    male female
    north south east west
    northeast northwest southeast southwest
    monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december
    first second third fourth fifth sixth seventh eighth ninth tenth
    greater less equal
    larger smaller
    more less
    more fewer
    """.strip().splitlines()
)
# Words that say the same, under the first of them.
_SAYINGS = {
    plain(saying): plain(line.split("=")[0])
    for line in """
    no solution = no solution exist = there is no solution = there are no solution = none = null set
    no solution = no real solution = there are no real solution = no real number
    does not exist = dne = do not exist = not exist
    undefined = not defined
    infinitely many = infinitely many solution = infinity = infinite = infinite many = infinite number of solution
    all real number = all real = every real number = any real number = real number = set of all real number
    cannot be determined = can not be determined = not enough information = indeterminate
    i do not know = do not know = not sure = i am not sure = idk
    """.strip().splitlines()
    for saying in line.split("=")
}
# What some sayings are as mathematics.
_MEANINGS = {
    plain(saying): Node(head, (value,))
    for saying, head, value in (
        ("no solution", "const", "empty"),
        ("empty set", "const", "empty"),
        ("infinitely many", "const", "inf"),
        ("all real numbers", "const", "reals"),
        ("all integers", "const", "integers"),
        ("zero", "int", 0),
    )
}
_NO_KNOWLEDGE = plain("i do not know")


class Words(NamedTuple):
    """A text's words without presentation, and the tree it stands in."""

    words: str
    node: Node


def recognise(source: Source, ctx: Context) -> Words | None:
    """Any text, and any node that stands in one: words may be on one side only."""
    text = text_of(source)
    return Words(_said(text) if text is not None else "", source.node)


def _said(text: str) -> str:
    words = plain(text)
    return _SAYINGS.get(words, words)


def read_as(source: Source, key: Words, ctx: Context) -> Words | None:
    """As the key is read. One of the two must be words, or both the same letters whatever they were read as."""
    answer = recognise(source, ctx)
    if answer is None or "text" in (key.node.head, answer.node.head):
        return answer
    if not (source.text and are_letters(source.text)):
        return None
    return answer if _same_letters(key.words, answer.words) else None


def compare(key: Words, answer: Words, ctx: Context) -> Comparison:
    """By words, or by what they mean as mathematics where only one side is words."""
    if (key.words and key.words == answer.words) or _same_letters(key.words, answer.words):
        return because(Reason.EQUAL_TEXT)
    meanings = _meaning(key), _meaning(answer)
    if meanings[0] is not None and meanings[1] is not None and meanings != (key.node, answer.node):
        assert ctx.compare is not None
        return ctx.compare(meanings[0], meanings[1], ctx)
    if excluded := excluding(key.words, answer.words):
        return because(Reason.DIFFERENT_TEXT, "{} is not {}", *reversed(excluded))
    if answer.words == _NO_KNOWLEDGE or not ctx.policy.other_words_undecided:
        return because(Reason.DIFFERENT_TEXT, "other words")
    return because(Reason.UNDECIDED_TEXT)


def _same_letters(key: str, answer: str) -> bool:
    """The same letters, three or more and nothing else, however they are spaced."""
    key, answer = key.replace(" ", ""), answer.replace(" ", "")
    return key == answer and len(key) > 2 and key.isalpha()


def _meaning(words: Words) -> Node | None:
    if words.node.head != "text":
        return words.node
    return _MEANINGS.get(words.words)


def excluding(key: str, answer: str) -> tuple[str, str] | None:
    """The two words that exclude each other, where they are all the difference between the texts."""
    first, second = key.split(), answer.split()
    if len(first) != len(second):
        longer, shorter = (first, second) if len(first) > len(second) else (second, first)
        if "not" in longer and [word for word in longer if word != "not"] == shorter:
            return key, answer
        return None
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    if len(pairs) != 1:
        return None
    pair = pairs[0]
    return pair if any(group.issuperset(pair) for group in _EXCLUSIVE) else None


# Words that were not read as words were read as names, products of letters, or with a unit among them.
_HEADS = frozenset({"text", "mul", "quantity"})
KIND = Kind("words", None, recognise, read_as, compare, "words", _HEADS)
