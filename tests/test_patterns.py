"""Patterns of ours on text made of their own overlapping repeats: linear, at the longest window that a caller passes.

The times allowed are a hundred times what a linear pattern takes here; with two ways to read a repeat it takes longer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from answerkey import Outcome, compare
from answerkey.judging import mentions
from answerkey.judging.replies import MAX_REPLY_CHARS
from answerkey.kinds import boolean, clock, option, wording
from answerkey.limits import MAX_ANSWER_CHARS
from answerkey.notation import repair

SECONDS = 0.5
HOSTILE: list[tuple[Callable[[str], object], int, list[tuple[str, str, str]]]] = [
    # what is called, how long its text may be, and texts: a beginning, what is repeated, an end
    (option._SEVERAL.fullmatch, 400, [("", "A ", "x"), ("", "A, ", "x"), ("", "(A) and ", "x"), ("A", " ", "x")]),
    (option._WRAPPED.fullmatch, 400, [("the answer is", " ", "\n"), ("the", " ", "x"), ("options", " ", "\n\n")]),
    (option._LABELLED.fullmatch, 400, [("A.", " ", ""), ("A)", " ", "\n")]),
    (boolean._FIRST.match, 60, [("", " ", "x"), ("", r"\text", "x"), (r"\text", " ", "x")]),
    (clock._TIME.fullmatch, 40, [("1", " ", "x"), ("1 a", " ", "x"), ("1", " . ", "x")]),
    (wording._LETTERS.fullmatch, MAX_ANSWER_CHARS, [("", "a", "1"), ("", "a ", "1"), ("a", " ", "1")]),
    (
        lambda text: repair._MARKUP.subn("", text),
        MAX_ANSWER_CHARS,
        [
            *((r"\tag", " ", "x"), (r"\tag[]", " ", "x"), (r"\fcolorbox", " ", "x"), (r"\fcolorbox{a}", " ", "x")),
            *(("", r"\tag[", ""), ("", r"\tag{", ""), ("", r"\tag ", ""), ("", r"\color[a] ", "")),
        ],
    ),
    (
        lambda text: repair._PROOF_END.subn("", text),
        MAX_ANSWER_CHARS,
        [("a", r"\quad", r"x\Box"), ("a", r"\hfill", "x"), ("a", " ~", "x"), ("", "a ", "x")],
    ),
    (
        mentions._asserted,
        MAX_REPLY_CHARS,
        [
            ("yes", " ", "x"),
            ("yes", ",", "x"),
            ("yes ", "x", ""),
            ("", "*", "1"),
            ("", r"\text{", ""),
            ("not", " ", ""),
        ],
    ),
    (mentions._NEXT_MEMBER.match, MAX_REPLY_CHARS, [(" ", " ", "x"), ("x", " ", "x"), (",", " ", ","), ("", "x", "!")]),
]


@pytest.mark.parametrize(
    ("call", "length", "text"),
    [(call, length, text) for call, length, texts in HOSTILE for text in texts],
    ids=[f"{number}-{''.join(text)!a}" for number, (_, _, texts) in enumerate(HOSTILE) for text in texts],
)
def test_repeats_are_read_in_one_way(call: Callable[[str], object], length: int, text: tuple[str, str, str]) -> None:
    beginning, repeated, end = text
    hostile = (beginning + repeated * length)[:length] + end
    started = time.process_time()
    call(hostile)
    assert time.process_time() - started < SECONDS


def test_letters_that_are_no_options_after_all() -> None:
    """Forty took weeks."""
    assert compare("A", "A " * 40 + "x").outcome is not Outcome.CORRECT


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (option._SEVERAL, "(A), B and C & [D]"),
        (option._SEVERAL, "A B;C/D."),
        (option._WRAPPED, "The correct options are: A"),
        (clock._TIME, "3:45 p.m."),
        (clock._TIME, "12 o'clock"),
        (clock._TIME, "14:30 hours"),
        (mentions._NEXT_MEMBER, ', "reason" ='),
        (mentions._NEXT_MEMBER, " }"),
        (repair._MARKUP, r"\textcolor [rgb] {1,0,0}"),
        (repair._PROOF_END, r"\quad \hfill\Box"),
    ],
)
def test_what_they_are_for_they_still_match(pattern: re.Pattern[str], text: str) -> None:
    if pattern is repair._PROOF_END:
        assert pattern.sub("", f"x{text}") == "x"
    else:
        assert pattern.match(text)[0] == text  # type: ignore[index]
