"""`SemanticJudge` against a local server."""

from answerkey.evaluators.semantic_judge import SemanticJudge
from answerkey.judging import Judge
from fault_server import serving


def test_only_what_rules_leave_open_is_asked() -> None:
    rows = [
        ({"answer": "1/2"}, {"response": "0.5"}),
        ({"answer": "a large city", "question": "What is it?"}, {"response": "Answer: a big town"}),
        ({"answer": "a large city"}, {"response": "Answer: a village fault:s404"}),
        ({"answer": "1/2"}, {"response": "0.6"}),
        ({}, {}),
    ]
    with serving() as server, Judge(server.url, "m", concurrency=1) as judge:
        evaluator = SemanticJudge(judge)
        scores = evaluator.score_all(rows)
        assert [tuple(one.values()) for one in scores[:4]] == [(1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 0, 0)]
        assert scores[4]["semantic_match"] == 0
        assert len(server.requests) == 2
        assert evaluator.score(*rows[1]) == scores[1]
        assert evaluator.name == "semantic_judge"
