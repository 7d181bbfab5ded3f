r"""A reward for verl, by `custom_reward_function.path=pkg://answerkey.integrations.verl`.

Every row gives the same keys, as verl's batches want it. It holds in verl's thread executors and process pools.
"""

from __future__ import annotations

from typing import Any

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.integrations.credit import credit
from answerkey.policy import Policy
from answerkey.verdict import Outcome


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: dict[str, Any] | None = None,
    *,
    policy: Policy | str = "default",
    extractor: str = "default",
    **kwargs: Any,
) -> dict[str, Any]:
    r"""The score of one rollout, with what it came from. Other arguments of verl's are accepted and not used.

    `score`: 1.0 or 0.0 (the share of right parts, if the policy has `partial_credit`; 0.0 for an unreadable key, as
    verl needs a number); `acc`: 1.0 for correct; `undecided`: 1.0 where the rules could not tell; `pred`: the answer
    found; `reason`: why. `policy` and `extractor` name presets, in `custom_reward_function.reward_kwargs`.

    >>> compute_score("math", r"\boxed{0.5}", "1/2")["score"]
    1.0
    """
    verdict = grade(ground_truth, solution_str, policy=policy, extractor=Extractor.preset(extractor))
    return {
        "score": credit(ground_truth, verdict) or 0.0,
        "acc": float(verdict.correct),
        "undecided": float(verdict.outcome is Outcome.UNDECIDED),
        "pred": verdict.answer or "",
        "reason": verdict.reason.value,
    }
