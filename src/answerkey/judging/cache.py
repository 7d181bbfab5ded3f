"""What judges said, kept in one SQLite file: a run that was killed goes on from there.

The key holds everything that decides a reply (endpoint, model, parameters, messages, response format, contract,
number of the sample) and nothing secret. Each reply is committed when it arrives, in write-ahead mode: a kill loses
the calls in flight, and two processes may share the file. Calls that failed are not kept; replies that hold no
verdict are, for the record, but only readable ones are final.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from answerkey.judging.wire import Completion, Usage

_VERSION = 1
_TABLE = (
    "CREATE TABLE IF NOT EXISTS replies "
    "(key BLOB PRIMARY KEY, outcome TEXT NOT NULL, completion TEXT NOT NULL, created REAL NOT NULL) WITHOUT ROWID"
)


def cache_key(**parts: Any) -> bytes:
    """The key of a call, from all that decides its reply; the order of mappings does not matter.

    >>> cache_key(a=1, b={"x": 1, "y": 2}) == cache_key(b={"y": 2, "x": 1}, a=1)
    True
    """
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).digest()


class ReplyCache:
    """A file of replies. Safe for threads and for several processes; `ValueError` if the file is something else.

    >>> cache = ReplyCache(":memory:")
    >>> cache.put(b"key", "equivalent", Completion(text="true"))
    >>> cache.get(b"key")[1].text
    'true'
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        if self.path != ":memory:":
            Path(self.path).expanduser().parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(
                str(Path(self.path).expanduser()) if self.path != ":memory:" else self.path,
                timeout=60,
                isolation_level=None,  # every statement is a transaction of its own
                check_same_thread=False,
            )
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute(
                "PRAGMA synchronous=NORMAL"
            )  # survives kill -9; after a power cut, the last replies may go
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise ValueError(f"{self.path} is a cache of version {version}; this is version {_VERSION}")
            self._db.execute(_TABLE)
            self._db.execute(f"PRAGMA user_version={_VERSION}")
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{self.path} cannot be used as a cache: {error}") from error

    def get(self, key: bytes) -> tuple[str, Completion] | None:
        """The outcome as it was read and the completion, or None."""
        with self._lock:
            row = self._db.execute("SELECT outcome, completion FROM replies WHERE key = ?", (key,)).fetchone()
        try:
            return None if row is None else (row[0], _completion(json.loads(row[1])))
        except (ValueError, TypeError, AttributeError):  # somebody wrote into the file: as if the call was never made
            return None

    def put(self, key: bytes, outcome: str, completion: Completion) -> None:
        """Keep a reply, instead of an earlier one under the same key."""
        text = json.dumps({name: value for name, value in asdict(completion).items() if value is not None})
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)", (key, outcome, text, time.time()))

    def __len__(self) -> int:
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM replies").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()


def _completion(fields: Mapping[str, Any]) -> Completion:
    usage = fields.get("usage", {})
    rest = {name: value for name, value in fields.items() if name != "usage"}
    return replace(Completion(**rest), usage=Usage(**usage))
