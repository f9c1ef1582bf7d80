"""The score table of Nanjing mahjong: every item that can count in a settlement (NJ-2 to NJ-7, NJ-9.3).

Values stand here and nowhere else. The unit is the flower (花); hard and soft ones count twice (砸2), which
their own rows leave to ``DOUBLE``.
"""

from __future__ import annotations

from typing import Final

from engine.scoring.rows import Row

__all__ = [
    "ALL_TRIPLETS", "BIG", "BLOOM_FLOWER", "BLOOM_KONG", "BLOOMS", "CLOSED_WAIT", "CONCEALED",
    "CONCEALED_KONG", "CRUSHED", "DOUBLE", "EARTHLY", "ESCAPE", "EXPOSED_KONG", "FINE_FOUR", "FINE_ROW",
    "FLOWERLESS", "FLOWER_KONG", "HALF_FLUSH", "HARD", "HEATED", "HEAVENLY", "KONG_MELD", "LAST_TILES",
    "LONE_TILE", "MISSING_SUIT", "ONE_SUIT", "PAGODA", "PAGODA_DOUBLE", "SEVEN_PAIRS", "SINGLE_WAIT", "TABLE",
    "WIN",
]  # fmt: skip

WIN: Final = Row(
    "win", "跑20", "Win", 20, "flowers", "NJ-2.1",
    "凡成牌都有 20 花", "Every win has 20",
)  # fmt: skip
HARD: Final = Row(
    "hard", "硬花", "Hard flower", 1, "flowers", "NJ-2.1",
    "每张花牌 1 花，砸2 后算 2", "One for each flower laid out, counted twice", each=True,
)  # fmt: skip
MISSING_SUIT: Final = Row(
    "missing_suit", "缺一门", "One suit missing", 1, "flowers", "NJ-2.2",
    "全部牌中万、筒、条恰有两门", "Exactly two of the three suits among all tiles",
    "234m567m345p678p88p",
)  # fmt: skip
SINGLE_WAIT: Final = Row(
    "single_wait", "单听", "Single wait", 1, "flowers", "NJ-2.2",
    "只听一种牌；与卡张不重复计", "Waiting for a single kind; not beside the closed wait",
    "234m567m345p678s99m",
)  # fmt: skip
CLOSED_WAIT: Final = Row(
    "closed_wait", "卡张", "Closed wait", 1, "flowers", "NJ-2.2",
    "胡的牌嵌在顺子中间；与单听不重复计",
    "The winning tile fills a closed sequence; not beside the single wait", "23444m567p345s678s",
)  # fmt: skip
KONG_MELD: Final = Row(
    "kong_meld", "杠", "Kong", 2, "flowers", "NJ-2.2",
    "胡牌者每副杠算两个软花，花杠不算",
    "Two soft flowers for each kong of the winner, flower kongs not among them",
    each=True,
)  # fmt: skip
DOUBLE: Final = Row(
    "double", "砸2", "Flowers twice", 2, "times", "NJ-2.1",
    "硬花与软花之和乘 2", "Hard and soft flowers count twice",
)  # fmt: skip
CONCEALED: Final = Row(
    "concealed", "门清", "Concealed hand", 20, "flowers", "NJ-3.1",
    "没有碰也没有碰后杠；直杠、暗杠不破门清，七对不计", "No pong and no added kong; not for seven pairs",
    "234m567m345p678s88p",
)  # fmt: skip
HALF_FLUSH: Final = Row(
    "half_flush", "混一色", "Half flush", 40, "flowers", "NJ-4.1",
    "风牌加一门，两样都有", "Winds and one suit, both present", "234567m99m222z333z",
)  # fmt: skip
ONE_SUIT: Final = Row(
    "one_suit", "清一色", "One suit", 60, "flowers", "NJ-4.2",
    "全部一门；全是风牌的也在此列", "All tiles of one suit; nothing but winds counts here too",
    "123p345p456p777p99p",
)  # fmt: skip
ALL_TRIPLETS: Final = Row(
    "all_triplets", "对对胡", "All triplets", 40, "flowers", "NJ-4.3",
    "四副刻子或杠加一对", "Four triplets or kongs and a pair", "222m555m999s888p33s",
)  # fmt: skip
LONE_TILE: Final = Row(
    "lone_tile", "全球独钓", "One tile in hand", 60, "flowers", "NJ-4.4",
    "四副全部亮下（暗杠在内），手上只剩一张",
    "Four melds laid down, concealed kongs included, one tile in hand",
    "6s6s 777p111z222m999m",
)  # fmt: skip
SEVEN_PAIRS: Final = (
    Row(
        "seven_pairs", "七对", "Seven pairs", 80, "flowers", "NJ-4.5",
        "七个不同的对子，不计门清", "Seven different pairs, without the bonus for a concealed hand",
        "1133m5577p2299s44z",
    ),
    Row(
        "seven_pairs_1", "豪华七对", "Seven pairs with a quad", 160, "flowers", "NJ-4.5",
        "七对之中有一组四张相同而未开杠", "One quad among the seven pairs, not declared as a kong",
        "1111m33m5577p99s44z",
    ),
    Row(
        "seven_pairs_2", "超豪华七对", "Seven pairs with two quads", 240, "flowers", "NJ-4.5",
        "七对之中有两组四张相同", "Two quads among the seven pairs", "1111m3333p99s22s44z",
    ),
    Row(
        "seven_pairs_3", "超超豪华七对", "Seven pairs with three quads", 320, "flowers", "NJ-4.5",
        "七对之中有三组四张相同", "Three quads among the seven pairs", "1111m3333p9999s44z",
    ),
)  # fmt: skip
CRUSHED: Final = Row(
    "crushed", "压绝", "Last tile crushed", 40, "flowers", "NJ-4.6",
    "有人碰出三张，胡第四张而填卡张或边张；此时不另计单听卡张",
    "The fourth tile of a kind that somebody has ponged fills a closed or edge sequence; "
    "no flower for the wait",
)  # fmt: skip
FLOWERLESS: Final = Row(
    "flowerless", "无花果", "No hard flower", 40, "flowers", "NJ-4.7",
    "没有一张硬花；小胡仍须门清", "Not one hard flower; a small win must still be concealed",
    "234m567m345p678s88p",
)  # fmt: skip
BLOOM_FLOWER: Final = Row(
    "bloom_flower", "小杠开花", "Won on a flower's replacement", 20, "flowers", "NJ-4.8",
    "补花得到的牌成胡", "Self-drawn on the tile that replaced a flower",
)  # fmt: skip
BLOOM_KONG: Final = Row(
    "bloom_kong", "大杠开花", "Won on a kong's replacement", 40, "flowers", "NJ-4.8",
    "开杠补牌成胡，连杠或中间补花也只算一次", "Self-drawn on the replacement of a kong, once for a whole run",
)  # fmt: skip
HEAVENLY: Final = Row(
    "heavenly", "天胡", "Won as dealt", 320, "flowers", "NJ-4.9",
    "庄家起手（补花之后）即胡", "The dealer wins on the tiles dealt, flowers replaced",
)  # fmt: skip
EARTHLY: Final = Row(
    "earthly", "地胡", "Ready as dealt", 280, "flowers", "NJ-4.10",
    "起手即听（庄家出第一张后），不碰不杠不换牌而胡",
    "Ready on the tiles dealt, won without pong or kong and without changing the hand",
)  # fmt: skip
LAST_TILES: Final = Row(
    "last_tiles", "海底捞月", "Last sixteen tiles", 10, "flowers", "NJ-4.11",
    "最后八墩牌中自摸", "Self-drawn with one of the last sixteen tiles",
)  # fmt: skip
PAGODA: Final = Row(
    "pagoda", "垒宝塔", "Pagoda", 10, "flowers", "NJ-5.1",
    "庄家每连庄一次加 10 花，再加倍",
    "10 for each time running the dealer has kept the deal, before doubling",
    each=True,
)  # fmt: skip
PAGODA_DOUBLE: Final = Row(
    "pagoda_double", "比下胡", "Pagoda doubled", 2, "times", "NJ-5.1",
    "庄家连庄时，胡牌（不论谁胡）连同宝塔加倍",
    "While the dealer keeps the deal a win, whoever's, is doubled",
)  # fmt: skip
HEATED: Final = Row(
    "heated", "比下胡", "Heated hand", 2, "times", "NJ-5.2",
    "新规则：上一局留下比下胡，本局胡牌加倍",
    "In the new rules a win is doubled when the hand before left the heat behind",
)  # fmt: skip
EXPOSED_KONG: Final = Row(
    "exposed_kong", "明杠", "Exposed kong", 20, "flowers", "NJ-7.1",
    "现场汇：被杠（或当初被碰）的一家付",
    "On the spot, by who gave the tile (for an added kong, of its pong)",
    each=True,
)  # fmt: skip
CONCEALED_KONG: Final = Row(
    "concealed_kong", "暗杠", "Concealed kong", 20, "flowers", "NJ-7.2",
    "现场汇：其余三家各付，可由选项改", "On the spot, by each of the three others; an option changes it",
    each=True,
)  # fmt: skip
FLOWER_KONG: Final = Row(
    "flower_kong", "花杠", "Flower kong", 20, "flowers", "NJ-7.3",
    "现场汇：一人集齐一套四张花，其余三家各付，可由选项改",
    "On the spot, by each of the three others, for four flowers of a set; an option changes it",
    each=True,
)  # fmt: skip
FINE_ROW: Final = Row(
    "fine_row", "罚分：四家跟打", "Fine: four in a row", 10, "flowers", "NJ-7.4",
    "四家连着打出同一种牌，第一家付其余三家各 10",
    "Four players discard the same kind one after another: the first pays each of the three",
    each=True,
)  # fmt: skip
FINE_FOUR: Final = Row(
    "fine_four", "罚分：一家四张", "Fine: four of one's own", 10, "flowers", "NJ-7.5",
    "一人打出四张同样的牌（不必连续），付其余三家各 10",
    "One player discards all four tiles of a kind: he pays each of the three",
    each=True,
)  # fmt: skip
ESCAPE: Final = Row(
    "escape", "逃跑", "Escape", 50, "flowers", "NJ-9.3",
    "中途离场者扣 50 花，归公", "Who leaves a match for good forfeits this to the house",
)  # fmt: skip

