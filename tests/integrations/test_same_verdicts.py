"""One test: the same 500 rows through every face of the engine, verdict for verdict what `grade` says.

`FACES` says of each face how it is asked, and what it must give back for a verdict. A host is the real program, in an
environment of its own, where `<host>_program.py` reads `rows.json` and writes to `scores.json` what the host made of
each row. (`MathEquivalence` is not here: it is an engine of its own.)
"""

from __future__ import annotations

import asyncio
import csv
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from answerkey import AnswerMatch, Client, Grader, Outcome, Verdict, evaluate, grade_many
from answerkey.integrations.credit import credit
from answerkey.integrations.math_verify import parse, verify
from answerkey.integrations.promptfoo import get_assert
from answerkey.integrations.trl import accuracy_reward
from answerkey.integrations.verl import compute_score
from answerkey.operators import BenchDatasetEvaluator, FileStorage
from answerkey.serving.wire import to_wire
from host_environments import REPOSITORY, python_of, run_program, run_pytest
from host_rows import Row, host_rows, host_verdicts
from serving_process import Running, service

# ---- what a face says of a verdict ------------------------------------------------------------------------------

Says = Callable[[Row, Verdict], Any]
_THREE = {Outcome.CORRECT: True, Outcome.INCORRECT: False, Outcome.UNDECIDED: None}


def all_of_it(_: Row, verdict: Verdict) -> Any:
    return json.loads(json.dumps(to_wire(verdict)))


def outcome(_: Row, verdict: Verdict) -> str:
    return verdict.outcome.value


def three(_: Row, verdict: Verdict) -> bool | None:
    return _THREE[verdict.outcome]


def right(_: Row, verdict: Verdict) -> bool:
    return verdict.correct


def right_and_undecided(_: Row, verdict: Verdict) -> list[float]:
    return [float(verdict.correct), float(verdict.outcome is Outcome.UNDECIDED)]


def right_and_outcome(_: Row, verdict: Verdict) -> list[Any]:
    return [verdict.correct, verdict.outcome.value]


def paid(row: Row, verdict: Verdict) -> float | None:
    return credit(row["gold"], verdict)


def rewarded(_: Row, verdict: Verdict) -> list[Any]:
    return [float(verdict.correct), verdict.reason.value]


def inspected(_: Row, verdict: Verdict) -> str | None:
    return {Outcome.CORRECT: "C", Outcome.INCORRECT: "I", Outcome.UNDECIDED: None}[verdict.outcome]


# ---- how a face is asked ----------------------------------------------------------------------------------------


def by_grader(rows: list[Row], _: Path) -> list[Any]:
    grader = Grader()
    return [to_wire(grader(row["gold"], row["response"])) for row in rows]


def by_grade_many(rows: list[Row], _: Path, processes: int = 1) -> list[Any]:
    verdicts = grade_many([r["gold"] for r in rows], [r["response"] for r in rows], processes=processes)
    return [to_wire(verdict) for verdict in verdicts]


def in_threads(rows: list[Row], _: Path) -> list[Any]:
    grader = Grader()
    with ThreadPoolExecutor(16) as pool:
        return [to_wire(v) for v in pool.map(lambda row: grader(row["gold"], row["response"]), rows)]


def in_a_loop(rows: list[Row], _: Path) -> list[Any]:
    async def ask() -> list[Verdict]:
        grader = Grader()
        return await asyncio.gather(*(asyncio.to_thread(grader, row["gold"], row["response"]) for row in rows))

    return [to_wire(verdict) for verdict in asyncio.run(ask())]


def by_answer_match(rows: list[Row], _: Path) -> list[Any]:
    scores = [AnswerMatch().score({"answer": row["gold"]}, {"response": row["response"]}) for row in rows]
    return [[one["answer_match"], one["answer_undecided"]] for one in scores]


def by_evaluate(rows: list[Row], _: Path) -> list[Any]:
    examples = [{"id": at, "question": "?", "answer": row["gold"]} for at, row in enumerate(rows)]
    result = evaluate([lambda example: rows[example["id"]]["response"]], examples, [AnswerMatch()])
    return [[row.scores["answer_match"], row.scores["answer_undecided"]] for row in result.rows]


def by_operator(rows: list[Row], folder: Path) -> list[Any]:
    storage = FileStorage(str(_written(rows, folder)), cache_path=str(folder), file_name_prefix="graded")
    BenchDatasetEvaluator(str(folder / "stats.json")).run(storage.step(), "response", "gold")
    graded = _lines(folder / "graded_step1.jsonl")
    return [[row["answer_match_result"], row["answer_match_outcome"]] for row in graded]


