"""Collections without brackets of their own: sets, lists, alternatives of one unknown, and expressions with ±.

They are read into the same value, so that `\\{1,2\\}`, `1, 2`, `1 and 2`, `x=1 or x=2` and `\\pm 3` can stand for
each other; what differs is whether members may repeat, and whether dots stand between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import ellipsis, reals, realset, vector
from answerkey.kinds.interval import interval
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_members, compare_without_order, distinct, in_order, weakest
from answerkey.kinds.naming import are_roots
from answerkey.kinds.order import DOTS, exact
from answerkey.kinds.plus_minus import expand_all, signs
from answerkey.kinds.reals import subject
from answerkey.kinds.trees import integer, is_scalar
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Members(NamedTuple):
    """What a collection holds.

    `form`: set (members do not repeat), list, or (alternatives), pm (values of an expression with ±), tuple,
    interval (`[1,2]`, which may be one), one (a single scalar).
    """

    form: str
    nodes: tuple[Node, ...]
    name: str | None = None  # the unknown whose values these are


def read(node: Node, ctx: Context) -> Members | None:
    """`node` as a collection; None if it is none."""
    found = _collection(node) or _counted(node, ctx)
    if found is None:
        return None
    nodes = expand_all(found.nodes)
    return None if nodes is None else found._replace(nodes=nodes)


def _collection(node: Node) -> Members | None:
    head = node.head
    if head == "set":
        return Members("set", node.args)
    if head == "const" and node.args[0] == "empty":
        return Members("set", ())
    if head == "union" and all(part.head == "set" for part in node.args):
        return Members("set", tuple(member for part in node.args for member in part.args))
    if head in ("list", "or", "and"):
        return _listed(node)
    if head == "rel":
        return _assigned(node)
    if head == "setbuilder":
        return _built(node)
    if head == "group" and len(node.args) == 3 and node.args[0] == "(":
        return _collection(node.args[2])
    if head == "group" and len(node.args) == 3 and node.args[:2] == ("[", "]"):
        return Members("list", node.args[2:])
    return Members("pm", (node,)) if signs(node) else None


def _listed(node: Node) -> Members | None:
    separator = node.args[0] if node.head == "list" else node.head
    nodes = _flat(node)
    form = "or" if separator == "or" else "list"
    if all(part.head == "rel" and part.args[0] in (("=",), ("in",)) for part in nodes):
        return _one_unknown(nodes, form)
    first = nodes[0]
    if first.head == "rel" and first.args[0] == ("=",) and not _related(nodes[1:]):
        left, right = first.args[1]
        if subject(left) or _is_tuple_of_names(left):
            # x = 1, 2, 3 and (x, y) = (1, 2), (3, 4)
            return Members(form, _flat(right) + nodes[1:], subject(left))
    return None if node.head != "list" and _related(nodes) else Members(form, nodes)


def _flat(node: Node) -> tuple[Node, ...]:
    """The members of a list with those of the lists inside it. Semicolons, and words between equations for
    several unknowns, separate tuples that are written without brackets."""
    if node.head not in ("list", "or", "and"):
        return (node,)
    separator, parts = (node.args[0], node.args[1:]) if node.head == "list" else (node.head, node.args)
    members: list[Node] = []
    for part in parts:
        tuples = part.head == "list" and part.args[0] == "," and separator != ","
        if tuples and (separator == ";" or all(one.head == "rel" for one in part.args[1:])):
            members.append(Node("group", ("(", ")", *_flat(part))))
        else:
            members += _flat(part)
    return tuple(members)


def _is_tuple_of_names(node: Node) -> bool:
    return node.head == "group" and len(node.args) > 3 and all(part.head == "name" for part in node.args[2:])


def _related(nodes: Sequence[Node]) -> bool:
    return any(part.head == "rel" for part in nodes)


def _one_unknown(nodes: tuple[Node, ...], form: str) -> Members | None:
    """The values of the one unknown of several equations; equations that name others are labelled parts."""
    unknowns = [_unknown(part.args[1][0]) for part in nodes]
    cycle = 1 if are_roots(nodes) else len(set(unknowns))
    if cycle > 1:
        if cycle == len(unknowns) or any(one != unknowns[i % cycle] for i, one in enumerate(unknowns)):
            return None
        # x = 3, y = 4 or x = 4, y = 3
        tuples = (Node("group", ("(", ")", *nodes[i : i + cycle])) for i in range(0, len(nodes), cycle))
        return Members(form, tuple(tuples)) if len(nodes) % cycle == 0 else None
    values: list[Node] = []
    for part in nodes:
        inner = _assigned(part)
        values += inner.nodes if inner else (part.args[1][1],)
    return Members(
        form, tuple(values), unknowns[0] if len(set(unknowns)) == 1 and isinstance(unknowns[0], str) else None
    )


def _unknown(node: Node) -> str | Node:
    """What makes two left sides the same unknown."""
    return subject(node) or node


def _assigned(node: Node) -> Members | None:
    """`x = \\pm 3`, `x \\in \\{1, 2\\}`, `S = \\{1, 2\\}`: the collection that a name stands for."""
    operators, operands = node.args
    if operators not in (("=",), ("in",)) or not (subject(operands[0]) or _is_tuple_of_names(operands[0])):
        return None
    inner = _collection(operands[1])
    return None if inner is None else inner._replace(name=subject(operands[0]) if inner.form != "set" else None)


def _built(node: Node) -> Members | None:
    """A set-builder whose condition lists the values of its element."""
    element, condition = node.args
    if element.head == "rel" and element.args[0] == ("in",):
        element = element.args[1][0]
    inner = _collection(condition) if subject(element) else None
    if condition.head == "rel" and inner is None and condition.args[0] == ("=",):
        inner = Members("set", (condition.args[1][1],), subject(condition.args[1][0]))
    return Members("set", inner.nodes) if inner and inner.name == subject(element) else None


def _counted(node: Node, ctx: Context) -> Members | None:
    """A set-builder of the integers in a bounded set: `\\{n \\in \\mathbb{Z} \\mid 1 \\le n \\le 5\\}`."""
    if node.head != "setbuilder" or node.args[0].head != "rel" or node.args[0].args[0] != ("in",):
        return None
    element, home = node.args[0].args[1]
    lowest = _LOWEST.get(home.args[0]) if home.head == "const" else None
    solved = reals.read(node.args[1], subject(element), ctx) if lowest is not None else None
    if solved is None or lowest is None or solved.name != subject(element):
        return None
    found: list[Node] = []
    for low, low_closed, high, high_closed in realset.pieces(solved.reals):
        first, last = exact(low), exact(high)
        if first is None or last is None or last - first > _MOST_INTEGERS or first < lowest:
            return None
        whole = range(ceil(first), floor(last) + 1)
        found += [integer(n) for n in whole if (n != first or low_closed) and (n != last or high_closed)]
    return Members("set", tuple(found))


_LOWEST = {"integers": -inf, "naturals": 1}  # whether 0 is natural depends on who asks
_MOST_INTEGERS = 2_000


def compare(key: Members, answer: Members, ctx: Context) -> Comparison:
    """Without order unless dots, brackets or the policy give one; a set against a set may repeat its members."""
    if key.name and answer.name and key.name != answer.name:
        return because(Reason.DIFFERENT_NAME, "the key is about {}, the answer about {}", key.name, answer.name)
    if DOTS in key.nodes or DOTS in answer.nodes:
        key, answer = (one._replace(nodes=ellipsis.members(one.nodes, ctx)) for one in (key, answer))
    if DOTS in key.nodes or DOTS in answer.nodes:
        return _with_dots(key.nodes, answer.nodes, ctx)
    if "tuple" in (key.form, answer.form) or (ctx.policy.ordered_lists and "set" not in (key.form, answer.form)):
        result = in_order(key.nodes, answer.nodes, ctx)
        return BRACKETS if result.equal and "set" in (key.form, answer.form) else result
    mine, theirs = key.nodes, distinct(answer.nodes) if answer.form == "set" else answer.nodes
    if key.form == "one" and answer.form == "list":
        pass  # 5, 5 is a list of two, no value
    elif key.form != "list" or all(node.head == "group" for node in mine):  # a point is no solution twice
        mine, theirs = distinct(mine), distinct(theirs)
        if len(mine) != len(theirs):
            mine, theirs = _without_repetition(mine, ctx), _without_repetition(theirs, ctx)
    result = compare_without_order(mine, theirs, ctx)
    if answer.form == "interval":
        return BRACKETS if result.equal else result
    if result.different and {key.form, answer.form} == {"one", "list"} and _with_comma(mine, theirs, ctx):
        return because(Reason.UNDECIDED_KIND, "the list of two may be a decimal with a comma")
    if result.different and key.form == "one" and answer.form == "or":
        return _hedge(result, key.nodes[0], theirs, ctx)
    return result


BRACKETS = because(Reason.UNDECIDED_KIND, "the members are the key's, but the brackets say something else")


def _with_comma(key: Sequence[Node], answer: Sequence[Node], ctx: Context) -> bool:
    """Is one side two integers that are the other with a comma for the point: 1,5 and 1.5?"""
    several, one = (key, answer) if len(key) == 2 else (answer, key)
    if len(several) != 2 or len(one) != 1:
        return False
    whole, part = several
    negative = whole.head == "neg"
    whole = whole.args[0] if negative else whole
    if whole.head != "int" or part.head != "int" or part.args[0] > 999_999:
        return False
    places = len(str(part.args[0]))
    point = Node("dec", (whole.args[0] * 10**places + part.args[0], places))
    assert ctx.compare is not None
    return ctx.compare(Node("neg", (point,)) if negative else point, one[0], ctx).equal


def _with_dots(key: tuple[Node, ...], answer: tuple[Node, ...], ctx: Context) -> Comparison:
    """Members that are left to the reader cannot be compared: equal only if what is visible is equal in order,
    different if the beginnings or the ends differ."""
    if len(key) == len(answer):
        result = weakest((compare_members(*pair, ctx) for pair in zip(key, answer, strict=True)), _UNSEEN)
        if result.equal:
            return result
    ends = [(key, answer)]
    if DOTS in key and DOTS in answer:
        ends.append((key[::-1], answer[::-1]))
    for mine, theirs in ends:
        for a, b in zip(mine, theirs, strict=False):
            if DOTS in (a, b):
                break
            if compare_members(a, b, ctx).different:
                return because(Reason.DIFFERENT_VALUE, "where the key has {}, the answer has {}", a, b)
    return _UNSEEN


_UNSEEN = because(Reason.UNDECIDED_VALUE)


def listed_in_brackets(a: Node, b: Node, ctx: Context) -> bool:
    """Is one side the other's members in square brackets, as programs write lists?"""
    found = [read(node, ctx) or (vector.read(node) if node.args[:2] == ("[", "]") else None) for node in (a, b)]
    nodes = [one.nodes for one in found if one is not None]
    return len(nodes) == 2 and compare_without_order(nodes[0], nodes[1], ctx).equal


