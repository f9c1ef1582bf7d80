"""封胡, the sealed win (NN-10): seat 1 has taken three sets from seat 2 unless a line says otherwise."""

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
from tests.engine.rulesets.nanning.hands import (
    SEALING,
    SEALING_TRIPLETS,
    Hand,
    discarded,
    drawn,
    nanning,
    robbed,
)

DEAD = {"dead_double": True}
FROM_2 = (pong("9m", 2), pong("1z", 2))
OPENED = Hand("55s34s", "2s", (*FROM_2, open_kong("7p", 2)))
OTHER_KONGED = Hand("5s", "5s", (*FROM_2, pong("3z", 2), added_kong("7p", 0)))
DARK_BLOOM = Hand("5s", "5s", (*FROM_2, pong("3z", 2), concealed_kong("7p")))
SEALED_BY_1 = [pong("4z", 2), pong("3z", 2), pong("7z", 2)]

PAID = [
    ("NN-10.2 another discards: he and the sealed player pay in full", discarded(SEALING), [0, 4, -2, -2]),
    ("NN-10.2 the dealer discards", discarded(SEALING_TRIPLETS, source=0), [-9, 18, -9, 0]),
    ("NN-10.2 another's cannon: both pay it", discarded(SEALING, wall_left=0), [0, 18, -9, -9]),
    ("NN-10.3 the sealed player discards: twice", discarded(SEALING, source=2), [0, 4, -4, 0]),
    ("NN-10.3 with all triplets", discarded(SEALING_TRIPLETS, source=2), [0, 18, -18, 0]),
    ("NN-10.4 self-draw: the sealed player pays all three shares", drawn(SEALING), [0, 9, -9, 0]),
    ("NN-10.4 with all triplets", drawn(SEALING_TRIPLETS), [0, 18, -18, 0]),
    ("NN-10.4 the last tile of the wall", drawn(SEALING, wall_left=0), [0, 18, -18, 0]),
    (
        "NN-10.4 NN-9.1 the last tile as a replacement: the kong is paid by NN-3",
        drawn(OPENED, chain=[open_kong("7p", 2)], wall_left=0),
        [0, 18 + 1, -18 - 1, 0],
    ),
    (
        "NN-10.5 杠上花, the sealed player was konged",
        drawn(OPENED, chain=[open_kong("7p", 2)]),
        [0, 19, -19, 0],
    ),
    ("NN-10.5 杠上花, another was konged", drawn(OTHER_KONGED, chain=[added_kong("7p", 0)]), [0, 37, -37, 0]),
    (
        "NN-10.5 杠上花 on a concealed kong: its three points too",
        drawn(DARK_BLOOM, chain=[concealed_kong("7p")]),
        [0, 39, -39, 0],
    ),
    ("NN-10.5 a kong outside the chain stays its payer's", drawn(OTHER_KONGED), [-1, 18 + 1, -18, 0]),
    ("NN-10.6 robbing another's kong is like his discard", robbed(SEALING), [0, 18, -9, -9]),
    ("NN-10.6 robbing the sealed player's is like his", robbed(SEALING, source=2), [0, 18, -18, 0]),
    ("NN-10.1 an open kong counts", drawn(OPENED), [0, 9 + 1, -9 - 1, 0]),
    (
        "NN-10.1 an added kong keeps its source",
        drawn(Hand("55s34s", "2s", (*FROM_2, added_kong("7p", 2)))),
        [0, 10, -10, 0],
    ),
    ("NN-10.1 two sets seal nobody", drawn(Hand("55s34s", "2s", (*FROM_2, pong("7p", 0)))), [-3, 9, -3, -3]),
    (
        "NN-10.1 a concealed kong is nobody's",
        drawn(Hand("55s34s", "2s", (*FROM_2, concealed_kong("7p")))),
        [-4, 9 + 3, -4, -4],
    ),
    (
        "NN-10.1 three sets from three players",
        drawn(Hand("55s34s", "2s", (pong("9m", 0), pong("1z", 2), pong("7p", 3)))),
        [-3, 9, -3, -3],
    ),
    (
        "NN-10.8 four sets, three of one",
        drawn(Hand("5s", "5s", (*FROM_2, pong("3z", 2), pong("7p", 0)))),
        [0, 18, -18, 0],
    ),
    (
        "NN-10.8 four sets of one seal once",
        drawn(Hand("5s", "5s", (*FROM_2, pong("3z", 2), pong("7p", 2)))),
        [0, 18, -18, 0],
    ),
    (
        "NN-10.8 two and two seal nobody",
        drawn(Hand("5s", "5s", (*FROM_2, pong("3z", 0), pong("7p", 0)))),
        [-6, 18, -6, -6],
    ),
    (
        "NN-10.7 another wins by discard: nothing between the two",
        discarded(hands.PLAIN, seat=0, others=lies(s1=SEALED_BY_1)),
        [2, 0, 0, -2],
    ),
    (
        "NN-10.7 another draws it: the sealing and the sealed pay as all do",
        drawn(hands.PLAIN, seat=3, others=lies(s1=SEALED_BY_1)),
        [-3, -3, -3, 9],
    ),
    (
        "NN-10.7 the sealing player discards to a third",
        discarded(hands.PLAIN, seat=0, source=1, others=lies(s1=SEALED_BY_1)),
        [2, -2, 0, 0],
    ),
    (
        "NN-10.7 nobody wins: kong points stand",
        nanning("draw", others=lies(s1=[pong("3z", 2), pong("9m", 2), open_kong("7z", 2)])),
        [0, 1, -1, 0],
    ),
    (
        "NN-10.8 sealed by two: another who sealed him gains nothing",
        drawn(SEALING, others=lies(s3=SEALED_BY_1)),
        [0, 9, -9, 0],
    ),
]


