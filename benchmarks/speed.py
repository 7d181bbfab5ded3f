"""Rows per second on real keys, ours and Math-Verify's in the same run; long responses; hostile input.

    python benchmarks/speed.py [--peer-python PATH] [--peer-rows N]

The mixed workload: 2,000 real keys (1,500 of MATH, 500 of GSM8K), each against itself in a sentence, against the next
row's key, and against an equivalent rewriting. One core, one process. The first pass reads each key and
each answer for the first time; the best of five is what a run over many responses to the same keys sees, where answers
repeat as well as keys.
"""

from __future__ import annotations

import argparse
import resource
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from answerkey import Verdict, grade
from peers import SHARED, math_verify, peer_python, quantile, rows

Pairs = list[tuple[str, str]]

HOSTILE = {
    "power tower": "5^{5^{5^{5^5}}}",
    "high power": "9^{9^{9}}",
    "power of a sum": "(x+y+z+1)^{200}",
    "factorials": "10!!!!!",
    "large factorial": "1000000000!",
    "large binomial": r"\binom{10^7}{5\cdot 10^6}",
    "long sum": r"\sum_{k=1}^{10^9} k^2",
    "nested sums": r"\sum_{i=1}^{9999}\sum_{j=1}^{9999}\sum_{k=1}^{9999} ijk",
    "modular power": r"7^{10^{18}} \bmod 13",
    "large exponent": "1e999999999",
    "many digits": "7" * 100_000,
    "thousand members": r"\{" + ", ".join(rf"\frac{{{n}}}{{1001}}" for n in range(1, 1001)) + r"\}",
    "thousand members, unlike": r"\{" + ", ".join(f"x_{{{n}}}+\\sqrt{{{n}}}" for n in range(1, 1001)) + r"\}",
    "white space behind a number": "3" + " " * 15_000 + "!",
    "white space in an exponent": "5^{" + "\n" * 15_000 + "!",
    "white space in a domain": "x for all" + " " * 280 + "!",
    "matrix of 3,000": r"\begin{pmatrix}" + r"\\".join("&".join(["1"] * 30) for _ in range(100)) + r"\end{pmatrix}",
    "nested roots": r"\sqrt{2+" * 40 + "2" + "}" * 40,
    "nested fractions": r"\frac{1}{1+" * 500 + "1" + "}" * 500,
    "open brackets": "(" * 10_000,
    "open braces": "{" * 1_000_000,
    "open boxes": r"\boxed{" * 100_000,
    "scripts": "x^" * 5_000,
    "long product": "*".join(f"(x+{n})" for n in range(300)),
    "long polynomial": "+".join(f"{n}x^{{{n}}}" for n in range(2_000)),
    "exponentials": "e^{e^{e^{e^{10}}}}",
    "gamma": r"(10^{50}+\frac{1}{2})!",
    "integral": r"\int_0^{10^6} \sin(x^{100}) e^{\cos(x^{50})} dx",
    "limit": r"\lim_{x\to\infty} \frac{x^{2000}-(x+1)^{2000}}{x^{1999}}",
    "opaque functions": "+".join(rf"f_{{{n}}}(x_{{{n}}})" for n in range(100)),
    "product of sines": "".join(rf"\sin(x+{n})" for n in range(100)),
    "matrix of sines": r"\begin{pmatrix}" + "&".join(rf"\sin({n})" for n in range(400)) + r"\end{pmatrix}",
    "nested sines": r"\sin(" * 30 + "x" + ")" * 30,
    "high derivative": r"\frac{d^{50}}{dx^{50}} \tan(x)",
    "inverses of roots": "+".join(
        rf"\frac{{{n}}}{{\sqrt2+\sqrt3+\sqrt5+\sqrt7+\sqrt{{11}}+\sqrt{{13}}}}" for n in range(1, 100)
    ),
    "list of powers": ",".join(rf"(x+{n})^{{20}}(y+1)^{{5}}" for n in range(300)),
    "list of products": ",".join(rf"\sin({n}x)\cos(x)^{{9}}" for n in range(300)),
    "thousand intervals": r"\cup".join(f"({2 * n},{2 * n + 1})" for n in range(1000)),
    "many units": "4" + "¢" * 5_000,
    "chain of inequalities": "2≤33H" * 500,
    "a megabyte of words": "the answer is " * 70_000,
    "a megabyte of numbers": "12 " * 330_000,
    "a rule of dashes": "-" * 2_000 + "-1",
    "code": "__import__('os').system('true')",
}


class Measured(NamedTuple):
    """One workload: rows per second of the first and the best pass, seconds of each row in the best, share accepted."""

    first: float
    best: float
    seconds: list[float]
    correct: list[bool]


def measure(pairs: Pairs, passes: int = 5) -> Measured:
    """Grade all pairs several times. Rates are of CPU time, as other processes may be running; rows by the clock."""
    clock = time.perf_counter
    first = best = 0.0
    seconds: list[float] = []
    verdicts: list[Verdict] = []
    for number in range(passes):
        taken, verdicts = [], []
        started = time.process_time()
        for gold, response in pairs:
            before = clock()
            verdicts.append(grade(gold, response))
            taken.append(clock() - before)
        rate = len(pairs) / (time.process_time() - started)
        first = first if number else rate
        if rate > best:
            best, seconds = rate, taken
    return Measured(first, best, seconds, [verdict.correct for verdict in verdicts])


def in_a_sentence(answer: str) -> str:
    """A response that ends as models end."""
    return rf"We substitute, simplify and check the result. Therefore, the final answer is $\boxed{{{answer}}}$."