def _without_repetition(nodes: tuple[Node, ...], ctx: Context) -> tuple[Node, ...]:
    """`nodes` without those that compare equal to an earlier one, where there are few enough to try."""
    if len(nodes) > _FEW:
        return nodes
    kept: list[Node] = []
    for node in nodes:
        if not any(compare_members(other, node, ctx).equal for other in kept):
            kept.append(node)
    return tuple(kept)


_FEW = 24


def _hedge(result: Comparison, key: Node, answers: tuple[Node, ...], ctx: Context) -> Comparison:
    """Alternatives offered for a single value."""
    if ctx.policy.hedge_accepted:
        for answer in answers:
            accepted = compare_members(key, answer, ctx)
            if accepted.equal:
                return accepted
    return because(Reason.DIFFERENT_HEDGE, "the answer offers {} alternatives", len(answers))


def recognise(source: Source, ctx: Context) -> Members | None:
    """The key as a collection."""
    return read(source.node, ctx)


def recognise_one(source: Source, ctx: Context) -> Members | None:
    """The key as the one member of a collection, to be told apart from answers that offer several."""
    return Members("one", (source.node,)) if is_scalar(source.node) else None


def read_as(source: Source, key: Members, ctx: Context) -> Members | None:
    """The answer as a collection: one without brackets, a bracketed one, or a single scalar."""
    node = source.node
    found = read(node, ctx)
    if found is not None:
        return found
    if any(one.head in ("group", "matrix") for one in key.nodes):  # one point of several
        return Members("one", (node,)) if node.head in ("group", "matrix") else None
    if node.head == "group" and node.args[:2] == ("[", "]"):
        return Members("list" if interval(node, ctx) is None else "interval", node.args[2:])
    ordered = vector.read(node) if key.form in ("list", "set") and not key.name else None
    if ordered is not None:
        return Members("tuple", ordered.nodes)
    if node.head == "rel" and node.args[0] == ("=",) and is_scalar(node.args[1][1]):
        return Members("one", (node.args[1][1],), subject(node.args[1][0]))
    return Members("one", (node,)) if is_scalar(node) or node.head in _SINGLE else None


def read_several(source: Source, key: Members, ctx: Context) -> Members | None:
    """The answer as a collection, for a key that is a single scalar; conditions beside a value are no members."""
    found = read(source.node, ctx)
    aside = found is not None and any(node.head == "rel" and node.args[0] != ("=",) for node in found.nodes)
    return None if aside else found


_SINGLE = frozenset({"quantity", "money", "percent", "degree", "ratio"})


_SIGNED = frozenset({"pm", "mp", "add", "mul", "div", "neg", "group"})
_COLLECTIONS = frozenset({"set", "list", "or", "and", "pm", "mp"})
FINITE_SET = Kind("finite_set", frozenset({"set", "const", "setbuilder", "union"}), recognise, read_as, compare, "set")
LIST = Kind("list", frozenset({"list", "or", "and", "rel"}), recognise, read_as, compare, "set")
PLUS_MINUS = Kind("plus_minus", _SIGNED, recognise, read_as, compare, "set")
SINGLE = Kind("single", None, recognise_one, read_several, compare, "scalar", _COLLECTIONS | _SIGNED)
