"""How our classes enter DataFlow's registry and pass its checks, shown on a stand-in for DataFlow's modules."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from abc import ABCMeta
from pathlib import Path
from types import ModuleType

import pytest

from answerkey.integrations.dataflow import accept_as
from answerkey.operators import BenchDatasetEvaluator, FileStorage


def test_loaded_abstract_classes_accept_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    OperatorABC, DataFlowStorage = ABCMeta("OperatorABC", (), {}), ABCMeta("DataFlowStorage", (), {})

    core, storage = ModuleType("dataflow.core"), ModuleType("dataflow.utils.storage")
    core.OperatorABC, storage.DataFlowStorage = OperatorABC, DataFlowStorage  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dataflow.core", core)
    monkeypatch.setitem(sys.modules, "dataflow.utils.storage", storage)

    class Mine(BenchDatasetEvaluator):
        pass

    assert isinstance(Mine(), OperatorABC)
    assert isinstance(FileStorage(""), DataFlowStorage)
    assert not isinstance(FileStorage(""), OperatorABC)


def test_without_dataflow_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dataflow.core", "dataflow.utils.storage"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for role in ("operator", "serving", "storage"):
        accept_as(role, FileStorage)


REGISTRY = """
class Registry:
    names = {}
    def register(self, operator):
        self.names.setdefault(operator.__name__, operator)
OPERATOR_REGISTRY = Registry()
"""


@pytest.mark.parametrize(
    ("registry", "expected"), [(REGISTRY, True), ("raise RuntimeError('a broken install')", False), ("", False)]
)
def test_the_registry(tmp_path: Path, registry: str, expected: bool) -> None:
    package = tmp_path / "dataflow" / "utils"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package.parent / "__init__.py").touch()
    (package / "registry.py").write_text(registry)
    code = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from answerkey.operators import BenchDatasetEvaluator
        registered = getattr(sys.modules.get("dataflow.utils.registry"), "OPERATOR_REGISTRY", None)
        assert (registered is not None) is {expected}
        if registered is not None:
            assert registered.names == {{"BenchDatasetEvaluator": BenchDatasetEvaluator}}
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
