"""What sample messages are made of."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from protocol import view as v
from protocol.vocabulary import TILES, Meld, Options, Tile, Transfer


class Sample(NamedTuple):
    """A message and what it means."""

    meaning: str
    message: Struct


def tiles(text: str) -> tuple[Tile, ...]:
    """Read ``"1m 2m 3m"``."""
    known = {str(tile): tile for tile in TILES}
    return tuple(known[each] for each in text.split())


ROOM = "r7Qk2"
MATCH = "m41Xw"
SECRET, COMMIT, NONCE = "5e" * 32, "c0" * 32, "0f" * 32


def ident(n: int) -> str:
    """Give a command id that is easily told apart."""
    return f"{n:032x}"


ROOM_OPTIONS: Options = {"hands": 4, "turn": 5, "bank": 20, "watch": "public", "friends": True}

SEATS = (
    v.SeatName("p1", "甲", False),
    v.SeatName("p2", "乙", False),
    v.SeatName("", "机器人 1", True),
    v.SeatName("", "机器人 2", True),
)
INFO = v.MatchInfo(
    match=MATCH,
    ruleset="nanning",
    rules=1,
    options={"codes": 2, "dead_double": False},
    room_options=ROOM_OPTIONS,
    hands=4,
    seats=SEATS,
)
PONG = Meld("pong", tiles("7p 7p 7p"), source=2, claimed="7p")
CHOW = Meld("chow", tiles("3s 4s 5s"), source=3, claimed="4s")
HIDDEN_KONG = Meld("concealed_kong", ())
RESULT = v.HandResult(
    hand=1,
    outcome="win",
    winners=(
        v.Winner(
            seat=0,
            by="discard",
            source=3,
            tile="2m",
            concealed=tiles("1m 3m 5s 5s 5s 6s 7s 8s 9s 9s"),
            melds=(PONG,),
            flowers=(),
            value=2,
            items=(v.Item("base", "底分", "base", 3, "points", "NN-2.1"),),
            steps=(v.Step("2", 2, "平胡放炮", "plain win on a discard"),),
            groups=(tiles("1m 2m 3m"), tiles("5s 5s 5s"), tiles("6s 7s 8s"), tiles("9s 9s")),
            near=(
                v.NearMiss("pure", "清一色", "all one suit", "另有万、筒", "there are m and p too", "NN-2.2"),
            ),
        ),
    ),
    transfers=(
        Transfer(3, 0, 2, "NN-2.4", "discard", "2m"),
        Transfer(0, 1, 1, "NN-3.2", "concealed kong"),
    ),
    totals=(1, 1, 0, -2),
    house=0,
    scores=(1, 1, 0, -2),
    next_dealer=0,
    streak=0,
    heated=False,
    secret=SECRET,
    shown=(
        v.ShownHand(0, tiles("1m 3m 5s 5s 5s 6s 7s 8s 9s 9s"), (PONG,), tiles("2m")),
        v.ShownHand(1, tiles("2p 3p 1z"), (Meld("concealed_kong", tiles("9p 9p 9p 9p")),)),
    ),
)
TURNED = v.Turned("codes", 1, tiles("5m 2z"), (True, False), "NN-14.1")
WILD_WINNER = v.Winner(
    seat=2,
    by="self_draw",
    source=None,
    tile="7z",
    concealed=tiles("1m 2m 3m 5s 5s"),
    melds=(CHOW,),
    flowers=tiles("1f 5f"),
    value=4,
    items=(v.Item("wilds", "三财神", "three wilds", 2, "tai", "ZJ-4.5", tiles("7z")),),
    steps=(v.Step("2^(4-2)", 4, "每家", "each"),),
    wilds=(v.WildUse("7z", "4m"),),
)
OTHER_RESULT = v.HandResult(
    hand=2,
    outcome="false_win",
    winners=(WILD_WINNER,),
    transfers=(Transfer(1, "house", 50, "NJ-9.3", "escape"),),
    totals=(0, -50, 0, 0),
    house=50,
    scores=(1, -49, 0, -2),
    next_dealer=None,
    streak=1,
    heated=True,
    secret=None,
    turned=(TURNED,),
    false_winner=1,
)
MATCH_RESULT = v.MatchResult(
    MATCH, "hands_played", (31, -12, -12, -7), (1, 3, 3, 2), ((1, 1, 0, -2), (30, -13, -12, -5)), (2, 0, 0, 0)
)
