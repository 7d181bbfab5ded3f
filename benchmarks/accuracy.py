"""Errors on labelled pairs, ours and Math-Verify's in the same run; then every benchmark key against itself.

    python benchmarks/accuracy.py [--peer-python PATH] [--errors] [--only NAME]

An error is a row labelled true that is not CORRECT, or a row labelled false that is (a false accept); UNDECIDED on
a row labelled false is none. The expectations of reported.jsonl that are not true or false are checked for what they
say.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from answerkey import Outcome, Reason, Verdict, compare, extract, grade
from peers import SHARED, Peer, math_verify, peer_python, rows

KEY_FILES = ("math_test.jsonl.gz", "math500.jsonl", "gsm8k_test.jsonl", "mgsm_all.jsonl")
SECONDS_THAT_HANG = 1.0


class Pair(NamedTuple):
    """One labelled row; `check` says what is asked of it: the label, the extraction, or only that it ends."""

    gold: str
    pred: str
    label: bool
    question: str | None = None
    check: str = "label"


class Scored(NamedTuple):
    """One pair with our verdict."""

    pair: Pair
    verdict: Verdict | None
    seconds: float

    @property
    def wrong(self) -> bool:
        if self.verdict is None:
            return True
        if self.pair.check == "ends":
            return self.seconds > SECONDS_THAT_HANG
        return self.verdict.correct != self.pair.label

    @property
    def false_accept(self) -> bool:
        return self.wrong and self.verdict is not None and self.verdict.correct


def pair_of(row: dict[str, Any]) -> Pair | None:
    """A row as a pair; None for what no grader of answers can be asked (replies of judges)."""
    if "expected" not in row:
        return Pair(row["gold"], row["pred"], row["label"], row.get("question"))
    expected = row["expected"]
    if row["kind"] == "judge":
        return None
    if isinstance(expected, bool):
        return Pair(row["gold"], row["pred"], expected)
    if expected.startswith("extract:"):
        value = re.sub(r"\s+\(.*\)$", "", expected.removeprefix("extract:"))
        return Pair(value, row["pred"], True, check="extract")
    if expected.startswith("false"):
        return Pair(row["gold"], row["pred"], False)
    return Pair(row["gold"], row["pred"], True, check="ends")


def ours(pair: Pair) -> Scored:
    """Our verdict on a pair; None where grading raised, which must never happen and must not end the benchmark."""
    started = time.perf_counter()
    try:
        verdict = extracted(pair) if pair.check == "extract" else grade(pair.gold, pair.pred, question=pair.question)
    except Exception as error:
        print(f"RAISED {error!r}: {pair.gold!r}, {pair.pred[-150:]!r}")
        verdict = None
    return Scored(pair, verdict, time.perf_counter() - started)


def extracted(pair: Pair) -> Verdict:
    """Whether the text taken from the response is the one wanted, as text or in value."""
    found = extract(pair.pred, gold=pair.gold)
    text = None if found is None else found.text
    if text is not None and text.casefold() == pair.gold.casefold():
        return Verdict(Outcome.CORRECT, Reason.EQUAL_TEXT, gold=pair.gold, answer=text)
    return compare(pair.gold, text)


def peer_wrong(pair: Pair, peer: Peer) -> bool:
    """Whether Math-Verify errs on a pair."""
    return peer.seconds > SECONDS_THAT_HANG if pair.check == "ends" else peer.correct != pair.label


def sets_table(folder: Path, python: str | None, only: str, errors: bool, console: Console) -> None:
    """Score every set of a folder and print one table."""
    table = Table("set", title="errors on labelled pairs")
    for column in ("rows", "ours", "Math-Verify", "false accepts", "Math-Verify's", "undecided", "raised"):
        table.add_column(column, justify="right")
    totals = [0] * 7
    for path in sorted(folder.glob("*.jsonl")):
        if only not in path.name:
            continue
        pairs = [pair for row in rows(path) if (pair := pair_of(row)) is not None]
        scored = [ours(pair) for pair in pairs]
        peers = math_verify(python, [(pair.gold, pair.pred) for pair in pairs]) if python else []
        wrong = [peer_wrong(pair, peer) for pair, peer in zip(pairs, peers, strict=False)]
        counts = [
            len(pairs),
            sum(one.wrong for one in scored),
            sum(wrong),
            sum(one.false_accept for one in scored),
            sum(bad and peer.correct for bad, peer in zip(wrong, peers, strict=True)),
            sum(one.verdict is not None and one.verdict.outcome is Outcome.UNDECIDED for one in scored),
            sum(one.verdict is None for one in scored),
        ]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        table.add_row(path.stem, *shown(counts, python))
        if errors:
            for pair, verdict, _ in filter(lambda one: one.wrong and one.verdict is not None, scored):
                print(path.stem, verdict.reason.value, f"wanted {pair.label}", repr(pair.gold), repr(pair.pred[-150:]),
                      f"took {verdict.answer!r}", sep="\t")  # fmt: skip
    table.add_section()
    table.add_row("all", *shown(totals, python))
    console.print(table)


def shown(counts: list[int], python: str | None) -> list[str]:
    """Counts as cells; Math-Verify's are empty where it did not run."""
    return [str(count) if python or index not in (2, 4) else "" for index, count in enumerate(counts)]


def changed(key: str, rng: random.Random) -> str | None:
    """The key with one digit changed, or None if it has none."""
    places = [index for index, char in enumerate(key) if char in "0123456789"]
    if not places:
        return None
    place = rng.choice(places)
    digit = rng.choice([other for other in "0123456789" if other != key[place]])
    return key[:place] + digit + key[place + 1 :]


def keys_table(folder: Path, errors: bool, console: Console) -> None:
    """Every key against itself, bare and in a sentence, and against itself with one digit changed."""
    table = Table("keys", title="benchmark keys graded against themselves")
    for column in ("keys", "bare refused", "in a sentence refused", "one digit changed", "of these accepted"):
        table.add_column(column, justify="right")
    for name in KEY_FILES:
        rng = random.Random(name)
        keys = [str(row["answer"]) for row in rows(folder / name)]
        refused = {"bare": 0, "sentence": 0}
        tried = accepted = 0
        for key in keys:
            sentence = rf"We add everything up. Therefore, the final answer is $\boxed{{{key}}}$. I hope it is correct."
            for way, verdict in (("bare", compare(key, key)), ("sentence", grade(key, sentence))):
                if not verdict.correct:
                    refused[way] += 1
                    if errors:
                        print(f"{name}\t{way} refused\t{verdict.reason.value}\t{key!r}")
            other = changed(key, rng)
            if other is not None:
                tried += 1
                if (verdict := compare(key, other)).correct:
                    accepted += 1
                    if errors:
                        print(f"{name}\tchanged accepted\t{verdict.reason.value}\t{key!r}\t{other!r}")
        table.add_row(name, *map(str, (len(keys), refused["bare"], refused["sentence"], tried, accepted)))
    console.print(table)


def main() -> None:
    """Parse the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--cases", type=Path, default=SHARED / "cases", help="the folder of labelled sets")
    parser.add_argument("--data", type=Path, default=SHARED / "data", help="the folder of benchmarks")
    parser.add_argument("--peer-python", help="an interpreter that has math-verify")
    parser.add_argument("--only", default="", help="only sets whose file name contains this; no keys")
    parser.add_argument("--errors", action="store_true", help="print each of our errors")
    args = parser.parse_args()
    console = Console(width=140)
    sets_table(args.cases, peer_python(args.peer_python), args.only, args.errors, console)
    if not args.only:
        keys_table(args.data, args.errors, console)


if __name__ == "__main__":
    main()
