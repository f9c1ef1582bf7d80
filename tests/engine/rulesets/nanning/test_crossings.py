"""Nanning's clauses where they meet: seal and several winners, chain and codes, last tile and first turn …

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
from tests.engine.rulesets.nanning.hands import CONCEALED, PLAIN, Hand, discarded, drawn, nanning
from tests.engine.script import play

FROM_0 = (pong("1m", 0), pong("9p", 0), pong("6z", 0))
SEALING = Hand("55s77s", "7s", FROM_0)
"""All triplets, k = 1; seat 0 is sealed."""
DARK = Hand("7s", "7s", (*FROM_0, concealed_kong("2z")))
GIVEN = Hand("7s", "7s", (*FROM_0, open_kong("2z", 2)))
SECOND = win(2, "123234m678p44s68s")
"""Concealed and plain, waits for 7s: 4 on a discard."""
DEAD = {"dead_double": True}
PLUS1 = {"concealed_self_draw": "plus1"}


def fish(*tiles: str) -> JSON:
    """Return what was set aside, by seat."""
    return {str(seat): tile for seat, tile in enumerate(tiles)}


def together(*wins: JSON, source: int = 3, tile: str = "7s", **more: object) -> JSON:
    """Return several wins on one discard."""
    return nanning("discard", *wins, source=source, tile=tile, **more)


def robbing(*wins: JSON, beside: tuple[JSON, ...] = (), **more: object) -> JSON:
    """Return wins by robbing seat 3 of 5p, its pong taken from seat 2."""
    others = lies(s3=[*beside, pong("5p", 2)])
    return nanning("rob_kong", *wins, source=3, tile="5p", others=others, **more)


SEALS = win(1, "55s77s", *FROM_0)
ROBS = win(1, "234m678s55s46p", pong("9m", 2))
ROBS_AND_SEALS = win(1, "55s46p", *FROM_0)
ROBS_AND_SEALS_3 = win(1, "55s46p", pong("1m", 3), pong("9p", 3), pong("6z", 3))
MUTUAL = lies(s1=FROM_0, s0=[pong("2z", 1), pong("3z", 1), open_kong("4z", 1)])

SEALED = [
    ("NN-10.2 NN-12.1 the sealed player pays his sealer alone", together(SEALS, SECOND), [-9, 18, 4, -13]),
    ("NN-10.9 dead double beside another winner", together(SEALS, SECOND, options=DEAD), [-18, 27, 4, -13]),
    ("NN-10.3 he discards: twice to the one, once to the other", together(SEALS, SECOND, source=0),
     [-22, 18, 4, 0]),
    ("NN-10.3 NN-10.9 and dead", together(SEALS, SECOND, source=0, options=DEAD), [-40, 36, 4, 0]),
    ("NN-10.8 sealed by two, who both win",
     together(SEALS, win(2, "44p68s", pong("2z", 0), pong("3z", 0), pong("4z", 0))), [-11, 18, 4, -11]),
    ("NN-10.7 NN-10.8 two seal each other, a third wins; the kong stands",
     together(SECOND, others=MUTUAL), [1, -1, 4, -4]),
    ("NN-7.1 NN-10.2 全求人: 18 from each", discarded(Hand("7s", "7s", (*FROM_0, pong("2z", 2)))),
     [-18, 36, 0, -18]),
    ("NN-4.2 NN-10.5 杠上花 after a concealed kong: 3 x 12 and 3", drawn(DARK, chain=[concealed_kong("2z")]),
     [-39, 39, 0, 0]),
    ("NN-10.9 dead doubles the chain's points too",
     drawn(DARK, chain=[concealed_kong("2z")], options=DEAD), [-78, 78, 0, 0]),
    ("NN-10.5 NN-14.1 one code of two: 36 x 2 and 3",
     drawn(DARK, chain=[concealed_kong("2z")], options={"codes": 2}, codes="2m1m"), [-75, 75, 0, 0]),
    ("NN-10.9 NN-14.2 36 x 2 for a code, dead, fished once: 144 x 2 and 3 x 2",
     drawn(DARK, chain=[concealed_kong("2z")], options={**DEAD, "codes": 2, "fishing": 1}, codes="2m1m",
           fishing=fish("1p", "6p", "1s", "1s")), [-294, 294, 0, 0]),
    ("NN-10.5 another gave the kong: the sealed player pays", drawn(GIVEN, chain=[open_kong("2z", 2)]),
     [-37, 37, 0, 0]),
    ("NN-9.1 NN-10.4 the last tile: no chain, the kong is paid by NN-3",
     drawn(DARK, chain=[concealed_kong("2z")], wall_left=0), [-37, 39, -1, -1]),
    ("NN-9.1 NN-10.9 dead, but not what NN-3 pays",
     drawn(DARK, chain=[concealed_kong("2z")], wall_left=0, options=DEAD), [-73, 75, -1, -1]),
    ("NN-9.1 NN-4.3 no seal, last tile on a given kong: all pay 12, the giver 1",
     drawn(Hand("7s", "7s", (pong("1m", 0), pong("9p", 3), pong("6z", 0), open_kong("2z", 2))),
           chain=[open_kong("2z", 2)], wall_left=0), [-12, 37, -13, -12]),
    ("NN-10.2 NN-14.2 the sealed player fished: he pays nothing, and is a Q",
     discarded(SEALING, options={"fishing": 1}, fishing=fish("2m", "1m", "6p", "1p")), [9, 9, 9, -27]),
    ("NN-10.3 NN-14.2 V is the double", discarded(SEALING, source=0, options={"fishing": 1},
     fishing=fish("1m", "2p", "6p", "2s")), [-72, 36, 18, 18]),
    ("NN-10.4 NN-14.2 fished by the sealed player: nothing is left of 18",
     drawn(SEALING, options={"fishing": 1}, fishing=fish("2p", "1m", "6p", "2s")), [0, 0, 0, 0]),
    ("NN-10.6 NN-12.1 two robbers, one has sealed seat 0",
     robbing(ROBS_AND_SEALS, win(2, "123m234m678s99s67p")), [-9, 18, 12, -21]),
    ("NN-10.6 robbing the sealed player, dead: 9 x 2 x 2", robbing(ROBS_AND_SEALS_3, options=DEAD),
     [0, 36, 0, -36]),
    ("NN-10.6 NN-10.9 NN-14.2 robbing a third",
     robbing(ROBS_AND_SEALS, options={**DEAD, "fishing": 1}, fishing=fish("2m", "2s", "6z", "1z")),
     [-9, 36, 9, -36]),
]  # fmt: skip

CHAINED = [
    ("NN-4.3 exposed in the middle: 3 x 24, 1 and 3 and 3",
     drawn(Hand("34s55s", "2s", (added_kong("9m", 2), concealed_kong("1z"), concealed_kong("9p"))),
           chain=[concealed_kong("1z"), added_kong("9m", 2), concealed_kong("9p")]), [0, 79, -79, 0]),
    ("NN-4.3 an earlier kong stays outside",
     drawn(Hand("34s55s", "2s", (concealed_kong("9m"), open_kong("1z", 3), concealed_kong("9p"))),
           chain=[open_kong("1z", 3), concealed_kong("9p")]), [-1, 43, -1, -41]),
    ("NN-4.3 NN-14.2 fishing multiplies the shares, not the points: 18 x 2 and 1",
     drawn(Hand("234m678p55s34s", "2s", (open_kong("9m", 2),)), chain=[open_kong("9m", 2)],
           options={"fishing": 1}, fishing=fish("1p", "6p", "1s", "8p")), [0, 37, -37, 0]),
    ("NN-5.1 NN-3.4 the cannon's owner is paid for his kongs",
     discarded(PLAIN, others=lies(s3=[added_kong("5p", 0), concealed_kong("7z")]),
               chain=[added_kong("5p", 0), concealed_kong("7z")]), [-2, 17, -1, -14]),
    ("NN-5.4 a chain of two, the last tile, and no more",
     discarded(PLAIN, wall_left=0, chain=[added_kong("5p", 0), concealed_kong("7z")],
               others=lies(s3=[added_kong("5p", 0), concealed_kong("7z"), pong("6z", 1), pong("1z", 2)])),
     [-2, 17, -1, -14]),
    ("NN-5.2 NN-7.1 both stand on one tile, one suit: 9 x 2^3",
     discarded(Hand("7s", "7s", (pong("1s", 0), open_kong("2s", 2), pong("3s", 0), added_kong("9s", 3))),
               others=lies(s3=[pong("7z", 0), pong("6z", 1), pong("1z", 2), pong("2z", 2)])),
     [0, 74, -1, -73]),
    ("NN-6.2 the kong before the robbed one stands",
     robbing(ROBS, beside=(open_kong("1m", 0),), chain=[open_kong("1m", 0), added_kong("5p", 2)]),
     [-1, 18, 0, -17]),
    ("NN-6.3 a concealed kong outside the chain insures nothing",
     robbing(ROBS, beside=(concealed_kong("1m"),)), [-1, 8, -1, -6]),
    ("NN-6.5 NN-5.2 a robbed 全求人 is no cannon",
     robbing(ROBS, beside=(pong("1z", 0), pong("2z", 0), pong("3z", 1))), [0, 9, 0, -9]),
    ("NN-6.1 NN-14.1 no codes on a robbed kong", robbing(ROBS, options={"codes": 2}), [0, 9, 0, -9]),
]  # fmt: skip

FIRST_AND_LAST = [
    ("NN-8.1 NN-14.1 NN-14.3 天胡 plus1 with two codes: 7 x 3",
     drawn(CONCEALED, seat=0, first_turn=True, options={**PLUS1, "codes": 2}, codes="1p5p"),
     [63, -21, -21, -21]),
    ("NN-8.2 NN-9.1 地胡 on the last tile counts once",
     drawn(CONCEALED, first_turn=True, wall_left=0), [-8, 24, -8, -8]),
    ("NN-8.2 another's concealed kong breaks nothing and is paid",
     drawn(CONCEALED, first_turn=True, others=lies(s0=[concealed_kong("7z")])), [-5, 23, -9, -9]),
    ("NN-8.2 NN-14.2 NN-14.3 地胡 plus1, fished by winner and dealer",
     drawn(CONCEALED, first_turn=True, options={**PLUS1, "fishing": 1}, fishing=fish("2p", "6p", "1p", "4p")),
     [-7, 35, -14, -14]),
    ("NN-8.3 NN-12.1 人胡 three times", together(
        win(1, "123m234m678p55s34s"), win(2, "1122m3344p5566p2s"), win(3, "789m789p777z99s13s"),
        source=0, tile="2s", first_turn=True), [-48, 12, 24, 12]),
    ("NN-8.3 NN-5.3 人胡 with nothing left in the wall counts once",
     discarded(CONCEALED, source=0, first_turn=True, wall_left=0), [-12, 12, 0, 0]),
    ("NN-8.3 NN-5.1 the dealer konged first: 杠上炮",
     discarded(CONCEALED, source=0, first_turn=True, others=lies(s0=[concealed_kong("7z")]),
               chain=[concealed_kong("7z")]), [-9, 11, -1, -1]),
    ("NN-5.6 NN-8.3 seven pairs without their base: 9 x 2",
     discarded(Hand("1122m3344p5566s7s", "7s"), source=0, first_turn=True,
               options={"cannon_ignores_concealed": True}), [-18, 18, 0, 0]),
    ("NN-9.1 NN-14.3 the last tile plus1", drawn(CONCEALED, wall_left=0, options=PLUS1), [-7, 21, -7, -7]),
    ("NN-14.1 NN-14.3 杠上花 plus1 with a code: 7 x 2 and 1",
     drawn(Hand("234m678p55s34s", "2s", (concealed_kong("9m"),)), chain=[concealed_kong("9m")],
           options={**PLUS1, "codes": 1}, codes="6z"), [-15, 45, -15, -15]),
    ("NN-14.2 NN-12.1 two winners fish: each is settled by himself", together(
        win(1, "123m234m678p55s34s"), win(2, "789m789p777z99s13s"), tile="2s",
        options={"fishing": 1}, fishing=fish("2p", "6p", "3p", "7p")), [4, 8, 4, -16]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"),
    [pytest.param(data, sums, id=says) for says, data, sums in (*SEALED, *CHAINED, *FIRST_AND_LAST)],
)
def test_clauses_meet(data: JSON, expected: list[int]) -> None:
    assert totals(data) == expected


REFUSED = [
    ("NN-10.1 the sealed player beside his sealer",
     together(SEALS, win(0, "123234m678p44s68s")), (3, "sealed")),
    ("NN-10.8 one who is sealed in return",
     discarded(SEALING, others=lies(s0=[pong("2z", 1), pong("3z", 1), open_kong("4z", 1)])), (3, "sealed")),
    ("NN-10.1 the sealed player robs",
     nanning("rob_kong", win(0, "123234m678p44s68s"), source=3, tile="7s",
             others=lies(s1=FROM_0, s3=[pong("7s", 2)])), (3, "sealed")),
    ("NN-6.3 open, concealed, added", robbing(
        ROBS, beside=(open_kong("1z", 0), concealed_kong("1m")),
        chain=[open_kong("1z", 0), concealed_kong("1m"), added_kong("5p", 2)]), (3, "insured")),
    ("NN-14.1 a code after an exposed chain",
     drawn(GIVEN, chain=[open_kong("2z", 2)], options={"codes": 1}, codes="2m"), (2, "malformed")),
    ("NN-14.1 more codes than tiles left",
     drawn(CONCEALED, options={"codes": 2}, codes="2m5m", wall_left=1), (2, "malformed")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"), [pytest.param(data, wanted, id=says) for says, data, wanted in REFUSED]
)
def test_clauses_meet_and_refuse(data: JSON, expected: tuple[int, str]) -> None:
    assert error(data)[:2] == expected


# At the table. Seat 1 waits for 2s and 5s and is concealed.
WAITS = "234m678p123p55z34s"


def test_a_win_passed_bars_from_robbing_until_the_next_draw() -> None:
    """NN-11.1 NN-6.1: the seat is not asked for the kong, though it would complete its hand."""
    play(
        """
        0 discard 2s; ? 1 win pass; 1 pass; 3 pong; 3 discard 1z; 0 <9m; 1 <9p; 2 <5s; ? 1 win pass; 1 pass
        3 <2s kong 2s; ? 1; @ turn 3; 3 <<7z
        """,
        ["2s", WAITS, "", "22s1z"],
    )


def test_a_robbery_passed_bars_from_the_cannon_that_follows_but_not_another() -> None:
    """NN-6.2 NN-11.1 NN-5.1: two added kongs in a chain, then the discard: 12 x 2 for seat 2."""
    played = play(
        """
        0 discard 1z; 3 pong; 3 discard 9p; 0 <8m discard 2s; 1 pass; 3 pong; 3 discard 9m; 0 <8m; 1 <9s
        2 <6z; 3 <1z kong 1z; 3 <<2s kong 2s; ? 1 win pass; 1 pass; 3 <<5m discard 5m; ? 1; 2 win
        """,
        ["1z2s", WAITS, "789m789p777z99s46m", "11z22s9p9m"],
    )
    assert (played.totals, played.outcome.follows) == ([-2, 0, 24, -22], (2, 0, False))


def test_the_chains_second_kong_is_robbed_and_the_first_stands() -> None:
    """NN-6.2 NN-3.4 NN-13.2."""
    played = play(
        """
        0 discard 1z; 3 pong; 3 discard 9p; 0 <8m discard 2s; 1 pass; 3 pong; 3 discard 9m; 0 <8m; 1 <9s
        2 <6z; 3 <1z kong 1z; 3 <<2s kong 2s; 1 win
        """,
        ["1z2s", WAITS, "", "11z22s9p9m"],
    )
    assert played.totals == [-1, 24, 0, -23]


def test_of_two_false_calls_the_nearest_counts_and_a_falsely_robbed_kong_earns_nothing() -> None:
    """NN-11.2, Readings."""
    penalty = {"false_win": "penalty"}
    two = play("0 discard 9m; 3 win; 2 win; 1 pass; @ over", ["9m", "", "", ""], options=penalty)
    assert (two.outcome.outcome, two.totals) == ("false_win", [10, 10, -30, 10])
    robbed = play(
        "0 discard 2s; 3 pong; 3 discard 1z; 0 <9m; 1 <9p; 2 <6z; 3 <2s kong 2s; 0 pass; 1 win; @ over",
        ["2s", "", "", "22s1z"], options=penalty,
    )  # fmt: skip
    assert robbed.totals == [10, -30, 10, 10]
