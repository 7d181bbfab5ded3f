"""Solutions with an integer parameter: `2k\\pi, k \\in \\mathbb{Z}`, `x = \\frac{\\pi}{4} + n\\pi`, and unions of such.

The parameter is a dummy. A family that is linear in it is an arithmetic progression, and unions of progressions
are equal if their residues modulo a common period are. Others are compared as expressions, with the parameter
renamed, negated or shifted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import members
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import weakest
from answerkey.kinds.order import DOTS, ONE, ZERO, literal, negative
from answerkey.kinds.plus_minus import expand_all
from answerkey.kinds.progression import Pair, Progression, affine, progression, residues
from answerkey.kinds.reals import subject
from answerkey.kinds.trees import children, integer, is_scalar, names, substitute, times
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import same
from answerkey.verdict import Reason

_MOST_TEMPLATES = 100
# Names that stand for an integer in `x = k\pi` even when nobody says so.
_CUSTOMARY = frozenset({"k", "n", "m", "l", "N", "K"})
_DOMAINS = {Node("const", (name,)): name for name in ("integers", "naturals")} | {
    Node("name", ("Z",)): "integers",
    Node("name", ("N",)): "naturals",
}


class Solutions(NamedTuple):
    """Expressions in integer parameters. `domain`: what the parameters run through, None if nobody said."""

    templates: tuple[Node, ...]
    parameters: tuple[str, ...]
    domain: str | None
    name: str | None = None


def recognise(source: Source, ctx: Context) -> Solutions | None:
    """A family, its parameter declared or customary."""
    return _read(source.node, ctx)


def read_as(source: Source, key: Solutions, ctx: Context) -> Solutions | None:
    """The answer as a family; a single value is a family without a parameter."""
    found = _read(source.node, ctx)
    if found is None:
        body, name = _unnamed(source.node)
        return Solutions((body,), (), key.domain, name) if is_scalar(body) else None
    return None if _plain_formula(key, found, part=not source.text) else found


def _plain_formula(key: Solutions, answer: Solutions, *, part: bool) -> bool:
    """Is `2\\pi n` against something in the same n a formula in n rather than a family: nothing says otherwise?
    As a part, like an end of an interval, `(2n+1)\\pi` is one too."""
    if key.domain or key.name or answer.domain or answer.name or key.parameters != answer.parameters:
        return False
    if part:
        return True
    parts = [part for template in key.templates for part, _ in _split(template, key.parameters[0])]
    return len(parts) == 1 and parts[0] is not None and not any(parts[0].offset)


def compare(key: Solutions, answer: Solutions, ctx: Context) -> Comparison:
    """As unions of progressions where they are, otherwise as expressions up to the name of the parameter."""
    if key.name and answer.name and key.name != answer.name:
        return because(Reason.DIFFERENT_NAME, "the key is about {}, the answer about {}", key.name, answer.name)
    if key.domain and answer.domain and key.domain != answer.domain:
        return because(
            Reason.UNDECIDED_VALUE, "the parameters are {} in the key, {} in the answer", key.domain, answer.domain
        )
    two_sided = (key.domain or answer.domain or "integers") == "integers"
    found = _by_residues(key, answer, ctx) if two_sided else None
    return found or _by_renaming(key, answer, two_sided, ctx)


def _read(node: Node, ctx: Context) -> Solutions | None:
    body, declared, domain = _declared(node)
    body, name = _unnamed(body)
    collection = members.read(body, ctx)
    templates = collection.nodes if collection else expand_all((body,))
    name = name or (collection.name if collection else None)
    if not templates or len(templates) > _MOST_TEMPLATES or not all(map(is_scalar, templates)):
        return None
    if domain is None:
        declared = _customary(templates)
    if not declared or not any(names(template) & set(declared) for template in templates):
        return None
    return Solutions(templates, declared, domain, name)


def _declared(node: Node) -> tuple[Node, tuple[str, ...], str | None]:
    """What is left of `node` without `k \\in \\mathbb{Z}`, the names so declared, and what they run through."""
    declared: list[str] = []
    domain: str | None = None
    rest: list[Node] = []
    for part in _parts(node):
        found = _declaration(part)
        if found is None:
            rest.append(part)
        else:
            declared += found[0]
            domain = found[1]
    if domain is None or not rest:
        return node, (), None
    return rest[0] if len(rest) == 1 else Node("list", (",", *rest)), tuple(declared), domain


def _parts(node: Node) -> Sequence[Node]:
    """The values and the conditions of what may be a family."""
    if node.head == "setbuilder":
        element, condition = node.args
        conditions = list(condition.args if condition.head == "and" else (condition,))
        for one in conditions:  # {x | x = 2k, k in Z}
            if one.head == "rel" and one.args[0] == ("=",) and one.args[1][0] == element:
                return [one.args[1][1], *(other for other in conditions if other is not one)]
        return [element, *conditions]
    if node.head == "where":
        return [part for arg in node.args for part in (arg.args if arg.head == "and" else (arg,))]
    if node.head == "list":
        return _counted(node.args[1:])
    return _beside(node)


def _counted(parts: Sequence[Node]) -> Sequence[Node]:
    """The parts of a list, with `n = 0, \\pm 1, \\pm 2, ...` at its end as the declaration that it is."""
    if parts[-1] != DOTS:
        return parts
    place = len(parts) - 2
    while place > 0 and parts[place].head == "pm":
        place -= 1
    part = parts[place]
    if part.head == "rel" and part.args[0] == ("=",) and part.args[1][1] == ZERO:
        return [*parts[:place], Node("rel", (("in",), (part.args[1][0], Node("const", ("integers",)))))]
    return parts


def _beside(node: Node) -> Sequence[Node]:
    """`x = k\\pi (k \\in \\mathbb{Z})`: a condition in brackets at the end, which reads as a factor."""
    if node.head == "mul" and _declaration(node.args[-1]):
        rest = node.args[:-1]
        return [rest[0] if len(rest) == 1 else Node("mul", rest), node.args[-1]]
    if node.head in ("add", "pm"):
        inner = _beside(node.args[-1])
        return [Node(node.head, (*node.args[:-1], inner[0])), *inner[1:]]
    if node.head == "rel" and node.args[0] == ("=",):
        inner = _beside(node.args[1][1])
        return [Node("rel", (("=",), (node.args[1][0], inner[0]))), *inner[1:]]
    return [node]


def _declaration(node: Node) -> tuple[list[str], str] | None:
    """The names that `k, n \\in \\mathbb{Z}` declares."""
    if node.head != "rel" or node.args[0] != ("in",):
        return None
    left, home = node.args[1]
    domain = _DOMAINS.get(home)
    declared = left.args[1:] if left.head == "list" else (left,)
    if domain is None or not all(one.head == "name" for one in declared):
        return None
    return [one.args[0] for one in declared], domain


def _unnamed(node: Node) -> tuple[Node, str | None]:
    if node.head == "rel" and node.args[0] in (("=",), ("in",)):
        name = subject(node.args[1][0])
        if name is not None:
            return node.args[1][1], name
    return node, None


def _customary(templates: tuple[Node, ...]) -> tuple[str, ...]:
    """The parameter that nobody declared: the one name there is, an integer's letter, times a multiple of π."""
    free = frozenset().union(*map(names, templates))
    if len(free) != 1 or not free <= _CUSTOMARY:
        return ()
    (name,) = free
    return (name,) if all(_turns(template, name) for template in templates) else ()