def rewritten(key: str, index: int) -> str:
    """Another spelling of the same answer."""
    if key.isdecimal():
        return (f"{key}.0", f"{int(key):,}", rf"\frac{{{2 * int(key)}}}{{2}}", rf"\text{{{key}}}")[index % 4]
    return (
        key.replace(r"\frac", r"\dfrac"),
        key.replace("(", r"\left(").replace(")", r"\right)") if r"\left" not in key else rf"\displaystyle {key}",
        key.replace(",", r",\,").replace("+", " + ").replace("=", " = "),
    )[index % 3]


def workloads(keys: list[str]) -> dict[str, Pairs]:
    """The parts of the mixed workload, by name."""
    return {
        "itself": [(key, in_a_sentence(key)) for key in keys],
        "the next key": [(key, in_a_sentence(keys[(i + 1) % len(keys)])) for i, key in enumerate(keys)],
        "rewritten": [(key, in_a_sentence(rewritten(key, i))) for i, key in enumerate(keys)],
    }


def real_keys() -> list[str]:
    """1,500 keys of MATH and 500 of GSM8K."""
    math = [str(row["answer"]) for row in rows(SHARED / "data" / "math_test.jsonl.gz")]
    gsm8k = [str(row["answer"]) for row in rows(SHARED / "data" / "gsm8k_test.jsonl")]
    return math[:1500] + gsm8k[:500]


def speed_table(peer: str | None, peer_rows: int, console: Console) -> None:
    """Rows per second of each workload, and of Math-Verify on a sample of the mixed one."""
    keys = real_keys()
    parts = workloads(keys)
    mixed = [pair for group in zip(*parts.values(), strict=True) for pair in group]
    odd = [pair for part in workloads([key for key in keys if not key.isdecimal()]).values() for pair in part]
    filler = "Let us consider the next case, where $x_1 = 3$ and the sum is 12, and go on. " * 400
    long = [(gold, filler[:30_000] + response) for gold, response in mixed[:1500]]
    for gold, response in mixed[:300]:  # what is imported or compiled once is no row's cost
        grade(gold, response)
    table = Table("workload", title="speed on one core")
    for column in ("rows", "first pass, rows/s", "best pass, rows/s", "p99 ms", "worst ms", "accepted"):
        table.add_column(column, justify="right")
    results = {}
    for name, pairs in {"mixed": mixed, **parts, "non-integer keys": odd, "30 KB responses": long}.items():
        results[name] = one = measure(pairs)
        table.add_row(
            *(
                name,
                f"{len(pairs):,}",
                f"{one.first:,.0f}",
                f"{one.best:,.0f}",
                f"{quantile(one.seconds, 0.99) * 1e3:.3f}",
            ),
            *(f"{max(one.seconds) * 1e3:.2f}", f"{sum(one.correct):,}"),
        )
    if peer and peer_rows:
        stride = max(1, len(mixed) // peer_rows) | 1  # odd: all three parts are sampled
        sample = mixed[::stride]
        answers = math_verify(peer, sample)
        seconds = [one.seconds for one in answers]
        rate = len(sample) / sum(one.cpu_seconds for one in answers)
        table.add_section()
        table.add_row(
            *("Math-Verify, mixed", f"{len(sample):,}", "", f"{rate:,.0f}", f"{quantile(seconds, 0.99) * 1e3:.3f}"),
            *(f"{max(seconds) * 1e3:.2f}", f"{sum(one.correct for one in answers):,}"),
        )
        ratio = results["mixed"].best / rate
        table.caption = (
            f"{ratio:,.0f} times Math-Verify on the mixed workload ({results['mixed'].first / rate:,.0f} first)"
        )
    console.print(table)


def in_thread(work: Callable[[], Verdict]) -> tuple[Verdict | BaseException, float]:
    """Run `work` in a thread: its verdict (or what it raised) and the seconds of the processor that it took."""
    result: list[tuple[Verdict | BaseException, float]] = []

    def run() -> None:
        started = time.thread_time()
        try:
            found: Verdict | BaseException = work()
        except BaseException as error:
            found = error
        result.append((found, time.thread_time() - started))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return result[0]


def hostile_table(console: Console) -> None:
    """Each hostile input as the answer to 1, and as key and answer both: milliseconds, and growth of the process."""
    table = Table("hostile input, in a thread", title="hostile input")
    for column in ("characters", "against 1, ms", "against itself + 1, ms", "MB", "reasons"):
        table.add_column(column, justify="right" if column != "reasons" else "left")
    for name, text in HOSTILE.items():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        first, seconds = in_thread(lambda text=text: grade("1", rf"\boxed{{{text}}}"))
        second, both = in_thread(lambda text=text: grade(text, rf"\boxed{{{text}+1}}"))
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        reasons = ", ".join(
            one.reason.value if isinstance(one, Verdict) else f"RAISED {type(one).__name__}" for one in (first, second)
        )
        slow = "[red]" if max(seconds, both) > 0.05 else ""
        table.add_row(
            *(name, f"{len(text):,}", f"{slow}{seconds * 1e3:.1f}", f"{slow}{both * 1e3:.1f}", f"{grown:.1f}", reasons)
        )
    console.print(table)


def main() -> None:
    """Parse the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--peer-python", help="an interpreter that has math-verify")
    parser.add_argument("--peer-rows", type=int, default=600, help="rows of the mixed workload for the peer (0: none)")
    parser.add_argument("--only", choices=("speed", "hostile"), help="only this table")
    args = parser.parse_args()
    console = Console(width=150)
    if args.only != "hostile":
        speed_table(peer_python(args.peer_python), args.peer_rows, console)
    if args.only != "speed":
        hostile_table(console)


if __name__ == "__main__":
    main()
