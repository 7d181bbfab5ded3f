"""What processes of a pool have before their first row: imported once, by the server that they are forked from.

Importing the kernel, unit definitions and phrases takes as long as grading tens of thousands of rows. What is there
before the fork is frozen for the collector of garbage, which would otherwise copy the pages in every process.
"""

from __future__ import annotations

import gc

from answerkey.grading import grade
from answerkey.running.workers import processes

__all__ = ["processes"]

_LOADS = (  # what each of them is the first to load
    ("5 cm", "The answer is 0.05 m."),
    ("1/e", "So the answer is 0.36788, about."),
    (r"\sin x", r"Therefore, it is $\cos x + 1$."),
    ("3, 4", r"So they are \boxed{3} and \boxed{4}. Wait, the other answer was not right, because 3 is not 4."),
    ("8", "I looked at all of it for a while, and the rest is in the list above"),
    ("8", "There are 8 boxes left of the 20 that he had before, since twice as many were 5 more."),
)

for _gold, _response in _LOADS:
    grade(_gold, _response)
gc.collect()
gc.freeze()
