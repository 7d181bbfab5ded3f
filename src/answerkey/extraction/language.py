"""A language as the phrases need it: read once from `phrases/*.toml`, where adding a language is adding a file."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

_MARKS = r"[\s*_`\"“”»]"


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `link` matches from a noun ("answer") to where the answer starts; `after` a phrase that
    follows the answer ("is the answer"); `needles` are what to look for first, cheap and literal."""

    code: str
    needles: tuple[str, ...]
    link: re.Pattern[str]
    after: re.Pattern[str] | None
    after_needles: tuple[str, ...]
    skip: re.Pattern[str]
    cut: re.Pattern[str] | None
    wrong: re.Pattern[str] | None
    no: re.Pattern[str] | None
    keep: re.Pattern[str] | None
    copula: re.Pattern[str] | None
    digits: dict[int, str]
    decimal: str
    group: str
    units: dict[str, int]


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def _word(words: list[str]) -> str:
    """Words as a group that ends at a word's end, where the script has such a thing."""
    return rf"(?:{_any(words)})(?![A-Za-zÀ-ÿЀ-ӿ])"


def _load(code: str, data: dict[str, object]) -> Language:
    def strings(name: str) -> list[str]:
        value = data.get(name, [])
        assert isinstance(value, list)
        return [str(one) for one in value]

    nouns, links, about, after = (strings(name) for name in ("nouns", "links", "about", "after"))
    filler = rf"(?:\s+{_word(about)}[^.:：。\n=]{{0,100}}?|\s*\([^()\n]{{0,40}}\))?" if about else ""
    verbs = rf"(?:(?:{_word(links)}|[:：=—–]){_MARKS}*)+"
    # A link, a heading's end, or the answer itself.
    heading, direct = r"[ \t*_]*(?P<line>\r?\n)\s*", r"[ \t*_]*(?P<direct>(?=[$\d\\−-]))"
    link = rf"(?:{_any(nouns)})(?:{filler}{_MARKS}*(?P<link>{verbs})|{heading}|{direct})"
    stems = dict.fromkeys(stem for noun in nouns for stem in _stems(noun))
    numbers = data.get("numbers", {})
    assert isinstance(numbers, dict)
    digits = str(numbers.get("digits", ""))
    cut, wrong, copulas = strings("cut"), strings("wrong"), strings("copulas")
    return Language(
        code,
        tuple(stems),
        re.compile(link, re.IGNORECASE),
        re.compile(rf"\s*(?:{_any(after)})", re.IGNORECASE) if after else None,
        tuple(dict.fromkeys(max(phrase.split(), key=len) if " " in phrase else phrase for phrase in after)),
        re.compile(rf"(?:(?:{_word(strings('skip'))}|[:：]){_MARKS}*)*" if data.get("skip") else "", re.IGNORECASE),
        re.compile(rf"[\s,，、]*(?:(?<=[\s,，、*]){_word(cut)}|[（(]|\s[—–-]\s).*", re.IGNORECASE | re.DOTALL)
        if cut
        else None,
        re.compile(rf"(?:{_any(wrong)})\W*\Z", re.IGNORECASE) if wrong else None,
        re.compile(_word(strings("no")), re.IGNORECASE) if data.get("no") else None,
        re.compile(rf"(?<!\w){_word(strings('keep'))}", re.IGNORECASE) if data.get("keep") else None,
        re.compile(rf"\s{_word(copulas)}\s", re.IGNORECASE) if copulas else None,
        {ord(digit): str(value) for value, digit in enumerate(digits)},
        str(numbers.get("decimal", ".")),
        str(numbers.get("group", ",")),
        {str(name): int(value) for name, value in numbers.get("units", {}).items()},
    )


def _stems(noun: str) -> tuple[str, ...]:
    """What to look for: the noun without its first letter, which may be a capital, and the noun in capitals."""
    if noun.lower() == noun.upper():
        return (noun,)
    return noun[1:], noun[1:].upper()


@cache
def languages() -> tuple[Language, ...]:
    """All languages there are, English first, then by code. Reads the packaged files at the first call only."""
    found = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in resources.files("answerkey.extraction").joinpath("phrases").iterdir()
        if file.name.endswith(".toml")
    }
    return tuple(_load(code, found[code]) for code in sorted(found, key=lambda code: (code != "en", code)))
