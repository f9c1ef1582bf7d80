"""Zhuji mahjong (诸暨麻将): docs/rules/zhuji.md, clauses ``ZJ-…``."""
