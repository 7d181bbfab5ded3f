"""What may stand as an operator's prompt template."""

from __future__ import annotations

from typing import Any

from answerkey.judging.prompts import AnswerJudgePrompt

__all__ = ["AnswerJudgePrompt", "template_of"]


def template_of(given: Any) -> Any:
    """The template that `given` stands for: None (the default one), a class, or an object; else `TypeError`.

    A template has `build_prompt(answer=..., reference_answer=...)`; where a run names a question column, it is called
    with `question=` too.

    >>> template_of(None).__class__.__name__, template_of(AnswerJudgePrompt).__class__.__name__
    ('AnswerJudgePrompt', 'AnswerJudgePrompt')
    """
    template = AnswerJudgePrompt() if given is None else given() if isinstance(given, type) else given
    if not callable(getattr(template, "build_prompt", None)):
        raise TypeError(f"prompt_template must have build_prompt(answer=..., reference_answer=...): {given!r} has not")
    return template
