"""What can be played here, described: options for the room form, and a ruleset's sheet.

Everything is made from the data that the engine plays and scores with, so it cannot say anything else. No
game's state comes near this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.errors import MalformedError
from engine.notation import parse_tiles
from engine.options import Option, OptionSet, Value, Values
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.scoring.rows import Row
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
        rules = make_ruleset(key, options)
    except MalformedError as error:
        raise BadOption(error.path.removeprefix("$."), error.message) from None
    described = RULESETS[key]
    sections = (
        RuleSection("牌", "Tiles", tuple(_set_rows(rules.tile_set))),
        RuleSection("吃碰杠胡", "Claims", tuple(_claim_rows(rules))),
        RuleSection("番种与分数", "What counts", tuple(_item_row(row) for row in described.rows)),
        RuleSection("选项", "Options", tuple(_option_rows(described.position.options, rules.options))),
    )
    return RulesSheet(key, rules.revision, dict(rules.options), sections)


def _ruleset_info(key: str) -> RulesetInfo:
    options = RULESETS[key].position.options
    rules = make_ruleset(key, {})
    presets = tuple(
        PresetInfo(one.name, one.zh, one.en, dict(one.values), one.clause) for one in options.presets
    )
    claims = list(_claim_rows(rules))
    return RulesetInfo(
        key, rules.revision, rules.name_zh, rules.name_en,
        f"{rules.tile_set.size} 张牌；" + "；".join(row.text_zh for row in claims) + "。",
        f"{rules.tile_set.size} tiles; " + "; ".join(row.text_en for row in claims) + ".",
        _option_infos(options), presets, _kinds(rules.tile_set),
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


def _set_rows(tiles: TileSet) -> Iterator[RuleRow]:
    yield RuleRow(
        "全副牌", "The set", "CO-5.2", value=tiles.size, unit="tiles", tiles=_kinds(tiles),
        text_zh=f"共 {tiles.size} 张", text_en=f"{tiles.size} tiles in all",
    )  # fmt: skip
    if tiles.flowers:
        yield RuleRow(
            "花牌", "Flowers", "CO-1.2", tiles=tiles_of(sorted(tiles.flowers)),
            text_zh="摸到就亮出补牌", text_en="laid out and replaced when drawn",
        )  # fmt: skip


def _claim_rows(rules: Ruleset) -> Iterator[RuleRow]:
    yield RuleRow(
        "吃", "Chow", "CO-2.2", text_zh="下家可以吃" if rules.chow else "不能吃",
        text_en="the next seat may chow" if rules.chow else "no chow",
    )  # fmt: skip
    yield RuleRow(
        "一炮多响", "Several winners", "CO-2.2",
        text_zh="一张牌可以几家同时胡" if rules.several_winners else "一张牌只有一家能胡",
        text_en="several may win on one tile" if rules.several_winners else "one winner to a tile",
    )  # fmt: skip
    yield RuleRow(
        "补牌", "Replacement tiles", "CO-1.3",
        text_zh="杠后从牌墙尾补牌" if rules.replacement_from_tail else "杠后从牌墙头补牌",
        text_en="a kong is replaced from the " + ("tail" if rules.replacement_from_tail else "head"),
    )  # fmt: skip


def _item_row(row: Row) -> RuleRow:
    example = tiles_of(parse_tiles(row.example.replace(" ", ""))) if row.example else ()
    return RuleRow(
        row.name_zh, row.name_en, row.clause, row.id, row.value, row.unit, row.about_zh, row.about_en, example
    )  # fmt: skip


def _option_rows(options: OptionSet, values: Values) -> Iterator[RuleRow]:
    for option in options.options:
        zh, en = _shown(option, values[option.name])
        yield RuleRow(option.zh, option.en, option.clause, option.name, text_zh=zh, text_en=en)


def _shown(option: Option, value: Value) -> tuple[str, str]:
    for choice in option.choices:
        if choice.value == value:
            return choice.zh, choice.en
    if isinstance(value, bool):
        return ("是", "yes") if value else ("否", "no")
    return str(value), str(value)


BOOKS: Final = Books(catalogue, sheet, has_ruleset)
