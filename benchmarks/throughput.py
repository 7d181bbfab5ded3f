"""Rates of whole files, as ratios of what is measured in the same run: reading, one process, another grader.

    python benchmarks/throughput.py [--megabytes N] [--peer-python PATH] [--peer-rows N]

The rows are real: each response of a set with recorded solutions, lengthened to 10 KB by other solutions before it.
Shares of processor time where one process is measured, by the clock where two are (which needs two free cores).
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from answerkey import grade
from answerkey.grading import forget
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

# Further imports stand where they are used: each process that grades imports the main module anew, by the clock.
LENGTH = 10_000  # characters of a response
ROLLOUTS = 8


def long_rows(count: int) -> list[dict[str, str]]:
    """Real rows with responses of `LENGTH` characters whose end is the response itself."""
    from peers import SHARED, rows

    real = list(rows(SHARED / "data" / "mathcoder_outputs.jsonl.gz"))
    unmarked = [row["generated_cot"].replace("\\boxed", "") for row in real]
    made = []
    for number in range(count):
        row = real[number % len(real)]
        text, other = row["generated_cot"], number
        while len(text) < LENGTH:
            other += 1
            text = f"{unmarked[other % len(real)]}\n\n{text}"
        made.append({**row, "id": str(number), "generated_cot": text[-max(LENGTH, len(row["generated_cot"])) :]})
    return made


def write(path: Path, made: list[dict[str, str]], size: int) -> int:
    """Write the rows over and over until the file has `size` bytes; how many lines that are."""
    lines = [json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in made]
    count = written = 0
    with path.open("wb") as file:
        while written < size:
            written += file.write(lines[count % len(lines)])
            count += 1
    return count


def last_boxes(path: Path) -> int:
    """What any grader has to do at least: read each row, and find the last box of its response."""
    found = 0
    with path.open("rb") as file:
        for line in file:
            text = json.loads(line)["generated_cot"]
            place = text.rfind("\\boxed{")
            found += place >= 0 and len(text[place : text.find("}", place)]) > 0
    return found


def cpu(work: Callable[[], object], times: int = 3) -> float:
    """The least processor time of so many runs, in seconds."""
    taken = []
    for _ in range(times):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken)


def clocks(*works: Callable[[], object], times: int = 4) -> list[float]:
    """The least time by the clock of so many runs of each, in seconds; they take turns, as a machine's load changes."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, seconds in zip(works, taken, strict=True):
            started = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - started)
    return [min(seconds) for seconds in taken]


def rollouts() -> tuple[float, float]:
    """Processor time of eight responses to each key, and of as many responses to keys that all differ."""
    from speed import in_a_sentence, real_keys, rewritten

    keys = list(dict.fromkeys(real_keys()))
    few, many = keys[:: 2 * ROLLOUTS], [key for number, key in enumerate(keys) if number % 2]

    def response(key: str, number: int) -> str:
        """Half of the responses are right, in several spellings; the wrong ones differ."""
        answer = rewritten(key, number) if number % 2 else keys[(7 * number + len(key)) % len(keys)]
        return in_a_sentence(answer)

    same = [(key, response(key, number)) for key in few for number in range(ROLLOUTS)]
    apart = [(key, response(key, number)) for number, key in enumerate(many)][: len(same)]
    for key in keys[2 :: 2 * ROLLOUTS]:  # what is imported or compiled once is no cost of a row, right or wrong
        for number in (0, 1):
            grade(key, response(key, number))
    taken = [cpu(lambda pairs=pairs: [grade(*pair) for pair in pairs], 1) for pairs in (same, apart)]
    return taken[0] / len(same), taken[1] / len(apart)


def main() -> None:
    """Parse the arguments and print the table."""
    from rich.console import Console
    from rich.table import Table

    from peers import math_verify, peer_python
    from startup import STATEMENTS, best

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--megabytes", type=int, default=200, help="size of the file of 10 KB responses")
    parser.add_argument("--peer-python", help="an interpreter that has math-verify")
    parser.add_argument("--peer-rows", type=int, default=200, help="rows for the peer (0: none)")
    args = parser.parse_args()
    grade("1/2", r"\boxed{0.5}")
    one_key, apart = rollouts()
    made = long_rows(3000)
    table = Table("what", title="throughput")
    for column in ("measured", "against", "ratio", "wanted"):
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.jsonl", str(Path(folder) / "out.jsonl")
        count = write(source, made, args.megabytes << 20)

        def graded(output: str | None, workers: int) -> None:
            grade_files([str(source)], Options(output=output, workers=workers))

        least = cpu(lambda: last_boxes(source))
        for name, output in (("grading 10 KB responses", None), ("the same, rows written", target)):
            taken = cpu(lambda output=output: graded(output, 1))
            table.add_row(
                name, f"{count / taken:,.0f} rows/s", f"{count / least:,.0f} read", f"{taken / least:.2f}", "≤ 2.5"
            )

        def anew(output: str | None, workers: int) -> None:
            forget()  # what earlier runs in this process left, which others do not have
            graded(output, workers)

        for name, output in (("two processes", None), ("the same, rows written", target)):
            alone, both = clocks(*(lambda n=n, output=output: anew(output, n) for n in (1, 2)))
            table.add_row(
                name, f"{count / both:,.0f} rows/s", f"{count / alone:,.0f} alone", f"{alone / both:.2f}", "≥ 1.8"
            )
    if (peer := peer_python(args.peer_python)) and args.peer_rows:
        sample = [(row["golden_answer"], row["generated_cot"]) for row in made[:: len(made) // args.peer_rows]]
        theirs = sum(one.cpu_seconds for one in math_verify(peer, sample)) / len(sample)
        ours = cpu(lambda: [grade(*pair) for pair in sample]) / len(sample)
        table.add_row("Math-Verify", f"{1 / ours:,.0f} rows/s", f"{1 / theirs:,.0f}", f"{theirs / ours:,.0f}", "≥ 100")
    table.add_row(
        f"{ROLLOUTS} responses a key",
        f"{one_key * 1e6:.1f} µs a row",
        f"{apart * 1e6:.1f} µs apart",
        f"{one_key / apart:.2f}",
        "< 0.6",
    )
    bare = best("pass")
    for name, wanted in (("import answerkey", 60), ("answerkey --help", 300)):
        taken = best(STATEMENTS[name])
        table.add_row(name, f"{taken:.0f} ms", f"{bare:.0f} ms bare", f"{taken - bare:.0f} ms", f"≤ {wanted} ms")
    table.caption = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
