"""The cache: two processes at once, a kill at any moment, files that are something else."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from answerkey.judging.cache import ReplyCache, cache_key
from answerkey.judging.wire import Completion, Usage
from fault_server import FaultServer, serving

SOURCE = Path(__file__).resolve().parents[2] / "src"
ROWS = 40
SCRIPT = """
import sys
from answerkey.judging import Judge, JudgeRow
url, cache, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with Judge(url, "m", cache=cache, concurrency=4) as judge:
    results = judge.judge([JudgeRow(f"{n} fault:slow", "1") for n in range(first, last)])
print(sum(one.outcome == "equivalent" for one in results))
"""


def start(server: FaultServer, cache: Path, first: int = 0, last: int = ROWS) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, server.url, str(cache), str(first), str(last)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_reply_comes_back_whole() -> None:
    kept = Completion('{"a": "ü\ud800"}', "thought", None, "stop", Usage(3, 4), "m", attempts=2, seconds=0.5)
    cache = ReplyCache(":memory:")
    assert cache.get(b"k") is None
    cache.put(b"k", "equivalent", Completion())
    cache.put(b"k", "different", kept)
    assert cache.get(b"k") == ("different", kept)
    assert len(cache) == 1


def test_the_key_depends_on_every_part() -> None:
    base = {"model": "m", "messages": [{"role": "user", "content": "x"}], "parameters": {"temperature": 0}}
    keys = {cache_key(**base), *(cache_key(**{**base, name: "other"}) for name in base), cache_key(**base, sample=1)}
    assert len(keys) == 5


def test_a_killed_run_loses_only_the_calls_in_flight(tmp_path: Path) -> None:
    with serving() as server:
        killed = start(server, tmp_path / "c.sqlite")
        deadline = time.monotonic() + 20
        while len(server.requests) < 14 and time.monotonic() < deadline:
            time.sleep(0.005)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        sent = len(server.requests)
        assert 14 <= sent < ROWS
        out, _ = start(server, tmp_path / "c.sqlite").communicate(timeout=30)
        assert int(out) == ROWS
        assert len(server.requests) <= ROWS + 4


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    with serving() as server:
        both = [start(server, tmp_path / "c.sqlite", 0, 30), start(server, tmp_path / "c.sqlite", 10, 40)]
        assert [int(process.communicate(timeout=30)[0]) for process in both] == [30, 30]
        server.requests.clear()
        out, _ = start(server, tmp_path / "c.sqlite").communicate(timeout=30)
        assert int(out) == ROWS
        assert server.requests == []


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("this is no database, and long enough to be sure of it\n" * 20)
    with pytest.raises(ValueError, match=r"notes\.txt"):
        ReplyCache(other)
    assert other.read_text().startswith("this is no database")
    newer = tmp_path / "newer.sqlite"
    database = sqlite3.connect(newer)
    database.execute("PRAGMA user_version=99")
    database.close()
    with pytest.raises(ValueError, match="version 99"):
        ReplyCache(newer)
    with pytest.raises(ValueError, match="cache"):
        ReplyCache(tmp_path)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"nothing": 1}', '{"usage": 5}'])
def test_a_row_that_somebody_wrote_is_no_reply(tmp_path: Path, content: str) -> None:
    path = tmp_path / "cache.sqlite"
    cache = ReplyCache(path)
    cache.put(b"key", "equivalent", Completion(text="true"))
    with sqlite3.connect(path) as other:
        other.execute("UPDATE replies SET completion = ?", (content,))
    assert cache.get(b"key") is None
    cache.close()
