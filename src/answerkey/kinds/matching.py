"""Members without order: a perfect matching between two collections, three-valued; and results of parts as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.order import exact
from answerkey.kinds.trees import is_scalar
from answerkey.notation.nodes import Node
from answerkey.scalars import forms
from answerkey.scalars.exact import normal_form
from answerkey.verdict import Reason

# The order in which `Reason` lists them: from the strongest proof to the most forgiving convention.
_STRENGTH = {reason: rank for rank, reason in enumerate(Reason)}
_UNKNOWN = because(Reason.UNDECIDED_VALUE)


def weakest(results: Iterable[Comparison], empty: Comparison) -> Comparison:
    """All parts must be equal: the first difference, else the first unknown, else the weakest of the reasons."""
    found = empty
    unknown: Comparison | None = None
    for result in results:
        if result.different:
            return result
        if not result.equal:
            unknown = unknown or result
        elif found is empty or _STRENGTH[result.reason] > _STRENGTH[found.reason]:
            found = result
    return unknown or found


def compare_in_order(key: Sequence[Node], answer: Sequence[Node], ctx: Context) -> Comparison:
    """Member by member; the numbers of members must agree. The witness is the first pair that differs."""
    if len(key) != len(answer):
        return _counts(len(key), len(answer))
    results: list[Comparison] = []
    for place, (mine, theirs) in enumerate(zip(key, answer, strict=True), 1):
        result = compare_members(mine, theirs, ctx)
        if result.different and not ctx.policy.partial_credit:
            return _different_member(result, place, mine, theirs)
        results.append(result)
    whole = weakest(results, because(Reason.EQUAL_TEXT))
    if whole.different:
        place = results.index(whole)
        whole = _different_member(whole, place + 1, key[place], answer[place])
    return _with_credit(whole, sum(result.equal for result in results), len(key), ctx)


def in_order(key: tuple[Node, ...], answer: tuple[Node, ...], ctx: Context) -> Comparison:
    """Member by member; says so when only the order is another."""
    result = compare_in_order(key, answer, ctx)
    if result.different and len(key) == len(answer) > 1:
        plain = ctx
        if ctx.policy.partial_credit:
            plain = replace(ctx, policy=replace(ctx.policy, partial_credit=False))
        if compare_without_order(key, answer, plain).equal:
            other = because(Reason.DIFFERENT_ORDER, "the members are the key's in another order", diagnosis="order")
            return other._replace(credit=result.credit)
    return result


def compare_without_order(key: Sequence[Node], answer: Sequence[Node], ctx: Context) -> Comparison:
    """Equal if a perfect matching of equals exists, different if none survives even when every unknown counts
    as equal, else unknown. Members that are the same number or tree are paired first, without comparing."""
    if len(key) != len(answer) and not ctx.policy.partial_credit:
        return _missing(key, answer, ctx)
    paired, keys, answers = _identical(key, answer, ctx)
    ctx.budget.spend(len(key) // 8)
    if not keys and not answers:
        return because(Reason.EQUAL_NUMBER)
    table = _Table(keys, answers, ctx)
    if not ctx.policy.partial_credit:
        lonely = table.lonely()
        if lonely is not None:
            return lonely
    equals = _largest(len(keys), len(answers), lambda i, j: table[i, j].equal)
    matched = sum(partner is not None for partner in equals)
    if matched == len(keys) == len(answers):
        pairs = (table[i, j] for i, j in enumerate(equals) if j is not None)
        return weakest(pairs, because(Reason.EQUAL_NUMBER))
    possible = _largest(len(keys), len(answers), lambda i, j: not table[i, j].different)
    result = _UNKNOWN
    if any(partner is None for partner in possible):
        result = _no_partner("key", "answer", keys[possible.index(None)].node)
    elif len(keys) < len(answers):
        left = next(j for j in range(len(answers)) if j not in possible)
        result = _no_partner("answer", "key", answers[left].node)
    return _with_credit(result, paired + matched, max(len(key), len(answer)), ctx)


def compare_members(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Compare two parts by their kinds."""
    assert ctx.compare is not None, "the table of kinds sets `compare`"
    return ctx.compare(key, answer, ctx)


