"""Nanning mahjong (南宁麻将): docs/rules/nanning.md, clauses ``NN-…``."""
