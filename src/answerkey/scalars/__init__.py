"""Are two scalars the same number or expression? An ordered table of comparers (`cascade.py`), cheapest first."""
