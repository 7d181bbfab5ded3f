"""What a run has to do: which files, which columns, cut into which pieces, and what is made of them where."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from answerkey import __version__
from answerkey.running.columns import Columns, choose, require
from answerkey.running.errors import InputError
from answerkey.running.fields import NAMES as OURS
from answerkey.running.fields import PROBLEM, ROW, free_prefix, own_prefix
from answerkey.running.files import array_stream, parquet_stream
from answerkey.running.files.parquet import arrow
from answerkey.running.files.places import (
    BUFFER,
    STANDARD,
    Format,
    Source,
    compressing,
    format_of,
    is_remote,
    open_source,
    require_folder,
    sources,
    version_of,
    zstandard,
)
from answerkey.running.files.streams import NAMES, STREAMS, TABLES, part_of
from answerkey.running.job import WINDOW_BYTES, Job, Piece, errors_of, names_of
from answerkey.running.options import Options
from answerkey.running.output import Output

PIECE = 1 << 24  # bytes that are graded at once of Parquet, whose footer each piece reads, and on a cluster
BATCH = 1 << 22  # likewise of any other file: the smaller they are, the sooner processes end together
WORTH_WORKERS = 1 << 28  # bytes from which processes are worth their start
_PIPE = " (standard input is read as JSON Lines; other formats are read from files)"
_QUESTIONS = ("question", "problem")


class Unit(NamedTuple):
    """One input file: what gives its pieces, and its output if there is one."""

    source: Source
    pieces: Callable[[], Iterator[Piece]]
    output: Output | None


class Plan(NamedTuple):
    """What a run has to do."""

    job: Job
    units: list[Unit]
    total: int | None  # bytes, as they are stored
    workers: int
    folder: Path | None  # that the run writes


class _Target(NamedTuple):
    """Where a file's rows go, in which format, and where the journal is."""

    final: str
    form: Format
    journal: str | None


def make_plan(places: Sequence[str], options: Options) -> Plan:
    """Find the files, choose the columns and the outputs; `InputError` for what would fail after the work."""
    found = [source for place in places for source in sources(place, NAMES)]
    if not found:
        endings = ", ".join(f".{name}" for name in NAMES)
        raise InputError(f"{', '.join(places)}: there are no files to grade, whose names end in {endings}")
    forms = [format_of(source.place, NAMES) for source in found]
    output, review = options.output, options.review
    if options.engine is not None and output is not None and not _is_folder(output):
        raise InputError(f"{output}: on a cluster the output is a folder: end its name with /")
    targets = _targets(output, places, found, forms)
    for target in targets:
        if target is not None:
            _require_packages(target)
    columns, names = _columns(found, forms, options)
    question = options.question
    if question is None and review is not None:
        question = next((name for name in _QUESTIONS if name in names), None)
    further = () if review is None else review.further
    job = Job(
        options.grader,
        columns,
        options.label,
        free_prefix(names),
        options.strict_input,
        question,
        further,
        again=own_prefix(names) is not None,
    )
    total = None if any(source.size is None for source in found) else sum(source.size or 0 for source in found)
    workers = _workers(options, total, len(found))
    said = {"job": repr(job), "review": None if review is None else review.name, "version": __version__}
    units: list[Unit] = []
    for source, form, target in zip(found, forms, targets, strict=True):
        part = None if target is None else part_of(form.name, target.form)
        size = PIECE if form.name == "parquet" or options.engine is not None else BATCH
        size = size if review is None else WINDOW_BYTES
        cut = options.engine is None or not _must_be_read(source, form)
        if workers == 1 and (target is None or target.journal is None) and options.engine is None:
            cut = False  # nothing would come of it
        pieces = partial(_pieces, source, form, part, size if cut else None)
        if target is None:
            units.append(Unit(source, pieces, None))
            continue
        same = _plain({**said, "input": [source.place, *version_of(source)], "target": target.form, "size": size})
        if options.engine is not None and cut and len(apart := list(pieces())) > 1:
            units += _units_of_pieces(job, source, apart, target, same)
            continue
        output_of = Output(
            target.final,
            target.journal,
            same,
            kept=_is_folder(output),
            complete=partial(complete, job, Piece(source.place, form, part), target.form, target.final),
        )
        units.append(Unit(source, pieces, output_of))
    folder = Path(output) if output and output != STANDARD and not is_remote(output) and _is_folder(output) else None
    return Plan(job, units, total, workers, folder)


