"""Trees that no reader makes of ordinary text, but that a kind must survive."""

from __future__ import annotations

from answerkey.comparison import Context, Same
from answerkey.kinds.table import compare_nodes
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

FIVE = Node("int", (5,))


def compared(key: Node, answer: Node) -> tuple[Same, Reason]:
    result = compare_nodes(key, answer, Context(compare=compare_nodes))
    return result.same, result.reason


def test_a_digit_that_the_base_does_not_have() -> None:
    assert compared(Node("based", ("9", 5)), FIVE) == (Same.UNKNOWN, Reason.UNDECIDED_VALUE)


def test_an_unknown_currency_is_another_currency() -> None:
    doubloons, dollars = Node("money", ("DBL", FIVE)), Node("money", ("USD", FIVE))
    assert compared(doubloons, dollars)[0] is not Same.EQUAL
    assert compared(doubloons, doubloons)[0] is Same.EQUAL
    assert compared(doubloons, FIVE)[0] is Same.EQUAL


def test_signs_in_front_of_quantities_and_money() -> None:
    minus = Node("neg", (Node("quantity", (FIVE, "cm")),))
    assert compared(minus, Node("neg", (FIVE,)))[0] is Same.EQUAL
    assert compared(Node("neg", (minus,)), FIVE)[0] is Same.EQUAL
    assert compared(minus, FIVE)[0] is Same.DIFFERENT


def test_an_empty_text_is_not_equal_to_another() -> None:
    assert compared(Node("text", ("!?",)), Node("text", ("...",)))[0] is Same.UNKNOWN


def test_a_relation_that_is_no_congruence_has_no_residue() -> None:
    mod = Node("mod", (FIVE, Node("int", (7,))))
    less = Node("rel", (("<",), (Node("name", ("x",)), FIVE)))
    assert compared(mod, less)[0] is not Same.EQUAL
