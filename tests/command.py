"""The command line, run inside the test's own process."""

from __future__ import annotations

import pytest

from answerkey.cli import main


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    """Run `answerkey` with these arguments; `ValueError` with the exit code unless it is 0."""
    monkeypatch.setattr("sys.argv", ["answerkey", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    if ended.value.code:
        raise ValueError(ended.value.code)
