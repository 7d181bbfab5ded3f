"""`parse`: the answer in a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from answerkey.extraction.chain import Extractor
from answerkey.grading import compare, extract
from answerkey.integrations.math_verify.configs import (
    ExprExtractionConfig,
    ExtractionTarget,
    LatexExtractionConfig,
    extractor_of,
)
from answerkey.verdict import Reason


class Parsed(str):
    """An answer as it stands in a text. `verify` grades the whole text, `source`, as the key's kind may want it."""

    source: str
    extractor: Extractor


def parse(
    pred: str,
    extraction_config: Sequence[ExtractionTarget] = (LatexExtractionConfig(), ExprExtractionConfig()),
    fallback_mode: Literal["no_fallback", "first_match"] = "first_match",
    extraction_mode: Literal["first_match", "any_match"] = "any_match",
    parsing_timeout: int | None = 5,
    raise_on_error: bool = False,
) -> list[Parsed]:
    """The answer found in `pred`, or an empty list. With "no_fallback" an answer that cannot be read is none.

    Not used: `extraction_mode` (the rules have one order), `parsing_timeout` and `raise_on_error` (there is nothing
    to stop, and nothing raises).
    """
    extractor = extractor_of(extraction_config)
    # A text of a few words may be an answer, too: what `verify` makes of it depends on the key.
    found = extract(pred, extractor=extractor) or extract(pred, extractor=replace(extractor, kind="words"))
    if found is None or (fallback_mode == "no_fallback" and not _readable(found.text)):
        return []
    parsed = Parsed(found.text)
    parsed.source, parsed.extractor = pred, extractor
    return [parsed]


def _readable(text: str) -> bool:
    return compare(text, "0").reason not in (Reason.UNREADABLE_KEY, Reason.BUDGET)
