"""Nanjing's clauses where they meet: who pays for all, several winners, 比下胡, fourth mouths, 地胡 …

Every total is worked out by hand beside its line. The winner is seat 1 and the dealer seat 0; seat 3 discards
or is robbed unless a line says otherwise.
"""

import pytest

from tests.engine.positions import (
    JSON,
    added_kong,
    concealed_kong,
    error,
    lies,
    open_kong,
    pong,
    totals,
    win,
)
from tests.engine.rulesets.nanjing.hands import (
    PLAIN,
    Hand,
    discarded,
    drawn,
    feeder,
    hands_in_a_row,
    mouthed,
    nanjing,
    robbed,
    table,
)
from tests.engine.script import record

MOUTHS = feeder("1m", "5p", "9s", seat=0)
BOUND = win(1, "33s22z", *MOUTHS, flowers="1f")
"""对对胡 on two pairs, fed three times by seat 0: 2 + 20 + 40 = 62."""
LONE = (added_kong("1m", 2), *feeder("5p", "9s", "4s", seat=0))
"""Four melds, of which the first is a kong from seat 2."""
CRUSH = Hand("35m345p678s88p222z", "4m", flowers="")
NEW = {"preset": "nanjing-new"}


def stands(*melds: JSON, tile: str = "2z", flowers: str = "1f") -> Hand:
    """Return a hand of four melds and one tile."""
    return Hand(tile, tile, melds, flowers)


def together(*wins: JSON, tile: str = "3s", source: int = 2, **more: object) -> JSON:
    """Return several wins on one discard."""
    return nanjing("discard", *wins, tile=tile, source=source, **more)


def fed_again(seat: int) -> JSON:
    """Return a winner on 3s, 对对胡 and 全球独钓, (1 + 1) x 2 + 20 + 40 + 60 = 124; its last giver varies."""
    melds = (pong("2m", 0), pong("4m", 2), pong("7p", seat), pong("8p", 0))
    return win(3, "3s", *melds, flowers="2f")


LIABLE = [
    ("NJ-6.1 NJ-8.1 one player pays for two winners he fed", together(BOUND, fed_again(0)),
     [-186, 62, 0, 124]),
    ("NJ-6.1 NJ-5.1 one bound, one free: (62 + 10) x 2, (124 + 10) x 2",
     together(BOUND, fed_again(1), streak=1), [-144, 144, -268, 268]),
    ("NJ-6.2 NJ-6.1 a robbed kong-er pays before who fed: 82 x 3",
     robbed(Hand("34s77s", "2s", feeder("1s", "9s", "5s", seat=0)), source=3), [0, 246, 0, -246]),
    ("NJ-6.3 NJ-6.1 a given kong's giver pays before who fed: 168 x 3 and 20",
     drawn(stands(*LONE), chain=[LONE[0]]), [0, 524, -524, 0]),
    ("NJ-6.5 after a concealed kong only, who fed pays: 168 x 3 and 20",
     drawn(stands(*MOUTHS, concealed_kong("2p")), chain=[concealed_kong("2p")]), [-524, 564, -20, -20]),
    ("NJ-6.3 the last exposed of the run decides",
     drawn(stands(added_kong("1m", 2), added_kong("5p", 3), *feeder("9s", "4s", seat=0)),
           chain=[added_kong("1m", 2), added_kong("5p", 3)]), [0, 556, -20, -536]),
    ("NJ-6.3 NJ-4.8 also with a flower last, which adds nothing",
     drawn(stands(added_kong("1m", 2), added_kong("5p", 3), *feeder("9s", "4s", seat=0)), flower_draw=True,
           chain=[added_kong("1m", 2), added_kong("5p", 3)]), [0, 556, -20, -536]),
    ("NJ-6.3 a concealed kong behind it changes nothing: 172 x 3, 20, and 20 from each",
     drawn(stands(added_kong("1m", 2), *feeder("5p", "9s", seat=0), concealed_kong("3z")),
           chain=[added_kong("1m", 2), concealed_kong("3z")]), [-20, 596, -556, -20]),
    ("NJ-6.2 NJ-4.6 NJ-5.1 NJ-2.3 robbed 压绝, three times kept, five a flower: (120 + 30) x 2 x 5 x 3",
     robbed(CRUSH, source=3, streak=3, options={"flower_value": 5}), [0, 4500, 0, -4500]),
    ("NJ-6.2 NJ-4.10 地胡 by robbing", nanjing(
        "rob_kong", win(1, PLAIN.concealed, flowers="", pre_ready=True), source=3, tile="4m",
        others=lies(s3=[pong("4m", 2)])), [0, 1080, 0, -1080]),
    ("NJ-6.2 NJ-7.2 a concealed kong insures nothing, and is paid",
     robbed(PLAIN, source=3, beside=(concealed_kong("9s"),),
            chain=[concealed_kong("9s"), added_kong("4m", 0)]), [-20, 106, -20, -66]),
]  # fmt: skip

