"""Between integers and their digits, whatever `sys.set_int_max_str_digits` says: its least value is 640."""

from __future__ import annotations

_CHUNK = 640
_SURELY_SHORT = 2_000  # bits: fewer digits than a chunk


def from_digits(digits: str, base: int = 10) -> int:
    """The integer that the digits stand for; `ValueError` where they are none.

    >>> from_digits("1" + "0" * 5000) == 10**5000
    True
    """
    if len(digits) <= _CHUNK:
        return int(digits, base)
    head: int = from_digits(digits[:-_CHUNK], base) * base**_CHUNK
    return head + int(digits[-_CHUNK:], base)


def to_digits(number: int) -> str:
    """The integer in decimal digits.

    >>> to_digits(-(10**5000)) == "-1" + "0" * 5000
    True
    """
    if number.bit_length() < _SURELY_SHORT:
        return str(number)
    if number < 0:
        return "-" + to_digits(-number)
    head, tail = divmod(number, 10**_CHUNK)
    return (to_digits(head) if head else "") + str(tail).zfill(_CHUNK if head else 0)
