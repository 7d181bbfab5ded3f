"""Numbers in words before what they count: "three hours", "twenty-five percent", "two and a half", "three fourths"."""

from __future__ import annotations

import re

from answerkey.notation.words import FRACTION_WORDS, NUMBER_WORDS, SCALES

_WORD = re.compile(r"[\s-]*([A-Za-z]+)")
_REST = re.compile(r"(?:[\s-]+(?:of\s+)?(?:(?:an?|the)\s+)?[a-z°%]+(?:/[a-z]+)?(?:\s+[a-z]+){0,2})?[\s.]*\Z")
_NO_COUNT = re.compile(r"[\s-]+(?:to|or|and|is|are|was|by|thing|way|past|sided|digit|dimensional)\b")


def value_of(parts: list[str]) -> int:
    """The number that words of `NUMBER_WORDS` and `SCALES` spell.

    >>> value_of(["two", "hundred", "five"])
    205
    """
    total = current = 0
    for part in parts:
        scale = SCALES.get(part)
        if scale is None:
            current += NUMBER_WORDS[part]
        elif scale <= 100:
            current = max(current, 1) * scale
        else:
            total += max(current, 1) * scale
            current = 0
    return total + current


def share_of(word: str) -> int | None:
    """What a word divides by, also in the plural.

    >>> share_of("thirds"), share_of("halves"), share_of("seven")
    (3, 2, None)
    """
    return FRACTION_WORDS.get(word) or FRACTION_WORDS.get(word.removesuffix("s"))


def spelled_out(text: str) -> str | None:
    """`text` with the number that it begins with in digits, where it counts or divides something; else None.

    >>> spelled_out("twenty-five percent"), spelled_out("two and a half hours"), spelled_out("half a liter")
    ('25 percent', '2 1/2 hours', '1/2 liter')
    """
    parts: list[str] = []
    share = place = 0
    article = False
    while (found := _WORD.match(text, place)) is not None:
        word = found[1].lower()
        article = article or (place == 0 and word in ("a", "an"))
        if word in NUMBER_WORDS or ((parts or article) and word in SCALES):
            parts.append(word)
        elif (part := share_of(word)) and (parts or word == "half"):
            share, place = part, found.end()
            break
        elif not (word in ("a", "an") and not parts) and not (parts and _joins(text, found)):
            break
        place = found.end()
    if not parts and not share:
        return None
    rest = text[place:]
    mixed = share and parts and re.search(r"\band\s+(?:an?|one)\b", text[:place])
    if not rest.strip(" .") and not mixed:  # a number alone, which the parser reads, but for the article of "a dozen"
        return str(value_of(parts)) if article and not share else None
    if not _REST.match(rest) or _NO_COUNT.match(rest):
        return None
    number = str(value_of(parts)) if parts else "1"
    if share:
        number = f"{number} 1/{share}" if mixed else f"{number}/{share}"
        rest = re.sub(r"\A\s+(?:an?)\s+(?=[a-z])", " ", rest)
    return number + " " + rest.strip(" -") if rest.strip(" -.") else number


def _joins(text: str, found: re.Match[str]) -> bool:
    """ "and" (also with an article behind it) between the words of one number."""
    word = found[1].lower()
    following = _WORD.match(text, found.end())
    known = following is not None and (following[1].lower() in NUMBER_WORDS or following[1].lower() == "a")
    if word == "and":
        return known
    return word == "a" and following is not None and share_of(following[1].lower()) is not None
