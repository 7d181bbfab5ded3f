"""The page as a file: one file that loads nothing, in which no text of a row is markup."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from answerkey.reporting.report import page_of, tables_of
from answerkey.reporting.runs import read_run
from answerkey.statistics.needs import MissingExtra


def page(*paths: Path, by: tuple[str, ...] = ("subject",)) -> str:
    runs = [read_run(path) for path in paths]
    return page_of(runs, tables_of(runs, by=by), by=by)


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_loads_nothing_and_runs_only_its_own(plain_file: Path) -> None:
    text = page(plain_file)
    elements = Elements(text).found
    assert not [tag for tag, attributes in elements if {"src", "href"} & set(attributes) and tag != "a"]
    assert not re.search(r"url\((?!data:)|@import", text)
    policy = next(attributes["content"] for _, attributes in elements if "http-equiv" in attributes)
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy


def test_hostile_rows_are_text(hostile_file: Path) -> None:
    text = page(hostile_file)
    elements = Elements(text).found
    scripts = [attributes for tag, attributes in elements if tag == "script" and attributes.get("type") is None]
    assert len(scripts) == 2  # KaTeX and ours
    assert not [tag for tag, _ in elements if tag in {"img", "iframe", "object", "embed", "base"}]
    assert not [attributes for _, attributes in elements if any(name.startswith("on") for name in attributes)]
    assert [attributes["href"] for _, attributes in elements if "href" in attributes] == ["#rows"]
    text.encode("utf-8", "replace")


def test_one_way_for_rows_into_the_page() -> None:
    import answerkey.reporting.page as module

    scripts = (Path(module.__file__).parent / "page").glob("*.js")
    for path in scripts:
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", source), (
            path
        )
        assert "</script" not in source


def test_the_licence_of_what_is_inlined_is_there(plain_file: Path) -> None:
    text = page(plain_file)
    assert "Khan Academy" in text
    assert "KaTeX 0." in text


def test_the_same_run_makes_the_same_page(plain_file: Path) -> None:
    assert page(plain_file) == page(plain_file)


def test_without_jinja(plain_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtra, match=r"answerkey\[report\]"):
        page(plain_file)
