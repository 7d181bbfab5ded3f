"""A language as the phrases need it: read once from `phrases/*.toml`, where adding a language is adding a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import resources
from typing import Any

from answerkey.extraction.numbers import NUMBER, large_sign

_MARKS = r"[\s*_`\"“”»]"
# A dash before words; before anything else it is a minus sign.
_DASH = r"\s[–-]\s(?=[\"“'(*]*[^\W\d_]{2}|[aAI]\s+[^\W\d_]{2})"


def _any(words: list[str]) -> str:
    escaped = (re.escape(word) for word in sorted(words, key=len, reverse=True))
    return "|".join(word.replace(r"\ ", r"\s+").replace("'", "['’]") for word in escaped)


def _word(words: list[str]) -> str:
    """Words as a group that ends at a word's end, where the script has such a thing: 是C and はC are two words each."""
    cased = [word for word in words if word[-1:].lower() != word[-1:].upper()]
    other = [word for word in words if word not in cased]
    ended = rf"(?:{_any(cased)})(?![A-Za-zÀ-ÿЀ-ӿ])" if cased else ""
    return f"(?:{'|'.join(filter(None, (ended, _any(other))))})"


def _cut(words: list[str]) -> str:
    clause = rf"(?<=[\s,，、*]){_word(words)}|[（(]{_word(words)}|[（(](?=[^\W\d_]{{2,}}[^=+^\\()]*[)）])|\s—\s|{_DASH}"
    return rf"(?<![\s,，、])[\s,，、]*(?:{clause}).*"


def _copula(words: list[str]) -> str:
    return (r"(?<=\s)" if any(word.lower() != word.upper() for word in words) else "") + _word(words)


class Language:
    """One language. `link` matches from a noun ("answer") to where the answer starts; `after` a phrase that
    follows the answer ("is the answer"), and `before` is what such phrases have before the noun; `needles` are what to
    look for first, cheap and literal; `scales` matches what multiplies the number before it ("Millionen").

    Most texts are in one language: the patterns of a language are compiled when it is the first to need them.
    """

    def __init__(self, code: str, data: dict[str, Any]) -> None:
        nouns, numbers = data.get("nouns", ()), data.get("numbers", {})
        self._data = data
        self.code = code
        self.needles = tuple(noun for noun in nouns if not any(other in noun for other in nouns if other != noun))
        ends = (
            phrase[: phrase.find(noun)] for phrase in self._list("after") for noun in self.needles if noun in phrase
        )
        self.before = tuple({end.rstrip() for end in ends})
        self.decimal: str = numbers.get("decimal", ".")
        self.group: str = numbers.get("group", ",")
        self.units: dict[str, int] = numbers.get("units", {})
        self.factors: dict[str, int] = numbers.get("scales", {})
        self.words: dict[str, int] = numbers.get("words", {})
        self.common = frozenset(self._list("common"))
        self._letters = frozenset(data.get("letters", ""))

    def evidence(self, words: set[str]) -> int:
        """How many of the words are common in the language, and whether a letter is its own."""
        return len(words & self.common) + (not self._letters.isdisjoint("".join(words)))

    def _list(self, name: str) -> list[str]:
        words: list[str] = self._data.get(name, [])
        return words

    def _of(self, name: str, made: Callable[[list[str]], str]) -> re.Pattern[str] | None:
        """The pattern that is made of the words of a list; None where the language has no such list."""
        words = self._list(name)
        return re.compile(made(words), re.IGNORECASE | re.DOTALL) if words else None

    @cached_property
    def link(self) -> re.Pattern[str]:
        about = self._list("about")
        filler = rf"(?:\s+{_word(about)}[^.:：。\n=]{{0,100}}?|\s*\([^()\n]{{0,40}}\))?" if about else ""
        verbs = rf"(?:(?:{_word(self._list('links'))}|[-=]+>|[:：=—–→⇒]|-(?=\s)){_MARKS}*)+"
        # A link, a heading's end, or the answer itself.
        heading, direct = r"[ \t*_]*(?P<line>\r?\n)\s*", r"[ \t*_]*(?P<direct>(?=[$\d\\−-]))"
        link = rf"(?:{_any(self._list('nouns'))})(?:{filler}{_MARKS}*(?P<link>{verbs})|{heading}|{direct})"
        return re.compile(link, re.IGNORECASE)

    @cached_property
    def after(self) -> re.Pattern[str] | None:
        return self._of("after", lambda words: rf"\s*(?:{_any(words)})")

    @cached_property
    def article(self) -> re.Pattern[str] | None:
        return self._of("articles", _word)

    @cached_property
    def pronoun(self) -> re.Pattern[str] | None:
        return self._of("pronouns", _word)

    @cached_property
    def skip(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:{_word(self._list('skip'))}|[:：]){_MARKS}*)*", re.IGNORECASE)

    @cached_property
    def cut(self) -> re.Pattern[str] | None:
        return self._of("cut", lambda words: _cut([*words, *standing_words(self.code, "reservations")]))

    @cached_property
    def wrong(self) -> re.Pattern[str] | None:
        return self._of("wrong", lambda words: rf"(?:{_any(words)})\W*\Z")

    @cached_property
    def no(self) -> re.Pattern[str] | None:
        return self._of("no", _word)

    @cached_property
    def keep(self) -> re.Pattern[str] | None:
        return self._of("keep", lambda words: rf"(?<!\w){_word(words)}")

    @cached_property
    def copula(self) -> re.Pattern[str] | None:
        return self._of("copulas", _copula)

    @cached_property
    def number(self) -> re.Pattern[str]:
        named = self._multiples([name for name in self.factors if len(name) > 1])
        return re.compile(NUMBER.pattern + (f"(?i:{named})?" if named else ""))

    @cached_property
    def scales(self) -> re.Pattern[str] | None:
        multiples = self._multiples(list(self.factors))
        return re.compile(multiples, re.IGNORECASE | re.DOTALL) if multiples else None

    def _multiples(self, names: list[str]) -> str:
        signs = [rf"(?:\s?{large_sign(self.units)}+(?:\d[\d,]*)?)+"] if self.units else []
        return "|".join([*signs, *([rf"\s?{_word(names)}"] if names else [])])


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
    """The language of a text by its commonest words and its own letters, of those that write numbers in two ways;
    None if it cannot be told.

    >>> [spoken and spoken.code for spoken in map(spoken_in, ("Er braucht 3,5", "It takes 3.5", "Total: 3,5"))]
    ['de', 'en', None]
    """
    words = set(_SPACED.findall(text.lower()))
    counts = {code: language(code).evidence(words) for code in codes() if language(code).common}
    best = max(counts, key=lambda code: counts[code])
    told = counts[best] > 1 or list(counts.values()).count(counts[best]) == 1
    return language(best) if told else None


@cache
def language(code: str) -> Language:
    """The language of that code, read from its packaged file when first needed."""
    return Language(code, _data(code))


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
    words += everywhere("reservations")
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
