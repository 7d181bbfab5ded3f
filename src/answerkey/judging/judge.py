"""`Judge`: rows in, one `JudgeResult` a row out, whatever the network, the server and the model do.

A row may take several calls (samples, both orders); calls that are the same are made once; calls whose reply is
already in the cache are not made. The results of a run depend on the replies alone, not on the order they came in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from answerkey.grading import as_text
from answerkey.judging.cache import ReplyCache, cache_key
from answerkey.judging.client import Call, ChatClient
from answerkey.judging.contract import JUDGEMENT, Contract, JudgeOutcome, Reply
from answerkey.judging.panel import both_orders, decide
from answerkey.judging.prompts import Prompt, PromptLike, Reference, clip, load_prompt
from answerkey.judging.wire import Completion, Failure, Message, Usage, shown_url

Refresh = Literal["failed", "all", "none"]
MAX_TOKENS = 1024  # of a reply: reasoning models need room before their verdict
TEMPERATURE = {False: 0.0, True: 0.7}  # for one sample, for several


class JudgeRow(NamedTuple):
    """What a judge is asked: does `answer` mean the same as `reference_answer` (one text, or a list of them)?"""

    answer: str
    reference_answer: Reference
    question: str | None = None


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """What judging a row came to.

    `agreement` is the share of the opinions that say so; `opinions` are the replies as read, raw text included;
    `parts` one boolean a part, where the prompt asks by part; `usage` the tokens spent now (cached replies: none).
    """

    outcome: JudgeOutcome
    reason: str = ""
    agreement: float = 1.0
    opinions: tuple[Reply, ...] = ()
    parts: tuple[bool, ...] = ()
    cached: bool = False
    usage: Usage = field(default=Usage())

    @property
    def raw(self) -> str:
        """The first reply as it came."""
        return self.opinions[0].raw if self.opinions else ""

    @property
    def score(self) -> float | None:
        """The share of the parts that are right, or 1 and 0 for the whole; None where there is no verdict."""
        if not self.outcome.readable:
            return None
        if self.parts:
            return sum(self.parts) / len(self.parts)
        return float(self.outcome is JudgeOutcome.EQUIVALENT)


class Progress(NamedTuple):
    """How far a run is, in calls."""

    done: int
    total: int
    failed: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class _Ask:
    """One call to make for one row."""

    row: JudgeRow
    swapped: bool
    sample: int


@dataclass(slots=True)
class _Plan:
    """The calls of a run: which rows want which, and what they said."""

    wanted: list[list[bytes]] = field(default_factory=list)  # a list of keys a row
    asks: dict[bytes, _Ask] = field(default_factory=dict)  # not in the cache
    replies: dict[bytes, Reply] = field(default_factory=dict)
    usage: dict[bytes, Usage] = field(default_factory=dict)


class Judge:
    """A language model that decides whether answers mean the same as their reference answers.

    `url` and `model` name any OpenAI-compatible chat endpoint, `key_env` the environment variable with its key.
    `prompt` is a shipped prompt ("answer", "question", "parts"), a file, or an object with `build_prompt`; None
    takes "question" for rows that have one and "answer" for the rest. `samples` opinions are asked for, and with
    `swap` each also with the two texts exchanged. `cache` is a file; `refresh` says which of its replies are asked
    for anew: those that hold no verdict ("failed"), "all" or "none". `max_calls` bounds the calls of one run.
    Other options are `ChatClient`'s. Raises `ValueError` for settings that cannot work, before anything is sent.

    >>> judge = Judge("http://127.0.0.1:9/v1", "m", max_attempts=1)
    >>> judge.one("0.5", "1/2").outcome
    <JudgeOutcome.TRANSPORT: 'transport'>
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key_env: str | None = None,
        prompt: str | Path | Prompt | PromptLike | None = None,
        samples: int = 1,
        swap: bool = False,
        cache: str | Path | ReplyCache | None = None,
        refresh: Refresh = "failed",
        max_calls: int | None = None,
        parameters: Mapping[str, Any] | None = None,
        **client_options: Any,
    ) -> None:
        if samples < 1:
            raise ValueError("a judge gives at least one sample")
        if refresh not in ("failed", "all", "none"):
            raise ValueError(f'refresh is "failed", "all" or "none", not {refresh!r}')
        self.samples, self.swap, self.refresh, self.max_calls = samples, swap, refresh, max_calls
        self.prompt = load_prompt(str(prompt)) if isinstance(prompt, str | Path) else prompt
        if swap and isinstance(self.prompt, Prompt) and self.prompt.by_part:
            raise ValueError("an answer and a list of parts cannot be exchanged: no swap with the prompt by part")
        defaults = {"temperature": TEMPERATURE[samples > 1], "max_tokens": MAX_TOKENS}
        self.client = ChatClient(
            url, model, key_env=key_env, parameters={**defaults, **(parameters or {})}, **client_options
        )
        self.cache = ReplyCache(cache) if isinstance(cache, str | Path) else cache

    def judge(
        self, rows: Iterable[JudgeRow | Mapping[str, Any]], *, on_progress: Callable[[Progress], None] | None = None
    ) -> list[JudgeResult]:
        """One result a row, in order. Rows are `JudgeRow`s or mappings with the same names."""
        plan = self._plan(rows)
        keys = list(plan.asks)[: self.max_calls]
        self.client.complete(self._calls(plan, keys), on_done=self._collector(plan, keys, on_progress))
        return [self._result(plan, wanted) for wanted in plan.wanted]

    async def ajudge(
        self, rows: Iterable[JudgeRow | Mapping[str, Any]], *, on_progress: Callable[[Progress], None] | None = None
    ) -> list[JudgeResult]:
        """`judge` for callers inside a running loop."""
        plan = self._plan(rows)
        keys = list(plan.asks)[: self.max_calls]
        await self.client.acomplete(self._calls(plan, keys), on_done=self._collector(plan, keys, on_progress))
        return [self._result(plan, wanted) for wanted in plan.wanted]

    def one(self, answer: str, reference_answer: Reference, question: str | None = None) -> JudgeResult:
        """The result for one row."""
        return self.judge([JudgeRow(answer, reference_answer, question)])[0]

    def close(self) -> None:
        """Close the connections and the cache."""
        self.client.close()
        if self.cache is not None:
            self.cache.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- from rows to calls ------------------------------------------------------------------------------------

    def _plan(self, rows: Iterable[JudgeRow | Mapping[str, Any]]) -> _Plan:
        plan = _Plan()
        for given in rows:
            row = _texts_of(given if isinstance(given, JudgeRow) else JudgeRow(**given))
            keys = []
            for sample in range(self.samples):
                for swapped in (False, True) if self.swap else (False,):
                    ask = _Ask(row, swapped, sample)
                    key = self._key(ask)
                    keys.append(key)
                    if key not in plan.asks and key not in plan.replies:
                        self._look_up(plan, key, ask)
            plan.wanted.append(keys)
        return plan

    def _look_up(self, plan: _Plan, key: bytes, ask: _Ask) -> None:
        known = None if self.cache is None or self.refresh == "all" else self.cache.get(key)
        if known is not None:
            reply = self._read(ask, known[1])
            if reply.verdict.readable or self.refresh == "none":
                plan.replies[key] = reply
                return
        plan.asks[key] = ask

    def _key(self, ask: _Ask) -> bytes:
        contract, messages = self._conversation(ask)
        return cache_key(
            endpoint=shown_url(self.client.url),
            model=self.client.model,
            parameters=self.client.parameters,
            messages=messages,
            contract=[contract.name, contract.version, contract.schema],
            sample=ask.sample,
        )

    def _conversation(self, ask: _Ask) -> tuple[Contract, list[Message]]:
        row, prompt = ask.row, self.prompt
        if prompt is None:
            prompt = load_prompt("answer" if row.question is None else "question")
        answer: Reference = row.answer
        reference: Reference = row.reference_answer
        if ask.swapped:
            answer, reference = reference, answer
        if isinstance(prompt, Prompt):
            return prompt.contract_for(reference), prompt.messages(answer, reference, row.question)
        content = prompt.build_prompt(answer=" | ".join(_texts(answer)), reference_answer=" | ".join(_texts(reference)))
        return getattr(prompt, "contract", JUDGEMENT), [{"role": "user", "content": content}]

    def _calls(self, plan: _Plan, keys: Sequence[bytes]) -> Iterator[Call]:
        for key in keys:
            contract, messages = self._conversation(plan.asks[key])
            yield Call(messages, contract.response_format)

    # ---- from completions to results ---------------------------------------------------------------------------

    def _collector(
        self, plan: _Plan, keys: Sequence[bytes], on_progress: Callable[[Progress], None] | None
    ) -> Callable[[int, Completion], None]:
        """What is done when a call ends: read the reply, keep it, tell."""
        failed, usage = 0, Usage()

        def collect(index: int, completion: Completion) -> None:
            nonlocal failed, usage
            key = keys[index]
            reply = self._read(plan.asks[key], completion)
            if self.cache is not None and completion.ok:
                self.cache.put(key, reply.verdict, completion)
            plan.replies[key], plan.usage[key] = reply, completion.usage
            failed += not reply.verdict.readable
            usage += completion.usage
            if on_progress is not None:
                on_progress(Progress(len(plan.usage), len(keys), failed, usage))

        return collect

    def _read(self, ask: _Ask, completion: Completion) -> Reply:
        if completion.failure is not None:
            verdict = _FAILURES.get(completion.failure, JudgeOutcome.TRANSPORT)
            return Reply(verdict, completion.error or "", completion.text or "")
        if completion.refusal and not completion.text:
            return Reply(JudgeOutcome.REFUSED, "the judge refused", completion.refusal)
        contract, _ = self._conversation(ask)
        row = ask.row
        return contract.parse(
            completion.text,
            completion.finish_reason,
            reasoning=completion.reasoning,
            untrusted=map(clip, (row.answer, *_texts(row.reference_answer), row.question or "")),
        )

    def _result(self, plan: _Plan, wanted: Sequence[bytes]) -> JudgeResult:
        unsent = Reply(JudgeOutcome.UNSENT, f"the limit of {self.max_calls} calls was reached")
        replies = [plan.replies.get(key, unsent) for key in wanted]
        opinions = replies
        if self.swap:
            opinions = [both_orders(*pair) for pair in zip(replies[::2], replies[1::2], strict=True)]
        cached = not any(key in plan.asks for key in wanted)
        # A call that several rows want, or one in both orders, was made once: the first has its tokens.
        return _decided(opinions, replies, cached, (plan.usage.pop(key, Usage()) for key in wanted))


