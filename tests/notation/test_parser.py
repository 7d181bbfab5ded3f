"""Reading: the shape of trees, the readings of an ambiguous text, and failures that say where and why."""

from __future__ import annotations

import doctest
import importlib

import pytest

from answerkey.notation.parser import read
from answerkey.notation.printer import to_latex, to_plain

# what is written, and the plain text of its likeliest reading
READINGS = {
    r"\frac12": "1/2",
    r"\frac1{72}": "1/72",
    r"-3 \frac{1}{2}": "-3 1/2",
    r"7,425,000": "7425000",
    r"9{,}500": "9500",
    r"204_5": "204_5",
    r"0.1\overline{6}": "0.1overline(6)",
    r"x \in [-2,7]": "x ∈ [-2, 7]",
    r"\sqrt[3]{x}": "root(x, 3)",
    r"\sin^{-1} x": "arcsin(x)",
    r"\sin^2 x": "sin(x)^2",
    r"5\text{ km/h}": "5 km/hour",
    r"\$20": "20 USD",
    r"60^\circ 30'": "(60 + 30/60)°",
    r"x=1 \text{ or } x=2": "x = 1 or x = 2",
    r"\begin{pmatrix}1\\2\end{pmatrix}": "pmatrix([1], [2])",
    r"\text{Minimum: } 2, \text{ Maximum: } 5": "Minimum: 2, Maximum: 5",
    "f_n == x**(2)*sec(theta)": "f_n = x^2*sec(theta)",
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    node = read(text).nodes[0]
    assert to_plain(node) == READINGS[text]
    assert read(to_plain(node)).nodes[0] == node
    assert read(to_latex(node)).nodes[0] == node


def test_an_unread_tail_makes_the_whole_unread() -> None:
    reading = read("3*x-1*y+13=0 )")
    assert reading.nodes == ()
    assert reading.failure is not None
    assert reading.failure.position == 13


@pytest.mark.parametrize("module", ["numbers", "parser", "printer", "tokens"])
def test_the_examples_in_the_docstrings_run(module: str) -> None:
    done = doctest.testmod(importlib.import_module(f"answerkey.notation.{module}"))
    assert done.attempted
    assert not done.failed


def test_a_failure_can_be_printed_whatever_the_text() -> None:
    failure = read("\ud800").failure
    assert failure is not None
    failure.why.encode("utf-8")
