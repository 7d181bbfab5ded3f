"""The small primes in a whole number."""

from __future__ import annotations

from math import isqrt

LARGEST_PRIME = 1000


def _sieve(limit: int) -> tuple[int, ...]:
    return tuple(n for n in range(2, limit) if all(n % d for d in range(2, isqrt(n) + 1)))


_PRIMES = _sieve(LARGEST_PRIME)


def factors(n: int) -> dict[int, int]:
    """n > 0 as primes and exponents; a cofactor without small factors stays whole (its square root is tried)."""
    found: dict[int, int] = {}
    for p in _PRIMES:
        if p * p > n:
            break
        while n % p == 0:
            n //= p
            found[p] = found.get(p, 0) + 1
    if n > 1:
        root = isqrt(n)
        if root * root == n:
            found[root] = found.get(root, 0) + 2
        else:
            found[n] = found.get(n, 0) + 1
    return found
