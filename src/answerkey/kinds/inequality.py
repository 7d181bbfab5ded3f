"""Inequalities, chains of them, and everything else that is a set of reals: compared as sets where solved.

A solved inequality is its set. One that is not solved is compared as a statement: `2x + 3 > 7` says the same as
`4x > 8` because the difference of the sides is a positive multiple. Whether it says the same as a set is left
open when the policy wants solved forms, except where a number shows that it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import reals, realset
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import weakest
from answerkey.kinds.order import ZERO, exact, literal, sign_of, stand_in_sign
from answerkey.kinds.reals import Solved
from answerkey.kinds.realset import EMPTY, RealSet
from answerkey.kinds.solving import solution
from answerkey.kinds.trees import integer, is_scalar, minus, names, substitute, times
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import identical, same
from answerkey.verdict import Reason

# What the sign of the left side less the right side must be. `>` and `>=` are written the other way round.
_HOLDS = {"<": (-1,), "<=": (-1, 0), "!=": (-1, 1)}
_TURNED = {">": "<", ">=": "<="}
# Values for several names at once: unequal primes over unequal primes, so that no simple relation holds by chance.
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_POINTS = 6


class Statement(NamedTuple):
    """`expression operator 0` with an operator of `_HOLDS`."""

    expression: Node
    operator: str


class Conditions(NamedTuple):
    """What was written: the set it was solved to, if it was, and the statements that all hold."""

    solved: Solved | None
    statements: tuple[Statement, ...]


def recognise(source: Source, ctx: Context) -> Conditions | None:
    """A set of reals or inequalities; an equation alone is neither."""
    node = source.node
    if node.head == "rel" and set(node.args[0]) == {"="}:
        return None
    return _read(node, None, ctx)


def read_as(source: Source, key: Conditions, ctx: Context) -> Conditions | None:
    """The answer as a set of reals or inequalities, solved for the key's unknown where that is possible."""
    return _read(source.node, key.solved.name if key.solved else None, ctx)


def compare(key: Conditions, answer: Conditions, ctx: Context) -> Comparison:
    """As sets if both are solved, otherwise as statements."""
    if key.solved and answer.solved:
        result = _as_sets(key.solved, answer.solved, ctx)
        if result.equal or not (key.statements and answer.statements and _symbolic(key.solved.reals)):
            return result
    if key.statements and answer.statements:
        result = _as_statements(key.statements, answer.statements, ctx)
        if result.equal and key.solved and not answer.solved and not _symbolic(key.solved.reals):
            return result if not ctx.policy.require_solved_form else _UNSOLVED
        return result
    solved, statements = (key.solved, answer.statements) if key.solved else (answer.solved, key.statements)
    if solved is None:
        return because(Reason.UNDECIDED_KIND)
    return _with_set(solved.reals, statements, bool(key.solved), ctx)


_UNSOLVED = because(Reason.UNDECIDED_FORM)


def _read(node: Node, wanted: str | None, ctx: Context) -> Conditions | None:
    found = Conditions(reals.read(node, wanted, ctx), tuple(_statements(node)))
    if found.solved and found.solved.reals == EMPTY and node.head == "group":
        return None  # (1,1) is a point, not an interval in which there is nothing
    return found if found.solved or found.statements else None


def _statements(node: Node) -> Iterator[Statement]:
    """The statements of an inequality or a chain of them; none if one of its relations is something else."""
    if node.head != "rel":
        return
    operators, operands = node.args
    if all(operator in _HOLDS or operator in _TURNED for operator in operators) and all(map(is_scalar, operands)):
        for operator, left, right in zip(operators, operands, operands[1:], strict=False):
            if operator in _TURNED:
                left, right, operator = right, left, _TURNED[operator]
            yield Statement(left if right == ZERO else minus(left, right), operator)


def _as_sets(key: Solved, answer: Solved, ctx: Context) -> Comparison:
    if key.name and answer.name and key.name != answer.name:
        return because(Reason.DIFFERENT_NAME, "the key is about {}, the answer about {}", key.name, answer.name)
    return realset.compare(key.reals, answer.reals, ctx)


def _symbolic(a: RealSet) -> bool:
    return any(names(cut.at) for cut in a.cuts)


def _as_statements(key: tuple[Statement, ...], answer: tuple[Statement, ...], ctx: Context) -> Comparison:
    """Statement by statement, up to positive factors; otherwise values of the names may show a difference."""
    unknown = because(Reason.UNDECIDED_VALUE)
    if len(key) == len(answer):
        for order in dict.fromkeys((answer, answer[::-1])):
            results = [_same_statement(mine, theirs, ctx) for mine, theirs in zip(key, order, strict=True)]
            whole = weakest(results, unknown)
            if whole.equal:
                return whole
            if len(key) == 1:
                unknown = whole
    if unknown.different:
        return unknown
    return _witness_of_statements(key, answer, ctx) or unknown


def _same_statement(key: Statement, answer: Statement, ctx: Context) -> Comparison:
    """Is one expression a multiple of the other, by a positive factor unless the operator is `!=`?"""
    if not names(key.expression) and not names(answer.expression):
        result = same(key.expression, answer.expression, ctx)
        return result if key.operator == answer.operator else because(Reason.UNDECIDED_VALUE)
    for values in _assignments(key.expression, answer.expression):
        mine, theirs = (substitute(one.expression, values) for one in (key, answer))
        signs = stand_in_sign(mine, ctx), stand_in_sign(theirs, ctx)
        if not signs[0] or not signs[1]:
            continue
        result = identical(times(key.expression, _short(theirs)), times(answer.expression, _short(mine)), ctx)
        if not result.equal:
            break
        if signs[0] != signs[1] and "!=" not in (key.operator, answer.operator):
            return because(Reason.DIFFERENT_VALUE, "the inequality sign is reversed", diagnosis="reversed inequality")
        if key.operator != answer.operator:
            return because(Reason.DIFFERENT_BRACKET, "the key has {}, the answer {}", key.operator, answer.operator)
        return result
    return because(Reason.UNDECIDED_VALUE)


