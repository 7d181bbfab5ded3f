"""Size limits before any work, step budgets while working: the only place where the engine is bounded.

There are no timers, signals, threads or subprocesses: a limit counts what the input is, a budget counts
what the engine does, so the same input gives the same verdict on a loaded machine, in a thread, anywhere.
"""

from __future__ import annotations

# Reading. Generous for real answers (the longest key of the MATH test set has 160 characters).
MAX_ANSWER_CHARS = 20_000
MAX_AMBIGUOUS_CHARS = 4_000  # of a text that is read in more than one way
MAX_TOKENS = 12_000
MAX_DEPTH = 60  # nested groups, scripts and prefix operators: bounds every recursion over a tree
MAX_DIGITS = 4_000  # of one number, below the limit at which CPython refuses to convert
MAX_UNIT_SYMBOLS = 30  # of one unit, as in kg m/s^2

# Exact arithmetic.
MAX_BITS = 40_000  # of an integer that exact arithmetic may make
MAX_TERMS = 600  # of a polynomial in normal form
MAX_ATOM = 3_000  # parts of what stands inside a function or an exponent in normal form

# Working.
STEPS = 30_000  # of one comparison; a step is about a microsecond


class BudgetExceeded(Exception):
    """Raised inside the kernel when a budget runs out; `compare` turns it into UNDECIDED, reason `budget`."""


class Budget:
    """A count of steps that one comparison may still spend.

    >>> budget = Budget(10)
    >>> budget.spend(4)
    >>> budget.left
    6
    """

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take `steps` from the budget; raise `BudgetExceeded` when they are not there."""
        self.left -= steps
        if self.left < 0:
            raise BudgetExceeded
