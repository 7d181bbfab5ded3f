"""`answerkey grade … --judge-url …`: what it writes, shows, keeps and refuses."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import run
from fault_server import FaultServer, serving

ROWS = [
    ("5", "5"),
    ("5", "6"),
    ("Evelyn", "Briana"),
    ("a large city", "a big town"),
    ("a village", "a hamlet fault:prose"),
    ("a house", "a hut fault:s404"),
]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultServer]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving() as server:
        yield server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    lines = [{"problem": f"q{n}", "answer": gold, "response": given} for n, (gold, given) in enumerate(ROWS)]
    path.write_text("".join(json.dumps({**line, "response": f"Answer: {line['response']}"}) + "\n" for line in lines))
    return path


def test_undecided_rows_are_judged_and_the_file_says_by_whom(
    server: FaultServer, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = file.with_name("graded.jsonl")
    run(monkeypatch, "grade", file, "--judge-url", server.url, "--judge-model", "m", "--judge-prices", "1,2", "-o", out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["answerkey_reason"] for row in rows[2:]] == [
        "equal.judged",
        "equal.judged",
        "judge.unreadable",
        "judge.transport",
    ]
    assert [row["answerkey_judge_outcome"] for row in rows[:3]] == [None, None, "equivalent"]
    assert rows[4]["answerkey_judge_reply"] == "I am not sure what you want."
    assert "HTTP 404" in rows[5]["answerkey_judge_reason"]
    assert '"question": "q2"' in server.requests[0]["messages"][1]["content"]
    shown = capsys.readouterr().out
    assert "judge m: 2 equivalent, 1 unreadable, 1 transport (0 from the cache; 4 calls, 4 requests" in shown
    assert "the first call without a reply: HTTP 404" in shown
    assert "cost 0.0001" in shown


def test_the_same_command_goes_on_from_what_is_kept(
    server: FaultServer, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ("--judge-url", server.url, "--judge-model", "m")
    run(monkeypatch, "grade", file, *judge, "--max-judge-calls", 1)
    assert len(server.requests) == 1
    run(monkeypatch, "grade", file, *judge)
    assert len(server.requests) == 4
    run(monkeypatch, "grade", file, *judge, "--refresh", "none")
    assert len(server.requests) == 5  # the call that failed is no reply to keep
    run(monkeypatch, "grade", file, *judge, "--no-cache")
    assert len(server.requests) == 9
    assert "3 unsent" in capsys.readouterr().out


def test_swap_samples_and_audit(
    server: FaultServer, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--judge-url", server.url, "--judge-model", "m", "--judge-swap", "--judge-samples", 3, "--audit", 2)
    tokens = ("--judge-prices", "1000000,0")
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:5]))
    run(monkeypatch, "grade", file, *options, *tokens)
    assert len(server.requests) == 5 * 6 - 3  # 5 against 5 is the same call in both orders
    shown = capsys.readouterr().out
    assert f"{27 * 18:,} tokens, cost {27 * 11:,.4f}" in shown
    assert "audit: rules and judge differ on 1 of 2 decided rows" in shown
    assert "agreement of the judge's opinions on a row: 100.0%" in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--judge-model", "m"], "--judge-url"),
        (["--audit", "5"], "--judge-url"),
        (["--judge-samples", "3"], "--judge-samples: a judge takes both --judge-url and --judge-model"),
        (["--judge-swap"], "--judge-swap: a judge takes"),
        (["--judge-question", "problem"], "--judge-question: a judge takes"),
        (["--no-cache"], "--no-cache: a judge takes"),
        (["--judges", "3"], "--judges is for --engine ray"),
        (["--engine", "ray", "--judges", "3", "-o", "out/"], "--judges: a judge takes"),
        (["--address", "auto"], "--address is for --engine ray"),
        (["--judge-url", "nonsense", "--judge-model", "m"], "nonsense"),
        (["--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--judge-key-env", "NO_KEY"], "NO_KEY"),
        (["--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--refresh", "some"], "refresh"),
        (["--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--judge-prompt", "none.txt"], "none.txt"),
        (["--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--judge-question", "topic"], "topic"),
        (["--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--judge-prices", "cheap"], "cheap"),
    ],
)
def test_options_that_cannot_work_are_one_line(
    server: FaultServer,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "grade", file, *options)
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("fault", "said"), [("s401", "HTTP 401"), ("s500", "HTTP 500"), ("s404", "HTTP 404")], ids=lambda value: value
)
def test_a_judge_that_never_answers_is_no_success_however_few_rows_need_it(
    server: FaultServer,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: str,
    said: str,
) -> None:
    monkeypatch.setattr("answerkey.judging.client._BACKOFF", (0.0, 0.0))
    out = file.with_name("graded.jsonl")
    rows = [{"gold": "a large city", "response": f"Answer: a big town {n} fault:{fault}"} for n in range(2)]
    file.write_text("".join(json.dumps(row) + "\n" for row in [{"gold": "5", "response": "5"}, *rows]))
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "grade", file, "--judge-url", server.url, "--judge-model", "m", "-o", out)
    shown = capsys.readouterr()
    assert f"the judge answered none of 2 calls: {said}" in shown.err
    assert shown.err.count("\n") == 1
    assert "reached" not in shown.out  # it was, and answered with an error
    assert len(out.read_text().splitlines()) == 3
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "attack", file, "--judge-url", "http://127.0.0.1:9", "--judge-model", "m")
    assert "the judge stopped: cannot connect" in capsys.readouterr().err


def test_an_api_key_that_is_not_set_is_said_before_the_work_and_of_no_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('{"gold": "5", "response": "5"}\n')  # which no judge is asked about
    with pytest.raises(ValueError, match="2"):
        run(
            monkeypatch,
            *("grade", file, "--judge-url", "http://127.0.0.1:9", "--judge-model", "m"),
            "--judge-key-env",
            "NO",
        )
    said = "answerkey: the API key is read from the environment variable NO, which is not set\n"
    assert capsys.readouterr().err == said


def test_a_judge_that_cannot_be_reached_is_no_success(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(file.parent / "cache"))
    out = file.with_name("graded.jsonl")
    with pytest.raises(ValueError, match="2"):
        run(
            monkeypatch,
            "grade",
            file,
            *("--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--json", "-o", out),
        )
    shown = capsys.readouterr()
    assert len(out.read_text().splitlines()) == len(ROWS)  # what the rules decided is there
    assert "the judge stopped: cannot connect to http://127.0.0.1:9" in shown.err
    assert shown.err.count("\n") == 1
    assert "cannot connect" in json.loads(shown.out)["judge"]["stopped"]
