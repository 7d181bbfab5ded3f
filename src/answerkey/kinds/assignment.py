"""A value with a name: x = 5. The name is presentation, unless both sides name and the names differ."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.naming import Named, named
from answerkey.kinds.trees import NAMED_NUMBERS, children, names
from answerkey.notation.nodes import Node
from answerkey.policy import DEFAULT
from answerkey.scalars import cascade
from answerkey.verdict import Reason

_HEADS = frozenset({"rel", "label"})


def recognise(source: Source, ctx: Context) -> Named | None:
    """A key that names its value by a mere name (2x + z = 1 is an equation), or a value without a name."""
    node = source.node
    if node.head in ("list", "and") and any(part.head == "rel" for part in children(node)):
        return None  # several named values: one name before all of them is another thing
    if node.head not in _HEADS:
        return Named(None, node)
    value = named(node)
    several = value is not None and value.value.head == "list" and value.name is not None and value.name.head == "name"
    return value if value is not None and value.label and not several else None  # x = 1, 2 is no pair


def read_as(source: Source, key: Named, ctx: Context) -> Named | None:
    """Likewise; an answer to a key without a name may also show how its value was worked out."""
    if source.node.head not in _HEADS:
        return Named(None, source.node) if key.name is not None or key.rounded is not None else None
    value = named(source.node)
    if value is None or (key.name is not None and not value.label):
        return None
    return value if ctx.policy.name_is_presentation or key.name is not None else None


def compare(key: Named, answer: Named, ctx: Context) -> Comparison:
    """By name where both have one, then by value."""
    assert ctx.compare is not None
    if key.name is not None and answer.name is None and not ctx.policy.name_is_presentation:
        return because(Reason.DIFFERENT_NAME, "the answer does not name {}", key.name)
    if key.name is not None and answer.name is not None and not _same_name(key.name, answer.name, ctx):
        return because(Reason.DIFFERENT_NAME, "{} is not {}", answer.name, key.name)
    for side in (key, answer):
        if side.rounded is not None and cascade.no_rounding(side.value, side.rounded, ctx):
            return because(Reason.UNDECIDED_FORM, "{} is not {}", side.rounded, side.value)
    result = ctx.compare(key.value, answer.value, ctx)
    if result.equal and answer.work is not None and _is_false(answer.work, answer.value, ctx):
        return because(Reason.UNDECIDED_FORM, "{} is not {}", answer.work, answer.value)
    if result.equal and not answer.label and not (answer.chain and ctx.policy.chain_shows_value):
        return because(Reason.UNDECIDED_FORM, "{} = {} may or may not answer the question", answer.name, answer.value)
    if not result.equal:
        for key_value, answer_value in _rounded_pairs(key, answer):
            rounded = ctx.compare(key_value, answer_value, ctx)
            if rounded.equal:
                return rounded
    if result.different and not answer.label and answer.name is not None and names(answer.name):
        return because(Reason.UNDECIDED_FORM, "{} = {} is not solved", answer.name, answer.value)
    return result


def _is_false(work: Node, value: Node, ctx: Context) -> bool:
    """Whether a calculation plainly does not come to the value behind it: 8 = 9 is no 9, whatever the policy."""
    assert ctx.compare is not None
    plain = Context(DEFAULT, ctx.budget, compare=ctx.compare)
    return names(value) <= NAMED_NUMBERS and ctx.compare(value, work, plain).reason is Reason.DIFFERENT_VALUE


def _rounded_pairs(key: Named, answer: Named) -> list[tuple[Node, Node]]:
    keys = [node for node in (key.value, key.rounded) if node is not None]
    answers = [node for node in (answer.value, answer.rounded) if node is not None]
    return [(k, a) for k in keys for a in answers][1:]


def _same_name(key: Node, answer: Node, ctx: Context) -> bool:
    """The same name; y and f(x) both name the value of a function; words name anything."""
    if key == answer or "text" in (key.head, answer.head):
        return True
    if key.head == answer.head == "name":
        return False
    for name, other in ((key, answer), (answer, key)):
        if name == Node("name", ("y",)) and other.head == "apply" and len(other.args) == 2:
            return True
    assert ctx.compare is not None
    return ctx.compare(key, answer, ctx).equal


KIND = Kind("assignment", None, recognise, read_as, compare, "relation", _HEADS)