BY_MOUTH = [
    ("NJ-6.4 NJ-5.1 (122 + 10) x 2 x 3", mouthed(*feeder("1m", "5p", "9s", "3s"), streak=1),
     [0, 792, -792, 0]),
    ("NJ-6.4 NJ-5.2 heated", mouthed(*feeder("1m", "5p", "9s", "3s"), options=NEW, heated=True),
     [0, 732, -732, 0]),
    ("NJ-6.4 an open kong from the feeder completes it: 126 x 3 and 20",
     mouthed(*feeder("1m", "5p", "9s", "3s!"), left="7m"), [0, 398, -398, 0]),
    ("NJ-6.4 an open kong from another: F 66, the other 20",
     mouthed(*feeder("1m", "5p", "9s"), open_kong("3s", 0), left="7m"), [-20, 86, -66, 0]),
    ("NJ-6.4 NJ-3.1 NJ-4.7 four direct kongs without a flower: 196 x 3 and 80",
     mouthed(*feeder("1m!", "5p!", "9s!", "3s!"), left="7m", flowers=""), [0, 668, -668, 0]),
    ("NJ-6.4 the same, the last from another: 136 and 60, 20",
     mouthed(*feeder("1m!", "5p!", "9s!"), open_kong("3s", 0), left="7m", flowers=""), [-20, 216, -196, 0]),
    ("NJ-6.4 NJ-4.2 one suit on the melds, whatever is left", mouthed(*feeder("1s", "5s", "9s", "3s")),
     [0, 546, -546, 0]),
    ("NJ-6.4 NJ-4.2 four winds", mouthed(*feeder("1z", "2z", "3z", "4z")), [0, 546, -546, 0]),
    ("NJ-6.4 NJ-2.2 one suit missing on the melds", mouthed(*feeder("1m", "2z", "3z", "4s")),
     [0, 372, -372, 0]),
    ("NJ-6.4 NJ-4.11 no 海底 with one tile left", mouthed(*feeder("1m", "5p", "9s", "3s"), wall_left=1),
     [0, 366, -366, 0]),
    ("NJ-6.4 NJ-7.3 with a flower kong", mouthed(*feeder("1m", "5p", "9s", "3s"), flowers="1234f"),
     [-20, 444, -404, -20]),
]  # fmt: skip

