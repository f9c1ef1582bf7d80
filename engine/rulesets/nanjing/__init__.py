"""Nanjing mahjong (南京麻将): docs/rules/nanjing.md, clauses ``NJ-…``."""