def _short(node: Node) -> Node:
    value = exact(node)
    return node if value is None else literal(value)


def _assignments(*nodes: Node) -> Iterator[dict[str, Node]]:
    """Values for all names of `nodes`, the same in every process."""
    free = sorted(frozenset().union(*map(names, nodes)))
    for shift in range(_POINTS):
        sign = -1 if shift % 2 else 1
        yield {
            name: Node("div", (integer(sign * _PRIMES[(i + shift) % 12]), integer(_PRIMES[(5 * i + shift + 3) % 12])))
            for i, name in enumerate(free)
        }


def _witness_of_statements(
    key: tuple[Statement, ...], answer: tuple[Statement, ...], ctx: Context
) -> Comparison | None:
    """Values of the names for which one side holds and the other does not."""
    solutions = _solutions(key, ctx), _solutions(answer, ctx)
    if solutions[0] is not None and solutions[1] is not None and _unknowns(key) == _unknowns(answer):
        return realset.compare(solutions[0], solutions[1], ctx)
    candidates: Iterable[dict[str, Node]] = _scattered(_unknowns(key) | _unknowns(answer))
    if len(_unknowns(key) | _unknowns(answer)) == 1:
        (name,) = _unknowns(key) | _unknowns(answer)
        candidates = ({name: number} for number in _numbers(()))
    for values in candidates:
        mine, theirs = _all_hold(key, values, ctx), _all_hold(answer, values, ctx)
        if mine is not None and theirs is not None and mine is not theirs:
            at = ", ".join(f"{name} = {{}}" for name in values)
            words = ("holds", "does not") if mine else ("does not hold", "does")
            return because(
                Reason.DIFFERENT_VALUE, f"at {at} the key {words[0]}, the answer {words[1]}", *values.values()
            )
    return None


def _with_set(solved: RealSet, statements: tuple[Statement, ...], key_is_solved: bool, ctx: Context) -> Comparison:
    """A set against statements that are not solved: by their solutions where these can be found, else by numbers
    that are in the set and do not fulfil the statements, or the reverse."""
    solutions = _solutions(statements, ctx)
    if solutions is not None:
        result = realset.compare(*((solved, solutions) if key_is_solved else (solutions, solved)), ctx)
        asked = key_is_solved and ctx.policy.require_solved_form
        return _UNSOLVED if result.equal and asked else result
    free = _unknowns(statements)
    if len(free) == 1:
        (name,) = free
        for number in _numbers((solved,)):
            member, fulfils = realset.holds(solved, number, ctx), _all_hold(statements, {name: number}, ctx)
            if member is not None and fulfils is not None and member is not fulfils:
                return _at(name, number, member if key_is_solved else fulfils)
    return _UNSOLVED


def _solutions(statements: tuple[Statement, ...], ctx: Context) -> RealSet | None:
    """The set on which all statements hold, if they are about one name and simple enough to solve."""
    free = _unknowns(statements)
    if len(free) != 1:
        return None
    (name,) = free
    found = [solution(expression, operator, name, ctx) for expression, operator in statements]
    sets = [one for one in found if one is not None]
    return realset.intersection(sets, ctx) if len(sets) == len(found) else None


def _at(name: str, number: Node, key_holds: bool) -> Comparison:
    words = ("holds", "does not") if key_holds else ("does not hold", "does")
    return because(Reason.DIFFERENT_VALUE, f"at {{}} = {{}} the key {words[0]}, the answer {words[1]}", name, number)


def _numbers(sets: tuple[RealSet, ...]) -> Iterator[Node]:
    yield from realset.samples(sets)
    yield from map(integer, (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 7, -7, 10, -10, 100, -100, 10_000, -10_000))


def _unknowns(statements: tuple[Statement, ...]) -> frozenset[str]:
    return frozenset().union(*(names(one.expression) for one in statements))


def _scattered(free: frozenset[str]) -> Iterator[dict[str, Node]]:
    """Values of both signs and several sizes for all names, the same in every process."""
    for shift in range(_SCATTERED):
        yield {
            name: literal(Fraction((7 * i + 11 * shift + 5 * i * shift) % 23 - 11, 1 + (i + shift) % 3))
            for i, name in enumerate(sorted(free))
        }


_SCATTERED = 46


def _all_hold(statements: tuple[Statement, ...], values: dict[str, Node], ctx: Context) -> bool | None:
    ctx.budget.spend(10)
    known = True
    for expression, operator in statements:
        sign = sign_of(substitute(expression, values), ctx)
        if sign is None:
            known = False
        elif sign not in _HOLDS[operator]:
            return False
    return True if known else None


_SETS = frozenset({"union", "inter", "setminus", "complement", "const", "set", "setbuilder"})
INTERVAL = Kind("interval", frozenset({"group"}), recognise, read_as, compare, "set")
INEQUALITY = Kind("inequality", frozenset({"rel", "not", "and", "or", "list"}), recognise, read_as, compare, "set")
REAL_SET = Kind("real_set", _SETS | {"text", "add", "pow"}, recognise, read_as, compare, "set")
