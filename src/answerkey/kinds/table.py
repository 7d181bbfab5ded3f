"""The ordered table of kinds, and the comparison of two readings by kind (`kind.py` has the contract)."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds import (
    alternatives,
    arbitrary_constant,
    assignment,
    boolean,
    clock,
    condition,
    date,
    ellipsis,
    equation,
    expression,
    family,
    function_definition,
    inequality,
    logic,
    matrix,
    members,
    money,
    number,
    numeral,
    option,
    parts,
    percent,
    piecewise,
    quantity,
    ratio,
    residue,
    set_builder,
    set_operation,
    system,
    vector,
    words,
)
from answerkey.kinds.kind import Family, Kind, Source
from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

__all__ = ["TABLE", "Kind", "Source", "compare_nodes", "compare_sources", "kind_of"]

# More specific kinds stand before more general ones; `words` is last.
TABLE: tuple[Kind, ...] = (
    # a value with something around it
    logic.KIND,
    family.FAMILY,
    vector.NAMED,
    condition.KIND,
    parts.KIND,
    function_definition.KIND,
    assignment.KIND,
    equation.KIND,
    piecewise.KIND,
    residue.KIND,
    # letters and words that may have been read as names
    boolean.KIND,
    option.KIND,
    # values with a head of their own
    clock.KIND,
    date.KIND,
    percent.KIND,
    money.KIND,
    quantity.KIND,
    ratio.KIND,
    numeral.KIND,
    number.KIND,
    # collections and sets: what is ordered before what is not, what is finite before what is not
    alternatives.KIND,
    matrix.KIND,
    vector.KIND,
    members.FINITE_SET,
    members.LIST,
    inequality.INTERVAL,
    inequality.INEQUALITY,
    inequality.REAL_SET,
    set_operation.KIND,
    set_builder.KIND,
    # expressions
    arbitrary_constant.KIND,
    expression.KIND,
    family.UNDECLARED_FAMILY,
    members.PLUS_MINUS,
    members.SINGLE,
    system.KIND,
    # whatever stands in words
    words.KIND,
)

_IDENTICAL = because(Reason.EQUAL_TEXT)
_INT_DIFFERENT = Comparison(Same.DIFFERENT, Reason.DIFFERENT_VALUE, kind="number")
_UNITS = frozenset({"percent", "degree", "money", "quantity", "based"})
_fitting: dict[tuple[str, str], tuple[Kind, ...]] = {}  # filled as pairs of heads turn up; a pure function's memo


def compare_sources(key: Source, answer: Source, ctx: Context) -> Comparison:
    """Compare by the kinds that fit both: equal under any of them is equal, else the first one's result counts."""
    key_node, answer_node = key.node, answer.node
    if key_node == answer_node:
        return _IDENTICAL
    if key_node.head == "int" and answer_node.head == "int" and ctx.policy.integers_are_exact:
        return _INT_DIFFERENT
    if ctx.compare is None:
        ctx.compare = compare_nodes
    first: Comparison | None = None
    for kind in fitting(_head(key_node), _head(answer_node)):
        key_value = kind.recognise(key, ctx)
        if key_value is None:
            continue
        answer_value = kind.read_as(answer, key_value, ctx)
        if answer_value is None:
            continue
        result = _of_kind(kind.compare(key_value, answer_value, ctx), kind.name)
        if result.equal:
            return result
        first = first or result
        if kind.final:
            return first
    return first or _with_dots(key, answer, ctx) or _without_common_kind(key, answer, ctx)


def _with_dots(key: Source, answer: Source, ctx: Context) -> Comparison | None:
    """What comes of the terms that dots stand for, where there are such and they are sure."""
    mine, theirs = (source._replace(node=ellipsis.supplied(source.node, ctx)) for source in (key, answer))
    return None if (mine, theirs) == (key, answer) else compare_sources(mine, theirs, ctx)


def compare_nodes(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Compare two parts of larger trees: what kinds with parts find as `ctx.compare`."""
    return compare_sources(Source(key), Source(answer), ctx)


def _head(node: Node) -> str:
    """The head that says what `node` is: a sign or a sum does not hide a unit."""
    head = node.head
    if head == "neg":
        inner = _head(node.args[0])
        return inner if inner in _UNITS else head
    if head in ("add", "mul") and any(part.head == "degree" for part in node.args):
        return "degree"
    return head


def fitting(key_head: str, answer_head: str) -> tuple[Kind, ...]:
    """The kinds that a key and an answer with these heads may share, in the table's order."""
    kinds = _fitting.get((key_head, answer_head))
    if kinds is None:
        kinds = tuple(
            kind
            for kind in TABLE
            if (kind.heads is None or key_head in kind.heads)
            and (kind.either is None or key_head in kind.either or answer_head in kind.either)
        )
        _fitting[key_head, answer_head] = kinds
    return kinds


def kind_of(source: Source) -> str | None:
    """The name of the first kind that recognises `source`: what extraction may use to choose a candidate."""
    try:
        kind = _recognised(source, Context(budget=Budget(_HINT), compare=compare_nodes))
    except BudgetExceeded:
        return None
    return None if kind is None else kind.name


_HINT = 5_000  # steps that a choice among candidates is worth


def _recognised(source: Source, ctx: Context) -> Kind | None:
    head = _head(source.node)
    for kind in fitting(head, head):
        value = kind.recognise(source, ctx)
        if value is not None and (kind is not condition.KIND or value.conditions):
            return kind
    return None


def _without_common_kind(key: Source, answer: Source, ctx: Context) -> Comparison:
    """Two values that are both understood and of different families are different; words may mean anything."""
    families = _family(key, ctx), _family(answer, ctx)
    if "words" in families:
        return because(Reason.UNDECIDED_TEXT)
    if families == ("relation", "scalar") and answer.node.head != "ratio":  # a/b = 2/3 may be what 2:3 says
        return because(Reason.DIFFERENT_KIND, "the key is a relation, the answer a single value")
    if None in families or families[0] == families[1] or "relation" in families:
        return because(Reason.UNDECIDED_KIND)
    if set(families) == {"set", "vector"} and members.listed_in_brackets(key.node, answer.node, ctx):
        return members.BRACKETS
    return because(Reason.DIFFERENT_KIND, "the key is {}, the answer {}", *families)


def _family(source: Source, ctx: Context) -> Family | None:
    kind = _recognised(source, ctx)
    return None if kind is None else kind.family


def _of_kind(result: Comparison, name: str) -> Comparison:
    """`result` with the kind's name, unless a kind inside has already left its own."""
    if result.kind is not None:
        return result
    return Comparison(result.same, result.reason, result.witness, result.diagnosis, name, result.credit)
