"""`MathEquivalence`: its documentation, the choices of docs/math_equivalence.md, and what it must never do."""

from __future__ import annotations

import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import MathEquivalence
from answerkey.evaluators.evaluator import evaluator_named
from case_files import Case, cases

CASES = Path(__file__).resolve().parents[1] / "cases" / "evaluators"


def score(answer: Any, response: Any) -> float:
    result = MathEquivalence().score({"answer": answer}, {"response": response})
    assert list(result) == ["math_equiv"]
    value = result["math_equiv"]
    assert type(value) is float
    assert value in (0.0, 1.0)
    return value


@pytest.mark.parametrize("case", list(cases(CASES)), ids=lambda case: case.place)
def test_case(case: Case) -> None:
    wanted = 1.0 if case.sign == "==" else 0.0
    assert score(case.key, case.answer) == wanted, case
    assert score(case.answer, case.key) == wanted, f"the other way round: {case}"


def test_name_and_constructor() -> None:
    assert MathEquivalence().name == "math_equivalence"
    with pytest.raises(TypeError):
        MathEquivalence(1)  # type: ignore[call-arg]


@pytest.mark.parametrize("empty", ["", "  \n", None, float("nan")])
def test_empty(empty: Any) -> None:
    assert score(empty, "5") == 1.0
    assert score("5", empty) == 0.0
    assert score(empty, empty) == 1.0


def test_missing_fields() -> None:
    assert MathEquivalence().score({}, {"response": "5"}) == {"math_equiv": 1.0}
    assert MathEquivalence().score({"answer": "5"}, {}) == {"math_equiv": 0.0}
    assert MathEquivalence().score({"answer": 0}, {"response": "5"}) == {"math_equiv": 0.0}


@pytest.mark.parametrize("name", ["math_equivalence", "answer_match", "multiple_choice"])
def test_what_is_no_row_is_said(name: str) -> None:
    evaluator = evaluator_named(name)
    for original, processed, said in (
        (None, {"response": "5"}, "original is a dict with 'answer', not NoneType"),
        ({"answer": "5"}, "5", "processed is a dict with 'response', not str"),
    ):
        with pytest.raises(TypeError, match=said):
            evaluator.score(original, processed)  # type: ignore[arg-type]


