"""Whatever stops a run, and whoever else writes: the final name is whole or not there; the next run mends the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_cutting import COUNT, content, write

from answerkey.running import plan
from answerkey.running.errors import InputError
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

# A run in a process of its own, whose pieces are small and whose place is saved after each.
RUN = """
import os, sys, time
from answerkey.running import options, output, plan
from answerkey.running.grade_files import grade_files
plan.PIECE = plan.BATCH = 3000
output._SAVED_EVERY = 0.0
%s
wanted = options.Options(output=sys.argv[2], workers=int(sys.argv[3]))
if __name__ == "__main__":
    grade_files(sys.argv[1:2], wanted)
"""
KILL = "os.kill(os.getpid(), 9)"
PHASES = {
    "before the first piece": f"output.Output.count = lambda *_: {KILL}",
    "between pieces": f"""
count = output.Output.count
def counted(self, summary):
    count(self, summary)
    if self.pieces == 5: {KILL}
output.Output.count = counted
""",
    "after the last piece": f"output.Output.finish = lambda *_: {KILL}",
    "while the file is made of the part": f"output.Output._put = lambda *_: {KILL}",
    "after the final name": f"output.Output.leave = lambda *_: {KILL}",
}


def run(source: Path, out: Path, workers: int, before: str = "") -> int:
    code = RUN % before
    return subprocess.run([sys.executable, "-c", code, source, out, str(workers)], env=os.environ).returncode


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("ending", "target", "workers"), [("jsonl.gz", "jsonl.gz", 2), ("csv", "parquet", 1)])
def test_killed_in_any_phase(tmp_path: Path, phase: str, ending: str, target: str, workers: int) -> None:
    if target == "parquet":
        pytest.importorskip("pyarrow")
    source, whole, out = write(tmp_path / f"in.{ending}"), tmp_path / f"whole.{target}", tmp_path / f"out.{target}"
    grade_files([str(source)], Options(output=str(whole)))
    assert run(source, out, workers, PHASES[phase]) == -signal.SIGKILL
    assert not out.exists() or phase == "after the final name"
    assert run(source, out, workers) == 0
    assert content(out) == content(whole)
    assert {path.name for path in tmp_path.iterdir()} == {source.name, whole.name, out.name}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent there")
@pytest.mark.parametrize("seconds", [0.5, 0.7, 1.0])
def test_an_interrupt_while_processes_start_is_one_line(tmp_path: Path, seconds: float) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(write(tmp_path / "some.jsonl").read_bytes() * 200)
    command = [sys.executable, "-m", "answerkey", "grade", source, "-o", out, "--workers", "2"]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        said = run.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        said = run.communicate()[1]
    assert b"Traceback" not in said
    assert run.returncode == 0 or b"answerkey: interrupted\n" in said
    # CPython ends by the signal, which shells call 130 too, where it came while a class was made by `exec`.
    assert run.returncode in (0, 130, -signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent there")
def test_an_interrupt_does_not_wait_for_the_pieces_under_way(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    before = """
from answerkey.running import job
def slow(self, *args):
    print("piece", flush=True)
    time.sleep(600)
job._Counting.run = slow
"""
    code = RUN % before
    with subprocess.Popen(
        [sys.executable, "-c", code, source, out, "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert process.returncode != 0
    assert said.count(b"Traceback") == 1  # the program's own KeyboardInterrupt, and nothing of its threads
    assert not out.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="workers are not forked, and do not see what this changes")
def test_a_killed_worker_ends_the_run_with_an_error(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    before = """
from answerkey.running import job
parent = os.getpid()
run_piece = job._Counting.run
def killed(self, *args):
    if os.getpid() != parent and self._piece.number == 7: os.kill(os.getpid(), 9)
    run_piece(self, *args)
