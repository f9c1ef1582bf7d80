"""What wins in Nanning and what lies in the tiles (NN-1, NN-2, NN-3.4): short tables, one line a rule."""

import pytest

from tests.engine.positions import (
    JSON,
    added_kong,
    chow,
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
from tests.engine.rulesets.nanning.hands import Hand, discarded, drawn, nanning

TWO_READINGS = Hand("112233m445566p7s", "7s")
HOLDS_FOUR = Hand("1111m23m456p77s99s", "7s")
"""The fourth 1m goes into a sequence; nobody declared a kong."""

COMES_TO = [
    (
        "NN-1.4 one suit with honours brings nothing",
        discarded(Hand("234m678m55m34m", "2m", (pong("1z", 2),))),
        [0, 2, 0, -2],
    ),
    ("NN-1.4 no bonus for a dealer who wins", discarded(hands.PLAIN, seat=1, dealer=1), [0, 2, 0, -2]),
    (
        "NN-1.5 a sequence is of one suit: 789m1p is none",
        discarded(Hand("123m789m55s34s", "2s", (pong("1p", 2),))),
        [0, 2, 0, -2],
    ),
    ("NN-1.5 four alike may serve a triplet and a sequence", discarded(HOLDS_FOUR), [0, 4, 0, -4]),
    ("NN-1.5 the pair may be a flush's middle", drawn(Hand("123456789m11m55m", "5m")), [-8, 24, -8, -8]),
    ("NN-1.5 a hand of one tile and its pair", drawn(hands.BEGGING), [-6, 18, -6, -6]),
    ("NN-2.1 nothing taken: base 4", drawn(hands.CONCEALED), [-4, 12, -4, -4]),
    ("NN-2.1 one pong: base 3", drawn(hands.PLAIN), [-3, 9, -3, -3]),
    (
        "NN-2.1 concealed kongs keep it concealed",
        discarded(Hand("678p55s34s", "2s", (concealed_kong("9m"), concealed_kong("1z")))),
        [-2, 10, -2, -6],
    ),
    (
        "NN-2.1 an added kong is no longer concealed",
        drawn(Hand("234m678p55s34s", "2s", (added_kong("9m", 2),))),
        [-3, 10, -4, -3],
    ),
    (
        "NN-2.1 an open kong is not concealed",
        drawn(Hand("234m678p55s34s", "2s", (open_kong("9m", 2),))),
        [-3, 10, -4, -3],
    ),
    ("NN-2.1 the winning discard opens nothing", discarded(hands.CONCEALED), [0, 4, 0, -4]),
    (
        "NN-2.2 honours only: k 2 with its triplets",
        drawn(Hand("111222333z55z66z", "6z")),
        [-16, 48, -16, -16],
    ),
    (
        "NN-2.2 honours only in four melds",
        drawn(Hand("5z", "5z", tuple(pong(f"{n}z", 2 * (n % 2)) for n in (1, 2, 3, 4)))),
        [-12, 36, -12, -12],
    ),
    (
        "NN-2.2 honours among a flush's tiles spoil it",
        drawn(Hand("123m234m678m11z67m", "8m")),
        [-4, 12, -4, -4],
    ),
    (
        "NN-2.2 a meld of another suit spoils the flush",
        discarded(Hand("234m234m55m67m", "8m", (pong("9p", 2),))),
        [0, 2, 0, -2],
    ),
    (
        "NN-2.2 a kong counts as a triplet",
        discarded(Hand("88s55m", "8s", (concealed_kong("1z"), concealed_kong("2z"), concealed_kong("3z")))),
        [-3, 21, -3, -15],
    ),
    (
        "NN-2.2 one sequence spoils all triplets",
        discarded(Hand("222p345m99s88s", "8s", (pong("9m", 2),))),
        [0, 2, 0, -2],
    ),
    ("NN-2.2 seven pairs, none of them four alike: k 1", discarded(hands.PAIRS), [0, 12, 0, -12]),
    (
        "NN-2.2 three alike and one more are no two pairs: k 1 + 1",
        discarded(hands.BIG_PAIRS_1),
        [0, 24, 0, -24],
    ),
    ("NN-2.3 each of the three pays", drawn(hands.FLUSH, seat=3), [-6, -6, -6, 18]),
    ("NN-2.4 only the discarder pays", discarded(hands.FLUSH, source=0), [-9, 9, 0, 0]),
    ("NN-2.5 seven pairs before sequences", discarded(TWO_READINGS), [0, 12, 0, -12]),
    (
        "NN-2.5 seven pairs before sequences in one suit",
        drawn(Hand("1122334455667m", "7m")),
        [-16, 48, -16, -16],
    ),
    ("NN-2.5 triplets before sequences", discarded(Hand("111222333m99p77s", "9p")), [0, 12, 0, -12]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), COMES_TO, ids=[row[0] for row in COMES_TO])
def test_what_a_hand_comes_to(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


NO_WIN = [
    ("NN-1.4 thirteen orphans", Hand("19m19p19s1234567z", "1m")),
    ("NN-1.4 seven stars knitted", Hand("147m258p1234567z", "9s")),
    ("NN-1.4 a knitted hand", Hand("147m258p369s1234z", "5z")),
    ("NN-1.5 one tile off", Hand("234m678p55s34s", "6s", (pong("9m", 2),))),
    ("NN-1.5 no pair", Hand("234m678p123p345s8s", "9s")),
    ("NN-1.5 honours make no sequence", Hand("234m678p123z55s34s", "2s")),
    ("NN-1.5 891 is no sequence", Hand("234m678p891p55s34s", "2s")),
    ("NN-1.5 9m 1p 2p is no sequence", Hand("234m9m12p678s55s34s", "2s")),
    ("NN-1.5 six pairs and two odd tiles", Hand("1133m5577p2288s6z", "5z")),
    ("NN-1.5 five pairs beside a meld", Hand("1133m5577p22s", "6p", (pong("6z", 2),))),
    ("NN-1.5 five pairs beside a concealed kong", Hand("1133m5577p22s", "6p", (concealed_kong("6z"),))),
    ("NN-1.5 three alike are no pair", Hand("111m33m557p2299s4z", "4z")),
    ("NN-1.5 four melds and two tiles that differ", Hand("6p", "4s", hands.BEGGING.melds)),
]


@pytest.mark.parametrize(("rule", "hand"), NO_WIN, ids=[row[0] for row in NO_WIN])
def test_what_is_no_hand_is_refused(rule: str, hand: Hand) -> None:
    assert error(discarded(hand)) == (3, "not_a_win", "")
    assert error(drawn(hand)) == (3, "not_a_win", "")


MALFORMED = [
    ("NN-1.1 there is no flower", discarded(Hand("234m678p123p55s34s", "1f")), "$.tile"),
    (
        "NN-1.1 nor one laid out",
        nanning("discard", win(1, "234m678p123p55s34s", flowers="1f"), source=3, tile="2s"),
        "$.wins[0].flowers",
    ),
    (
        "NN-1.1 four of each tile and no more",
        discarded(hands.CONCEALED, others=lies(s0=[concealed_kong("2s")])),
        "$.others.0.melds",
    ),
    (
        "NN-1.2 no chow",
        discarded(Hand("678p55s34s99m1z", "2s", (chow("234m", 0),))),
        "$.wins[0].melds[0].kind",
    ),
    (
        "NN-1.2 a winner has fourteen tiles: one too many",
        discarded(Hand("234m678p123p55s349s", "2s")),
        "$.wins[0].concealed",
    ),
    (
        "NN-1.2 a winner has fourteen tiles: one too few",
        discarded(Hand("234m678p123p55s3s", "2s")),
        "$.wins[0].concealed",
    ),
    ("NN-1.1 no wild", discarded(hands.PLAIN, wild="5s"), "$.wild"),
    ("NN-1.1 no treasure", discarded(hands.PLAIN, treasure="5s"), "$.treasure"),
    ("NN-1.4 no streak", discarded(hands.PLAIN, streak=0), "$.streak"),
    ("NN-1.4 no heat", discarded(hands.PLAIN, heated=False), "$.heated"),
    ("NN-1.1 no flower is replaced", drawn(hands.PLAIN, flower_draw=False), "$.flower_draw"),
    (
        "NN-1.2 nobody declares ready",
        nanning("discard", win(1, "234m678p123p55s34s", ready=True), source=3, tile="2s"),
        "$.wins[0].ready",
    ),
    (
        "NN-1.2 no fourth mouth",
        nanning("fourth_mouth", win(1, "5s6p", *hands.BEGGING.melds), tile="2s"),
        "$.by",
    ),
]


@pytest.mark.parametrize(("rule", "position", "path"), MALFORMED, ids=[row[0] for row in MALFORMED])
def test_what_the_game_does_not_have_is_malformed(rule: str, position: JSON, path: str) -> None:
    assert error(position) == (2, "malformed", path)


KONG_POINTS = [
    ("NN-3.1 the konged player pays one", lies(s3=[open_kong("4z", 0)]), [-1, 0, 0, 1]),
    ("NN-3.1 an added kong is paid by who was ponged", lies(s3=[added_kong("4z", 2)]), [0, 0, -1, 1]),
    ("NN-3.2 a concealed kong is paid by all three", lies(s2=[concealed_kong("4z")]), [-1, -1, 3, -1]),
    ("NN-3.4 a pong earns nothing", lies(s2=[pong("4z", 0)]), [0, 0, 0, 0]),
    (
        "NN-3.4 every player's kongs are settled",
        lies(
            s0=[concealed_kong("4z"), open_kong("1z", 2)], s2=[added_kong("2z", 0)], s3=[concealed_kong("3z")]
        ),
        [3 + 1 - 1 - 1, -1 - 1, -1 - 1 + 1 - 1, 3 - 1],
    ),
]


@pytest.mark.parametrize(("rule", "others", "expected"), KONG_POINTS, ids=[row[0] for row in KONG_POINTS])
def test_kong_points_are_paid_whoever_wins_and_when_nobody_does(
    rule: str, others: JSON, expected: list[int]
) -> None:
    """NN-3.4, NN-13.1: in a drawn hand they are all that is settled."""
    assert totals(nanning("draw", others=others, wall_left=0)) == expected
    won = [points + kongs for points, kongs in zip([0, 2, 0, -2], expected, strict=True)]
    assert totals(discarded(hands.PLAIN, others=others)) == won
    shared = [points + kongs for points, kongs in zip([-3, 9, -3, -3], expected, strict=True)]
    assert totals(drawn(hands.PLAIN, others=others)) == shared


def test_nn_3_4_the_winners_own_kongs_are_settled_too() -> None:
    hand = Hand("234m55s34s", "2s", (added_kong("9m", 2), concealed_kong("1z")))
    assert totals(discarded(hand)) == [-1, 2 + 1 + 3, -1 - 1, -2 - 1]


def test_nn_13_1_a_drawn_hand_without_kongs_moves_nothing() -> None:
    found = outcome(nanning("draw", others=lies(s1=[pong("9m", 0)])))
    assert (found["totals"], found["transfers"], found["wins"]) == ([0, 0, 0, 0], [], [])
