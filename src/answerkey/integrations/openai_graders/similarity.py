"""The measures of a `text_similarity` grader that need no model: each from 0 to 1."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial

MAX_CHARS = 100_000  # of a text: what bounds the work
_WORD = re.compile(r"[^\W_]+")


def fuzzy_match(text: str, reference: str) -> float:
    """Twice the longest common subsequence of characters over both lengths (the ratio that rapidfuzz calls `ratio`).

    >>> fuzzy_match("kitten", "sitting")
    0.6153846153846154
    """
    return _harmonic(_longest_common(text, reference), len(text), len(reference))


def rouge_n(text: str, reference: str, n: int) -> float:
    """ROUGE-N as an F measure (Lin 2004): the n-grams of words that both have.

    >>> rouge_n("the cat sat", "the cat lay", 1)
    0.6666666666666666
    """
    ours, theirs = _grams(_words(text), n), _grams(_words(reference), n)
    if not ours and not theirs:  # too few words on both sides
        return float(text == reference)
    return _harmonic((ours & theirs).total(), ours.total(), theirs.total())


def rouge_l(text: str, reference: str) -> float:
    """ROUGE-L as an F measure (Lin 2004): the longest common subsequence of words."""
    ours, theirs = _words(text), _words(reference)
    return _harmonic(_longest_common(ours, theirs), len(ours), len(theirs))


def gleu(text: str, reference: str) -> float:
    """Sentence GLEU (Wu et al. 2016): the lower of precision and recall over all n-grams of one to four words.

    >>> gleu("a b c", "a b d")
    0.5
    """
    ours, theirs = text.split(), reference.split()
    shared = total_ours = total_theirs = 0
    for n in range(1, 5):
        left, right = _grams(ours, n), _grams(theirs, n)
        shared, total_ours, total_theirs = (
            shared + (left & right).total(), total_ours + left.total(), total_theirs + right.total()
        )  # fmt: skip
    return shared / max(total_ours, total_theirs) if shared else 0.0


def bleu(text: str, reference: str) -> float:
    """Sentence BLEU (Papineni et al. 2002) of up to four words, with one added to the counts above single words
    (Lin and Och 2004) so that a short sentence is not nothing.

    >>> bleu("the cat sat down", "the cat sat down")
    1.0
    """
    ours, theirs = text.split(), reference.split()
    logs = []
    for n in range(1, min(4, len(ours)) + 1):
        left = _grams(ours, n)
        added = int(n > 1)
        shared = (left & _grams(theirs, n)).total() + added
        if not shared:
            return 0.0
        logs.append(math.log(shared / (left.total() + added)))
    if not logs:
        return 0.0
    brevity = min(0.0, 1 - len(theirs) / len(ours))
    return math.exp(brevity + sum(logs) / len(logs))


MEASURES: dict[str, Callable[[str, str], float]] = {
    "fuzzy_match": fuzzy_match,
    "bleu": bleu,
    "gleu": gleu,
    **{f"rouge_{n}": partial(rouge_n, n=n) for n in range(1, 6)},
    "rouge_l": rouge_l,
}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _grams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))


def _harmonic(shared: int, ours: int, theirs: int) -> float:
    """The harmonic mean of precision and recall; 1 for two empty texts."""
    return 2 * shared / (ours + theirs) if ours + theirs else 1.0


def _longest_common(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence, a row of the table at a time as bits of an integer (Hyyrö 2004)."""
    places: dict[Hashable, int] = {}
    for place, one in enumerate(left):
        places[one] = places.get(one, 0) | 1 << place
    every = row = (1 << len(left)) - 1
    for one in right:
        met = row & places.get(one, 0)
        row = ((row + met) | (row - met)) & every
    return len(left) - row.bit_count()
