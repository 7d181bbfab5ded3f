"""What a judge said: one reply in, exactly one outcome out.

A misread reply is worse than an unread one, so a verdict counts only where it stands as a verdict (`mentions`).
The last one wins where it revises an earlier one; verdicts that contradict each other in one breath, and a
verdict that is taken back after it, are unreadable.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from answerkey.judging.loose_json import Pairs
from answerkey.judging.mentions import Mention, mentions, of_value
from answerkey.judging.phrases import JudgeOutcome, say

MAX_REPLY_CHARS = 200_000


@dataclass(frozen=True, slots=True)
class Reply:
    """A judge's reply as read: the outcome, the judge's short reason (ours, where there is no verdict), the raw text.

    `parts` holds one boolean a part where the contract asks for parts.
    """

    verdict: JudgeOutcome
    reason: str = ""
    raw: str = ""
    parts: tuple[bool, ...] = ()

    @property
    def judgement(self) -> bool | None:
        """True for equivalent, False for different and invalid, None where there is no verdict."""
        return (self.verdict is JudgeOutcome.EQUIVALENT) if self.verdict.readable else None


def read_reply(
    text: str | None,
    finish_reason: str | None = None,
    *,
    reasoning: str | None = None,
    untrusted: Iterable[str] = (),
    parts: int | None = None,
) -> Reply:
    """Read a judge's reply. Never raises.

    `text` is the message's content; `finish_reason` and `reasoning` are what the server reported beside it.
    `untrusted` are the texts that were judged: where one of them itself speaks of verdicts, only a reply that is
    nothing but its object is read, so that a quotation cannot pass for a verdict. `parts` is the number of parts
    that the contract asks for.

    >>> read_reply('Both are one half.\\n{"judgement_result": true}').verdict
    <JudgeOutcome.EQUIVALENT: 'equivalent'>
    """
    raw = text or ""
    if finish_reason == "content_filter":
        return Reply(JudgeOutcome.FILTERED, "the provider's content filter stopped the reply", raw)
    if len(raw) > MAX_REPLY_CHARS:
        return Reply(JudgeOutcome.UNREADABLE, f"the reply has more than {MAX_REPLY_CHARS:,} characters", raw)
    judged = [_visible(one) for one in untrusted]
    wary = any(_speaks_of_verdicts(one) for one in judged)
    forgeable = any(_THOUGHT_END.search(one) for one in judged)  # then an end of reasoning may be a quotation
    body, unfinished = (raw, False) if forgeable else _without_thoughts(raw)
    cut = finish_reason == "length"
    # Some servers put everything into the reasoning field: only an object and nothing else is read there.
    whole = _whole(raw, parts) or _whole(body, parts) or (_whole(reasoning or "", parts) if not raw.strip() else None)
    if whole is not None and not (cut and wary):
        if whole.verdict is None:
            return Reply(JudgeOutcome.UNREADABLE, "the reply's object holds no single verdict", raw)
        return Reply(whole.verdict, whole.reason, raw, whole.parts)
    if cut or unfinished:
        return Reply(JudgeOutcome.TRUNCATED, "the reply was cut off before its verdict", raw)
    if not body.strip():
        return Reply(JudgeOutcome.EMPTY, "the reply is empty", raw)
    if wary:
        return Reply(
            JudgeOutcome.UNREADABLE, "the judged text speaks of verdicts, and the reply is not its object alone", raw
        )
    if _PAGE.match(body):
        return Reply(JudgeOutcome.UNREADABLE, "the reply is a web page", raw)
    said = mentions(body, parts)
    if said:
        return _final(body, said, raw)
    if _REFUSAL.match(body):
        return Reply(JudgeOutcome.REFUSED, "the judge refused", raw)
    return Reply(JudgeOutcome.UNREADABLE, "the reply says no verdict", raw)


def _whole(text: str, parts: int | None) -> Mention | None:
    """The verdict of a reply that is one JSON value and nothing else, in a fence, an answer's tags, or bare."""
    text = text.strip().removeprefix("<answer>").removesuffix("</answer>").strip()
    if text.startswith("```") and text.endswith("```"):
        text = re.sub(r"\A```\w*", "", text)[:-3]
    if text.startswith('{\\"'):
        text = f'"{text}"'
    try:
        value = json.loads(text, object_pairs_hook=Pairs)
        if isinstance(value, str):  # encoded once too often
            value = json.loads(value, object_pairs_hook=Pairs)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, bool):
        value = Pairs([("verdict", value)])
    return of_value(0, len(text), value, parts)


