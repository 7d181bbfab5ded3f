"""The rows of a page as compressed columns: short values at once, long texts in blocks that open when a row does."""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from answerkey.reporting.evidence import Evidence, evidence_of
from answerkey.reporting.pairing import Paired
from answerkey.reporting.runs import Run, decided_by, reason_failed, reason_in_words
from answerkey.statistics.accuracy import Undecided
from answerkey.verdict import Outcome

MAX_ROWS = 100_000  # of a page; beyond, all that need a look and a sample
MAX_BYTES = 18_500_000  # of the data, so that the whole file stays under 20 MB
BLOCK = 256  # rows whose long texts are compressed together
SHORT = 200  # characters of a key or an answer in the table
MAX_VALUES = 2_000  # distinct values of a column that rows can be filtered by
_CAPS = (20_000, 8_000, 4_000, 2_000, 1_000, 500, 250, 120)  # characters of a response, the most that fits

Place = tuple[int, int]  # of a row: its run, its row there


@dataclass(frozen=True, slots=True)
class Payload:
    """What the page's script reads, and what the page must say of what was left out."""

    meta: dict[str, Any]
    light: str
    blocks: list[str]
    notes: list[str]


def payload_of(
    runs: Sequence[Run],
    by: Sequence[str],
    pairs: Sequence[Paired],
    labels: Sequence[bool | None] | None = None,
    *,
    undecided: Undecided = Undecided.WRONG,
    max_rows: int = MAX_ROWS,
    max_bytes: int = MAX_BYTES,
) -> Payload:
    """The payload of runs, filterable by the columns `by`; `pairs` compare the first run with each other one.

    `labels` says of the rows of the first run who is right, so that disagreements are kept.
    """
    partner = {(number, two): (0, one) for number, pair in enumerate(pairs, 1) for one, two in pair.places}
    places, notes = _chosen(runs, partner, labels, max_rows)
    place_of = {place: number for number, place in enumerate(places)}
    dimensions, codes = _dimensions(runs, places, by, partner)
    questions = {}
    light: dict[str, Any] = {
        "codes": codes,
        "number": [row + 1 for _, row in places],
        "id": [runs[run].text(row, runs[run].id) or str(row + 1) for run, row in places],
        "key": [runs[run].text(row, runs[run].gold)[:SHORT] for run, row in places],
        "answer": [(runs[run].ours(row, "answer") or "")[:SHORT] for run, row in places],
    }
    if any(run.question for run in runs):
        texts = [runs[run].text(row, runs[run].question)[:SHORT] for run, row in places]
        questions = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        light |= {"question": [questions[text] for text in texts], "questions": list(questions)}
    if partner:
        light["pair"] = [place_of.get(partner.get(place, (-1, -1)), -1) for place in places]
    packed = _packed(light)
    blocks, cap = _blocks(runs, places, max_bytes - len(packed))
    cut = sum(len(runs[run].text(row, runs[run].response)) > cap for run, row in places)
    if cut:
        notes.append(f"{cut:,} responses are longer than {cap:,} characters: the middle of each is left out.")
    meta = {
        "rows": len(places),
        "block": BLOCK,
        "undecided": undecided.value,
        "digest": sha256(packed.encode()).hexdigest()[:16],
        "dimensions": dimensions,
        "runs": [
            {"name": run.name, "rows": len(run.sound.rows), "correct": sum(o is Outcome.CORRECT for o in run.outcomes)}
            for run in runs
        ],
    }
    return Payload(meta, packed, blocks, notes)


