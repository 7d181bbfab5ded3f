"""`answerkey vote`: what the majority of a problem's samples answers, equivalent answers being one vote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import output


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A graded file with several samples a problem.")],
    problem: Annotated[
        str | None, typer.Option(help="The column that names the problem (else: question and key).")
    ] = None,
    k: Annotated[str | None, typer.Option(metavar="K,…", help="For which k: 1,4,16.")] = None,
    policy: Annotated[str, typer.Option(help="When two answers are one vote: default, strict or lenient.")] = "default",
    limit: output.Limit = 20,
    form: output.FormatOption = output.Format.TABLE,
    fail_under: output.FailUnder = None,
) -> None:
    """Count votes: avg@k, pass@k, maj@k, and the winner of each problem."""
    from answerkey.cli.options import known_policy, numbers
    from answerkey.reporting.overview import elections_of, sample_table
    from answerkey.reporting.runs import read_run
    from answerkey.reporting.voting import election_table
    from answerkey.running.errors import InputError

    run = read_run(file).sound
    problems = run.problems(problem)
    samples = sample_table(run, problem, numbers(k, "--k"), known_policy(policy))
    if problems is None or samples is None:
        raise InputError(f"{file}: no problem has several samples; name the column that says with --problem")
    elections = elections_of(run, problems, policy)
    output.write([samples, election_table(elections, limit or None)], form)
    right = [sum(c.right for c in e.winners) / max(1, len(e.winners)) for e in elections.values()]
    output.check(sum(right) / len(right), fail_under, "the majority's accuracy")
