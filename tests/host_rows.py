"""The 500 rows that every face of the engine grades, and what `grade` says of them.

Half are the contract's own cases as boxed responses, a third of them for each outcome; then cases of extraction, rows
that nobody means well, and responses that models really gave (more of the cases where the real input is not here).
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path

from answerkey import Verdict, grade
from case_files import cases

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("ANSWERKEY_SHARED", HERE.parents[1] / "shared")) / "data"
COUNT = 500
FROM_CASES, FROM_MODELS = 110, 150
Row = dict[str, str]

# Texts, as every host's data sets hold them; no lone surrogates, which Arrow refuses.
HOSTILE = [
    ("", ""),
    ("", r"\boxed{5}"),
    ("5", ""),
    ("5", " \n\t "),
    (r"\frac{1}{", r"\boxed{5}"),
    (r"\frac{1}{", ""),
    ("5", r"\boxed{"),
    ("5", r"\boxed{}"),
    ("5", r"\boxed{5} or \boxed{6}"),
    ("Evelyn", r"\boxed{Briana}"),
    ("yes", r"\boxed{__import__('os').system('true')}"),
    ("5", "<think>\\boxed{5}"),
    ("5", "I cannot answer this question."),
    ("null", "null"),
    ("NaN", r"\boxed{NaN}"),
    ("None", "None"),
    ("inf", r"\boxed{\infty}"),
    ("0010", r"\boxed{10}"),
    ("1e5", r"\boxed{100000}"),
    ("12345678901234567890", r"\boxed{12345678901234567891}"),
    ("9007199254740992", r"\boxed{9007199254740993}"),
    ("10^{10^{10}}", r"\boxed{10^{10^{10}}+1}"),
    (r"\frac{1}{2004!}", r"\boxed{\frac{1}{2006!}}"),
    ("5", "(" * 5_000 + "5" + ")" * 5_000),
    ("x", r"\boxed{" + "x+" * 3_000 + "x}"),
    ("5", "no " * 20_000 + "the answer is 5."),
    ("5", "5\u2028\\boxed{5}\u2029\x85\x0b\x0c"),
    ("5", "\ufeff\\boxed{\u200b5\u200e}"),
    ("5", "\x00\\boxed{5}\x00"),
    ("a,b", r'\boxed{"a","b"}'),
    ('"5"', '{"answer": "5"}'),
    ("'5'", "```json\n{\"answer\": 5}\n```"),
    ("{{ item.answer }}", "{{ item.answer }} {% raw %}"),
    ("%s", r"\boxed{%d}"),
    ("५", r"\boxed{٥}"),
    ("5", "５"),
    ("B", "The correct answer is (B) 14 meters."),
    ("B", "I choose a car."),
    ("5\r\n", "\r\n\\boxed{5}\r\n"),
    ("1, 2", r"\boxed{1, 2, 3}"),
]  # fmt: skip


@cache
def host_rows() -> list[Row]:
    """500 rows with `gold` and `response`, over all kinds of answers and ways to give them."""
    boxed: dict[str, list[tuple[str, str]]] = {"==": [], "!=": [], "??": []}
    for case in cases(HERE / "cases" / "compare"):
        if case.policy == "default" and case.key and case.answer:
            boxed[case.sign].append((case.key, f"So the answer is \\boxed{{{case.answer}}}."))
    whole = [(case.key, case.answer) for case in cases(HERE / "cases" / "grade") if case.policy == "default"]
    real = _spread(list(_real()), FROM_MODELS)
    few = [*HOSTILE, *_spread(whole, FROM_CASES), *real]
    rest = COUNT - len(few)
    shares = {"==": rest - rest // 3 * 2, "!=": rest // 3, "??": rest // 3}
    rows = [*chain.from_iterable(_spread(boxed[sign], share) for sign, share in shares.items()), *few]
    assert len(rows) == COUNT
    return [{"gold": gold, "response": response} for gold, response in rows]


@cache
def host_verdicts() -> list[Verdict]:
    """What `grade` says of each row."""
    return [grade(row["gold"], row["response"]) for row in host_rows()]


def _real() -> Iterator[tuple[str, str]]:
    for name, opened in (("gsm8k_model_outputs.jsonl", open), ("mathcoder_outputs.jsonl.gz", gzip.open)):
        if not (SHARED / name).exists():
            continue
        with opened(SHARED / name, "rt", encoding="utf-8") as lines:  # type: ignore[operator]
            rows = islice(map(json.loads, lines), 2_000)
            yield from ((str(row["golden_answer"]), row["generated_cot"]) for row in rows)


def _spread(rows: Sequence[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """`count` of the rows (all, where there are fewer), from first to last."""
    return [rows[place * len(rows) // count] for place in range(count)] if len(rows) > count else list(rows)
