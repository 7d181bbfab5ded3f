"""Speed of reading MATH answers, ours and latex2sympy2_extended's on the same strings, in one run.

    python benchmarks/reading.py [--peer-python PATH] [--peer-rows N] [--hostile]

Prints microseconds an answer for all answers and for those that are no integers, how many times faster that is, and
how many each reads. latex2sympy2_extended runs in its own interpreter (`--peer-python`), or in this one if it is
there. `--hostile` prints milliseconds and megabytes for text that is meant to break a reader.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Sequence

from answerkey.notation.parser import read
from peers import SHARED, rows

ROUNDS = 5
PEER = r"""
import json, sys, time
from latex2sympy2_extended import latex2sympy
for line in sys.stdin:
    text = json.loads(line)
    started = time.process_time()
    try:
        latex2sympy(text)
        done = True
    except Exception:
        done = False
    print(json.dumps([time.process_time() - started, done]), flush=True)
"""
HOSTILE = {
    "100,000 open braces": "{" * 100_000,
    "5,000 nested parentheses": "(" * 5_000 + "1" + ")" * 5_000,
    "a million digits": "9" * 1_000_000,
    "100,000 \\frac": r"\frac" * 100_000,
    "3,900 \\frac": r"\frac" * 3_900,
    "lone surrogates": "\ud800" * 10_000,
    "NULs": "\0" * 10_000,
    "right-to-left marks": "\u200f" * 15_000 + "1",
    "5,000 bars": "|" * 5_000,
    "5,000 primes": "x" + "'" * 5_000,
    "3,000 \\left(": r"\left(" * 3_000,
    "6,000 dollars and digits": "$1" * 6_000,
    "12,000 members": "1," * 6_000 + "1",
    "4,000 words": "word " * 4_000,
}


def microseconds(texts: Sequence[str]) -> float:
    """The mean for one text, in the best of several rounds, of the processor's time: other programs may be running."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        for text in texts:
            read(text)
        best = min(best, time.process_time() - started)
    return best / len(texts) * 1e6


def peer(python: str, texts: Sequence[str]) -> tuple[float, int]:
    """Its mean microseconds, and how many it read; the first ten warm it up."""
    lines = "".join(json.dumps(text) + "\n" for text in [*texts[:10], *texts])
    done = subprocess.run([python, "-c", PEER], input=lines, capture_output=True, text=True, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()][10:]
    return sum(seconds for seconds, _ in results) / len(results) * 1e6, sum(ok for _, ok in results)


def hostile() -> None:
    """The cost of each hostile text: time without, then memory with tracing."""
    for name, text in HOSTILE.items():
        started = time.perf_counter()
        reading = read(text)
        milliseconds = (time.perf_counter() - started) * 1e3
        tracemalloc.start()
        read(text)
        megabytes = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        outcome = reading.failure.why if reading.failure else f"read as {reading.nodes[0].head}"
        print(f"{name:28} {milliseconds:7.2f} ms {megabytes:6.1f} MB  {outcome}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer-python")
    parser.add_argument("--peer-rows", type=int, default=500)
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    if options.hostile:
        hostile()
        return
    answers = [row["answer"] for row in rows(SHARED / "data" / "math_test.jsonl.gz")]
    python = options.peer_python or (sys.executable if importlib.util.find_spec("latex2sympy2_extended") else None)
    other = [answer for answer in answers if not answer.lstrip("-").isdecimal()]
    for name, texts in (("all answers", answers), ("no integers", other)):
        ours = microseconds(texts)
        known = sum(bool(read(text).nodes) for text in texts)
        print(f"{name}: {ours:.1f} µs an answer, {known} of {len(texts)} read")
        if python:
            sample = texts[: options.peer_rows]
            theirs, their_known = peer(python, sample)
            ratio = theirs / microseconds(sample)
            print(
                f"  latex2sympy2_extended: {theirs:.0f} µs, {their_known} of {len(sample)} read; {ratio:.0f} times ours"
            )


if __name__ == "__main__":
    main()
