"""What a closing sentence asserts: its quantities, and which of them stand in what only tells the circumstances.

"He needs 10 boxes to pack all 120 eggs" asserts 10: what a preposition, a purpose or a subordinate clause brings in is
a circumstance, in front of the main clause ("In 3 hours she earns $10") and behind it alike. So a sentence is read up
to where nothing but circumstances follow. A sentence of which nothing can be told so is read to its end.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from answerkey.extraction.circumstances import circumstance, concluded, coordinated, either_way, given
from answerkey.extraction.cues import behind
from answerkey.extraction.language import either, reasons
from answerkey.extraction.quantities import Quantity, quantities, unknown
from answerkey.extraction.response import pick
from answerkey.extraction.spans import sentence_end, sentence_start, words
from answerkey.extraction.standing import exact_end
from answerkey.notation import domains
from answerkey.notation.words import LEXICON

WINDOWS = (100, 400)  # characters before a number in which its sentence starts, the few that mostly suffice first
_REMARK = re.compile(r"(?<=[\w%°})$])\s\(((?=[^()\n]*\d)(?:[^()\n]|\([^()\n]*\)){1,80})\)(?!.*\d)")
_LAST_NAME = re.compile(r"\\?[A-Za-z]+\Z")
_COMPLETE = ("name", "const", "circ", "degree", "%", "prime")  # what a name may be that needs nothing behind it
_SAYS_MORE = re.compile(r"[%=≈<>≤≥]|\A[-−]?\d+[./]\d+\Z")  # what no factor in brackets has
_CLOSES = re.compile(r"[.!?]\s?(?:\$\$?|\\[\])])")  # a formula with the end of the sentence in it
_DISPLAY_END = re.compile(r"(?:[.!?](?:\$\$|\\\])|\\end\{\w+\*?\})\s*(?=[A-Z])")
_RESUMES = re.compile(r"[,;)，、；]\s*(?=[^,;]*\d)")  # behind a reason, the sentence goes on


class Sentence(NamedTuple):
    """A closing sentence with its quantities, up to the end of what it asserts.

    `clear`: it cannot be read in another way.
    """

    start: int
    end: int
    quantities: list[Quantity]
    clear: bool = True


def sentence(text: str, low: int, place: int, end: int, *, in_words: bool = False) -> Sentence:
    """The sentence that holds `place`, up to the circumstances, reasons and restatements that close it.

    >>> said = "He needs 10 boxes to pack all 120 eggs."
    >>> said[: sentence(said, 0, 30, len(said)).end]
    'He needs 10 boxes '
    """
    low = opening(text, low, place)
    limit = min(end, place + WINDOWS[-1])
    end = sentence_end(text, place, limit)
    if closes := _CLOSES.match(text, end, limit):
        end = closes.end()
    found = quantities(text, low, end, in_words=in_words)
    if len(found) < 2:
        return Sentence(low, end, found)
    cut = _unexplained(text, low, found[0].end, end)
    found = [one for one in found if one.end <= cut]
    outer, kept, open_ = None, len(found), False
    while kept > 1 and (one := circumstance(text, found, kept - 1)):
        outer, kept, open_ = one, kept - 1, open_ or one.aside is False
    last = found[kept - 1]
    if outer is None or unknown(text, last) or behind(text, low, last.start, "relations"):
        # "x^2 - 46 is least when x = 7", "less than 5 when k = 7" may assert either
        return Sentence(low, cut, found, not coordinated(text, low, found))
    if outer.aside is None:
        if kept == 1 and given(text, low, last):
            return Sentence(low, cut, found, not coordinated(text, low, found))
        open_ = open_ or either_way(text, low, found, kept, outer.start)
    return Sentence(low, outer.start, found[:kept], not open_ and not coordinated(text, low, found[:kept]))


def opening(text: str, low: int, place: int) -> int:
    """Where the sentence that holds `place` starts, also behind a display that the one before it ends with."""
    for window in WINDOWS:
        begin = max(low, place - window)
        start = sentence_start(text, begin, place)
        if start > begin:
            break
    display = pick(_DISPLAY_END.finditer(text, start, place))
    return display.end() if display else start


def restated(text: str, start: int, end: int) -> int:
    """Where what stands between two places ends, before a remark in brackets or "which is about" says it again.

    >>> restated("3/4 (75%)", 0, 9), restated("2 (x + 1)", 0, 9)
    (3, 9)
    """
    if text.endswith(")", start, end) and (remark := _remark(text, start, end)) and remark.end() == end:
        end = remark.start()
    return exact_end(text, start, end)


def reason(text: str, low: int, place: int, end: int) -> re.Match[str] | None:
    """What opens the reason of what stands before, behind `place`: ", because", but not ", where n is an integer"."""
    found = reasons().search(text, place, end)
    return None if found is None or domains.spelled(text[low:end]) else found


def _unexplained(text: str, low: int, place: int, end: int) -> int:
    """Where a sentence ends, whose first quantity ends at `place`, before it says so again or why."""
    if remark := _remark(text, place - 1, end):
        end = remark.start()
    why = reason(text, low, place, end)
    if why and not _RESUMES.search(text, why.end(), end) and not concluded(text[why.end() : end]):
        end = why.start()
    return exact_end(text, low, end)


def _remark(text: str, start: int, end: int) -> re.Match[str] | None:
    """The brackets behind which there is no number, if they hold a remark and no factor."""
    remark = _REMARK.search(text, start, end)
    if (
        remark
        and not _awaits(text[max(start, remark.start() - 20) : remark.start()])
        and (_SAYS_MORE.search(remark[1]) or words(remark[1]) or either("alternatives").match(remark[1]))
    ):
        return remark
    return None


def _awaits(before: str) -> bool:
    """Does what stands before brackets end with a function or an operator, whose operand they hold: `\\mod (3/4)`?"""
    name = _LAST_NAME.search(before)
    return name is not None and name[0] in LEXICON and LEXICON[name[0]][0] not in _COMPLETE
