"""Where a reply says a verdict: in objects, labels and marked words, or else in lone words, lines and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from answerkey.judging.loose_json import Pairs, objects
from answerkey.judging.phrases import JudgeOutcome, is_sentence, say

# Keys are compared without case and separators. A primary key stands for nothing else: a value that cannot be read
# makes its object unclear; the others are what models write instead, and count only where their value is a verdict.
_PRIMARY_KEYS = frozenset({"judgementresult", "judgmentresult", "verdict"})
_VERDICT_KEYS = _PRIMARY_KEYS | {
    *("judgement", "judgment", "finalverdict", "finaljudgement", "finaljudgment", "result", "decision", "conclusion"),
    *("equivalent", "isequivalent", "areequivalent", "equal", "isequal", "correct", "iscorrect", "match", "ismatch"),
}
_REASON_KEYS = frozenset(
    {"reason", "reasoning", "explanation", "rationale", "analysis", "justification", "comment", "thought"}
)
_ERROR_KEYS = frozenset({"error", "errors"})


class Mention(NamedTuple):
    """A place in a reply where a verdict is said; without a verdict: a place for one that cannot be read."""

    start: int
    end: int
    verdict: JudgeOutcome | None
    reason: str = ""
    parts: tuple[bool, ...] = ()


def mentions(text: str, parts: int | None = None) -> list[Mention]:
    """All places of `text` where a verdict is said, in order. With `parts`, only objects with so many parts count."""
    found, spans = [], []
    for item in objects(text):
        spans.append((item.start, item.end))
        mention = of_value(item.start, item.end, item.pairs, parts)
        if mention is not None:
            found.append(mention)
    if parts is not None:
        return found
    for mention in (*_labelled(text), *_marked(text)):
        if not any(start <= mention.start < end for start, end in spans):
            found.append(mention)
    return sorted(found, key=lambda one: (one.start, one.end)) or list(_lone(text))


# ---- objects --------------------------------------------------------------------------------------------------------


def of_value(start: int, end: int, value: Any, parts: int | None = None) -> Mention | None:
    """The verdict that a parsed JSON value holds (objects as `Pairs`); None if it has no place for one."""
    said: list[JudgeOutcome | None] = []
    reasons: list[str] = []
    marks: list[tuple[bool, ...]] = []
    _collect(value, said, reasons, marks, 0)
    reason = reasons[0] if reasons else ""
    if parts is not None:
        if len(marks) == 1 and len(marks[0]) == parts:
            verdict = JudgeOutcome.EQUIVALENT if all(marks[0]) else JudgeOutcome.DIFFERENT
            return Mention(start, end, verdict, reason, marks[0])
        return Mention(start, end, None, reason) if marks or said else None
    if not said:
        return None
    return Mention(start, end, said[0] if len(set(said)) == 1 else None, reason)


def _collect(
    value: Any, said: list[JudgeOutcome | None], reasons: list[str], marks: list[tuple[bool, ...]], depth: int
) -> None:
    if not isinstance(value, list) or depth > 8:
        return
    if not isinstance(value, Pairs):
        for member in value:
            _collect(member, said, reasons, marks, depth + 1)
        return
    members = [(re.sub(r"[\W_]", "", key).casefold(), member) for key, member in value]
    if any(key in _ERROR_KEYS and member for key, member in members):
        return  # a gateway's report of its own failure
    for key, member in members:
        if key == "parts" and isinstance(member, list) and not isinstance(member, Pairs):
            read = [_member(one, primary=True) for one in member]
            marks.append(() if None in read else tuple(one is JudgeOutcome.EQUIVALENT for one in read))
        elif isinstance(member, list):
            before = len(said)
            _collect(member, said, reasons, marks, depth + 1)
            if key in _PRIMARY_KEYS and len(said) == before:
                said.append(None)
        elif key in _VERDICT_KEYS:
            primary = key in _PRIMARY_KEYS
            verdict = _member(member, primary=primary)
            if primary or verdict is not None:
                said.append(verdict)
        elif key in _REASON_KEYS and isinstance(member, str):
            reasons.append(member)


def _member(value: Any, *, primary: bool) -> JudgeOutcome | None:
    if isinstance(value, bool) or (primary and isinstance(value, int | float) and value in (0, 1)):
        return JudgeOutcome.EQUIVALENT if value else JudgeOutcome.DIFFERENT
    if not isinstance(value, str):
        return None
    return _asserted(value)[0] if primary else say(value)


# ---- labels and marked words ----------------------------------------------------------------------------------------

_LABEL = re.compile(
    r"(?<![\w\\])(?P<key>judge?ment[_ ]?result|(?:final|overall)[_ ](?:verdict|judge?ment|decision|result)"
    r"|verdict|judge?ment|conclusion|decision|result|is_(?:equivalent|correct|equal|match)|equivalent|equal|correct)"
    r"[\"'”*_`]*(?:(?: is)?\s*[:=：]|(?:(?<=ment|dict|sion)|(?<=ment.result)) is\b)(?:[\s*_`#]*\n)?(?P<value>[^\n]*)",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"[\s*_`\"'“‘\[({<$:=]*(?:\\boxed\{|\\text\{)*"
    r"(?P<word>(?:(?:does|do|is|are)\s+)?(?:not[\s_-]+|non-?)?(?:a\s+|the\s+)?[^\W\d_]+(?:['’]t\s+\w+)?)"
    r"[\"'”’*_`\])}>$]*(?P<rest>.*)",
    re.DOTALL,
)
_CLOSING = " \t\r*_`.,!)}]\"'”"
_NEXT_MEMBER = re.compile(r"\s*+,?\s*+[\"'“]?\w++[\"'”]?\s*+[:=]|\s*+[}\]]")
_FOLLOWS = re.compile(r"[.,;:!]|\s*[(—–-]|\s*(?:because|since|as)\b")
_HEDGE = re.compile(
    r"\b(?:if|unless|or|but|except|only|however|assuming|depending|although|though|not|possibly|maybe|perhaps)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"<(verdict|judge?ment(?:_result)?|answer|result|decision)>\s*+([^<]{1,80}?)\s*</\1>"
    r"|\\boxed\{((?:\\text\{)?[^{}]{1,40}\}?)\}|\[\[([^\[\]]{1,40})\]\]",
    re.IGNORECASE,
)


def _labelled(text: str) -> Iterator[Mention]:
    """`Verdict: equivalent`, and members of an object that is too broken to be read as one."""
    for match in _LABEL.finditer(text):
        verdict, length = _asserted(match["value"])
        # Only a label that stands for nothing else makes the reply unclear by a value that cannot be read.
        if verdict is not None or match["key"].lower().startswith(("verdict", "final", "overall", "judg")):
            yield Mention(match.start(), match.start("value") + length, verdict)


def _asserted(text: str) -> tuple[JudgeOutcome | None, int]:
    """The verdict that a value begins with, if what follows leaves it as it is; and how much of it that takes."""
    whole = say(text)
    value = _VALUE.match(text) if whole is None else None
    if value is None:
        return whole, len(text)
    rest = value["rest"]
    free = not rest.strip(_CLOSING) or _NEXT_MEMBER.match(rest)
    if free or (_FOLLOWS.match(rest) and not _HEDGE.search(rest)):
        return say(value["word"]), value.start("rest")
    return None, value.start("rest")


def _marked(text: str) -> Iterator[Mention]:
    for match in _MARKED.finditer(text):
        verdict = say(match[2] or match[3] or match[4])
        if verdict is not None:
            yield Mention(match.start(), match.end(), verdict)


# ---- replies without structure --------------------------------------------------------------------------------------

_OPENING = re.compile(r"[*_`\"'#\s]*([^\W\d_]+)[*_`\"']*\s*[.,:;!—–\n-]")
_OPPOSITE = {
    JudgeOutcome.EQUIVALENT: re.compile(
        r"\b(?:false|different|differs?|incorrect|wrong|unequal|mismatch|invalid|not|never|cannot|but|however|if"
        r"|unless|or|except|unrelated|incompatible)\b|n['’]t\b|\?",
        re.IGNORECASE,
    ),
    JudgeOutcome.DIFFERENT: re.compile(
        r"(?<!not )(?<!not the )(?<!not mathematically )\b(?:true|equivalent|equal|same|match(?:es)?|but|however|if"
        r"|unless)\b|\?",
        re.IGNORECASE,
    ),
}
_LAST_SENTENCE = re.compile(r"(?:^|(?<=[.!?\n]))([^.!?\n]+[.!]?)\Z")  # of a text without space at its end


def _lone(text: str) -> Iterator[Mention]:
    """The opening word ("Yes, because …"), the last line or the last sentence, where it says a verdict alone."""
    whole = say(text.strip())
    if whole is not None:
        yield Mention(0, len(text), whole)
        return
    opening = _OPENING.match(text)
    first = say(opening[1]) if opening else None
    head, newline, line = text.rstrip().rpartition("\n")
    last = say(line) if newline else None
    if opening and first is not None:
        opposite = _OPPOSITE.get(first) if last is None else None
        doubted = opposite is not None and opposite.search(text, opening.end())
        yield Mention(0, opening.end(1), None if doubted else first)
    if last is not None:
        yield Mention(len(head) + 1, len(text), last)
        return
    sentence = _LAST_SENTENCE.search(text.rstrip())
    if sentence and is_sentence(sentence[1].strip()):
        yield Mention(sentence.start(1), len(text), say(sentence[1].strip()))
