"""Units: exact conversion, dimensions, and what is no unit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.kinds import units
from answerkey.kinds.trees import integer
from answerkey.notation.nodes import Node

_LENGTHS = ("m", "km", "cm", "inch", "foot", "mile", "yard")


@pytest.mark.parametrize(
    ("source", "target", "scale"),
    [
        ("km", "m", Fraction(1000)),
        ("km/hour", "m/s", Fraction(5, 18)),
        ("inch", "cm", Fraction(127, 50)),
        ("liter", "ml", Fraction(1000)),
        ("day", "hour", Fraction(24)),
        ("foot**2", "inch**2", Fraction(144)),
    ],
)
def test_scale(source: str, target: str, scale: Fraction) -> None:
    assert units.conversion(source, target) == units.Factor(scale, Fraction(0))


def test_temperatures_have_offsets() -> None:
    factor = units.conversion("degF", "degC")
    assert isinstance(factor, units.Factor)
    assert factor.scale * 212 + factor.offset == 100
    assert factor.scale * 32 + factor.offset == 0


def test_angles_keep_pi_exact() -> None:
    assert units.conversion("degree", "radian") == units.Factor(Fraction(1, 180), Fraction(0), 1)
    assert units.conversion("radian", "degree") == units.Factor(Fraction(180), Fraction(0), -1)
    assert units.conversion("turn", "degree") == units.Factor(Fraction(360), Fraction(0), 0)


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("cm", "kg", units.Unrelated.DIMENSION),
        ("students", "people", units.Unrelated.NOUNS),
        ("cats", "dogs", units.Unrelated.NOUNS),
        ("km", "apples", units.Unrelated.UNKNOWN),
        ("m**999999999", "km**999999999", units.Unrelated.NOUNS),
        ("m" * 500, "km", units.Unrelated.UNKNOWN),
        ("(((", "[", units.Unrelated.NOUNS),
    ],
)
def test_unrelated(source: str, target: str, why: units.Unrelated) -> None:
    assert units.conversion(source, target) is why


@given(st.sampled_from(_LENGTHS), st.sampled_from(_LENGTHS), st.sampled_from(_LENGTHS))
def test_conversions_compose(a: str, b: str, c: str) -> None:
    ab, bc, ac = units.conversion(a, b), units.conversion(b, c), units.conversion(a, c)
    assert isinstance(ab, units.Factor)
    assert isinstance(bc, units.Factor)
    assert isinstance(ac, units.Factor)
    assert ab.scale * bc.scale == ac.scale


def test_a_decimal_stays_a_decimal_under_powers_of_ten() -> None:
    kilo = units.Factor(Fraction(1000), Fraction(0))
    assert kilo.apply(Node("dec", (125, 2))) == integer(1250)
    assert units.Factor(Fraction(1, 1000), Fraction(0)).apply(Node("dec", (125, 2))) == Node("dec", (125, 5))
    assert units.Factor(Fraction(1, 3), Fraction(0)).apply(Node("dec", (125, 2))).head == "mul"


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [("N m", "Nm", True), ("mile", "miles", True), ("Apple", "apples", True), ("mW", "MW", False), ("m", "s", False)],
)
def test_same_spelling(a: str, b: str, same: bool) -> None:
    assert units.same_spelling(a, b) is same
