"""What `parse` looks for: Math-Verify's configurations, and what of them is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from answerkey.extraction.chain import MARKED, Extractor


@dataclass(frozen=True)
class LatexNormalizationConfig:
    """Accepted and not used: reading needs no normalization."""

    basic_latex: bool = True
    units: bool = False
    malformed_operators: bool = True
    nits: bool = True
    boxed: str = "all"
    equations: bool = False


@dataclass(frozen=True)
class LatexExtractionConfig:
    """`boxed_match_priority`: negative reads no boxes, otherwise a box counts first.

    `try_extract_without_anchor=False` takes only what is marked as the answer; `normalization_config` is not used.
    """

    try_extract_without_anchor: bool = True
    boxed_match_priority: int = 50
    normalization_config: Any = field(default_factory=LatexNormalizationConfig)


@dataclass(frozen=True)
class ExprExtractionConfig:
    """`try_extract_without_anchor=False` takes only what is marked as the answer, if all configurations say so."""

    try_extract_without_anchor: bool = True


@dataclass(frozen=True)
class StringExtractionConfig:
    """Alone, with single letters: only an option is an answer. `lowercase` is not used: options have no case."""

    strings: tuple[str, ...] = ("A", "B", "C", "D")
    try_extract_without_anchor: bool = True
    lowercase: bool = True


ExtractionTarget = LatexExtractionConfig | ExprExtractionConfig | StringExtractionConfig


def extractor_of(configs: Sequence[ExtractionTarget]) -> Extractor:
    """The extractor that configurations (ours, or Math-Verify's own) come to."""
    return _extractor(*map(_used, configs))


def _used(config: ExtractionTarget) -> tuple[bool, bool, bool]:
    """What of a configuration (of ours, or Math-Verify's own) is used: anything goes, no boxes, letters only."""
    strings = getattr(config, "strings", ())
    letters = bool(strings) and all(len(one) == 1 for one in strings)
    return config.try_extract_without_anchor, getattr(config, "boxed_match_priority", 0) < 0, letters


@lru_cache(maxsize=64)
def _extractor(*configs: tuple[bool, bool, bool]) -> Extractor:
    if configs and all(letters for *_, letters in configs):
        return Extractor.preset("option")
    rules = Extractor().rules if any(anything for anything, *_ in configs) else MARKED
    boxless = any(boxless for _, boxless, _ in configs)
    return Extractor(tuple(rule for rule in rules if not (boxless and rule == "box")))
