r"""`MathEquivalence`: the evaluator of that name, by its documentation, in pure standard library.

The five steps are the documented ones; where the documentation is silent, docs/math_equivalence.md says what is done.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from typing import Any

from answerkey.evaluators.plain_latex import THIN_SPACE, plain
from answerkey.evaluators.rows import key_of, response_of

_RELATIVE_TOLERANCE = Decimal("1e-6")
_MAX_CHARS = 10_000  # of a text that is read as LaTeX or as a number; longer ones are compared as text
_WINDOW = 50_000  # characters in which boxes are looked for

_BOX = re.compile(r"(?P<box>\\boxed\s*\{)|\\\\(?!boxed)|\\[{}]|(?P<open>\{+)|(?P<close>\}+)")

_SPACED_COMMA = re.compile(r",\s+\d")  # 32, 349 are two numbers
# Exponents are bounded, so no number overflows, underflows or costs time.
_N = r"(?:(?:(?!0)\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,6}|\*10\^\([+-]?\d{1,6}\))?"
_NUMBER = re.compile(
    rf"(?P<sign>[+-]?)(?:"
    rf"(?P<whole>\d+)(?:[ ](?P<a>\d+)/(?P<b>\d+)|⟦\((?P<c>\d+)\)/\((?P<d>\d+)\)⟧)"
    rf"|(?P<top>{_N}|\([+-]?{_N}\))(?:/(?P<bottom>[+-]?{_N}|\([+-]?{_N}\))|(?P<percent>%))?)"
)
_ARITHMETIC = Context(prec=50, Emax=99_999_999, Emin=-99_999_999, traps=[])
_COMPARING = Context(prec=30, Emax=99_999_999, Emin=-99_999_999, traps=[])  # coarser: 2/3 is within 1e-6 of 0.666666


class MathEquivalence:
    r"""Whether a response gives the same mathematical answer as the reference.

    >>> MathEquivalence().score({"answer": r"\frac{1}{2}"}, {"response": "0.5"})
    {'math_equiv': 1.0}
    """

    @property
    def name(self) -> str:
        """`"math_equivalence"`."""
        return "math_equivalence"

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        """`{"math_equiv": 1.0}` if `processed["response"]` is equivalent to `original["answer"]`, else 0.0.

        An empty answer scores 1.0, an empty response 0.0. Never raises, whatever the dicts hold; `TypeError` for what
        is no dict.
        """
        answer, response = _text(key_of(original)), _text(response_of(processed))
        if answer == "":
            return {"math_equiv": 1.0}
        same = bool(answer) and bool(response) and _equivalent(_boxed(str(answer)), _boxed(str(response)))
        return {"math_equiv": 1.0 if same else 0.0}


def _text(value: Any) -> str | None:
    """The text of a field's value: empty if it is missing, None, NaN or blank; None if no text stands for its value."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    try:
        if isinstance(value, (bytes, bytearray)):
            return bytes(value).decode("utf-8", "surrogateescape").strip()
        return str(value).strip()
    except Exception:  # an object that cannot be written, nesting too deep, an integer too long for `str`
        return f"{value:#x}" if isinstance(value, int) else None


def _boxed(text: str) -> str:
    r"""The content of the last `\boxed{…}` that is closed, else `text`."""
    last = text.rfind("\\boxed")
    if last < 0:
        return text
    start = text.find("\\boxed", min(last, max(0, len(text) - _WINDOW)))
    depth, best, content = 0, -1, text
    boxes: list[tuple[int, int]] = []  # (where the content begins, depth outside the box)
    for match in _BOX.finditer(text, start, start + _WINDOW):
        if match["box"]:
            boxes.append((match.end(), depth))
            depth += 1
        elif match["open"]:
            depth += len(match["open"])
        elif match["close"]:
            before, depth = depth, max(0, depth - len(match["close"]))
            while boxes and boxes[-1][1] >= depth:
                begin, outside = boxes.pop()
                if begin > best:
                    best, content = begin, text[begin : match.start() + before - outside - 1]
    return content.strip()


def _equivalent(answer: str, response: str) -> bool:
    """Steps 2 to 5: as text, as plain text, as numbers, as numbers before they became plain text."""
    words = answer.split()
    if words == response.split(None, len(words)) or _folded(words) == _folded(response.split(None, len(words))):
        return True
    if len(answer) > _MAX_CHARS or len(response) > _MAX_CHARS or not answer or not response:
        return False
    first, second = _number(answer.casefold()), _number(response.casefold())
    if first is not None and second is not None:  # step 5 first: plain text would be the same numbers
        return _close(first, second)
    answer_plain, response_plain = plain(answer), plain(response)
    if answer_plain == response_plain:
        return answer_plain != ""
    thin = THIN_SPACE.search(answer) or THIN_SPACE.search(response)
    if thin and plain(answer, thin_space=True) == plain(response, thin_space=True):
        return True
    if _SPACED_COMMA.search(answer) or _SPACED_COMMA.search(response):  # plain text has lost that space
        return False
    first, second = _number(answer_plain), _number(response_plain)
    return first is not None and second is not None and _close(first, second)


def _folded(words: list[str]) -> list[str]:
    return [word.casefold() for word in words]


def _close(first: Decimal, second: Decimal) -> bool:
    """Whether two numbers are within the relative tolerance of each other."""
    largest = max(first.copy_abs(), second.copy_abs())
    difference = _COMPARING.subtract(first, second).copy_abs()
    return difference <= _COMPARING.multiply(_RELATIVE_TOLERANCE, largest)


def _number(text: str) -> Decimal | None:
    """The value of a number, fraction, mixed number or percentage; None for anything else."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    if match["whole"]:
        part = _quotient(_decimal(match["a"] or match["c"]), _decimal(match["b"] or match["d"]))
        value = None if part is None else _ARITHMETIC.add(_decimal(match["whole"]), part)
    elif match["bottom"]:
        value = _quotient(_decimal(match["top"]), _decimal(match["bottom"]))
    else:
        value = _decimal(match["top"])
        if match["percent"]:
            value = _ARITHMETIC.scaleb(value, -2)
    return value.copy_negate() if value is not None and match["sign"] == "-" else value


def _decimal(text: str) -> Decimal:
    digits = text.strip("()") if text.startswith("(") else text
    mantissa, _, power = digits.replace(",", "").partition("*10^")
    value = _ARITHMETIC.create_decimal(mantissa)
    return _ARITHMETIC.scaleb(value, int(power.strip("()"))) if power else value


def _quotient(top: Decimal, bottom: Decimal) -> Decimal | None:
    return _ARITHMETIC.divide(top, bottom) if bottom else None
