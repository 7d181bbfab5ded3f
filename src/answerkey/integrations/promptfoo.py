"""A Python assertion for promptfoo: `type: python`, `value: file://…/answerkey/integrations/promptfoo.py`.

`python -m answerkey.integrations.promptfoo` prints that line for this installation. The key is the variable that
`config.key` names, else the first of the usual names; `config.policy` and `config.extractor` name presets.
"""

from __future__ import annotations

from typing import Any

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.integrations.credit import credit
from answerkey.running.columns import GOLD_NAMES


def get_assert(output: str, context: dict[str, Any]) -> dict[str, Any]:
    """promptfoo's grading result: `pass`, `score`, and the marker's note as `reason`; `ValueError` without a key.

    >>> get_assert("The answer is 5.", {"vars": {"answer": "5"}})["pass"]
    True
    """
    variables, config = context.get("vars") or {}, context.get("config") or {}
    name = config.get("key") or next((name for name in GOLD_NAMES if name in variables), None)
    if name not in variables:
        raise ValueError(f"which variable holds the key? config.key may name one of: {', '.join(variables) or 'none'}")
    gold = variables[name]
    extractor = Extractor.preset(config.get("extractor", "default"))
    verdict = grade(gold, output, policy=config.get("policy", "default"), extractor=extractor)
    return {"pass": verdict.correct, "score": credit(gold, verdict) or 0.0, "reason": verdict.explain()}


if __name__ == "__main__":
    print(f"value: file://{__file__}")
