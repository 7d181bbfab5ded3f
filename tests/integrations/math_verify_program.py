"""Run where the real Math-Verify is installed: our functions and configurations take what its own take."""

from __future__ import annotations

import dataclasses
import inspect

import math_verify as theirs

from answerkey.integrations import math_verify as ours

for name in ("parse", "verify", "math_metric"):
    wanted, got = (inspect.signature(getattr(module, name)).parameters for module in (theirs, ours))
    assert list(got) == list(wanted), (name, list(got), list(wanted))
    for parameter in set(got) - {"extraction_config", "gold_extraction_target", "pred_extraction_target"}:
        assert got[parameter].default == wanted[parameter].default, (name, parameter)
for name in ("LatexExtractionConfig", "ExprExtractionConfig", "StringExtractionConfig", "LatexNormalizationConfig"):
    wanted, got = (
        [field.name for field in dataclasses.fields(getattr(module, name)) if field.init] for module in (theirs, ours)
    )
    assert got == wanted, (name, got, wanted)
config = theirs.LatexExtractionConfig(normalization_config=theirs.LatexNormalizationConfig(units=True))
assert ours.verify(ours.parse("$5$", [config]), ours.parse(r"\boxed{5}", [config]))  # theirs do for ours, too
print("all of it holds")
