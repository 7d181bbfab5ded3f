"""What joins whole answers: lists, `and`, `or`, conditions, labels, and words that are answers themselves."""

from __future__ import annotations

from functools import partial

from answerkey.notation.brackets import bracket
from answerkey.notation.nodes import Node
from answerkey.notation.number_words import share_of, value_of
from answerkey.notation.numbers import based, is_based
from answerkey.notation.pratt import AND, COMMA, OR, PRODUCT, RELATION, SEMICOLON, WHERE, Infix, Parser, Prefix
from answerkey.notation.words import CURRENCIES, MONTHS, NUMBER_WORDS, ORDINALS, SCALES

_ENDS = frozenset(("end", "&", "row", "end_env"))
_CLOSERS = frozenset((")", "]", "}", r"\}", ">", "|"))
_AFTER_WORDS = _ENDS | _CLOSERS | {",", ";", "and", "or", "where", "."}


def commas(p: Parser, left: Node) -> Node | None:
    """`a, b, and c`: one list; `x = 1, 2` gives x two values; `expr, k ∈ Z` is a condition."""
    items = [left]
    word = ""
    while p.kinds[p.i] == ",":
        following = p.kinds[p.i + 1]
        if following in _ENDS:
            p.i += p.opener == "cell"
            break
        p.i += 1
        if following in ("and", "or"):
            p.i += 1
            word = following
        elif following == "where":
            return where(p, _listed(items, ","))
        item = p.expression(COMMA)
        if item.head == "list" and item.args[0] == "," and item is not p.bracketed:
            items.extend(item.args[1:])
        elif item.head in ("list", "and", "or") and item is not p.bracketed and _joined(item) in ("and", "or"):
            word = _joined(item)
            items.extend(item.args[1:] if item.head == "list" else item.args)
        else:
            items.append(item)
    if len(items) == 1:
        return None if p.kinds[p.i] == "," else left
    return _listed(items, "or" if word == "or" else ",")


def _joined(item: Node) -> str:
    return item.args[0] if item.head == "list" else item.head


def _listed(items: list[Node], separator: str) -> Node:
    if len(items) == 1:
        return items[0]
    first, last = items[0], items[-1]
    if _equation(first) and not any(item.head in ("rel", "label", "text") for item in items[1:]):
        (operators, operands) = first.args
        values = Node("list", (separator, operands[1], *items[1:]))
        return Node("rel", (operators, (operands[0], values)))
    if separator == "," and last.head == "rel" and last.args[0] == ("in",) and first.head != "rel":
        return Node("where", (_listed(items[:-1], ","), last))
    if separator == "," and all(item.head == "text" for item in items) and any(" " in item.args[0] for item in items):
        return Node("text", (", ".join(item.args[0] for item in items),))  # a sentence with a comma
    if separator == "or" and any(item.head == "rel" for item in items):
        return Node("or", tuple(items))
    return Node("list", (separator, *items))


def _equation(node: Node) -> bool:
    return node.head == "rel" and node.args[0] in (("=",), ("!=",)) and node.args[1][0].head in ("name", "apply")


def full_stop(p: Parser, left: Node) -> Node | None:
    """The end of a sentence, where brackets or an environment end with it."""
    if p.kinds[p.i + 1] not in _ENDS and p.kinds[p.i + 1] not in _CLOSERS:
        return None
    p.i += 1
    p.repairs.append("sentence_end")
    return left


def labelled(p: Parser) -> Node:
    """`(a) 3, (b) 4` or `(C) 14 meters`: a letter in brackets before an answer labels it."""
    i = p.i
    if not _is_label(p, i) or (i and not p.labelled):
        return bracket(p)
    if i == 0 and p.values[1].islower() and not any(map(partial(_is_label, p), range(3, len(p.kinds) - 8))):
        return bracket(p)
    p.labelled = True
    labels = []
    while _is_label(p, p.i):
        label = p.values[p.i + 1]
        p.i += 3
        labels.append(Node("label", (label, p.expression(RELATION - 3))))
    return labels[0] if len(labels) == 1 else Node("list", (",", *labels))


def option(p: Parser) -> None:
    """`A. 5`, `B) 7`, `C: 12` at the beginning become the label `(A) 5`."""
    if p.values[0] in tuple("ABCDEFGHIJ") and p.kinds[1:3] == [")", "end"]:
        del p.kinds[1], p.values[1], p.places[1], p.spaced[1]
    elif (
        p.values[0] in tuple("ABCDEFGHIJ") and p.kinds[1] in (".", ")", ":") and p.spaced[2] and p.kinds[2] in p.prefix
    ):
        p.kinds[:2] = ["(", "name", ")"]
        p.values.insert(0, "")
        p.places.insert(0, p.places[0])
        p.spaced.insert(0, False)


def _is_label(p: Parser, i: int) -> bool:
    return (
        p.kinds[i] == "("
        and p.kinds[i + 1] in ("name", "word")
        and p.kinds[i + 2] == ")"
        and len(p.values[i + 1]) == 1
        and p.values[i + 1] in "abcdefghABCDEFGHIJ"
        and p.spaced[i + 3]
        and p.kinds[i + 3] in p.prefix
        and (p.kinds[i + 3] != "(" or (p.values[i + 1].isupper() and p.kinds[i + 5] != ")"))
    )


