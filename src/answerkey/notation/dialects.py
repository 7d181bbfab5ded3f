"""The two dialects of the printer: their marks, and how strongly each head binds."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.notation import pratt
from answerkey.notation.words import GREEK_FUNCTIONS, LEXICON

ATOM = 100  # binds so strongly that it never needs brackets


class Dialect(NamedTuple):
    """The marks in which plain text and LaTeX differ."""

    latex: bool
    times: str
    left: str
    right: str


PLAIN = Dialect(False, "*", "", "")
LATEX = Dialect(True, r" \cdot ", r"\left", r"\right")

# head: (plain, LaTeX)
CONSTANTS = {
    "pi": ("pi", r"\pi"),
    "inf": ("∞", r"\infty"),
    "empty": ("∅", r"\emptyset"),
    "reals": ("ℝ", r"\mathbb{R}"),
    "integers": ("ℤ", r"\mathbb{Z}"),
    "rationals": ("ℚ", r"\mathbb{Q}"),
    "naturals": ("ℕ", r"\mathbb{N}"),
    "complexes": ("ℂ", r"\mathbb{C}"),
    "dots": ("...", r"\ldots"),
}
RELATIONS = {
    "=": ("=", "="),
    "!=": ("!=", r"\ne"),
    "<": ("<", "<"),
    "<=": ("<=", r"\le"),
    ">": (">", ">"),
    ">=": (">=", r"\ge"),
    "in": ("∈", r"\in"),
    "notin": ("∉", r"\notin"),
    "approx": ("≈", r"\approx"),
    "subset": ("⊂", r"\subset"),
    "subseteq": ("⊆", r"\subseteq"),
    "equiv": ("≡", r"\equiv"),
    "sim": ("∼", r"\sim"),
    "divides": ("∣", r"\mid"),
    "parallel": ("∥", r"\parallel"),
    "perp": ("⊥", r"\perp"),
    "to": ("→", r"\to"),
}
LATEX_FUNCTIONS = frozenset(
    spelling[1:]
    for spelling, (kind, name) in LEXICON.items()
    if kind == "func" and spelling[1:] == name and spelling[0] == "\\" and name not in ("abs", "norm", "floor", "ceil")
)
GREEK = {function: letter for letter, function in GREEK_FUNCTIONS.items()}
PLAIN_FUNCTIONS = {"inf_of": "Inf", "deg": "Deg"}  # whose own names mean something else in plain text
POWERS = {
    "list": pratt.COMMA, "or": pratt.OR, "and": pratt.AND, "implies": pratt.IMPLIES, "where": pratt.WHERE,
    "label": pratt.RELATION - 3, "not": pratt.RELATION - 1, "rel": pratt.RELATION, "union": pratt.UNION,
    "inter": pratt.INTERSECTION, "setminus": pratt.UNION, "ratio": pratt.MOD - 1, "mod": pratt.MOD,
    "add": pratt.SUM, "pm": pratt.SUM, "mp": pratt.SUM, "neg": pratt.SIGN, "quantity": pratt.PRODUCT - 1,
    "money": pratt.PRODUCT - 1, "sum": pratt.SIGN, "prod": pratt.SIGN, "integral": pratt.SIGN, "limit": pratt.SIGN,
    "diff": pratt.PRODUCT, "mul": pratt.PRODUCT, "div": pratt.PRODUCT, "mixed": pratt.PRODUCT, "pow": pratt.POWER,
    "fact": pratt.POSTFIX, "dfact": pratt.POSTFIX, "percent": pratt.POSTFIX, "degree": pratt.POSTFIX,
}  # fmt: skip