def _turns(template: Node, name: str) -> bool:
    """Is the parameter multiplied by π or degrees, and does it occur nowhere else?"""
    parts = [part for part, _ in _split(template, name)]
    return any(parts) and all(part is None or part.period[1] for part in parts)


def _split(template: Node, parameter: str) -> list[tuple[Progression | None, Node | None]]:
    """The template as progressions, each with what must be added to it (such as arctan 2): two if it has a factor
    (-1)^k. A progression is None if the template is not linear."""
    forms = [template]
    if _alternates(template, parameter):
        twice = times(integer(2), Node("name", (parameter,)))
        forms = [substitute(template, {parameter: form}) for form in (twice, Node("add", (twice, ONE)))]
    found: list[tuple[Progression | None, Node | None]] = []
    for form in forms:
        terms = form.args if form.head == "add" else (form,)
        linear = [term for term in terms if affine(term, parameter) is not None]
        rest = tuple(term for term in terms if affine(term, parameter) is None)
        whole = affine(Node("add", tuple(linear)), parameter)
        if whole is None or any(parameter in names(term) for term in rest):
            found.append((None, None))
        else:
            extra = None if not rest else rest[0] if len(rest) == 1 else Node("add", rest)
            found.append((progression(whole), extra))
    return found


def _alternates(node: Node, parameter: str) -> bool:
    if node.head == "pow" and parameter in names(node.args[1]):
        return True
    return any(_alternates(part, parameter) for part in children(node))


