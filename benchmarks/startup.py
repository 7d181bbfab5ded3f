"""How long the command and the imports take to start: best of ten fresh interpreters.

python benchmarks/startup.py
"""

from __future__ import annotations

import subprocess
import sys
import time

STATEMENTS = {
    "python itself": "pass",
    "import answerkey": "import answerkey",
    "from answerkey import MathEquivalence": "from answerkey import MathEquivalence",
    "from answerkey import grade": "from answerkey import grade",
    "answerkey --help": "import sys; sys.argv = ['answerkey', '--help']; from answerkey.cli import main; main()",
}


def best(code: str, times: int = 10) -> float:
    """The least wall time of a fresh interpreter that runs `code`, in milliseconds."""
    measured = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False)
        measured.append((time.perf_counter() - started) * 1e3)
    return min(measured)


def main() -> None:
    """Print one line a statement: the whole, and what it adds to the bare interpreter."""
    bare = best("pass")
    for name, code in STATEMENTS.items():
        whole = best(code)
        print(f"{name:40} {whole:7.1f} ms  (+{max(0.0, whole - bare):.1f})")


if __name__ == "__main__":
    main()
