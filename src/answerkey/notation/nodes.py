"""The tree: one immutable node type, and the table of heads that it may have.

A node is a named tuple `(head, args)`: cheap to make (reading is most of the cost of grading), hashable,
picklable and comparable, and every pass over trees is a table of functions keyed by head.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Node(NamedTuple):
    """One node. What `args` holds depends on `head`: see `HEADS`."""

    head: str
    args: tuple[Any, ...]


# head: what args holds. `Node…` means any number of nodes.
HEADS: dict[str, str] = {
    # numbers
    "int": "value: int (never negative: a sign is `neg`)",
    "dec": "coefficient: int, places: int (positive); "
    "the value is coefficient / 10**places; 0.50 is (50, 2), 1.2e-13 is (12, 14)",
    "rep": "coefficient: int, places: int, repetend: str; 0.1 6-repeating is (1, 1, '6')",
    "mixed": "whole, numerator, denominator: Node; 2 1/2",
    "based": "digits: str (with a point where it has places), base: int; 204_5, 0.0011_2",
    # atoms
    "name": "canonical text: str; x, alpha, x_1, x_{n+1}, AB, x', bar(x), hat(p), vec(v), overline(AB), angle(ABC), "
    "triangle(ABC); e, i and d are names too; bold or hatted i j k are vec(i) vec(j) vec(k)",
    "const": "pi inf empty reals integers rationals naturals complexes dots (an ellipsis)",
    "text": "words as written, without \\text and the like: str",
    # arithmetic
    "add": "Node… (two or more; subtraction is a `neg` term)",
    "neg": "Node",
    "mul": "Node… (two or more; implicit, dot or cross alike)",
    "div": "numerator, denominator: Node (\\frac and / alike)",
    "pow": "base, exponent: Node",
    "root": "radicand, degree: Node (a square root has degree int 2)",
    "fact": "Node",
    "dfact": "Node (double factorial)",
    "pm": "Node… (one: plus-minus x; two: a plus-minus b)",
    "mp": "Node… (likewise, minus-plus)",
    "percent": "Node (50% holds 50)",
    "degree": "Node (30 degrees holds 30); 60 degrees 30 minutes is degree(add(60, div(30, 60)))",
    "money": "currency: str (USD EUR GBP …), Node (a quantity in '1/day' where the amount is per day)",
    "quantity": "Node, unit: str (a spelling that pint reads, e.g. 'cm', 'km/hour', 'foot**2', or a counted noun)",
    "mod": "a, b: Node (a mod b, also with a congruence)",
    # functions
    "call": "function: str, Node… (known functions: see words.py; 'log' with two nodes has a base: argument, base)",
    "apply": "name: str, Node… (a name before brackets: f(x), C(5, 2), f^-1(x) whose name is 'f^-1'; with one argument "
    "it may also be a product: the other reading)",
    "sum": "body, variable, low, high: Node (low, high may be None; without a low, variable is a condition such as "
    "d | n, or None); `prod` likewise",
    "prod": "as sum",
    "integral": "body, variable, low, high: Node (low/high None: indefinite)",
    "limit": "body, variable, to: Node, direction: '' '+' '-'",
    "diff": "body, variable: Node, order: int (derivative)",
    # relations and logic
    "rel": "operators: tuple[str, ...], operands: tuple[Node, ...] (one more); operators: = != < <= > >= in notin "
    "approx subset subseteq equiv sim divides parallel perp to",
    "not": "Node",
    "and": "Node… (also a list joined by a word where its members are relations)",
    "or": "Node…",
    "implies": "a, b: Node",
    # collections
    "group": "open: str, close: str, Node… (brackets that carry meaning: (1,2) [1,2) ]a,b[ <1,2> [3]; never {…})",
    "set": "Node… ({1,2,3}; none: the empty set)",
    "setbuilder": "element, condition: Node",
    "list": "separator: ',' ';' 'and' 'or', Node… (x = 1, 2 is a rel whose last operand is a list)",
    "union": "Node…",
    "inter": "Node…",
    "setminus": "a, b: Node",
    "complement": "Node",
    "matrix": "environment: str, rows: tuple[tuple[Node, ...], ...] (a determinant is call det)",
    "cases": "tuple[(value: Node, condition: Node | None), ...]",
    # others
    "ratio": "Node… (3:2, 1:2:3; 12:30 may be a time)",
    "time": "text: str (a clock time with am or pm)",
    "date": "text: str",
    "label": "label: str, Node ((a) 3, Minimum: 2)",
    "where": "Node, condition: Node… (2k pi for k in Z; with a word, or a comma before a membership)",
}
