"""All rulesets, one line each; the only place that knows them all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.position_rules import PositionRules
from engine.rulesets.nanning.position import POSITION as NANNING

__all__ = ["POSITION_RULES"]

POSITION_RULES: Final[Mapping[str, PositionRules]] = MappingProxyType({
    rules.key: rules for rules in (
        NANNING,
    )
})  # fmt: skip
"""How positions of each ruleset are read and scored, by its key."""
