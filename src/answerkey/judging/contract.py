"""The contract with a judge: the instruction, the JSON schema and the reply parser in one object.

They stand together so that they cannot drift apart: what is asked for, what a server may enforce and what is
read are made from the same keys. `name` and `version` decide, with the messages, which cached replies are current.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from answerkey.judging.phrases import JudgeOutcome
from answerkey.judging.replies import Reply, read_reply

__all__ = ["JUDGEMENT", "VERDICT", "Contract", "JudgeOutcome", "Reply", "parse", "parts_contract"]


@dataclass(frozen=True, slots=True)
class Contract:
    """What a judge is told to reply, what a server may hold it to, and how the reply is read."""

    name: str
    version: int
    example: str  # the reply's form, as the instruction shows it
    meaning: str  # what its values stand for
    properties: dict[str, dict[str, Any]]  # of the JSON schema, the reason first: small models then judge better
    parts: int | None = None

    @property
    def instruction(self) -> str:
        """The sentences that close every prompt."""
        return f"Reply with one JSON object and nothing else, in this form:\n{self.example}\n{self.meaning}"

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a reply."""
        return {
            "type": "object",
            "properties": self.properties,
            "required": list(self.properties),
            "additionalProperties": False,
        }

    @property
    def response_format(self) -> dict[str, Any]:
        """The schema as the chat protocol's `response_format`."""
        return {
            "type": "json_schema",
            "json_schema": {"name": self.name, "strict": True, "schema": self.schema},
        }

    def parse(
        self,
        reply_text: str | None,
        finish_reason: str | None = None,
        *,
        reasoning: str | None = None,
        untrusted: Iterable[str] = (),
    ) -> Reply:
        """The reply's one outcome; see `answerkey.judging.replies.read_reply`. Never raises.

        >>> JUDGEMENT.parse('{"reason": "1/2 is 0.5", "judgement_result": true}').verdict
        <JudgeOutcome.EQUIVALENT: 'equivalent'>
        >>> JUDGEMENT.parse("untrue").verdict
        <JudgeOutcome.UNREADABLE: 'unreadable'>
        """
        return read_reply(reply_text, finish_reason, reasoning=reasoning, untrusted=untrusted, parts=self.parts)


_REASON = {"type": "string", "maxLength": 300}
_VERDICTS = {"type": "string", "enum": ["equivalent", "different", "invalid"]}
_MEANING = (
    '"equivalent": the answer means the same as the reference. "different": it does not. '
    '"invalid": there is no answer to judge (a refusal, an answer cut off).'
)

JUDGEMENT = Contract(
    name="judgement",
    version=1,
    example='{"reason": "one short sentence", "judgement_result": true or false}',
    meaning="judgement_result is true if the answer means the same as the reference answer, false otherwise.",
    properties={"reason": _REASON, "judgement_result": {"type": "boolean"}},
)
VERDICT = Contract(
    name="verdict",
    version=1,
    example='{"reason": "one short sentence", "verdict": "equivalent" or "different" or "invalid"}',
    meaning=_MEANING,
    properties={"reason": _REASON, "verdict": _VERDICTS},
)


def parts_contract(parts: int) -> Contract:
    """The contract for an answer of several parts: one verdict a part, in the order of the reference's parts."""
    return Contract(
        name="parts",
        version=1,
        example='{"reason": "one short sentence", "parts": [a verdict for each part, in order]}',
        meaning=f"There are {parts} parts, so {parts} verdicts. {_MEANING}",
        properties={
            "reason": _REASON,
            "parts": {"type": "array", "items": _VERDICTS, "minItems": parts, "maxItems": parts},
        },
        parts=parts,
    )


def parse(reply_text: str | None, finish_reason: str | None = None) -> Reply:
    """Read a reply to the `JUDGEMENT` contract, the one that `AnswerJudgePrompt` closes with. Never raises."""
    return JUDGEMENT.parse(reply_text, finish_reason)
