"""Face 2: `BenchDatasetEvaluator`, the operator that grades a benchmark's answers inside a DataFlow pipeline."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from answerkey.grading import as_text, compare, grade, key_texts
from answerkey.integrations.dataflow import accept_as, register_operator
from answerkey.judging.cascade import settle
from answerkey.judging.contract import JUDGEMENT
from answerkey.judging.judge import JudgeResult
from answerkey.judging.prompts import AnswerJudgePrompt, PromptLike
from answerkey.operators.answer_extractor import AnswerExtractor
from answerkey.operators.bench_statistics import RowResult, statistics_of, write_statistics
from answerkey.operators.prompts import template_of
from answerkey.operators.serving import LLMServing
from answerkey.operators.storage import DataFlowStorage, FileStorage
from answerkey.operators.tables import read_table, require
from answerkey.policy import Policy, resolve
from answerkey.running.files.atomic import check_writable
from answerkey.verdict import Outcome, Reason, Verdict

_LOG = logging.getLogger(__name__)
_MODES = ("match", "semantic", "cascade")
# How servings hand on a reply whose reasoning came in a field of its own.
_WITH_REASONING = re.compile(r"\s*<think>(.*?)</think>\s*<answer>(.*)</answer>\s*", re.DOTALL)
_RESULT = "answer_match_result"


class _Row(NamedTuple):
    """The cells of a row that are looked at."""

    response: Any
    key: Any
    question: Any


_SKIPPED = RowResult(Outcome.UNDECIDED, Reason.UNREADABLE_KEY, skipped=True)
_UNASKED = RowResult(Outcome.UNDECIDED, Reason.JUDGE_UNSENT)


class BenchDatasetEvaluator:
    """Compares predicted answers with the key, row by row.

    Args:
        eval_result_path: The statistics file; `result_bencheval/BenchDatasetEvaluator_result_<time>.json` unless given.
        compare_method: `match` (the rules), `semantic` (a language model), or `cascade` (the rules, and the model for
            the rows that they leave undecided).
        system_prompt: What the model is told first; not used in match mode.
        llm_serving: The model: anything with `generate_from_input(user_inputs=..., system_prompt=...)` that returns
            one reply a prompt, in order. Required unless the mode is match.
        prompt_template: How a row is put to the model: None (our own template), a class, or an object with
            `build_prompt(answer=..., reference_answer=...)`.
        policy: The conventions of the rules: a `Policy` or the name of a preset.
        detail_columns: Whether `answer_match_answer`, `answer_match_outcome` and `answer_match_reason` join
            `answer_match_result`.

    Raises:
        ValueError: For an unknown mode, and for a mode that asks a model when none is given.
        TypeError: For a serving or a template without the method that is called.

    In match mode a caller may put its own `math_verify_compare` (in a subclass) or `answer_extractor` in the place of
    ours; its answer then counts as it is, without a third value.

    >>> BenchDatasetEvaluator(compare_method="match").math_verify_compare("0.5", "1/2")
    True
    """

    def __init__(
        self,
        eval_result_path: str | None = None,
        compare_method: Literal["match", "semantic", "cascade"] = "match",
        system_prompt: str = "You are a helpful assistant specialized in evaluating answer correctness.",
        llm_serving: LLMServing | None = None,
        prompt_template: PromptLike | type[PromptLike] | None = AnswerJudgePrompt,
        *,
        policy: Policy | str = "default",
        detail_columns: bool = True,
    ) -> None:
        accept_as("operator", type(self))
        if compare_method not in _MODES:
            raise ValueError(f"there is no compare_method {compare_method!r}; the methods are: {', '.join(_MODES)}")
        if compare_method != "match":
            if llm_serving is None:
                raise ValueError(f"compare_method {compare_method!r} asks a language model: give it as llm_serving")
            if not callable(getattr(llm_serving, "generate_from_input", None)):
                raise TypeError(f"llm_serving must have generate_from_input(): {llm_serving!r} has not")
        if eval_result_path is None:
            eval_result_path = f"result_bencheval/BenchDatasetEvaluator_result_{int(time.time())}.json"
        self.eval_result_path = eval_result_path
        self.compare_method = compare_method
        self.system_prompt = system_prompt
        self.llm_serving = llm_serving
        self.prompt_template = template_of(prompt_template)
        self.answer_extractor = AnswerExtractor()
        self.policy = resolve(policy)
        self.detail_columns = detail_columns

    def math_verify_compare(self, answer: Any, ground_truth: Any) -> bool:
        """Whether `answer`, taken as it stands, is the same as the key. A subclass may put its own in its place."""
        return compare(ground_truth, answer, policy=self.policy).correct

    def run(
        self,
        storage: DataFlowStorage,
        input_test_answer_key: str = "generated_cot",
        input_gt_answer_key: str = "golden_answer",
        input_question_key: str | None = None,
    ) -> list[str]:
        """Grade every row of the storage's step, write the rows with their results, and the statistics.

        Args:
            storage: A storage at its step: `storage.step()`.
            input_test_answer_key: The column of the predicted answers (whole responses, or answers alone).
            input_gt_answer_key: The column of the keys. A row with an empty one is skipped, and counted.
            input_question_key: The column of the questions, if the model is to see them: the template is then called
                with `question=` too.

        Returns:
            The two columns' names and `answer_match_result`.

        Raises:
            MissingColumnError: A column is not there. Nothing was graded or written.
            OSError: A file to write cannot be written. Nothing was graded.
        """
        path = Path(self.eval_result_path)
        table = read_table(storage)
        named = [input_test_answer_key, input_gt_answer_key, input_question_key]
        require(table, [name for name in named if name is not None])
        check_writable(path)
        if isinstance(storage, FileStorage):
            storage.check_writable()
        columns = [[None] * table.size if name is None else table.column(name) for name in named]
        results = self._results([_Row(*cells) for cells in zip(*columns, strict=True)], input_question_key is not None)
        table.write(self._result_columns(results))
        name = str(getattr(storage, "file_name_prefix", type(storage).__name__))
        statistics = statistics_of(results, name, self.compare_method, self.policy.name)
        write_statistics(path, statistics)
        _LOG.info("%(matched_samples)d of %(valid_samples)d rows match", statistics)
        return [input_test_answer_key, input_gt_answer_key, _RESULT]

    @staticmethod
    def get_desc(lang: str = "zh") -> str:
        """What the operator does, in Chinese (`zh`) or English (anything else)."""
        return _DESCRIPTION_ZH if lang == "zh" else _DESCRIPTION_EN

    def _results(self, rows: Sequence[_Row], questions: bool) -> list[RowResult]:
        """What comes of each row. A row that the rules do not decide, or are not asked about, goes to the model."""
        results = [self._match(row) if any(key_texts(row.key)) else _SKIPPED for row in rows]
        asked = [place for place, result in enumerate(results) if self._goes_to_judge(result)]
        judged = self._judge([(rows[place], results[place]) for place in asked], questions)
        for place, result in zip(asked, judged, strict=True):
            results[place] = result
        return results

    def _goes_to_judge(self, result: RowResult) -> bool:
        if self.compare_method == "match" or result.skipped:
            return False
        return self.compare_method == "semantic" or result.outcome is Outcome.UNDECIDED

    def _match(self, row: _Row) -> RowResult:
        if self.compare_method == "semantic":
            return _UNASKED
        if self._has_own_steps:
            answer = self.answer_extractor.extract_answer(row.response, None)
            same = bool(self.math_verify_compare(answer, row.key))
            outcome, reason = (Outcome.CORRECT, "equal.own") if same else (Outcome.INCORRECT, "different.own")
            return RowResult(outcome, reason, answer)
        verdict = grade(row.key, row.response, policy=self.policy)
        return RowResult(verdict.outcome, verdict.reason, verdict.answer)

    def _judge(self, rows: Sequence[tuple[_Row, RowResult]], questions: bool) -> list[RowResult]:
        """Ask the model about rows: about the whole answer, or about what the rules took from it."""
        if not rows:
            return []
        assert self.llm_serving is not None  # the constructor saw to it
        answers = [row.response if result.answer is None else result.answer for row, result in rows]
        prompts = [self._prompt(answer, row, questions) for answer, (row, _) in zip(answers, rows, strict=True)]
        replies = list(self.llm_serving.generate_from_input(user_inputs=prompts, system_prompt=self.system_prompt))
        if len(replies) != len(prompts):
            raise ValueError(f"llm_serving gave {len(replies)} replies to {len(prompts)} prompts: whose is whose?")
        return [
            _judged(reply, answer, result) for reply, answer, (_, result) in zip(replies, answers, rows, strict=True)
        ]

    def _prompt(self, answer: Any, row: _Row, questions: bool) -> str:
        named = {"answer": answer if as_text(answer) else "", "reference_answer": row.key}
        if questions:
            named["question"] = row.question if as_text(row.question) else ""
        return str(self.prompt_template.build_prompt(**named))

    @property
    def _has_own_steps(self) -> bool:
        """Whether a step of the match was replaced by the caller's own, which then decides alone."""
        compares = getattr(self.math_verify_compare, "__func__", None)
        extracts = type(self.answer_extractor)
        return compares is not BenchDatasetEvaluator.math_verify_compare or extracts is not AnswerExtractor

    def _result_columns(self, results: Sequence[RowResult]) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {}
        if self.detail_columns:
            columns["answer_match_answer"] = [result.answer for result in results]
            columns["answer_match_outcome"] = [str(result.outcome) for result in results]
            columns["answer_match_reason"] = [str(result.reason) for result in results]
        columns[_RESULT] = [result.outcome is Outcome.CORRECT for result in results]
        return columns