def _chosen(
    runs: Sequence[Run], partner: dict[Place, Place], labels: Sequence[bool | None] | None, limit: int
) -> tuple[list[Place], list[str]]:
    """The rows of the page: all, or those that need a look and a sample of the rest, evenly spaced."""
    everything = [(number, row) for number, run in enumerate(runs) for row in range(len(run.rows))]
    if len(everything) <= limit:
        return everything, []
    flipped = {
        place for two, one in partner.items() if _outcome(runs, two) is not _outcome(runs, one) for place in (one, two)
    }

    def needs_a_look(place: Place) -> bool:
        outcome = _outcome(runs, place)
        said = labels[place[1]] if labels is not None and place[0] == 0 else None
        disagrees = said is not None and (outcome is Outcome.CORRECT) is not said
        return outcome is Outcome.UNDECIDED or place in flipped or disagrees

    first = [place for place in everything if needs_a_look(place)]
    kept = set(_spaced(first, limit))
    rest = [place for place in everything if place not in kept] if len(first) <= limit else []
    kept.update(_spaced(rest, limit - len(kept)))
    looks = f"all {len(first):,}" if len(first) <= limit else f"{limit:,} of the {len(first):,}"
    note = (
        f"The runs have {len(everything):,} rows, of which this page holds {len(kept):,}: {looks} that are undecided, "
        "flipped or in disagreement with a label, and an even sample of the others. All figures are of all rows."
    )
    return sorted(kept), [note]


