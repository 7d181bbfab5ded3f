"""What a run came to: counts, intervals, tables."""
