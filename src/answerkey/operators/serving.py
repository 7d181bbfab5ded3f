"""The language model that an operator asks: what it must have (`LLMServing`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class LLMServing(Protocol):
    """What an operator calls. DataFlow's own servings have this method."""

    def generate_from_input(self, user_inputs: list[str], system_prompt: str) -> Sequence[Any]:
        """One reply a prompt, in the order of the prompts; None where there is none."""
        ...
