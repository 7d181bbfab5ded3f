"""Run inside an environment that has Ray: a cluster of three nodes, one of which goes away.

Says "all of it holds" at the end, or stops at what does not.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

from answerkey.running import plan
from answerkey.running.errors import InputError
from answerkey.running.grade_files import Graded, Progress, grade_files
from answerkey.running.options import Options
from answerkey.running.workers import ray as engine

RATE = 1200  # the judge's requests a minute, for the whole cluster


def graded_by_ray(source: Path, on_progress: Callable[[Progress], None] | None = None, **options: Any) -> Graded:
    return grade_files([str(source)], Options(engine=partial(engine.run), **options), on_progress=on_progress)


def rows(count: int) -> list[bytes]:
    """Rows of several kinds, some of them none."""
    draw = random.Random(7)
    keys = ["12", r"\frac{1}{2}", "x+1", "(1,2]", "Evelyn", "10%", r"\sqrt{8}"]
    drawn = [(draw.choice(keys), rf"So it is \boxed{{{draw.choice(keys)}}}.") for _ in range(count)]
    made = [json.dumps({"id": n, "gold": gold, "response": given}).encode() for n, (gold, given) in enumerate(drawn)]
    made[100], made[200] = b"[1, 2]", b'{"gold": "5", "resp'
    return made


def main() -> None:
    folder = Path(sys.argv[1])
    source = folder / "rows.jsonl"
    made = rows(120_000)
    source.write_bytes(b"\n".join(made) + b"\n")
    alone = grade_files([str(source)], Options(output=str(folder / "alone.jsonl")))

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 3

    plan.PIECE = 250_000
    seen: list[float] = []
    removing: list[bool] = []
    removed = threading.Event()

    def remove() -> None:
        cluster.remove_node(nodes[0], allow_graceful=False)
        removed.set()

    def watch(progress: Progress) -> None:
        if progress.rows:
            seen.append(time.monotonic())
        if len(seen) == 6 and not removing:
            removing.append(True)
            threading.Thread(target=remove).start()

    out = folder / "out"
    graded = graded_by_ray(source, watch, output=f"{out}/")
    removed.wait(60)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    print("pieces", len(seen), "rows", graded.summary.rows, "seconds", round(graded.seconds, 1))
    assert graded.summary == alone.summary
    parts = sorted(out.glob("rows-*.jsonl"))
    assert len(parts) > 20
    assert b"".join(part.read_bytes() for part in parts) == (folder / "alone.jsonl").read_bytes()
    assert not list(out.glob(".part-*"))

    again = graded_by_ray(source, output=f"{out}/")
    assert again.kept == len(parts)
    assert again.summary == alone.summary

    said = ""
    try:
        graded_by_ray(source, strict_input=True)
    except InputError as error:
        said = str(error)
    assert "rows.jsonl, line 101: expected an object" in said, said

    good = [row for row in made if row.startswith(b'{"id"') and row.endswith(b"}")][:20_000]
    data = ray.data.from_items([json.loads(row) for row in good], override_num_blocks=12)
    result = engine.grade_dataset(data, gold="gold", response="response").take_all()
    assert sorted(row["id"] for row in result) == sorted(json.loads(row)["id"] for row in good)
    lines = (folder / "alone.jsonl").read_bytes().split(b"\n")
    expected = {row["id"]: row for row in map(json.loads, (line for line in lines if line)) if "id" in row}
    for row in result:
        one = expected[row["id"]]
        assert (row["answerkey_outcome"], row["answerkey_reason"]) == (
            one["answerkey_outcome"],
            one["answerkey_reason"],
        )
    tables(folder)
    if len(sys.argv) > 2:
        judged(sys.argv[2], data)
        cluster.add_node(num_cpus=1)
        judged_from_the_command_line(sys.argv[2], cluster, nodes[1], folder)
    ray.shutdown()
    cluster.shutdown()
    print("all of it holds")


def tables(folder: Path) -> None:
    """Parquet by row groups, CSV as a whole: the same rows as on one machine."""
    pa, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    few = {"gold": ["1/2", "5", "Evelyn"] * 400, "response": ["0.5", "6", "Briana"] * 400}
    source, out, alone = folder / "table.parquet", folder / "tables", folder / "table-alone.parquet"
    parquet.write_table(pa.table(few), source, row_group_size=100)
    plan.PIECE = 200
    expected = grade_files([str(source)], Options(output=str(alone))).summary
    assert graded_by_ray(source, output=f"{out}/").summary == expected
    parts = sorted(out.glob("table-*.parquet"))
    assert len(parts) > 3
    assert pa.concat_tables(map(parquet.read_table, parts)).equals(parquet.read_table(alone))


def judged_from_the_command_line(url: str, cluster: Cluster, node: Any, folder: Path) -> None:
    """`answerkey grade --engine ray` with a judge whose node goes away: each row once, the spending in the summary."""
    out, source = folder / "judged", folder / "open.jsonl"
    made = [json.dumps({"id": n, "gold": f"Evelyn {n}", "response": f"It is Briana {n}."}) for n in range(400)]
    source.write_text("\n".join(made) + "\n", encoding="utf-8")
    code = "from answerkey.running import plan; plan.WINDOW_BYTES = 1000; from answerkey.cli import main; main()"
    options = ["--engine", "ray", "--address", cluster.address, "--judges", "2", "--no-cache", "--json"]
    asked = ["--judge-url", url, "--judge-model", "from-the-command-line", "--judge-rpm", str(RATE)]
    command = [sys.executable, "-c", code, "grade", str(source), "-o", f"{out}/", *options, *asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        while len(list(out.glob("open-*.jsonl"))) < 6 and process.poll() is None:
            time.sleep(0.02)
        assert process.poll() is None, "it ended before its node could go"
        cluster.remove_node(node, allow_graceful=False)
        text, _ = process.communicate()
    assert process.returncode == 0, text
    said = json.loads(text[text.index("{") :])
    rows = [json.loads(line) for part in sorted(out.glob("open-*.jsonl")) for line in part.read_bytes().splitlines()]
    assert [row["id"] for row in rows] == list(range(400))
    assert {row["answerkey_reason"] for row in rows} == {"equal.judged"}
    assert said["reasons"] == {"equal.judged": 400}, said
    assert said["judge"]["outcomes"] == {"equivalent": 400}, said
    assert said["judge"]["calls"] == 400, said
    assert said["judge"]["prompt_tokens"] == 400 * 11, said
    assert not list(out.glob(".part-*"))


def judged(url: str, data: ray.data.Dataset) -> None:
    """The judge as a pool of two actors: asked about each undecided row, and about nothing else."""
    from answerkey.judging import Judge

    few = data.limit(300)
    unjudged = engine.grade_dataset(few, gold="gold", response="response").take_all()
    before = Counter(row["answerkey_outcome"] for row in unjudged)
    judge = partial(Judge, url, "m", requests_per_minute=30_000)
    result = engine.grade_dataset(few, gold="gold", response="response", judge=judge, judges=2).take_all()
    after = Counter(row["answerkey_outcome"] for row in result)
    assert before["UNDECIDED"] > 0
    assert len(result) == 300
    assert after["UNDECIDED"] == 0, after
    assert sum(row["answerkey_reason"].endswith(".judged") for row in result) == before["UNDECIDED"]


if __name__ == "__main__":
    main()
