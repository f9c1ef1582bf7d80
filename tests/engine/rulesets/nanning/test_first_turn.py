"""Wins of the first go-around and on the wall's last tile (NN-8, NN-9)."""

import pytest

from tests.engine.positions import JSON, concealed_kong, error, lies, open_kong, pong, totals
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import Hand, discarded, drawn, nanning, robbed

OPEN, DARK = open_kong("7p", 0), concealed_kong("1z")
ONE_KONG = Hand("234m55s34s", "2s", (pong("9m", 3), OPEN))
DARK_CONCEALED = Hand("234m678p55s34s", "2s", (DARK,))
DEALER_KONGED = concealed_kong("4z")
FIRST_TURN = [
    (
        "NN-8.1 天胡: 24, 8 each",
        drawn(hands.CONCEALED, seat=0, first_turn=True, wall_left=83),
        [24, -8, -8, -8],
    ),
    (
        "NN-8.1 天胡 with seven pairs",
        drawn(hands.PAIRS, seat=0, first_turn=True, wall_left=83),
        [48, -16, -16, -16],
    ),
    (
        "NN-8.1 whoever is dealer",
        drawn(hands.CONCEALED, seat=2, dealer=2, first_turn=True, wall_left=83),
        [-8, -8, 24, -8],
    ),
    (
        "NN-8.1 after a concealed kong it is 杠上花",
        drawn(DARK_CONCEALED, seat=0, chain=[DARK], first_turn=True, wall_left=82),
        [27, -9, -9, -9],
    ),
    ("NN-8.1 later it is nothing", drawn(hands.CONCEALED, seat=0), [12, -4, -4, -4]),
    ("NN-8.2 地胡: 24, 8 each", drawn(hands.CONCEALED, first_turn=True, wall_left=82), [-8, 24, -8, -8]),
    (
        "NN-8.2 地胡 in one suit",
        drawn(hands.FLUSH_CONCEALED, seat=3, first_turn=True, wall_left=80),
        [-16, -16, -16, 48],
    ),
    (
        "NN-8.2 after his own concealed kong it is 杠上花",
        drawn(DARK_CONCEALED, chain=[DARK], first_turn=True, wall_left=81),
        [-9, 27, -9, -9],
    ),
    (
        "NN-8.2 another's concealed kong breaks nothing",
        drawn(hands.CONCEALED, others=lies(s0=[DEALER_KONGED]), first_turn=True, wall_left=81),
        [-8 + 3, 24 - 1, -8 - 1, -8 - 1],
    ),
    (
        "NN-8 a winner with a meld has no first turn",
        drawn(DARK_CONCEALED, first_turn=True),
        [-4 - 1, 12 + 3, -4 - 1, -4 - 1],
    ),
    ("NN-8.3 人胡: 12", discarded(hands.CONCEALED, source=0, first_turn=True, wall_left=83), [-12, 12, 0, 0]),
    ("NN-8.3 not another's discard", discarded(hands.CONCEALED, source=3, first_turn=True), [0, 4, 0, -4]),
    (
        "NN-8.3 a kong before it: 杠上炮, once",
        discarded(
            hands.CONCEALED,
            source=0,
            others=lies(s0=[DEALER_KONGED]),
            chain=[DEALER_KONGED],
            first_turn=True,
            wall_left=82,
        ),
        [-12 + 3, 12 - 1, -1, -1],
    ),
    (
        "NN-8.3 a kong somewhere before it: nothing",
        discarded(hands.CONCEALED, source=0, others=lies(s2=[DEALER_KONGED]), first_turn=True),
        [-4 - 1, 4 - 1, 3, -1],
    ),
    (
        "NN-8.3 the winner has a concealed kong: nothing",
        discarded(DARK_CONCEALED, source=0, first_turn=True),
        [-4 - 1, 4 + 3, -1, -1],
    ),
    (
        "NN-8.3 it does not add to a last discard",
        discarded(hands.CONCEALED, source=0, first_turn=True, wall_left=0),
        [-12, 12, 0, 0],
    ),
    ("NN-9.1 the last tile: 18 in all", drawn(hands.PLAIN, wall_left=0), [-6, 18, -6, -6]),
    ("NN-9.1 the last tile, concealed: 24 in all", drawn(hands.CONCEALED, wall_left=0), [-8, 24, -8, -8]),
    ("NN-9.1 地胡 is not added", drawn(hands.CONCEALED, first_turn=True, wall_left=0), [-8, 24, -8, -8]),
    ("NN-9.1 one tile left is nothing", drawn(hands.PLAIN, wall_left=1), [-3, 9, -3, -3]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), FIRST_TURN, ids=[row[0] for row in FIRST_TURN])
def test_first_turns_and_the_last_tile(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


BROKEN = [
    ("a pong", drawn(hands.PLAIN, first_turn=True)),
    ("another's pong", drawn(hands.CONCEALED, others=lies(s3=[pong("4z", 0)]), first_turn=True)),
    ("another's open kong", drawn(hands.CONCEALED, others=lies(s3=[open_kong("4z", 0)]), first_turn=True)),
    ("an exposed kong of the chain", drawn(ONE_KONG, chain=[OPEN], first_turn=True)),
    ("a robbed kong", robbed(hands.CONCEALED, first_turn=True)),
    ("no win at all", nanning("draw", first_turn=True)),
]


@pytest.mark.parametrize(("what", "position"), BROKEN, ids=[row[0] for row in BROKEN])
def test_nn_8_2_what_breaks_the_first_go_around_cannot_stand_in_one(what: str, position: JSON) -> None:
    assert error(position) == (2, "malformed", "$.first_turn")