class _Unwritable:
    def __str__(self) -> str:
        raise RuntimeError("no text")


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        *(0, -1.5, True, 10**5000, 1e308, float("inf"), b"\xff", [1, 2], {"a": 1}, object()),
        *("\ud800", "1" * 5000, "1e999999", "1/0", "\\", "{", "}", "\\frac", "^", "\x00", "⟧⟦"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_odd_values(value: Any) -> None:
    assert score("7", value) == 0.0
    assert score(value, "7") == 0.0
    assert score(value, value) == 1.0


@pytest.mark.parametrize("value", [_Unwritable(), _nested(100_000)], ids=["raises", "too deep"])
def test_no_text_stands_for_it(value: Any) -> None:
    assert score("7", value) == score(value, "7") == score(value, value) == 0.0


def test_values_that_are_not_text() -> None:
    assert score(42, "42.0") == 1.0
    assert score(b"42", 42) == 1.0
    assert score(Fraction(1, 2), 0.5) == 1.0
    assert score(b"\xff", b"\xfe") == 0.0
    assert score(10**5000, 10**5000 + 1) == 0.0


@pytest.mark.parametrize(
    ("response", "taken"),
    [
        (r"first \boxed{3}, then \boxed{4}", "4"),
        (r"\boxed{\frac{1}{2}} and so on", "0.5"),
        (r"\boxed{\{1,2\}}", "{1,2}"),
        (r"\boxed {5}", "5"),
        (r"\boxed{x = \boxed{5}}", "5"),
        (r"\boxed{5} but \boxed{6", "5"),
        (r"}}} \boxed{5}", "5"),
        (r"\boxed{5}" + r" \boxed{" * 5_000, "5"),
        (r"\boxed{5}" + "x" * 1_000_000, "5"),
    ],
)
def test_box(response: str, taken: str) -> None:
    assert score(taken, response) == 1.0
    assert score("12345", response) == 0.0


MILLION = 1_000_000


@pytest.mark.parametrize(
    "response",
    [
        *(r"\boxed{" * (MILLION // 7), r"\boxed{" + "{" * MILLION, r"\boxed{" + "}{" * (MILLION // 2)),
        *(r"\boxed{5}" * (MILLION // 9), r"\boxed{" * (MILLION // 8) + "}" * (MILLION // 8)),
        *(r"\boxed{" + "{\\{" * (MILLION // 3), r"\frac" * (MILLION // 5), "a " * (MILLION // 2), "1" * MILLION),
        *("(" * MILLION, "\\" * MILLION, "1," * (MILLION // 2), "4" + " " * MILLION + "2", r"\boxed" + " " * MILLION),
        *(
            "^" * 9_999,
            "x^" * 4_999,
            r"\boxed{" + r"\frac{" * 1_600 + "}",
            "(√(1)" * 1_990,
            r"\frac" * 1_600 + "1" * 2_000,
            *(r"\frac" * 1_600 + "a" * 2_000, "^" * 4_000 + "a" * 4_000),
            r"\sqrt[" * 1_600,
        ),
    ],
    ids=lambda response: response[:12],
)
def test_linear_in_the_length(response: str) -> None:
    started = time.process_time()
    score("1/2", response)
    assert time.process_time() - started < 0.5  # 50 ms on a quiet machine; quadratic work takes seconds


def _forms(value: Fraction) -> st.SearchStrategy[str]:
    top, bottom = value.numerator, value.denominator
    forms = [
        f"{top}/{bottom}",
        rf"\frac{{{top}}}{{{bottom}}}",
        rf"\dfrac{{{top}}}{{{bottom}}}",
        rf"\boxed{{\frac{{{top}}}{{{bottom}}}}}",
        f"({top})/({bottom})",
        f"$ {top} / {bottom} $",
        rf"\text{{{top}/{bottom}}}",
    ]
    if value >= 0:
        whole, rest = divmod(top, bottom)
        forms.append(rf"{whole}\frac{{{rest}}}{{{bottom}}}")
        forms.append(f"{whole} {rest}/{bottom}")
        if top < 10 and bottom < 10:
            forms.append(rf"\frac{top}{bottom}")
    if 10**12 % bottom == 0:
        scaled = value * 10**12
        text = f"{abs(scaled.numerator):013d}"
        decimal = ("-" if value < 0 else "") + f"{text[:-12]}.{text[-12:]}"
        forms += [decimal, rf"{decimal}\,", f"{float(value * 100):.10f}\\%"]
    if bottom == 1:
        forms += [f"{top:,}", f"{top:,}".replace(",", "{,}"), f"{top:,}".replace(",", r"\,"), f"{top}.0", f"({top})"]
    return st.sampled_from(forms)


rationals = st.one_of(
    st.integers(-2_000_000, 2_000_000).map(Fraction),
    st.fractions(-1000, 1000, max_denominator=200),
    st.integers(-9999, 9999).map(lambda n: Fraction(n, 1000)),
)


@given(st.data(), rationals, rationals)
def test_rationals(data: st.DataObject, first: Fraction, second: Fraction) -> None:
    """Unequal rationals are never accepted, equal ones always, in whatever forms."""
    tolerance = Fraction(1, 10**6) * max(abs(first), abs(second))
    wanted = 1.0 if abs(first - second) <= tolerance else 0.0
    assert score(data.draw(_forms(first)), data.draw(_forms(second))) == wanted
    assert score(data.draw(_forms(first)), data.draw(_forms(first))) == 1.0


alphabet = st.sampled_from([*"0123456789abe.,/%^_{}()[]$~ +-*√πx\\", r"\frac", r"\sqrt", r"\text{", r"\boxed{", r"\,"])


@given(st.lists(alphabet, max_size=30).map("".join), st.text(max_size=20))
def test_never_raises_and_reflexive(mathlike: str, anything: str) -> None:
    score(mathlike, anything)
    score(anything, mathlike)
    if r"\boxed" not in mathlike and mathlike.strip():
        assert score(mathlike, mathlike) == 1.0


@pytest.mark.parametrize(
    "statement",
    [
        "import answerkey.evaluators.math_equivalence",
        "from answerkey import MathEquivalence",
        "from answerkey.evaluators import MathEquivalence",
    ],
)
def test_imports_nothing_of_weight(statement: str) -> None:
    foreign = "sorted(m for m in sys.modules if m.split('.')[0] not in sys.stdlib_module_names)"
    code = f"{statement}; import sys; print(*{foreign})"
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert [name for name in loaded if name != "__main__"] == [
        "answerkey",
        "answerkey.evaluators",
        "answerkey.evaluators.math_equivalence",
        "answerkey.evaluators.plain_latex",
        "answerkey.evaluators.rows",
        "answerkey.lazy",
    ]
