"""The part of a response that counts: what stands after the thinking and before the next turn of a dialogue."""

from __future__ import annotations

from itertools import chain

from answerkey.verdict import Reason

# (opens, closes), as models in use write them.
_TAGS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<seed:think>", "</seed:think>"),
    ("<REASONING_START>", "</REASONING_END>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis", "<|channel|>final<|message|>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
)
_STEMS = ("think>", "hought", "easoning>", "REASONING_", "scratchpad>", "<|channel|>", "THINK]", "think▷")
_TURNS = ("<|im_end|>", "<|im_start|>", "<|eot_id|>", "<|endoftext|>", "<|end|>", "<|return|>", "</s>", "<end_of_turn>")
MAX_ANGLES = 64  # that are looked at one by one; in a text with more, the marks are looked for as they are
_ANGLED = tuple(mark.lower() for mark in (*chain(*_TAGS), *_TURNS) if mark.startswith("<"))
_LONGEST = max(map(len, _ANGLED))
_TURN_STEMS = ("<|", "</s>", "<end_of")


def final_part(text: str) -> tuple[int, int] | Reason:
    """The span after the thinking; `NO_ANSWER_TRUNCATED` if a thought is never closed, `NO_ANSWER` if nothing follows.

    >>> final_part("<think>2+2</think>4")
    (18, 19)
    """
    start, end = 0, len(text)
    if not _may_have_marks(text):
        return start, end
    low = text.lower() if "<Think" in text or "<THINK" in text or "</Think" in text else text
    if any(stem in low for stem in _STEMS):
        for _, closes in _TAGS:
            place = low.rfind(closes)
            if place >= 0:
                start = max(start, place + len(closes))
        opened = min((at for opens, _ in _TAGS if (at := low.find(opens, start)) >= 0), default=-1)
        if opened >= 0:
            return Reason.NO_ANSWER_TRUNCATED
        if start and not text[start:].strip():
            return Reason.NO_ANSWER
    if any(stem in text for stem in _TURN_STEMS):
        for turn in _TURNS:
            place = text.find(turn, start, end)
            if place > start and text[start:place].strip():
                end = place
    return start, end


def _may_have_marks(text: str) -> bool:
    """Whether a mark may be there. Most responses have none: one character is found many times faster than several."""
    place = text.find("<")
    for _ in range(MAX_ANGLES):
        if place < 0:
            return "◁" in text or ("[" in text and "K" in text and text.rfind("THINK]") >= 0)
        if text[place : place + _LONGEST].lower().startswith(_ANGLED):
            return True
        place = text.find("<", place + 1)
    return True
