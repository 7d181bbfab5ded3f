"""The engine of the parser: binding powers and two tables, `prefix` and `infix`, that the themes fill.

A prefix rule reads what stands at the beginning of an operand; an infix rule reads on from a finished operand
and may decline (None). Whatever a rule does not understand raises `Unread`: nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Callable

from answerkey.limits import MAX_DEPTH
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.notation.tokens import Tokens, Unread

# Binding powers, loosest first. A rule reads its right side with the power that it gives way to.
SEMICOLON, WHERE, COMMA, IMPLIES, OR, AND = 2, 4, 6, 7, 8, 10
RELATION, UNION, INTERSECTION, MOD, SUM, SIGN = 20, 24, 26, 28, 30, 38
PRODUCT, IMPLICIT, CHOOSE, POWER, POSTFIX = 40, 42, 50, 60, 70

Prefix = Callable[["Parser"], Node]
Infix = tuple[int, Callable[["Parser", Node], "Node | None"]]


class Parser:
    """The state of one reading: where it is, what encloses it, and what it met."""

    __slots__ = (
        "bar",
        "bracketed",
        "depth",
        "flips",
        "i",
        "infix",
        "integral",
        "kinds",
        "labelled",
        "latex",
        "met",
        "opener",
        "places",
        "prefix",
        "repairs",
        "spaced",
        "tight",
        "values",
    )

    def __init__(
        self,
        tokens: Tokens,
        prefix: dict[str, Prefix],
        infix: dict[str, Infix],
        latex: bool,
        flips: frozenset[str] = frozenset(),
        met: set[str] | None = None,
    ) -> None:
        self.kinds, self.values, self.places, self.spaced = tokens
        self.prefix, self.infix = prefix, infix
        self.latex = latex  # the text has commands: braces group, and letters after `_` are single
        self.flips = flips  # the choices to take the other way
        self.met: set[str] = set() if met is None else met  # the choices that came up
        self.repairs: list[str] = []
        self.i = 0
        self.depth = 0
        self.bar = ""  # what a bar means here: "abs" closes, "set" is such-that, "" opens
        self.opener = ""  # the bracket we are directly inside
        self.tight = False  # inside a function's argument without brackets
        self.integral = False  # a `d` before a name ends the integrand
        self.labelled = False  # the answer began with a label, so another may follow
        self.bracketed: Node | None = None  # the last node that stood in brackets of its own

    def expression(self, power: int) -> Node:
        """The longest operand whose operators all bind more strongly than `power`."""
        kinds = self.kinds
        rule = self.prefix.get(kinds[self.i])
        if rule is None:
            raise self.unread()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unread(self.places[self.i], "nested too deeply", limit=True)
        left = rule(self)
        infix = self.infix
        while True:
            entry = infix.get(kinds[self.i])
            if entry is None or entry[0] <= power:
                break
            node = entry[1](self, left)
            if node is None:
                break
            left = node
        self.depth -= 1
        return left

    def deeper(self, rule: Prefix) -> Node:
        """What `rule` reads, one level further down."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unread(self.places[self.i], "nested too deeply", limit=True)
        node = rule(self)
        self.depth -= 1
        return node

    def take(self) -> str:
        """The value of the token here; move past it."""
        value = self.values[self.i]
        self.i += 1
        return value

    def skip(self, kind: str) -> None:
        """Move past a token that must be of `kind`."""
        if self.kinds[self.i] != kind:
            raise self.unread()
        self.i += 1

    def enclosed(self, opener: str, bar: str = "") -> Node:
        """An expression inside brackets: what encloses the brackets has no say inside."""
        saved = self.bar, self.opener, self.tight, self.integral
        self.bar, self.opener, self.tight = bar, opener, False
        if opener != "{":
            self.integral = False
        node = self.expression(0)
        self.bar, self.opener, self.tight, self.integral = saved
        return node

    def script(self) -> Node:
        """What stands above or below: `{…}`, a number, a name, or one operand; the other script may follow."""
        kind = self.kinds[self.i]
        if kind == "{":
            return self.braced()
        if kind == "num" and self.values[self.i].isdecimal():
            return Node("int", (from_digits(self.take()),))
        if kind == "name":
            return Node("name", (self.take(),))
        return self.expression(POWER)

    def braced(self) -> Node:
        """The expression in `{…}`, the opening brace being next."""
        self.skip("{")
        node = self.enclosed("{")
        self.skip("}")
        return node

    def unread(self, why: str | None = None) -> Unread:
        """The failure that reading cannot go on here."""
        kind, place = self.kinds[self.i], self.places[self.i]
        if why is None:
            why = "the text ends too early" if kind == "end" else f"{self.values[self.i] or kind} is not expected here"
        return Unread(place, why)
