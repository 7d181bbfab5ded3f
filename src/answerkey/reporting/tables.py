"""What a command found, as tables: for a terminal, as Markdown, as JSON. One table, three ways to write it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Share(float):
    """A number that people read in percent; JSON has the number."""

    def __str__(self) -> str:
        return f"{float(self):.2%}"


class Points(float):
    """A difference of two shares, in percentage points."""

    def __str__(self) -> str:
        return f"{float(self) * 100:+.2f} pp"


class Range(NamedTuple):
    """From one number to another, written like both of them."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is its key in JSON, `title` what people read, `note` what must be known to read it right."""

    name: str
    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    note: str = ""


def to_json(tables: Sequence[Table]) -> str:
    """All tables as one JSON object: a list of objects each."""
    found = {table.name: [dict(zip(table.head, row, strict=True)) for row in table.rows] for table in tables}
    return json.dumps(found, ensure_ascii=False, indent=1)


def to_markdown(tables: Sequence[Table]) -> str:
    """All tables as GitHub-flavoured Markdown.

    >>> print(to_markdown([Table("t", "Counts", ("a", "n"), [("x", 1)])]))
    ### Counts
    <BLANKLINE>
    | a | n |
    |---|--:|
    | x | 1 |
    <BLANKLINE>
    """
    lines: list[str] = []
    for table in tables:
        lines += [f"### {table.title}", ""]
        if table.rows:
            lines.append(_line(table.head))
            lines.append("|" + "|".join("--:" if right else "---" for right in numeric_columns(table)) + "|")
            lines += [*map(_line, table.rows), ""]
        lines += [table.note, ""] if table.note else []
    return "\n".join(lines)


def to_text(tables: Sequence[Table]) -> str:
    """All tables as text for a terminal, columns aligned."""
    import io

    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, width=160, highlight=False)
    for table in tables:
        console.print(Text(table.title, style="bold"))
        if table.rows:
            shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
            for name, right in zip(table.head, numeric_columns(table), strict=True):
                shown.add_column(Text(name), justify="right" if right else "left", overflow="fold")
            for row in table.rows:
                shown.add_row(*(Text(cell_text(cell)) for cell in row))
            console.print(shown)
        if table.note:
            console.print(Text(table.note))
        console.print()
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def cell_text(cell: Any) -> str:
    """A cell as people read it: on one line, control characters made visible."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if type(cell) is float:
        return f"{cell:.3g}"
    text = str(cell)
    return text if text.isprintable() else "".join(c if c.isprintable() else _visible(c) for c in text)


def shortened(text: str | None, limit: int = 60) -> str | None:
    """`text` on one line and no longer than `limit`."""
    if text is None:
        return None
    flat = " ".join(text[: 4 * limit].split())
    return flat if len(flat) <= limit and len(text) <= 4 * limit else flat[: limit - 1] + "…"


def _visible(character: str) -> str:
    return " " if character in "\t\n\r" else f"\\u{ord(character):04x}"


def _line(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(cell_text(cell).replace("|", "\\|") for cell in cells) + " |"


def numeric_columns(table: Table) -> list[bool]:
    """Which columns hold numbers throughout."""
    return [
        bool(table.rows)
        and all(
            row[place] is None or (isinstance(row[place], (int, float)) and row[place] is not True)
            for row in table.rows
        )
        for place in range(len(table.head))
    ]
