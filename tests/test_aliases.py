"""The documents' imports resolve to ours where the real packages are absent, and never stand in a real one's way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

SOURCE = str(Path(__file__).resolve().parents[1] / "src")


def python(*arguments: str, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, check=check, capture_output=True, text=True, env=environment)


def test_the_names(tmp_path: Path) -> None:
    code = """
        import sys, answerkey.aliases, answerkey
        from context_bench.evaluators import MathEquivalence
        from dataflow.operators.core_text import BenchDatasetEvaluator
        from dataflow.prompts.core_text import AnswerJudgePrompt
        from dataflow.utils.storage import FileStorage, DataFlowStorage
        import dataflow.operators
        from math_verify.errors import TimeoutException
        from math_verify.grader import verify
        from math_verify.metric import math_metric
        from math_verify.parser import ExprExtractionConfig, LatexExtractionConfig, parse
        assert verify(parse("1/2"), parse("0.5"))
        assert MathEquivalence is answerkey.MathEquivalence
        assert BenchDatasetEvaluator is answerkey.operators.BenchDatasetEvaluator
        assert sys.meta_path[-1].__class__.__name__ == "AliasFinder"
        for wrong in ("from dataflow.utils.storage import S3Storage", "import dataflow.agents"):
            try:
                exec(wrong)
            except ImportError as error:
                print(error)
            else:
                raise SystemExit(wrong)
    """
    out = python("-c", textwrap.dedent(code), cwd=tmp_path).stdout
    assert "S3Storage" in out
    assert "No module named 'dataflow.agents'" in out


@pytest.mark.parametrize("first", ["import answerkey.aliases", ""])
def test_a_real_package_wins_whole(tmp_path: Path, first: str) -> None:
    package = tmp_path / "dataflow"
    package.mkdir()
    (package / "__init__.py").write_text("real = True")
    (package / "serving.py").write_text("APILLMServing_request = 'real'")
    code = f"""
        {first}
        import dataflow, dataflow.serving
        import answerkey.aliases
        assert dataflow.real and dataflow.serving.APILLMServing_request == "real"
        try:
            import dataflow.utils.storage
        except ImportError:
            print("not mixed")
    """
    assert python("-c", textwrap.dedent(code), cwd=tmp_path).stdout == "not mixed\n"


def test_a_script_left_unchanged(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "beside.py").write_text("KEY = '7'")
    (tmp_path / "scripts" / "script.py").write_text(
        textwrap.dedent("""
            import sys, json
            from beside import KEY
            from dataflow.operators.core_text import BenchDatasetEvaluator
            from dataflow.utils.storage import FileStorage
            import answerkey.aliases

            if __name__ == "__main__":
                storage = FileStorage(first_entry_file_name=sys.argv[1], cache_path="c", file_name_prefix="s")
                BenchDatasetEvaluator(eval_result_path="e.json").run(storage.step())
                assert sum(type(finder).__name__ == "AliasFinder" for finder in sys.meta_path) == 1
                print(KEY, __file__)
        """)
    )
    (tmp_path / "b.jsonl").write_text('{"generated_cot": "\\\\boxed{7}", "golden_answer": "7"}\n')
    done = python("-m", "answerkey.aliases", "scripts/script.py", "b.jsonl", cwd=tmp_path)
    assert done.stdout == "7 scripts/script.py\n"
    assert json.loads((tmp_path / "e.json").read_text())[0]["matched_samples"] == 1
    assert (tmp_path / "c" / "s_step1.jsonl").exists()


@pytest.mark.parametrize("arguments", [[], ["absent.py"]])
def test_how_it_is_called(tmp_path: Path, arguments: list[str]) -> None:
    done = python("-m", "answerkey.aliases", *arguments, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "usage: python -m answerkey.aliases script.py" in done.stderr
    assert all(f"there is no file {name}" in done.stderr for name in arguments)
