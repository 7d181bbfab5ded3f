"""Text that is meant to break a reader ends in a failure that says so, or in a reading; it never raises."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.limits import MAX_ANSWER_CHARS, MAX_DEPTH
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.notation.printer import to_latex, to_plain

# text, and what must come of it: "limit" (a size limit), "unread" (another reason), "read"
HOSTILE = {
    "braces": ("{" * 100_000, "limit"),
    "parentheses": ("(" * 5_000 + "1" + ")" * 5_000, "limit"),
    "digits": ("9" * 1_000_000, "limit"),
    "digits with a point": ("0." + "3" * 15_000 + "...", "limit"),
    "fractions": (r"\frac" * 100_000, "limit"),
    "fractions within the length": (r"\frac" * 3_900, "limit"),
    "roots": (r"\sqrt" * 3_900, "limit"),
    "accents": (r"\vec " * 3_000, "limit"),
    "functions": (r"\sin " * 3_900, "limit"),
    "surrogates": ("\ud800" * 100, "unread"),
    "nul": ("\0" * 1_000, "unread"),
    "marks of direction": ("\u200f" * 5_000 + "1", "read"),
    "bars": ("|" * 5_000, "limit"),
    "primes": ("'" * 5_000, "unread"),
    "left brackets": (r"\left(" * 3_000, "limit"),
    "quotients": ("1/" * 5_000 + "1", "limit"),
    "powers": ("2^" * 5_000 + "1", "limit"),
    "factorials": ("x" + "!" * 8_000, "limit"),
    "signs": ("-" * 8_000 + "1", "limit"),
    "percents": ("5" + "%" * 5_000, "limit"),
    "an exponent": ("1e99999999", "limit"),
    "commas": ("1," * 9_000 + "1", "limit"),
    "sets": (r"\{" * 9_000, "limit"),
    "dollars": ("$" * 19_000, "unread"),
    "dollars and digits": ("$1" * 6_000, "read"),
    "dots": (". " * 9_000 + "x.", "unread"),
    "spaces": ("1" + " " * 19_000 + "/", "unread"),
    "thousands": ("1" + " 000" * 4_900 + "a", "limit"),
    "quotes": ('"' * 15_001, "unread"),
    "words": ("word " * 3_900, "read"),
    "texts": (r"\text{" * 3_000, "unread"),
    "environments": (r"\begin{array}{ccc" * 1_000, "limit"),
    "ampersands": (r"\begin{aligned}" + "&" * 10_000 + r"\end{aligned}", "unread"),
    "backslashes": ("\\" * 19_000, "unread"),
    "scripts": ("x" + "_1" * 5_000, "read"),
    "a long word": ("a" * 1_000_000, "limit"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends(name: str) -> None:
    text, wanted = HOSTILE[name]
    reading = read(text)
    if wanted == "read":
        assert reading.nodes
        assert reading.failure is None
    else:
        assert reading.nodes == ()
        assert reading.failure is not None
        assert reading.failure.limit is (wanted == "limit"), reading.failure
        assert 0 <= reading.failure.position <= len(text)


def depth(node: object) -> int:
    if isinstance(node, Node):
        return 1 + max((depth(arg) for arg in node.args), default=0)
    return max((depth(part) for part in node), default=0) if isinstance(node, tuple) else 0


def test_no_tree_is_deeper_than_the_limit() -> None:
    for text in ("1" + "/2" * 55, "(" * 25 + "1" + "/2)" * 25, "2^" * 40 + "2"):
        for node in read(text).nodes:
            assert depth(node) <= MAX_DEPTH + 1


def test_the_length_limit_is_exact() -> None:
    assert read("word " * (MAX_ANSWER_CHARS // 5)).failure is None
    assert read("word " * (MAX_ANSWER_CHARS // 5) + "x").failure is not None


_PIECES = st.sampled_from(
    r"""( ) [ ] { } | , ; : + - ^ _ ! % ' / = < > & . ° ½ ² √ ` " x f 2 9 A B m d e i $ \{ \} \frac \sqrt \text{cm}
    \text{and} \le \in \cup \pm \cdot \sin \log_ \pi \infty \sum_{k=1}^n \int dx \lim_{x\to0} \mid \pmod{3} \vec
    \overline{AB} \binom{n}{2} \lfloor \rfloor \langle \rangle \begin{cases} \end{cases} \\ \dots \left \right
    \boxed{ \% \$ ^\circ 0. 1,234 \circ १""".split()
    + " ,word, if , per , and , or ,mod ".split(",")
)


@given(st.lists(_PIECES, max_size=14).map("".join) | st.text(max_size=40))
def test_nothing_raises_and_all_trees_print(text: str) -> None:
    reading = read(text)
    assert bool(reading.nodes) is (reading.failure is None)
    for node in reading.nodes:
        assert isinstance(to_plain(node), str)
        assert isinstance(to_latex(node), str)
        assert pickle.loads(pickle.dumps(node)) == node
