"""Memory over a long run: millions of rows made by varying real ones, and what the process holds meanwhile.

    python benchmarks/endurance.py [--rows N]

Every row has a key and numbers of its own, so that what is kept (parsed keys, compiled patterns) is turned over all the
time. Prints the resident memory at every tenth of the run; the growth after the first tenth is what leaks.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from pathlib import Path

from answerkey.running.grade_files import Progress, grade_files
from answerkey.running.options import Options
from peers import SHARED, rows

_NUMBER = re.compile(r"\d+")


def resident() -> float:
    """The megabytes that this process holds."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def varied(row: dict[str, str], draw: random.Random) -> bytes:
    """The row with its numbers replaced, each everywhere by the same other one."""
    others: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        return others.setdefault(match[0], str(draw.randrange(10 ** len(match[0]))))

    texts = {name: _NUMBER.sub(other, str(row[name])) for name in ("golden_answer", "generated_cot")}
    return json.dumps(texts, ensure_ascii=False).encode() + b"\n"


def main() -> None:
    """Make the file, grade it, print what memory did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rows", type=int, default=3_000_000)
    args = parser.parse_args()
    real = list(rows(SHARED / "data" / "gsm8k_model_outputs.jsonl"))
    real += list(rows(SHARED / "data" / "mathcoder_outputs.jsonl.gz"))
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "rows.jsonl"
        with source.open("wb") as file:
            for number in range(args.rows):
                file.write(varied(real[number % len(real)], draw))
        print(f"{args.rows:,} rows, {source.stat().st_size / 1e9:.2f} GB", flush=True)
        marks: list[float] = []
        started = time.perf_counter()

        def watch(progress: Progress) -> None:
            if progress.rows >= args.rows * (len(marks) + 1) // 10:
                marks.append(resident())
                rate = progress.rows / (time.perf_counter() - started)
                print(f"{progress.rows:>12,} rows  {marks[-1]:7.1f} MB  {rate:,.0f} rows/s", flush=True)

        graded = grade_files([str(source)], Options(output=str(Path(folder) / "out.jsonl")), on_progress=watch)
    print(f"grew by {marks[-1] - marks[0]:.1f} MB after the first tenth; {graded.summary.to_dict()}")


if __name__ == "__main__":
    main()
