"""Face 2: DataFlow operators, their storage and their serving."""
