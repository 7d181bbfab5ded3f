"""The page in a real browser: it opens, filters, opens rows, sets formulas, labels, exports, and nothing gets out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerkey.reporting.labels import confusion, labels_of
from answerkey.reporting.report import page_of, tables_of
from answerkey.reporting.runs import read_run
from answerkey.statistics.accuracy import Undecided
from answerkey.statistics.corrected import corrected_accuracy

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("browser")]
selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


class Page:
    """One page in the browser, and what a reader does with it."""

    def __init__(self, driver: Any, path: Path) -> None:
        self.driver = driver
        driver.get(path.as_uri())
        self.run("localStorage.clear()")
        driver.get_log("browser")
        driver.get(path.as_uri())
        self.until("document.documentElement.dataset.ready || !document.getElementById('failure').hidden")
        assert self.run("return document.getElementById('failure').textContent") == ""

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: str, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def click(self, selector: str) -> None:
        self.run("arguments[0].scrollIntoView({block: 'center'})", self.all(selector)[0])
        self.all(selector)[0].click()

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def press(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def open(self, row: str) -> None:
        """Search for a row and open it with the keyboard alone."""
        self.press("/")
        self.run("document.getElementById('query').value = ''")
        self.press(row)
        self.until(f"document.querySelector('.line .id')?.textContent === '{row}'")
        self.run("document.getElementById('rows').focus()")
        self.press(ARROW_DOWN, ENTER)
        self.until(f"document.querySelector('#detail-title')?.textContent.includes('{row}')")

    @property
    def complaints(self) -> list[str]:
        """What the browser's console says: policy violations, errors."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


ARROW_DOWN, ENTER, ESCAPE, TAB, END = "\ue015", "\ue007", "\ue00c", "\ue004", "\ue010"


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no Chromium with its driver here (Debian: apt-get install chromium chromium-driver)")
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = CHROMIUM
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=1400,1000"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = selenium.Chrome(options=options, service=Service(DRIVER))
    yield started
    started.quit()


def written(path: Path, *files: Path, by: tuple[str, ...] = ("subject",)) -> Path:
    runs = [read_run(file) for file in files]
    path.write_bytes(page_of(runs, tables_of(runs, by=by), by=by).encode("utf-8", "replace"))
    return path


@pytest.fixture
def page(driver: Any, plain_file: Path, tmp_path: Path) -> Page:
    return Page(driver, written(tmp_path / "plain.html", plain_file))


def test_filters_by_click_by_search_and_back(page: Page) -> None:
    assert page.text("#count") == "60 of 60 rows"
    page.click('[data-bar="outcome:0"]')
    correct = int(page.text("#count").split()[0])
    assert 0 < correct < 60
    assert all("correct" in page.text(f"#{line.get_attribute('id')} .outcome") for line in page.all(".line")[:5])
    page.click('[data-bar="by subject:0"]')
    assert int(page.text("#count").split()[0]) < correct
    assert page.text("#subset").startswith("accuracy of these: 100.0 %")
    assert [chip.get_attribute("aria-label") for chip in page.all(".chip")] == [
        "Remove the filter Outcome: CORRECT",
        "Remove the filter subject: algebra",
    ]
    page.click("#clear")
    page.all("#query")[0].send_keys("question 17:")
    page.until("document.getElementById('count').textContent === '1 of 60 rows'")
    page.click("#clear")
    page.all("#query")[0].send_keys("let me think")
    page.until("document.getElementById('count').textContent === '0 of 60 rows'")
    page.click("#deep")
    page.until("document.getElementById('count').textContent === '60 of 60 rows'")
    assert page.complaints == []


def test_sorts(page: Page) -> None:
    page.click("#head .answer button")
    answers = [line.text for line in page.all(".line .answer") if line.text != "–"]
    assert answers
    assert answers == sorted(answers, key=str.lower)
    assert page.all("#head .answer")[0].get_attribute("aria-sort") == "ascending"
    page.click("#head .answer button")
    assert page.all("#head .answer")[0].get_attribute("aria-sort") == "descending"


