"""A language as the phrases need it: read once from `phrases/*.toml`, where adding a language is adding a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from answerkey.extraction.numbers import NUMBER, large_sign

_MARKS = r"[\s*_`\"“”»]"
# A dash before words; before anything else it is a minus sign.
_DASH = r"\s[–-]\s(?=[\"“'(*]*[^\W\d_]{2}|[aAI]\s+[^\W\d_]{2})"


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `link` matches from a noun ("answer") to where the answer starts; `after` a phrase that
    follows the answer ("is the answer"), and `before` is what such phrases have before the noun; `needles` are what to
    look for first, cheap and literal; `scales` matches what multiplies the number before it ("Millionen")."""

    code: str
    needles: tuple[str, ...]
    before: tuple[str, ...]
    link: re.Pattern[str]
    after: re.Pattern[str] | None
    article: re.Pattern[str] | None
    pronoun: re.Pattern[str] | None
    skip: re.Pattern[str]
    cut: re.Pattern[str] | None
    wrong: re.Pattern[str] | None
    no: re.Pattern[str] | None
    keep: re.Pattern[str] | None
    copula: re.Pattern[str] | None
    number: re.Pattern[str]
    decimal: str
    group: str
    units: dict[str, int]
    scales: re.Pattern[str] | None
    factors: dict[str, int]
    words: dict[str, int]
    common: frozenset[str]


def _any(words: list[str]) -> str:
    escaped = (re.escape(word) for word in sorted(words, key=len, reverse=True))
    return "|".join(word.replace(r"\ ", r"\s+").replace("'", "['’]") for word in escaped)


def _word(words: list[str]) -> str:
    """Words as a group that ends at a word's end, where the script has such a thing: 是C and はC are two words each."""
    cased = [word for word in words if word[-1:].lower() != word[-1:].upper()]
    other = [word for word in words if word not in cased]
    ended = rf"(?:{_any(cased)})(?![A-Za-zÀ-ÿЀ-ӿ])" if cased else ""
    return f"(?:{'|'.join(filter(None, (ended, _any(other))))})"


def _load(code: str, data: dict[str, object]) -> Language:
    def strings(name: str) -> list[str]:
        value = data.get(name, [])
        assert isinstance(value, list)
        return [str(one) for one in value]

    nouns, links, about, after = (strings(name) for name in ("nouns", "links", "about", "after"))
    filler = rf"(?:\s+{_word(about)}[^.:：。\n=]{{0,100}}?|\s*\([^()\n]{{0,40}}\))?" if about else ""
    verbs = rf"(?:(?:{_word(links)}|[-=]+>|[:：=—–→⇒]|-(?=\s)){_MARKS}*)+"
    # A link, a heading's end, or the answer itself.
    heading, direct = r"[ \t*_]*(?P<line>\r?\n)\s*", r"[ \t*_]*(?P<direct>(?=[$\d\\−-]))"
    link = rf"(?:{_any(nouns)})(?:{filler}{_MARKS}*(?P<link>{verbs})|{heading}|{direct})"
    needles = tuple(noun for noun in nouns if not any(other in noun for other in nouns if other != noun))
    numbers = data.get("numbers", {})
    assert isinstance(numbers, dict)
    cut, wrong, no, keep, copulas = (strings(name) for name in ("cut", "wrong", "no", "keep", "copulas"))
    clause = rf"(?<=[\s,，、*]){_word(cut)}|[（(]{_word(cut)}|[（(](?=[^\W\d_]{{2,}}[^=+^\\()]*[)）])|\s—\s|{_DASH}"
    units = {str(name): int(value) for name, value in numbers.get("units", {}).items()}
    factors = {str(name): int(value) for name, value in numbers.get("scales", {}).items()}

    def scales(names: list[str]) -> str:
        signs = [rf"(?:\s?{large_sign(units)}+(?:\d[\d,]*)?)+"] if units else []
        return "|".join([*signs, *([rf"\s?{_word(names)}"] if names else [])])

    named = scales([name for name in factors if len(name) > 1])
    spaced = r"(?<=\s)" if any(word.lower() != word.upper() for word in copulas) else ""
    return Language(
        code,
        needles,
        tuple({phrase[: phrase.find(noun)].rstrip() for phrase in after for noun in needles if noun in phrase}),
        re.compile(link, re.IGNORECASE),
        _compiled(rf"\s*(?:{_any(after)})", after),
        _compiled(_word(strings("articles")), strings("articles")),
        _compiled(_word(strings("pronouns")), strings("pronouns")),
        re.compile(rf"(?:(?:{_word(strings('skip'))}|[:：]){_MARKS}*)*", re.IGNORECASE),
        _compiled(rf"(?<![\s,，、])[\s,，、]*(?:{clause}).*", cut),
        _compiled(rf"(?:{_any(wrong)})\W*\Z", wrong),
        _compiled(_word(no), no),
        _compiled(rf"(?<!\w){_word(keep)}", keep),
        _compiled(spaced + _word(copulas), copulas),
        re.compile(NUMBER.pattern + (f"(?i:{named})?" if named else "")),
        str(numbers.get("decimal", ".")),
        str(numbers.get("group", ",")),
        units,
        _compiled(scales(list(factors)), [*factors, *units]),
        factors,
        {str(name): int(value) for name, value in numbers.get("words", {}).items()},
        frozenset(strings("common")),
    )


