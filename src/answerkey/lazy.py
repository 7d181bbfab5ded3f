"""The names of a package, each loaded when it is first used, so that importing the package costs next to nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of `package`, whose `homes` says which module each name is from.

    Source: PEP 562.

    >>> get, _ = lazy_names("answerkey", {"Policy": "policy"})
    >>> get("Policy").__module__
    'answerkey.policy'
    """
    namespace = vars(sys.modules[package])

    def get(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = namespace[name] = getattr(import_module(f"{package}.{home}"), name)
        return value

    return get, lambda: sorted({*namespace, *homes})