@pytest.mark.parametrize(("rule", "position", "expected"), PAID, ids=[row[0] for row in PAID])
def test_who_pays_when_one_is_sealed(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


DEAD_DOUBLE = [
    ("NN-10.9 self-draw, all triplets: 18×2", drawn(SEALING_TRIPLETS, options=DEAD), [0, 36, -36, 0]),
    ("NN-10.9 his discard: (9×2)×2", discarded(SEALING_TRIPLETS, source=2, options=DEAD), [0, 36, -36, 0]),
    ("NN-10.9 another's discard: 9×2 and 9", discarded(SEALING_TRIPLETS, options=DEAD), [0, 27, -18, -9]),
    ("NN-10.9 robbing another: 9×2 and 9", robbed(SEALING, options=DEAD), [0, 27, -18, -9]),
    ("NN-10.9 robbing him: 9×2×2", robbed(SEALING, source=2, options=DEAD), [0, 36, -36, 0]),
    (
        "NN-10.9 a plain hand on another's discard: 2×2 and 2",
        discarded(SEALING, options=DEAD),
        [0, 6, -4, -2],
    ),
    (
        "NN-10.9 chain points are doubled too: (36+1)×2",
        drawn(OTHER_KONGED, chain=[added_kong("7p", 0)], options=DEAD),
        [0, 74, -74, 0],
    ),
    (
        "NN-10.9 of a concealed kong as well: (36+3)×2",
        drawn(DARK_BLOOM, chain=[concealed_kong("7p")], options=DEAD),
        [0, 78, -78, 0],
    ),
    ("NN-10.9 kongs paid by NN-3 are not", drawn(OTHER_KONGED, options=DEAD), [-1, 36 + 1, -36, 0]),
    (
        "NN-10.9 nor on the last tile",
        drawn(OPENED, chain=[open_kong("7p", 2)], wall_left=0, options=DEAD),
        [0, 36 + 1, -36 - 1, 0],
    ),
    ("NN-10.9 without a seal the option does nothing", drawn(hands.PLAIN, options=DEAD), [-3, 9, -3, -3]),
    (
        "NN-10.9 nor when another wins",
        discarded(hands.PLAIN, seat=0, others=lies(s1=SEALED_BY_1), options=DEAD),
        [2, 0, 0, -2],
    ),
]


@pytest.mark.parametrize(("rule", "position", "expected"), DEAD_DOUBLE, ids=[row[0] for row in DEAD_DOUBLE])
def test_dead_double(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


CANNOT_WIN = [
    ("NN-10.1 not on a discard", discarded(hands.CONCEALED, seat=2, others=lies(s1=SEALED_BY_1))),
    ("NN-10.1 not by self-draw", drawn(hands.CONCEALED, seat=2, others=lies(s1=SEALED_BY_1))),
    (
        "NN-10.1 kongs seal as well",
        drawn(
            hands.CONCEALED, seat=2, others=lies(s1=[pong("4z", 2), open_kong("3z", 2), added_kong("7z", 2)])
        ),
    ),
    (
        "NN-10.1 nor by robbing a kong",
        nanning(
            "rob_kong",
            win(2, "234m678p123p55s34s"),
            source=3,
            tile="2s",
            others=lies(s1=SEALED_BY_1, s3=[pong("2s", 0)]),
        ),
    ),
    (
        "NN-10.1 not even with no hand",
        drawn(Hand("147m258p369s1234z", "5z"), seat=2, others=lies(s1=SEALED_BY_1)),
    ),
    (
        "NN-10.8 two who seal each other: neither",
        drawn(SEALING, others=lies(s2=[pong("4z", 1), pong("3z", 1), pong("7z", 1)])),
    ),
    (
        "NN-10.8 sealed by two",
        discarded(
            Hand("234m678p123p55s34s", "2s"),
            seat=2,
            others=lies(s1=SEALED_BY_1, s0=[pong("1z", 2), pong("9m", 2), pong("9s", 2)]),
        ),
    ),
]


@pytest.mark.parametrize(("rule", "position"), CANNOT_WIN, ids=[row[0] for row in CANNOT_WIN])
def test_who_is_sealed_cannot_win(rule: str, position: JSON) -> None:
    assert error(position) == (3, "sealed", "")


def test_nn_10_1_one_of_two_winners_is_sealed() -> None:
    sealed = win(2, "234m678p123p55s34s")
    sealing = win(1, "55s34s", *SEALED_BY_1)
    for wins in ([sealed, sealing], [sealing, sealed]):
        assert error(nanning("discard", *wins, source=3, tile="2s")) == (3, "sealed", "")


def test_nn_10_2_each_of_two_winners_is_paid_by_himself() -> None:
    """Seat 1 has sealed seat 2; seat 0 wins on the same tile and has sealed nobody."""
    other = win(0, "13s678m11z777p456m")
    ours = win(1, "55s34s", pong("9m", 2), pong("2z", 2), pong("9p", 2))
    assert totals(nanning("discard", other, ours, source=3, tile="2s")) == [4, 4, -2, -6]
    assert totals(nanning("discard", other, ours, source=2, tile="2s")) == [4, 4, -8, 0]


CLAUSES = [
    (discarded(SEALING), {"NN-2.4", "NN-10.2"}),
    (discarded(SEALING, source=2), {"NN-10.3"}),
    (drawn(SEALING), {"NN-10.4"}),
    (drawn(OPENED, chain=[open_kong("7p", 2)]), {"NN-10.5"}),
    (robbed(SEALING), {"NN-6.1", "NN-10.2"}),
    (drawn(SEALING, options=DEAD), {"NN-10.9"}),
]


@pytest.mark.parametrize(("position", "clauses"), CLAUSES)
def test_each_payment_names_its_clause(position: JSON, clauses: set[str]) -> None:
    assert {transfer["clause"] for transfer in outcome(position)["transfers"]} == clauses
