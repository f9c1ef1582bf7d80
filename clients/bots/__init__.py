"""Bots: they choose from what their seat sees and is offered, and nothing else."""
