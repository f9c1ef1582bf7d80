"""How a hand was won: replacement tiles, cannons, robbed kongs, 全求人 (NN-4 to NN-7)."""

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
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import (
    BEGGING,
    STANDS_ON_FOUR,
    Hand,
    discarded,
    drawn,
    nanning,
    robbed,
)

OPEN, ADDED, DARK = open_kong("7p", 0), added_kong("9m", 3), concealed_kong("1z")
ONE_KONG = Hand("234m55s34s", "2s", (pong("9m", 3), OPEN))
TWO_KONGS = Hand("234m55s34s", "2s", (OPEN, ADDED))
DARK_AND_ADDED = Hand("234m55s34s", "2s", (DARK, ADDED))
DARK_CONCEALED = Hand("234m678p55s34s", "2s", (DARK,))
PONGED = open_kong("4z", 1)
NO_CANNON_OPTION = {"cannon_ignores_concealed": True}

REPLACEMENTS = [
    (
        "NN-3.5 NN-4.1 a kong made earlier, a discard between: no 杠上花",
        drawn(ONE_KONG),
        [-3 - 1, 9 + 1, -3, -3],
    ),
    (
        "NN-4.2 all concealed: all three pay, a point each besides",
        drawn(DARK_CONCEALED, chain=[DARK]),
        [-9, 27, -9, -9],
    ),
    (
        "NN-4.2 an exposed kong outside the chain is its payer's",
        drawn(Hand("234m55s34s", "2s", (ADDED, DARK)), chain=[DARK]),
        [-7, 22, -7, -7 - 1],
    ),
    (
        "NN-4.3 the konged player pays all three shares and the point",
        drawn(ONE_KONG, chain=[OPEN]),
        [-19, 19, 0, 0],
    ),
    (
        "NN-4.3 of two exposed kongs the first of the chain decides",
        drawn(Hand("234m55s34s", "2s", (added_kong("7p", 0), ADDED)), chain=[ADDED, added_kong("7p", 0)]),
        [0, 38, 0, -38],
    ),
    (
        "NN-4.3 first concealed, then exposed: 36, and 3 + 1",
        drawn(DARK_AND_ADDED, chain=[DARK, ADDED]),
        [0, 40, 0, -40],
    ),
    (
        "NN-4.3 first exposed, then concealed: 36, and 1 + 3",
        drawn(Hand("234m55s34s", "2s", (OPEN, DARK)), chain=[OPEN, DARK]),
        [-40, 40, 0, 0],
    ),
    (
        "NN-4.3 a concealed kong outside the chain is paid by all three",
        drawn(Hand("234m55s34s", "2s", (DARK, OPEN)), chain=[OPEN]),
        [-19 - 1, 19 + 3, -1, -1],
    ),
    (
        "NN-4.3 only the chain's kong counts as made on the way",
        drawn(TWO_KONGS, chain=[ADDED]),
        [-1, 20, 0, -19],
    ),
    (
        "NN-4.3 three concealed kongs and then an added one",
        drawn(
            Hand("5s", "5s", (concealed_kong("7p"), DARK, concealed_kong("2s"), ADDED)),
            chain=[concealed_kong("7p"), DARK, concealed_kong("2s"), ADDED],
        ),
        [0, 288 + 10, 0, -298],
    ),
    (
        "NN-5.5 konged instead of won: 杠上花, no cannon",
        drawn(
            Hand("234m55s34s", "2s", (pong("9m", 2), open_kong("7p", 3))),
            chain=[open_kong("7p", 3)],
            others=lies(s3=STANDS_ON_FOUR),
        ),
        [0, 19, 0, -19],
    ),
    (
        "NN-9.1 the replacement is the last tile: k 1, all pay",
        drawn(ONE_KONG, chain=[OPEN], wall_left=0),
        [-6 - 1, 18 + 1, -6, -6],
    ),
    (
        "NN-9.1 a chain of two that ends the wall is no chain",
        drawn(TWO_KONGS, chain=[OPEN, ADDED], wall_left=0),
        [-6 - 1, 18 + 2, -6, -6 - 1],
    ),
    ("NN-9.1 one tile left: the chain counts", drawn(ONE_KONG, chain=[OPEN], wall_left=1), [-19, 19, 0, 0]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), REPLACEMENTS, ids=[row[0] for row in REPLACEMENTS])
