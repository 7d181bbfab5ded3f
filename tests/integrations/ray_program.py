"""Run inside an environment that has Ray: a cluster of three nodes, one of which goes away.

Says "all of it holds" at the end, or stops at what does not.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from answerkey.running import grade_files as module
from answerkey.running.errors import InputError
from answerkey.running.workers import ray as engine


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
    alone = module.grade_files([str(source)], output=str(folder / "alone.jsonl"))

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 3

    module.PIECE = 250_000
    seen: list[float] = []
    removing: list[bool] = []
    removed = threading.Event()

    def remove() -> None:
        cluster.remove_node(nodes[0], allow_graceful=False)
        removed.set()

    def watch(progress: module.Progress) -> None:
        if progress.rows:
            seen.append(time.monotonic())
        if len(seen) == 6 and not removing:
            removing.append(True)
            threading.Thread(target=remove).start()

    out = folder / "out"
    graded = module.grade_files([str(source)], output=f"{out}/", engine=partial(engine.run), on_progress=watch)
    removed.wait(60)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    print("pieces", len(seen), "rows", graded.summary.rows, "seconds", round(graded.seconds, 1))
    assert graded.summary == alone.summary
    parts = sorted(out.glob("rows-*.jsonl"))
    assert len(parts) > 20
    assert b"".join(part.read_bytes() for part in parts) == (folder / "alone.jsonl").read_bytes()
    assert not list(out.glob(".part-*"))

    again = module.grade_files([str(source)], output=f"{out}/", engine=partial(engine.run))
    assert again.kept == len(parts)
    assert again.summary == alone.summary

    said = ""
    try:
        module.grade_files([str(source)], strict_input=True, engine=partial(engine.run))
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
    if len(sys.argv) > 2:
        judged(sys.argv[2], data)
    ray.shutdown()
    cluster.shutdown()
    print("all of it holds")


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