def _judged(reply: Any, answer: Any, before: RowResult) -> RowResult:
    """What a model's reply makes of a row: a reply that says no verdict leaves it undecided."""
    text, reasoning = as_text(reply), None
    if wrapped := _WITH_REASONING.fullmatch(text):
        reasoning, text = wrapped.groups()
    said = JUDGEMENT.parse(text, reasoning=reasoning, untrusted=[as_text(answer)])
    verdict = settle(Verdict(Outcome.UNDECIDED, Reason.JUDGE_UNSENT), JudgeResult(said.verdict))
    return RowResult(verdict.outcome, verdict.reason, before.answer, asked=True)


_DESCRIPTION_EN = """\
Compares predicted answers with the answer key and writes the result of every row to answer_match_result.

Modes (compare_method):
- match: finds the answer in the response and compares it with the key by mathematical rules.
- semantic: a language model judges whether the answer and the key mean the same.
- cascade: the rules first; the language model only for the rows that they leave undecided.

Parameters of run():
- input_test_answer_key: column of the predicted answers
- input_gt_answer_key: column of the keys
- input_question_key: column of the questions (optional)

Output:
- answer_match_result: True or False; answer_match_answer, _outcome and _reason say why
- statistics of the run in eval_result_path
"""
_DESCRIPTION_ZH = """\
将预测答案与标准答案逐行比较，结果写入 answer_match_result 列。

比较方式（compare_method）：
- match：从回答中提取答案，按数学规则与标准答案比较。
- semantic：由大语言模型判断答案与标准答案含义是否一致。
- cascade：先用规则，规则无法判定的行再交给大语言模型。

run() 参数：
- input_test_answer_key：预测答案列名
- input_gt_answer_key：标准答案列名
- input_question_key：问题列名（可选）

输出：
- answer_match_result：True 或 False；answer_match_answer、_outcome、_reason 说明原因
- 统计结果写入 eval_result_path
"""

register_operator(BenchDatasetEvaluator)
