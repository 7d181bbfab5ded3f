"""A place inside DataFlow (open-dataflow): its registry knows our operators, its checks accept our objects.

DataFlow has no entry points: it finds an operator by the name of its class in a registry, where the first one
registered under a name stays, and `pipeline.compile()` asks `isinstance` of its abstract classes. Our classes are
registered with both instead of inheriting, so that they are the same with and without DataFlow.
"""

from __future__ import annotations

import logging
import sys
from abc import ABCMeta
from importlib import import_module
from importlib.util import find_spec

_LOG = logging.getLogger(__name__)
_ABSTRACT = {  # what we have: where DataFlow keeps its abstract class for it
    "operator": ("dataflow.core", "OperatorABC"),
    "serving": ("dataflow.core", "LLMServingABC"),
    "storage": ("dataflow.utils.storage", "DataFlowStorage"),
}


def register_operator(operator: type) -> None:
    """Enter an operator in DataFlow's registry under its class name, if DataFlow is installed."""
    if find_spec("dataflow") is None:
        return
    try:
        registry = import_module("dataflow.utils.registry").OPERATOR_REGISTRY
        registry.register(operator)
    except Exception as error:  # another package of that name, or a broken install: not a reason to fail here
        _LOG.debug("not registered with DataFlow: %s", error)


def accept_as(role: str, ours: type) -> None:
    """Have DataFlow's `isinstance` checks accept `ours` as an operator, a serving or a storage.

    Only what the program has loaded already is touched: without DataFlow this costs a look into a dictionary.
    """
    module, name = _ABSTRACT[role]
    abstract = getattr(sys.modules.get(module), name, None)
    if isinstance(abstract, ABCMeta) and not issubclass(ours, abstract):
        abstract.register(ours)
