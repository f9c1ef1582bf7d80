"""The score table of Longjiang mahjong: every item that can count in a settlement (LJ-5, LJ-6).

Values stand here and nowhere else. The base is in points; everything else multiplies it.
"""

from __future__ import annotations

from typing import Final

from engine.scoring.rows import Row

__all__ = [
    "BASE", "CLOSED", "DEALER", "DRAWN", "EDGE", "GALE", "GALE_WAITED", "HEAVENLY", "PLAIN", "PUSHED",
    "SINGLE", "TABLE", "TREASURE", "TREASURE_ITSELF", "UNDECLARED",
]  # fmt: skip

BASE: Final = Row(
    "base", "底分", "Base", 1, "points", "LJ-6.1",
    "每家都付，点炮与自摸一样；选项可改底分",
    "What each of the others pays, on a discard as on a self-draw; an option sets it",
)  # fmt: skip
PLAIN: Final = Row(
    "plain", "平胡", "Won from another", 1, "times", "LJ-5.1",
    "胡别人打出的牌，或抢补杠", "Won on another's discard, or on an added kong that is robbed",
    "111m345m678p55p34s5s",
)  # fmt: skip
DRAWN: Final = Row(
    "drawn", "自摸", "Self-drawn", 2, "times", "LJ-5.2",
    "自己摸到所听的牌", "Won on a tile that one draws and waits for", "111m345m678p55p34s5s",
)  # fmt: skip
EDGE: Final = Row(
    "edge", "边", "Edge wait", 2, "times", "LJ-5.3",
    "12 胡 3，89 胡 7；边、卡、吊只算一次",
    "12 won with 3, or 89 with 7; of edge, closed and single only one counts", "111m345m678p55p12s3s",
)  # fmt: skip
CLOSED: Final = Row(
    "closed", "卡", "Closed wait", 2, "times", "LJ-5.3",
    "嵌张，如 46 胡 5；边、卡、吊只算一次",
    "The middle of a sequence, as 46 won with 5; of edge, closed and single only one counts",
    "111m345m678p55p46s5s",
)  # fmt: skip
SINGLE: Final = Row(
    "single", "吊", "Single wait", 2, "times", "LJ-5.3",
    "单吊将牌，且只胡这一种；边、卡、吊只算一次",
    "A single tile for the pair, and the only kind accepted; of edge, closed and single only one counts",
    "111m345m678p345s9s9s",
)  # fmt: skip
PUSHED: Final = Row(
    "pushed", "推出", "Pair pushed out", 2, "times", "LJ-5.4",
    "对倒报听时推出一对，只胡那一对的牌；不再算边卡吊，也不算宝中宝",
    "One of two pairs laid open on declaring: only its tile wins; in place of edge, closed and single, "
    "and never the treasure as the very tile",
    "123m345m678p55p44s4s",
)  # fmt: skip
TREASURE: Final = Row(
    "treasure", "摸宝", "Treasure drawn", 4, "times", "LJ-5.5",
    "报听后摸到宝牌，当作所听的牌胡；不另计自摸，代替的牌若是边卡吊或推出则再乘",
    "A treasure tile drawn after declaring stands for a tile waited on; no self-draw beside it, "
    "but edge, closed, single or pushed if that tile is such",
)  # fmt: skip
TREASURE_ITSELF: Final = Row(
    "treasure_itself", "宝中宝", "Treasure as the very tile", 16, "times", "LJ-5.6",
    "听边、卡、吊，摸到的正是这张，而它又是宝牌；不另计自摸、摸宝与边卡吊",
    "The tile of an edge, closed or single wait is drawn and is treasure; "
    "no self-draw, treasure or kind of wait beside it",
)  # fmt: skip
GALE: Final = Row(
    "gale", "大风", "Fourth of a triplet", 4, "times", "LJ-5.7",
    "报听后摸到自己刻子（手中或碰出）的第四张，当混牌胡；代替自摸、边卡吊、推出、摸宝、宝中宝",
    "The fourth tile of one's triplet, in hand or ponged, drawn after declaring wins as a wild; "
    "in place of all other multipliers",
    "123m456m11s555s67p5s",
)  # fmt: skip
GALE_WAITED: Final = Row(
    "gale_waited", "大风（听边卡吊）", "Fourth of a triplet, waited on", 16, "times", "LJ-5.7",
    "大风的牌又正是所听的边、卡、吊",
    "The fourth tile of one's triplet is also the tile of an edge, closed or single wait",
    "123m678p11s45556s5s",
)  # fmt: skip
HEAVENLY: Final = Row(
    "heavenly", "天胡", "Won as dealt", 64, "times", "LJ-5.8",
    "庄家起手十四张即胡，不必报听；不与其它倍数相乘，杠后不算",
    "The dealer's 14 tiles as dealt win without declaring; nothing else multiplies it, and not after a kong",
    "111m345m678p55p34s5s",
)  # fmt: skip
DEALER: Final = Row(
    "dealer", "庄家", "Dealer", 2, "times", "LJ-6.2",
    "庄家所付、所得都加倍", "Every payment to or by the dealer is doubled",
)  # fmt: skip
UNDECLARED: Final = Row(
    "undeclared", "放炮未听", "Undeclared discarder", 2, "times", "LJ-6.3",
    "没有报听而放炮或被抢杠者，自己所付再加倍",
    "Who discarded the tile, or konged it, without having declared pays double",
)  # fmt: skip

TABLE: Final = (
    BASE, PLAIN, DRAWN, EDGE, CLOSED, SINGLE, PUSHED, TREASURE, TREASURE_ITSELF, GALE, GALE_WAITED, HEAVENLY,
    DEALER, UNDECLARED,
)  # fmt: skip
"""The whole table, in the order of the rules document."""
