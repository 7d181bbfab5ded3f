"""`Judge`, `Panel` and `cascade` against the server that misbehaves: one outcome a row, and the right one."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from answerkey import compare
from answerkey.judging import Graded, Judge, JudgeOutcome, JudgeResult, JudgeRow, Panel, Prompt, cascade
from answerkey.judging.judge import Progress
from fault_server import FAULTS, FaultServer, serving

pytestmark = pytest.mark.usefixtures("quick")


def judge_at(server: FaultServer, **options: Any) -> Judge:
    return Judge(server.url, "m", **{"max_attempts": 3, "request_timeout": 0.6, **options})


def says(verdict: bool | str) -> str:
    key = "judgement_result" if isinstance(verdict, bool) else "verdict"
    return json.dumps({"reason": "as told", key: verdict})


def honest(prompt: str) -> str:
    """A judge that compares the two texts letter by letter."""
    data = json.loads(prompt[prompt.index("{\n") : prompt.index("\n}\n") + 2])
    return says(data["answer"] == data["reference_answer"])


OUTCOMES = {
    "broken_json": "transport",
    "html": "transport",
    "html502": "transport",
    "no_choices": "transport",
    "error200": "transport",
    "reset": "transport",
    "short": "transport",
    "stall": "transport",
    "drip": "transport",
    "s429": "transport",
    "s404": "transport",
    "too_long": "transport",
    "null_content": "empty",
    "empty_content": "empty",
    "filtered": "filtered",
    "azure_filter": "filtered",
    "cut": "truncated",
    "refusal": "refused",
    "prose": "unreadable",
    "in_reasoning": "equivalent",
    "with_reasoning": "equivalent",
    "parts": "equivalent",
}


def test_every_fault_has_its_outcome_and_hurts_no_other_row(server: FaultServer) -> None:
    rows = [JudgeRow(f"fault:{name}", "1") for name in OUTCOMES] + [JudgeRow(str(n), "1") for n in range(30)]
    with judge_at(server, concurrency=8, request_timeout=0.3) as judge:
        results = judge.judge(rows)
    assert {name: str(one.outcome) for name, one in zip(OUTCOMES, results, strict=False)} == OUTCOMES
    assert all(one.outcome is JudgeOutcome.EQUIVALENT for one in results[len(OUTCOMES) :])
    assert all(one.raw or one.reason for one in results)


def test_every_fault_that_there_is_ends_in_one_outcome(server: FaultServer) -> None:
    rows = [JudgeRow(f"{n} fault:{name}", "1") for n, name in enumerate(FAULTS)]
    with judge_at(server, concurrency=len(rows), max_attempts=1, request_timeout=0.3, retry_after_cap=0.05) as judge:
        results = judge.judge(rows)
    assert len(results) == len(rows)
    assert all(one.outcome in JudgeOutcome for one in results)


def test_verdicts_come_in_the_order_of_the_rows(server: FaultServer) -> None:
    server.reply = honest
    rows = [JudgeRow(str(n), str(n if n % 3 else n + 1)) for n in range(60)]
    seen: list[Progress] = []
    with judge_at(server) as judge:
        results = judge.judge(rows, on_progress=seen.append)
    assert [one.outcome is JudgeOutcome.EQUIVALENT for one in results] == [n % 3 != 0 for n in range(60)]
    assert [one.done for one in seen] == list(range(1, 61))
    assert seen[-1].usage.prompt == sum(one.usage.prompt for one in results) == 60 * 11


def test_asynchronous_use_gives_the_same(server: FaultServer) -> None:
    server.reply = honest

    async def run() -> list[JudgeResult]:
        with judge_at(server) as judge:
            return await judge.ajudge([{"answer": "1", "reference_answer": "1"}, JudgeRow("1", "2", "what?")])

    assert [str(one.outcome) for one in asyncio.run(run())] == ["equivalent", "different"]


def test_the_same_row_is_asked_once(server: FaultServer) -> None:
    with judge_at(server) as judge:
        results = judge.judge([JudgeRow("1", "2")] * 50)
    assert len(results) == 50
    assert len(server.requests) == 1


def test_values_that_are_no_texts_are_taken_for_what_they_are(server: FaultServer) -> None:
    rows: list[Any] = [{"answer": 5, "reference_answer": 5.0}, {"answer": None, "reference_answer": [1, "x"]}]
    rows.append({"answer": "\ud800", "reference_answer": float("nan"), "question": True})
    with judge_at(server) as judge:
        assert all(one.outcome is JudgeOutcome.EQUIVALENT for one in judge.judge(rows))


def test_the_limit_of_calls(server: FaultServer) -> None:
    with judge_at(server, max_calls=4) as judge:
        results = judge.judge([JudgeRow(str(n), "1") for n in range(10)])
    assert [str(one.outcome) for one in results] == ["equivalent"] * 4 + ["unsent"] * 6
    assert len(server.requests) == 4


# ---- cache -------------------------------------------------------------------------------------------------------


def test_what_is_cached_is_not_asked_again(server: FaultServer, tmp_path: Path) -> None:
    rows = [JudgeRow(str(n), "1") for n in range(10)]
    for fresh in (10, 0):
        server.requests.clear()
        with judge_at(server, cache=tmp_path / "c.sqlite") as judge:
            results = judge.judge(rows)
        assert len(server.requests) == fresh
        assert [one.cached for one in results] == [fresh == 0] * 10
        assert all(one.outcome is JudgeOutcome.EQUIVALENT for one in results)
    with judge_at(server, cache=tmp_path / "c.sqlite", refresh="all") as judge:
        judge.judge(rows)
    assert len(server.requests) == 10


@pytest.mark.parametrize(
    "change", [{"model": "other"}, {"parameters": {"seed": 1}}, {"prompt": "question"}, {"path": "/v2"}]
)
def test_everything_that_decides_a_reply_is_in_the_key(server: FaultServer, change: dict[str, Any]) -> None:
    row = JudgeRow("1", "2", "what?")
    base: dict[str, Any] = {"prompt": "answer"}

    def key(**options: Any) -> bytes:
        options = {**base, **options}
        url = server.url + options.pop("path", "")
        judge = Judge(url, options.pop("model", "m"), **options)
        [wanted] = judge._plan([row]).wanted
        return wanted[0]

    assert key() == key()
    assert key() != key(**change)


def test_the_key_of_the_endpoint_is_not_in_the_cache(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-secret-key")
    url = server.url.replace("http://", "http://user:pass@")
    with Judge(url, "m", key_env="SOME_KEY", cache=tmp_path / "c.sqlite", max_attempts=1) as judge:
        judge.judge([JudgeRow("1", "2"), JudgeRow("fault:s401", "2")])
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"sk-secret" not in written
    assert b"user:pass" not in written


@pytest.mark.parametrize(("refresh", "asked"), [("failed", 1), ("none", 0), ("all", 2)])
def test_only_readable_replies_are_final(server: FaultServer, tmp_path: Path, refresh: Any, asked: int) -> None:
    server.reply = lambda prompt: "dunno" if "odd" in prompt else says(True)
    rows = [JudgeRow("odd", "1"), JudgeRow("2", "1")]
    with judge_at(server, cache=tmp_path / "c.sqlite") as judge:
        assert [str(one.outcome) for one in judge.judge(rows)] == ["unreadable", "equivalent"]
    server.reply = lambda prompt: says(False)
    server.requests.clear()
    with judge_at(server, cache=tmp_path / "c.sqlite", refresh=refresh) as judge:
        first = judge.judge(rows)[0]
    assert len(server.requests) == asked
    assert str(first.outcome) == ("different" if asked else "unreadable")


# ---- panel -------------------------------------------------------------------------------------------------------


def test_samples_decide_by_majority(server: FaultServer) -> None:
    replies = iter([True, False, True, False, True])
    server.reply = lambda prompt: says(next(replies))
    with judge_at(server, samples=5, concurrency=1) as judge:
        result = judge.one("0.5", "1/2")
    assert (str(result.outcome), result.agreement, len(result.opinions)) == ("equivalent", 0.6, 5)


def test_a_biased_judge_is_found_out_by_exchanging_the_texts(server: FaultServer) -> None:
    server.reply = lambda prompt: says('"answer": "A"' in prompt)
    with judge_at(server, swap=True) as judge:
        assert judge.one("A", "B").outcome is JudgeOutcome.DISAGREED
    server.reply = honest
    with judge_at(server, swap=True) as judge:
        assert [str(one.outcome) for one in judge.judge([JudgeRow("A", "A"), JudgeRow("A", "B")])] == [
            "equivalent",
            "different",
        ]
        assert judge.one("A", ["A", "B"]).outcome is JudgeOutcome.DIFFERENT


def test_a_panel_of_judges(server: FaultServer) -> None:
    server.reply = lambda prompt: says(True)
    with serving() as other:
        other.reply = lambda prompt: says(False)
        judges = [judge_at(server), judge_at(server, parameters={"seed": 1}), judge_at(other)]
        panel = Panel(judges)
        result = panel.one("1", "2")
        assert str(result.outcome) == "equivalent"
        assert result.agreement == pytest.approx(2 / 3)
        panel.close()
        panel = Panel([judge_at(server), judge_at(other)])
        assert panel.one("1", "2").outcome is JudgeOutcome.DISAGREED
        panel.close()


# ---- prompts -----------------------------------------------------------------------------------------------------


def test_partial_credit(server: FaultServer) -> None:
    server.reply = lambda prompt: json.dumps({"reason": "", "parts": ["equivalent", "different", "equivalent"]})
    with judge_at(server, prompt="parts") as judge:
        result = judge.one("a=1, b=2, c=3", ["a=1", "b=5", "c=3"])
        assert (str(result.outcome), result.parts) == ("different", (True, False, True))
        assert result.score == pytest.approx(2 / 3)
        assert judge.one("a=1", ["a=1", "b=5"]).outcome is JudgeOutcome.UNREADABLE  # three verdicts on two parts
        schema = server.requests[0]["response_format"]["json_schema"]["schema"]
        assert schema["properties"]["parts"]["minItems"] == 3


def test_a_template_in_a_file_and_as_an_object(server: FaultServer, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("[system]\nBe brief.\n[user]\nSame? {answer} / {reference_answer}\n")
    with judge_at(server, prompt=file) as judge:
        assert judge.one("0.5", "1/2").outcome is JudgeOutcome.EQUIVALENT
    system, user = server.requests[-1]["messages"]
    assert system["content"] == "Be brief."
    assert user["content"].startswith('Same? "0.5" / "1/2"\nReply with one JSON object')

    class Mine:
        def build_prompt(self, answer: str, reference_answer: str) -> str:
            return f"{answer} = {reference_answer}?"

    with judge_at(server, prompt=Mine()) as judge:
        assert judge.one("0.5", "1/2").outcome is JudgeOutcome.EQUIVALENT
    assert server.requests[-1]["messages"] == [{"role": "user", "content": "0.5 = 1/2?"}]
    with pytest.raises(ValueError, match="needs"):
        Prompt("broken", "", "no place for the texts")
    with pytest.raises(ValueError, match="there is no prompt"):
        judge_at(server, prompt="nothing like it")


# ---- cascade -----------------------------------------------------------------------------------------------------


def test_the_judge_is_asked_for_what_the_rules_leave_open(server: FaultServer) -> None:
    server.reply = lambda prompt: says("different" if "Briana" in prompt else "equivalent")
    rows = [
        ("5", "5"),
        ("5", "6"),
        ("Evelyn", "Briana"),
        ("a large city", "a big town"),
        ("", "7"),
        ("a village", "a hamlet fault:s404"),
    ]
    graded = [Graded(compare(gold, answer), question="who?") for gold, answer in rows]
    with judge_at(server) as judge:
        run = cascade(graded, judge)
    assert [one.reason.value for one in run.verdicts] == [
        graded[0].verdict.reason.value,
        graded[1].verdict.reason.value,
        "different.judged",
        "equal.judged",
        "unreadable.key",  # there is nothing to compare with
        "judge.transport",
    ]
    assert [one.decided_by for one in run.verdicts] == ["rules", "rules", "judge", "judge", None, None]
    assert sorted(run.results) == [2, 3, 5]
    assert run.audit is None
    assert run.verdicts[2].answer == "Briana"
    assert "a judge found another meaning (as told)" in run.verdicts[2].explain()


def test_the_audit_measures_and_changes_nothing(server: FaultServer) -> None:
    server.reply = lambda prompt: says("different" if '"7"' in prompt else "equivalent")
    graded = [Graded(compare(str(n), str(n))) for n in range(20)]
    with judge_at(server) as judge:
        run = cascade(graded, judge, audit=10, seed=3)
        everything = cascade(graded, judge, audit=100)
    assert run.verdicts == [row.verdict for row in graded]
    assert run.audit is not None
    assert (run.audit.sampled, run.audit.judged) == (10, 10)
    assert everything.audit is not None
    assert everything.audit.differing == (7,)
    assert everything.audit.rate == 0.05
    low, high = everything.audit.interval or (1, 0)
    assert low < 0.05 < high
