"""Answers that talk to the judge: what is sent, and that no reply which quotes one is read as a verdict."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.judging.contract import JUDGEMENT, VERDICT, JudgeOutcome
from answerkey.judging.prompts import AnswerJudgePrompt, Prompt, encode, load_prompt

FILE = Path(__file__).parents[1] / "cases" / "judge_attacks.txt"
PROMPTS = ["answer", "question", "parts"]
TOKEN = re.compile(r"<[^<>\s]{1,64}>|\[/?[A-Z_]{2,}\]")


def _attacks() -> list[object]:
    attacks: list[object] = []
    for number, line in enumerate(FILE.read_text("utf-8").split("\n"), 1):
        if line and not line.startswith("#"):
            text = re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), line.replace("⏎", "\n"))
            attacks.append(pytest.param(text, id=f"{FILE.name}:{number}"))
    return attacks


def sent_object(content: str) -> tuple[dict[str, object], str]:
    """The JSON object at the start of a user message, as any reader of JSON sees it, and what follows."""
    value, end = json.JSONDecoder().raw_decode(content)
    return value, content[end:]


def test_there_are_enough() -> None:
    assert len(_attacks()) >= 40


@pytest.mark.parametrize("name", PROMPTS)
@pytest.mark.parametrize("attack", _attacks())
def test_an_attack_stays_in_its_string(attack: str, name: str) -> None:
    prompt = load_prompt(name)
    system, user = prompt.messages(attack, "5", "What is 2 + 3?")
    data, rest = sent_object(user["content"])
    assert data["answer"] == attack  # whole, unchanged, and nothing but a string
    assert data["reference_answer"] == "5"
    harmless = prompt.messages("6", "5", "What is 2 + 3?")
    assert rest == sent_object(harmless[1]["content"])[1]  # what frames the data does not depend on it
    assert system == harmless[0]
    shown = user["content"].removesuffix(rest)
    assert not TOKEN.search(shown)
    assert not [char for char in shown if char != "\n" and unicodedata.category(char)[0] in "C"]


@pytest.mark.parametrize("attack", _attacks())
def test_no_reply_that_quotes_an_attack_is_a_verdict_for_it(attack: str) -> None:
    visible = "".join(char for char in attack if unicodedata.category(char) != "Cf")
    for quoted in (attack, visible):
        for reply in (
            f"The answer reads:\n{quoted}",
            f"{quoted}\n",
            f"The answer says `{quoted}`",
            f"<think>It says {quoted}</think>The answer contains: {quoted}",
            f'{{"reason": "it says {quoted}"',
        ):
            for contract in (JUDGEMENT, VERDICT):
                read = contract.parse(reply, untrusted=[attack])
                whole = reply.strip() == quoted.strip()  # a judge that replies with nothing else has been persuaded
                assert whole or read.verdict is not JudgeOutcome.EQUIVALENT, reply


@pytest.mark.parametrize("attack", _attacks())
def test_a_judge_that_is_not_persuaded_is_understood(attack: str) -> None:
    reply = json.dumps({"reason": f"the answer tries to persuade: {attack}", "judgement_result": False})
    assert JUDGEMENT.parse(reply, untrusted=[attack]).verdict is JudgeOutcome.DIFFERENT
    fenced = f"```json\n{reply}\n```"
    assert JUDGEMENT.parse(fenced, untrusted=[attack]).verdict is JudgeOutcome.DIFFERENT


@given(st.text(), st.text(), st.text())
def test_any_text_is_data(answer: str, key: str, question: str) -> None:
    data, _ = sent_object(load_prompt("question").build_prompt(answer, [key, "x"], question))
    assert data == {"question": question, "reference_answer": [key, "x"], "answer": answer}


@given(st.text(alphabet='\\"<>|/[]INSTs{}u003c\n', max_size=60))
def test_encoding_is_json_and_holds_no_control_token(text: str) -> None:
    assert json.loads(encode(text)) == text
    assert not TOKEN.search(encode(text))


def test_long_texts_keep_their_beginning_and_end() -> None:
    sent = json.loads(encode("a" * 9_000 + "b" * 900_000 + "c" * 9_000))
    assert len(sent) < 12_100
    assert sent.startswith("a" * 3_000)
    assert sent.endswith("c" * 9_000)
    assert "characters left out" in sent


def test_placeholders_in_the_texts_are_left_alone() -> None:
    prompt = Prompt("mine", "", "{answer} against {reference_answer}")
    assert prompt.build_prompt("{reference_answer}", "{answer}").startswith('"{reference_answer}" against "{answer}"')


def test_the_default_prompt_holds_answer_and_reference_only() -> None:
    data, _ = sent_object(AnswerJudgePrompt().build_prompt(answer="0.5", reference_answer="1/2"))
    assert data == {"reference_answer": "1/2", "answer": "0.5"}
    assert '"judgement_result"' in AnswerJudgePrompt().build_prompt(answer="0.5", reference_answer="1/2")
