"""Pages that list what stands elsewhere list all of it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_readme_lists_every_extra() -> None:
    extras = tomllib.loads(text("pyproject.toml"))["project"]["optional-dependencies"]
    rows = re.findall(r"^\| (`.*?) \| .+ \|$", text("README.md"), re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`([\w-]+)`", row)) == sorted(extras)


def test_the_index_of_decisions_is_complete() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    titles = [(page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "), page.name) for page in pages]
    assert re.findall(r"^- \[(.+)\]\((\S+)\): ", text("docs/decisions/README.md"), re.MULTILINE) == titles
