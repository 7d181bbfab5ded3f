"""The ordered table of scalar comparers: cheapest first, each answers equal, different, or passes on.

EQUAL needs a normal form or agreement to 90 digits, DIFFERENT a proof or a witness; what no comparer decides is
UNKNOWN. A difference is then held against the policy's conventions on rounding. Names before brackets are read as
functions and as factors, logarithms without a base as natural and as common ones, and barred names as names and as
conjugates, the same on both sides: equal in one reading is equal, and only what differs in all of them is different.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.notation.nodes import Node
from answerkey.policy import Policy
from answerkey.scalars import modular, tolerance
from answerkey.scalars.exact import has_no_value, normal_form
from answerkey.scalars.forms import Form, Polynomial, Unfit, Value, difference, independent, magnitude
from answerkey.scalars.names import EXTRAPOLATED, Choice, contents, infinite, rewritten
from answerkey.scalars.witness import PointWitness, at_point
from answerkey.verdict import Reason

_EQUAL_TEXT = because(Reason.EQUAL_TEXT)
_EQUAL_NUMBER = because(Reason.EQUAL_NUMBER)
_EQUAL_EXPRESSION = because(Reason.EQUAL_EXPRESSION)


_E, _TEN = Node("name", ("e",)), Node("int", (10,))


class Pair(NamedTuple):
    """The two trees and, where exact arithmetic reaches, their normal forms."""

    key: Node
    answer: Node
    key_form: Value | None
    answer_form: Value | None


def same(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Are the two scalars one? EQUAL needs a normal form or agreement to 90 digits; DIFFERENT a witness.

    >>> same(Node("dec", (5, 1)), Node("div", (Node("int", (1,)), Node("int", (2,)))), Context()).reason
    <Reason.EQUAL_NUMBER: 'equal.number'>
    """
    if key == answer:
        return _EQUAL_TEXT
    pair = Pair(key, answer, _form(key, ctx), _form(answer, ctx))
    result = by_number(pair, ctx) or by_normal_form(pair, ctx)
    if result is None or (result.different and _barred(pair)):
        return _over_readings(_readings(pair, ctx), ctx)
    return _with_roundings(pair, result, ctx) if result.different else result


def identical(a: Node, b: Node, ctx: Context) -> Comparison:
    """`same` for steps of a proof: no rounding that the policy allows of an answer makes two terms one."""
    if ctx.policy.absolute_tolerance:
        ctx = replace(ctx, policy=_exact(ctx.policy))
    return same(a, b, ctx)


@lru_cache(maxsize=64)
def _exact(policy: Policy) -> Policy:
    return replace(policy, absolute_tolerance=0.0)


def _form(node: Node, ctx: Context) -> Value | None:
    return node.args[0] if node.head == "int" else normal_form(node, ctx.budget)


def _barred(pair: Pair) -> bool:
    return contents(pair.key).bar or contents(pair.answer).bar


def _readings(pair: Pair, ctx: Context) -> list[Pair]:
    """All consistent readings of the two trees."""
    ours, theirs = contents(pair.key), contents(pair.answer)
    bases = (_E, _TEN) if ours.bare_log or theirs.bare_log else (None,)
    products = (False, True) if ours.application or theirs.application else (False,)
    bars = (False, True) if _barred(pair) else (False,)
    readings = []
    for choice in map(Choice._make, product(bases, products, bars)):
        if choice == Choice():
            readings.append(pair)
            continue
        key, answer = rewritten(pair.key, choice), rewritten(pair.answer, choice)
        readings.append(Pair(key, answer, _form(key, ctx), _form(answer, ctx)))
    return readings


def _over_readings(readings: list[Pair], ctx: Context) -> Comparison:
    results = []
    for reading in readings:
        result = _decide(reading, ctx)
        if result.equal:
            return result
        results.append(result)
    return next((result for result in results if not result.different), results[0])


def _decide(pair: Pair, ctx: Context) -> Comparison:
    for compare in COMPARERS:
        result = compare(pair, ctx)
        if result is not None:
            return _with_roundings(pair, result, ctx) if result.different else result
    return because(Reason.UNDECIDED_VALUE)


# The comparers


def by_number(pair: Pair, ctx: Context) -> Comparison | None:
    """Two rational numbers."""
    key, answer = pair.key_form, pair.answer_form
    if key is None or answer is None or isinstance(key, Form) or isinstance(answer, Form):
        return None
    return _EQUAL_NUMBER if key == answer else _different(pair)


def by_infinity(pair: Pair, ctx: Context) -> Comparison | None:
    """Infinities: equal to themselves with the same sign, and to nothing finite."""
    key, answer = infinite(pair.key), infinite(pair.answer)
    if not key and not answer:
        return None
    if key == answer:
        return _EQUAL_NUMBER
    finite = pair.key_form if answer else pair.answer_form
    return _different(pair) if (key and answer) or finite is not None else because(Reason.UNDECIDED_VALUE)


def by_definedness(pair: Pair, ctx: Context) -> Comparison | None:
    """An answer that divides by zero is not the value that the key has."""
    if pair.key_form is not None and pair.answer_form is None and has_no_value(pair.answer):
        return because(Reason.DIFFERENT_VALUE, "the key is {}, the answer {} has no value", pair.key, pair.answer)
    return None


