"""Both evaluators on the same rows: DataFlow's own `BenchDatasetEvaluator` and ours, inside DataFlow.

    ANSWERKEY_SHARED=... .venv-dataflow/bin/python benchmarks/against_dataflow.py [rows a set]

(`make host` makes that environment.) Prints, for each set, how many rows a second each grades, how often each agrees
with the recorded label, and how often they differ; with `--show N`, N of the rows on which they do. Both read the same
file through their own FileStorage, and both get the column of whole responses.
"""

from __future__ import annotations

import argparse
import itertools
import json
import logging
import tempfile
import time
from pathlib import Path
from typing import Any

from dataflow.operators.core_text import BenchDatasetEvaluator as Theirs
from dataflow.utils.storage import FileStorage as TheirStorage

from answerkey.operators import BenchDatasetEvaluator, FileStorage
from peers import SHARED, rows

SETS = ("gsm8k_model_outputs.jsonl", "mathcoder_outputs.jsonl.gz")


def run(operator: Any, storage: Any, folder: Path, prefix: str, source: Path) -> tuple[list[bool], float]:
    """The operator's result for each row, and the seconds it took, storage included."""
    here = storage(str(source), cache_path=str(folder), file_name_prefix=prefix)
    started = time.perf_counter()
    operator.run(here.step())
    seconds = time.perf_counter() - started
    written = (folder / f"{prefix}_step1.jsonl").open(encoding="utf-8")
    return [bool(json.loads(line)["answer_match_result"]) for line in written], seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limit", nargs="?", type=int)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for name in SETS:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            source = folder / "rows.jsonl"
            data = list(itertools.islice(rows(SHARED / "data" / name), options.limit))
            source.write_text("".join(json.dumps(row) + "\n" for row in data))
            ours, our_time = run(BenchDatasetEvaluator(str(folder / "ours.json")), FileStorage, folder, "ours", source)
            theirs, their_time = run(
                Theirs(str(folder / "theirs.json"), prompt_template=None), TheirStorage, folder, "theirs", source
            )
        labels = [bool(row["is_correct"]) for row in data]
        differing = [place for place, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a is not b]
        print(f"{name}: {len(data)} rows")
        for who, found, seconds in (("answerkey", ours, our_time), ("DataFlow", theirs, their_time)):
            agreeing = sum(one is label for one, label in zip(found, labels, strict=True))
            share = f"{agreeing} ({agreeing / len(data):.2%})"
            print(f"  {who:10} {len(data) / seconds:8.0f} rows/s   agrees with the label on {share}")
        with_label = sum(ours[place] is labels[place] for place in differing)
        print(f"  they differ on {len(differing)}; the label sides with answerkey on {with_label} of them")
        for place in differing[: options.show]:
            row = data[place]
            print(
                "   ",
                {"key": row["golden_answer"], "ours": ours[place], "label": labels[place]},
                row["generated_cot"][-110:],
            )


if __name__ == "__main__":
    main()
