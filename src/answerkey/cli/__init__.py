"""The command line: one file per verb.

Exit codes: 0 done (whatever the verdicts); 1 a figure is under --fail-under; 2 the command, a file, a column or a line
cannot be used, with one line on standard error that says which; 130 interrupted. Verbs import the engine when they run,
so `--help` starts at once.
"""

from __future__ import annotations

import sys

_INTERRUPTED = 130


def main() -> None:
    """Entry point of the `answerkey` command."""
    try:
        _run()
    except (KeyboardInterrupt, SystemExit) as ended:  # an interrupt of a verb's is an exit by now
        if isinstance(ended, SystemExit) and ended.code != _INTERRUPTED:
            raise
        print("answerkey: interrupted", file=sys.stderr)
        raise SystemExit(_INTERRUPTED) from None


def _run() -> None:
    from answerkey.cli.app import app
    from answerkey.running.errors import InputError
    from answerkey.statistics.needs import MissingExtra

    try:
        app(prog_name="answerkey")
    except (InputError, MissingExtra) as error:
        print(f"answerkey: {error}", file=sys.stderr)
        raise SystemExit(2) from None