def semicolons(p: Parser, left: Node) -> Node:
    items = [left]
    while p.kinds[p.i] == ";":
        p.i += 1
        if p.kinds[p.i] in ("and", "or"):
            p.i += 1
        items.append(p.expression(SEMICOLON))
    return Node("list", (";", *items))


def conjunction(p: Parser, left: Node) -> Node:
    """`a and b`, `a or b`: logic when the members are relations, else a list."""
    word = p.kinds[p.i]
    power = AND if word == "and" else OR
    items = [left]
    while p.kinds[p.i] == word:
        p.i += 1
        items.append(p.expression(power))
    if word == "or" and _equation(left) and not any(item.head == "rel" for item in items[1:]):
        return _listed(items, "or")
    if any(item.head in ("rel", "and", "or", "not") for item in items):
        return Node(word, tuple(items))
    return Node("list", (word, *items))


def where(p: Parser, left: Node) -> Node:
    """`2kπ for k ∈ Z`."""
    p.i += 1
    condition = p.expression(WHERE)
    if condition.head == "list" and condition.args[0] == "," and condition is not p.bracketed:
        return Node("where", (left, *condition.args[1:]))
    return Node("where", (left, condition))


def words(p: Parser) -> Node:
    """Words where an operand may stand: a number, a label, a name, or a text."""
    start = p.i
    kinds, values = p.kinds, p.values
    run: list[str] = []
    while kinds[p.i] == "word" or _goes_on(p, run):
        run.append(values[p.i] or kinds[p.i])
        p.i += 1
        if kinds[p.i] == "-" and kinds[p.i + 1] == "word" and run[-1].lower() in NUMBER_WORDS:
            p.i += 1  # twenty-one
    if run[0] in CURRENCIES and len(run) == 1 and kinds[p.i] == "num":  # USD 5
        return Node("money", (CURRENCIES[run[0]], p.expression(PRODUCT)))
    number = _number(run, p)
    if number is not None:
        return number
    if kinds[p.i] == ":" and kinds[p.i + 1] not in _ENDS:
        p.i += 1
        return Node("label", (" ".join(run), p.expression(RELATION - 3)))
    if len(run) == 1 and kinds[p.i] == "_" and is_based(run[0], 16) and run[0].isupper() and len(run[0]) > 1:
        return based(p, run[0])
    operand = kinds[p.i] in ("_", "rel") or (start > 0 and kinds[start - 1] in ("+", "-", "*", "/", "rel"))
    if len(run) == 1 and (len(run[0]) == 1 or (len(run[0]) <= 3 and run[0].isupper()) or operand):
        return Node("name", (run[0],))
    if kinds[p.i] == "rel" and values[p.i] == "=" and start == 0:
        p.i += 1
        return Node("label", (" ".join(run), p.expression(RELATION - 3)))
    if any(word.lower() in MONTHS for word in run) or kinds[p.i] not in _AFTER_WORDS:
        p.i = start
        raise p.unread("words in mathematics")
    return Node("text", (" ".join(run),))


def _goes_on(p: Parser, run: list[str]) -> bool:
    """May a token that means something else be one of the words here? Letters may not: a product is no sentence."""
    if not run:
        return False
    kind, value = p.kinds[p.i], p.values[p.i]
    if kind == "and":
        return run[-1].lower() in SCALES and p.values[p.i + 1].lower() in NUMBER_WORDS
    return kind in ("const", "rel", "func") and value.isalpha() and len(value) > 1


def _number(run: list[str], p: Parser) -> Node | None:
    """The number that words spell (`twenty-one`, `two thirds`, `half`), or None. That they are words is a choice."""
    parts = [word.lower() for word in run if word.lower() != "and"]
    if len(run) == 1 and parts[0] in ORDINALS:  # a third alone is an ordinal
        p.met.add("ordinals")
        return Node("int", (ORDINALS[parts[0]],)) if "ordinals" in p.flips else None
    below = share_of(parts[-1]) if parts else None
    whole = parts if below is None else parts[:-1]
    if not whole and run[-1:] != ["half"]:
        return None
    if any(part not in NUMBER_WORDS and part not in SCALES for part in whole):
        return None
    p.met.add("number_words")
    if "number_words" in p.flips:
        return None
    p.repairs.append("number_words")
    value = Node("int", (value_of(whole) if whole else 1,))
    return value if below is None else Node("div", (value, Node("int", (below,))))


def quoted(p: Parser) -> Node:
    """`"words as they are"`."""
    return Node("text", (p.take(),))


def backquoted(p: Parser) -> Node:
    """`` `AB` ``: one name of several letters."""
    p.i += 1
    text = ""
    while p.kinds[p.i] in ("name", "word", "num", "func", "const"):
        text += p.take()
    p.skip("backquote")
    return Node("name", (text,))


PREFIX: dict[str, Prefix] = {"word": words, "text": quoted, "backquote": backquoted, "(": labelled}
INFIX: dict[str, Infix] = {
    ",": (COMMA, commas),
    ";": (SEMICOLON, semicolons),
    "and": (AND, conjunction),
    "or": (OR, conjunction),
    "where": (WHERE, where),
    ".": (SEMICOLON - 1, full_stop),
}