def test_a_row_opens_with_everything_about_it(page: Page) -> None:
    page.open("row-3")
    assert page.driver.switch_to.active_element.get_attribute("id") == "detail-title"
    assert page.text("#detail mark") == r"1 < x \le 2"
    assert len(page.all("#detail .side .rendered .katex")) == 2
    assert len(page.all("#detail .prose .katex")) == 2  # the question's formulas
    detail = page.text("#detail")
    for words in ("read as", "interval", "Response", "Let me think about it.", "subject", "geometry"):
        assert words in detail
    page.press(ESCAPE)
    assert page.all("#detail")[0].get_attribute("hidden")
    assert page.complaints == []


def test_the_keyboard_is_enough(page: Page) -> None:
    page.press("/")
    assert page.driver.switch_to.active_element.get_attribute("id") == "query"
    page.press(ESCAPE)
    page.run("document.getElementById('rows').focus()")
    page.press(END)
    page.until("document.querySelector('.line[aria-selected=\"true\"] .id')?.textContent === 'row-59'")
    assert page.all("#rows")[0].get_attribute("aria-activedescendant") == "row-59"
    page.press(ENTER)
    page.until("!document.getElementById('detail').hidden && document.querySelector('#detail h2')")
    page.press("k")
    page.until("document.querySelector('#detail h2').textContent.includes('row-58')")
    page.press("r")
    page.until("document.querySelector('.label-0').getAttribute('aria-pressed') === 'true'")
    page.press(ESCAPE)
    stops = set()
    for _ in range(60):
        page.press(TAB)
        stops.add(page.run("const e = document.activeElement; return e.id || e.dataset.bar || e.textContent.trim()"))
    assert {"query", "deep", "next", "export", "rows", "outcome:0", "Answer"} <= stops


def test_labels_are_kept_exported_and_agree(page: Page, plain_file: Path, tmp_path: Path) -> None:
    said = {"row-0": "r", "row-1": "w", "row-2": "r", "row-3": "r", "row-4": "w", "row-5": "u"}
    for row, key in said.items():
        page.open(row)
        page.press(key)
    assert page.text("#labelled") == "5 labelled, 1 unsure"
    assert "corrected for the grader's error" in page.text("#corrected")
    page.driver.refresh()
    page.until("document.documentElement.dataset.ready")
    assert page.text("#labelled") == "5 labelled, 1 unsure"
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    page.click("#export")
    exported = tmp_path / "labels.jsonl"
    end = time.monotonic() + 10
    while not exported.exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    labelled = read_run(exported)
    _, labels = labels_of(labelled, None)
    assert len(labels) == 6
    run = read_run(plain_file)
    correct = sum(outcome.value == "CORRECT" for outcome in run.outcomes)
    expected = corrected_accuracy(correct, len(run.rows), confusion(labelled.outcomes, labels))
    assert expected.value is not None
    for figure in (expected.value, expected.low, expected.high):
        assert f"{100 * figure:.1f} %" in page.text("#corrected")


def test_two_runs(driver: Any, plain_file: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in plain_file.read_text(encoding="utf-8").splitlines()]
    rows[2].update(
        answerkey_outcome="CORRECT", answerkey_reason="equal.judged", answerkey_judge_reply="They are the same."
    )
    other = tmp_path / "judged.jsonl"
    other.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page = Page(driver, written(tmp_path / "two.html", plain_file, other))
    assert page.text("#count") == "120 of 120 rows"
    assert "McNemar" in page.text(".note")
    page.click('.bar[aria-label*="gained"]')
    assert page.text("#count") == "1 of 120 rows"
    page.run("document.getElementById('rows').focus()")
    page.press(ARROW_DOWN, ENTER)
    page.until("document.querySelector('#detail h2')")
    assert "They are the same." in page.text("#detail")
    assert "The same row in plain-graded" in page.text("#detail")


