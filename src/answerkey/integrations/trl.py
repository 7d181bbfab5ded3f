r"""Rewards for TRL: `GRPOTrainer(reward_funcs=[accuracy_reward], …)` with a column `solution` in the data set.

A completion is a text or a conversation, of which the last message counts if the assistant said it: what a tool gave
back is no answer. None, where a key cannot be read, takes the row out of the reward, as TRL has it. Nothing here uses
signals, processes or TRL itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from answerkey.extraction.chain import DEFAULT as DEFAULT_EXTRACTOR
from answerkey.extraction.chain import Extractor
from answerkey.grading import grade, response_text
from answerkey.integrations.credit import credit
from answerkey.policy import DEFAULT, Policy

_PARTIAL = replace(DEFAULT, name="partial_credit", partial_credit=True)


def accuracy_reward(
    completions: Sequence[Any], solution: Sequence[Any], log_extra: Callable[..., None] | None = None, **columns: Any
) -> list[float | None]:
    r"""1.0 for a correct completion, 0.0 for any other, None where the key cannot be read.

    >>> accuracy_reward(["So it is 5.", [{"role": "assistant", "content": r"\boxed{0.5}"}]], solution=["4", "1/2"])
    [0.0, 1.0]
    """
    return _rewards(completions, solution, log_extra, DEFAULT)


def strict_accuracy_reward(
    completions: Sequence[Any], solution: Sequence[Any], log_extra: Callable[..., None] | None = None, **columns: Any
) -> list[float | None]:
    r"""`accuracy_reward` with nothing left to exploit: one box, under the policy "strict".

    >>> strict_accuracy_reward(["So it is 4.", r"\boxed{4}"], solution=["4", "4"])
    [0.0, 1.0]
    """
    return _rewards(completions, solution, log_extra, Policy.preset("strict"), Extractor.preset("strict"))


def partial_credit_reward(
    completions: Sequence[Any], solution: Sequence[Any], log_extra: Callable[..., None] | None = None, **columns: Any
) -> list[float | None]:
    r"""`accuracy_reward` that pays the share of the key's parts that the answer has.

    >>> partial_credit_reward([r"\boxed{1, 3}"], solution=["1, 2"])
    [0.5]
    """
    return _rewards(completions, solution, log_extra, _PARTIAL)


def _rewards(
    completions: Sequence[Any],
    solution: Sequence[Any],
    log_extra: Callable[..., None] | None,
    policy: Policy,
    extractor: Extractor = DEFAULT_EXTRACTOR,
) -> list[float | None]:
    texts = [response_text(completion) for completion in completions]
    pairs = list(zip(solution, texts, strict=True))
    verdicts = [grade(gold, text, policy=policy, extractor=extractor) for gold, text in pairs]
    if log_extra is not None:  # columns of the table of completions that TRL keeps
        log_extra("answer", [verdict.answer or "" for verdict in verdicts])
        log_extra("verdict", [verdict.reason.value for verdict in verdicts])
    return [credit(gold, verdict) for (gold, _), verdict in zip(pairs, verdicts, strict=True)]
