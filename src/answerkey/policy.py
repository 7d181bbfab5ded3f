"""Policy: every convention that a run may choose. One field a convention, named after what it does.

Presets: `default` is a careful human marker with the key in hand; `strict` is for rewards in training, where
nothing that a model could exploit may be left; `lenient` forgives rounding and wording. `docs/policy.md` is
made from the comments here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

Form = Literal["integer", "reduced_fraction", "factored", "key"]


@dataclass(frozen=True, slots=True)
class Policy:
    """The conventions of a run. Frozen and hashable: it can be a cache key, and no stage can change it.

    >>> Policy(name="physics", significant_digits=3).significant_digits
    3

    Raises `ValueError` (naming the switch, its value and what it may be) for a value outside a switch's range, and
    `TypeError` for one of the wrong type.
    """

    # What verdicts call this policy.
    name: str = "default"

    # -- Decimals
    # An answer that is the key's correct rounding to at least this many significant digits is accepted: with 6,
    # 0.333333 stands for 1/3 and 0.33 does not. None: no rounding of an exact key.
    rounded_answer_digits: int | None = 6
    # A decimal key of at least this many significant digits accepts what rounds to it: with 3, 0.635 accepts 0.6346.
    # None: a decimal key is exact.
    rounded_key_digits: int | None = 3
    # An answer within this share of the key is accepted where one of the two is a decimal.
    relative_tolerance: float = 1e-6
    # An answer within this distance of the key is accepted, whatever the two look like.
    absolute_tolerance: float = 0.0

    # -- Percent, money and units
    # 50% also stands for the bare number 50, and 50 for 50%; 0.5 is 50% in any case.
    percent_accepts_bare_number: bool = True
    # The answer may leave out the unit, the currency, or am and pm: 10 for 10 cm.
    missing_unit_accepted: bool = True
    # Another unit of the same dimension is converted: 5000 m for 5 km. False: another unit is wrong.
    convert_units: bool = True
    # The answer may leave out the base of a numeral: 204 for 204 in base 5.
    missing_base_accepted: bool = True

    # -- Names and forms
    # A name before an equals sign is presentation: 5 for x = 5, x = 5 for 5. Two different names differ anyway.
    name_is_presentation: bool = True
    # A chain 2x + 1 = 3 + 4 = 7 gives the value 7, its last member. False: only a name may stand before a value, and
    # such a chain is undecided, as the equation 2x + 1 = 7 always is: its solution is another number.
    chain_shows_value: bool = True
    # An answer that is true but not solved is undecided: x^2 - 5x + 6 < 0 for (2, 3), 3x = 6 for x = 2.
    require_solved_form: bool = True
    # Names stand for positive numbers, as lengths and masses are: sqrt(a^2/2) is a/sqrt(2).
    positive_names: bool = False
    # The form that the answer must have: "integer", "reduced_fraction", "factored", or "key": worked out, factored or
    # multiplied out where the key is. A value that is right in another form is wrong. None: any form.
    require_form: Form | None = None
    # The number of significant digits that the answer must be given to; it is then compared as a rounding of the key.
    significant_digits: int | None = None
    # x^2 is accepted for x^2 + C.
    missing_constant_accepted: bool = False

    # -- Collections
    # 3, 2, 1 is wrong for the key 1, 2, 3.
    ordered_lists: bool = False
    # (2, 1) is wrong for the key (1, 2).
    ordered_tuples: bool = True
    # 1, 2 without brackets is accepted for (1, 2).
    bare_list_is_tuple: bool = True

    # -- Words
    # Words that neither say the same nor exclude each other are undecided. False: they are wrong.
    other_words_undecided: bool = True

    # -- Hedges and credit
    # An answer that offers several values for a single-valued key is accepted if one of them is right.
    hedge_accepted: bool = False
    # The verdict's score is the share of the key's parts that the answer has, not 1 or 0.
    partial_credit: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, field.type, getattr(self, field.name))

    def __hash__(self) -> int:
        return hash(self.name)  # equal policies have one name, and every comparison asks for it

    @property
    def integers_are_exact(self) -> bool:
        """Are two different integers always different?"""
        return self.absolute_tolerance == 0 and self.significant_digits is None

    @classmethod
    def preset(cls, name: str) -> Policy:
        """The preset called `name`; `ValueError` naming the presets there are for any other name."""
        try:
            return PRESETS[name]
        except KeyError:
            known = ", ".join(sorted(PRESETS))
            raise ValueError(f"there is no policy {name!r}; the presets are: {known}") from None


def _check(name: str, annotation: Any, value: Any) -> None:
    """Raise if `value` cannot be what the switch `name`, annotated as `annotation`, is set to."""
    if value is None and "None" in annotation:
        return
    match annotation:
        case "bool":
            good, wanted = type(value) is bool, "True or False"
        case "str":
            good, wanted = isinstance(value, str), "a text"
        case "int | None":
            good, wanted = type(value) is int, "an integer or None"
            if good and not 1 <= value <= 1000:
                raise ValueError(f"policy switch {name} = {value!r}: must be from 1 to 1000, or None")
        case "float":
            good, wanted = type(value) in (int, float), "a number"
            bound = 1 if name.startswith("relative") else math.inf
            if good and not 0 <= value < bound:
                raise ValueError(f"policy switch {name} = {value!r}: must be at least 0 and less than {bound}")
        case _:
            forms = get_args(Form)
            if value not in forms:
                raise ValueError(f"policy switch {name} = {value!r}: must be one of {', '.join(forms)}, or None")
            return
    if not good:
        raise TypeError(f"policy switch {name} = {value!r}: must be {wanted}")


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
        missing_base_accepted=False,
        chain_shows_value=False,
        require_form="key",
    ),
    "lenient": replace(
        DEFAULT,
        name="lenient",
        rounded_answer_digits=3,
        relative_tolerance=1e-3,
        require_solved_form=False,
        positive_names=True,
        missing_constant_accepted=True,
    ),
}


def resolve(policy: Policy | str) -> Policy:
    """`policy` itself, or the preset of that name."""
    return policy if isinstance(policy, Policy) else Policy.preset(policy)
