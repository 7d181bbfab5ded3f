"""DataFlow's call on the extraction of this package."""

from __future__ import annotations

import pytest

from answerkey.operators import AnswerExtractor


@pytest.mark.parametrize(
    ("response", "data_name", "answer"),
    [
        (r"so \boxed{\frac{1}{2}}", "math", r"\frac{1}{2}"),
        ("#### 18", "gsm8k", "18"),
        ("in the end 7 are left", "gsm8k", "7"),
        ("The answer is (C) 14 meters", "MMLU_stem", "C"),
        ("I'm sorry, I can't answer that.", "math", ""),
        ("", "math", ""),
        (None, "math", ""),
        ("The answer is 5.", None, "5"),
    ],
)
def test_extract_answer(response: object, data_name: str | None, answer: str) -> None:
    assert AnswerExtractor().extract_answer(response, data_name) == answer


def test_without_the_last_number_an_answer_must_be_marked() -> None:
    extractor = AnswerExtractor()
    assert extractor.extract_answer("in the end 7 are left", "gsm8k", use_last_number=False) == ""
    assert extractor.extract_answer("The answer is 7.", "gsm8k", use_last_number=False) == "7"
