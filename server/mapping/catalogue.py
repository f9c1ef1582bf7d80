"""What can be played here, described: options for the room form, and a ruleset's sheet.

Everything is made from the data that the engine plays and scores with, so it cannot say anything else. No
game's state comes near this file.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.errors import MalformedError
from engine.options import Option, OptionSet
from engine.rulesets.registry import RULESETS, make_sheet
from engine.sheet import SheetRow
from engine.tiles import KINDS, TileSet
from protocol.answers import (
    Catalogue,
    OptionChoice,
    OptionInfo,
    PhraseInfo,
    PresetInfo,
    RuleRow,
    RuleSection,
    RulesetInfo,
    RulesSheet,
)
from protocol.vocabulary import Options, Tile
from server.books import BadOption, Books
from server.mapping.words import tiles_of
from server.phrases import PHRASES
from server.room_options import OPTIONS as ROOM_OPTIONS

__all__ = ["BOOKS", "catalogue", "has_ruleset", "sheet"]


@cache
def catalogue() -> Catalogue:
    """Describe every ruleset with its options and presets, the room's options, and the quick phrases."""
    rulesets = tuple(_ruleset_info(key) for key in RULESETS)
    phrases = tuple(PhraseInfo(one.id, one.zh, one.en) for one in PHRASES)
    return Catalogue(rulesets, _option_infos(ROOM_OPTIONS), phrases)


def has_ruleset(key: str) -> bool:
    """Say whether there is such a ruleset."""
    return key in RULESETS


def sheet(key: str, options: Options) -> RulesSheet:
    """Give a ruleset's sheet under these options. Raises: BadOption."""
    try:
        made = make_sheet(key, options)
    except MalformedError as error:
        raise BadOption(error.path.removeprefix("$."), error.message) from None
    sections = tuple(
        RuleSection(section.zh, section.en, tuple(_row(row) for row in section.rows))
        for section in made.sections
    )
    return RulesSheet(key, made.rules.revision, dict(made.rules.options), sections)


def _ruleset_info(key: str) -> RulesetInfo:
    options = RULESETS[key].position.options
    made = make_sheet(key, {})
    rules = made.rules
    presets = tuple(
        PresetInfo(one.name, one.zh, one.en, dict(one.values), one.clause) for one in options.presets
    )
    claims = made.sections[1].rows
    return RulesetInfo(
        key, rules.revision, rules.name_zh, rules.name_en,
        f"{rules.tile_set.size} 张牌；" + "；".join(row.text_zh for row in claims) + "。",
        f"{rules.tile_set.size} tiles; " + "; ".join(row.text_en for row in claims) + ".",
        _option_infos(options), presets, _kinds(rules.tile_set), chow=rules.chow,
    )  # fmt: skip


def _kinds(tiles: TileSet) -> tuple[Tile, ...]:
    return tiles_of(kind for kind in range(KINDS) if tiles.copies[kind])


def _option_infos(options: OptionSet) -> tuple[OptionInfo, ...]:
    return tuple(_option_info(option) for option in options.options)


def _option_info(option: Option) -> OptionInfo:
    counts = type(option.default) is int and not option.choices
    return OptionInfo(
        option.name, option.default, option.zh, option.en, option.help_zh, option.help_en, option.clause,
        option.unit, tuple(OptionChoice(one.value, one.zh, one.en) for one in option.choices),
        option.low if counts else None, option.high if counts else None,
    )  # fmt: skip


def _row(row: SheetRow) -> RuleRow:
    return RuleRow(
        row.zh, row.en, row.clause, row.id, row.value, row.unit, row.text_zh, row.text_en, tiles_of(row.tiles)
    )


BOOKS: Final = Books(catalogue, sheet, has_ruleset)
