"""Graded files for the tests of reports."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

HOSTILE = [
    "<script>document.title = 'owned'</script>",
    "</script><img src=x onerror=\"document.title = 'owned'\">",
    r"\boxed{\href{javascript:document.title='owned'}{5}} <a href=\"javascript:document.title='owned'\">x</a>",
    "$\\href{javascript:alert(1)}{5}$ $\\includegraphics{http://localhost/x.png}$ $\\htmlId{query}{x}$",
    "\u202eThe answer is 5\u202c and \u2066more\u2069",
    "nul \x00 and bell \x07 and a lone \ud800 surrogate",
    "{{ 7 * 7 }} {% raw %} ${7*7} <!-- --> ]]> &lt;b&gt;",
    "$" * 3000 + "\\frac{" * 500,
    r"$\def\a{\a\a}\a$ $\rule{1000000em}{1000000em}$ \(\unknown\) \boxed{5}",
    "x" * 1_000_000 + r" \boxed{5}",
    "line\u2028separator\u2029and\r\nreturns",
]


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    """A JSON Lines file of rows."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def graded_rows(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    """The rows, graded, in a file beside `path`."""
    out = path.with_name(f"{path.stem}-graded.jsonl")
    grade_files([str(write_rows(path, rows))], Options(output=str(out)))
    return out


@pytest.fixture(scope="session")
def plain_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ordinary rows: 60 of two subjects, of several kinds and outcomes."""
    kinds = [
        (r"\frac{1}{2}", ["0.5", r"\frac{2}{4}", "0.4"]),
        ("(1,2]", [r"1 < x \le 2", "[1,2]", "(1,2]"]),
        ("Evelyn", ["Briana", "Evelyn", "evelyn"]),
        (r"x^2+\sqrt{3}", [r"\sqrt3+x^2", "x^2", ""]),
    ]
    rows = [
        {
            "id": f"row-{number}",
            "subject": ("algebra", "geometry")[number % 2],
            "question": rf"Question {number}: what is $\frac{{{number}}}{{7}}$ of \(x^2\)?",
            "gold": key,
            "response": f"Let me think about it.\n\nSo we get \\boxed{{{answer}}}.",
        }
        for number, (key, answer) in enumerate([(k, a) for k, answers in kinds for a in answers] * 5)
    ]
    return graded_rows(tmp_path_factory.mktemp("plain") / "plain.jsonl", rows)


@pytest.fixture(scope="session")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows whose every cell is hostile."""
    rows = [
        {
            "id": text[:300],
            "question": text[:5000],
            "gold": "5",
            "response": text,
            "subject": text[:100],
            text[:50]: text[:500],
        }
        for text in HOSTILE
    ] + [
        {"id": "key", "question": "q", "gold": text[:5000], "response": r"\boxed{5}", "subject": ""} for text in HOSTILE
    ]
    return graded_rows(tmp_path_factory.mktemp("hostile") / "hostile.jsonl", rows)