job._Counting.run = killed
"""
    code = RUN % before
    ended = subprocess.run(
        [sys.executable, "-c", code, source, out, "2"], stderr=subprocess.PIPE, timeout=120, check=False
    )
    assert b"InputError: a worker process was killed; the same command goes on" in ended.stderr
    assert run(source, out, 2) == 0
    assert len(content(out).splitlines()) == COUNT


def test_a_second_run_on_the_same_output_stops(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    code = RUN % "output.Output.finish = lambda self: (print('here', flush=True), time.sleep(60))"
    with subprocess.Popen([sys.executable, "-c", code, source, out, "1"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        with pytest.raises(InputError, match=r"out\.jsonl: another run is writing it"):
            grade_files([str(source)], Options(output=str(out)))
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
        process.kill()
    assert grade_files([str(source)], Options(output=str(out))).summary.rows == COUNT
    assert {path.name for path in tmp_path.iterdir()} == {source.name, out.name}


def test_a_second_run_on_the_same_folder_stops(tmp_path: Path) -> None:
    source, out = write(tmp_path / "in.jsonl"), tmp_path / "out"
    problems = []

    def beside(_: Any) -> None:
        try:
            grade_files([str(source)], Options(output=f"{out}/"))
        except InputError as error:
            problems.append(str(error))

    grade_files([str(source)], Options(output=f"{out}/"), on_progress=beside)
    assert set(problems) == {f"{out}: another run is writing it; wait until it ends, or stop it"}
    assert {str(path.relative_to(out)) for path in out.rglob("*")} == {
        "in.jsonl",
        ".answerkey",
        ".answerkey/in.jsonl.json",
    }


def test_standard_input_is_not_taken_for_what_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    code = RUN % "output.Output.finish = lambda *_: os._exit(1)"
    for text in ("first", "second"):
        rows = f'{{"gold": "5", "response": "5", "n": "{text}"}}\n' * 1000
        command = [sys.executable, "-c", code if text == "first" else RUN % "", "-", out, "2"]
        subprocess.run(command, input=rows.encode(), env=os.environ)
    assert {json.loads(line)["n"] for line in out.read_bytes().splitlines()} == {"second"}


def test_a_link_stays_one(tmp_path: Path) -> None:
    source, real, link = write(tmp_path / "in.jsonl"), tmp_path / "elsewhere" / "real.jsonl", tmp_path / "out.jsonl"
    real.parent.mkdir()
    link.symlink_to(real)
    for _ in range(2):
        assert grade_files([str(source)], Options(output=str(link))).summary.rows == COUNT
        assert link.is_symlink()
        assert real.is_file()
    (tmp_path / "again.jsonl").symlink_to(source)
    with pytest.raises(InputError, match=r"again\.jsonl: is the input"):
        grade_files([str(source)], Options(output=str(tmp_path / "again.jsonl")))
    (tmp_path / "nowhere.jsonl").symlink_to("/dev/null")
    with pytest.raises(InputError, match="is no plain file"):
        grade_files([str(source)], Options(output=str(tmp_path / "nowhere.jsonl")))
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(("ending", "target"), [("jsonl", "jsonl"), ("csv.gz", "parquet"), ("parquet", "parquet")])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_disk_that_is_full_is_one_line(
    tmp_path: Path, ending: str, target: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "parquet" in (ending, target):
        pytest.importorskip("pyarrow")
    source, out, whole = (tmp_path / name for name in (f"in.{ending}", f"out.{target}", f"whole.{target}"))
    write(source)
    grade_files([str(source)], Options(output=str(whole)))
    code = """
import resource, signal, sys
from answerkey.running import options, plan
from answerkey.running.errors import InputError
from answerkey.running.grade_files import grade_files
plan.PIECE = plan.BATCH = 3000
if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    try:
        grade_files(sys.argv[1:2], options.Options(output=sys.argv[2], workers=int(sys.argv[3])))
    except InputError as error:
        print(error, end="")
"""
    command = [sys.executable, "-c", code, source, out, str(workers)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert done.stderr == ""
    assert "File too large" in done.stdout
    assert "\n" not in done.stdout
    assert not out.exists()
    monkeypatch.setattr(plan, "PIECE", 3000)
    monkeypatch.setattr(plan, "BATCH", 3000)
    grade_files([str(source)], Options(output=str(out)))
    assert content(out) == content(whole)
    assert {path.name for path in tmp_path.iterdir()} == {source.name, whole.name, out.name}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the system does not tell the threads of libraries")
@pytest.mark.parametrize(("threads", "method"), [(0, "fork"), (1, "forkserver")])
def test_only_a_process_without_threads_is_forked(tmp_path: Path, threads: int, method: str) -> None:
    source, out = write(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    before = f"""
import threading
from answerkey.running.workers import processes
for _ in range({threads}): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
assert processes._method() == {method!r}
"""
    assert run(source, out, 2, before) == 0
    assert len(content(out).splitlines()) == COUNT
