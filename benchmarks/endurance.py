"""Memory over a long run: millions of rows made by varying real ones, and what the processes hold meanwhile.

    python benchmarks/endurance.py [--rows N | --gigabytes N] [--formats jsonl,parquet,…] [--workers N] [--folder PATH]

Every row has a key and numbers of its own, so that what is kept (parsed keys, compiled patterns) is turned over all the
time. For each format a file is made, graded into another of the same format, and removed, so that the disk holds one
format at a time: about twice the size asked for. Prints at every tenth of the run what the largest process holds
(resident memory) and what all hold together (shared pages counted once), and at the end the peaks, which were looked
for every half second. Ends with 1 if a process held more than `LIMIT`, or if memory grew after the first tenth.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import multiprocessing
import random
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from answerkey.running.grade_files import Progress, grade_files
from answerkey.running.options import Options
from peers import SHARED, rows

LIMIT = 300  # megabytes of one process
GROWTH = 40  # megabytes after the first tenth, of the largest process: what allocators keep and give back
_NUMBER = re.compile(r"\d+")
Row = dict[str, str]


class Memory:
    """What this process and its children hold, in megabytes, and the most that they held."""

    def __init__(self) -> None:
        self.largest = self.together = self.peak_largest = self.peak_together = 0.0
        self._ended = threading.Event()

    def look(self) -> None:
        """Look now."""
        held = [found for pid in _family() if (found := _held(pid)) is not None]
        self.largest, self.together = max(rss for rss, _ in held), sum(pss for _, pss in held)
        self.peak_largest = max(self.peak_largest, self.largest)
        self.peak_together = max(self.peak_together, self.together)

    def __enter__(self) -> Memory:
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _watch(self) -> None:
        while not self._ended.wait(0.5):
            self.look()


def _family(pid: str = "self") -> Iterator[str]:
    yield pid
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text(encoding="ascii").split():
                yield from _family(child)


def _held(pid: str) -> tuple[float, float] | None:
    """Resident megabytes of a process, and its share of them; None if it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return None
    found = {name: int(size) / 1024 for name, size in re.findall(r"^(Rss|Pss):\s+(\d+) kB", text, re.MULTILINE)}
    return (found["Rss"], found["Pss"]) if found else None


def varied(row: Row, draw: random.Random) -> Row:
    """The row with its numbers replaced, each everywhere by the same other one."""
    others: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        return others.setdefault(match[0], str(draw.randrange(10 ** len(match[0]))))

    return {name: _NUMBER.sub(other, str(row[name])) for name in ("golden_answer", "generated_cot")}


def endless() -> Iterator[Row]:
    """Rows without end."""
    real = list(rows(SHARED / "data" / "gsm8k_model_outputs.jsonl"))
    real += list(rows(SHARED / "data" / "mathcoder_outputs.jsonl.gz"))
    draw = random.Random(1)
    while True:
        for row in real:
            yield varied(row, draw)


def _line(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode()


def _cells(cells: Iterable[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().encode()


def lines(made: Iterator[Row]) -> Iterator[bytes]:
    """JSON Lines."""
    return (_line(row) + b"\n" for row in made)


def array(made: Iterator[Row]) -> Iterator[bytes]:
    """A JSON array."""
    yield b"[" + _line(next(made))
    yield from (b",\n" + _line(row) for row in made)
    yield b"]\n"


def table(made: Iterator[Row]) -> Iterator[bytes]:
    """CSV."""
    first = next(made)
    return chain([_cells(first), _cells(first.values())], (_cells(row.values()) for row in made))


TEXTS: dict[str, Callable[[Iterator[Row]], Iterator[bytes]]] = {
    "jsonl": lines,
    "jsonl.gz": lines,
    "json": array,
    "csv": table,
}
FORMATS = (*TEXTS, "parquet")


def write(path: Path, form: str, count: int) -> None:
    """Write so many rows in a format."""
    made = islice(endless(), count)
    if form == "parquet":
        pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        schema = pa.schema([("golden_answer", pa.string()), ("generated_cot", pa.string())])
        with parquet.ParquetWriter(path, schema) as writer:
            while some := list(islice(made, 10_000)):
                writer.write_table(pa.Table.from_pylist(some, schema))
        return
    with gzip.open(path, "wb", 1) if form.endswith(".gz") else path.open("wb") as file:
        file.writelines(TEXTS[form](made))


def sample() -> float:
    """How many bytes a row has as JSON Lines, about."""
    return sum(len(_line(row)) for row in islice(endless(), 20_000)) / 20_000


def elsewhere(work: Callable[..., Any], *arguments: object) -> Any:
    """`work` done in a process that ends with it, so that what it held is not taken for what grading holds."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        return executor.submit(work, *arguments).result()


def endure(form: str, count: int, workers: int, folder: Path) -> bool:
    """Make a file, grade it, print what memory did; whether that was within the limits."""
    source, target = folder / f"rows.{form}", folder / f"out.{form}"
    elsewhere(write, source, form, count)
    print(f"{form}: {count:,} rows, {source.stat().st_size / 1e9:.2f} GB, {workers} processes", flush=True)
    marks: list[float] = []
    started = time.perf_counter()
    with Memory() as memory:

        def watch(progress: Progress) -> None:
            if progress.rows >= count * (len(marks) + 1) // 10:
                memory.look()
                marks.append(memory.largest)
                rate = progress.rows / (time.perf_counter() - started)
                held = f"largest {memory.largest:6.1f} MB, together {memory.together:6.1f} MB"
                print(f"{progress.rows:>12,} rows  {held}  {rate:,.0f} rows/s", flush=True)

        graded = grade_files([str(source)], Options(output=str(target), workers=workers), on_progress=watch)
        memory.look()
    source.unlink()
    target.unlink()
    grown = max(marks[1:], default=marks[0]) - marks[0]
    fine = memory.peak_largest <= LIMIT and grown <= GROWTH and graded.summary.rows == count
    said = "within the limits" if fine else "NOT WITHIN THE LIMITS"
    held = (
        f"a process held at most {memory.peak_largest:.1f} MB (limit {LIMIT}), together {memory.peak_together:.1f} MB"
    )
    growth = f"the largest grew by {grown:.1f} MB after the first tenth (limit {GROWTH})"
    took = f"{graded.summary.rows:,} rows in {graded.seconds:,.0f} s"
    print(f"{form}: {said}: {held}; {growth}; {took}", flush=True)
    return fine


def main() -> None:
    """Endure each format."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--rows", type=int, default=3_000_000)
    size.add_argument("--gigabytes", type=float, help="of rows as JSON Lines, for each format")
    parser.add_argument("--formats", default=",".join(FORMATS), help=f"of {', '.join(FORMATS)}")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", help="where the files are made (the system's own for temporary ones)")
    args = parser.parse_args()
    size = elsewhere(sample)
    count = args.rows if args.gigabytes is None else int(args.gigabytes * 1e9 / size)
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        needed, free = 2.6 * count * size, shutil.disk_usage(folder).free
        if free < needed:
            sys.exit(f"{needed / 1e9:.0f} GB of disk are needed for a while, and {free / 1e9:.0f} GB are free")
        fine = [endure(form, count, args.workers, Path(folder)) for form in args.formats.split(",")]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()