def _texts_of(row: JudgeRow) -> JudgeRow:
    """The row with texts where its owner has numbers, None or NaN."""
    answer, reference, question = row
    keys = [as_text(one) for one in reference] if isinstance(reference, list | tuple) else as_text(reference)
    return JudgeRow(as_text(answer), keys, None if question is None else as_text(question))


def _texts(reference: Reference) -> Sequence[str]:
    return [reference] if isinstance(reference, str) else list(reference)


_FAILURES = {Failure.STOPPED: JudgeOutcome.UNSENT, Failure.FILTERED: JudgeOutcome.FILTERED}


class Panel:
    """Several judges that decide together, by the majority of all their opinions.

    >>> panel = Panel([Judge("http://127.0.0.1:9", name, max_attempts=1) for name in ("a", "b")])
    >>> panel.one("0.5", "1/2").outcome
    <JudgeOutcome.TRANSPORT: 'transport'>
    """

    def __init__(self, judges: Sequence[Judge]) -> None:
        if not judges:
            raise ValueError("a panel has at least one judge")
        self.judges = tuple(judges)

    def judge(
        self, rows: Iterable[JudgeRow | Mapping[str, Any]], *, on_progress: Callable[[Progress], None] | None = None
    ) -> list[JudgeResult]:
        """One result a row, in order; the judges are asked one after the other."""
        rows = list(rows)
        by_judge = [judge.judge(rows, on_progress=on_progress) for judge in self.judges]
        return [_together(results) for results in zip(*by_judge, strict=True)]

    def one(self, answer: str, reference_answer: Reference, question: str | None = None) -> JudgeResult:
        """The result for one row."""
        return self.judge([JudgeRow(answer, reference_answer, question)])[0]

    def close(self) -> None:
        """Close all judges."""
        for judge in self.judges:
            judge.close()


def _together(results: Sequence[JudgeResult]) -> JudgeResult:
    """One vote a judge: what it came to itself."""
    opinions = [Reply(result.outcome, result.reason, result.raw, result.parts) for result in results]
    cached = all(result.cached for result in results)
    return _decided(opinions, opinions, cached, (result.usage for result in results))


def _decided(opinions: Sequence[Reply], replies: Sequence[Reply], cached: bool, usage: Iterable[Usage]) -> JudgeResult:
    """What opinions come to together; `replies` are what is shown of them."""
    made = decide(opinions)
    spent = sum(usage, Usage())
    return JudgeResult(made.outcome, made.reason, made.agreement, tuple(replies), made.parts, cached, spent)
