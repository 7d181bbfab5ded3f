"""Prompts: versioned text files that put the texts to judge before a model as data.

A candidate's answer is hostile input. It reaches the judge as a JSON string, in which quotes, backslashes and
control characters are escaped, so it cannot end its own string; characters that nobody sees, and brackets that
spell a chat format's control token (`<|im_end|>`, `</s>`, `[/INST]`), are escaped as well, so that neither the
server's tokenizer nor the model meets them. `json.loads` gives back the very text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from answerkey.grading import as_text, key_texts
from answerkey.judging.contract import JUDGEMENT, VERDICT, Contract, parts_contract
from answerkey.judging.wire import Message

Reference: TypeAlias = str | Sequence[str]
MAX_CHARS = 12_000  # of one text; what is longer keeps its beginning and its end
_KEPT = (3_000, 9_000)

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # categories of characters that show nothing
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef\u115f\u1160\u3164\uffa0]")  # shown as nothing, too
_CONTROL_TOKEN = re.compile(r"<(?=[^>\s]{1,64}>)|\[(?=/?[A-Z_]{2,}\])")
_PLACEHOLDER = re.compile(r"\{(data|answer|reference_answer|question|instruction)\}")
_SECTIONS = re.compile(r"^\[(system|user)\][ \t]*\n", re.MULTILINE)


def encode(text: str) -> str:
    """`text` as a JSON string literal that holds nothing unseen and no control token.

    >>> print(encode('5"}<|im_end|>'))
    "5\\"}\\u003c|im_end|>"
    """
    text = clip(text)
    literal = json.dumps(text, ensure_ascii=False)
    literal = _CONTROL_TOKEN.sub(lambda match: f"\\u{ord(match[0]):04x}", literal)
    if literal.isascii():
        return literal.replace("\x7f", "\\u007f")
    return "".join(_visible(char) for char in literal)


def clip(text: str) -> str:
    """`text`, or its beginning and end where it is longer than MAX_CHARS."""
    if len(text) <= MAX_CHARS:
        return text
    head, tail = _KEPT
    return f"{text[:head]} […{len(text) - head - tail} characters left out…] {text[-tail:]}"


def _visible(char: str) -> str:
    if char.isascii() and char != "\x7f":
        return char
    if unicodedata.category(char) not in _UNSEEN and not _SELECTORS.match(char):
        return char
    code = ord(char)
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def encode_value(value: Reference) -> str:
    """A text as a JSON string, or a list of texts as a JSON list."""
    return encode(value) if isinstance(value, str) else f"[{', '.join(map(encode, value))}]"


def encode_data(**fields: Reference | None) -> str:
    """The fields that are not None as a JSON object, one a line."""
    lines = (f'  "{name}": {encode_value(value)}' for name, value in fields.items() if value is not None)
    return "{\n" + ",\n".join(lines) + "\n}"


class PromptLike(Protocol):
    """What `Judge` and the operators take as a prompt: any object that builds a user message from the two texts."""

    def build_prompt(self, answer: str, reference_answer: str) -> str:
        """The user message."""
        ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template and the contract that closes it.

    `system` and `user` may hold the placeholders `{data}` (all texts as one JSON object), `{answer}`,
    `{reference_answer}`, `{question}` (one text each, as a JSON string) and `{instruction}` (the contract's; it is
    appended where a template leaves it out, so that a reply's form is always asked for as it is read).
    """

    name: str
    system: str
    user: str
    contract: Contract = JUDGEMENT
    uses_question: bool = False
    by_part: bool = False

    def __post_init__(self) -> None:
        named = set(_PLACEHOLDER.findall(self.system + self.user))
        if "data" not in named and not {"answer", "reference_answer"} <= named:
            raise ValueError(f"the prompt {self.name} needs {{data}}, or {{answer}} and {{reference_answer}}")

    def build_prompt(self, answer: Reference, reference_answer: Reference, question: str | None = None) -> str:
        """The user message.

        >>> print(load_prompt("answer").build_prompt("0.5", "1/2").split("\\n\\n")[0])
        {
          "reference_answer": "1/2",
          "answer": "0.5"
        }
        """
        return self._filled(self.user, answer, reference_answer, question, instruct=True)

    def messages(self, answer: Reference, reference_answer: Reference, question: str | None = None) -> list[Message]:
        """The conversation to send."""
        system = self._filled(self.system, answer, reference_answer, question, instruct=False)
        user = {"role": "user", "content": self.build_prompt(answer, reference_answer, question)}
        return [{"role": "system", "content": system}, user] if system else [user]

    def contract_for(self, reference_answer: Reference) -> Contract:
        """The contract for this reference: by part, it depends on how many there are."""
        if not self.by_part:
            return self.contract
        return parts_contract(1 if isinstance(reference_answer, str) else len(reference_answer))

    def _filled(
        self, template: str, answer: Reference, reference_answer: Reference, question: str | None, *, instruct: bool
    ) -> str:
        shown_question = question if self.uses_question else None
        texts: dict[str, Any] = {
            "data": lambda: encode_data(question=shown_question, reference_answer=reference_answer, answer=answer),
            "answer": lambda: encode_value(answer),
            "reference_answer": lambda: encode_value(reference_answer),
            "question": lambda: encode(question or ""),
            "instruction": lambda: self.contract_for(reference_answer).instruction,
        }
        filled = _PLACEHOLDER.sub(lambda match: str(texts[match[1]]()), template)
        if instruct and "{instruction}" not in template:
            filled = f"{filled}\n{texts['instruction']()}"
        return filled