ADDED = [
    ("NJ-4.6 NJ-4.7 压绝 lifts the minimum for a pong without flowers: 20 + 40 + 40",
     discarded(Hand("35m345p678s88p", "4m", (pong("9s", 2),), ""), others=lies(s0=[pong("4m", 2)])),
     [0, 100, 0, -100]),
    ("NJ-4.8 NJ-3.2 大杠开花 does too: 104 and 20 from each",
     drawn(Hand("23m345p88p", "4m", (pong("9s", 2), concealed_kong("1z")), ""),
           chain=[concealed_kong("1z")]), [-124, 372, -124, -124]),
    ("NJ-4.9 NJ-4.10 NJ-4.11 天胡 excludes 地胡, not 海底",
     drawn(PLAIN._replace(flowers=""), seat=0, first_turn=True, pre_ready=True, wall_left=15),
     [1230, -410, -410, -410]),
    ("NJ-4.9 NJ-4.8 天胡 on a flower's replacement", drawn(PLAIN, seat=0, first_turn=True, flower_draw=True),
     [1086, -362, -362, -362]),
    ("NJ-4.10 NJ-4.8 地胡 on a flower's replacement", drawn(PLAIN, pre_ready=True, flower_draw=True),
     [-342, 1026, -342, -342]),
    ("NJ-4.10 NJ-5.1 地胡, kept once", discarded(PLAIN._replace(flowers=""), pre_ready=True, streak=1),
     [0, 740, 0, -740]),
    ("NJ-4.4 NJ-3.1 four concealed kongs and one tile: 160 and 80 from each",
     discarded(stands(concealed_kong("1m"), concealed_kong("2p"), concealed_kong("3s"), concealed_kong("4z"),
                      tile="7s")), [-80, 400, -80, -240]),
    ("NJ-7.2 NJ-2.3 both options multiply: 46 x 2 and 10 x 2 from each",
     discarded(Hand("23m345p678s88p", "4m", (concealed_kong("9s"),)),
               options={"flower_value": 2, "concealed_kong_each": 10}), [-20, 152, -20, -112]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"),
    [pytest.param(data, sums, id=says) for says, data, sums in (*LIABLE, *BY_MOUTH, *ADDED)],
)
def test_clauses_meet(data: JSON, expected: list[int]) -> None:
    assert totals(data) == expected


REFUSED = [
    ("NJ-6.4 a concealed kong among the first three",
     mouthed(concealed_kong("1m"), *feeder("5p", "9s", "3s")), (3, "not_a_win")),
    ("NJ-6.4 a hand that had ended with its fourth mouth",
     drawn(stands(*MOUTHS, added_kong("3s", 0))), (2, "malformed")),
    ("NJ-6.4 the same before a loser",
     discarded(PLAIN, others=lies(s0=[*feeder("1z", "2z", "3z", seat=3), pong("4z", 1)])), (2, "malformed")),
    ("NJ-6.4 two at once", nanjing("fourth_mouth", win(1, "7m8p", *feeder("1m", "5p", "9s", "3s")),
     win(0, "78m", *feeder("1z", "2z", "3z", "4z", seat=3)), tile="3s"), (2, "malformed")),
    ("NJ-4.10 with a concealed kong",
     discarded(Hand("23m345p678s88p", "4m", (concealed_kong("9s"),)), pre_ready=True), (2, "malformed")),
    ("NJ-4.11 NJ-3.3 海底 with three flowers and a pong is small",
     drawn(Hand("23m345p678s88p", "4m", (pong("9s", 2),), "123f"), wall_left=3), (3, "below_minimum")),
    ("NJ-8.1 the second of two where one may win",
     together(BOUND, fed_again(0), options={"multiple_wins": False}), (3, "not_offered")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"), [pytest.param(data, wanted, id=says) for says, data, wanted in REFUSED]
)
def test_clauses_meet_and_refuse(data: JSON, expected: tuple[int, str]) -> None:
    assert error(data)[:2] == expected


# At the table. Seat 1 waits for 1m, 4m and 7m on the tiles dealt.
WAITS = PLAIN.concealed


@pytest.mark.parametrize(
    ("says", "script", "hands", "expected"),
    [
        ("NJ-4.10 a win passed and another's pong leave 地胡 as it is",
         "0 discard 9s; 3 pong; 3 discard 1m; ? 1 win pass; 1 pass; 0 <2z; 1 <4m win",
         ["9s", WAITS, "", "99s1m"], [-360, 1080, -360, -360]),
        ("NJ-4.10 a copy of the tile drawn is as good as itself",
         "0 discard 9s; 1 <8p; 2 <8s; 3 <1z; 0 <2z; 1 <4m win", ["9s", WAITS, "", ""],
         [-360, 1080, -360, -360]),
        ("NJ-4.10 another wait is another hand",
         "0 discard 9s; 1 <9s discard 6s; 2 <4s; 3 <1z; 0 <2z; 1 <4m win", ["9s", WAITS, "", ""],
         [-80, 240, -80, -80]),
        ("NJ-4.10 NJ-4.8 a flower's replacement is the tile drawn, and thrown",
         "0 discard 9s; 1 <2f _; 1 <<9p discard 9p; 2 <8s; 3 <1z; 0 <2z; 1 <4m win", ["9s", WAITS, "", ""],
         [-322, 966, -322, -322]),
        ("NJ-7.4 NJ-4.10 the fourth alike in a row is paid for, then won on",
         "0 discard 4m; 1 pass; 1 <4m discard 4m; 2 <9p discard 4m; 1 pass; 3 <8s discard 4m;"
         "@ scores -30 10 10 10; 1 win", ["4m", WAITS, "4m", "4m"], [-30, 370, 10, -350]),
        ("NJ-1.4 NJ-7.3 the last tile is a flower that makes four: paid, and drawn",
         "0 discard 9m; 1 <4f _; @ over", ["9m", "123f", "", ""], [-20, 60, -20, -20]),
        ("NJ-9.3 NJ-2.3 leaving costs 50 of what a flower is worth, and closes no window",
         "0 discard 4m; 3 escape; ? 1 win pass; 1 win", ["4m", WAITS, "", ""], [-360, 360, 0, -50]),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("NJ") else "",
)  # fmt: skip
def test_at_the_table(says: str, script: str, hands: list[str], expected: list[int]) -> None:
    more = {"left": 4, "tail": "9p9s1z"} if "123f" in hands else {}
    assert table(script, hands, **more).totals == expected


@pytest.mark.parametrize(
    ("several", "expected"), [(True, [0, -2160, 1080, 1080]), (False, [0, -1080, 1080, 0])]
)
def test_two_rob_one_kong(several: bool, expected: list[int]) -> None:
    """NJ-6.5 NJ-8.1 NJ-4.10: each is paid three times his 360, or the nearest alone, whoever spoke first."""
    played = table(
        """
        0 discard 5p; 2 pass; 3 pass; 1 pong; 1 discard 1m; 2 <9p; 3 <4s; 0 <2z; 1 <5p kong 5p
        @ scores 0 0 0 0; 3 win; 2 win; @ over
        """,
        ["5p", "55p1m", "123m678m67p999s22z", "123789m34p678s11z"],
        options={"multiple_wins": several},
    )
    assert (played.totals, played.outcome.follows) == (expected, (1, 0, False))


def test_heat_and_streak_are_handed_on() -> None:
    """NJ-5.2 NJ-9.1 NJ-9.2: drawn, so heated; 天胡 in heat, kept, heated; 地胡 in heat; then nothing."""
    rows = [
        written("0 discard 9m", ["9m", "", "", ""], left=0),
        written("1 win", ["", WAITS + "4m", "", ""], dealer=1),
        written("1 discard 4m; 0 win", [WAITS, "4m", "", ""], dealer=1),
        written("2 discard 4m; 3 win", ["", "", "4m", WAITS], dealer=2),
    ]
    new, pagoda = hands_in_a_row(*rows, options=NEW), hands_in_a_row(*rows)
    assert [hand.as_json()["totals"] for hand in new] == [
        [0, 0, 0, 0], [-800, 2400, -800, -800], [720, -720, 0, 0], [0, 0, -360, 360],
    ]  # fmt: skip
    assert [hand.follows for hand in new] == [(1, 0, True), (1, 1, True), (2, 0, False), (3, 0, False)]
    assert [hand.as_json()["totals"] for hand in pagoda][1:3] == [[-400, 1200, -400, -400], [740, -740, 0, 0]]


def written(script: str, hands: list[str], **more: int) -> JSON:
    """Write one hand of a match."""
    return record(script, hands, ruleset="nanjing", dealer=more.get("dealer", 0), left=more.get("left"))
