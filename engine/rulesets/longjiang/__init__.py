"""Longjiang treasure mahjong (黑龙江宝牌麻将): docs/rules/longjiang.md, clauses ``LJ-…``."""
