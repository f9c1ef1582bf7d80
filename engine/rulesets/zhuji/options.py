"""What a table may agree on before play in Zhuji (options named in ZJ-2 and ZJ-3)."""

from __future__ import annotations

from typing import Final

from engine.notation import format_tile
from engine.options import Choice, Option, OptionSet
from engine.rulesets.zhuji.wild_kinds import RANDOM
from engine.tiles import FLOWERS, HONOURS, RANK_OF, SUIT_OF

__all__ = ["OPTIONS"]

_DIGITS_ZH: Final = "一二三四五六七八九"
_SUITS_ZH: Final = "万筒条"
_SUITS_EN: Final = ("characters", "dots", "bamboo")
_HONOURS_ZH: Final = ("东", "南", "西", "北", "白", "发", "中")
_HONOURS_EN: Final = ("east", "south", "west", "north", "white", "green", "red")


def _kind(kind: int) -> Choice:
    """Name a kind as a choice."""
    if kind in HONOURS:
        place = kind - HONOURS.start
        return Choice(format_tile(kind), _HONOURS_ZH[place], _HONOURS_EN[place])
    rank, suit = RANK_OF[kind], SUIT_OF[kind]
    return Choice(
        format_tile(kind), _DIGITS_ZH[rank - 1] + _SUITS_ZH[suit], f"{rank} of {_SUITS_EN[suit]}"
    )


OPTIONS: Final = OptionSet((
    Option(
        "wild_kinds", 1, "财神种数", "Wild kinds",
        "财神是一种牌（四张），还是相连的两种牌（八张）",
        "Whether the wilds are all four of one kind, or all eight of two neighbouring kinds",
        "ZJ-2.1",
        choices=(Choice(1, "一种", "one kind"), Choice(2, "两种", "two kinds")),
    ),
    Option(
        "wild", RANDOM, "财神", "Wild tile",
        "财神每局随机，还是固定为某种牌；两种财神时，另一种是它的下一张",
        "Whether the wild kind is drawn anew for each hand or is always the same; "
        "with two kinds the other is the next one",
        "ZJ-2.1",
        choices=(Choice(RANDOM, "每局随机", "drawn each hand"), *map(_kind, range(FLOWERS.start))),
    ),
    Option(
        "discard_wins", False, "可胡打出的牌", "Wins on discards",
        "别人打出的牌是否可以胡；可以时由打牌者一人付三份",
        "Whether a discard may be won too; then its discarder alone pays all three shares",
        "ZJ-3.1",
    ),
    Option(
        "rob", "exposed", "抢杠", "Robbing kongs",
        "明杠和补杠都可抢，还是只可抢补杠；暗杠不可抢",
        "Whether open and added kongs may be robbed, or added ones only; concealed ones never",
        "ZJ-3.2",
        choices=(
            Choice("exposed", "明杠、补杠", "open and added kongs"),
            Choice("added", "只抢补杠", "added kongs only"),
        ),
    ),
    Option(
        "robbed_pays_all", False, "被抢者包付", "Robbed player pays all",
        "抢杠胡时，被抢者一人付三份，而不是三家各付",
        "Whether the player whose kong is robbed pays all three shares instead of each paying his own",
        "ZJ-3.2",
    ),
    Option(
        "min_tai", 3, "起胡台数", "Least 台 to win",
        "至少几台才能胡牌；全字牌不限",
        "How many 台 a hand needs to win; an all-honours hand needs none",
        "ZJ-3.3", low=2, high=3, unit="tai",
    ),
))  # fmt: skip
"""All options with their defaults."""