def on_the_command_line(rows: list[Row], folder: Path, kind: str = "jsonl", workers: int = 1) -> list[Any]:
    source, target = _written(rows, folder, kind), folder / f"graded.{kind}"
    command = [sys.executable, "-m", "answerkey", "grade", source, "-o", target, "--workers", str(workers)]
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
    if kind == "csv":
        with target.open(encoding="utf-8", newline="") as lines:
            return [row["answerkey_outcome"] for row in csv.DictReader(lines)]
    if kind == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return list(parquet.read_table(target)["answerkey_outcome"].to_pylist())
    return [row["answerkey_outcome"] for row in _lines(target)]


def by_service(rows: list[Row], _: Path, call: Callable[[Running, list[Row]], list[Any]]) -> list[Any]:
    pytest.importorskip("uvicorn")
    pytest.importorskip("aiohttp")
    with service() as running:
        return call(running, rows)


def as_a_batch(running: Running, rows: list[Row]) -> list[Any]:
    return list(running.post("/grade", {"rows": rows}).value["verdicts"])


def as_lines(running: Running, rows: list[Row]) -> list[Any]:
    reply = running.post("/grade", {"rows": rows}, Accept="application/x-ndjson").value
    return [json.loads(line) for line in reply.splitlines()]


def one_by_one(running: Running, rows: list[Row], path: str = "/grade") -> list[Any]:
    return [running.post(path, row).value for row in rows]


def explained(running: Running, rows: list[Row]) -> list[Any]:
    return [reply["outcome"] for reply in one_by_one(running, rows, "/explain")]


def by_client(running: Running, rows: list[Row]) -> list[Any]:
    with Client(running.url) as client:
        return [to_wire(v) for v in client.grade_many((row["gold"], row["response"]) for row in rows)]


def by_async_client(running: Running, rows: list[Row]) -> list[Any]:
    with Client(running.url) as client:
        return [to_wire(v) for v in asyncio.run(client.agrade_many((row["gold"], row["response"]) for row in rows))]


def by_math_verify(rows: list[Row], _: Path) -> list[Any]:
    return [verify(parse(row["gold"]), parse(row["response"])) for row in rows]


def by_trl(rows: list[Row], _: Path) -> list[Any]:
    return list(accuracy_reward([row["response"] for row in rows], solution=[row["gold"] for row in rows]))


def by_verl(rows: list[Row], _: Path) -> list[Any]:
    scores = [compute_score("", row["response"], row["gold"]) for row in rows]
    return [[score["score"], score["reason"]] for score in scores]


def by_promptfoo(rows: list[Row], _: Path) -> list[Any]:
    return [get_assert(row["response"], {"vars": {"gold": row["gold"]}})["pass"] for row in rows]


PARAMETRIZED = """
import json
from pathlib import Path
import pytest
ROWS = json.loads(Path("rows.json").read_text(encoding="utf-8"))
@pytest.mark.parametrize("at", range(len(ROWS)))
def test_row(at, assert_answer):
    assert_answer(ROWS[at]["gold"], ROWS[at]["response"])
"""


def by_pytest(rows: list[Row], folder: Path) -> list[Any]:
    _written(rows, folder, "json")
    (folder / "test_rows.py").write_text(PARAMETRIZED, encoding="utf-8")
    said = run_pytest(folder, "-rA")
    passed = {line.partition("[")[2].partition("]")[0] for line in said.splitlines() if line.startswith("PASSED")}
    return [str(at) in passed for at in range(len(rows))]


def inside(
    rows: list[Row], folder: Path, *, host: str, program: str | None = None, argument: str = "", served: bool = False
) -> list[Any]:
    """What the real program makes of the rows; `served`: it asks a service, whose address it is told."""
    python_of(host)
    _written(rows, folder, "json")
    if served:
        with service() as running:
            run_program(host, folder, running.url)
    else:
        run_program(host, folder, argument, program=program)
    return list(json.loads((folder / "scores.json").read_text(encoding="utf-8")))


def _written(rows: list[Row], folder: Path, kind: str = "jsonl") -> Path:
    path = folder / f"rows.{kind}"
    if kind == "csv":
        with path.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, ["gold", "response"])
            writer.writeheader()
            writer.writerows(rows)
    elif kind == "parquet":
        pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    else:
        text = json.dumps(rows) if kind == "json" else "".join(json.dumps(row) + "\n" for row in rows)
        path.write_text(text, encoding="utf-8")
    return path


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