def by_normal_form(pair: Pair, ctx: Context) -> Comparison | None:
    """The normal forms: the same, or different where their monomials are known to be independent."""
    key, answer = pair.key_form, pair.answer_form
    if key is None or answer is None:
        return None
    try:
        rest = difference(key, answer)
    except Unfit:
        return None
    if not rest:
        return _EQUAL_EXPRESSION if _has_variable(key, answer) else _EQUAL_NUMBER
    if independent(rest) and all(independent(form.den) for form in (key, answer) if isinstance(form, Form)):
        return _different(pair, expression=_has_variable(key, answer))
    return None


def _has_variable(*values: Value) -> bool:
    return any(isinstance(value, Form) and (_names(value.num) or _names(value.den)) for value in values)


def _names(p: Polynomial) -> bool:
    return any(type(one) is not int and one not in (("i",), ("pi",), ("e",)) for m in p for one, _ in m)


def by_residues(pair: Pair, ctx: Context) -> Comparison | None:
    """Rational functions whose residues differ at a point modulo a large prime."""
    if not modular.differ(pair.key, pair.answer):
        return None
    return _different(pair, expression=bool(contents(pair.key).names or contents(pair.answer).names))


def _different(pair: Pair, *, expression: bool = False) -> Comparison:
    if expression:
        return because(Reason.DIFFERENT_VALUE, "{}", PointWitness(pair.key, pair.answer))
    return because(Reason.DIFFERENT_VALUE, "the key is {}, the answer {}", pair.key, pair.answer)


def by_balls(pair: Pair, ctx: Context) -> Comparison | None:
    """Numbers in ball arithmetic: disjoint, or the same to 90 digits that show every part."""
    from answerkey.scalars.ball import agreement, value_at
    from answerkey.scalars.evaluate import evaluate
    from answerkey.scalars.point import Point
    from answerkey.scalars.trace import shows_every_part

    if contents(pair.key).names or contents(pair.answer).names:
        return None
    at_key, at_answer = Point({}, ctx.budget, evaluate), Point({}, ctx.budget, evaluate)
    key, answer = value_at(pair.key, at_key), value_at(pair.answer, at_answer)
    if key is None or answer is None:
        return None
    functions = contents(pair.key).functions | contents(pair.answer).functions
    found = agreement(key, answer, extrapolated=bool(functions & EXTRAPOLATED))
    if found is Same.DIFFERENT:
        return _different(pair)
    if found is Same.EQUAL and shows_every_part(pair.key, at_key) and shows_every_part(pair.answer, at_answer):
        return because(Reason.EQUAL_NUMERIC)
    return None


def by_samples(pair: Pair, ctx: Context) -> Comparison | None:
    """Expressions in variables at seeded points."""
    from answerkey.scalars.sample import sample

    if not (contents(pair.key).names or contents(pair.answer).names):
        return None
    found = sample(pair.key, pair.answer, ctx.budget, positive_names=ctx.policy.positive_names)
    if found.same is Same.EQUAL:
        return because(Reason.EQUAL_SAMPLED)
    if found.same is Same.DIFFERENT:
        return because(Reason.DIFFERENT_VALUE, "{}", at_point(found.point, found.key, found.answer))
    return None


COMPARERS: tuple[Callable[[Pair, Context], Comparison | None], ...] = (
    by_number,
    by_normal_form,
    by_infinity,
    by_definedness,
    by_residues,
    by_balls,
    by_samples,
)


# Roundings


def _with_roundings(pair: Pair, different: Comparison, ctx: Context) -> Comparison:
    """The same difference, unless the policy takes one side for a rounding of the other."""
    key, answer = tolerance.decimal(pair.key), tolerance.decimal(pair.answer)
    if key is None and answer is None and not ctx.policy.absolute_tolerance:
        return different
    gap = _gap(pair, ctx)
    return different if gap is None else tolerance.rounded(key, answer, gap, ctx.policy) or different


def no_rounding(value: Node, rounded: Node, ctx: Context) -> bool:
    """Is what is said to be about `value` no rounding of it? An integer is off by less than one of its last places
    (not 6 ≈ 5), a decimal by half of one more (not 5/12 ≈ 0.717), neither by an eighth; a fraction by a hundredth."""
    gap = _gap(Pair(value, rounded, _form(value, ctx), _form(rounded, ctx)), ctx)
    if gap is None:
        return False
    numeral = tolerance.numeral(rounded)
    allowed = gap.key_size / 100
    if numeral:
        allowed = min((2 if rounded.head == "int" else 3) * numeral.half_unit, gap.key_size / 8)
    return gap.distance >= allowed > 0


def _gap(pair: Pair, ctx: Context) -> tolerance.Distance | None:
    key, answer = pair.key_form, pair.answer_form
    if isinstance(key, (int, Fraction)) and isinstance(answer, (int, Fraction)):
        whole = pair.key.head == "int" or (key.denominator == 1 and tolerance.decimal(pair.key) is None)
        return tolerance.Distance(
            Fraction(magnitude(key - answer)), magnitude(answer) > magnitude(key), Fraction(magnitude(key)), whole
        )
    if contents(pair.key).names or contents(pair.answer).names:
        return None
    from answerkey.scalars.ball import gap

    return gap(pair.key, pair.answer, ctx.budget)
