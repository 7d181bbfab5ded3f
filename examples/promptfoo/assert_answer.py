"""What promptfoo calls; `python -m answerkey.integrations.promptfoo` names a file that needs no copy."""

from answerkey.integrations.promptfoo import get_assert

__all__ = ["get_assert"]
