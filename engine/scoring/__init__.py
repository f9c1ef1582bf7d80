"""Scoring: what a finished hand is worth, from facts alone.

``facts`` is everything that may bear on a settlement, with no trace of how it came about: a position read
from a file and a hand played at a table are scored by the same code. ``settlement`` is the answer: items with
their clauses, the arithmetic step by step, and the transfers.
"""
