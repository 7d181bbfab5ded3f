"""`answerkey attack`: tries to cheat your own configuration, and shows what got through."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import judging, output


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Rows with a key; the responses are the attacks' own.")],
    gold: Annotated[str | None, typer.Option(help="The column of the key (guessed).")] = None,
    policy: Annotated[str, typer.Option(help="The conventions: default, strict or lenient.")] = "default",
    rows: Annotated[int, typer.Option(min=1, help="The most rows to attack, evenly picked.")] = 200,
    judge_url: judging.Url = None,
    judge_model: judging.Model = None,
    judge_key_env: judging.KeyEnv = None,
    judge_prompt: judging.PromptName = None,
    judge_swap: judging.Swap = False,
    limit: output.Limit = 20,
    form: output.FormatOption = output.Format.TABLE,
    fail_under: output.FailUnder = None,
) -> None:
    """Try hedges, many boxes, text that looks like the key, wrong units, roundings and orders to the judge."""
    from answerkey.cli.options import known_policy
    from answerkey.grader import Grader
    from answerkey.reporting.attack_tables import Attempt, attack_tables, keys_table, stopped
    from answerkey.reporting.runs import read_run
    from answerkey.running.attacks import ATTACKS, targets
    from answerkey.running.columns import GOLD_NAMES, listed, require
    from answerkey.running.errors import InputError
    from answerkey.running.grade_files import grade_files
    from answerkey.running.options import Options
    from answerkey.running.read_rows import read_rows

    read = read_rows(file)
    names = dict.fromkeys(name for row in read for name in row)
    require(gold, names, str(file))
    column = gold or next((name for name in GOLD_NAMES if name in names), None)
    if column is None:
        raise InputError(f"{file}: which column holds the key? Name it with --gold; the columns are: {listed(names)}")
    golds = [row.get(column) for row in read]
    attacked = list(targets(golds, rows))
    keys = keys_table(golds, len(attacked), rows)
    made = [
        (attack.name, str(place + 1), target.key, response)
        for place, target in attacked
        for attack in ATTACKS
        if (response := attack.make(target)) is not None
    ]
    if not made:
        why = "; ".join(f"{count:,} {words}" for words, count in keys.rows[1:])
        raise InputError(f"{file}: no key in the column {column!r} can be attacked: {why}")
    review = judging.JudgeOptions(
        judge_url, judge_model, key_env=judge_key_env, prompt=judge_prompt, swap=judge_swap
    ).review()
    with tempfile.TemporaryDirectory() as folder:
        tried, graded = Path(folder) / "attacks.jsonl", Path(folder) / "graded.jsonl"
        lines = (json.dumps({"gold": key, "response": response}) for _, _, key, response in made)
        tried.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        grade_files([str(tried)], Options(output=str(graded), grader=Grader(known_policy(policy)), review=review))
        run = read_run(graded)
    attempts = [
        Attempt(*attempt, outcome, reason)
        for attempt, outcome, reason in zip(made, run.outcomes, run.reasons, strict=True)
    ]
    output.write([keys, *attack_tables(attempts, limit or None)], form)
    if review is not None:
        review.check()
    output.check(stopped(attempts), fail_under, "the share of attacks that were stopped")
