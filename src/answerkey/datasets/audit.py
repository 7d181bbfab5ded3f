"""Is a data set's key fit to grade with? Every key against itself, against its solution, against its repetitions.

A finding is a reason to look at a row, not a proof that the key is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from answerkey.datasets.benchmark import Dataset, Example
from answerkey.extraction.chain import Extractor, key_text
from answerkey.extraction.rules import box
from answerkey.grading import as_text, compare, grade
from answerkey.kinds.table import Source, kind_of
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.notation.printer import show
from answerkey.notation.reading import Reading
from answerkey.verdict import Outcome, Verdict


class Problem(StrEnum):
    """What may be wrong with a key."""

    BROKEN = "broken"  # the row cannot be read
    EMPTY = "empty"  # there is no key
    UNREADABLE = "unreadable"  # it cannot be read, so only the very same text equals it
    NOT_ITSELF = "not itself"  # written again in another way it is not found, or not found equal
    CONTRADICTS = "contradicts its solution"  # the solution ends on another answer
    SOLUTION_SEVERAL = "solution with several boxes"  # it ends on several boxes, of which the key is the last
    SOLUTION_OPEN = "solution undecided"  # whether the solution ends on this answer could not be told
    SEVERAL = "several answers"  # it holds several values without brackets: is each of them wanted, or one?
    REPEATED = "repeated"  # the same question is asked in several rows, with the same key
    REPEATED_DIFFERENTLY = "repeated with another key"  # … with different keys


IN_WORDS = {
    Problem.BROKEN: "the row cannot be read: it is no row of such a file",
    Problem.EMPTY: "there is no key: no response can be right",
    Problem.UNREADABLE: "the key cannot be read: only the very same text equals it",
    Problem.NOT_ITSELF: "the key, written in another way, does not grade correct",
    Problem.CONTRADICTS: "the solution ends on another answer",
    Problem.SOLUTION_SEVERAL: "the solution ends on several boxed answers, of which the key is the last",
    Problem.SOLUTION_OPEN: "whether the solution ends on the key could not be told",
    Problem.SEVERAL: "the key holds several values without brackets: a response must give all of them",
    Problem.REPEATED: "the question is asked in more than one row",
    Problem.REPEATED_DIFFERENTLY: "the question is asked in more than one row, with different keys",
}


class Finding(NamedTuple):
    """One problem of one row, and what shows it."""

    problem: Problem
    example_id: Any
    key: str
    detail: str = ""


class Audit(NamedTuple):
    """What an audit found: findings in the order of rows, and how many keys are of each kind."""

    name: str
    rows: int
    findings: tuple[Finding, ...]
    kinds: dict[str, int]

    @property
    def counts(self) -> Counter[Problem]:
        """How many rows have each problem."""
        return Counter(problem for problem, _ in {(one.problem, as_text(one.example_id)) for one in self.findings})


def audit_keys(dataset: Dataset, broken: Mapping[int, str] | None = None) -> Audit:
    """Look at every key of a data set, with its own extraction and policy.

    `broken` says by their places of which rows there is nothing to look at, and why.

    >>> from answerkey.datasets import Benchmark
    >>> benchmark = Benchmark("mine", "mine", 2, "", (), lambda row, place: dict(row))
    >>> rows = ({"id": 1, "question": "1 + 1?", "answer": "2", "solution": "It is 3. #### 3"},)
    >>> [str(one.problem) for one in audit_keys(Dataset("mine", benchmark, rows, "")).findings]
    ['contradicts its solution']
    """
    policy = dataset.benchmark.policy
    extractor = Extractor.preset(dataset.benchmark.extractor)
    findings: list[Finding] = []
    kinds: Counter[str] = Counter()
    for place, example in enumerate(dataset.examples):
        name = example.get("id", place)
        key = as_text(example.get("answer")).strip()
        if broken and place in broken:
            findings.append(Finding(Problem.BROKEN, name, key, broken[place]))
            continue
        if not key:
            findings.append(Finding(Problem.EMPTY, name, key))
            continue
        kinds[_kind(read(key_text(key)))] += 1
        found = [*_alone(key, extractor, policy), *_against_solution(example, key, policy)]
        findings += [Finding(problem, name, key, detail) for problem, detail in found]
    findings += _repeated(dataset.examples)
    return Audit(dataset.name, len(dataset), tuple(findings), dict(kinds.most_common()))


def _kind(reading: Reading) -> str:
    """The kind of a key; a bare list, which several kinds may take, is called by its form."""
    if not reading.nodes:
        return "unreadable"
    node = reading.nodes[0]
    return "list" if _is_several(node) else kind_of(Source(node, reading.text)) or node.head


def _is_several(node: Node) -> bool:
    """Whether a key is several values in a row, or one with a sign of two."""
    return node.head == "pm" or (node.head == "list" and len(node.args) > 2)


def _alone(key: str, extractor: Extractor, policy: str) -> Iterator[tuple[Problem, str]]:
    """What is wrong with a key by itself."""
    reading = read(key_text(key))
    if reading.failure is not None:
        yield Problem.UNREADABLE, reading.failure.why
    elif _is_several(reading.nodes[0]):
        yield Problem.SEVERAL, show(reading.nodes[0])
    plain = key_text(key)
    written = {
        "in a box": f"So the answer is $\\boxed{{{plain}}}$.",
        "in a sentence": f"The answer is ${plain}$." if "$" not in plain else f"The answer is {plain}.",
        "after ####": f"#### {plain}",
    }
    for way, response in written.items():
        rule = {"in a box": "box", "in a sentence": "phrase", "after ####": "hashes"}[way]
        if rule in extractor.rules:
            verdict = grade(key, response, policy=policy, extractor=extractor)
            if not verdict.correct:
                yield Problem.NOT_ITSELF, f"{way}: {_said(verdict)}"
    if reading.nodes:
        printed = show(reading.nodes[0])
        verdict = compare(key, printed, policy=policy)
        if not verdict.correct:
            yield Problem.NOT_ITSELF, f"rewritten as {printed}: {_said(verdict)}"


def _against_solution(example: Example, key: str, policy: str) -> Iterator[tuple[Problem, str]]:
    """Whether the solution ends, by its box or after `####`, on the key."""
    solution = example.get("solution")
    if not isinstance(solution, str) or not ("\\boxed" in solution or "####" in solution):
        return
    verdict = compare(key, key_text(solution), policy=policy)
    last = None if verdict.correct else box.last(solution)
    if last is not None and compare(key, last, policy=policy).correct:
        yield Problem.SOLUTION_SEVERAL, _said(verdict)
    elif verdict.outcome is Outcome.INCORRECT:
        yield Problem.CONTRADICTS, _said(verdict)
    elif verdict.outcome is Outcome.UNDECIDED:
        yield Problem.SOLUTION_OPEN, _said(verdict)


def _repeated(examples: Iterable[Example]) -> Iterator[Finding]:
    """Questions that stand in several rows, white space aside."""
    rows: dict[str, list[tuple[Any, str]]] = defaultdict(list)
    for place, example in enumerate(examples):
        question = " ".join(as_text(example.get("question")).split())
        if question:
            rows[question].append((example.get("id", place), as_text(example.get("answer")).strip()))
    for same in rows.values():
        (first, key), *others = same
        for name, other in others:
            agree = key == other or compare(key, other).correct
            problem = Problem.REPEATED if agree else Problem.REPEATED_DIFFERENTLY
            yield Finding(problem, name, other, f"as in {first}" + ("" if agree else f", whose key is {key}"))


def _said(verdict: Verdict) -> str:
    return f"{verdict.answer!r} is {verdict.outcome} ({verdict.reason.value})"
