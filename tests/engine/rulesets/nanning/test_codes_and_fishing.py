"""摸码, 钓鱼 and the other count of a concealed self-draw (NN-14), several winners (NN-12)."""

import pytest

from tests.engine.positions import (
    JSON,
    added_kong,
    concealed_kong,
    error,
    lies,
    open_kong,
    outcome,
    pong,
    totals,
    win,
)
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import SEALING, Hand, discarded, drawn, nanning, robbed

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
# NN-14.1: dealer 1 5 9 东 中, right-hand neighbour 2 6 南 发, opposite 3 7 西 白, left-hand neighbour 4 8 北.
BELONGS = [
    {"1m", "5m", "9m", "1p", "5p", "9p", "1s", "5s", "9s", "1z", "7z"},
    {"2m", "6m", "2p", "6p", "2s", "6s", "2z", "6z"},
    {"3m", "7m", "3p", "7p", "3s", "7s", "3z", "5z"},
    {"4m", "8m", "4p", "8p", "4s", "8s", "4z"},
]
SPARE = Hand("234m678m55s34s", "2s", (pong("9p", 2),))
"""A plain hand; of no kind does it use more than three tiles."""


def one_code(seat: int, dealer: int, tile: str) -> list[int]:
    """Return what a plain self-draw comes to with this one code."""
    melds = (pong("9p", (seat + 1) % 4),)
    hand = Hand("234m678m66s34s", "2s", melds) if tile == "5s" else SPARE._replace(melds=melds)
    return totals(drawn(hand, seat=seat, dealer=dealer, options={"codes": 1}, codes=tile))


@pytest.mark.parametrize("step", range(4), ids=["dealer", "right-hand", "opposite", "left-hand"])
@pytest.mark.parametrize("dealer", range(4))
def test_nn_14_1_a_code_hits_the_seat_it_belongs_to(step: int, dealer: int) -> None:
    seat = (dealer + step) % 4
    for tile in TILES:
        hit = tile in BELONGS[step]
        assert one_code(seat, dealer, tile)[seat] == (18 if hit else 9), tile


OPTION = {"codes": 4}
DARK, OPEN = concealed_kong("7p"), open_kong("7p", 3)
CODES = [
    ("no hit", drawn(SPARE, seat=1, options=OPTION, codes="1m1p1s3m"), [-3, 9, -3, -3]),
    ("one hit doubles", drawn(SPARE, options=OPTION, codes="1m1p1s2m"), [-6, 18, -6, -6]),
    (
        "two hits make it three times, not four",
        drawn(SPARE, options=OPTION, codes="1m1p6s2m"),
        [-9, 27, -9, -9],
    ),
    ("four hits make it five times", drawn(SPARE, options=OPTION, codes="6p2p6s2m"), [-15, 45, -15, -15]),
    (
        "fewer than may be turned are taken as they stand",
        drawn(SPARE, options=OPTION, codes="2m"),
        [-6, 18, -6, -6],
    ),
    ("none given", drawn(SPARE, options=OPTION), [-3, 9, -3, -3]),
    (
        "kong points are not multiplied",
        drawn(Hand("234m55s34s", "2s", (pong("9m", 2), DARK)), options=OPTION, codes="2m"),
        [-7, 21, -7, -7],
    ),
    (
        "after concealed kongs the win doubles, the points do not",
        drawn(Hand("234m55s34s", "2s", (pong("9m", 2), DARK)), chain=[DARK], options=OPTION, codes="2m"),
        [-13, 39, -13, -13],
    ),
    ("what a sealed player pays is multiplied", drawn(SEALING, options=OPTION, codes="2m"), [0, 18, -18, 0]),
    (
        "nothing is turned on the last tile",
        drawn(SPARE, wall_left=0, options=OPTION, codes=""),
        [-6, 18, -6, -6],
    ),
    ("nothing is turned on a discard", discarded(SPARE, options=OPTION), [0, 2, 0, -2]),
    (
        "the wall holds two: two may be turned",
        drawn(SPARE, wall_left=2, options=OPTION, codes="2m6m"),
        [-9, 27, -9, -9],
    ),
]


