r"""What a name runs through, said in words: "where k is an integer" becomes the condition `k \in \mathbb{Z}`."""

from __future__ import annotations

import re

# Between words: spaces, signs of mathematics, and the commands that words stand in. Nothing is tried in two ways.
_J = r"(?:\s|\\(?:text|mbox|textrm|mathrm|textit)\s*+\{|[{}$]|\\[ ,;:!()]|~|\\q?quad\b)*+"
_EACH = rf"(?:(?:all|any|every|each|some|an?|arbitrary|the){_J})*"
_SORT = (
    r"(?P<sort>(?:(?:positive|non-?negative|natural|whole|real|rational|arbitrary)\s+)?(?:integers?|numbers?|reals?))"
)
_NAME = r"(?P<name>\\?[A-Za-z](?![A-Za-z]))(?P<others>(?:\s*(?:,|and)\s*[A-Za-z](?![A-Za-z]))*)"
_LINK = (
    rf"(?:[,;(]|\\left\(|(?<![\s{{}}$~])){_J}"
    rf"(?:(?:where|for|with|and|when|if|as|provided|in\s+which|such\s+that)\b)?{_J}"
)
_END = rf"{_J}(?:\\right)?\)?[.\s$]*\Z"
_BEHIND = (
    re.compile(rf"{_LINK}{_NAME}{_J}\b(?:is|are|be|being)\b{_J}{_EACH}{_SORT}\b{_END}"),
    re.compile(rf"{_LINK}(?:for\b{_J})?{_EACH}{_SORT}\b{_J}(?:values\s+of\b{_J})?{_NAME}{_END}"),
    re.compile(rf"(?:[,;(]|\\left\(){_J}{_NAME}{_J}{_SORT}\b{_END}"),
)
_ALL = re.compile(
    rf"{_J}(?:for\b{_J})?(?:all|any|every|each)\b{_J}(?:(?:of|the|possible)\b{_J})*(?:{_SORT}\b{_J})?(?:values\b{_J})?"
    rf"(?:of\b{_J})?(?P<name>\\?[A-Za-z](?![A-Za-z]))?{_J}(?:(?:such\s+that|where|with|satisfying|for\s+which){_J})?"
    r"(?P<rest>(?P<first>\\?[A-Za-z]|-?\d)?[^A-Za-z]*?(?:[<>=≤≥≠∈]|\\(?:geq?|leq?|neq?|in|geqslant|leqslant|gt|lt)\b).*)\Z",
    re.DOTALL,
)
_SETS = {"real": r"\mathbb{R}", "rational": r"\mathbb{Q}", "natural": r"\mathbb{N}", "positive": r"\mathbb{N}"}


def spelled(text: str) -> str | None:
    r"""`text` with its words about what a name runs through as a condition; None where it has none.

    >>> spelled(r"2k\pi \text{ where } k \text{ is an integer}")
    '2k\\pi, k \\in \\mathbb{Z}'
    """
    for pattern in _BEHIND:
        found = pattern.search(text)
        if found is not None and text[: found.start()].strip():
            names = (found["name"], *re.findall(r"[A-Za-z](?![A-Za-z])", found["others"].replace("and", ",")))
            return text[: found.start()] + "".join(_condition(name, found["sort"]) for name in names)
    found = _ALL.match(text)
    if found is None or not (found["name"] or found["first"]):
        return None
    rest: str = found["rest"] if found["first"] else found["name"] + " " + found["rest"]
    if found["sort"] is None or "real" in found["sort"] or found["sort"].startswith("number"):
        return rest
    return rest + _condition(found["name"] or found["first"], found["sort"]).replace(",", " where", 1)


def _condition(name: str, sort: str) -> str:
    first = sort.split()[0]
    if first.startswith(("non", "whole")):
        return rf", {name} \in \mathbb{{Z}}, {name} \ge 0"
    return rf", {name} \in {_SETS.get(first.removesuffix('s'), chr(92) + 'mathbb{Z}')}"