TABLE: Final = (
    WIN, HARD, MISSING_SUIT, SINGLE_WAIT, CLOSED_WAIT, KONG_MELD, DOUBLE, CONCEALED,
    HALF_FLUSH, ONE_SUIT, ALL_TRIPLETS, LONE_TILE, *SEVEN_PAIRS, CRUSHED, FLOWERLESS,
    BLOOM_FLOWER, BLOOM_KONG, HEAVENLY, EARTHLY, LAST_TILES, PAGODA, PAGODA_DOUBLE, HEATED,
    EXPOSED_KONG, CONCEALED_KONG, FLOWER_KONG, FINE_ROW, FINE_FOUR, ESCAPE,
)  # fmt: skip
"""The whole table, in the order of the rules document."""

BLOOMS: Final = frozenset({BLOOM_FLOWER.id, BLOOM_KONG.id})
"""Both kinds of 杠开 (NJ-4.8)."""

BIG: Final = frozenset(row.id for row in (
    HALF_FLUSH, ONE_SUIT, ALL_TRIPLETS, LONE_TILE, *SEVEN_PAIRS, CRUSHED, BLOOM_FLOWER, BLOOM_KONG, HEAVENLY,
    EARTHLY,
))  # fmt: skip
"""Items that make a big win (大胡, NJ-3.3); 无花果, 海底捞月 and a robbed kong do not."""