def _by_residues(key: Solutions, answer: Solutions, ctx: Context) -> Comparison | None:
    """Compare as unions of progressions; None if one side is no such union."""
    sides: list[list[tuple[Progression, Node | None]]] = []
    for one in (key, answer):
        if len(one.parameters) > 1:
            return None
        parameter = one.parameters[0] if one.parameters else ""
        side: list[tuple[Progression, Node | None]] = []
        for template in one.templates:
            for part, extra in _split(template, parameter):
                if part is None:
                    return None
                side.append((part, extra))
        sides.append(side)
    if not all(any(part.period) for part, _ in sides[0]):
        return None
    if not all(any(part.period) for part, _ in sides[1]):
        return because(Reason.DIFFERENT_VALUE, "the answer is no family of solutions")
    results: list[Comparison] = []
    groups = [_by_extra(side, ctx) for side in sides]
    for extra, mine in groups[0]:
        theirs = [part for other, parts in groups[1] if _same_extra(extra, other, ctx).equal for part in parts]
        if not theirs:
            return _UNKNOWN if any(one for one, _ in (*groups[0], *groups[1])) else None
        results.append(_compare_progressions(mine, theirs))
    if len(groups[0]) != len(groups[1]):
        return _UNKNOWN
    return weakest(results, _UNKNOWN)


_UNKNOWN = because(Reason.UNDECIDED_VALUE)


def _by_extra(
    side: Iterable[tuple[Progression, Node | None]], ctx: Context
) -> list[tuple[Node | None, list[Progression]]]:
    groups: list[tuple[Node | None, list[Progression]]] = []
    for part, extra in side:
        for known, parts in groups:
            if _same_extra(known, extra, ctx).equal:
                parts.append(part)
                break
        else:
            groups.append((extra, [part]))
    return groups


def _same_extra(a: Node | None, b: Node | None, ctx: Context) -> Comparison:
    if a is None or b is None:
        return because(Reason.EQUAL_EXPRESSION) if a is b else _UNKNOWN
    return same(a, b, ctx)


def _compare_progressions(key: list[Progression], answer: list[Progression]) -> Comparison:
    found = residues(key, answer)
    if found is None:
        return because(Reason.DIFFERENT_VALUE, "the periods have no common multiple")
    mine, theirs = found
    if mine == theirs:
        return because(Reason.EQUAL_EXPRESSION)
    for side, other, left in (("key", "answer", mine - theirs), ("answer", "key", theirs - mine)):
        if left:
            return because(Reason.DIFFERENT_VALUE, f"{{}} belongs to the {side}, not to the {other}", _tree(min(left)))
    raise AssertionError("two sets that differ have a member that only one of them has")


def _tree(value: Pair) -> Node:
    """The tree of r + s·π."""
    rational, turns = value
    pi = times(literal(turns), Node("const", ("pi",)))
    if not turns:
        return literal(rational)
    return Node("add", (literal(rational), pi)) if rational else pi


def _by_renaming(key: Solutions, answer: Solutions, two_sided: bool, ctx: Context) -> Comparison:
    """Equal if some renaming of the parameters, negated or shifted over the integers, makes the expressions equal."""
    if len(key.parameters) != len(answer.parameters) or len(key.templates) != len(answer.templates):
        return _UNKNOWN
    for order in list(permutations(key.parameters))[:_MOST_ORDERS]:
        renamed = [Node("name", (name,)) for name in order]
        for change in _CHANGES if two_sided and len(order) == 1 else _CHANGES[:1]:
            values = dict(zip(answer.parameters, map(change, renamed), strict=True))
            theirs = [substitute(template, values) for template in answer.templates]
            result = weakest((same(*pair, ctx) for pair in zip(key.templates, theirs, strict=True)), _UNKNOWN)
            if result.equal:
                return result
    return _UNKNOWN


_MOST_ORDERS = 6
_CHANGES = (
    lambda name: name,
    negative,
    lambda name: Node("add", (name, ONE)),
    lambda name: Node("add", (name, negative(ONE))),
    lambda name: Node("add", (ONE, negative(name))),
)


_DECLARED = frozenset({"where", "list", "rel", "or", "set", "setbuilder", "and"})
_BARE = frozenset({"degree", "add", "mul", "neg", "div", "pm"})
FAMILY = Kind("family", _DECLARED, recognise, read_as, compare, "set", final=True)
UNDECLARED_FAMILY = Kind("family", _BARE, recognise, read_as, compare, "set")
