"""The extractor as an object, and what holds of every text."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey import grade
from answerkey.extraction import run_on
from answerkey.extraction.chain import DEFAULT, PRESETS, RULES, Extraction, Extractor, key_text
from answerkey.verdict import Outcome, Reason

PIECES = st.sampled_from(
    [
        *("\\boxed{", "\\boxed 5", "\\fbox{1}", "}", "{", "$", "$$", "\\[", "\\]", "\\(", "\\)", "\\text{ cm}"),
        *("\\frac{1}{2}", "the answer is ", "Answer:", "答案是", "答え", "উত্তর", "Antwort: ", "####", "\nA: "),
        *("is the answer", "<answer>", "</answer>", "<think>", "</think>", '{"answer": ', '"', "```json", "**", "\n"),
        *("\r\n", " ", ".", "!", ",", "1", "1,234", "1.234,5", "১২", "12万", "-", "%", "(C)", "B", "not ", " or "),
        *(" and ", "wait, ", "I don't know", "x = "),
    ]
)
MARKS = st.sampled_from(["so \\boxed{%d}", "#### %d", "The answer is %d.", "A: %d", "= %d"])
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=14).map("".join))
KINDS = st.sampled_from([None, "number", "option", "words", "boolean", "interval", "no such kind"])
EXTRACTORS = st.sampled_from([*PRESETS.values(), Extractor(choose="first"), Extractor(pattern=r"= (\S+)")])


@settings(max_examples=400)
@given(TEXTS, KINDS, EXTRACTORS)
def test_any_text_gives_a_span_or_a_reason(text: str, kind: str | None, extractor: Extractor) -> None:
    found = extractor.extract(text, kind)
    if isinstance(found, Reason):
        assert found.outcome is Outcome.INCORRECT
        return
    start, end = found.span
    assert 0 <= start <= end <= len(text)
    assert found.rule in {*RULES, "pattern"}
    assert found.text.strip()
    assert extractor.extract(text, kind) == found


@given(st.text(max_size=100), KINDS)
def test_a_rule_that_copies_gives_what_stands_at_its_span(text: str, kind: str | None) -> None:
    found = DEFAULT.extract(text, kind)
    if isinstance(found, Extraction) and found.rule in ("bare", "whole", "math", "hashes") and text.isascii():
        copied, emphasis = text[slice(*found.span)], str.maketrans("", "", "*`")
        assert (
            found.text in (copied, copied.replace("\\\\", "\\"))
            or found.text == copied.translate(emphasis)  # which ends in it, as in "42** cookies"
        )


@given(st.integers(-(10**9), 10**9), MARKS)
def test_a_marked_number_is_found(number: int, mark: str) -> None:
    response = f"First we have 3 and then 4.\n{mark % number}"
    found = DEFAULT.extract(response, "number")
    assert isinstance(found, Extraction)
    assert found.text == str(number)
    assert response[slice(*found.span)] == str(number)


def test_the_object_is_frozen_hashable_and_picklable() -> None:
    for extractor in PRESETS.values():
        assert pickle.loads(pickle.dumps(extractor)) == extractor
        assert hash(extractor) == hash(pickle.loads(pickle.dumps(extractor)))
    with pytest.raises(AttributeError):
        DEFAULT.choose = "first"  # type: ignore[misc]


def test_presets_and_rules_by_name() -> None:
    assert Extractor.preset("default") is DEFAULT
    with pytest.raises(ValueError, match="presets are: default, math"):
        Extractor.preset("nonsense")
    with pytest.raises(ValueError, match="no extraction rule 'boxes'"):
        Extractor(("boxes",))
    with pytest.raises(ValueError, match="'last' or 'first'"):
        Extractor(choose="second")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (r"\boxed{1} and then \boxed{2}", "1"),
        ("The answer is 1. Then the answer is 2.", "1"),
        ("#### 1\n#### 2", "1"),
        ("We have 1 apple and 2 pears left over.", "1"),
    ],
)
def test_first_instead_of_last(response: str, answer: str) -> None:
    found = Extractor(choose="first").extract(response, "number")
    assert isinstance(found, Extraction)
    assert found.text == answer


def test_box_only() -> None:
    boxes = Extractor(("box",))
    assert boxes.extract("The answer is 5.") is Reason.NO_ANSWER
    assert grade("5", "The answer is 5.", extractor=boxes).reason is Reason.NO_ANSWER
    assert grade("5", r"The answer is \boxed{5}.", extractor=boxes).correct


def test_strict_pays_no_hedge() -> None:
    strict = Extractor.preset("strict")
    assert grade("5", r"\boxed{5}", extractor=strict).correct
    assert not grade("5", r"\boxed{5} \boxed{6} \boxed{7}", extractor=strict).correct
    assert not grade("7", r"First \boxed{5}. Then \boxed{7}.", extractor=strict).correct


def test_the_kind_never_reaches_back_into_the_reasoning() -> None:
    assert not grade("18", "She has 18 eggs. The answer is 26.").correct
    assert not grade("18", r"18 eggs in all, $18$. So \boxed{26}.").correct
    assert not grade("C", "C looks right. The answer is B.").correct


@pytest.mark.parametrize(
    ("gold", "key"),
    [
        ("x = 5", "x = 5"),
        ("2 boxes", "2 boxes"),
        (r"So it is \boxed{7}.", "7"),
        (r"$$\boxed{2}, \boxed{3}$$", "2, 3"),
        ("9 * 2 = 18\n#### 18", "18"),
        ("Final Answer: 12", "12"),
        ("The answer is 12", "12"),
        ("Answer:", "Answer:"),
        (r"-2 \\le x \\le 7", r"-2 \le x \le 7"),
        (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}"),
    ],
)
def test_the_key_inside_a_gold_text(gold: str, key: str) -> None:
    assert key_text(gold) == key


def test_a_long_text_behind_a_number_is_no_remark() -> None:
    """It is reasoning, and looking for a conclusion in all of it would take long."""
    assert run_on.remark("19\n\nThere were 20.", 0, 15, 18) == 4
    long = "19\n\n" + "There were 20. " * 1000
    assert run_on.remark(long, 0, len(long) - 5, len(long)) is None
