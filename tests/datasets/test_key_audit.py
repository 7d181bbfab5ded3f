"""What the audit of keys finds, and what it leaves alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from answerkey.datasets import Benchmark, Dataset, load
from answerkey.datasets.audit import IN_WORDS, Audit, Problem, audit_keys
from answerkey.running.errors import InputError


def audited(*rows: dict[str, Any], extractor: str = "default") -> Audit:
    benchmark = Benchmark("mine", "", len(rows), "", (), lambda row, place: dict(row), extractor=extractor)
    return audit_keys(Dataset("mine", benchmark, tuple({"id": n, **row} for n, row in enumerate(rows)), ""))


def found(audit: Audit) -> list[tuple[Any, Problem]]:
    return [(one.example_id, one.problem) for one in audit.findings]


def test_good_keys_of_many_kinds_have_no_findings() -> None:
    keys = [
        "18",
        r"\frac{1}{2}",
        "(1,2]",
        "x=5",
        "5 km",
        r"\text{Evelyn}",
        r"\{1,2,3\}",
        "50\\%",
        r"\$12.50",
        "no solution",
    ]
    audit = audited(*({"question": f"q{n}", "answer": key} for n, key in enumerate(keys)))
    assert found(audit) == []
    assert sum(audit.kinds.values()) == audit.rows == len(keys)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"answer": None}, Problem.EMPTY),
        ({"answer": "  "}, Problem.EMPTY),
        ({"answer": r"\frac{1}{"}, Problem.UNREADABLE),
        ({"answer": "18", "solution": "9 * 2 = 18. #### 19"}, Problem.CONTRADICTS),
        ({"answer": "Evelyn", "solution": r"It is \boxed{Briana}."}, Problem.SOLUTION_OPEN),
        ({"answer": "2", "solution": r"$x$ is $\boxed{-1}$ or $\boxed{2}$."}, Problem.SOLUTION_SEVERAL),
        ({"answer": "3 or 5"}, Problem.SEVERAL),
        ({"answer": "1,2,3"}, Problem.SEVERAL),
        ({"answer": r"\pm 3"}, Problem.SEVERAL),
    ],
)
def test_each_problem(row: dict[str, Any], problem: Problem) -> None:
    assert problem in [kind for _, kind in found(audited(row))]


def test_rows_that_are_none_are_listed_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(
        '{"question": "q", "answer": "5"}\n{"question": "r" "answer": "5"}\n\n{"question": "s", "answer": ""}\n7\n'
    )
    broken: dict[int, str] = {}
    audit = audit_keys(load(str(path), broken=broken), broken)
    assert found(audit) == [(1, Problem.BROKEN), (2, Problem.EMPTY), (3, Problem.BROKEN)]
    assert audit.rows == 4
    assert [one.detail for one in audit.findings if one.problem is Problem.BROKEN] == [
        "line 2: not JSON: Expecting ',' delimiter at column 18",
        "line 5: expected an object {...}, found a number",
    ]
    with pytest.raises(InputError, match=r"broken\.jsonl, line 2: not JSON"):
        load(str(path))
    path.write_text("7\n8\n")
    with pytest.raises(InputError, match="no row can be read: line 1: expected an object"):
        load(str(path), broken={})


def test_an_answer_that_the_data_sets_own_extraction_misses() -> None:
    audit = audited({"answer": "blue"}, extractor="gsm8k")
    assert not any(one.problem is Problem.UNREADABLE for one in audit.findings)
    assert audited({"answer": "blue"}, extractor="math").findings == ()


def test_questions_that_repeat() -> None:
    rows = [("How  many?", "1/2"), ("How many?", "0.5"), ("How many?", "3"), ("Else?", "3"), ("", "1"), ("", "2")]
    audit = audited(*({"question": question, "answer": answer} for question, answer in rows))
    assert found(audit) == [(1, Problem.REPEATED), (2, Problem.REPEATED_DIFFERENTLY)]
    assert audit.findings[1].detail == "as in 0, whose key is 1/2"


def test_every_problem_has_words() -> None:
    assert set(IN_WORDS) == set(Problem)


@pytest.mark.shared
@pytest.mark.slow
def test_the_real_keys(shared: Path) -> None:
    """The figures of docs/datasets.md."""
    expected: dict[str, dict[Problem, int]] = {
        "math": {Problem.SOLUTION_SEVERAL: 8, Problem.SEVERAL: 79},
        "math500": {Problem.SEVERAL: 5},
        "gsm8k": {},
        "mgsm": {},
    }
    assert {name: dict(audit_keys(load(name, data_dir=shared / "data")).counts) for name in expected} == expected
    outputs = audit_keys(load(str(shared / "data" / "mathcoder_outputs.jsonl.gz")))
    assert outputs.counts == Counter({Problem.REPEATED: 791, Problem.SEVERAL: 3})
