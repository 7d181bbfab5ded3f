"""The templates of grader specifications: `{{ item.answer }}`, `{{ sample.output_tools[0].function.name }}`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_VARIABLE = re.compile(r"\{\{\s*(item|sample)((?:\.[\w-]+|\[\d+\])*)\s*\}\}")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")


class Missing(ValueError):
    """A template names what a row does not have."""


def fill(template: str, row: Mapping[str, Any]) -> str:
    """`template` with its variables replaced, texts as they are and anything else as JSON; `Missing` for an absent one.

    >>> fill("{{item.a[0].b}} of {{ sample.n }}", {"item": {"a": [{"b": "x"}]}, "sample": {"n": 2}})
    'x of 2'
    """
    return _VARIABLE.sub(lambda match: _text(_look_up(row[match[1]], match[2], match[0])), template)


def _look_up(value: Any, path: str, shown: str) -> Any:
    for name, index in _STEP.findall(path):
        try:
            value = value[name] if name else value[int(index)]
        except (KeyError, IndexError, TypeError):
            raise Missing(f"the row has no {shown}") from None
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
