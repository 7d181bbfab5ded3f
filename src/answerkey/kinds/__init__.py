"""Tree to typed value: one file per kind of answer, one ordered table (`table.py`)."""
