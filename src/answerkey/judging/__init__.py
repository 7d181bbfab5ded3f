"""The judge for what rules leave undecided: contract, prompts, client, cache, panel, cascade."""

from answerkey.judging.cascade import Cascade, Graded, cascade
from answerkey.judging.contract import Contract, JudgeOutcome, Reply
from answerkey.judging.judge import Judge, JudgeResult, JudgeRow, Panel
from answerkey.judging.prompts import AnswerJudgePrompt, Prompt, load_prompt

__all__ = [
    "AnswerJudgePrompt",
    "Cascade",
    "Contract",
    "Graded",
    "Judge",
    "JudgeOutcome",
    "JudgeResult",
    "JudgeRow",
    "Panel",
    "Prompt",
    "Reply",
    "cascade",
    "load_prompt",
]
