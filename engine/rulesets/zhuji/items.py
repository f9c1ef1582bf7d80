"""The score table of Zhuji mahjong: every item that can count in a settlement (ZJ-3 to ZJ-5).

Values stand here and nowhere else. What lies in a hand or its ending counts in 台, which add; of the 8-台
hands the hand counts at least that many (ZJ-4.9); multipliers count in times.
"""

from __future__ import annotations

from typing import Final

from engine.scoring.rows import Row

__all__ = [
    "ALL_HONOURS", "ALL_SEQUENCES", "ALL_TRIPLETS", "DISCARD_SHARES", "EARTHLY", "EAST", "EIGHT", "FREE_TAI",
    "GREEN", "HALF_SUIT", "HEAVENLY", "KONG_DRAW", "NO_WILD", "OLD_DEALER", "ONE_SUIT", "REAL_MINIMUM", "RED",
    "ROBBED_KONG", "ROBBED_SHARES", "SHARE", "TABLE", "THREE_WILDS", "WHITE", "WILDS_COUNTED",
]  # fmt: skip

FREE_TAI: Final = 2
"""台 that a share of one point has; each one more doubles it (ZJ-5.1)."""
EIGHT: Final = 8
"""台 that the hands of ZJ-4.7 and ZJ-4.8 count at least."""
REAL_MINIMUM: Final = 3
"""台 of its own that a hand needs to count as one of ZJ-4.7."""
WILDS_COUNTED: Final = 3
"""财神 in the winning hand from which ``THREE_WILDS`` counts."""

RED: Final = Row(
    "red", "红中刻", "Triplet of red", 1, "tai", "ZJ-4.1",
    "红中成刻或杠", "A triplet or kong of red", "777z123m456m99m78m9m",
)  # fmt: skip
GREEN: Final = Row(
    "green", "发财刻", "Triplet of green", 1, "tai", "ZJ-4.1",
    "发成刻或杠", "A triplet or kong of green", "666z123m456m99m78m9m",
)  # fmt: skip
WHITE: Final = Row(
    "white", "白板刻", "Triplet of white", 1, "tai", "ZJ-4.1",
    "白成刻或杠", "A triplet or kong of white", "555z123m456m99m78m9m",
)  # fmt: skip
EAST: Final = Row(
    "east", "东风刻", "Triplet of east", 2, "tai", "ZJ-4.1",
    "东风成刻或杠，不论哪家；其它风没有台",
    "A triplet or kong of east, at any seat; the other winds count nothing", "111z123m456m99m78m9m",
)  # fmt: skip
ALL_SEQUENCES: Final = Row(
    "all_sequences", "平胡", "All sequences", 1, "tai", "ZJ-4.2",
    "四副顺子加一对", "Four sequences and a pair", "123m456p789p11s67s8s",
)  # fmt: skip
ALL_TRIPLETS: Final = Row(
    "all_triplets", "对对胡", "All triplets", 1, "tai", "ZJ-4.2",
    "四副刻子或杠加一对", "Four triplets or kongs and a pair", "111m333p777s22z99s9s",
)  # fmt: skip
ONE_SUIT: Final = Row(
    "one_suit", "清一色", "One suit", 3, "tai", "ZJ-4.3",
    "全部是万、筒、条中的一色", "All tiles of one suit", "111m345m678m99m23m4m",
)  # fmt: skip
HALF_SUIT: Final = Row(
    "half_suit", "混一色", "One suit and honours", 1, "tai", "ZJ-4.4",
    "一色牌加字牌，两样都有", "One suit and honours, both present", "123m456m789m22z33z3z",
)  # fmt: skip
THREE_WILDS: Final = Row(
    "three_wilds", "三财神", "Three wilds", 2, "tai", "ZJ-4.5",
    "胡牌时手中有三张或更多财神", "Three or more wild tiles in the winning hand",
)  # fmt: skip
KONG_DRAW: Final = Row(
    "kong_draw", "杠开", "Won on a kong's replacement", 1, "tai", "ZJ-4.6",
    "杠后补牌自摸，连杠也只加一台",
    "Self-drawn on the replacement of a kong; once, however many kongs",
)  # fmt: skip
ROBBED_KONG: Final = Row(
    "robbed_kong", "抢杠", "Robbed kong", 1, "tai", "ZJ-4.6",
    "抢别人明杠、补杠的牌而胡", "Won on the tile of another's exposed kong",
)  # fmt: skip
HEAVENLY: Final = Row(
    "heavenly", "天胡", "Won as dealt", EIGHT, "tai", "ZJ-4.7",
    "庄家起手十四张即胡，实际满三台，按八台算",
    "The dealer wins on the 14 tiles dealt; with 3 台 of its own the hand counts 8",
)  # fmt: skip
EARTHLY: Final = Row(
    "earthly", "地胡", "Won on the first draw", EIGHT, "tai", "ZJ-4.7",
    "闲家摸第一张即胡，之前无人吃碰明杠，实际满三台，按八台算",
    "Another player wins on his first draw, nothing claimed before; with 3 台 of its own the hand counts 8",
)  # fmt: skip
NO_WILD: Final = Row(
    "no_wild", "无财", "No wild", EIGHT, "tai", "ZJ-4.7",
    "胡牌中没有财神，实际满三台，按八台算",
    "No wild tile in the winning hand; with 3 台 of its own the hand counts 8",
)  # fmt: skip
ALL_HONOURS: Final = Row(
    "all_honours", "全字牌", "All honours", EIGHT, "tai", "ZJ-4.8",
    "全部是字牌，财神可以替代；按八台算，不限起胡台数",
    "Nothing but honours, wilds standing in; counts 8 台 and needs no minimum", "222z333z444z555z1z1z",
)  # fmt: skip
SHARE: Final = Row(
    "share", "每家", "Each payer", 1, "points", "ZJ-5.1",
    "二台 1 分，每多一台加倍，不封顶", "1 point for 2 台, doubled for each one more, without a limit",
)  # fmt: skip
OLD_DEALER: Final = Row(
    "old_dealer", "老庄", "Dealer who stayed", 2, "times", "ZJ-5.2",
    "庄家因胡牌或和局而连庄，本局分数加倍，只加一次",
    "The dealer has kept the deal: everything in this hand counts double, once",
)  # fmt: skip
DISCARD_SHARES: Final = Row(
    "discard_shares", "一家付三份", "Three shares", 3, "times", "ZJ-3.1",
    "选用可胡打出的牌时，打牌者一人付三份",
    "With wins on discards the discarder alone pays all three shares",
)  # fmt: skip
ROBBED_SHARES: Final = Row(
    "robbed_shares", "被抢者包付", "Robbed player pays all", 3, "times", "ZJ-3.2",
    "选用被抢者包付时，被抢者一人付三份",
    "With the option, the player whose kong is robbed pays all three shares",
)  # fmt: skip

TABLE: Final = (
    RED, GREEN, WHITE, EAST, ALL_SEQUENCES, ALL_TRIPLETS, ONE_SUIT, HALF_SUIT, THREE_WILDS, KONG_DRAW,
    ROBBED_KONG, HEAVENLY, EARTHLY, NO_WILD, ALL_HONOURS, SHARE, OLD_DEALER, DISCARD_SHARES, ROBBED_SHARES,
)  # fmt: skip
"""The whole table, in the order of the rules document."""
