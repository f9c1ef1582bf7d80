"""A ruleset's sheet: set, claims, items with their values, options, out of the data that the engine plays and
scores with, so it cannot say anything else (`sifang rules`, and the same sheet in the clients)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.melds import MeldKind
from engine.notation import parse_tiles
from engine.options import Option, Value, Values
from engine.ruleset import Ruleset
from engine.scoring.rows import Row
from engine.tiles import KINDS, TileSet

__all__ = ["Section", "Sheet", "SheetRow", "sheet", "shown"]


class SheetRow(NamedTuple):
    """One row: an item with its value, an option as it stands, or a plain statement. Tiles are kinds."""

    zh: str
    en: str
    clause: str
    id: str = ""
    value: int | None = None
    unit: str = ""
    text_zh: str = ""
    text_en: str = ""
    tiles: tuple[int, ...] = ()


class Section(NamedTuple):
    """Rows under one heading."""

    zh: str
    en: str
    rows: tuple[SheetRow, ...]


class Sheet(NamedTuple):
    """The whole sheet of one ruleset under one set of options."""

    rules: Ruleset
    sections: tuple[Section, ...]


def sheet(rules: Ruleset, rows: Sequence[Row], options: Sequence[Option]) -> Sheet:
    """Give a ruleset's sheet under the options it was put together with, from its own tables."""
    return Sheet(rules, (
        Section("牌", "Tiles", tuple(_set_rows(rules.tile_set))),
        Section("吃碰杠胡", "Claims", tuple(_claim_rows(rules))),
        Section("打法", "In play", tuple(_note_rows(rules))),
        Section("番种与分数", "What counts", tuple(_item_row(row) for row in rows)),
        Section("选项", "Options", tuple(_option_rows(options, rules.options))),
    ))  # fmt: skip


def _set_rows(tiles: TileSet) -> Iterator[SheetRow]:
    kinds = tuple(kind for kind in range(KINDS) if tiles.copies[kind])
    yield SheetRow(
        "全副牌", "The set", "CO-5.2", value=tiles.size, unit="tiles", tiles=kinds,
        text_zh=f"共 {tiles.size} 张", text_en=f"{tiles.size} tiles in all",
    )  # fmt: skip
    if tiles.flowers:
        yield SheetRow(
            "花牌", "Flowers", "CO-1.2", tiles=tuple(sorted(tiles.flowers)),
            text_zh="摸到就亮出补牌", text_en="laid out and replaced when drawn",
        )  # fmt: skip


def _claim_rows(rules: Ruleset) -> Iterator[SheetRow]:
    yield SheetRow(
        "吃", "Chow", "CO-2.2", text_zh="下家可以吃" if rules.chow else "不能吃",
        text_en="the next seat may chow" if rules.chow else "no chow",
    )  # fmt: skip
    yield SheetRow(
        "一炮多响", "Several winners", "CO-2.2",
        text_zh="一张牌可以几家同时胡" if rules.several_winners else "一张牌只有一家能胡",
        text_en="several may win on one tile" if rules.several_winners else "one winner to a tile",
    )  # fmt: skip
    robbed = {MeldKind.ADDED_KONG: ("补杠", "added kongs"), MeldKind.OPEN_KONG: ("直杠", "open kongs")}
    names = [name for kind, name in robbed.items() if kind in rules.robbable]
    yield SheetRow(
        "抢杠", "Robbing a kong", "CO-2.2a",
        text_zh="、".join(zh for zh, _ in names) + "可以抢" if names else "不能抢杠",
        text_en=" and ".join(en for _, en in names) + " may be robbed" if names else "no kong may be robbed",
    )  # fmt: skip
    yield SheetRow(
        "补牌", "Replacement tiles", "CO-1.3",
        text_zh="杠后从牌墙尾补牌" if rules.replacement_from_tail else "杠后从牌墙头补牌",
        text_en="a kong is replaced from the " + ("tail" if rules.replacement_from_tail else "head"),
    )  # fmt: skip


def _note_rows(rules: Ruleset) -> Iterator[SheetRow]:
    for mechanic in rules.mechanics:
        for note in mechanic.notes:
            yield SheetRow(note.zh, note.en, note.clause, text_zh=note.text_zh, text_en=note.text_en)


def _item_row(row: Row) -> SheetRow:
    tiles = tuple(parse_tiles(row.example)) if row.example else ()
    return SheetRow(
        row.name_zh, row.name_en, row.clause, row.id, row.value, row.unit, row.about_zh, row.about_en, tiles
    )  # fmt: skip


def _option_rows(options: Sequence[Option], values: Values) -> Iterator[SheetRow]:
    for option in options:
        zh, en = shown(option, values[option.name])
        yield SheetRow(option.zh, option.en, option.clause, option.name, text_zh=zh, text_en=en)


def shown(option: Option, value: Value) -> tuple[str, str]:
    """Put an option's value into words, Chinese and English."""
    for choice in option.choices:
        if choice.value == value:
            return choice.zh, choice.en
    if isinstance(value, bool):
        return ("是", "yes") if value else ("否", "no")
    return str(value), str(value)
