"""Reward requests as training frameworks send them, and the replies that they expect.

OpenRLHF posts to its `--remote_rm_url` a batch of `query` (prompt and response in one text), `prompts` and `labels`;
it reads `rewards`, `scores` (for dynamic filtering) and `extra_logs`, lists of numbers all. NeMo Gym posts one rollout
to `/verify`, a Responses API object with the row's own fields beside it, and expects them back with a `reward`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from answerkey.serving.refused import Refused
from answerkey.serving.requests import Row, listed, text
from answerkey.serving.settings import Limits
from answerkey.verdict import IN_WORDS, Outcome, Reason, Verdict


def reward(verdict: Verdict) -> float:
    """The score where the policy gives one, else 1 for CORRECT and 0 for all else: undecided earns nothing."""
    return float(verdict.correct) if verdict.score is None else verdict.score


def openrlhf_rows(value: dict[str, Any], limits: Limits) -> list[Row]:
    """The rows of an OpenRLHF batch: the response is what follows the prompt in the query, or the query without one."""
    queries, labels = listed(value, "query", limits), listed(value, "labels", limits)
    prompts = listed(value, "prompts", limits) if value.get("prompts") is not None else [""] * len(queries)
    if not len(queries) == len(labels) == len(prompts):
        raise Refused(422, f"query, prompts and labels have {len(queries)}, {len(prompts)} and {len(labels)} rows")
    rows = []
    for place, (query, prompt, label) in enumerate(zip(queries, prompts, labels, strict=True)):
        for name, one in (("query", query), ("prompts", prompt)):
            if not isinstance(one, str):
                raise Refused(422, f"{name}[{place}] is no text")
            text(one, f"{name}[{place}]", limits)
        text(label, f"labels[{place}]", limits)
        rows.append(Row(label, _after(prompt, query), prompt or None))
    return rows


def _after(prompt: str, query: str) -> str:
    """What follows `prompt`; a tokenizer may have put its own tokens in front of it."""
    _, found, rest = query.partition(prompt) if prompt else ("", "", "")
    return rest if found else query


def openrlhf_reply(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """What OpenRLHF makes tensors of, so numbers everywhere."""
    rewards = [reward(verdict) for verdict in verdicts]
    logs = {
        "correct": [float(verdict.correct) for verdict in verdicts],
        "undecided": [float(verdict.outcome is Outcome.UNDECIDED) for verdict in verdicts],
        "no_answer": [float(verdict.reason.value.startswith("no_answer")) for verdict in verdicts],
    }
    return {"rewards": rewards, "scores": rewards, "extra_logs": logs}


def nemo_row(value: dict[str, Any], limits: Limits) -> Row:
    """The row of a NeMo Gym verify request: the text of the assistant's messages, `expected_answer`, `question`."""
    if "expected_answer" not in value:
        raise Refused(422, "expected_answer is missing")
    key, question = value["expected_answer"], value.get("question")
    text(key, "expected_answer", limits)
    if question is not None and not isinstance(question, str):
        raise Refused(422, "question is no text")
    said = _said(value.get("response"))
    text(said, "response", limits)
    text(question, "question", limits)
    return Row(key, said, question)


def _said(response: Any) -> str:
    """The assistant's text in a Responses API object, joined; reasoning, tools and other roles are no answer."""
    output = response.get("output") if isinstance(response, dict) else None
    if not isinstance(output, list):
        raise Refused(422, "response.output is no list")
    parts: list[str] = []
    for place, item in enumerate(output):
        if not isinstance(item, dict):
            raise Refused(422, f"response.output[{place}] is no object")
        if item.get("type", "message") != "message" or item.get("role", "assistant") != "assistant":
            continue
        content = item.get("content")
        for part in content if isinstance(content, list) else [{"type": "output_text", "text": content}]:
            if isinstance(part, dict) and part.get("type") == "output_text" and isinstance(part.get("text"), str):
                parts.append(part["text"])
    return "".join(parts)


def nemo_reply(value: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
    """The request with its reward. The sample is masked where the measurement failed and not the model."""
    failed = verdict.reason in _NOT_THE_MODELS or verdict.reason.value.startswith("judge.")
    return {
        **value,
        "reward": reward(verdict),
        "extracted_answer": verdict.answer,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "mask_sample": failed,
        "failure_reason": IN_WORDS[verdict.reason] if failed else None,
    }


_NOT_THE_MODELS = (Reason.UNREADABLE_KEY, Reason.FAULT)
