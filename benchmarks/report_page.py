"""How large the page of a run is, how long it takes to make and to open, and how fast it filters.

    python benchmarks/report_page.py                     # 100,000 rows made by varying the sample
    python benchmarks/report_page.py responses.jsonl     # or those of a file, repeated with numbers of their own

Needs Chromium with its driver, selenium, and the `report` extra.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from answerkey.reporting.report import page_of, tables_of
from answerkey.reporting.runs import read_run
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

SAMPLE = Path(__file__).resolve().parents[1] / "examples" / "sample.jsonl"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        responses, graded = Path(folder) / "responses.jsonl", Path(folder) / "graded.jsonl"
        characters = varied(options.file, options.rows, responses)
        grade_files([str(responses)], Options(output=str(graded)))
        page = Path(folder) / "page.html"
        started = time.process_time()
        run = read_run(graded)
        page.write_text(page_of([run], tables_of([run])), encoding="utf-8", errors="replace")
        took = time.process_time() - started
        print(f"{options.rows:,} rows, {characters / options.rows:,.0f} characters a response")
        print(f"page made in {took:.1f} s of one core, {page.stat().st_size / 1e6:.1f} MB")
        for line in browsed(page):
            print(line)


def varied(source: Path, rows: int, target: Path) -> int:
    """Write so many rows, those of `source` over and over, each with words of its own; the responses' characters."""
    originals = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    words = [word for row in originals for word in str(row.get("question", "")).split()] or ["so"]
    rng = random.Random(1)
    characters = 0
    with target.open("w", encoding="utf-8") as file:
        for number in range(rows):
            row = dict(originals[number % len(originals)])
            name = "response" if "response" in row else "generated_cot"
            row["id"] = f"row-{number}"
            row[name] = " ".join(rng.choices(words, k=20)) + "\n" + str(row[name])
            characters += len(row[name])
            file.write(json.dumps(row) + "\n")
    return characters


def browsed(page: Path) -> list[str]:
    """Open the page in Chromium and use it; what was measured there, as lines."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=1400,1000"):
        options.add_argument(f"--{argument}")
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.get(page.as_uri())
        while not driver.execute_script("return document.documentElement.dataset.ready"):
            time.sleep(0.02)
        time.sleep(1)  # a reader looks before they type
        lines = [f"usable after {float(_data(driver, 'ready')):,.0f} ms"]
        lines += [f"{name}: {_timed(driver, script):,.0f} ms" for name, script in _USES.items()]
        return lines
    finally:
        driver.quit()


_TYPED = "const q = document.getElementById('query'); q.value = arguments[0]; q.dispatchEvent(new Event('input'))"
# What a reader does; the page says itself how long each update took, its plots and table included.
_USES = {
    "filter by outcome": "document.querySelector('[data-bar=\"outcome:1\"]').click()",
    "filter by reason too": "document.querySelector('[data-bar^=\"reason:\"]').click()",
    "show all": "document.getElementById('clear').click()",
    "search (the first time)": _TYPED,
    "search again": _TYPED,
    "sort by answer": "document.querySelector('#head .answer button').click()",
}


def _data(driver: Any, name: str) -> str:
    return str(driver.execute_script("return document.documentElement.dataset[arguments[0]]", name))


def _timed(driver: Any, script: str) -> float:
    driver.execute_script("delete document.documentElement.dataset.update")
    driver.execute_script(script, random.choice(("the answer", "12", "how many")))
    while _data(driver, "update") == "None":
        time.sleep(0.02)
    return float(_data(driver, "update"))


if __name__ == "__main__":
    main()
