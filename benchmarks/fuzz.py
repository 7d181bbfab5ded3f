"""Texts that nobody wrote, thrown at everything that reads text: no exception, and no call over 100 ms.

    python benchmarks/fuzz.py [--seconds N] [--seed N] [--only TARGET]

Hypothesis makes the texts: pieces of the project's own cases, cut, doubled, repeated and mixed with brackets, commands,
digits and odd characters. What fails is shrunk and printed with its target; the exit code is then 1. A call's time is
the processor's, and the least of a few, as other work may share the machine.
"""

from __future__ import annotations

import argparse
import atexit
import gzip
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st

from answerkey import Extractor, compare, extract, grade
from answerkey.extraction.chain import PRESETS as EXTRACTORS
from answerkey.judging.contract import JUDGEMENT
from answerkey.notation.parser import read
from answerkey.notation.printer import show
from answerkey.policy import PRESETS as POLICIES
from answerkey.running.errors import InputError
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

CASES = Path(__file__).resolve().parents[1] / "tests" / "cases"
LIMIT = 0.1  # seconds of one call
TRIES = 4  # of a call over the limit: other work shares the machine
COMMANDS = r"""
\frac \dfrac \sqrt \boxed{ \text{ \left( \right) \left[ \right] \begin{pmatrix} \end{pmatrix} \begin{cases} \end{cases}
\sum_{ \int_0^ \lim_{x\to \infty \pi \cdot \times \pm \cup \setminus \mathbb{R} \in \le \ge \neq \approx \log_ \sin
\binom \overline{ ^\circ \% \$ $$ \( \) \[ \] \\ & ^{ _{ { } ( ) [ ] | , ; : . = < > ! ' " ` # * / + - ^ _ ~ @
""".split()
WORDS = (
    "the answer is|The final answer is:|Answer:|#### |<think>|</think>|<answer>|</answer>|\\boxed{|or|and|not|no|yes|"
    "true|null|NaN|cm|km/h|percent|3:45 PM|July 4, 1776|10%|$5|1,000|1e999|0.1\\overline{6}|x_1|2\\frac{1}{2}|9^{9^9}|"
    '{"judgement_result": true|"reason":|```json|[[A]]|\n\n| |\t|\u2028|\u00a0|{"gold": "5", "response": "5"}|'
    '{"gold":|}|,|"'
).split("|")
ODD = "\x00\x1f\x7f\xad\u200b\u200e\u2028\ufeff\ud800\udfff\U0001f600²½٣三√∛∑∞≤−×÷·∪ﬁＡ０１ \u0301"


def corpus() -> list[str]:
    """The texts of the project's cases."""
    lines = (line for path in sorted(CASES.rglob("*.txt")) for line in path.read_text(encoding="utf-8").split("\n"))
    return [part.strip() for line in lines for part in line.split("  ") if part.strip() and not part.startswith("#")]


def texts(pieces: list[str]) -> st.SearchStrategy[str]:
    """What a text may be: fragments one after the other, a fragment many times over, a case cut in two places."""
    case = st.sampled_from(pieces)
    cut = st.tuples(case, st.integers(0, 40), st.integers(0, 40)).map(lambda t: t[0][t[1] : -t[2] or None])
    digits = st.integers(-(10**30), 10**30).map(str)
    odd = st.sampled_from(ODD) | st.text(st.characters(codec=None), max_size=3)
    fragment = case | cut | st.sampled_from(COMMANDS) | st.sampled_from(WORDS) | digits | odd
    repeated = st.tuples(fragment, st.integers(2, 3000)).map(lambda t: (t[0] * t[1])[:60_000])
    return st.lists(fragment | fragment | fragment | repeated, max_size=12).map("".join)


def timed(work: Callable[[], object]) -> None:
    """Do the work; `AssertionError` if it takes longer than the limit as often as it is tried."""
    taken = []
    for _ in range(TRIES):
        started = time.thread_time()
        work()
        taken.append(time.thread_time() - started)
        if taken[-1] <= LIMIT:
            return
    raise AssertionError(f"took {min(taken):.3f} s")


def grade_target(text: st.SearchStrategy[str]) -> Callable[[], None]:
    boxed = text.map(lambda inner: rf"So it is \boxed{{{inner}}}.")

    @given(text, text | boxed, st.sampled_from(sorted(POLICIES)), st.sampled_from(sorted(EXTRACTORS)))
    def check(gold: str, response: str, policy: str, extractor: str) -> None:
        chosen = Extractor.preset(extractor)
        timed(lambda: grade(gold, response, policy=policy, extractor=chosen))
        verdict = grade(gold, response, policy=policy, extractor=chosen)
        assert verdict.reason.value != "fault", verdict.notes
        timed(lambda: compare(gold, response, policy=policy))
        assert compare(gold, response, policy=policy).reason.value != "fault"
        json.dumps(verdict.to_dict())

    return check


