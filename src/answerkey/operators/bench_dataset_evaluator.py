"""Face 2: `BenchDatasetEvaluator`, the operator that grades a benchmark's answers inside a DataFlow pipeline."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from answerkey.grading import compare, extract, grade, key_texts
from answerkey.operators.bench_statistics import RowResult, check_writable, statistics_of, write_statistics
from answerkey.operators.storage import DataFlowStorage
from answerkey.operators.tables import read_table, require
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome, Reason

_LOG = logging.getLogger(__name__)
_MODES = ("match", "semantic", "cascade")
_RESULT = "answer_match_result"


class BenchDatasetEvaluator:
    """Compares predicted answers with the key, row by row.

    Args:
        eval_result_path: The statistics file; `result_bencheval/BenchDatasetEvaluator_result_<time>.json` unless given.
        compare_method: `match` (the rules), `semantic` (a language model), or `cascade` (the rules, and the model for
            the rows that they leave undecided).
        policy: The conventions of the rules: a `Policy` or the name of a preset.
        detail_columns: Whether `answer_match_answer`, `answer_match_outcome` and `answer_match_reason` join
            `answer_match_result`.

    Raises:
        ValueError: For an unknown mode.

    >>> BenchDatasetEvaluator(compare_method="match").math_verify_compare("0.5", "1/2")
    True
    """

    def __init__(
        self,
        eval_result_path: str | None = None,
        compare_method: Literal["match", "semantic", "cascade"] = "match",
        *,
        policy: Policy | str = "default",
        detail_columns: bool = True,
    ) -> None:
        if compare_method not in _MODES:
            raise ValueError(f"there is no compare_method {compare_method!r}; the methods are: {', '.join(_MODES)}")
        if eval_result_path is None:
            eval_result_path = f"result_bencheval/BenchDatasetEvaluator_result_{int(time.time())}.json"
        self.eval_result_path = eval_result_path
        self.compare_method = compare_method
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
    ) -> list[str]:
        """Grade every row of the storage's step, write the rows with their results, and the statistics.

        Args:
            storage: A storage at its step: `storage.step()`.
            input_test_answer_key: The column of the predicted answers (whole responses, or answers alone).
            input_gt_answer_key: The column of the keys. A row with an empty one is skipped, and counted.

        Returns:
            The two columns' names and `answer_match_result`.

        Raises:
            MissingColumnError: A column is not there. Nothing was graded or written.
        """
        path = Path(self.eval_result_path)
        check_writable(path)
        table = read_table(storage)
        require(table, [input_test_answer_key, input_gt_answer_key])
        answers, keys = table.column(input_test_answer_key), table.column(input_gt_answer_key)
        results = [self._match(answer, key) for answer, key in zip(answers, keys, strict=True)]
        table.write(self._columns(results))
        name = str(getattr(storage, "file_name_prefix", type(storage).__name__))
        statistics = statistics_of(results, name, self.compare_method, self.policy.name)
        write_statistics(path, statistics)
        _LOG.info("%(matched_samples)d of %(valid_samples)d rows match", statistics)
        return [input_test_answer_key, input_gt_answer_key, _RESULT]

    @staticmethod
    def get_desc(lang: str = "zh") -> str:
        """What the operator does, in Chinese (`zh`) or English (anything else)."""
        return _DESCRIPTION_ZH if lang == "zh" else _DESCRIPTION_EN

    def _match(self, response: Any, key: Any) -> RowResult:
        if not any(key_texts(key)):
            return RowResult(Outcome.UNDECIDED, Reason.UNREADABLE_KEY, skipped=True)
        if self._has_own_steps:
            found = extract(response)
            answer = found.text if found is not None else ""
            same = bool(self.math_verify_compare(answer, key))
            outcome, reason = (Outcome.CORRECT, "equal.own") if same else (Outcome.INCORRECT, "different.own")
            return RowResult(outcome, reason, answer)
        verdict = grade(key, response, policy=self.policy)
        return RowResult(verdict.outcome, verdict.reason, verdict.answer)

    @property
    def _has_own_steps(self) -> bool:
        """Whether a step of the match was replaced by the caller's own, which then decides alone."""
        own = getattr(self.math_verify_compare, "__func__", None)
        return own is not BenchDatasetEvaluator.math_verify_compare

    def _columns(self, results: Sequence[RowResult]) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {}
        if self.detail_columns:
            columns["answer_match_answer"] = [result.answer for result in results]
            columns["answer_match_outcome"] = [str(result.outcome) for result in results]
            columns["answer_match_reason"] = [str(result.reason) for result in results]
        columns[_RESULT] = [result.outcome is Outcome.CORRECT for result in results]
        return columns


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