def distinct(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """`nodes` without those that are plainly the same number or tree as an earlier one."""
    seen: dict[Fraction | Node, Node] = {}
    for node in nodes:
        seen.setdefault(_canonical(node), node)
    return tuple(seen.values())


class _Member(NamedTuple):
    node: Node
    value: Hashable  # the exact value where there is one, or the normal form, else the tree
    settled: Hashable = None  # what has the exact value, which no rounding can make equal to another: 1, or a name


class _Table:
    """The comparisons of all pairs, each made when first asked for."""

    def __init__(self, keys: list[_Member], answers: list[_Member], ctx: Context) -> None:
        self.keys, self.answers, self.ctx = keys, answers, ctx
        self.results: dict[tuple[int, int], Comparison] = {}

    def __getitem__(self, pair: tuple[int, int]) -> Comparison:
        result = self.results.get(pair)
        if result is None:
            key, answer = self.keys[pair[0]], self.answers[pair[1]]
            settled = key.settled is not None and key.settled == answer.settled and self.ctx.policy.integers_are_exact
            self.ctx.budget.spend(1 if settled else _PAIR)
            result = _SETTLED if settled else compare_members(key.node, answer.node, self.ctx)
            self.results[pair] = result
        return result

    def lonely(self) -> Comparison | None:
        """The difference that one member shows on its own, because it differs from all members of the other side."""
        for i, key in enumerate(self.keys):
            if all(self[i, j].different for j in range(len(self.answers))):
                return _no_partner("key", "answer", key.node, self._only_difference())
        for j, answer in enumerate(self.answers):
            if all(self[i, j].different for i in range(len(self.keys))):
                return _no_partner("answer", "key", answer.node)
        return None

    def _only_difference(self) -> str | None:
        only = self[0, 0] if len(self.keys) == len(self.answers) == 1 else None
        return None if only is None else only.diagnosis


_PAIR = 30  # steps: what it takes to find the kinds of two members, besides what these spend
_SETTLED = because(Reason.DIFFERENT_VALUE)


def _identical(key: Sequence[Node], answer: Sequence[Node], ctx: Context) -> tuple[int, list[_Member], list[_Member]]:
    """How many members are identical on both sides, and those that are left over on each: first by exact values
    and trees, then, where several are left, by the normal forms of scalars."""
    paired, keys, answers = _common([_member(node) for node in key], [_member(node) for node in answer])
    if len(keys) > 1 and len(answers) > 1:
        more, keys, answers = _common(*([_in_normal_form(one, ctx) for one in side] for side in (keys, answers)))
        paired += more
    return paired, keys, answers


def _common(keys: list[_Member], answers: list[_Member]) -> tuple[int, list[_Member], list[_Member]]:
    common = Counter(member.value for member in keys) & Counter(member.value for member in answers)
    left: list[list[_Member]] = []
    for members in (keys, answers):
        quota = dict(common)
        rest: list[_Member] = []
        for member in members:
            if quota.get(member.value, 0):
                quota[member.value] -= 1
            else:
                rest.append(member)
        left.append(rest)
    return common.total(), left[0], left[1]


def _member(node: Node) -> _Member:
    if node.head == "int":
        return _Member(node, node.args[0], 1)
    if node.head == "rel" and node.args[0] == ("=",) and node.args[1][0].head == "name":  # x = 5
        name, number = node.args[1]
        value = exact(number)
        return _Member(node, node) if value is None or _rounded(number) else _Member(node, (name, value), name)
    value = exact(node)
    return _Member(node, node) if value is None else _Member(node, value, None if _rounded(node) else 1)


def _in_normal_form(member: _Member, ctx: Context) -> _Member:
    if not isinstance(member.value, Node) or not is_scalar(member.node):
        return member
    form = normal_form(member.node, ctx.budget)
    return member if form is None else member._replace(value=forms.key(form))


def _canonical(node: Node) -> Fraction | Node:
    value = exact(node)
    return node if value is None else value


def _rounded(node: Node) -> bool:
    """Does a decimal stand in a number, so that a rounding may decide?"""
    return node.head == "dec" or any(isinstance(arg, Node) and _rounded(arg) for arg in node.args)


def _largest(rows: int, columns: int, fits: Callable[[int, int], bool]) -> list[int | None]:
    """A largest matching in a bipartite graph by augmenting paths (Kuhn 1955), breadth first: the partner of
    each row."""
    partner: list[int | None] = [None] * rows
    owner: list[int | None] = [None] * columns
    for start in range(rows):
        came_from: dict[int, int] = {}  # column: the row from which it was first reached
        queue, end = [start], None
        for row in queue:
            for column in range(columns):
                if column not in came_from and fits(row, column):
                    came_from[column] = row
                    held = owner[column]
                    if held is None:
                        end = column
                        break
                    queue.append(held)
            if end is not None:
                break
        while end is not None:
            row = came_from[end]
            owner[end], partner[row], end = row, end, partner[row]
    return partner


def _missing(key: Sequence[Node], answer: Sequence[Node], ctx: Context) -> Comparison:
    """Different counts. The diagnosis says whether it is members missing or too many that make the difference."""
    _, keys, answers = _identical(key, answer, ctx)
    if not answers and len(keys) == 1:
        diagnosis = "one member missing"
        return because(Reason.DIFFERENT_COUNT, "the key's member {} is missing", keys[0].node, diagnosis=diagnosis)
    if not keys and len(answers) == 1:
        diagnosis = "one member too many"
        return because(Reason.DIFFERENT_COUNT, "the answer's {} is too many", answers[0].node, diagnosis=diagnosis)
    return _counts(len(key), len(answer))


def _counts(key: int, answer: int) -> Comparison:
    return because(Reason.DIFFERENT_COUNT, "the answer has {} members, the key {}", answer, key)


def _no_partner(side: str, other: str, node: Node, diagnosis: str | None = None) -> Comparison:
    return because(
        Reason.DIFFERENT_VALUE, f"the {side}'s member {{}} has no partner in the {other}", node, diagnosis=diagnosis
    )


def _different_member(result: Comparison, place: int, key: Node, answer: Node) -> Comparison:
    template = "member {} is {} in the key, {} in the answer"
    return because(result.reason, template, place, key, answer, diagnosis=result.diagnosis)


def _with_credit(result: Comparison, matched: int, of: int, ctx: Context) -> Comparison:
    if not ctx.policy.partial_credit or not of:
        return result
    return result._replace(credit=1.0 if result.same is Same.EQUAL else matched / of)
