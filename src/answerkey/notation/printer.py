r"""Trees to text: plain text for people and programs, and LaTeX. Reading either gives the same tree.

One rule a head, shared by the two dialects where they differ only in their marks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from answerkey.notation import leaves, pratt
from answerkey.notation.dialects import (
    ATOM,
    GREEK,
    LATEX,
    LATEX_FUNCTIONS,
    PLAIN,
    PLAIN_FUNCTIONS,
    POWERS,
    RELATIONS,
    Dialect,
)
from answerkey.notation.digits import to_digits
from answerkey.notation.nodes import Node
from answerkey.notation.tokens import is_word


def to_plain(node: Node) -> str:
    """`node` as plain text.

    >>> to_plain(Node("pow", (Node("name", ("x",)), Node("int", (10,)))))
    'x^10'
    """
    return _text(node, PLAIN)


def to_latex(node: Node) -> str:
    r"""`node` as LaTeX.

    >>> print(to_latex(Node("root", (Node("int", (2,)), Node("int", (2,))))))
    \sqrt{2}
    """
    return _text(node, LATEX)


def show(value: Any) -> str:
    """`value` as plain text for a reader: nodes are printed, anything else is `str`."""
    if not isinstance(value, Node):
        return to_digits(value) if isinstance(value, int) else str(value)
    return str(value.args[0]) if value.head in ("text", "date", "time", "name") else to_plain(value)


def _text(node: Node, d: Dialect) -> str:
    return _RULES[node.head](node.args, d)


def _power(node: Node, d: Dialect) -> int:
    if d.latex and node.head == "div":
        return ATOM
    if d.latex and node.head in ("sum", "prod", "integral", "limit", "diff"):
        return pratt.SIGN
    if not d.latex and node.head in ("sum", "prod", "integral", "limit", "diff"):
        return ATOM
    if node.head in ("pm", "mp") and len(node.args) == 1:
        return pratt.SIGN
    return POWERS.get(node.head, ATOM)


def _bracketed(text: str, d: Dialect) -> str:
    return f"{d.left}({text}{d.right})"


def _at(node: Node, power: int, d: Dialect) -> str:
    """`node` where an operand must bind at least as strongly as `power`."""
    text = _text(node, d)
    return text if _power(node, d) >= power else _bracketed(text, d)


def _wrapped(node: Node, d: Dialect) -> str:
    """`node` as an atom: in brackets unless it is one."""
    return _at(node, ATOM, d)


def _join(nodes: tuple[Node, ...], d: Dialect, separator: str = ", ") -> str:
    """The members inside brackets; a list among them gets brackets of its own."""
    return separator.join(_at(node, pratt.COMMA + 1, d) for node in nodes)


def _add(args: tuple[Any, ...], d: Dialect) -> str:
    parts = [_at(args[0], pratt.SUM, d) if args[0].head in ("pm", "mp") else _at(args[0], pratt.SIGN, d)]
    for term in args[1:]:
        if term.head == "neg":
            parts.append(" - " + _operand(term.args[0], pratt.SIGN, d))
        else:
            parts.append(" + " + _operand(term, pratt.SIGN, d))
    return "".join(parts)


def _operand(node: Node, power: int, d: Dialect) -> str:
    """An operand behind a sign: another sign would make the two one (`+-`)."""
    if node.head in ("pm", "mp", "neg"):
        return _bracketed(_text(node, d), d)
    return _at(node, power, d)


def _neg(args: tuple[Any, ...], d: Dialect) -> str:
    return "-" + _operand(args[0], pratt.SIGN, d)


def _pm(args: tuple[Any, ...], d: Dialect, signs: tuple[str, str]) -> str:
    sign = signs[d.latex]
    if len(args) == 1:
        return f"{sign}{' ' if d.latex else ''}{_operand(args[0], pratt.SIGN, d)}"
    return f"{_at(args[0], pratt.SUM, d)} {sign} {_operand(args[1], pratt.SIGN, d)}"


def _mul(args: tuple[Any, ...], d: Dialect) -> str:
    parts = []
    for index, factor in enumerate(args):
        loose = factor.head in ("mul", "neg", "diff") or (index and factor.head in ("div", "mixed") and not d.latex)
        parts.append(_bracketed(_text(factor, d), d) if loose else _at(factor, pratt.PRODUCT, d))
    return d.times.join(parts)


def _div(args: tuple[Any, ...], d: Dialect) -> str:
    above, below = args
    if d.latex:
        return rf"\frac{{{_text(above, d)}}}{{{_text(below, d)}}}"
    left = _bracketed(_text(above, d), d) if above.head in ("mixed", "neg") else _at(above, pratt.PRODUCT, d)
    return f"{left}/{_at(below, pratt.POWER, d)}"


def _pow(args: tuple[Any, ...], d: Dialect) -> str:
    base, exponent = args
    left = _text(base, d)  # once: a tower printed twice on every floor would never end
    loose = base.head in ("div", "text") or (base.head == "name" and base.args[0].endswith("'") and d.latex)
    if loose or (base.head != "call" and _power(base, d) < ATOM):
        left = _bracketed(left, d)
    if exponent.head == "name" and exponent.args[0] in ("+", "-", "*"):
        return f"{left}^{{{exponent.args[0]}}}" if d.latex else f"{left}^{exponent.args[0]}"
    if d.latex:
        return f"{left}^{{{_text(exponent, d)}}}"
    loose = exponent.head in ("set", "setbuilder", "apply")
    return f"{left}^{_bracketed(_text(exponent, d), d) if loose else _wrapped(exponent, d)}"


def _root(args: tuple[Any, ...], d: Dialect) -> str:
    radicand, degree = args
    square = degree == Node("int", (2,))
    if d.latex:
        index = "" if square else f"[{_text(degree, d)}]"
        return rf"\sqrt{index}{{{_text(radicand, d)}}}"
    return f"sqrt({_text(radicand, d)})" if square else f"root({_join(args, d)})"


def _postfix(args: tuple[Any, ...], d: Dialect, marks: tuple[str, str]) -> str:
    node = args[0]
    loose = node.head == "div" or (marks[0] == "!" and node.head in ("fact", "dfact"))
    return (_bracketed(_text(node, d), d) if loose else _wrapped(node, d)) + marks[d.latex]


def _money(args: tuple[Any, ...], d: Dialect) -> str:
    value = _value(args[1], d)
    return rf"{value}\text{{ {args[0]}}}" if d.latex else f"{value} {args[0]}"


def _quantity(args: tuple[Any, ...], d: Dialect) -> str:
    value, unit = _value(args[0], d), args[1].replace("**", "^")
    per = unit.startswith("1/")
    if not d.latex and unit.isalpha() and not is_word(unit):
        return f'{value} "{unit}"'
    if not d.latex:
        return f"{value} per {unit[2:]}" if per else f"{value} {unit}"
    if per:
        value, unit = value + r"\text{ per}", unit[2:]
    parts = []
    for part in unit.split("/"):
        factors = [factor.partition("^") for factor in part.split("*")]
        parts.append(r" \cdot ".join(rf"\text{{ {base}}}" + (f"^{{{p}}}" if p else "") for base, _, p in factors))
    return value + "/".join(parts)


def _value(node: Node, d: Dialect) -> str:
    if node.head == "neg":
        return _text(node, d) if _power(node.args[0], d) >= pratt.PRODUCT else _bracketed(_text(node, d), d)
    return _at(node, pratt.PRODUCT, d)


def _between(args: tuple[Any, ...], d: Dialect, marks: tuple[str, str], power: int) -> str:
    return f" {marks[d.latex]} ".join(_at(arg, power + 1, d) for arg in args)


def _logic(args: tuple[Any, ...], d: Dialect, word: str, power: int) -> str:
    mark = rf"\text{{ {word} }}" if d.latex else f" {word} "
    return mark.join(_at(arg, power + 1, d) for arg in args)


def _call(args: tuple[Any, ...], d: Dialect) -> str:
    name, *rest = args
    inner = tuple(rest)
    if not d.latex:
        return f"{PLAIN_FUNCTIONS.get(name, GREEK.get(name, name))}({_join(inner, d)})"
    if name == "log" and len(inner) == 2:
        return rf"\log_{{{_text(inner[1], d)}}}{_bracketed(_text(inner[0], d), d)}"
    if name == "abs" and len(inner) == 1:
        return rf"\left|{_text(inner[0], d)}\right|"
    if name == "norm" and len(inner) == 1:
        return rf"\left\|{_text(inner[0], d)}\right\|"
    if name in ("floor", "ceil") and len(inner) == 1:
        return rf"\left\l{name} {_text(inner[0], d)}\right\r{name}"
    if name == "binomial" and len(inner) == 2:
        return rf"\binom{{{_text(inner[0], d)}}}{{{_text(inner[1], d)}}}"
    if name == "inf_of":
        return rf"\inf{_bracketed(_join(inner, d), d)}"
    if name in GREEK:
        command = "\\" + GREEK[name]
    else:
        command = "\\" + name if name in LATEX_FUNCTIONS else rf"\operatorname{{{name}}}"
    return command + _bracketed(_join(inner, d), d)


def _apply(args: tuple[Any, ...], d: Dialect) -> str:
    return leaves.name(args[:1], d) + _bracketed(_join(args[1:], d), d)


def _big(args: tuple[Any, ...], d: Dialect, head: str) -> str:
    body, variable, low, high = args
    if not d.latex:
        parts = [_at(body, pratt.COMMA + 1, d)]
        parts += ['"none"' if part is None else _at(part, pratt.COMMA + 1, d) for part in (variable, low, high)]
        while len(parts) > 2 and parts[-1] == '"none"':
            parts.pop()
        return f"{head}({', '.join(parts)})"
    below = "" if variable is None else _text(variable, d) + ("" if low is None else f" = {_text(low, d)}")
    scripts = (f"_{{{below}}}" if below else "") + ("" if high is None else f"^{{{_text(high, d)}}}")
    return rf"\{head}{scripts} {_at(body, pratt.SIGN, d)}"


def _integral(args: tuple[Any, ...], d: Dialect) -> str:
    body, variable, low, high = args
    if not d.latex:
        return _big(args, d, "integral")
    scripts = ("" if low is None else f"_{{{_text(low, d)}}}") + ("" if high is None else f"^{{{_text(high, d)}}}")
    return rf"\int{scripts} {_at(body, pratt.SUM, d)} \, d{_text(variable, d)}"


def _limit(args: tuple[Any, ...], d: Dialect) -> str:
    body, variable, to, direction = args
    if not d.latex:
        target = _wrapped(to, d) + "^" + direction if direction else _at(to, pratt.COMMA + 1, d)
        return f"limit({_at(body, pratt.COMMA + 1, d)}, {_text(variable, d)}, {target})"
    target = f"{_wrapped(to, d)}^{{{direction}}}" if direction else _text(to, d)
    return rf"\lim_{{{_text(variable, d)} \to {target}}} {_at(body, pratt.SIGN, d)}"


def _diff(args: tuple[Any, ...], d: Dialect) -> str:
    body, variable, order = args
    if not d.latex:
        return f"diff({_at(body, pratt.COMMA + 1, d)}, {_text(variable, d)}, {order})"
    times = "" if order == 1 else f"^{{{order}}}"
    return rf"\frac{{d{times}}}{{d{_text(variable, d)}{times}}} {_wrapped(body, d)}"


def _rel(args: tuple[Any, ...], d: Dialect) -> str:
    operators, operands = args
    parts = [_at(operands[0], pratt.RELATION + 1, d)]
    last = len(operators) - 1
    for index, (operator, operand) in enumerate(zip(operators, operands[1:], strict=True)):
        free = index == last and operand.head == "list" and operators in (("=",), ("!=",))
        text = _text(operand, d) if free else _at(operand, pratt.RELATION + 1, d)
        parts.append(f" {RELATIONS[operator][d.latex]} {text}")
    return "".join(parts)


def _not(args: tuple[Any, ...], d: Dialect) -> str:
    return (r"\neg " if d.latex else "not ") + _at(args[0], pratt.RELATION, d)


def _group(args: tuple[Any, ...], d: Dialect) -> str:
    opener, closer, *items = args
    if any(item.head == "list" for item in items):
        inner = "; ".join(_at(item, pratt.COMMA, d) for item in items)
    else:
        inner = _join(tuple(items), d)
    if opener == "<":
        return rf"\left\langle {inner}\right\rangle" if d.latex else f"⟨{inner}⟩"
    return f"{d.left}{opener}{inner}{d.right}{closer}"


def _set(args: tuple[Any, ...], d: Dialect) -> str:
    return rf"\left\{{{_join(args, d)}\right\}}" if d.latex else f"{{{_join(args, d)}}}"


def _setbuilder(args: tuple[Any, ...], d: Dialect) -> str:
    element, condition = args
    if d.latex:
        return rf"\left\{{{_text(element, d)} \mid {_text(condition, d)}\right\}}"
    return f"{{{_text(element, d)} | {_text(condition, d)}}}"


def _list(args: tuple[Any, ...], d: Dialect) -> str:
    separator, *items = args
    if separator in (",", ";"):
        power = pratt.COMMA if separator == ";" else pratt.COMMA + 1
        return f"{separator} ".join(_at(item, power, d) for item in items)
    return _logic(tuple(items), d, separator, pratt.AND)


def _complement(args: tuple[Any, ...], d: Dialect) -> str:
    return rf"\overline{{{_text(args[0], d)}}}" if d.latex else f"overline({_text(args[0], d)})"


def _matrix(args: tuple[Any, ...], d: Dialect) -> str:
    environment, rows = args
    if d.latex:
        body = r" \\ ".join(" & ".join(_text(cell, d) for cell in row) for row in rows)
        return rf"\begin{{{environment}}} {body} \end{{{environment}}}"
    return f"{environment}({', '.join('[' + _join(row, d) + ']' for row in rows)})"


def _cases(args: tuple[Any, ...], d: Dialect) -> str:
    otherwise = r"\text{otherwise}" if d.latex else "otherwise"
    lines = []
    for value, condition in args[0]:
        when = otherwise if condition is None else _at(condition, pratt.COMMA + 1, d)
        lines.append((_at(value, pratt.COMMA + 1, d), when))
    if d.latex:
        body = r" \\ ".join(f"{value} & {when}" for value, when in lines)
        return rf"\begin{{cases}} {body} \end{{cases}}"
    return f"cases({', '.join(f'({value}, {when})' for value, when in lines)})"


def _label(args: tuple[Any, ...], d: Dialect) -> str:
    label, value = args
    mark = f"({label})" if len(label) == 1 else f"{label}:"
    return (rf"\text{{{mark} }}" if d.latex else mark + " ") + _at(value, pratt.RELATION - 3, d)


def _where(args: tuple[Any, ...], d: Dialect) -> str:
    mark = r"\text{ for }" if d.latex else " for "
    conditions = ", ".join(_at(condition, pratt.COMMA + 1, d) for condition in args[1:])
    return f"{_at(args[0], pratt.WHERE + 1, d)}{mark}{conditions}"


_RULES: dict[str, Callable[[tuple[Any, ...], Dialect], str]] = {
    "int": leaves.integer, "dec": leaves.decimal, "rep": leaves.repeating, "mixed": leaves.mixed,
    "based": leaves.based, "name": leaves.name, "const": leaves.constant,
    "text": leaves.words, "time": leaves.verbatim, "date": leaves.verbatim,
    "add": _add, "neg": _neg, "mul": _mul, "div": _div,
    "pow": _pow, "root": _root, "money": _money, "quantity": _quantity, "call": _call, "apply": _apply,
    "integral": _integral, "limit": _limit, "diff": _diff, "rel": _rel, "not": _not, "group": _group, "set": _set,
    "setbuilder": _setbuilder, "list": _list, "complement": _complement, "matrix": _matrix, "cases": _cases,
    "label": _label, "where": _where,
    "pm": partial(_pm, signs=("±", r"\pm")),
    "mp": partial(_pm, signs=("∓", r"\mp")),
    "fact": partial(_postfix, marks=("!", "!")),
    "dfact": partial(_postfix, marks=("!!", "!!")),
    "percent": partial(_postfix, marks=("%", r"\%")),
    "degree": partial(_postfix, marks=("°", r"^{\circ}")),
    "sum": partial(_big, head="sum"),
    "prod": partial(_big, head="prod"),
    "and": partial(_logic, word="and", power=pratt.AND),
    "or": partial(_logic, word="or", power=pratt.OR),
    "implies": partial(_between, marks=("=>", r"\implies"), power=pratt.IMPLIES),
    "union": partial(_between, marks=("∪", r"\cup"), power=pratt.UNION),
    "inter": partial(_between, marks=("∩", r"\cap"), power=pratt.INTERSECTION),
    "setminus": partial(_between, marks=("∖", r"\setminus"), power=pratt.UNION),
    "ratio": partial(_between, marks=(":", ":"), power=pratt.SUM - 1),
    "mod": partial(_between, marks=("mod", r"\bmod"), power=pratt.MOD),
}  # fmt: skip
