"""The same verdict from sixteen threads at once, and in processes that hash differently."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from answerkey import compare

PAIRS = [
    (r"\frac{\sqrt{2}}{2}", r"\frac{1}{\sqrt{2}}"),
    (r"\sin x+\sin y", r"2\sin\frac{x+y}{2}\cos\frac{x-y}{2}"),
    (r"\tan\frac{\pi}{8}", r"\sqrt{2}-1"),
    (r"\arctan(x+y)", r"\arctan(y-x)"),
    (r"\int_{0}^{1} \sqrt{1-x^2} dx", r"\frac{\pi}{4}"),
    (r"\lim_{x\to 0} \frac{\sin x}{x}", "1"),
    (r"\frac{1}{a}+\frac{1}{b}", r"\frac{a+b}{ab}"),
    (r"|x|", r"\sqrt{x^2}"),
    (r"\ln(x-y)", r"-\ln(y-x)"),
    ("6.73", r"5+\sqrt{3}"),
    (r"\cos n\pi", "(-1)^n"),
    (r"5^{5^{5^{5^5}}}", "7"),
]


def reasons() -> list[str]:
    return [compare(key, answer).reason.value for key, answer in PAIRS]


def test_sixteen_threads() -> None:
    alone = reasons()
    with ThreadPoolExecutor(16) as pool:
        results = [future.result() for future in [pool.submit(reasons) for _ in range(32)]]
    assert all(result == alone for result in results)


def test_hash_seeds_do_not_matter() -> None:
    alone = reasons()
    code = "from test_scalar_threads import reasons; print(*reasons())"
    source = Path(__file__).parents[2] / "src"
    other = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    path = f"{source}{os.pathsep}{Path(__file__).parent}"
    environment = {**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": path}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == alone
