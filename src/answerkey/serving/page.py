"""The OpenAPI document as one page without scripts, so that it needs nothing from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid #8884; padding-top: 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; background: #8881; }
pre { padding: .8rem; overflow-x: auto; }
details { margin: .5rem 0; }
"""


def page(document: dict[str, Any]) -> str:
    """The page as HTML."""
    info = document["info"]
    operations = "".join(
        _operation(method, path, operation, document)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )
    schemas = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>{_code(schema)}</details>'
        for name, schema in document["components"]["schemas"].items()
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        f"<style>{_STYLE}</style><h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f'<p>{escape(info["description"])} The same for programs: <a href="openapi.json">openapi.json</a>.</p>'
        f"{operations}<h2>Schemas</h2>{schemas}</html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any], document: dict[str, Any]) -> str:
    parts = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>",
        f"<p><b>{escape(operation['summary'])}.</b> {escape(operation.get('description', ''))}</p>",
    ]
    for parameter in operation.get("parameters", ()):
        values = ", ".join(parameter["schema"]["enum"])
        parts.append(f"<p>In the address: <code>{escape(parameter['name'])}</code> ({escape(values)})</p>")
    if "requestBody" in operation:
        parts.append(_body(operation["requestBody"]["content"]["application/json"]["schema"], document))
    replies = "".join(
        f"<li><b>{status}</b> {escape(reply['description'])} {_links(reply)}</li>"
        for status, reply in operation["responses"].items()
    )
    return "".join([*parts, f"<ul>{replies}</ul>"])


def _body(schema: dict[str, Any], document: dict[str, Any]) -> str:
    names = _names(schema)
    examples = [document["components"]["schemas"][name].get("example") for name in names]
    shown = "".join(_code(example) for example in examples if example is not None)
    return f"<p>Takes {' or '.join(_link(name) for name in names)}, for example:</p>{shown}"


def _links(reply: dict[str, Any]) -> str:
    names = [name for content in reply.get("content", {}).values() for name in _names(content["schema"])]
    return " or ".join(_link(name) for name in names)


def _names(schema: dict[str, Any]) -> list[str]:
    """The names of the schemas that `schema` refers to."""
    return [one["$ref"].rpartition("/")[2] for one in schema.get("anyOf", [schema]) if "$ref" in one]


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'


def _code(value: Any) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"
