"""The command line: one file per verb."""


def main() -> None:
    """Entry point of the `answerkey` command."""
    raise SystemExit("the command line is not built yet")
