"""Policy: every convention that a run may choose. One field a convention, named after what it does.

Presets: `default` is a careful human marker with the key in hand; `strict` is for rewards in training, where
nothing that a model could exploit may be left; `lenient` forgives rounding and wording.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Policy:
    """The conventions of a run. Frozen and hashable: it can be a cache key, and no stage can change it."""

    name: str = "default"

    # Decimals
    rounded_answer_digits: int | None = 6  # an answer that is the key's correct rounding to so many digits
    rounded_key_digits: int | None = 3  # a decimal key of so many digits accepts what rounds to it
    relative_tolerance: float = 1e-6
    absolute_tolerance: float = 0.0

    # Percent, money and units
    percent_accepts_bare_number: bool = True  # 50% == 50
    missing_unit_accepted: bool = True
    convert_units: bool = True

    # Names and forms
    name_is_presentation: bool = True  # 5 == x=5
    require_solved_form: bool = True  # x^2-5x+6<0 does not earn (2,3)
    require_form: Literal["integer", "reduced_fraction", "factored", "key"] | None = None
    significant_digits: int | None = None  # that the answer must be given to

    # Collections
    ordered_lists: bool = False  # 1,2,3 against 3,2,1
    ordered_tuples: bool = True  # (1,2) against (2,1)
    bare_list_is_tuple: bool = True  # (1,2) == 1,2

    # Words
    other_words_undecided: bool = True  # False: words that differ are INCORRECT

    # Hedges and partial credit
    hedge_accepted: bool = False
    partial_credit: bool = False

    @classmethod
    def preset(cls, name: str) -> Policy:
        """The preset called `name`; `ValueError` naming the presets there are for any other name."""
        try:
            return PRESETS[name]
        except KeyError:
            known = ", ".join(sorted(PRESETS))
            raise ValueError(f"there is no policy {name!r}; the presets are: {known}") from None


DEFAULT = Policy()
PRESETS: dict[str, Policy] = {
    "default": DEFAULT,
    "strict": replace(
        DEFAULT,
        name="strict",
        rounded_answer_digits=None,
        rounded_key_digits=None,
        relative_tolerance=1e-9,
        percent_accepts_bare_number=False,
        missing_unit_accepted=False,
        require_form="key",
    ),
    "lenient": replace(DEFAULT, name="lenient", rounded_answer_digits=3, relative_tolerance=1e-3),
}


def resolve(policy: Policy | str) -> Policy:
    """`policy` itself, or the preset of that name."""
    return policy if isinstance(policy, Policy) else Policy.preset(policy)