def _spaced(places: Sequence[Place], count: int) -> list[Place]:
    """At most `count` of the places, evenly spaced."""
    if len(places) <= count:
        return list(places)
    return [places[number * len(places) // count] for number in range(count)]


def _outcome(runs: Sequence[Run], place: Place) -> Outcome:
    return runs[place[0]].outcomes[place[1]]


def _dimensions(
    runs: Sequence[Run], places: Sequence[Place], by: Sequence[str], partner: dict[Place, Place]
) -> tuple[list[dict[str, Any]], dict[str, list[int]]]:
    """What rows can be filtered by: names and values, and the code of each row's value."""
    kinds = [run.kinds() for run in runs]
    columns: list[tuple[str, str, list[str]]] = [
        ("outcome", "Outcome", [_outcome(runs, place).value for place in places]),
        ("reason", "Reason", [runs[run].reasons[row] for run, row in places]),
        ("kind", "Kind of key", [kinds[run][row] for run, row in places]),
        *((f"by {name}", name, [runs[run].text(row, name) for run, row in places]) for name in by),
        ("rule", "Found by the rule", [runs[run].ours(row, "rule") or "none" for run, row in places]),
        ("decided", "Decided by", [decided_by(_outcome(runs, p), runs[p[0]].reasons[p[1]]) for p in places]),
    ]
    if len(runs) > 1:
        columns.insert(0, ("run", "Run", [runs[run].name for run, _ in places]))
        against = [_flip(runs, place, partner.get(place)) for place in places]
        columns.insert(1, ("flip", f"Against {runs[0].name}", against))
    dimensions, codes = [], {}
    for name, title, texts in columns:
        order = [outcome.value for outcome in Outcome] if name == "outcome" else _values(texts)
        numbers = {value: number for number, value in enumerate(order)}
        codes[name] = [numbers.get(text[:SHORT], len(order) - 1) for text in texts]
        entry: dict[str, Any] = {"name": name, "title": title, "values": order}
        if name == "reason":
            entry["words"] = [reason_in_words(reason) for reason in order]
            entry["failed"] = [reason_failed(reason) for reason in order]
        dimensions.append(entry)
    return dimensions, codes


def _flip(runs: Sequence[Run], place: Place, first: Place | None) -> str:
    """What became of a row since the first run."""
    if place[0] == 0:
        return "the first run itself"
    if first is None:
        return "in this run alone"
    before, after = _outcome(runs, first), _outcome(runs, place)
    if before is after:
        return "the same outcome"
    return "gained" if after is Outcome.CORRECT else "lost" if before is Outcome.CORRECT else "another outcome"


def _values(texts: Iterable[str]) -> list[str]:
    """The distinct values, commonest first; the rarest stand together where there are too many."""
    common = [value for value, _ in Counter(text[:SHORT] for text in texts).most_common(MAX_VALUES + 1)]
    return common if len(common) <= MAX_VALUES else [*common[: MAX_VALUES - 1], "(others)"]


def _blocks(runs: Sequence[Run], places: Sequence[Place], room: int) -> tuple[list[str], int]:
    """The long texts in as much room as there is, and the characters that a response may have for that."""
    starts = range(0, len(places), BLOCK)
    known: dict[Place, Evidence] = {}
    for cap in _CAPS:
        if len(starts) > 32 and cap != _CAPS[-1]:  # would it fit? every 16th block tells
            sample = starts[::16]
            size = sum(len(_block(runs, places[start : start + BLOCK], cap, known)) for start in sample)
            if size / len(sample) * len(starts) > 0.98 * room:
                continue
        blocks = [_block(runs, places[start : start + BLOCK], cap, known) for start in starts]
        if sum(map(len, blocks)) <= room or cap == _CAPS[-1]:
            return blocks, cap
    raise AssertionError("the last cap is always taken")


def _block(runs: Sequence[Run], places: Sequence[Place], cap: int, known: dict[Place, Evidence]) -> str:
    """The long texts of some rows, by columns."""
    rows = [_long(runs[place[0]], place, cap, known) for place in places]
    return _packed({name: [row[name] for row in rows] for name in rows[0]})


def _long(run: Run, place: Place, cap: int, known: dict[Place, Evidence]) -> dict[str, Any]:
    row = place[1]
    if place not in known:
        known[place] = evidence_of(run, row)
    evidence = known[place]
    response, span = shortened_response(run.text(row, run.response), run.ours(row, "span"), cap)
    shown = {run.gold, run.response, run.question, run.id}
    judge = [run.ours(row, f"judge_{name}") for name in ("outcome", "reason", "reply")]
    return {
        "question": _cut(run.text(row, run.question), cap),
        "response": response,
        "span": span,
        "rule": run.ours(row, "rule"),
        "key": _cut(run.text(row, run.gold), cap),
        "answer": None if run.ours(row, "answer") is None else _cut(run.ours(row, "answer"), cap),
        **evidence._asdict(),
        "judge": [_cut(str(line), cap) for line in judge if line] or None,
        "fields": [
            (name, _cut(run.text(row, name), min(cap, 500)))
            for name in run.rows[row]
            if name not in shown and not name.startswith("answerkey")
        ],
    }


def shortened_response(text: str, span: Any, cap: int) -> tuple[str, tuple[int, int] | None]:
    """At most about `cap` characters of a response, its start and what stands round the answer; and the answer's place
    in UTF-16 units, as the page counts.

    >>> shortened_response("So it is 5.", [9, 10], 100)
    ('So it is 5.', (9, 10))
    """
    place = _span(span, len(text))
    if len(text) > cap:
        head = cap // 4
        around = place[0] if place else len(text)
        start = max(head, min(around - cap // 4, len(text) - (cap - head)))
        end = min(len(text), start + cap - head)
        gap = f"\n[… {start - head:,} characters left out …]\n" if start > head else ""
        tail = f"\n[… {len(text) - end:,} characters left out …]" if end < len(text) else ""
        moved = head + len(gap) - start
        if place and place[0] >= start:
            place = (place[0] + moved, min(place[1], end) + moved)
        elif place:
            place = (place[0], min(place[1], head)) if place[0] < head else None
        text = text[:head] + gap + text[start:end] + tail
    if place and not text.isascii():
        place = (_utf16(text[: place[0]]), _utf16(text[: place[1]]))
    return text, place


def _span(span: Any, length: int) -> tuple[int, int] | None:
    """A stored span, where it is one: a CSV file has it as text."""
    if isinstance(span, str):
        try:
            span = json.loads(span)
        except ValueError:
            return None
    if not isinstance(span, (list, tuple)) or len(span) != 2 or not all(isinstance(end, int) for end in span):
        return None
    start, end = span
    return (start, end) if 0 <= start <= end <= length else None


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut(text: str, cap: int) -> str:
    return text if len(text) <= cap else f"{text[:cap]}\n[… {len(text) - cap:,} characters left out …]"


def _packed(value: Any) -> str:
    """A value as compressed JSON in base 64, which needs no escaping in HTML."""
    return base64.b64encode(zlib.compress(json.dumps(value, separators=(",", ":")).encode("ascii"), 9)).decode("ascii")


def unpacked(text: str) -> Any:
    """What `_packed` packed.

    >>> unpacked(_packed({"a": [1]}))
    {'a': [1]}
    """
    return json.loads(zlib.decompress(base64.b64decode(text)))


def rows_of(payload: Payload) -> Iterator[dict[str, Any]]:
    """The long texts of each row again, for tests and programs."""
    for block in payload.blocks:
        columns = unpacked(block)
        for place in range(len(columns["response"])):
            yield {name: values[place] for name, values in columns.items()}