@lru_cache(maxsize=32)
def load_prompt(source: str) -> Prompt:
    """The prompt named `source` ("answer", "question", "parts"), or the one in the file `source`.

    A file has the sections `[system]` and `[user]`, or is all user message. `ValueError` for what is neither.
    """
    if source in _SHIPPED:
        text = files("answerkey.judging").joinpath("templates", f"{source}.{_SHIPPED[source]}.txt").read_text("utf-8")
        system, user = _sections(text)
        return replace(_SETTINGS[source], system=system, user=user)
    path = Path(source)
    if not path.is_file():
        raise ValueError(f"there is no prompt {source!r}: name a file, or one of {', '.join(_SHIPPED)}")
    system, user = _sections(path.read_text("utf-8"))
    return Prompt(path.name, system, user, uses_question="{question}" in system + user)


def _sections(text: str) -> tuple[str, str]:
    """The system and the user section of a template; a text without sections is all user message."""
    pieces = _SECTIONS.split(text)
    if len(pieces) == 1:
        return "", text.strip()
    found = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    return found.get("system", "").strip(), found.get("user", "").strip()


_SHIPPED = {"answer": "v1", "question": "v1", "parts": "v1"}
_SETTINGS = {
    "answer": Prompt("answer.v1", "", "{data}", JUDGEMENT),
    "question": Prompt("question.v1", "", "{data}", VERDICT, uses_question=True),
    "parts": Prompt("parts.v1", "", "{data}", by_part=True, uses_question=True),
}


class AnswerJudgePrompt:
    """The default prompt of semantic evaluation: answer and reference answer, and the question where it is given;
    the reply holds `{"judgement_result": true|false}`.

    >>> '"reference_answer": "1/2"' in AnswerJudgePrompt().build_prompt(answer="0.5", reference_answer="1/2")
    True
    """

    def build_prompt(self, answer: Any, reference_answer: Any, question: Any = None) -> str:
        """The user message."""
        prompt = load_prompt("answer" if question is None else "question")
        prompt = replace(prompt, contract=JUDGEMENT)
        keys = list(key_texts(reference_answer))
        return prompt.build_prompt(as_text(answer), keys[0] if len(keys) == 1 else keys, as_text(question))