def extract_target(text: st.SearchStrategy[str]) -> Callable[[], None]:
    @given(text, st.none() | text)
    def check(response: str, gold: str | None) -> None:
        timed(lambda: extract(response, gold=gold))
        found = extract(response, gold=gold)
        assert found is None or 0 <= found.span[0] <= found.span[1] <= len(response)

    return check


def read_target(text: st.SearchStrategy[str]) -> Callable[[], None]:
    @given(text)
    def check(answer: str) -> None:
        timed(lambda: read(answer))
        reading = read(answer)
        assert bool(reading.nodes) == (reading.failure is None)
        for node in reading.nodes:
            show(node)

    return check


def judge_target(text: st.SearchStrategy[str]) -> Callable[[], None]:
    @given(text, st.none() | text, text)
    def check(reply: str, reasoning: str | None, answer: str) -> None:
        timed(lambda: JUDGEMENT.parse(reply, reasoning=reasoning, untrusted=[answer]))

    return check


@lru_cache(maxsize=1)
def scratch() -> Path:
    """A folder for the files of this run, gone with it."""
    folder = tempfile.TemporaryDirectory(prefix="answerkey-fuzz-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def files_target(text: st.SearchStrategy[str]) -> Callable[[], None]:
    good = st.builds(lambda gold, response: json.dumps({"gold": gold, "response": response}), text, text)
    line = good | good | text
    raw = st.lists(line, max_size=6).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass"))
    data = (
        raw | st.tuples(raw, st.integers(0, 99)).map(lambda t: t[0][: len(t[0]) * t[1] // 100]) | st.binary(max_size=99)
    )
    folder = scratch()
    endings = ("jsonl", "json", "csv", "tsv", "jsonl.gz", "parquet")

    @given(data, st.sampled_from(endings), st.booleans(), st.booleans())
    def check(content: bytes, ending: str, array: bool, strict: bool) -> None:
        path, output = folder / f"in.{ending}", folder / f"out.{ending}"
        if ending == "json" and array:
            content = b"[" + b",".join(content.split(b"\n")) + b"]"
        path.write_bytes(gzip.compress(content) if ending.endswith("gz") and array else content)
        try:
            rows: int | None = grade_files(
                [str(path)], Options(gold="gold", response="response", output=str(output), strict_input=strict)
            ).summary.rows
        except InputError:  # the file is none of its format: the one error that a file may cause
            rows = None
        if ending == "jsonl" and rows is not None:
            held = [line for line in content.split(b"\n") if line.strip(b" \t\r\n")]
            assert rows == len(held)
            written = [line for line in output.read_bytes().split(b"\n") if line.strip(b" \t\r\n")]
            assert len(written) == rows
            for new in written:
                json.loads(new.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))

    return check


TARGETS: dict[str, Callable[[st.SearchStrategy[str]], Callable[[], None]]] = {
    "grade": grade_target,
    "extract": extract_target,
    "read": read_target,
    "judge": judge_target,
    "files": files_target,
}


def run(targets: Iterable[str], seconds: float, seed: int, batch: int = 200) -> tuple[Counter[str], list[str]]:
    """Fuzz the targets in turn until the time is over: examples a target, and what failed."""
    text = texts(corpus())
    names = list(targets)
    made: Counter[str] = Counter()
    failed: list[str] = []
    until = time.monotonic() + seconds
    for number in itertools.count(seed):
        for name in names:
            if time.monotonic() >= until:
                return made, failed
            options = settings(
                max_examples=batch,
                deadline=None,
                database=None,
                verbosity=Verbosity.normal,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate, Phase.shrink],
                report_multiple_bugs=False,
            )
            try:
                options(hypothesis.seed(number)(TARGETS[name](text)))()
            except Exception as error:
                notes = " ".join(getattr(error, "__notes__", []))
                failed.append(f"{name}, seed {number}: {type(error).__name__}: {error} {notes}")
                print(failed[-1][-2000:], file=sys.stderr, flush=True)
                if len(failed) >= 40:
                    return made, failed
            made[name] += batch
    raise AssertionError  # count() does not end


def main() -> int:
    """Parse the arguments, fuzz, print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=sorted(TARGETS))
    args = parser.parse_args()
    made, failed = run([args.only] if args.only else list(TARGETS), args.seconds, args.seed)
    print(", ".join(f"{name} {count:,}" for name, count in made.items()), f"examples, {len(failed)} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
