"""Response to answer: an ordered table of rules (`chain.py`), each result with its span and the rule's name."""
