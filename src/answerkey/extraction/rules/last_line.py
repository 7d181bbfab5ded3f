"""The last line, when it is an answer by itself: `**73**`, `x = 5`, a display; then the last bold text."""

from __future__ import annotations

import re

from answerkey.extraction import enumeration
from answerkey.extraction.language import either
from answerkey.extraction.numbers import ascii_digits, without_counter
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import is_expression, opens_prose, strip_space, tidy, trim
from answerkey.extraction.standing import alone

NAME = "last_line"
MAX_CHARS = 300
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_FENCE = re.compile(r"(?:```\w*+|-{3,}+|(?>\|[\s|:-]+\|)|[\s>])+\Z")  # nothing is tried in two ways
_FENCE_ENDS = "`-|>"  # white space at the end is no part of what is looked at
_CLOSING = re.compile(r"\\[\])]|\$\$")  # of what stands on the lines before
_DIGIT = re.compile(r"\d")
_END = re.compile(r"\s*\\end\{(?:align|aligned|gather|eqnarray|split)\*?\}[$.\s]*")
_LINE_MARK = re.compile(r"\s*(?:[-*+]\s+|[•>#|]\s*|\d+[.)]\s+|=\s*|→\s*|⇒\s*|∴\s*)*")


def find(response: Response) -> Extraction | None:
    """The last line or the last bold text in it, where that is an expression."""
    if response.wants_option or response.first:
        return None
    text = response.text
    end = response.end
    if text[end - 1] in _FENCE_ENDS and (fence := _FENCE.search(text, max(response.start, end - 40), end)):
        end = fence.start()
    end = strip_space(text, max(response.start, end - MAX_CHARS), end)[1]
    if not response.wants_words and (several := enumeration.at_end(text, response.start, end)):
        return response.take(several[0], trim(text, several[0], end)[1], NAME, ascii_digits(several[1]))
    low = max(response.start, text.rfind("\n", max(response.start, end - MAX_CHARS), end) + 1)
    if end - low > MAX_CHARS:
        return None
    if text.startswith("|", low) and text.endswith("|", low, end):  # the last cell of a table
        end -= 1
        low = text.rfind("|", low, end) + 1
    if _END.fullmatch(text, low, end) and (before := strip_space(text, response.start, low))[1] > before[0]:
        low, end = max(text.rfind("\n", *before) + 1, before[0]), before[1]  # the last line of aligned ones
        equals = text.rfind("=", low, end)
        low, end = (equals + 1, end) if _DIGIT.search(text, max(equals, low), end) else (low, text.rfind("&", low, end))
    if not opens_prose(text, low, end):
        if mark := _LINE_MARK.match(text, low, end):
            low = mark.end()
        start, stop = tidy(text, low, end)
        stop = without_counter(text, start, alone(text, start, stop))
        sentence = "," in text[start:stop] and either("concludes").search(text, start, stop)  # "12 + 24 = 36, so 36"
        if not sentence and is_expression(text[start:stop]) and not _CLOSING.fullmatch(text, start, stop):
            return response.take(start, stop, NAME, ascii_digits(text[start:stop]))
    low = max(low - 2, response.start)  # behind the mark of a list may stand those of bold text
    if text.find("**", low, response.end) >= 0 and (last := pick(_BOLD.finditer(text, low, response.end))):
        start, stop = tidy(text, *last.span(1))
        stop = without_counter(text, start, stop)
        if is_expression(text[start:stop]) or (response.wants_words and start < stop):
            return response.take(start, stop, NAME, ascii_digits(text[start:stop]))
    return None