@pytest.mark.parametrize(("rule", "position", "expected"), CODES, ids=[row[0] for row in CODES])
def test_nn_14_1_codes(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


TOO_MANY = [
    ("the option is off", drawn(SPARE, codes="2m")),
    ("one more than agreed", drawn(SPARE, options={"codes": 2}, codes="2m2p6m")),
    ("on a discard", discarded(SPARE, options=OPTION, codes="2m")),
    ("on a robbed kong", robbed(SPARE, options=OPTION, codes="2m")),
    ("in a drawn hand", nanning("draw", options=OPTION, codes="2m")),
    (
        "after an exposed 杠上花",
        drawn(Hand("234m55s34s", "2s", (pong("9m", 2), OPEN)), chain=[OPEN], options=OPTION, codes="2m"),
    ),
    (
        "after a mixed one",
        drawn(
            Hand("234m55s34s", "2s", (DARK, added_kong("9m", 2))),
            chain=[DARK, added_kong("9m", 2)],
            options=OPTION,
            codes="2m",
        ),
    ),
    ("more than the wall holds", drawn(SPARE, wall_left=1, options=OPTION, codes="2m6m")),
    ("the wall is empty", drawn(SPARE, wall_left=0, options=OPTION, codes="2m")),
]


@pytest.mark.parametrize(("when", "position"), TOO_MANY, ids=[row[0] for row in TOO_MANY])
def test_nn_14_1_more_codes_than_may_be_turned_are_malformed(when: str, position: JSON) -> None:
    assert error(position) == (2, "malformed", "$.codes")


def fish(**seats: str) -> JSON:
    """Return fishing tiles; those not named miss a dealer at seat 0 who wins."""
    return {"0": "2m", "1": "2p", "2": "6m", "3": "4z"} | {seat[1:]: tile for seat, tile in seats.items()}


ONE, TWO = {"fishing": 1}, {"fishing": 2}
WINNER_0 = SPARE._replace(melds=(pong("9p", 2),))
KONG = [concealed_kong("5z")]
TWO_MELDS = Hand("55s34s", "2s", (pong("9m", 2), pong("1z", 2), pong("7p", 2)))
FISHING = [
    ("no hit", discarded(WINNER_0, seat=0, options=ONE, fishing=fish()), [2, 0, 0, -2]),
    (
        "the winner's hit doubles",
        discarded(WINNER_0, seat=0, options=ONE, fishing=fish(s0="5m")),
        [4, 0, 0, -4],
    ),
    (
        "a bystander's hit is paid by the discarder too",
        discarded(WINNER_0, seat=0, options=ONE, fishing=fish(s1="1z")),
        [2, 2, 0, -4],
    ),
    (
        "the discarder's hit takes a share off",
        discarded(WINNER_0, seat=0, options=ONE, fishing=fish(s3="9s")),
        [0, 0, 0, 0],
    ),
    (
        "the two cancel out",
        discarded(WINNER_0, seat=0, options=ONE, fishing=fish(s0="5m", s3="9s")),
        [2, 0, 0, -2],
    ),
    (
        "with a hit of his own the discarder still pays a bystander's",
        discarded(WINNER_0, seat=0, options=ONE, fishing=fish(s2="5m", s3="9s")),
        [0, 0, 2, -2],
    ),
    (
        "self-draw: the winner's hit doubles all",
        drawn(WINNER_0, seat=0, options=ONE, fishing=fish(s0="7z")),
        [18, -6, -6, -6],
    ),
    (
        "self-draw: a payer's hit takes his own share off",
        drawn(WINNER_0, seat=0, options=ONE, fishing=fish(s1="1m")),
        [6, 0, -3, -3],
    ),
    (
        "self-draw: nobody is paid but the winner",
        drawn(WINNER_0, seat=0, options=ONE, fishing=fish(s0="1m", s1="1z")),
        [15, -3, -6, -6],
    ),
    (
        "never below nothing",
        drawn(WINNER_0, seat=0, options=TWO, fishing={"0": "2m2p", "1": "1m5p", "2": "6m6p", "3": "4z4z"}),
        [6, 0, -3, -3],
    ),
    (
        "two hits make three shares",
        drawn(WINNER_0, seat=0, options=TWO, fishing={"0": "15m", "1": "2m3p", "2": "3p7p", "3": "9s4z"}),
        [24, -9, -9, -6],
    ),
    (
        "two hits of a bystander are paid twice",
        discarded(
            WINNER_0, seat=0, options=TWO, fishing={"0": "2m2p", "1": "1m5p", "2": "6m6p", "3": "4z4z"}
        ),
        [2, 4, 0, -6],
    ),
    (
        "hits are the winner's kinds, not the owner's",
        drawn(SPARE, seat=1, options=ONE, fishing={"0": "1m", "1": "1p", "2": "3m", "3": "4m"}),
        [-3, 9, -3, -3],
    ),
    (
        "codes multiply first",
        drawn(WINNER_0, seat=0, options={"codes": 1, "fishing": 1}, codes="1m", fishing=fish(s0="5m")),
        [36, -12, -12, -12],
    ),
    (
        "kong points are left alone",
        discarded(WINNER_0, seat=0, others=lies(s1=KONG), options=ONE, fishing=fish(s0="5m")),
        [4 - 1, 3, -1, -4 - 1],
    ),
    (
        "chain points are left alone",
        drawn(
            Hand("234m55s34s", "2s", (pong("9p", 2), open_kong("7p", 3))),
            seat=0,
            chain=[open_kong("7p", 3)],
            options=ONE,
            fishing=fish(s0="5m"),
        ),
        [36 + 1, 0, 0, -36 - 1],
    ),
    (
        "a robbed kong is like a discard",
        robbed(WINNER_0, seat=1, options=ONE, fishing={"0": "2m", "1": "6p", "2": "6s", "3": "1z"}),
        [9, 18, 9, -36],
    ),
    (
        "a sealed player pays his own share by his own hits",
        discarded(TWO_MELDS, options=ONE, fishing={"0": "1m", "1": "1p", "2": "6s", "3": "1s"}),
        [0, 2, 2, -4],
    ),
    (
        "a sealed discarder's two shares are what is multiplied",
        discarded(TWO_MELDS, source=2, options=ONE, fishing={"0": "2m", "1": "6p", "2": "1s", "3": "1p"}),
        [4, 8, -12, 0],
    ),
    (
        "with dead double as well",
        discarded(
            TWO_MELDS,
            source=2,
            options={"fishing": 1, "dead_double": True},
            fishing={"0": "2m", "1": "6p", "2": "1s", "3": "1p"},
        ),
        [8, 16, -24, 0],
    ),
    (
        "a sealed player's three shares, dead double and fishing",
        drawn(
            TWO_MELDS,
            options={"fishing": 1, "dead_double": True},
            fishing={"0": "2m", "1": "6p", "2": "1s", "3": "1p"},
        ),
        [0, 36, -36, 0],
    ),
    ("in a drawn hand nothing is turned", nanning("draw", options=ONE, fishing=fish(s0="5m")), [0, 0, 0, 0]),
    ("not given, not counted", discarded(WINNER_0, seat=0, options=ONE), [2, 0, 0, -2]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), FISHING, ids=[row[0] for row in FISHING])
def test_nn_14_2_fishing(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


@pytest.mark.parametrize("agreed", range(3))
@pytest.mark.parametrize("given", range(4))
def test_nn_14_2_each_seat_has_as_many_fishing_tiles_as_agreed(agreed: int, given: int) -> None:
    tiles = {"0": "2z2z2z", "1": "3z3z3z", "2": "4z4z4z", "3": "6z6z6z"}
    fishing = {seat: run[: 2 * given] for seat, run in tiles.items()}
    position = discarded(WINNER_0, seat=0, options={"fishing": agreed}, fishing=fishing)
    if agreed == given:
        assert totals(position) == [2, 0, 0, -2]
    else:
        assert error(position) == (2, "malformed", "$.fishing.0")


def test_nn_14_2_all_four_seats_have_fishing_tiles() -> None:
    assert error(discarded(WINNER_0, seat=0, options=ONE, fishing={"0": "2m", "1": "2m"})) == (
        2,
        "malformed",
        "$.fishing.2",
    )
    assert error(discarded(WINNER_0, seat=0, options=ONE, fishing={**fish(), "4": "2m"})) == (
        2,
        "malformed",
        "$.fishing.4",
    )


@pytest.mark.parametrize(
    ("option", "value"), [("codes", 9), ("codes", -1), ("fishing", 3), ("fishing", -1), ("codes", "2")]
)
def test_nn_14_more_than_may_be_agreed_is_no_option(option: str, value: object) -> None:
    assert error(drawn(SPARE, options={option: value})) == (2, "malformed", f"$.options.{option}")


PLUS = {"concealed_self_draw": "plus1"}
PLUS_ONE = [
    ("plain: 3 + 1", drawn(hands.CONCEALED, options=PLUS), [-4, 12, -4, -4]),
    ("one suit: 6 + 1", drawn(hands.FLUSH_CONCEALED, options=PLUS), [-7, 21, -7, -7]),
    (
        "one concealed kong, 杠上花: 6 + 1 + 1",
        drawn(Hand("234m111z55s34s", "2s", (DARK,)), chain=[DARK], options=PLUS),
        [-8, 24, -8, -8],
    ),
    ("seven pairs: 6 + 1", drawn(hands.PAIRS, options=PLUS), [-7, 21, -7, -7]),
    ("天胡: 6 + 1", drawn(hands.CONCEALED, seat=0, first_turn=True, options=PLUS), [21, -7, -7, -7]),
    ("地胡: 6 + 1", drawn(hands.CONCEALED, first_turn=True, options=PLUS), [-7, 21, -7, -7]),
    ("last tile: 6 + 1", drawn(hands.CONCEALED, wall_left=0, options=PLUS), [-7, 21, -7, -7]),
    (
        "codes multiply the one as well: (3 + 1) × 2",
        drawn(hands.CONCEALED, options={**PLUS, "codes": 1}, codes="2m"),
        [-8, 24, -8, -8],
    ),
    ("an open hand is as ever", drawn(hands.FLUSH, options=PLUS), [-6, 18, -6, -6]),
    ("a discard is as ever: base 4", discarded(hands.FLUSH_CONCEALED, options=PLUS), [0, 12, 0, -12]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), PLUS_ONE, ids=[row[0] for row in PLUS_ONE])
def test_nn_14_3_a_concealed_self_draw_may_count_one_more_instead(
    rule: str, position: JSON, expected: list[int]
) -> None:
    assert totals(position) == expected


PLAIN, OTHER, THIRD = (
    win(1, "234m678p55s34s", pong("9m", 2)),
    win(0, "13s678m11z777p456m"),
    win(2, "22s333z66z", pong("5z", 1), pong("4z", 0)),
)


def both(*wins: JSON, by: str = "discard", **more: object) -> JSON:
    """Return a hand that several win on seat 3's 2s."""
    return nanning(by, *wins, source=3, tile="2s", **more)


FOUR_Z = [open_kong("7z", 0)]
SEVERAL = [
    ("NN-12.1 two winners are each paid for their own hand", both(PLAIN, OTHER), [4, 2, 0, -6]),
    ("NN-12.1 in whatever order they are written", both(OTHER, PLAIN), [4, 2, 0, -6]),
    ("NN-12.1 three winners", both(PLAIN, OTHER, THIRD), [4, 2, 9, -15]),
    (
        "NN-12.1 NN-5.1 a cannon is one for each",
        both(PLAIN, OTHER, others=lies(s3=FOUR_Z), chain=FOUR_Z),
        [12 - 1, 9, 0, -21 + 1],
    ),
    (
        "NN-12.2 NN-5.3 the discard after the last tile may be won by two",
        both(PLAIN, OTHER, wall_left=0),
        [12, 9, 0, -21],
    ),
    (
        "NN-6.5 two rob one kong",
        both(PLAIN, OTHER, by="rob_kong", others=lies(s3=[pong("2s", 0)])),
        [12, 9, 0, -21],
    ),
    (
        "NN-14.2 with several winners each is settled by itself; winners get nothing as bystanders",
        both(PLAIN, OTHER, options=ONE, fishing={"0": "2m", "1": "6m", "2": "5p", "3": "1p"}),
        # For seat 1 (2 6 南 发) its own and seat 0's tiles hit: 2×2.
        # For the dealer (1 5 9 东 中) seats 2 and 3 hit: 4×0, and 4 to seat 2.
        [0, 4, 4, -8],
    ),
]


@pytest.mark.parametrize(("rule", "position", "expected"), SEVERAL, ids=[row[0] for row in SEVERAL])
def test_several_winners(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


def test_nn_12_1_one_of_two_who_has_no_hand_spoils_the_position() -> None:
    assert error(nanning("discard", PLAIN, OTHER, source=3, tile="5s")) == (3, "not_a_win", "")


def test_the_winners_are_told_in_the_order_written() -> None:
    assert [told["seat"] for told in outcome(both(THIRD, PLAIN, OTHER))["wins"]] == [2, 1, 0]
