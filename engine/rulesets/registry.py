"""All rulesets, one line each; the only place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.errors import MalformedError
from engine.options import Values
from engine.position_rules import PositionRules
from engine.ruleset import Ruleset
from engine.rulesets.longjiang.items import TABLE as LONGJIANG_ROWS
from engine.rulesets.longjiang.position import POSITION as LONGJIANG
from engine.rulesets.longjiang.ruleset import build as build_longjiang
from engine.rulesets.nanjing.items import TABLE as NANJING_ROWS
from engine.rulesets.nanjing.position import POSITION as NANJING
from engine.rulesets.nanjing.ruleset import build as build_nanjing
from engine.rulesets.nanning.items import TABLE as NANNING_ROWS
from engine.rulesets.nanning.position import POSITION as NANNING
from engine.rulesets.nanning.ruleset import build as build_nanning
from engine.rulesets.zhuji.items import TABLE as ZHUJI_ROWS
from engine.rulesets.zhuji.position import POSITION as ZHUJI
from engine.rulesets.zhuji.ruleset import build as build_zhuji
from engine.scoring.rows import Row
from engine.sheet import Sheet, sheet

__all__ = ["POSITION_RULES", "RULESETS", "Registered", "make_ruleset", "make_sheet"]


class Registered(NamedTuple):
    """A ruleset: how positions of it are read, and how it is put together for a match."""

    position: PositionRules
    build: Callable[[Values, bool], Ruleset]
    """Takes the options as read and ``timeout_wins``."""
    rows: tuple[Row, ...] = ()
    """Its score table, in the order of the rules document: what its sheet is made from."""


RULESETS: Final[Mapping[str, Registered]] = MappingProxyType({
    ruleset.position.key: ruleset for ruleset in (
        Registered(NANNING, build_nanning, NANNING_ROWS),
        Registered(NANJING, build_nanjing, NANJING_ROWS),
        Registered(ZHUJI, build_zhuji, ZHUJI_ROWS),
        Registered(LONGJIANG, build_longjiang, LONGJIANG_ROWS),
    )
})  # fmt: skip
"""Every ruleset by its key."""

POSITION_RULES: Final[Mapping[str, PositionRules]] = MappingProxyType(
    {key: ruleset.position for key, ruleset in RULESETS.items()}
)
"""How positions of each ruleset are read and scored, by its key."""


def make_ruleset(key: str, options: Mapping[str, object], timeout_wins: bool = True) -> Ruleset:
    """Put a ruleset together under options as they stand in a file or a room (``preset`` among them).

    Raises:
        MalformedError: there is no such ruleset or option, or an option's value is out of range.
    """
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise MalformedError("$.ruleset", f"must be one of: {', '.join(sorted(RULESETS))}")
    return ruleset.build(ruleset.position.options.read(options), timeout_wins)


def make_sheet(key: str, options: Mapping[str, object]) -> Sheet:
    """Give the sheet of a ruleset under these options.

    Raises:
        MalformedError: as ``make_ruleset``.
    """
    rules = make_ruleset(key, options)
    registered = RULESETS[key]
    return sheet(rules, registered.rows, registered.position.options.options)
