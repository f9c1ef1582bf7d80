"""What a table may agree on before play in Nanjing (NJ-5 and the options named in other clauses)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.options import Choice, Option, OptionSet, Preset
from engine.rulesets.nanjing import items

__all__ = ["OPTIONS"]

_MOST_FLOWER_VALUE: Final = 1000
_MOST_EACH: Final = 100

OPTIONS: Final = OptionSet(
    (
        Option(
            "flower_value", 1, "一花几分", "Points a flower",
            "每个花折多少分，乘在每一笔付款上", "What one flower is worth; multiplies every payment",
            "NJ-2", low=1, high=_MOST_FLOWER_VALUE, unit="points",
        ),
        Option(
            "bixiahu", "pagoda", "比下胡", "Doubling",
            "垒宝塔：庄家连庄时加 10 花乘次数再翻倍；"
            "新：上一局有花杠、连庄、罚分、杠开、包牌或荒庄则翻倍；或不用",
            "Pagoda: while the dealer keeps the deal, 10 more for each time and the sum doubled; new: "
            "doubled after a hand with a flower kong, a kept deal, a fine, a win after a kong or flower, a "
            "liability or no winner; or none",
            "NJ-5",
            choices=(
                Choice("pagoda", "垒宝塔", "pagoda"),
                Choice("new", "新比下胡", "new"),
                Choice("off", "不用", "off"),
            ),
        ),
        Option(
            "concealed_kong_each", items.CONCEALED_KONG.value, "暗杠每家付", "Concealed kong, each",
            "暗杠时其余三家当场各付几花；有的地方是 10；0 为不付",
            "Flowers that each other player pays at once for a concealed kong; 10 in other houses; "
            "0 for none",
            "NJ-7.2", low=0, high=_MOST_EACH, unit="flowers",
        ),
        Option(
            "flower_kong_each", items.FLOWER_KONG.value, "花杠每家付", "Flower kong, each",
            "花杠时其余三家当场各付几花；0 为不付",
            "Flowers that each other player pays at once for a flower kong; 0 for none",
            "NJ-7.3", low=0, high=_MOST_EACH, unit="flowers",
        ),
        Option(
            "multiple_wins", True, "一炮多响", "Several winners",
            "同一张牌可由几家同时胡，各家都付；关则只有最近的一家胡",
            "Several may win on one discard or kong, each paid; otherwise only the nearest in turn",
            "NJ-8.1",
        ),
        Option(
            "dealer_keeps", "big_win", "连庄", "Dealer keeps the deal",
            "庄家只在自己大胡时连庄，还是凡胡牌或荒庄都连庄",
            "Whether the dealer keeps the deal after his own big win only, or after any win of his and a "
            "drawn hand",
            "NJ-9.1",
            choices=(
                Choice("big_win", "庄家大胡", "his big win"),
                Choice("any_win_or_draw", "庄家胡牌或荒庄", "any win of his, or a drawn hand"),
            ),
        ),
    ),
    (Preset("nanjing-new", "新南京", "New Nanjing", MappingProxyType({"bixiahu": "new"}), "NJ-9.4"),),
)  # fmt: skip
"""All options with their defaults, and the preset of the new rules."""
