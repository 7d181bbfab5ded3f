"""The last box: `\\boxed{…}`, `\\fbox{…}`, `\\boxed 5`; several boxes in one statement are one list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from answerkey.extraction import formula
from answerkey.extraction.expression import multiplied, spelled
from answerkey.extraction.language import either
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import strip_space, tidy
from answerkey.extraction.units import unit_after
from answerkey.limits import MAX_ANSWER_CHARS
from answerkey.verdict import Reason

NAME = "box"
MAX_BOXES = 100  # that one list may be joined from
MAX_FORMULAS = 4  # of the boxes of one list that may be parts of formulas
REACH = 4_000  # characters before a box in which others of its statement open
MAX_GAP = 160  # characters between two boxes of one statement

_COMMAND = re.compile(r"box(?:ed)?\s*")
_LOST_BOX = re.compile(".oxed", re.DOTALL)
_TO_BRACE = re.compile(r"(?:[^\\{}]++|\\.)*+[{}]", re.DOTALL)
_BARE = re.compile(r"\\[a-zA-Z]+(?:\s*\{[^{}]*\}){0,2}|[-+]?\d[\d.,]*(?<=\d)|[A-Za-z](?![A-Za-z])")
_GOES_ON = re.compile(r"\$|\\\)|\\\]|\n|\.(?=\s+\S)")
_SIGNS = re.compile(r"[,;&、，]")  # that join as "and" does
_BREAKS = re.compile(r"[.!?](?=[\s$\\])|[。！？]|\n\s*\n(?!\s*\\\[)")
_NEXT = re.compile(r"(?:[\s$]|\\[\[\]()])*\Z")  # displays, one under the other
_CLOSERS = re.compile(r"\A(?:[\s$~]|\\[,;! )\]])*(?:\\(?:text|mathrm|mbox)\s*\{\s*)?")  # between a box and a word
_SAME = re.compile(r"\A[\s$\\()\[\]]*(?:=|(?P<about>\\approx|≈|\\simeq|or about)|i\.e\.|or equivalently|that is)")


class Box(NamedTuple):
    """Where a box opens, where its content starts and ends, and where what follows the box starts."""

    opens: int
    start: int
    end: int
    after: int


def find(response: Response) -> Extraction | Reason | None:
    """The box that counts, `NO_ANSWER` for an empty one, `NO_ANSWER_TRUNCATED` for one that the text breaks off in."""
    empty = False
    for box in _boxes(response):
        if isinstance(box, Reason):
            return box
        if response.text[box.start : box.end].strip(" \t\r\n$.?_…~\\"):
            return _with_others(response, _in_formula(response, box), box.opens)
        empty = True
    return Reason.NO_ANSWER if empty else None


def last(text: str) -> str | None:
    """The content of the last box alone, not joined with others; None without a box that holds something.

    >>> last(r"so \\boxed{1} or \\boxed{2}")
    '2'
    """
    for box in _boxes(Response(text, 0, len(text))):
        if isinstance(box, Box) and box.start < box.end:
            return text[box.start : box.end]
    return None


def _boxes(response: Response, start: int | None = None, end: int | None = None) -> Iterator[Box | Reason]:
    """The boxes of the response, from its end; those alone whose command stands between `start` and `end`."""
    text = response.text
    needle = "oxed" if "\x08" in text else "box"  # \boxed in a string that was not raw
    if "\\" not in text and "{" not in text and needle == "box":  # one sign is found many times faster than three
        return
    for place in response.hits(needle, start, end):
        if box := _box_at(response, place - (needle == "oxed")):
            yield box


def _box_at(response: Response, place: int) -> Box | Reason | None:
    """The box whose `box` stands at `place`, or None if this is no box command (`\\mbox`, the word "box")."""
    text, end = response.text, response.end
    if text.startswith("\\boxed{", place - 1):  # as nearly all are: one group, mostly without groups inside
        start = place + 6
        close = text.find("}", start, min(end, start + MAX_ANSWER_CHARS))
        if close > 0 and "{" not in (content := text[start:close]) and "\\" not in content:
            return Box(place - 1, *strip_space(text, start, close), close + 1)
    before = text[place - 1 : place]
    if before not in ("\\", "f") and text[place] == "b" and not text.startswith("boxed", place):
        return None
    command = _COMMAND.match(text, place, end) if text[place] == "b" else _LOST_BOX.match(text, place)
    if command is None:
        return None
    opens = place - 1 if before == "f" else place
    slashed = text[opens - 1 : opens] == "\\" or text[place] == "\x08"
    braced = text.startswith("{", command.end())
    if not slashed and not (braced and text.startswith("boxed", place) and not text[opens - 1 : opens].isalpha()):
        return None
    opens -= slashed
    if not braced:
        bare = _BARE.match(text, command.end(), end)
        return Box(opens, bare.start(), bare.end(), bare.end()) if bare and "boxed" in command[0] else None
    start = command.end() + 1
    depth = 1
    place, limit = start, min(end, start + MAX_ANSWER_CHARS)
    while brace := _TO_BRACE.match(text, place, limit):
        place = brace.end()
        depth += 1 if text[place - 1] == "{" else -1
        if depth == 0:
            return Box(opens, *strip_space(text, start, place - 1), place)
    return _unclosed(response, opens, start)


def _unclosed(response: Response, opens: int, start: int) -> Box | Reason:
    """A box without its closing brace: malformed if the response goes on after it, truncated if it does not."""
    text, end = response.text, min(response.end, start + MAX_ANSWER_CHARS)
    first = start + 1 if text.startswith("$", start) else start
    stop = _GOES_ON.search(text, first, end)
    if stop is None or (stop[0] in ".\n" and not text[stop.end() : end].strip()):
        return Reason.NO_ANSWER_TRUNCATED
    content = text[start : stop.start()]
    if content.count("\\begin") != content.count("\\end"):
        return Reason.NO_ANSWER_TRUNCATED
    return Box(opens, *strip_space(text, start, stop.start()), stop.start())


def _in_formula(response: Response, box: Box) -> Box:
    """The formula that the box is a part of, or the box where it stands alone, here or before."""
    text = response.text
    span = formula.around(text, box.opens, box.after, response.start, response.end)
    if span is None:
        return box
    content = text[box.start : box.end]
    for other in islice(_boxes(response._replace(end=box.opens, first=False)), MAX_BOXES):
        if isinstance(other, Box) and text[other.start : other.end] == content:
            around = formula.around(text, other.opens, other.after, response.start, response.end)
            return box if around is None else Box(span[0], *span, span[1])
    return Box(span[0], *span, span[1])


def _content(text: str, box: Box) -> str:
    content = text[box.start : box.end]
    return formula.without_boxes(content) if "box" in content else content


def _with_others(response: Response, last: Box, opens: int) -> Extraction:
    """The box, or the list of the boxes that are joined to it in the same statement and open before `opens`."""
    chosen = _repeated_line(response, last)
    if chosen and not response.one_box:
        return chosen
    text = response.text
    group, gaps = [last], []
    for box in _boxes(response, max(response.start, opens - REACH), None if response.first else opens):
        if isinstance(box, Reason) or len(group) >= MAX_BOXES:
            break
        if box.after > group[-1].opens:  # a box around this one, or in the same formula
            continue
        if len(group) < MAX_FORMULAS:
            box = _in_formula(response, box)
        gap = text[box.after : group[-1].opens]
        if same := _SAME.match(gap) if len(gap) < 40 else None:
            if same["about"]:  # the exact value, not what it is about
                group[-1] = box
                continue
            break
        if len(gap) > MAX_GAP or not (_NEXT.match(gap) or _joins(gap)):
            break
        group.append(box)
        gaps.append(gap)
    group.reverse()
    parts = [_content(text, box) for box in group]
    if response.one_box and (others := _others(response, group[-1])):
        return Extraction(" or ".join((*others, parts[-1])), (last.start, last.end), NAME, (*others, parts[-1]))
    if chosen:
        return chosen
    if len(set(parts)) == 1:
        return _single(response, group[-1])
    alternatives = tuple(parts) if any(either("alternatives").search(gap) for gap in gaps) else ()
    span = (group[0].start, group[-1].end)
    return Extraction((" or " if alternatives else ", ").join(parts), span, NAME, alternatives)


def _joins(gap: str) -> bool:
    """Does what stands between two boxes join them: "and", "or", a comma, and no new sentence or conclusion?"""
    joined = _SIGNS.search(gap) or either("joins", "alternatives").search(gap)
    return (
        joined is not None
        and not _BREAKS.search(gap)
        and not either("breaks", "denies", "negations", "adversatives").search(gap)
    )


def _others(response: Response, last: Box) -> tuple[str, ...]:
    text = response.text
    boxes = (box for box in _boxes(response) if not isinstance(box, Reason))
    within = range(last.opens, last.after)
    found = dict.fromkeys(text[box.start : box.end] for box in islice(boxes, MAX_BOXES) if box.opens not in within)
    return tuple(part for part in found if part != text[last.start : last.end])


def _single(response: Response, box: Box) -> Extraction:
    content = _content(response.text, box)
    if found := unit_after(response.text, box.start, box.end, box.after, response.end):
        unit, end = found
        return Extraction(content + unit, (box.start, end), NAME)
    if not content.isascii() and (number := NUMBER.match(content)):  # 5万元
        value, start, end = spelled(content, *number.span(), len(content))
        content = content[:start] + value + content[end:]
    after = _CLOSERS.sub(" ", response.text[box.after : min(response.end, box.after + 40)], count=1)
    return Extraction(multiplied(content, after), (box.start, box.end), NAME)


def _repeated_line(response: Response, box: Box) -> Extraction | None:
    """The last line, if it does nothing but repeat `box` or another one: the response has chosen among them."""
    text = response.text
    if text.find("\n", box.after, response.end) < 0:
        return None
    end = strip_space(text, max(box.after, response.end - 400), response.end)[1]
    start = text.rfind("\n", box.after, end) + 1
    if not start or end - start > 200:
        return None
    if text[start:end] == text[box.start : box.end]:
        return response.take(start, end, NAME)
    start, end = tidy(text, start, end)
    line = text[start:end]
    if not line or "box" in line:
        return None
    if line != text[box.start : box.end]:
        near = max(response.start, start - REACH)
        if not response.first and text.find(line, near, start) < 0:
            return None  # what is nowhere is in no box, which is known sooner
        near = response.start if response.first else near
        boxes = (other for other in islice(_boxes(response, near), MAX_BOXES) if not isinstance(other, Reason))
        if not any(line == text[other.start : other.end] for other in boxes):
            return None
    return response.take(start, end, NAME)
