"""The LLM judge, for the rows that rules leave undecided."""
