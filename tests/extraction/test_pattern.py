"""A user's own regular expression: what it finds, and what is refused because it could hang."""

from __future__ import annotations

import time

import pytest

from answerkey.extraction.chain import Extraction, Extractor
from answerkey.extraction.pattern import guarded


@pytest.mark.parametrize(
    ("pattern", "response", "answer"),
    [
        (r"Result: (\d+)", "Result: 5\nResult: 7", "7"),
        (r"ANS=\S+", "so ANS=x+1 then", "ANS=x+1"),
        (r"(?:a=(\d+))|(?:b=(\d+))", "b=4", "4"),
        (r"[(\[]{2}(.)", "((x", "x"),
        (r"x{2}(\d)", "xx3", "3"),
        (r"\{(\d)\}", "{3}", "3"),
        (r"(?P<n>\d)!", "3!", "3"),
        (r"Result: (\w*)", "Result: x\n" + "a long tail " * 1_000, "x"),
        (r"Results? (\w)", "Result 5", "5"),
        (r"five|six", "six or five", "five"),
        (r"nothing", "The answer is 5.", "5"),
    ],
)
def test_what_it_finds(pattern: str, response: str, answer: str) -> None:
    found = Extractor(pattern=pattern).extract(response)
    assert isinstance(found, Extraction)
    assert found.text == answer
    assert response[slice(*found.span)] == answer


def test_first() -> None:
    found = Extractor(pattern=r"R: (\d)", choose="first").extract("R: 1, R: 2")
    assert isinstance(found, Extraction)
    assert found.text == "1"


@pytest.mark.parametrize(
    "pattern",
    [
        "(x|x)" * 9 + "y",
        "x?" * 9 + "y",
        "a{16}b{16}c{16}d{16}",
        "(?:(?:ab){20}){20}",
        "(a+)+",
        "(?:a*)*b",
        "(a|b+){5,}",
        r"(a)\1",
        "(?P<x>a)(?P=x)",
        "a*b*c*d*",
        "(unclosed",
        "((a+)b)*",
        "(.{0,30})+",
    ],
)
def test_what_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"time|long|regular expression"):
        Extractor(pattern=pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"a*b",
        r"a*a*b",
        r"a*a*a*b",
        r".*x",
        "a?" * 8 + "a*a*b",
        "(?:a|a)" * 8 + "a*b",
        "aaa" + "a?" * 8 + "a*a*b",
        "a{5000}b",
    ],
)
def test_what_is_allowed_is_fast(pattern: str) -> None:
    window = guarded(pattern).window
    begin = time.process_time()
    Extractor(pattern=pattern).extract("a" * 1_000_000)
    assert time.process_time() - begin < 10, window  # over all of the text it would be hours
