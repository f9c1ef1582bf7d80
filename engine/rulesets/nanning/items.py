"""The score table of Nanning mahjong: every item that can count in a settlement (NN-2 to NN-10, NN-14).

Values stand here and nowhere else. A base is in points, a pattern or an event in doublings (the ``k`` of
NN-2.2), a multiplier in times.
"""

from __future__ import annotations

from typing import Final

from engine.scoring.rows import Row

__all__ = [
    "ALL_HONOURS", "ALL_TRIPLETS", "BASE_CONCEALED", "BASE_OPEN", "BEGGING", "BEGGING_CANNON",
    "BIG_PAIRS", "BLOOM", "CODE",
    "CONCEALED_KONG", "DEAD_DOUBLE", "DISCARD_CONCEALED", "DISCARD_OPEN", "DISCARD_SHARES",
    "EARTHLY", "EXPOSED_KONG", "FISH",
    "HEAVENLY", "HUMAN", "KONG_CANNON", "LAST_CANNON", "LAST_DRAW", "ONE_SUIT", "PLUS_ONE",
    "ROBBED_KONG", "SEALED_DISCARD",
    "SEVEN_PAIRS", "TABLE",
]  # fmt: skip

BASE_OPEN: Final = Row(
    "base_open", "底分", "Base", 3, "points", "NN-2.1",
    "基数 3，不按门清的 4 计时都用它", "The base wherever the 4 of a concealed hand does not count",
)  # fmt: skip
BASE_CONCEALED: Final = Row(
    "base_concealed", "门清", "Concealed hand", 4, "points", "NN-2.1",
    "没有碰也没有明杠，基数 4；暗杠不破门清，七对总是门清",
    "The base of a hand without pong or exposed kong; concealed kongs keep it, seven pairs always have it",
    "234m678p123p55s34s2s",
)  # fmt: skip
DISCARD_OPEN: Final = Row(
    "discard_open", "鸡胡", "Plain hand on a discard", 2, "points", "NN-2.4",
    "无翻的普通牌型点炮胡，放炮者付 2 分", "What the discarder pays for a hand without a doubling",
)  # fmt: skip
DISCARD_CONCEALED: Final = Row(
    "discard_concealed", "门清", "Concealed hand on a discard", 4, "points", "NN-2.4",
    "无翻的门清牌型点炮胡，放炮者付 4 分", "What the discarder pays for a concealed hand without a doubling",
)  # fmt: skip
DISCARD_SHARES: Final = Row(
    "discard_shares", "大炮三份", "Three shares", 3, "times", "NN-2.4",
    "有翻的牌型点炮胡，放炮者付三份基数，第一翻不再乘",
    "With a doubling the discarder pays three bases, the first doubling taken as paid",
)  # fmt: skip
PLUS_ONE: Final = Row(
    "plus_one", "门清加一", "One more for concealed", 1, "points", "NN-14.3",
    "选用“3 翻倍后加 1”时，门清自摸每家在翻倍后另付 1 分",
    "With the option “base of 3, then 1 more” each payer of a concealed self-draw pays this beside 3 doubled",
)  # fmt: skip
ONE_SUIT: Final = Row(
    "one_suit", "清一色", "One suit", 1, "doublings", "NN-2.2",
    "全部是万、筒、条中的一色", "All tiles of one suit", "123m234m678m55m678m",
)  # fmt: skip
ALL_HONOURS: Final = Row(
    "all_honours", "字一色", "All honours", 1, "doublings", "NN-2.2",
    "全部是风牌和中发白", "Nothing but winds and 中发白", "111z222z333z55z666z",
)  # fmt: skip
ALL_TRIPLETS: Final = Row(
    "all_triplets", "碰碰胡", "All triplets", 1, "doublings", "NN-2.2",
    "四副刻子或杠加一对", "Four triplets or kongs and a pair", "222p333s777m11z888s",
)  # fmt: skip
SEVEN_PAIRS: Final = Row(
    "seven_pairs", "七小对", "Seven pairs", 1, "doublings", "NN-2.2",
    "七个不同的对子", "Seven different pairs", "1133m5577p2288s66z",
)  # fmt: skip
BIG_PAIRS: Final = (
    Row(
        "big_pairs_1", "七大对", "Seven pairs with a quad", 2, "doublings", "NN-2.2",
        "七对之中有一组四张相同", "One quad among the seven pairs", "1111m5577p2288s66z",
    ),
    Row(
        "big_pairs_2", "豪华大七对", "Seven pairs with two quads", 3, "doublings", "NN-2.2",
        "七对之中有两组四张相同", "Two quads among the seven pairs", "1111m5555p2288s66z",
    ),
    Row(
        "big_pairs_3", "超级豪华大七对", "Seven pairs with three quads", 4, "doublings", "NN-2.2",
        "七对之中有三组四张相同", "Three quads among the seven pairs", "1111m5555p2222s66z",
    ),
)  # fmt: skip
EXPOSED_KONG: Final = Row(
    "exposed_kong", "明杠", "Exposed kong", 1, "points", "NN-3.1",
    "被杠（或当初被碰）者付", "Paid by whose discard was konged, or ponged before", each=True,
)  # fmt: skip
CONCEALED_KONG: Final = Row(
    "concealed_kong", "暗杠", "Concealed kong", 1, "points", "NN-3.2",
    "其余三家各付", "Paid by each of the three others", each=True,
)  # fmt: skip
BLOOM: Final = Row(
    "bloom", "杠上花", "Won on a kong's replacement", 1, "doublings", "NN-4.1",
    "杠后补牌自摸，连杠几次计几翻",
    "Self-drawn on the replacement of a kong, once for each kong of the chain",
    each=True,
)  # fmt: skip
KONG_CANNON: Final = Row(
    "kong_cannon", "杠上炮", "Discard after a kong", 1, "doublings", "NN-5.1",
    "杠后打出的牌被胡，连杠几次计几翻",
    "Won on the discard that follows a kong, once for each kong of the chain",
    each=True,
)  # fmt: skip
BEGGING_CANNON: Final = Row(
    "begging_cannon", "全求炮", "Discard from four melds", 1, "doublings", "NN-5.2",
    "放炮者自己是全求人（四副碰或明杠，单吊一张）",
    "The discarder stands on four pongs or exposed kongs and one tile",
)  # fmt: skip
LAST_CANNON: Final = Row(
    "last_cannon", "海底炮", "Last discard", 1, "doublings", "NN-5.3",
    "摸完最后一张后打出的牌被胡", "Won on the discard after the wall's last tile was drawn",
)  # fmt: skip
ROBBED_KONG: Final = Row(
    "robbed_kong", "抢杠胡", "Robbed kong", 1, "doublings", "NN-6.1",
    "抢补杠之牌而胡；抢连杠，第几杠计几翻",
    "Won on the tile of an added kong; once for each kong of its chain",
    each=True,
)  # fmt: skip
BEGGING: Final = Row(
    "begging", "全求人", "Four melds and one tile", 1, "doublings", "NN-7.1",
    "四副碰或明杠，单吊点炮胡",
    "Four pongs or exposed kongs and one tile in hand, won on a discard",
    "5s5s 777p999m111z222s",
)  # fmt: skip
HEAVENLY: Final = Row(
    "heavenly", "天胡", "Won as dealt", 1, "doublings", "NN-8.1",
    "庄家起手十四张即胡", "The dealer wins on the 14 tiles dealt",
)  # fmt: skip
EARTHLY: Final = Row(
    "earthly", "地胡", "Won on the first draw", 1, "doublings", "NN-8.2",
    "第一圈闲家摸第一张即胡，之前无人碰或明杠",
    "Another player wins on his first drawn tile, nothing having been claimed before",
)  # fmt: skip
HUMAN: Final = Row(
    "human", "人胡", "Won on the first discard", 1, "doublings", "NN-8.3",
    "胡庄家打出的第一张牌，之前无杠", "Won on the dealer's first discard, no kong before it",
)  # fmt: skip
LAST_DRAW: Final = Row(
    "last_draw", "海底捞月", "Last tile of the wall", 1, "doublings", "NN-9.1",
    "自摸最后一张；此时不算杠上花和地胡", "Self-drawn with the wall's last tile; no other event counts then",
)  # fmt: skip
SEALED_DISCARD: Final = Row(
    "sealed_discard", "封胡放炮", "Discard by the sealed player", 2, "times", "NN-10.3",
    "被封者放炮，付两倍", "The sealed player pays his own discard twice",
)  # fmt: skip
DEAD_DOUBLE: Final = Row(
    "dead_double", "死双", "Dead double", 2, "times", "NN-10.9",
    "选用死双时，被封者所付再翻一倍", "With the option, what the sealed player owes is doubled once more",
)  # fmt: skip
CODE: Final = Row(
    "code", "中码", "Code hit", 1, "times", "NN-14.1",
    "每中一张码，所胡之分多付一份", "Each code of the winner's seat adds the win once more", each=True,
)  # fmt: skip
FISH: Final = Row(
    "fish", "钓鱼", "Fishing hit", 1, "times", "NN-14.2",
    "胡牌者每中一张多得一份，付分者每中一张少付一份",
    "Each hit of the winner adds a share, each hit of a payer takes one off",
    each=True,
)  # fmt: skip

TABLE: Final = (
    BASE_OPEN, BASE_CONCEALED, DISCARD_OPEN, DISCARD_CONCEALED, DISCARD_SHARES, PLUS_ONE,
    ONE_SUIT, ALL_HONOURS, ALL_TRIPLETS, SEVEN_PAIRS, *BIG_PAIRS,
    EXPOSED_KONG, CONCEALED_KONG, BLOOM, KONG_CANNON, BEGGING_CANNON, LAST_CANNON, ROBBED_KONG, BEGGING,
    HEAVENLY, EARTHLY, HUMAN, LAST_DRAW, SEALED_DISCARD, DEAD_DOUBLE, CODE, FISH,
)  # fmt: skip
"""The whole table, in the order of the rules document."""
