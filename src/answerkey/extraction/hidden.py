"""What a response writes but no reader sees, or sees struck out: comments, scripts, phantoms, white text, deletions.

Hidden text gives no answer, whatever the rule: where an answer was found near such text, it is made blank (so that
every span stays) and the rules look again.
"""

from __future__ import annotations

import re
from itertools import islice

from answerkey.extraction.spans import BRACED

WINDOW = 400  # characters before an answer in which the command that hides it must open
ELEMENT = 4_000  # likewise of an element of HTML
RANGE = 100_000  # characters before an answer that are then made blank where they are hidden
MAX_STRETCHES = 2_000  # what stands after so many hidden stretches is hidden too: nobody writes so

_WHITE = r"(?:\[\w+\])?\{\s*(?:white|White|transparent|#?[fF]{6}|1\s*,\s*1\s*,\s*1)\s*\}"
_STYLES = r"display:\s*none|visibility:\s*hidden|opacity:\s*0\s*[;\"']|color:\s*(?:white|#fff)|font-size:\s*0"
# Each begins with plain characters, and hides all the rest of its line or text where nothing closes it.
_COMMANDS = re.compile(
    rf"\\(?:[hv]?phantom|[xb]?cancel|sout|textcolor\s*{_WHITE})\s*(?:{BRACED}|\{{[^\n]*)"
    rf"|\\color\s*{_WHITE}(?:(?!\\color)[^{{}}]|{BRACED})*"
    r"|\\if(?:false|0)\b(?:.*?\\fi\b|.*)|\\begin\{comment\}(?:.*?\\end\{comment\}|.*)",
    re.DOTALL,
)
_UNSEEN = "script|style|template|noscript|strike|del"  # elements that show nothing, or show it struck out
_ATTRIBUTE = rf"(?:hidden\b(?!-)|style\s*=[^<>]{{0,120}}?(?:{_STYLES}))"
_MARKUP = re.compile(
    r"<!--(?:.*?-->|.*)"
    rf"|<(?P<tag>(?:{_UNSEEN})\b|\w+(?=\s[^<>]{{0,80}}?(?<=\s){_ATTRIBUTE}))[^<>]{{0,200}}>(?:.*?</(?P=tag)\s*>|.*)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(rf"<(?:(?:{_UNSEEN})\b|\w+\s(?:[^<>]{{0,80}}?\s)?(?:style|hidden))", re.IGNORECASE)
# A link that leads nowhere, which writers of Markdown use as a comment.
_NOTE = re.compile(r"\n[ ]{0,3}\[[^\]\n]{1,60}\]:[ \t]*(?:#|<#?>)[ \t][^\n]*")
_STRUCK = re.compile(r"~~(?!~)[^~\n]+~~")
# A line that begins with the sign, or the rest of one where a box follows it at once; after numbers it means percent.
_COMMENT = re.compile(r"\n[ \t]*+%[^\n]*")
_BOX_COMMENT = re.compile(r"%(?<![\\\d]%)(?<!\d %)[ \t]*\\f?box[^\n]*")
_HIDES = (("<", _MARKUP), ("\\", _COMMANDS), ("%", _COMMENT), ("%", _BOX_COMMENT), ("~", _STRUCK), ("]:", _NOTE))
_OPENS = re.compile(r"\\(?:[hv]?phantom|[xb]?cancel|sout|(?:text)?color|if(?:false|0)\b|begin\{comment)")


def near(text: str, start: int, end: int) -> bool:
    """May there be hidden text at, around or just before `text[start:end]`? Cheap, and mostly False."""
    low = max(0, start - WINDOW)
    if "<" in text and (text.find("<!--", 0, end) >= 0 or _TAG.search(text, max(0, start - ELEMENT), end)):
        return True
    if text.find("%", max(low, text.rfind("\n", low, start)), end) >= 0 or text.find("~~", low, end) >= 0:
        return True
    if text.find("]:", low, end) >= 0:
        return True
    return _OPENS.search(text, low, end) is not None


def blanked(text: str, near: int = 0) -> str:
    """The text with spaces in the place of all that is hidden around `near`.

    >>> blanked("5 <!-- 6 -->")
    '5           '
    """
    kept, text = text[: max(0, near - RANGE)], f"\n{text[max(0, near - RANGE) :]}"  # a line begins behind its break
    for sign, hides in _HIDES:
        if sign not in text:
            continue
        parts: list[str] = []
        place = 0
        for stretch in islice(hides.finditer(text), MAX_STRETCHES):
            line_break = "\n" if stretch[0][0] == "\n" else " "
            parts += (text[place : stretch.start()], line_break + " " * (len(stretch[0]) - 1))
            place = stretch.end()
        rest = " " * (len(text) - place) if len(parts) == 2 * MAX_STRETCHES else text[place:]
        text = "".join((*parts, rest))
    return kept + text[1:]
