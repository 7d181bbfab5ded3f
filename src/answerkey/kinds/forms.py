"""Required forms: is a value that is right also written the way the policy asks?"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.notation.digits import to_digits
from answerkey.notation.nodes import Node
from answerkey.policy import Policy
from answerkey.scalars import cascade
from answerkey.scalars.names import are_unevaluated
from answerkey.verdict import Evidence, Reason


def same_in_form(key: Node, answer: Node, ctx: Context) -> Comparison:
    """`cascade.same`, and where that is equal, the form that the policy requires of the answer."""
    policy = ctx.policy
    if policy.require_form is None and policy.significant_digits is None:
        result = cascade.same(key, answer, ctx)
        return because(Reason.UNDECIDED_VALUE) if result.different and are_unevaluated(key, answer) else result
    if policy.significant_digits is not None:
        ctx = Context(_rounding(policy, policy.significant_digits), ctx.budget, ctx.compare)
        result = cascade.same(_decimal(key), _decimal(answer, policy.significant_digits), ctx)
    else:
        result = cascade.same(key, answer, ctx)
    if not result.equal:
        return result
    missing = missing_form(key, answer, policy)
    if missing is None:
        return result
    evidence = Evidence("{} is not " + missing, (answer,))
    return Comparison(Same.DIFFERENT, Reason.DIFFERENT_FORM, evidence, f"the right value, but not {missing}")


def _decimal(node: Node, digits: int | None = None) -> Node:
    """An integer as a decimal, of which no more than `digits` digits count: 12300 as 123e2."""
    if node.head != "int":
        return node
    coefficient, places = node.args[0], 0
    while digits is not None and len(str(coefficient)) > digits and coefficient % 10 == 0:
        coefficient, places = coefficient // 10, places - 1
    return Node("dec", (coefficient, places))


@lru_cache(maxsize=64)
def _rounding(policy: Policy, digits: int) -> Policy:
    """`policy` for a run that asks for `digits` significant digits: the answer is then a rounding of the key."""
    from dataclasses import replace

    return replace(policy, rounded_answer_digits=digits, require_form=None, significant_digits=None)


def missing_form(key: Node, answer: Node, policy: Policy) -> str | None:
    """What the policy requires and the answer's form is not, in words, or None."""
    digits = policy.significant_digits
    if digits is not None and not given_to(answer, digits):
        return f"given to {digits} significant digits"
    match policy.require_form:
        case "integer" if not _is_integer(answer):
            return "an integer"
        case "reduced_fraction" if not _is_reduced(answer):
            return "a fraction in lowest terms"
        case "factored" if not is_factored(answer):
            return "factored"
        case "key" if _is_plain_number(key) and not _is_plain_number(answer):
            return "worked out"
        case "key" if is_factored(key) and not is_factored(answer):
            return "factored"
        case "key" if _is_sum(key) and not _is_sum(answer):
            return "multiplied out"
        case _:
            return None


def given_to(node: Node, digits: int) -> bool:
    """Is the number written with so many significant digits? The zeros at the end of an integer may count or not."""
    if node.head == "neg":
        return given_to(node.args[0], digits)
    if node.head == "mul":  # scientific notation: the first factor carries the digits
        return given_to(node.args[0], digits)
    if node.head == "dec":
        return len(to_digits(node.args[0])) == digits
    if node.head == "int":
        text = to_digits(node.args[0])
        return len(text.rstrip("0")) <= digits <= len(text)
    return False


def _is_integer(node: Node) -> bool:
    return node.head == "int" or (node.head == "neg" and _is_integer(node.args[0]))


def _is_reduced(node: Node) -> bool:
    """An integer, or a fraction of integers without a common factor and with a denominator above 1."""
    if node.head == "neg":
        return _is_reduced(node.args[0])
    if node.head == "div":
        top, bottom = node.args
        top = top.args[0] if top.head == "neg" else top
        return bool(top.head == bottom.head == "int" and bottom.args[0] > 1 and gcd(top.args[0], bottom.args[0]) == 1)
    return node.head == "int"


def _is_plain_number(node: Node) -> bool:
    """One number worked out: an integer, a decimal, a fraction in lowest terms, a mixed number, one of them signed."""
    if node.head in ("neg", "percent"):
        return _is_plain_number(node.args[0])
    return node.head in ("dec", "rep", "mixed") or _is_reduced(node)


def _is_sum(node: Node) -> bool:
    """A sum of terms none of which is a product of sums or a power of one."""
    return node.head == "add" and not any(map(is_factored, node.args))


def is_factored(node: Node) -> bool:
    """A product or power with a sum among its factors, and no sum around it."""
    if node.head == "neg":
        return is_factored(node.args[0])
    if node.head == "mul":
        return any(factor.head == "add" or is_factored(factor) for factor in node.args)
    return node.head == "pow" and node.args[0].head == "add"