def _workers(options: Options, total: int | None, files: int) -> int:
    """How many processes grade: as many as was said, or one a core where the input is worth it."""
    if options.review is not None:
        return 1
    if options.workers is not None:
        return options.workers
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if total is None or total < WORTH_WORKERS:
        return 1
    return min(cores, max(files, total // BATCH))


def _units_of_pieces(
    job: Job, source: Source, pieces: list[Piece], target: _Target, same: dict[str, Any]
) -> Iterator[Unit]:
    """Each piece of a file as a unit whose output has the piece's number in its name."""
    folder, _, name = target.final.rpartition("/")
    stem, dot, ending = name.partition(".")
    for piece in pieces:
        own = f"{stem}-{piece.number:05}{dot}{ending}"
        beside = f"{(target.journal or '').removesuffix(name + '.json')}{own}.json"
        output = Output(
            f"{folder}/{own}",
            beside,
            _plain({**same, "piece": piece.number}),
            kept=True,
            complete=partial(complete, job, piece, target.form, f"{folder}/{own}"),
        )
        yield Unit(source._replace(size=piece.size), partial(iter, [piece]), output)


def _must_be_read(source: Source, form: Format) -> bool:
    """Whether a file can only be cut by reading it from its beginning."""
    return source.place == STANDARD or form not in (Format("jsonl"), Format("parquet"))


def _pieces(source: Source, form: Format, part: Format | None, size: int | None) -> Iterator[Piece]:
    """The pieces of a file, each of about `size` bytes (None: the whole file)."""
    whole = Piece(source.place, form, part, size=source.size or 0)
    if size is None or not (source.size or _must_be_read(source, form)):
        yield whole
    elif form.name == "parquet":
        with errors_of(source.place), open_source(source.place)[0] as stream:
            found = parquet_stream.groups(stream, size)
        left = whole.size
        for number, (start, length, stored, before) in enumerate(found):
            stored = stored if number < len(found) - 1 else left  # with the footer
            left -= stored
            yield whole._replace(start=start, length=length, number=number, size=stored, before=before)
    elif _must_be_read(source, form):
        yield from _batches(whole, size)
    else:
        for number, start in enumerate(range(0, whole.size, size)):
            yield whole._replace(start=start, length=size, number=number, size=min(size, whole.size - start))


def _batches(whole: Piece, size: int) -> Iterator[Piece]:
    """A file read from its beginning and cut into batches."""
    cut = STREAMS[whole.form.name].batches
    assert cut is not None
    form = Format(whole.form.name)
    with errors_of(whole.place):
        stream, raw = open_source(whole.place, whole.form.compression)
        with raw:
            at = before = 0
            for number, (batch, rows) in enumerate(cut(stream, size)):
                here = at if whole.place == STANDARD else raw.tell()
                yield whole._replace(form=form, number=number, size=here - at, before=before, batch=batch)
                if not isinstance(batch, bytes):
                    for _ in batch:  # what nobody took
                        continue
                at, before = here, before + rows


def complete(job: Job, piece: Piece, target: Format, final: str, part: Path) -> Path:
    """Make the file `final`, of the format `target`, of the part that the rows of `piece` went to; where it is."""
    ours = [job.prefix + name for name in (*OURS, *job.further, ROW, PROBLEM)]
    whole = part.with_name(f"{part.name}.whole")
    if target.name == "json":
        with part.open("r+b") as file:
            array_stream.closed(file)
        if target.compression is None:
            return part
    elif piece.form.name == target.name != "parquet" or target.name not in TABLES:
        return part
    with errors_of(final), part.open("rb") as lines, whole.open("wb", BUFFER) as file:
        out = compressing(file, target.compression)
        if target.name == "json":
            shutil.copyfileobj(lines, out, BUFFER)
        elif piece.form.name == target.name:
            with open_source(piece.place)[0] as stream:
                parquet_stream.join(stream, lines, out, job.prefix, job.further, piece.start, piece.length)
        else:
            TABLES[target.name](lines, out, ours)
        if out is not file:
            out.close()
    return whole


def _columns(found: list[Source], forms: list[Format], options: Options) -> tuple[Columns, list[str]]:
    """The columns to grade and the names there are, as the first file that has rows shows them."""
    gold, response = options.gold, options.response
    place, problem = found[0].place, None
    names: list[str] = []
    for source, form in zip(found, forms, strict=True):
        place = source.place
        names, problem = names_of(Piece(place, form))
        if names:
            break
        if problem is not None and gold and response:
            return Columns(gold, response), []
    if not names:
        said = "there are no rows in it" if problem is None else f"no row can be read: {problem.words}"
        raise InputError(f"{place}: {said}{_PIPE if problem is not None and place == STANDARD else ''}")
    try:
        for name in (options.label, options.question):
            require(name, names)
        return choose(names, gold, response), names
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _targets(
    output: str | None, places: Sequence[str], found: list[Source], forms: list[Format]
) -> list[_Target | None]:
    """Where each file's rows go. A link is followed: what it points to gets the rows, and the link stays."""
    if output is None:
        return [None] * len(found)
    if output == STANDARD:
        return [_Target(output, Format("jsonl"), None)] * len(found)
    if not _is_folder(output):
        if len(found) > 1 or found[0].place not in places:
            raise InputError(f"{output}: several files go to a folder: name one that is there, or end its name with /")
        target = format_of(output, NAMES)
        _check_writable(output, found[0])
        if is_remote(output):
            return [_Target(output, target, None)]
        require_folder(output)
        final = os.path.realpath(output)
        folder, name = os.path.split(final)
        # What comes from standard input cannot be known to be the same again.
        journal = None if found[0].place == STANDARD else os.path.join(folder, f".part-{name}.journal")
        return [_Target(final, target, journal)]
    base = output.rstrip("/") or "/"
    finals = [f"{base}/{'input.jsonl' if source.place == STANDARD else source.name}" for source in found]
    for final, source in zip(finals, found, strict=True):
        _check_writable(final, source)
    if twice := [final for final, count in Counter(finals).items() if count > 1]:
        raise InputError(f"{twice[0]}: two of the files would be written there")
    return [
        _Target(
            final if is_remote(final) else os.path.realpath(final),
            form,
            None if source.place == STANDARD else f"{base}/.answerkey{final.removeprefix(base)}.json",
        )
        for source, final, form in zip(found, finals, forms, strict=True)
    ]


def _is_folder(output: str | None) -> bool:
    return output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))


def _check_writable(final: str, source: Source) -> None:
    """Find out before the work what would prevent the writing after it."""
    if is_remote(final):
        if final == source.place:
            raise InputError(f"{final}: is the input; name another place for the output")
        return
    path = Path(final)
    if path.is_dir():
        raise InputError(f"{final}: is a folder; name a file for the output")
    if path.exists() and not path.is_file():
        raise InputError(f"{final}: is no plain file, which rows could be put in the place of")
    if path.exists() and os.path.exists(source.place) and path.samefile(source.place):
        raise InputError(f"{final}: is the input; name another file for the output")
    nearest = next(parent for parent in path.resolve().parents if parent.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise InputError(f"{final}: cannot be written: {nearest} is no folder that you may write to")


def _require_packages(target: _Target) -> None:
    """`InputError` that names the output where a package is missing that it needs."""
    with errors_of(target.final):
        if target.form.name == "parquet":
            arrow()
        if target.form.compression == "zstd":
            zstandard()


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """`value` as it is after a journey through JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(value))
    return plain
