"""The ordered table of extraction rules, and the `Extractor` that runs them.

A rule is a file in `rules/` and a row in `RULES`; a language or a phrase is a line in `phrases/`. The first rule that
finds something decides, with two exceptions that `docs/extraction.md` explains: what a response takes back does not
count, and a key that is an option reads on until a rule finds an option.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from answerkey.extraction import clause, expression, hidden, options, pattern, run_on, standing, thinking, withdrawal
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import Extraction, Response, Rule
from answerkey.extraction.rules import (
    boolean,
    box,
    hashes,
    json_reply,
    label,
    last_line,
    math,
    number,
    option,
    phrase,
    refusal,
    statement,
    tag,
    whole,
)
from answerkey.extraction.spans import before_proof_end, strip_space
from answerkey.extraction.standing import Standing
from answerkey.verdict import Reason

__all__ = ["DEFAULT", "MARKED", "PRESETS", "RULES", "Extraction", "Extractor", "key_text"]

RULES: dict[str, Rule] = {
    # what a response marks as its answer
    "tag": tag.find,
    "json": json_reply.find,
    "box": box.find,
    "hashes": hashes.find,
    "label": label.find,
    "phrase": phrase.find,
    # what can only be its answer
    "option": option.find,
    "boolean": boolean.find,
    "bare": whole.bare,
    "refusal": refusal.find,
    "last_line": last_line.find,
    # what it ends on
    "statement": statement.find,
    "math": math.find,
    "number": number.find,
    "whole": whole.find,
}
_ESCAPED = re.compile(r"\\\\[A-Za-z]")
_SINGLE = re.compile(r"(?<!\\)\\(?:\\\\)*(?!\\)")
_EMPHASIS = re.compile(r"([^*`]*[^*`\s])(?:(?:\*\*|`)(?=[\s.,;:!?)]|\Z)|\*(?=\s))(?=[^*`]*\Z)")
MARKED = ("tag", "json", "box", "hashes", "label", "phrase")  # the rules that need a mark
_AGAIN = (*MARKED, "option", "boolean")  # of these an earlier find may count where a later one does not
_KEPT = (*MARKED, "bare", "last_line")  # what a response may take back
_CLOSING = ("last_line", "statement", "math", "number")  # where these find but a remark, what stands before it counts
_VALUES = (*MARKED, "option", "boolean", "statement", "math", "number")  # which tell an answer from other text
_INSTEAD = ("hashes", "label", "phrase", "option", "statement")  # what may replace an answer that does not count
MAX_TRIES = 4  # finds of one rule that do not count, before an earlier one may
MAX_REMARKS = 2  # that may stand behind an answer which nothing marks


@dataclass(frozen=True, slots=True)
class Extractor:
    """Which rules run, by name and in order. Frozen, hashable and picklable: one object serves every face.

    `pattern`: a regular expression of your own that runs first (see `pattern.py` for what is refused).
    `choose`: whether the last or the first candidate of a rule counts. `one_box`: several boxes are a hedge wherever
    they stand. `kind`: the kind of key to assume where none is given.

    >>> Extractor().extract("Therefore, the answer is 42 because geometry proves it.")
    Extraction(text='42', span=(25, 27), rule='phrase', alternatives=(), open=False)
    >>> Extractor.preset("strict").extract("The answer is 42.")
    <Reason.NO_ANSWER: 'no_answer'>
    """

    rules: tuple[str, ...] = tuple(RULES)
    pattern: str | None = None
    choose: Literal["last", "first"] = "last"
    one_box: bool = False
    kind: str | None = None

    def __post_init__(self) -> None:
        unknown = [name for name in self.rules if name not in RULES]
        if unknown:
            raise ValueError(f"there is no extraction rule {unknown[0]!r}; the rules are: {', '.join(RULES)}")
        if self.choose not in ("last", "first"):
            raise ValueError(f"choose is 'last' or 'first', not {self.choose!r}")
        if self.pattern is not None:
            pattern.guarded(self.pattern)

    @classmethod
    def preset(cls, name: str) -> Extractor:
        """The preset called `name`; `ValueError` naming the presets there are for any other name."""
        try:
            return PRESETS[name]
        except KeyError:
            raise ValueError(f"there is no extractor {name!r}; the presets are: {', '.join(PRESETS)}") from None

    def extract(self, response: str, key_kind: str | None = None) -> Extraction | Reason:
        """The answer, or the `no_answer*` reason why there is none. Never raises, whatever the text."""
        part = thinking.final_part(response)
        if isinstance(part, Reason):
            return part
        start, end = strip_space(response, *part)
        if start == end:
            return Reason.NO_ANSWER
        end = before_proof_end(response, start, end)
        found = self._first_answered(response, start, end, key_kind)
        if not isinstance(found, Reason) and hidden.near(response, *found.span):
            shown = hidden.blanked(response, found.span[0])
            start, end = strip_space(shown, start, end)
            return self._first_answered(shown, start, end, key_kind) if start < end else Reason.NO_ANSWER
        return found

    def _first_answered(self, response: str, start: int, end: int, key_kind: str | None) -> Extraction | Reason:
        """The answer before the response runs on into questions of its own."""
        found = self._find(response, start, end, key_kind)
        for _ in range(0 if self.one_box or self.choose == "first" else run_on.MAX_QUESTIONS):
            if isinstance(found, Reason) or (asked := run_on.next_question(response, start, found.span[0])) is None:
                break
            before = self._find(response, start, asked, key_kind)
            if isinstance(before, Reason) or before.rule not in MARKED:
                break
            found = before
        closing = not isinstance(found, Reason) and found.rule in _CLOSING and self.choose == "last"
        if isinstance(found, Reason) or not closing or _on_its_line(response, found):
            return found
        remark = run_on.remark(response, start, found.span[0], end)
        before = found if remark is None else self._find(response, *strip_space(response, start, remark), key_kind)
        return found if isinstance(before, Reason) else before

    def _find(
        self, response: str, start: int, end: int, key_kind: str | None, tries: int = MAX_REMARKS
    ) -> Extraction | Reason:
        """The answer in `response[start:end]`, which is more than white space, before at most `tries` remarks."""
        kind = key_kind or self.kind
        looked_at = Response(response, start, end, kind, self.choose == "first", self.one_box)
        if self.pattern is not None and (found := pattern.find(looked_at, self.pattern)):
            return found
        passed: Extraction | None = None
        none: Reason | None = None  # why the finds of stronger rules do not count
        possible: Extraction | None = None  # what is only possible, if nothing else is an answer
        refused: list[Extraction] = []
        for name in self.rules:
            if none and name not in MARKED:
                continue
            result = RULES[name](looked_at)
            if result is None:
                continue
            if isinstance(result, Reason):
                return passed or none or result
            if standing.refuses(result.text) and len(result.text) <= refusal.MAX_ANSWER:
                return Reason.NO_ANSWER_REFUSAL
            stands = self._standing(looked_at, name, result, refused)
            how = _stands(looked_at, result) if isinstance(stands, Reason) else Standing.ASSERTED
            if how is Standing.POSSIBLE and standing.is_torn(response[start:end]):
                how = Standing.DENIED  # one of several is none, nor is another
            if how in (Standing.SUPPOSED, Standing.POSSIBLE) and name in _CLOSING and tries:
                before = strip_space(response, start, clause.opening(response, result.span[0], start))
                earlier = self._find(response, *before, key_kind, tries - 1) if before[0] < before[1] else None
                values = _INSTEAD if how is Standing.POSSIBLE else _VALUES
                if isinstance(earlier, Extraction) and (earlier.rule in values or _is_number(earlier)):
                    return earlier
            if how is Standing.POSSIBLE and possible is None:
                possible = _plain(result, name, kind)
            if stands is None or isinstance(stands, Reason):
                none = none or stands
                continue
            result = stands
            if kind != "option":
                return _plain(result, name, kind)
            if named := options.narrow(result, response, end):
                return self._corrected(looked_at, named)
            if passed is None:  # no option: a later mark may name one
                passed = result
                looked_at = looked_at._replace(start=min(result.span[1], looked_at.end))
        if possible and kind == "option":
            possible = options.narrow(possible, response, end)
        return passed or possible or none or Reason.NO_ANSWER

    def _standing(
        self, response: Response, rule: str, found: Extraction, refused: list[Extraction]
    ) -> Extraction | Reason | None:
        """`found` if the response asserts it; else what it asserts instead or asserted before, by the same rule.

        None where the find is no answer, so that weaker rules may look; a reason where there is nothing but what was
        denied, supposed or taken back. `refused` collects what was found so, for weaker rules not to take it.
        """
        text, low = response.text, response.start
        one: Extraction | Reason | None = found
        for _ in range(MAX_TRIES):
            if not isinstance(one, Extraction):
                break
            stands = _stands(response, one)
            if response.wants_option and options.asked(one, text, response.end):
                stands = Standing.SUPPOSED
            if stands is Standing.RELATED:
                return one if rule in MARKED else None
            if stands is Standing.ASSERTED and not standing.is_placeholder(one.text):
                if refused and any(_is_refused(one, other) for other in refused):
                    return Reason.NO_ANSWER_RETRACTED
                return self._kept(response, rule, one)
            refused.append(one if stands is Standing.DENIED else one._replace(text=""))
            if one is found and (later := self._instead(response, found.span[1])):
                return later
            if rule not in _AGAIN or response.first:
                break
            one = RULES[rule](response._replace(end=standing.opening(text, one.span[0], low)))
        return Reason.NO_ANSWER_RETRACTED

    def _kept(self, response: Response, rule: str, found: Extraction) -> Extraction | Reason:
        """An asserted answer, unless the response takes it back later on."""
        if rule not in _KEPT or response.first or response.end - found.span[1] < 6:
            return found
        word = standing.is_yes_or_no(found.text)
        back = withdrawal.withdrawn(response.text, found.span[1], response.end, word=word)
        if back is None:
            return found
        later = self._instead(response, back.end)
        return later or (Reason.NO_ANSWER_RETRACTED if back.final else found)

    def _corrected(self, response: Response, found: Extraction) -> Extraction:
        """An option, or the one that takes its place at once: "C - no wait, D"."""
        start, stop = found.span[1], min(response.end, found.span[1] + standing.AFTER)
        back = withdrawal.withdrawn(response.text, start, stop)
        return (back and statement.instead(response._replace(start=back.end, end=stop))) or found

    def _instead(self, response: Response, start: int) -> Extraction | None:
        """What a response asserts from `start` on, by a mark or a statement."""
        rest = response._replace(start=start)
        if "statement" in self.rules and (said := statement.instead(rest)):
            return said
        for name in _INSTEAD:
            if name not in self.rules or not isinstance(later := RULES[name](rest), Extraction):
                continue
            if standing.of(rest.text, *later.span, start, rest.end) is Standing.ASSERTED:
                return later
        return None


def _on_its_line(text: str, found: Extraction) -> bool:
    """Is what was found a number that stands alone on the last line?"""
    line = text.rfind("\n", 0, found.span[0]) + 1
    return found.rule == "last_line" and line > 0 and NUMBER.fullmatch(text[line:].strip()) is not None


def _stands(response: Response, found: Extraction) -> Standing:
    return standing.of(response.text, *found.span, response.start, response.end, option=response.wants_option)


def _is_refused(found: Extraction, other: Extraction) -> bool:
    """Is `found` the place of `other`, which does not count, or the value that was denied there?"""
    return found.text == other.text or (found.span[0] < other.span[1] and other.span[0] < found.span[1])


def _is_number(found: Extraction) -> bool:
    """Is a text that is nothing but an answer one of numbers, and no heading?"""
    return found.rule == "bare" and any(sign.isdigit() for sign in found.text)


def _plain(found: Extraction, rule: str, kind: str | None) -> Extraction:
    """What a rule found, as a key of a kind has it."""
    if kind == "number" and rule not in MARKED:
        return expression.value(_unescaped(found))
    return boolean.narrow(found) if kind == "boolean" else _unescaped(found)


def _unescaped(found: Extraction) -> Extraction:
    """Text that was escaped once too often (`\\\\frac{1}{2}`, every backslash doubled) with single backslashes,
    and without the end of emphasis that opens before it (`42** cookies`)."""
    text = found.text
    if ("*" in text or "`" in text) and (closes := _EMPHASIS.match(text)):
        return found._replace(text=text[: closes.end(1)] + text[closes.end() :])
    if "\\\\" not in text or not _ESCAPED.search(text) or _SINGLE.search(text):
        return found
    return found._replace(text=text.replace("\\\\", "\\"))


DEFAULT = Extractor()
PRESETS: dict[str, Extractor] = {
    "default": DEFAULT,
    "math": Extractor(
        ("tag", "json", "box", "phrase", "bare", "refusal", "last_line", "statement", "math", "number", "whole")
    ),
    "gsm8k": Extractor(("hashes", "box", "label", "phrase", "bare", "refusal", "last_line", "number")),
    "mgsm": Extractor(("box", "hashes", "phrase", "bare", "refusal", "last_line", "number")),
    "option": Extractor(("tag", "json", "box", "phrase", "option", "refusal"), kind="option"),
    # Training: nothing but one box, so that there is nothing to exploit.
    "strict": Extractor(("box",), one_box=True),
}


def resolve(extractor: Extractor | str) -> Extractor:
    """The extractor, or the preset of that name; `ValueError` naming the presets there are for any other name."""
    return extractor if isinstance(extractor, Extractor) else Extractor.preset(extractor)


_KEY_LEAD = re.compile(
    r"[*_#\s]*+(?:(?:the\s+)?(?:final\s+|correct\s+)?answer\b[*_\s]*+(?:is\b[\s:]*|:)|(?:final\s+)answer\b)[*_\s]*",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def key_text(gold: str) -> str:
    """The key inside a gold text that holds more than the key: a box, `#### 18`, a leading "Final Answer:".

    Only these strong marks count; a plain key is returned as it is, but yes and no of another language in English.

    >>> key_text("She makes 9 * 2 = 18 dollars. #### 18"), key_text("x = 5"), key_text("Ja")
    ('18', 'x = 5', 'Yes')
    """
    return boolean.in_english(_unescaped(_key(gold)).text)


def _key(gold: str) -> Extraction:
    whole_text = Response(gold, 0, len(gold))
    if "box" in gold and isinstance(found := box.find(whole_text), Extraction):
        return found
    if "####" in gold and isinstance(found := hashes.find(whole_text), Extraction):
        return found
    lead = _KEY_LEAD.match(gold)
    start = lead.end() if lead and gold[lead.end() :].strip() else 0
    return whole_text.take(start, len(gold), "key", gold[start:].strip() if start else gold)
