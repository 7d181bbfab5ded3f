"""The closed grammar of short verdicts: the words and single sentences that say one.

Closed on purpose: a phrase that is not in it says nothing ("untrue", "not true", "true or false?", "equal if x > 0").
"""

from __future__ import annotations

import re
from enum import StrEnum


class JudgeOutcome(StrEnum):
    """What asking a judge came to: one of three verdicts, or why there is none."""

    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    INVALID = "invalid"  # there is no answer to judge: a refusal, an answer cut off
    # no verdict
    UNREADABLE = "unreadable"  # a reply that says no verdict, or two
    REFUSED = "refused"
    TRUNCATED = "truncated"  # cut off before the verdict was out
    EMPTY = "empty"
    FILTERED = "filtered"  # by the provider's content filter
    TRANSPORT = "transport"  # no reply: connection, status, time limit, a body that is no completion
    UNSENT = "unsent"  # the run's limit of calls was reached, or the run was stopped
    DISAGREED = "disagreed"  # samples, judges or orders without a majority

    @property
    def readable(self) -> bool:
        """True for the three verdicts."""
        return self in _VERDICTS


_VERDICTS = frozenset({JudgeOutcome.EQUIVALENT, JudgeOutcome.DIFFERENT, JudgeOutcome.INVALID})
_PHRASES = {
    JudgeOutcome.EQUIVALENT: (
        "true|yes|equivalent|equal|correct|same|the same|identical|match|matches|matching|a match|pass|right|accurate"
        "|是|对|正确|等价|一致|相同|相等"
    ),
    JudgeOutcome.DIFFERENT: (
        "false|no|different|incorrect|wrong|unequal|inequivalent|nonequivalent|non equivalent|not equivalent|not equal"
        "|not correct|not the same|not identical|no match|not a match|mismatch|does not match|do not match|not matching"
        "|doesn't match|don't match|isn't equivalent|aren't equivalent|isn't correct|aren't equal|inaccurate|fail"
        "|否|错|错误|不正确|不等价|不一致|不同|不相同|不相等"
    ),
    JudgeOutcome.INVALID: "invalid|no answer",
}
_WORDS = {phrase: outcome for outcome, phrases in _PHRASES.items() for phrase in phrases.split("|")}

_SENTENCE = re.compile(
    r"(?:(?:therefore|thus|so|hence|in conclusion|overall|finally|conclusion|based on [^,.]{1,60},)[, :]* ?)?"
    r"(?:(?P<opening>yes|no|true|false)\b[,.:]? )?"
    r"(?P<subject>(?:(?:both|the|these|those|two|given|final|predicted|generated|candidate(?:'s)?|student(?:'s)?"
    r"|model(?:'s)?|reference|golden|expected|provided|submitted|and|of|them) )*"
    r"(?:answers?|responses?|expressions?|values?|solutions?|results?|forms?|numbers?|predictions?|they|it|this|both))"
    r"(?:(?:(?: is| are|'re|'s) (?P<not>not )?|(?P<contracted> isn't| aren't) )"
    r"(?:(?:mathematically|numerically|semantically|logically|exactly|completely|indeed|also|clearly) )*"
    r"(?P<word>equivalent|equal|the same|identical|correct|incorrect|different|wrong|unequal|invalid)"
    r"|(?: (?P<negated>does not|do not|doesn't|don't))? (?P<verb>match|matches|agree|agrees))"
    r"(?: (?:to|with|as|from) (?:each other|one another)"
    r"|(?: (?:to|with|as|from))? (?:the )?(?:reference|golden|correct|expected|key|ground truth)"
    r"(?: answer| key| value| solution)?)?"
)
_MARKUP = re.compile(r"[*_`\"“”\[\](){}<>$#|~✅❌✓✗]+|\\(?:boxed|text|textbf|mathrm|mathbf)\b|(?<!\w)['’]|['’](?!\w)")
_GAP = re.compile(r"[\s_-]+")
_OF_ONE = frozenset({"correct", "incorrect", "wrong", "invalid"})
_LONGEST = 300


def plain(text: str) -> str:
    """`text` in lower case, without mark-up, quotes and final punctuation, its words one space apart."""
    return _GAP.sub(" ", _MARKUP.sub(" ", text).replace("’", "'")).strip(" .!,;:").casefold()


def is_sentence(text: str) -> bool:
    """Whether `text` is a whole sentence of the grammar, not a word alone."""
    return len(text) <= _LONGEST and _SENTENCE.fullmatch(plain(text)) is not None


def say(text: str) -> JudgeOutcome | None:
    """The verdict that a phrase or a single sentence says when it says nothing else; else None.

    >>> say("**Not equivalent**.")
    <JudgeOutcome.DIFFERENT: 'different'>
    >>> say("true or false?") is None
    True
    """
    if len(text) > _LONGEST or "?" in text:
        return None
    phrase = plain(text)
    if phrase in _WORDS:
        return _WORDS[phrase]
    match = _SENTENCE.fullmatch(phrase)
    if match is None:
        return None
    about_key = re.search(r"\b(?:reference|golden|expected)\b", match["subject"]) and " and " not in match["subject"]
    about_both = re.search(r"\b(?:both|two|they|these|those)\b|s\Z", match["subject"]) and match["word"] in _OF_ONE
    if about_key or about_both:  # "the reference is wrong", "both are correct": nothing about the two being the same
        return None
    outcome = _WORDS[match["word"] or "match"]
    if match["not"] or match["contracted"] or match["negated"]:
        if outcome is not JudgeOutcome.EQUIVALENT:  # "not different" may mean much
            return None
        outcome = JudgeOutcome.DIFFERENT
    return None if match["opening"] and _WORDS[match["opening"]] is not outcome else outcome