# ---- the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Face:
    """How the rows reach a face, and what it must say of each."""

    ask: Callable[[list[Row], Path], list[Any]]
    says: Says
    marks: tuple[pytest.MarkDecorator, ...] = ()


def slow(ask: Callable[..., list[Any]], says: Says, **options: Any) -> Face:
    return Face(partial(ask, **options), says, (pytest.mark.slow,))


def host(name: str, says: Says, **options: Any) -> Face:
    return Face(partial(inside, host=name, **options), says, (pytest.mark.host,))


FACES = {
    "Grader": Face(by_grader, all_of_it),
    "grade_many": Face(by_grade_many, all_of_it),
    "processes": slow(by_grade_many, all_of_it, processes=2),
    "threads": Face(in_threads, all_of_it),
    "asyncio": Face(in_a_loop, all_of_it),
    "AnswerMatch": Face(by_answer_match, right_and_undecided),
    "evaluate()": Face(by_evaluate, right_and_undecided),
    "BenchDatasetEvaluator": Face(by_operator, right_and_outcome),
    "command line, JSON Lines": slow(on_the_command_line, outcome),
    "command line, two workers": slow(on_the_command_line, outcome, workers=2),
    "command line, CSV": slow(on_the_command_line, outcome, kind="csv"),
    "command line, Parquet": slow(on_the_command_line, outcome, kind="parquet"),
    "service, batch": slow(by_service, all_of_it, call=as_a_batch),
    "service, lines": slow(by_service, all_of_it, call=as_lines),
    "service, single rows": slow(by_service, all_of_it, call=one_by_one),
    "service, explained": slow(by_service, outcome, call=explained),
    "Client": slow(by_service, all_of_it, call=by_client),
    "Client, asyncio": slow(by_service, all_of_it, call=by_async_client),
    "math_verify's functions": Face(by_math_verify, right),
    "TRL's call": Face(by_trl, paid),
    "verl's call": Face(by_verl, rewarded),
    "promptfoo's call": Face(by_promptfoo, right),
    "pytest": slow(by_pytest, right),
    # the real programs
    "Ray": host("ray", outcome, program="ray_rows"),
    "DataFlow": host("dataflow", right_and_outcome, program="dataflow_rows"),
    "context-bench": host("context_bench", right_and_undecided, program="context_bench_rows"),
    "Inspect": host("inspect", inspected),
    "lm-evaluation-harness": host("lm_eval", right_and_undecided, argument=str(REPOSITORY / "examples" / "lm_eval")),
    "lighteval": host("lighteval", right),
    "OpenCompass": host("opencompass", right_and_outcome),
    "EvalScope": host("evalscope", right),
    "DeepEval": host("deepeval", right),
    "evaluate": host("evaluate", right_and_undecided),
    "promptfoo": host("promptfoo", right, argument=str(REPOSITORY / "examples" / "promptfoo")),
    "TRL": host("trl", paid),
    "verl": host("verl", rewarded),
    "OpenRLHF": host("openrlhf", right_and_undecided, served=True),
    "NeMo Gym": host("nemo_gym", rewarded, served=True),
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=face.marks) for name, face in FACES.items()])
def test_the_same_verdicts(name: str, tmp_path: Path) -> None:
    face = FACES[name]
    rows, verdicts = host_rows(), host_verdicts()
    scores = face.ask(rows, tmp_path)
    wanted = [face.says(row, verdict) for row, verdict in zip(rows, verdicts, strict=True)]
    assert differing(rows, json.loads(json.dumps(scores)), wanted) == []


def differing(rows: Sequence[Row], scores: Sequence[Any], wanted: Sequence[Any]) -> list[tuple[Row, Any, Any]]:
    together = zip(rows, scores, wanted, strict=True)
    return [(row, score, want) for row, score, want in together if score != want]


def test_the_rows_are_worth_it() -> None:
    """All outcomes and many reasons stand in them, so that a face which mixes two up is seen."""
    verdicts = host_verdicts()
    assert len(verdicts) == 500
    for one in Outcome:
        assert sum(verdict.outcome is one for verdict in verdicts) >= 50
    assert len({verdict.reason for verdict in verdicts}) >= 20
    assert differing(host_rows()[:1], [True], [None])