def _compiled(pattern: str, words: list[str]) -> re.Pattern[str] | None:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL) if words else None


@cache
def codes() -> tuple[str, ...]:
    """The languages there are: English first, then by code."""
    names = (file.name for file in resources.files("answerkey.extraction").joinpath("phrases").iterdir())
    found = [name.removesuffix(".toml") for name in names if name.endswith(".toml")]
    return tuple(sorted(found, key=lambda code: (code != "en", code)))


@cache
def languages(*, ascii_text: bool) -> tuple[tuple[Language, tuple[str, ...]], ...]:
    """The languages, English first, with the nouns that may occur in a text, which may be one of ASCII alone."""
    spoken_there = (
        (spoken, tuple(n for n in spoken.needles if n.isascii() or not ascii_text)) for spoken in map(language, codes())
    )
    return tuple((spoken, needles) for spoken, needles in spoken_there if needles)


def lowered(text: str) -> str:
    """The text as the lists are written: in small letters, apostrophes straight, every sign at its place (the small
    letter of the Turkish İ is two signs)."""
    small = text.lower()
    return (small if len(small) == len(text) else text.replace("İ", "I").lower()).replace("’", "'")


def spoken_in(text: str) -> Language | None:
    """The language of a text whose numbers English would misread, by its commonest words; None if it is another."""
    words = set(re.findall(r"[^\W\d_]+", text.lower()))
    counts = {code: len(words & language(code).common) for code in codes() if language(code).common}
    best = max(counts, key=lambda code: counts[code])
    return language(best) if counts[best] > 1 and language(best).decimal == "," else None


@cache
def language(code: str) -> Language:
    """The language of that code, read from its packaged file when first needed."""
    return _load(code, _data(code))