def test_a_win_on_a_replacement(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


FOUR_WITH_DARK = (*STANDS_ON_FOUR[:3], concealed_kong("5z"))
FOUR_WITH_OPEN = (*STANDS_ON_FOUR[:3], open_kong("5z", 2))
FOUR_WITH_ADDED = (*STANDS_ON_FOUR[:3], added_kong("5z", 2))
CHAIN_OF_TWO = [open_kong("4z", 0), added_kong("3z", 2)]

CANNONS = [
    (
        "NN-5.1 the kong's point stands beside the cannon",
        discarded(hands.PLAIN, others=lies(s3=[PONGED]), chain=[PONGED]),
        [0, 9 - 1, 0, -9 + 1],
    ),
    (
        "NN-3.5 NN-5.1 a kong before an earlier discard is no chain",
        discarded(hands.PLAIN, others=lies(s3=[PONGED])),
        [0, 2 - 1, 0, -2 + 1],
    ),
    (
        "NN-5.1 another's kong is no chain",
        discarded(hands.PLAIN, others=lies(s2=[PONGED])),
        [0, 2 - 1, 1, -2],
    ),
    (
        "NN-5.1 a concealed kong makes a cannon too",
        discarded(hands.PLAIN, others=lies(s3=[DARK]), chain=[DARK]),
        [-1, 9 - 1, -1, -9 + 3],
    ),
    (
        "NN-5.2 four pongs before the discarder",
        discarded(hands.PLAIN, others=lies(s3=STANDS_ON_FOUR)),
        [0, 9, 0, -9],
    ),
    (
        "NN-5.2 an open kong among them",
        discarded(hands.PLAIN, others=lies(s3=FOUR_WITH_OPEN)),
        [0, 9, -1, -9 + 1],
    ),
    (
        "NN-5.2 an added kong among them",
        discarded(hands.PLAIN, others=lies(s3=FOUR_WITH_ADDED)),
        [0, 9, -1, -9 + 1],
    ),
    (
        "NN-5.2 a concealed kong among them: no cannon",
        discarded(hands.PLAIN, others=lies(s3=FOUR_WITH_DARK)),
        [-1, 2 - 1, -1, -2 + 3],
    ),
    (
        "NN-5.2 three melds: no cannon",
        discarded(hands.PLAIN, others=lies(s3=STANDS_ON_FOUR[:3])),
        [0, 2, 0, -2],
    ),
    (
        "NN-5.2 four melds before another than the discarder",
        discarded(hands.PLAIN, others=lies(s2=[pong("4z", 0), pong("3z", 3), pong("7z", 0), pong("5z", 3)])),
        [0, 2, 0, -2],
    ),
    ("NN-5.3 the discard after the last tile", discarded(hands.PLAIN, wall_left=0), [0, 9, 0, -9]),
    ("NN-5.3 one tile left: no cannon", discarded(hands.PLAIN, wall_left=1), [0, 2, 0, -2]),
    (
        "NN-5.4 a last discard from four melds counts once",
        discarded(hands.PLAIN, others=lies(s3=STANDS_ON_FOUR), wall_left=0),
        [0, 9, 0, -9],
    ),
    (
        "NN-5.4 all three at once count once",
        discarded(hands.PLAIN, others=lies(s3=FOUR_WITH_OPEN), chain=[open_kong("5z", 2)], wall_left=0),
        [0, 9, -1, -9 + 1],
    ),
    (
        "NN-5.4 the larger counts: a chain of two on the last tile",
        discarded(hands.PLAIN, others=lies(s3=CHAIN_OF_TWO), chain=CHAIN_OF_TWO, wall_left=0),
        [-1, 18, -1, -18 + 2],
    ),
    (
        "NN-5.6 the option: after a kong base 3",
        discarded(hands.CONCEALED, others=lies(s3=[PONGED]), chain=[PONGED], options=NO_CANNON_OPTION),
        [0, 9 - 1, 0, -9 + 1],
    ),
    (
        "NN-5.6 the option: from four melds base 3",
        discarded(hands.CONCEALED, others=lies(s3=STANDS_ON_FOUR), options=NO_CANNON_OPTION),
        [0, 9, 0, -9],
    ),
    (
        "NN-5.6 the option: last discard base 3, seven pairs too",
        discarded(hands.PAIRS, wall_left=0, options=NO_CANNON_OPTION),
        [0, 18, 0, -18],
    ),
    (
        "NN-5.6 the option: 人胡 base 3",
        discarded(hands.CONCEALED, source=0, first_turn=True, options=NO_CANNON_OPTION),
        [-9, 9, 0, 0],
    ),
    (
        "NN-5.6 the option leaves ordinary discards alone",
        discarded(hands.CONCEALED, options=NO_CANNON_OPTION),
        [0, 4, 0, -4],
    ),
    (
        "NN-5.6 the option leaves discards with a pattern alone",
        discarded(hands.PAIRS, options=NO_CANNON_OPTION),
        [0, 12, 0, -12],
    ),
    (
        "NN-5.6 the option leaves a robbed kong its base",
        robbed(hands.CONCEALED, options=NO_CANNON_OPTION),
        [0, 12, 0, -12],
    ),
    (
        "NN-5.6 the option leaves a self-draw alone",
        drawn(hands.CONCEALED, wall_left=0, options=NO_CANNON_OPTION),
        [-8, 24, -8, -8],
    ),
    ("NN-7.1 four melds and one tile, on a discard: 18", discarded(BEGGING), [0, 18, 0, -18]),
    (
        "NN-7.1 an exposed kong among the four",
        discarded(BEGGING._replace(melds=(open_kong("7p", 2), *BEGGING.melds[1:]))),
        [0, 18 + 1, -1, -18],
    ),
    (
        "NN-7.1 a concealed kong among the four: all triplets alone",
        discarded(BEGGING._replace(melds=(*BEGGING.melds[:3], concealed_kong("2s")))),
        [-1, 9 + 3, -1, -9 - 1],
    ),
    ("NN-7.1 with a cannon: 36", discarded(BEGGING, wall_left=0), [0, 36, 0, -36]),
    (
        "NN-7.1 against another who stands on four melds",
        discarded(BEGGING, others=lies(s3=[pong("4z", 0), pong("3z", 2), pong("7z", 0), pong("5z", 2)])),
        [0, 36, 0, -36],
    ),
    ("NN-7.2 self-drawn it is all triplets", drawn(BEGGING), [-6, 18, -6, -6]),
    (
        "NN-7.2 self-drawn on a replacement",
        drawn(BEGGING._replace(melds=(open_kong("7p", 2), *BEGGING.melds[1:])), chain=[open_kong("7p", 2)]),
        [0, 37, -37, 0],
    ),
    (
        "NN-6.4 another would kong the discard: the win is an ordinary one",
        discarded(hands.PLAIN, others={"2": {"concealed": "222s3334445556z"}}),
        [0, 2, 0, -2],
    ),
]


@pytest.mark.parametrize(("rule", "position", "expected"), CANNONS, ids=[row[0] for row in CANNONS])
def test_a_discard_that_costs_more_or_not(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


ROBBERIES = [
    ("NN-6.1 the robbed player pays as a discarder, k 1; no kong point", robbed(hands.PLAIN), [0, 9, 0, -9]),
    (
        "NN-6.1 the chain may be left out",
        {key: value for key, value in robbed(hands.PLAIN).items() if key != "chain"},
        [0, 9, 0, -9],
    ),
    ("NN-6.1 also from the dealer", robbed(hands.PLAIN, source=0), [-9, 9, 0, 0]),
    (
        "NN-6.2 the second kong of a chain: k 2; the first keeps its point",
        robbed(hands.PLAIN, before=(open_kong("4z", 2),)),
        [0, 18, -1, -18 + 1],
    ),
    (
        "NN-6.2 the third: k 3",
        robbed(hands.PLAIN, before=(open_kong("4z", 2), added_kong("3z", 0))),
        [-1, 36, -1, -36 + 2],
    ),
    (
        "NN-6.2 the fourth: k 4",
        robbed(hands.PLAIN, before=(open_kong("4z", 2), added_kong("3z", 0), added_kong("7z", 2))),
        [-1, 72, -2, -72 + 3],
    ),
    (
        "NN-6.2 with a pattern",
        robbed(Hand("123m234m99m456m67m", "8m"), before=(open_kong("4z", 2),)),
        [0, 48, -1, -48 + 1],
    ),
    ("NN-6.5 never 全求炮 besides", robbed(hands.PLAIN, beside=STANDS_ON_FOUR[:3]), [0, 9, 0, -9]),
]


@pytest.mark.parametrize(("rule", "position", "expected"), ROBBERIES, ids=[row[0] for row in ROBBERIES])
def test_a_robbed_kong(rule: str, position: JSON, expected: list[int]) -> None:
    assert totals(position) == expected


INSURED = [
    (DARK,),
    (DARK, added_kong("4z", 0)),
    (open_kong("4z", 2), DARK),
    (open_kong("4z", 2), DARK, added_kong("3z", 0)),
]


@pytest.mark.parametrize("before", INSURED, ids=lambda melds: " ".join(meld["kind"] for meld in melds))
def test_nn_6_3_a_concealed_kong_earlier_in_the_chain_insures_it(before: tuple[JSON, ...]) -> None:
    assert error(robbed(hands.PLAIN, before=before)) == (3, "insured", "")


def test_nn_6_3_a_concealed_kong_before_the_chain_insures_nothing() -> None:
    lying = lies(s3=[DARK, pong("2s", 0)])
    for chain in ({"chain": [added_kong("2s", 0)]}, {}):
        position = nanning(
            "rob_kong",
            win(1, hands.PLAIN.concealed, *hands.PLAIN.melds),
            source=3,
            tile="2s",
            others=lying,
            **chain,
        )
        assert totals(position) == [-1, 9 - 1, -1, -9 + 3]


@pytest.mark.parametrize("kong", [concealed_kong("2s"), open_kong("2s", 0)], ids=lambda kong: kong["kind"])
def test_nn_6_1_only_an_added_kong_can_be_robbed(kong: JSON) -> None:
    position = {**robbed(hands.PLAIN), "chain": [kong]}
    assert error(position) == (2, "malformed", "$.chain")


def test_nn_3_3_a_robbed_kong_needs_a_replacement_in_the_wall() -> None:
    assert error(robbed(hands.PLAIN, wall_left=0)) == (2, "malformed", "$.wall_left")
    assert totals(robbed(hands.PLAIN, wall_left=1)) == [0, 9, 0, -9]
