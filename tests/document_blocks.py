"""The Python blocks of a document whose fences were lost: runs of lines that are code, told from prose by parsing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_START = re.compile(r"(?:from \w|import \w|class \w|def \w|[a-z_][\w.]*(?:\(| = ))|[A-Z]\w*\(\s*$")


def python_blocks(text: str) -> Iterator[str]:
    """The longest runs of lines that start like code and parse as code, in order.

    >>> list(python_blocks("Usage\\n\\nfrom a import b\\nb(1)\\n# 2\\n\\nNotes (see below)"))
    ['from a import b\\nb(1)\\n# 2']
    """
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = _end_of_code(lines, at) if _START.match(lines[at]) else at
        if end > at:
            yield "\n".join(lines[at:end]).rstrip()
        at = max(end, at + 1)


def _end_of_code(lines: list[str], start: int) -> int:
    """The line after the longest run from `start` that parses, with no bare name, no `title()`, no two blank lines."""
    best = start
    for end in range(start + 1, min(start + 120, len(lines)) + 1):
        if not lines[end - 1].strip():
            if not lines[end - 2].strip():
                break
            continue
        try:
            tree = ast.parse("\n".join(lines[start:end]))
        except (SyntaxError, ValueError):
            continue
        if any(isinstance(node, ast.Expr) and not _is_call(node.value) for node in tree.body):
            break
        best = end
    return best


def _is_call(node: ast.expr) -> bool:
    """Whether `node` is a call that does something: `pipeline.forward()`, `f(x)`, but not the title `score()`."""
    return isinstance(node, ast.Call) and bool(node.args or node.keywords or isinstance(node.func, ast.Attribute))
