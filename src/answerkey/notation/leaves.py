"""How the printer writes what has nothing below it: numbers, names, constants, words."""

from __future__ import annotations

from typing import Any

from answerkey.notation.dialects import CONSTANTS, Dialect
from answerkey.notation.digits import to_digits
from answerkey.notation.words import FRACTION_WORDS, GREEK, LEXICON, MONTHS, NUMBER_WORDS, SCALES


def integer(args: tuple[Any, ...], d: Dialect) -> str:
    return to_digits(args[0])


def decimal(args: tuple[Any, ...], d: Dialect) -> str:
    coefficient, places = args
    if places > 40:
        return f"{to_digits(coefficient)}e{-places}"
    digits = to_digits(coefficient).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def repeating(args: tuple[Any, ...], d: Dialect) -> str:
    coefficient, places, repetend = args
    digits = to_digits(coefficient).rjust(places + 1, "0")
    head = f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}"
    return rf"{head}\overline{{{repetend}}}" if d.latex else f"{head}overline({repetend})"


def mixed(args: tuple[Any, ...], d: Dialect) -> str:
    whole, above, below = (to_digits(part.args[0]) for part in args)
    return rf"{whole}\frac{{{above}}}{{{below}}}" if d.latex else f"{whole} {above}/{below}"


def based(args: tuple[Any, ...], d: Dialect) -> str:
    return f"{args[0]}_{{{args[1]}}}" if d.latex else f"{args[0]}_{args[1]}"


def name(args: tuple[Any, ...], d: Dialect) -> str:
    name: str = args[0]
    base = name.rstrip("'")
    primes = name[len(base) :]
    base, _, script = base.partition("_")
    if base.endswith("^-1"):
        return f"{base[:-3]}^{{-1}}" if d.latex else base
    if base.endswith(")"):
        mark, _, content = base[:-1].partition("(")
        if d.latex:
            mark = "mathbf" if mark == "vec" and content in tuple("ijk") else mark
            base = rf"\{mark}{{{_letters(content)}}}"
    elif len(base) > 1 and base.isalpha():
        if d.latex:
            base = "\\" + base if base in GREEK or base in ("ell", "hbar", "aleph", "nabla") else rf"\mathit{{{base}}}"
        elif LEXICON.get(base) != ("name", base):
            base = "ℓ" if base == "ell" else "∇" if base == "nabla" else "ℵ" if base == "aleph" else f"`{base}`"
    if script:
        script = script.strip("{}") if script.startswith("{") else script
        if d.latex:
            script = rf"_{{\mathrm{{{script}}}}}" if len(script) > 1 and script.isalpha() else f"_{{{script}}}"
        else:
            script = f"_{script}" if script.isalpha() or script.isdecimal() else f"_{{{script}}}"
    return base + script + primes


def _letters(content: str) -> str:
    return "\\" + content if content in GREEK else content


def constant(args: tuple[Any, ...], d: Dialect) -> str:
    return CONSTANTS[args[0]][d.latex]


def words(args: tuple[Any, ...], d: Dialect) -> str:
    if not d.latex:
        return f'"{args[0]}"'
    return rf"\text{{{args[0]}}}" if all(map(_is_mere_word, args[0].split(" "))) else rf'\text{{"{args[0]}"}}'


def _is_mere_word(word: str) -> bool:
    """Is `word` nothing but a word wherever it stands?"""
    lower = word.lower()
    known = lower in LEXICON or word in LEXICON or lower in MONTHS or lower in NUMBER_WORDS
    known = known or lower in FRACTION_WORDS or lower in SCALES
    return len(word) > 3 and word.isalpha() and word.isascii() and not known


def verbatim(args: tuple[Any, ...], d: Dialect) -> str:
    written: str = args[0]
    return rf"\text{{{written}}}" if d.latex and not written[-1:].isdecimal() else written
