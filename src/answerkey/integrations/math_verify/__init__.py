r"""Math-Verify's `parse` and `verify` over this engine: change the import and keep the program.

>>> from answerkey.integrations.math_verify import parse, verify
>>> verify(parse(r"$\frac{1}{2}$"), parse(r"So the answer is $\boxed{0.5}$."))
True

They hold in threads, need no timer, and answer in microseconds. What differs is on the page docs/migration.md. The
modules are called as Math-Verify's own are.
"""

from answerkey.integrations.math_verify.configs import (
    ExprExtractionConfig,
    ExtractionTarget,
    LatexExtractionConfig,
    LatexNormalizationConfig,
    StringExtractionConfig,
)
from answerkey.integrations.math_verify.errors import TimeoutException
from answerkey.integrations.math_verify.grader import verify
from answerkey.integrations.math_verify.metric import math_metric
from answerkey.integrations.math_verify.parser import Parsed, parse

__all__ = [
    "ExprExtractionConfig",
    "ExtractionTarget",
    "LatexExtractionConfig",
    "LatexNormalizationConfig",
    "Parsed",
    "StringExtractionConfig",
    "TimeoutException",
    "math_metric",
    "parse",
    "verify",
]
