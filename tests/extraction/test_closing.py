"""What a closing sentence asserts, for any sentence: no operand of an expression, no number of a circumstance."""

from __future__ import annotations

from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import grade
from answerkey.extraction.closing import sentence
from answerkey.extraction.enumeration import at_end
from answerkey.extraction.expression import whole
from answerkey.extraction.quantities import quantities

NUMBERS = st.integers(2, 9_999)


@given(st.text(alphabet="x=12 .,;()$\\^+-/*ab{}\nwhen to in 和是", max_size=120), st.integers(0, 120))
def test_spans_stay_inside(text: str, place: int) -> None:
    place = min(place, len(text))
    said = sentence(text, 0, place, len(text))
    assert 0 <= said.start <= said.end <= len(text)
    assert all(said.start <= one.start < one.end <= len(text) for one in quantities(text, said.start, len(text)))
    start, end = whole(text, max(place - 1, 0), place, 0, len(text))
    assert 0 <= start <= end <= len(text)
    several = at_end(text, 0, len(text))
    assert several is None or 0 <= several[0] < len(text)


@pytest.mark.parametrize(
    "expression",
    [
        r"\frac{%d}{%d}", "%d^%d", "%d·π + %d", "sqrt(%d) + %d", "%d × 10^%d", "%dx + %d",
        "√%d − %d", "%d/%d", "log(%d) + %d", "%d:%d",
    ],
)  # fmt: skip
@given(a=NUMBERS, b=NUMBERS)
def test_no_operand_is_the_answer(expression: str, a: int, b: int) -> None:
    response = f"At the end of it all, the result that we wanted comes out at {expression % (a, b)}, I believe."
    if expression in ("%d/%d", r"\frac{%d}{%d}", "%d:%d") and a % b == 0:
        return  # which may be the value of an operand
    if expression in ("√%d − %d", "sqrt(%d) + %d") and isqrt(a) ** 2 == a:
        return  # likewise: √16 − 2
    assert not grade(str(a), response).correct
    assert not grade(str(b), response).correct


@pytest.mark.parametrize(
    "said",
    [
        "She needs {} boxes to pack all {} eggs.", "She earns ${} in {} hours.", "In {1} hours she earns ${0}.",
        "Sie braucht {} Kisten, um alle {} Eier zu verpacken.", "Il lui faut {} boîtes pour les {} œufs.",
        "Necesita {} cajas para los {} huevos.", "Ему нужно {} коробок, чтобы упаковать {} яиц.",
        "Dans {1} ans, il aura {0} ans.", "There are {} students ({} girls among them).",
        "The rest is {} when it is divided by {}.",
    ],
)  # fmt: skip
@given(answer=NUMBERS, other=NUMBERS)
def test_a_circumstance_is_no_answer(said: str, answer: int, other: int) -> None:
    if answer == other:
        return
    response = said.format(answer, other)
    assert grade(str(answer), response).correct
    assert not grade(str(other), response).correct


@given(a=NUMBERS, b=NUMBERS, name=st.sampled_from("nxyk"), mark=st.sampled_from(["", "- ", "* "]))
def test_one_root_is_not_the_answer(a: int, b: int, name: str, mark: str) -> None:
    response = f"The roots:\n{mark}{name} = {-a}\n{mark}{name} = {b}"
    assert grade(f"{-a}, {b}", response).correct
    assert not grade(str(b), response).correct