def test_rows_without_a_decision_count_as_asked(driver: Any, plain_file: Path, tmp_path: Path) -> None:
    run = read_run(plain_file)
    path = tmp_path / "bounds.html"
    path.write_text(page_of([run], tables_of([run]), undecided=Undecided.BOUNDS), encoding="utf-8")
    page = Page(driver, path)
    page.click('.bar[aria-label^="Kind of key words"]')
    assert page.text("#subset").startswith("accuracy of these: 66.7 % to 100.0 %")


def test_what_broke_is_in_no_accuracy_of_the_page(driver: Any, plain_file: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in plain_file.read_text(encoding="utf-8").splitlines()]
    first = next(row for row in rows if row["answerkey_outcome"] == "INCORRECT")
    first.update(answerkey_outcome="UNDECIDED", answerkey_reason="judge.transport")
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page = Page(driver, written(tmp_path / "broken.html", broken))
    assert page.text("#count") == "60 of 60 rows"
    assert "accuracy over 59 rows" in page.text(".numbers")
    page.click('.bar[aria-label^="Decided by nobody"]')
    nobody = [row for row in rows if row["answerkey_outcome"] == "UNDECIDED"]
    assert page.text("#count") == f"{len(nobody)} of 60 rows"
    page.click('.bar[aria-label^="Reason judge.transport"]')
    assert page.text("#count") == "1 of 60 rows"
    assert page.text("#subset") == ""  # there is no accuracy of nothing


def test_hostile_rows_do_nothing(driver: Any, hostile_file: Path, tmp_path: Path) -> None:
    page = Page(driver, written(tmp_path / "hostile.html", hostile_file))
    title = page.run("return document.title")
    page.run("document.getElementById('rows').focus()")
    rows = int(page.text("#count").split()[0])
    for _ in range(rows):
        page.press(ARROW_DOWN)
        page.press(ENTER)
        page.until("document.querySelector('#detail .response')")
        page.run("[...document.querySelectorAll('#detail button')].find(b => b.textContent === 'set formulas').click()")
        page.until("document.querySelector('#detail .response')")
        assert not page.all("#detail img, #detail script, #detail iframe, #detail a, #detail [onerror]")
    assert page.run("return document.title") == title
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert len(page.all("#query")) == 1  # no formula made an element of that id
    assert page.complaints == []
    page.run("document.getElementById('rows').scrollTop = 0")
    page.until("document.querySelector('.line').id === 'row-0'")
    shown = page.text("#spacer")
    assert "⟨U+202E⟩" in shown
    assert not set(shown) & set("\x00\x07\u202e\u2066")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_phone_width_and_contrast(page: Page, theme: str) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.run("document.documentElement.dataset.theme = arguments[0]", theme)
        assert page.run("return document.documentElement.scrollWidth") <= 390
        page.click(".line")
        page.until("document.querySelector('#detail .response')")
        assert page.run("return document.getElementById('detail').getBoundingClientRect().width") == 390
        assert page.run("return document.getElementById('detail').scrollWidth") <= 390
        low = page.run(CONTRAST)
        assert low == []
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# Texts whose contrast with what is behind them is under 4.5:1 (WCAG 2.1, success criterion 1.4.3).
CONTRAST = """
const channel = (c) => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const color = numbers(getComputedStyle(node).backgroundColor);
    if (color.length < 4 || color[3] > 0) return color;
  }
  return [255, 255, 255];
};
const low = new Set();
for (const node of document.querySelectorAll("body *")) {
  if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) || node.disabled) continue;
  if (!node.checkVisibility() || node.closest("svg, .katex, script, [disabled]")) continue;
  const [one, other] = [numbers(getComputedStyle(node).color), behind(node)].map(luminance).sort((a, b) => b - a);
  if ((one + 0.05) / (other + 0.05) < 4.5) low.add(`${node.className} ${node.textContent.slice(0, 30)}`);
}
return [...low];
"""
