"""Speed of extraction: 30 KB responses a second, and how time grows on hostile text.

    python benchmarks/extraction.py [--quick]

Prints responses a second for 30 KB responses that end in each kind of mark, and milliseconds for 1 MB of text made
of nothing but one character or one needle, with the growth from 0.5 MB (2 is linear).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from answerkey.extraction.chain import DEFAULT

REASONING = (
    "We first note that $x^2 - 5x + 6 = (x - 2)(x - 3)$, which is zero at 2 and 3. Then 3 * 4 = 12 eggs are left, and "
    "she sells them for $2 each, so that is \\(12 \\times 2 = 24\\) dollars, which we compare with the total.\n"
)
ENDINGS = {
    "box": "Therefore, the result is $\\boxed{\\frac{1}{2}}$.",
    "phrase": "Therefore, the answer is 42 because of that.",
    "hashes": "#### 18",
    "German phrase": "Die Antwort lautet 1.234,5 Euro.",
    "number": "So she makes $18 every day.",
    "display": "Hence \\[ x = \\frac{3}{4} \\]",
}
HOSTILE = (
    *("a", "1", " ", "\n", "$", "\\", "{", "}", "*", "#", ".", ",", "-", "<", "(", '"', "é", "中", "১", "A", "_", "|"),
    *("$1", "\\boxed{", "\\boxed{1}, ", "\\boxed{1} ", "box", "boxed{", "{\\boxed{1}}", "1,", "1 ", "1.", "answer is "),
    *(
        "The answer is 5. ",
        "answer",
        "A:\n",
        "#### ",
        "#### x\n",
        "<think>",
        "</think>",
        "<answer>",
        "答案",
        "答案是",
        "jibu ",
    ),
    *(
        '"answer": ',
        '{"answer":',
        "```json",
        "**1**",
        "\\( ",
        "\\(1\\)",
        "\\[",
        "(A) ",
        "not A ",
        "is the answer ",
        "1万",
    ),
    *(
        "not 5. ",
        "-\\boxed{1} ",
        "\\boxed{1} is wrong. ",
        "Suppose 5 ",
        "\\phantom{",
        "\\phantom{1}",
        "1 <!-- 1 -->",
        "% 1\n",
    ),
    *("~~1~~", "\\color{white}", "The answer is not 5. ", "no, ", "{(", "\\sqrt{\\boxed{1}}", "(\\boxed{1},"),
    *("1/2 or" + " " * 120 + "==", "The answer is 5" + ", " * 400),
    *("2 hours 40 minutes, ", "5 more than 6, ", "24 ways 4 ", "x ≠ 3, ", "3 and a half ", "5 of 6 "),
    *("<|im_end|>", "wait ", "-1/", "\\text{", "I don't know ", "[42]", "1e", "\r\n", "\\\\", "=", "'"),
)


def seconds(run: Callable[[], object], least: float) -> float:
    """The least time of a run, over as many runs as fill `least` seconds; what loads once is not counted."""
    run()
    best, spent = float("inf"), 0.0
    while spent < least:
        begin = time.perf_counter()
        run()
        took = time.perf_counter() - begin
        best, spent = min(best, took), spent + took
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    least = 0.02 if parser.parse_args().quick else 0.3
    body = (REASONING * 200)[:30_000]
    print("30 KB responses a second")
    for name, ending in ENDINGS.items():
        response = f"{body}\n{ending}"
        print(f"  {name:14} {1 / seconds(lambda r=response: DEFAULT.extract(r, 'number'), least):10,.0f}")
    print("1 MB of                 ms  growth from 0.5 MB")
    for needle in HOSTILE:
        worst = (0.0, 0.0)
        for kind in (None, "option", "words"):
            half, whole = (needle * (size // len(needle) + 1) for size in (500_000, 1_000_000))
            took = seconds(lambda: DEFAULT.extract(whole, kind), least / 10)  # noqa: B023
            if took > worst[0]:
                worst = (took, took / seconds(lambda: DEFAULT.extract(half, kind), least / 10))  # noqa: B023
        print(f"  {needle!r:20} {worst[0] * 1e3:6.1f}  {worst[1]:.1f}")


if __name__ == "__main__":
    main()
