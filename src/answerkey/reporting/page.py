"""The page: one HTML file that opens offline, loads nothing, and shows hostile text as text."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from answerkey import __version__
from answerkey.reporting.overview import COUNTED, accuracy_of
from answerkey.reporting.payload import Payload
from answerkey.reporting.runs import Run
from answerkey.reporting.tables import Range, Share, Table, cell_text, numeric_columns
from answerkey.statistics.accuracy import Undecided
from answerkey.statistics.needs import MissingExtra

# In this order they are one script; each file says what it is for.
SCRIPTS = ("data", "figures", "dom", "labels", "filters", "facets", "table", "detail", "main")
_MAX_LINES = 100  # of a table on the page


def render(
    runs: Sequence[Run],
    tables: Sequence[Table],
    payload: Payload,
    problem: str | None = None,
    undecided: Undecided = Undecided.WRONG,
) -> str:
    """The whole page as text. `MissingExtra` where Jinja is not installed."""
    script = '"use strict";\n(() => {\n' + "\n".join(_file(f"page/{name}.js") for name in SCRIPTS) + "\n})();\n"
    katex, style = _file("assets/katex.min.js"), _file("assets/katex.min.css") + _file("page/page.css")
    return str(
        _template().render(
            title="Graded: " + ", ".join(run.name for run in runs),
            policy=_policy([katex, script], [style]),
            style=_safe(style),
            katex=_safe(katex),
            script=_safe(script),
            meta=_safe(_json(payload.meta)),
            light=_safe(payload.light),
            blocks=[_safe(block) for block in payload.blocks],
            notes=payload.notes,
            runs=[_card(run, problem, undecided) for run in runs],
            counted=_counted(undecided),
            tables=[
                {
                    "name": table.name,
                    "title": table.title,
                    "head": table.head,
                    "rows": [[cell_text(cell) for cell in row] for row in table.rows[:_MAX_LINES]],
                    "numeric": numeric_columns(table),
                    "note": table.note if len(table.rows) <= _MAX_LINES else f"The first {_MAX_LINES} lines.",
                }
                for table in tables
            ],
            version=__version__,
            katex_version=_file("assets/KATEX-VERSION.txt").strip(),
            katex_licence=_file("assets/KATEX-LICENSE.txt"),
        )
    )


def _policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """The content-security policy: these very scripts and styles, fonts that are here, and nothing else."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hashes(scripts)}",
            f"style-src {_hashes(styles)}",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _hashes(texts: Sequence[str]) -> str:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _card(run: Run, problem: str | None, undecided: Undecided) -> dict[str, Any]:
    """The accuracy of a run in words, and its place on a scale of 1000."""
    found = accuracy_of(run, problem, undecided)
    value = f"{found.least:.1%}" if found.least == found.most else f"{found.least:.1%} – {found.most:.1%}"
    return {
        "name": run.name,
        "rows_text": f"{found.rows:,}",
        "value": value,
        "interval": Range(Share(found.low), Share(found.high)),
        "method": found.method,
        "undecided": f"{found.undecided:,}",
        "least": round(1000 * found.least) - 3,
        "span": round(1000 * (found.most - found.least)) + 6,
        "low": round(1000 * found.low),
        "high": round(1000 * found.high),
    }


def _counted(undecided: Undecided) -> str:
    sentence = COUNTED[undecided]
    return sentence[0].lower() + sentence[1:].removesuffix(".")


def _json(value: Any) -> str:
    """JSON that cannot end its script element, whatever it holds."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@lru_cache
def _file(name: str) -> str:
    return files(__package__).joinpath(*name.split("/")).read_text(encoding="utf-8")


def _safe(text: str) -> Any:
    """Text of this program's own making, for an element in which it is not escaped."""
    return import_module("markupsafe").Markup(text)


def _template() -> Any:
    try:
        jinja2 = import_module("jinja2")
    except ImportError:
        raise MissingExtra("the page needs Jinja: pip install 'answerkey[report]'") from None
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(_file("page/page.html"))