_THOUGHT_TAG = r"(?:think|thinking|thought|thoughts|reasoning|analysis|reflection|scratchpad)"
_THOUGHT_START = re.compile(
    rf"\s*(?:<{_THOUGHT_TAG}>|\[THINK\]|◁think▷|<\|channel\|>analysis|<\|begin_of_thought\|>)", re.IGNORECASE
)
_THOUGHT_END = re.compile(
    rf"</{_THOUGHT_TAG}>|\[/THINK\]|◁/think▷|<\|channel\|>final<\|message\|>|<\|end_of_thought\|>", re.IGNORECASE
)
_REFUSAL = re.compile(
    r"\s*(?:i['’]m (?:very |so )?sorry|sorry|i apologi[sz]e|unfortunately|as an ai"
    r"|i (?:can(?:['’]t|not| not)|am unable to|am not able to|won['’]t|will not|must decline)|i['’]m (?:unable"
    r"|not able) to|对不起|抱歉|很抱歉|我无法)",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|\?xml)\b", re.IGNORECASE)
_VERDICT_WORD = re.compile(r"judge?ment|verdict|\bparts\b", re.IGNORECASE)


def _without_thoughts(text: str) -> tuple[str, bool]:
    """The text after its reasoning; True if a reasoning block was opened and never closed."""
    end = None
    for end in _THOUGHT_END.finditer(text):  # noqa: B007 - the last one is wanted
        pass
    if end is not None:
        return text[end.end() :], False
    return ("", True) if _THOUGHT_START.match(text) else (text, False)


def _speaks_of_verdicts(text: str) -> bool:
    """Whether a judged text, quoted in a reply, could be taken for the reply's own verdict."""
    return bool(_VERDICT_WORD.search(text) or _THOUGHT_END.search(text) or mentions(text))


def _visible(text: str) -> str:
    """`text` as it looks: a judge that quotes it may leave out what nobody sees."""
    text = unicodedata.normalize("NFKC", text[:MAX_REPLY_CHARS])
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


# ---- which verdict is final -----------------------------------------------------------------------------------------

_REVISION = re.compile(
    r"\b(?:wait|actually|correction|corrected|second thoughts?|scratch that|hold on|mistaken?|i was wrong|reconsider\w*"
    r"|sorry|apolog\w+|revis\w+|re-?check\w*|re-?evaluat\w+|let me|hmm|changed? my mind|final(?:ly)?|instead)\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:wait|actually|correction|second thoughts?|scratch that|hold on|i was wrong|my mistake"
    r"|made an? (?:mistake|error)|reconsider\w*|sorry|apolog\w+|changed? my mind|ignore (?:that|the above)"
    r"|should (?:be|have been) (?:true|false)"
    r"|not sure|unsure|uncertain|don['’]t know|cannot (?:tell|determine)|can['’]t (?:tell|determine))\b|\A[\"'`”\s]*\?",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"\b(?:but|however|although|though|yet)\b", re.IGNORECASE)
_OPPOSED = re.compile(
    r"\b(?:false|different|differs?|incorrect|wrong|unequal|mismatch|invalid|not|never|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)
_UNSAID = re.compile(
    r"(?:\b(?:not|cannot|never|rather than|instead of|such as|e\.g\.|claim\w*|wrote|writes|quot\w+|if|either)|n['’]t)\b"
    r"[^.!?\n,;:]{0,60}\Z",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[^.!?\n]+[.!?]?")


def _final(text: str, said: list[Mention], raw: str) -> Reply:
    last = said[-1]
    if last.verdict is None:
        return Reply(JudgeOutcome.UNREADABLE, "the last verdict is unclear", raw)
    following = last
    for earlier in reversed(said[:-1]):
        if earlier.verdict is None:
            continue
        if (earlier.verdict, earlier.parts) != (last.verdict, last.parts):
            if not _revises(text[earlier.end : following.start]):
                return Reply(JudgeOutcome.UNREADABLE, "two different verdicts in one breath", raw)
            break
        following = earlier
    if _UNSAID.search(text[: last.start]) or _taken_back(last.verdict, text[last.end :]):
        return Reply(JudgeOutcome.UNREADABLE, "the verdict is not asserted, or taken back after it", raw)
    reason = last.reason or text[: said[0].start].strip(" \n\t`\"'{")[-500:]
    return Reply(last.verdict, reason, raw, last.parts)


def _revises(gap: str) -> bool:
    """Whether what stands between two verdicts makes the second a revision of the first, not an alternative to it."""
    if _REVISION.search(gap):
        return True
    words = re.findall(r"[^\W\d_]+", re.sub(r"```\w*", " ", gap))
    alternative = re.search(r"\b(?:or|otherwise|else)\b", gap, re.IGNORECASE)
    return len(words) >= 4 and not alternative and re.search(r"[.!?\n]", gap) is not None


def _taken_back(verdict: JudgeOutcome, after: str) -> bool:
    """Whether what follows a verdict takes it back, or says the opposite in a sentence of its own."""
    if _TAKEN_BACK.search(after):
        return True
    if verdict is JudgeOutcome.EQUIVALENT and _AGAINST.search(after) and _OPPOSED.search(after):
        return True
    return any(said not in (None, verdict) for said in map(say, _SENTENCES.findall(after)))
