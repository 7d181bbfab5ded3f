"""The flow: key and response in, verdict out. Readable as the diagram in ARCHITECTURE.md.

response ─▶ extraction ─▶ notation ─▶ kinds ─▶ scalars ─▶ verdict
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from answerkey.comparison import Comparison, Context, because
from answerkey.extraction import chain
from answerkey.extraction.chain import Extraction, Extractor
from answerkey.extraction.options import is_option_key
from answerkey.extraction.rules.boolean import in_english
from answerkey.kinds.table import Source, compare_sources, kind_of
from answerkey.limits import MAX_ANSWER_CHARS, Budget, BudgetExceeded
from answerkey.notation.parser import read
from answerkey.notation.reading import Reading
from answerkey.notation.repair import written
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome, Reason, Verdict

# Training grades many responses against one key, and most of them give the same few answers. Texts that are longer
# than answers are have a cache of their own, so that nobody's long answers fill the memory.
_LONG = 200  # characters
_KEPT = 4096  # short texts, and pairs of them, that are kept
_read_short, _read_long = lru_cache(maxsize=_KEPT)(read), lru_cache(maxsize=32)(read)


def grade(
    gold: Any,
    response: Any,
    *,
    policy: Policy | str = "default",
    question: str | None = None,
    extractor: Extractor | str = chain.DEFAULT,
) -> Verdict:
    """Grade a whole response: find the answer in it, read it, compare it with the key. Never raises on data.

    `gold` is one key or a list of acceptable keys; keys that are not text are taken for what they are. `response` is a
    text or a conversation (a list of messages, of which the assistant's last is graded). `question` is
    accepted beside them and changes no verdict: rules decide by key and response alone, and who judges what they leave
    open is shown the question. `ValueError` for a policy or an extractor that is not there.

    >>> grade("1/2", r"So the probability is $\\boxed{0.5}$.").correct
    True
    """
    policy, extractor = resolve(policy), chain.resolve(extractor)
    try:
        keys = list(key_texts(gold))
        found = extractor.extract(response_text(response), _kind(keys[0]) if keys else None)
        if isinstance(found, Reason) and keys:
            return Verdict(found.outcome, found, gold=" | ".join(keys), policy=policy.name)
        if isinstance(found, Reason):  # with no key, even silence is nobody's mistake
            return Verdict(Outcome.UNDECIDED, Reason.UNREADABLE_KEY, policy=policy.name)
        verdict = _best(keys, found, policy)
        if found.open and verdict.reason is not Reason.EQUAL_TEXT:
            return replace(verdict, outcome=Outcome.UNDECIDED, reason=Reason.UNDECIDED_TEXT, witness=None, remark=None)
        return verdict
    except Exception as error:
        return _fault(error, policy)


def compare(gold: Any, answer: Any, *, policy: Policy | str = "default", question: str | None = None) -> Verdict:
    """Compare an answer with the key, taking the answer as it stands (no extraction). Never raises on data.

    `gold` and `question` are as in `grade`.

    >>> compare("0.5", "1/2").reason
    <Reason.EQUAL_NUMBER: 'equal.number'>
    """
    policy = resolve(policy)
    try:
        keys, text = list(key_texts(gold)), as_text(answer)
        if any(_kind(key) == "boolean" for key in keys):
            text = in_english(text)
        return _best(keys, Extraction(text, (0, len(text)), "given"), policy)
    except Exception as error:
        return _fault(error, policy)


def extract(response: Any, *, gold: Any = None, extractor: Extractor | str = chain.DEFAULT) -> Extraction | None:
    """The answer that a response gives, or None. A key, if given, may choose among candidates of one rank.

    `ValueError` for an extractor that is not there.
    """
    extractor = chain.resolve(extractor)
    key = next(iter(key_texts(gold)), None)
    found = extractor.extract(response_text(response), None if key is None else _kind(key))
    return None if isinstance(found, Reason) else found


def key_texts(gold: Any) -> Iterable[str]:
    """The acceptable keys as texts; an empty or missing key gives none."""
    waiting, seen = [gold], set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, tuple, set, frozenset)):
            if id(one) not in seen:  # a list may hold itself
                seen.add(id(one))
                waiting.extend(reversed(_members(one)))
        elif text := as_text(one).strip():
            yield chain.key_text(text)


def _members(collection: Iterable[Any]) -> list[Any]:
    try:
        return list(collection)
    except Exception:  # a caller's own class
        return []


def as_text(value: Any) -> str:
    """`value` as the text that stands for it: numbers and booleans are written out, None and NaN are empty."""
    if isinstance(value, str):
        return str.__str__(value)  # without what a subclass makes of it
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    try:
        if isinstance(value, Fraction):
            return f"{value.numerator}/{value.denominator}"
        return str.__str__(str(value))
    except Exception:  # a caller's own object, or an integer too large to write: no text stands for it
        return ""


def response_text(response: Any) -> str:
    """The text of a response: of a conversation what the assistant says at its end, of other lists and objects JSON.

    >>> response_text([{"role": "user", "content": "1+1?"}, {"role": "assistant", "content": "2"}])
    '2'
    """
    if isinstance(response, str) or not isinstance(response, Sequence | Mapping):
        return as_text(response)
    message = response[-1] if isinstance(response, Sequence) and response else response
    if isinstance(message, Mapping) and "content" in message:
        content = message["content"] if message.get("role", "assistant") == "assistant" else None
        parts = content if isinstance(content, list) else [content]
        return "".join(as_text(part.get("text") if isinstance(part, Mapping) else part) for part in parts)
    try:
        return json.dumps(response, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return as_text(response)


def _read(text: str) -> Reading:
    return _read_short(text) if len(text) <= _LONG else _read_long(text)


@lru_cache(maxsize=4096)
def _kind(key: str) -> str | None:
    """The kind of a key that can be read; letters in order (`AC`, `A, C`) are options to extraction."""
    if is_option_key(key):
        return "option"
    reading = _read(key)
    return kind_of(Source(reading.nodes[0], key)) if reading.nodes else None


def _fault(error: Exception, policy: Policy) -> Verdict:
    """The last line of defence: an error of ours stops no run and is nobody's wrong answer. The tests never see one."""
    return Verdict(Outcome.UNDECIDED, Reason.FAULT, policy=policy.name, notes=(f"{type(error).__name__}: {error}",))


def _best(keys: list[str], found: Extraction, policy: Policy) -> Verdict:
    """The most favourable verdict over the acceptable keys: correct, else undecided, else incorrect."""
    if not keys:
        return Verdict(
            Outcome.UNDECIDED,
            Reason.UNREADABLE_KEY,
            answer=found.text,
            span=found.span,
            rule=found.rule,
            policy=policy.name,
        )
    best: Verdict | None = None
    for key in keys:
        short = len(key) + len(found.text) <= _LONG
        result, notes = (_compare_short if short else _compare_texts)(key, found.text, policy)
        verdict = Verdict(
            result.reason.outcome,
            result.reason,
            gold=key,
            answer=found.text,
            span=found.span,
            rule=found.rule,
            kind=result.kind,
            witness=result.witness,
            remark=result.diagnosis,
            score=_score(result, policy),
            policy=policy.name,
            notes=notes,
        )
        if verdict.correct:
            return verdict
        if best is None or (best.outcome is Outcome.INCORRECT and verdict.outcome is Outcome.UNDECIDED):
            best = verdict
    assert best is not None
    return best


def _score(result: Comparison, policy: Policy) -> float | None:
    """The credit, where the policy asks for one: the share of parts that are right, else all or nothing."""
    if not policy.partial_credit:
        return None
    return float(result.equal) if result.credit is None or result.equal else result.credit


def _compare_texts(key: str, answer: str, policy: Policy) -> tuple[Comparison, tuple[str, ...]]:
    key_reading, answer_reading = _read(key), _read(answer)
    notes = _notes(key_reading, answer_reading)
    ctx = Context(policy, Budget())
    try:
        return _compare_readings(key_reading, answer_reading, ctx), notes
    except BudgetExceeded:
        return because(Reason.BUDGET), notes


_compare_short = lru_cache(maxsize=_KEPT)(_compare_texts)  # many responses give the same answer to a key


def forget() -> None:
    """Drop what is kept of earlier texts, so that the next are read as in a new process: for measurements.

    >>> forget()
    """
    for kept in (_read_short, _read_long, _kind, _compare_short):
        kept.cache_clear()


def _compare_readings(key: Reading, answer: Reading, ctx: Context) -> Comparison:
    """Equal if any reading of the answer equals any of the key's; else what the likeliest readings say."""
    for reading, reason in ((key, Reason.UNREADABLE_KEY), (answer, Reason.UNREADABLE_ANSWER)):
        if reading.failure is not None:
            if _repeats(key.text, answer.text):
                return because(Reason.EQUAL_TEXT)  # what cannot be read can still be repeated sign for sign
            return because(Reason.BUDGET if reading.failure.limit else reason)
    first: Comparison | None = None
    for key_node in key.nodes:
        for answer_node in answer.nodes:
            result = compare_sources(Source(key_node, key.text), Source(answer_node, answer.text), ctx)
            if result.equal:
                return result
            first = first or result
    if first is not None and first.different and _right_the_other_way(first, key, answer, ctx):
        return because(Reason.UNDECIDED_FORM, "the key would be right if the answer were the key")
    if first is not None and first.different and _agree_without_dozens(key, answer, ctx):
        return because(Reason.UNDECIDED_TEXT, "dozens may have been asked for, or single ones")
    return first or because(Reason.UNDECIDED_KIND)


def _repeats(key: str, answer: str) -> bool:
    """Do two texts that cannot be read say the same, sign for sign? What is too long to read must be the same."""
    short = max(len(key), len(answer)) <= MAX_ANSWER_CHARS
    return key == answer or (short and written(key) == written(answer))


# What only an answer must satisfy: a unit or a form that the key has, and how a key may be rounded.
_DIRECTIONAL = frozenset({Reason.DIFFERENT_UNIT, Reason.DIFFERENT_FORM, Reason.DIFFERENT_PRECISION})
_PLAIN = frozenset({"int", "dec", "rep", "neg", "div", "mixed", "add", "mul", "pow", "root"})  # compared symmetrically

_LETTERS = frozenset({"name"})


def _right_the_other_way(different: Comparison, key: Reading, answer: Reading, ctx: Context) -> bool:
    """Is the key equal to the answer though the answer is not equal to the key? Then neither is proved.

    Conventions that privilege the key (an answer may add words, units, a name) say only what is right; what they do not
    cover is open. Roundings and what the policy requires of an answer are directional by themselves.
    """
    if different.reason in _DIRECTIONAL:
        return False  # the policy has said which way counts
    heads = {key.nodes[0].head, answer.nodes[0].head}
    if len(key.nodes) == len(answer.nodes) == 1 and (heads <= _PLAIN or (len(heads) == 1 and heads != _LETTERS)):
        return False  # values of one form are compared alike both ways; letters may be options
    try:
        results = (
            compare_sources(Source(answer_node, answer.text), Source(key_node, key.text), ctx)
            for answer_node in answer.nodes
            for key_node in key.nodes
        )
        return any(result.equal and result.reason is not Reason.EQUAL_ROUNDED for result in results)
    except BudgetExceeded:
        return False


_DOZENS = re.compile(r"\bdozen\b", re.IGNORECASE)


def _agree_without_dozens(key: Reading, answer: Reading, ctx: Context) -> bool:
    """Does only the word tell 7 dozen from 7? What was to be counted only the question says."""
    if "number_words" not in key.repairs and "number_words" not in answer.repairs:
        return False
    mine, theirs = (_read(_DOZENS.sub("", side.text)) for side in (key, answer))
    if not (mine.nodes and theirs.nodes):
        return False
    return compare_sources(Source(mine.nodes[0], mine.text), Source(theirs.nodes[0], theirs.text), ctx).equal


def _notes(key: Reading, answer: Reading) -> tuple[str, ...]:
    if not key.repairs and not answer.repairs:
        return ()
    return (*(f"key: {repair}" for repair in key.repairs), *(f"answer: {repair}" for repair in answer.repairs))
