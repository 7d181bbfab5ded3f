"""Numeric sums, products, integrals, limits and derivatives, within the budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb

from answerkey.scalars.point import Point

CALCULUS: dict[str, Callable[[Any, Point], acb]] = {}
