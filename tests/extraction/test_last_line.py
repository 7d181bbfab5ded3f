"""The last line: what stands below it is looked at once."""

from __future__ import annotations

import time

import pytest

from answerkey import grade


@pytest.mark.parametrize("text", ["-" * 2000 + "-1", "x " + "|-" * 500 + "1", "| " * 500 + "1", "`" * 999 + "1"])
def test_a_rule_that_is_none_takes_no_time(text: str) -> None:
    started = time.process_time()
    grade("0", text)
    assert time.process_time() - started < 10  # tried in two ways at each sign, it would never end


def test_a_rule_below_the_answer_is_no_part_of_it() -> None:
    for rule in ("---", "----------", "```", "|---|:-:|", "> ---"):
        assert grade("73", f"We add them up.\n\n**73**\n\n{rule}\n").correct, rule
