"""`strict=False`: an answer with the key's names in the place of its own, and a set or a tuple as the key has it.

Math-Verify takes names in the order of a hash table; here it is the order in which they appear.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.notation.printer import to_latex

_COLLECTIONS = frozenset({"set", "group", "list", "label"})
_CONSTANTS = frozenset({"e", "i"})


def in_the_keys_terms(gold: str, target: str) -> str | None:
    r"""`target` rewritten; None where it cannot be, or where names are all that there is: options, points, people.

    >>> in_the_keys_terms("x^2+x", "t^2+t"), in_the_keys_terms("(1,2)", r"\{1,2\}"), in_the_keys_terms("B", "D")
    ('x^{2} + x', '(1, 2)', None)
    """
    keys, answers = read(gold).nodes, read(target).nodes
    if not keys or not answers or _only_names(answers[0]):
        return None
    key, answer = keys[0], _bracketed_as(keys[0], answers[0])
    theirs, ours = (list(dict.fromkeys(_names(node))) for node in (key, answer))
    return to_latex(_renamed(answer, dict(zip(ours, theirs, strict=True)))) if len(theirs) == len(ours) else None


def _bracketed_as(key: Node, answer: Node) -> Node:
    match key, answer:
        case Node("group", ("(", ")", *_)), Node("set", members):
            return Node("group", ("(", ")", *members))
        case Node("set", _), Node("group", ("(", ")", *members)):
            return Node("set", tuple(members))
    return answer


def _only_names(node: Node) -> bool:
    if node.head in _COLLECTIONS:
        return all(_only_names(part) for part in node.args if isinstance(part, Node))
    return node.head in ("name", "text")


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Node) and value.head == "name":
        if value.args[0] not in _CONSTANTS:
            yield value.args[0]
    elif isinstance(value, tuple):
        for part in value.args if isinstance(value, Node) else value:
            yield from _names(part)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, Node):
        if value.head == "name":
            return Node("name", (names.get(value.args[0], value.args[0]),))
        return Node(value.head, tuple(_renamed(part, names) for part in value.args))
    return tuple(_renamed(part, names) for part in value) if isinstance(value, tuple) else value
