"""The names by which others know these operators: `import answerkey.aliases`, and their documents' imports work.

`context_bench.evaluators`, `dataflow.operators.core_text`, `dataflow.utils.storage`, `dataflow.serving`,
`dataflow.prompts.core_text` and `math_verify` (also its `parser`, `grader`, `metric` and `errors`) then resolve to
ours, wherever the real packages are not installed: the finder stands last in `sys.meta_path`, so that a real package
always wins. A script is run unchanged, from a shell, by

    python -m answerkey.aliases script.py [arguments]
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

# module: the names it has, and the module of ours that each comes from
ALIASES: dict[str, dict[str, str]] = {
    "context_bench": {},
    "context_bench.evaluators": {"MathEquivalence": "answerkey"},
    "dataflow": {},
    "dataflow.operators": {},
    "dataflow.operators.core_text": {"BenchDatasetEvaluator": "answerkey.operators"},
    "dataflow.prompts": {},
    "dataflow.prompts.core_text": {"AnswerJudgePrompt": "answerkey.operators"},
    "dataflow.serving": {"APILLMServing_request": "answerkey.operators"},
    "dataflow.utils": {},
    "dataflow.utils.storage": {
        "DataFlowStorage": "answerkey.operators",
        "FileStorage": "answerkey.operators",
    },
    "math_verify": dict.fromkeys(
        (
            *("parse", "verify", "math_metric", "LatexNormalizationConfig"),
            *("LatexExtractionConfig", "ExprExtractionConfig", "StringExtractionConfig"),
        ),
        "answerkey.integrations.math_verify",
    ),
    "math_verify.errors": {"TimeoutException": "answerkey.integrations.math_verify"},
    "math_verify.grader": {"verify": "answerkey.integrations.math_verify"},
    "math_verify.metric": {"math_metric": "answerkey.integrations.math_verify"},
    "math_verify.parser": dict.fromkeys(
        ("parse", "LatexExtractionConfig", "ExprExtractionConfig", "StringExtractionConfig"),
        "answerkey.integrations.math_verify",
    ),
}


class AliasFinder(MetaPathFinder, Loader):
    """Finds the modules of `ALIASES` where nothing else has found them."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if fullname not in ALIASES or (path is not None and not self._is_ours(fullname.partition(".")[0])):
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        homes = ALIASES[module.__name__]

        def get(name: str) -> Any:
            if name not in homes:
                there = f" (it has: {', '.join(homes)})" if homes else ""
                raise AttributeError(f"answerkey's stand-in for {module.__name__!r} has no {name!r}{there}")
            return getattr(import_module(homes[name]), name)

        vars(module).update(
            __all__=list(homes), __doc__=f"answerkey's stand-in for {module.__name__}.", __getattr__=get
        )

    def _is_ours(self, root: str) -> bool:
        """Whether the package `root` is a stand-in: ours are never mixed into a real package."""
        return isinstance(getattr(sys.modules.get(root), "__loader__", None), AliasFinder)


def install() -> None:
    """Put the finder last in `sys.meta_path`, once."""
    if not any(isinstance(finder, AliasFinder) for finder in sys.meta_path):
        sys.meta_path.append(AliasFinder())


def main(arguments: Sequence[str]) -> None:
    """Run the script `arguments[0]` as Python would, with the aliases in place."""
    if not arguments or not Path(arguments[0]).is_file():
        print("usage: python -m answerkey.aliases script.py [arguments]", file=sys.stderr)
        if arguments:
            print(f"there is no file {arguments[0]}", file=sys.stderr)
        raise SystemExit(2)
    sys.argv[:] = arguments
    sys.path[0] = str(Path(arguments[0]).resolve().parent)
    runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    import_module("answerkey.aliases").main(sys.argv[1:])
else:
    install()
