"""Exact functions of normal forms, as a table by name (the names are those of the notation's words)."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm

from answerkey.scalars import integers
from answerkey.scalars.forms import Unfit, Value, opaque
from answerkey.scalars.logarithms import logarithm, natural_logarithm
from answerkey.scalars.moduli import conjugate, modulus, part, sign
from answerkey.scalars.powers import square_root
from answerkey.scalars.trigonometry import TRIGONOMETRY

FUNCTIONS: dict[str, Callable[..., Value]] = {
    **TRIGONOMETRY,
    "ln": natural_logarithm,
    "log": logarithm,
    "lg": lambda x: logarithm(x, 10),
    "lb": lambda x: logarithm(x, 2),
    "sqrt": square_root,
    "abs": modulus,
    "norm": modulus,
    "sign": sign,
    "re": lambda x: part(x, imaginary=False),
    "im": lambda x: part(x, imaginary=True),
    "conj": conjugate,
    "floor": integers.whole_below,
    "ceil": integers.whole_above,
    "min": integers.extreme("min", min),
    "max": integers.extreme("max", max),
    "gcd": integers.common("gcd", gcd),
    "lcm": integers.common("lcm", lcm),
    "mod": integers.remainder,
    "factorial": integers.gamma_shifted,
    "gamma": integers.gamma,
    "binomial": integers.binomial,
    "perm": integers.permutations,
}


def call(name: str, arguments: tuple[Value, ...]) -> Value:
    """The function of that name at the arguments; unknown functions are opaque."""
    function = FUNCTIONS.get(name)
    if function is None:
        return opaque(name, *arguments)
    try:
        return function(*arguments)
    except TypeError as error:  # another number of arguments than the function takes
        raise Unfit from error
