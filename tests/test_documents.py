"""Every Python block of the two documents that this project implements, run as it stands.

Whole programs are written to a file and run unchanged. Fragments are run in the documents' order, with the names
that the text around them presupposes (`op`, `self.storage`, `llm_serving`). The semantic example names a public
address: the test stands in for that address, through the environment alone (see `chat_behind_tls`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from document_blocks import python_blocks

SOURCE = str(Path(__file__).resolve().parents[1] / "src")
ROWS: list[dict[str, Any]] = [
    {"predicted_answer": "so \\boxed{7}", "ground_truth": "7", "id": "0010"},
    {"predicted_answer": "\\boxed{8}", "ground_truth": "7"},
    {"predicted_answer": "\\boxed{8}", "ground_truth": None},
]
PRESUPPOSED = """
import json, types
from dataflow.operators.core_text import BenchDatasetEvaluator
from dataflow.utils.storage import FileStorage

class llm_serving:
    @staticmethod
    def generate_from_input(user_inputs, system_prompt):
        return [json.dumps({"judgement_result": True}) for _ in user_inputs]

self = types.SimpleNamespace(storage=FileStorage(first_entry_file_name="./data/cot.jsonl"))
op = BenchDatasetEvaluator()
"""


def blocks(shared: Path, beginning: str) -> list[str]:
    (document,) = (shared / "seeds").glob(f"{beginning}_*.txt")
    return list(python_blocks(document.read_text(encoding="utf-8")))


def run(folder: Path, program: str, **environment: str) -> str:
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "bench.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    (folder / "data" / "cot.jsonl").write_text('{"generated_cot": "\\\\boxed{7}", "golden_answer": "7"}\n')
    (folder / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "answerkey.aliases", "program.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": SOURCE, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.shared
def test_the_fragments(shared: Path, tmp_path: Path) -> None:
    first, second = blocks(shared, "000"), blocks(shared, "002")
    assert (len(first), len(second)) == (3, 8)
    program = "\n".join([PRESUPPOSED, *first, *(block for block in second if "__main__" not in block)])
    shown = run(tmp_path, f"{program}\nprint(ev.score({{'answer': '1/2'}}, {{'response': '0.5'}}))")
    assert shown == "{'math_equiv': 1.0}\n"
    for step in (1, 2):
        (line,) = (tmp_path / "cache" / f"dataflow_cache_step_step{step}.jsonl").read_text().splitlines()
        assert json.loads(line)["answer_match_result"] is True


@pytest.mark.shared
def test_the_match_example(shared: Path, tmp_path: Path) -> None:
    program, _ = (block for block in blocks(shared, "002") if "__main__" in block)
    run(tmp_path, program)
    rows = [json.loads(line) for line in (tmp_path / "cache" / "step_step1.jsonl").open()]
    assert [row["answer_match_result"] for row in rows] == [True, False, False]
    assert [{name: row[name] for name in before} for row, before in zip(rows, ROWS, strict=True)] == ROWS
    (stats,) = json.loads((tmp_path / "results" / "match_eval.json").read_text())
    assert (stats["bench_name_or_prefix"], stats["total_samples"], stats["matched_samples"]) == ("step", 3, 1)


@pytest.mark.shared
def test_the_semantic_example(shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("aiohttp")
    pytest.importorskip("trustme")
    from chat_behind_tls import chat_behind_tls

    _, program = (block for block in blocks(shared, "002") if "__main__" in block)
    with chat_behind_tls("api.openai.com", tmp_path, lambda prompt: f'{{"judgement_result": {_same(prompt)}}}') as chat:
        run(tmp_path, program, DF_API_KEY="sk-test", **chat.environment)
    assert chat.addresses == {"https://api.openai.com/v1/chat/completions"}
    assert chat.keys == {"Bearer sk-test"}
    assert [(sent["model"], sent["temperature"]) for sent in chat.requests] == [("gpt-4o", 0.0)] * 2
    rows = [json.loads(line) for line in (tmp_path / "cache" / "step_step1.jsonl").open()]
    assert [row["answer_match_result"] for row in rows] == [True, False, False]
    (stats,) = json.loads((tmp_path / "results" / "semantic_eval.json").read_text())
    assert (stats["compare_method"], stats["valid_samples"], stats["skipped_samples"]) == ("semantic", 2, 1)


def _same(prompt: str) -> str:
    request, _ = json.JSONDecoder().raw_decode(prompt, prompt.index("{"))
    return "true" if request["reference_answer"] in request["answer"] else "false"
