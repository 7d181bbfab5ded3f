"""A residue class: 3 (mod 7). A bare number stands for the class by its residue, and for a remainder by its value."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.naming import named
from answerkey.kinds.progression import affine
from answerkey.kinds.trees import SCALAR_HEADS, integer, is_scalar, minus, names
from answerkey.notation.nodes import Node
from answerkey.scalars import cascade
from answerkey.verdict import Reason


class Residue(NamedTuple):
    """A number and its modulus (None: none given)."""

    number: Node
    modulus: Node | None


def recognise(source: Source, ctx: Context) -> Residue | None:
    """a mod m, also after a congruence sign (x ≡ 3 mod 7), or a bare number that may be one."""
    node = source.node
    if node.head == "rel" and "equiv" in node.args[0] and (value := named(node)) is not None:
        node = value.value
    if node.head == "mod":
        return Residue(*node.args)
    return Residue(node, None) if is_scalar(node) else None


def read_as(source: Source, key: Residue, ctx: Context) -> Residue | None:
    """As the key is read, where a modulus stands on either side."""
    residue = recognise(source, ctx)
    return residue if residue is not None and (residue.modulus or key.modulus) else None


def compare(key: Residue, answer: Residue, ctx: Context) -> Comparison:
    """The same modulus, and residues whose difference it divides."""
    assert ctx.compare is not None
    if key.modulus is None and not names(answer.number):
        key = _class(key) or key
    elif answer.modulus is None and not names(key.number):
        answer = _class(answer) or answer
    result = ctx.compare(key.number, answer.number, ctx)
    if key.modulus is not None and answer.modulus is not None:
        moduli = ctx.compare(key.modulus, answer.modulus, ctx)
        if not moduli.equal or result.equal:
            return result if moduli.equal else moduli
    if result.equal and (key.modulus is None or answer.modulus is None):
        number, modulus = answer if key.modulus is None else key
        if cascade.same(number, Node("mod", (number, modulus)), ctx).equal:
            return because(Reason.EQUAL_UNIT)
        return because(Reason.UNDECIDED_FORM, "the remainder of {} is another number, if that is what is meant", number)
    if key.modulus is None:  # the remainder of a division
        return cascade.same(key.number, Node("mod", tuple(answer)), ctx)
    remainder = Node("mod", (minus(key.number, answer.number), key.modulus))
    divided = cascade.identical(Node("int", (0,)), remainder, ctx)
    if not divided.equal:
        return result if divided.different else divided
    if answer.modulus is None:
        if cascade.same(Node("mod", tuple(key)), answer.number, ctx).equal:  # 17 mod 5 is a remainder to work out
            return because(Reason.EQUAL_NUMBER)
        return because(Reason.UNDECIDED_FORM, "congruent, but not the residue asked for")
    return because(Reason.EQUAL_NUMBER, "{} and {} differ by a multiple of {}", answer.number, key.number, key.modulus)


def _class(one: Residue) -> Residue | None:
    """The class of the numbers 5k + 3; None for what is no such form."""
    free = names(one.number) if one.modulus is None else frozenset()
    if len(free) != 1:
        return None
    found = affine(one.number, *free)
    if found is None or any(pi for _, pi in found) or any(part.denominator != 1 for part in found.values()):
        return None
    modulus, rest = found.get((True, False)), found.get((False, False), 0)
    return Residue(integer(int(rest)), integer(abs(int(modulus)))) if modulus else None


_HEADS = frozenset({"mod", "rel"})
KIND = Kind("residue", SCALAR_HEADS | _HEADS, recognise, read_as, compare, "scalar", _HEADS, final=True)
