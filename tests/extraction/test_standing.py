"""What holds of every answer: a denial, a supposition or a hiding command around it takes its credit away."""

from __future__ import annotations

import tomllib
from importlib import resources
from importlib.resources.abc import Traversable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import extraction, grade
from answerkey.extraction import hidden, standing
from answerkey.extraction.chain import PRESETS, Extraction, Extractor
from answerkey.extraction.language import everywhere
from answerkey.extraction.standing import Standing

VALUES = st.integers(-(10**6), 10**6).map(str)
MARKS = st.sampled_from(["\\boxed{%s}", "$\\boxed{%s}$", "the answer is %s", "Answer: %s", "x = %s", "$x = %s$", "%s"])
PHRASES = st.sampled_from(["\\boxed{%s}", "the answer is %s", "x = %s", "%s"])
REFUTALS = st.sampled_from([" is wrong.", " is incorrect.", " is not the answer.", " is not correct, I fear."])
DENIALS = st.sampled_from(
    ["It is not ", "The wrong answer is ", "Suppose that ", "One might think that ", "We check if "]
)
HIDES = st.sampled_from(
    [
        *(
            "$\\phantom{%s}$",
            "\\hphantom{%s}",
            "<!-- %s -->",
            "\\textcolor{white}{%s}",
            "{\\color{white} %s}",
            "~~%s~~",
        ),
        *("\\iffalse %s \\fi", "\\begin{comment} %s \\end{comment}", '<p style="display:none">%s</p>', "\n%% %s\n"),
    ]
)
EXTRACTORS = st.sampled_from(list(PRESETS.values()))


@given(VALUES, MARKS, REFUTALS, EXTRACTORS)
def test_a_refuted_answer_is_never_correct(key: str, mark: str, refuted: str, extractor: Extractor) -> None:
    assert not grade(key, mark % key + refuted, extractor=extractor).correct


@given(VALUES, PHRASES, DENIALS, EXTRACTORS)
def test_a_denied_or_supposed_answer_is_never_correct(key: str, mark: str, said: str, extractor: Extractor) -> None:
    assert not grade(key, f"{said}{mark % key}.", extractor=extractor).correct


@given(VALUES, MARKS, HIDES, EXTRACTORS)
def test_a_hidden_answer_never_counts(key: str, mark: str, hides: str, extractor: Extractor) -> None:
    assert not grade(key, hides % (mark % key), extractor=extractor).correct
    assert grade(key, f"{hides % (mark % '7654321')} \\boxed{{{key}}}").correct


@given(
    VALUES, VALUES, st.sampled_from(["\\sqrt{%s}", "-%s", "%s + 1", "\\frac{%s}{3}", "%s^2", "2 \\cdot %s", "(%s, 4)"])
)
def test_a_box_in_a_formula_says_what_the_formula_says(key: str, value: str, formula: str) -> None:
    within, plain_value = formula % f"\\boxed{{{value}}}", formula % f"({value})"
    boxed = grade(key, f"So we get ${within}$.")
    plain = grade(key, f"So we get $\\boxed{{{plain_value}}}$.")
    assert boxed.outcome is plain.outcome


@given(st.text(max_size=80), VALUES, st.text(max_size=80), EXTRACTORS)
def test_a_span_is_inside_the_response(before: str, value: str, after: str, extractor: Extractor) -> None:
    response = f"{before} \\boxed{{{value}}} {after}"
    found = extractor.extract(response)
    if isinstance(found, Extraction):
        assert 0 <= found.span[0] < found.span[1] <= len(response)


@given(st.text(max_size=200))
def test_blanking_keeps_every_place(text: str) -> None:
    shown = hidden.blanked(text)
    assert len(shown) == len(text)
    assert all(new in (old, " ") for new, old in zip(shown, text, strict=True))


@pytest.mark.parametrize("word", everywhere("denies"))
def test_every_word_that_denies_is_found_before_an_answer(word: str) -> None:
    text = f"x {word} 5"
    assert standing.of(text, len(text) - 1, len(text), 0, len(text)) is Standing.DENIED


@pytest.mark.parametrize("word", everywhere("fails"))
def test_every_word_that_refutes_alone_is_found_after_an_answer(word: str) -> None:
    assert standing.of(f"5 {word}", 0, 1, 0, len(word) + 2) is Standing.DENIED


@pytest.mark.parametrize("word", everywhere("faults"))
def test_every_fault_denies_and_a_negated_one_does_not(word: str) -> None:
    for said, stands in ((f"5 is surely {word}.", Standing.DENIED), (f"5 is not {word}.", Standing.ASSERTED)):
        assert standing.of(said, 0, 1, 0, len(said)) is stands, said


@pytest.mark.parametrize("word", everywhere("merits"))
def test_every_negated_merit_denies_and_a_plain_one_does_not(word: str) -> None:
    for said, stands in ((f"5 is not the {word}.", Standing.DENIED), (f"5 is {word}.", Standing.ASSERTED)):
        assert standing.of(said, 0, 1, 0, len(said)) is stands, said


@pytest.mark.parametrize(
    "file", [*resources.files(extraction).joinpath("phrases").iterdir()], ids=lambda file: file.name
)
def test_no_language_denies_by_a_word_that_asserts_in_another(file: Traversable) -> None:
    for link in tomllib.loads(file.read_text(encoding="utf-8")).get("links", ()):
        text = f"{link} 5"
        assert standing.of(text, len(text) - 1, len(text), 0, len(text)) is Standing.ASSERTED, link