@cache
def _data(code: str) -> dict[str, Any]:
    file = resources.files("answerkey.extraction").joinpath("phrases", f"{code}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def reasons() -> re.Pattern[str]:
    """Where a clause begins that only explains, in any language, or a remark in brackets. Some of its words mean
    something else without a comma ("written as 5")."""
    words, behind_comma = ([word for code in codes() for word in _data(code).get(n, ())] for n in ("reasons", "causes"))
    remark = r"\((?=[^\W\d_]{2})"
    begins = rf"(?:(?<!\s)\s|[,，、])\s*+(?:{_word(words)}|{remark})|,\s*+{_word(behind_comma)}"
    return re.compile(begins, re.IGNORECASE)


@cache
def copulas() -> re.Pattern[str]:
    """The words that say what something is, in any language."""
    return _words([word for code in codes() for word in _data(code).get("copulas", ())])


@cache
def questions() -> tuple[str, ...]:
    """What heads a question, in all languages."""
    return tuple(dict.fromkeys(word for code in codes() for word in _data(code).get("questions", ())))


def standing_words(code: str, name: str) -> tuple[str, ...]:
    """The words of one list of `[standing]` of a language, in small letters and in each spelling."""
    words = _data(code).get("standing", {}).get(name, ())
    return tuple(dict.fromkeys(form for word in words for form in spellings(code, word.lower())))


def spellings(code: str, word: str) -> tuple[str, ...]:
    """How a word may be spelt in a language, first as it is.

    >>> spellings("en", "is not"), spellings("en", "that is")
    (('is not', "isn't"), ('that is', "that's"))
    """
    table = _data(code).get("standing", {}).get("spellings")
    if not table:
        return (word,)
    forms = [f"{word} "]
    for short, long in table.items():
        forms += [form.replace(long, short) for form in forms if long in form]
    return tuple(dict.fromkeys(form.rstrip() for form in forms))


@cache
def everywhere(name: str) -> tuple[str, ...]:
    """The words of one list of `[standing]` in all languages, in small letters and in each spelling."""
    return tuple(dict.fromkeys(word for code in codes() for word in standing_words(code, name)))


@cache
def either(*names: str) -> re.Pattern[str]:
    """A pattern for the words of lists of `[standing]`; between spaces where their script writes them."""
    return _words([word for name in names for word in everywhere(name)])


def may_hold(text: str, *names: str) -> bool:
    """May a short text hold a word of lists of `[standing]`? One look at its words tells of most that it does not.

    >>> may_hold("she sells at least", "relations"), may_hold("she sells the", "relations")
    (True, False)
    """
    if text.isascii():
        return not marks(*names).isdisjoint(_LETTERS.findall(text.lower()))
    return _UNSPACED.search(text) is not None or not marks(*names).isdisjoint(_SPACED.findall(lowered(text)))


_SPACED = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile("[\u0900-\u0e7f\u3001-\u9fff]")  # scripts whose words are not always parted by spaces
_LETTERS = re.compile("[a-z]+")


@cache
def marks(*names: str) -> frozenset[str]:
    """Of each entry of lists its longest word, which is mostly its rarest."""
    entries = (_SPACED.findall(entry) for name in names for entry in everywhere(name))
    return frozenset(max(words, key=len) for words in entries if words)


@cache
def _heads(*names: str) -> frozenset[str]:
    """The letters that words of lists begin with, as far as a text of ASCII may have them."""
    return _letters(word for name in names for word in everywhere(name))


def _letters(words: Iterable[str]) -> frozenset[str]:
    """The letters that words begin with, of those that a text of ASCII may have."""
    return frozenset(_LETTERS.findall(word)[0] for word in words if word.isascii())


def may_change(after: str) -> bool:
    """May what follows a number make another of it: a multiple ("million"), a power ("squared"), "3 and a half"?"""
    return not after.isascii() or not changes().isdisjoint(_LETTERS.findall(after.lower())[:2])


@cache
def changes() -> frozenset[str]:
    """What such words begin with."""
    scales = _letters(name.lower() for code in codes() for name in language(code).factors)
    return scales | _heads("unary", "halves", "comparatives", "dozens")


def _words(words: list[str]) -> re.Pattern[str]:
    """A pattern for words: between spaces where their script writes them."""
    spaced = [word for word in words if word.lower() != word.upper()]
    between = rf"(?<![\w\\])(?:{_any(spaced)})(?!\w)" if spaced else ""
    joined = filter(None, (between, _any([word for word in words if word not in spaced])))
    return re.compile("|".join(joined), re.IGNORECASE)
