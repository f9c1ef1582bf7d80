"""Every row of points that the two written accounts print (NN-2 to NN-9): what is paid in all."""

import pytest

from tests.engine.positions import JSON, added_kong, concealed_kong, open_kong, pong, totals
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import (
    KONGS,
    STANDS_ON_FOUR,
    Hand,
    discarded,
    drawn,
    robbed,
    without_kongs,
)

ORDINARY = [
    # Hand, on a discard, self-drawn in all
    ("plain", hands.PLAIN, 2, 9),
    ("concealed", hands.CONCEALED, 4, 12),
    ("one suit", hands.FLUSH, 9, 18),
    ("one suit, concealed", hands.FLUSH_CONCEALED, 12, 24),
    ("all triplets", hands.TRIPLETS, 9, 18),
    ("all triplets, concealed", hands.TRIPLETS_CONCEALED, 12, 24),
    ("all triplets, one suit", hands.TRIPLETS_FLUSH, 18, 36),
    ("all triplets, one suit, concealed", hands.TRIPLETS_FLUSH_CONCEALED, 24, 48),
    ("seven pairs", hands.PAIRS, 12, 24),
    ("seven pairs, one suit", hands.PAIRS_FLUSH, 24, 48),
    ("one quad", hands.BIG_PAIRS_1, 24, 48),
    ("one quad, one suit", hands.BIG_PAIRS_1_FLUSH, 48, 96),
    ("two quads", hands.BIG_PAIRS_2, 48, 96),
    ("two quads, one suit", hands.BIG_PAIRS_2_FLUSH, 96, 192),
    ("three quads", hands.BIG_PAIRS_3, 96, 192),
    ("three quads, one suit", hands.BIG_PAIRS_3_FLUSH, 192, 384),
    ("begging", hands.BEGGING, 18, 18),
    ("begging, one suit", hands.BEGGING_FLUSH, 36, 36),
]
CANNONS = [
    # NN-5: hand and what a big cannon costs
    ("plain", hands.PLAIN, 9),
    ("concealed", hands.CONCEALED, 12),
    ("one suit", hands.FLUSH, 18),
    ("all triplets", hands.TRIPLETS, 18),
    ("all triplets, concealed", hands.TRIPLETS_CONCEALED, 24),
    ("all triplets, one suit", hands.TRIPLETS_FLUSH, 36),
    ("all triplets, one suit, concealed", hands.TRIPLETS_FLUSH_CONCEALED, 48),
    ("seven pairs", hands.PAIRS, 24),
    ("seven pairs, one suit", hands.PAIRS_FLUSH, 48),
    ("one quad", hands.BIG_PAIRS_1, 48),
    ("one quad, one suit", hands.BIG_PAIRS_1_FLUSH, 96),
    ("two quads", hands.BIG_PAIRS_2, 96),
    ("two quads, one suit", hands.BIG_PAIRS_2_FLUSH, 192),
    ("three quads", hands.BIG_PAIRS_3, 192),
    ("three quads, one suit", hands.BIG_PAIRS_3_FLUSH, 384),
    ("begging", hands.BEGGING, 36),
    ("begging, one suit", hands.BEGGING_FLUSH, 72),
]


CANNON_NAMES = [row[0] for row in CANNONS]


@pytest.mark.parametrize(("name", "hand", "discard", "self_draw"), ORDINARY, ids=[row[0] for row in ORDINARY])
def test_nn_2_3_and_nn_2_4_a_hand_pays_what_its_row_says(
    name: str, hand: Hand, discard: int, self_draw: int
) -> None:
    assert totals(discarded(hand)) == [0, discard, 0, -discard]
    share = self_draw // 3
    assert totals(drawn(hand)) == [-share, self_draw, -share, -share]


def _clear_of(hand: Hand, melds: tuple[JSON, ...]) -> tuple[JSON, ...]:
    """Return the melds on tiles that the hand does not use."""
    spare = iter(
        [tile for tile in ("4z", "3z", "7z", "5z", "1s", "9s", "6s", "4p") if tile not in _used(hand)]
    )
    return tuple({**meld, "tile": next(spare)} for meld in melds)


def _used(hand: Hand) -> set[str]:
    tiles = {hand.tile, *(str(meld["tile"]) for meld in hand.melds)}
    digits = ""
    for sign in hand.concealed:
        if sign.isdigit():
            digits += sign
        else:
            tiles |= {digit + sign for digit in digits}
            digits = ""
    return tiles


@pytest.mark.parametrize(("name", "hand", "points"), CANNONS, ids=CANNON_NAMES)
def test_nn_5_1_the_discard_after_a_kong_pays_what_its_row_says(name: str, hand: Hand, points: int) -> None:
    kongs = _clear_of(hand, KONGS[:1])
    found = totals(discarded(hand, others={"3": {"melds": kongs}}, chain=kongs))
    assert without_kongs(found, kongs, 3) == [0, points, 0, -points]


@pytest.mark.parametrize(("name", "hand", "points"), CANNONS, ids=CANNON_NAMES)
def test_nn_5_2_a_discard_from_four_melds_pays_what_its_row_says(name: str, hand: Hand, points: int) -> None:
    melds = _clear_of(hand, STANDS_ON_FOUR)
    assert totals(discarded(hand, others={"3": {"melds": melds}})) == [0, points, 0, -points]


@pytest.mark.parametrize(("name", "hand", "points"), CANNONS, ids=CANNON_NAMES)
def test_nn_5_3_the_last_discard_pays_what_its_row_says(name: str, hand: Hand, points: int) -> None:
    assert totals(discarded(hand, wall_left=0)) == [0, points, 0, -points]


@pytest.mark.parametrize(
    ("length", "plain", "concealed"), [(1, 9, 12), (2, 18, 24), (3, 36, 48), (4, 72, 96)], ids=str
)
def test_nn_5_1_each_kong_of_the_chain_doubles_the_cannon(length: int, plain: int, concealed: int) -> None:
    for hand, points in ((hands.PLAIN, plain), (hands.CONCEALED, concealed)):
        kongs = _clear_of(hand, KONGS[:length])
        found = totals(discarded(hand, others={"3": {"melds": kongs}}, chain=kongs))
        assert without_kongs(found, kongs, 3) == [0, points, 0, -points]


HUMAN = [(name, hand, points) for name, hand, points in CANNONS if not hand.melds]


@pytest.mark.parametrize(("name", "hand", "points"), HUMAN, ids=[row[0] for row in HUMAN])
def test_nn_8_3_the_dealers_first_discard_pays_what_its_row_says(name: str, hand: Hand, points: int) -> None:
    assert totals(discarded(hand, source=0, first_turn=True, wall_left=83)) == [-points, points, 0, 0]


# NN-4.3: the payer of the chain's first exposed kong pays all.
# Hand, chain, what else lies or stands, printed.
A, B, C, D = open_kong("7p", 0), added_kong("9m", 3), added_kong("2z", 2), added_kong("4s", 0)
FA, FB, FC, FD = open_kong("9m", 0), added_kong("1m", 3), added_kong("5m", 2), added_kong("7m", 0)
EXPOSED = [
    ("one kong", (A,), (pong("6m", 2),), "234m55s34s", "2s", 19),
    ("one kong, one suit", (FA,), (), "234m234m55m67m", "8m", 37),
    ("one kong, all triplets", (A,), (pong("1z", 2),), "222p88s55m", "8s", 37),
    ("one kong, all triplets, one suit", (FA,), (pong("1m", 2),), "222m55m77m", "5m", 73),
    ("two kongs", (A, B), (), "234m55s34s", "2s", 38),
    ("two kongs, one suit", (FA, FB), (), "234m55m67m", "8m", 74),
    ("two kongs, all triplets", (A, B), (), "222p88s55m", "8s", 74),
    ("two kongs, all triplets, one suit", (FA, FB), (), "222m55m77m", "5m", 146),
    ("three kongs", (A, B, C), (), "55s34s", "2s", 75),
    ("three kongs, one suit", (FA, FB, FC), (), "77m34m", "2m", 147),
    ("three kongs, all triplets", (A, B, C), (), "55s33p", "3p", 147),
    ("three kongs, all triplets, one suit", (FA, FB, FC), (), "77m33m", "3m", 291),
    ("four kongs", (A, B, C, D), (), "5s", "5s", 292),
    ("four kongs, one suit", (FA, FB, FC, FD), (), "3m", "3m", 580),
]
EXPOSED_NAMES = [row[0] for row in EXPOSED]


@pytest.mark.parametrize(
    ("name", "chain", "rest", "concealed", "tile", "printed"), EXPOSED, ids=EXPOSED_NAMES
)
def test_nn_4_3_the_first_to_be_konged_pays_all_that_the_row_says(
    name: str, chain: tuple[JSON, ...], rest: tuple[JSON, ...], concealed: str, tile: str, printed: int
) -> None:
    hand = Hand(concealed, tile, (*chain, *rest))
    assert totals(drawn(hand, chain=chain)) == [-printed, printed, 0, 0]


# NN-4.2: all concealed; all three pay alike. Hand, kongs, what else lies or stands, printed in all.
DARK = [
    ("one kong", "7p", "9m", "234m55s34s", "2s", 21),
    ("one kong, concealed", "7p", "", "234m111z55s34s", "2s", 27),
    ("one kong, one suit", "9m", "1m", "234m55m67m", "8m", 39),
    ("one kong, one suit, concealed", "9m", "", "234m234m55m67m", "8m", 51),
    ("one kong, all triplets", "9m", "1z", "222p88s55m", "8s", 39),
    ("one kong, all triplets, concealed", "9m", "", "222p111z88s55m", "8s", 51),
    ("one kong, all triplets, one suit", "9m", "1m", "222m55m77m", "5m", 75),
    ("one kong, all triplets, one suit, concealed", "9m", "", "111m222m55m77m", "5m", 99),
    ("two kongs", "7p1z", "9m", "55s34s", "2s", 42),
    ("two kongs, concealed", "7p1z", "", "234m55s34s", "2s", 54),
    ("two kongs, one suit", "9m5m", "1m", "77m34m", "2m", 78),
    ("two kongs, one suit, concealed", "9m5m", "", "234m77m34m", "2m", 102),
    ("two kongs, all triplets", "9m7p", "1z", "88s55m", "8s", 78),
    ("two kongs, all triplets, concealed", "9m7p", "", "222p88s55m", "8s", 102),
    ("two kongs, all triplets, one suit", "9m5m", "1m", "77m33m", "3m", 150),
    # B prints 228 = (74+2)×3 here: an erratum (NN-2).
    ("two kongs, all triplets, one suit, concealed", "9m5m", "", "111m77m33m", "3m", 198),
    ("three kongs, concealed", "7p1z9s", "", "55s34s", "2s", 105),
    ("three kongs, one suit, concealed", "9m5m1m", "", "77m34m", "2m", 201),
    ("three kongs, all triplets", "9m7p2s", "1z", "5s", "5s", 153),
    ("three kongs, all triplets, concealed", "9m7p2s", "", "88s55m", "8s", 201),
    ("three kongs, all triplets, one suit", "9m5m3m", "1m", "7m", "7m", 297),
    ("three kongs, all triplets, one suit, concealed", "9m5m3m", "", "77m11m", "1m", 393),
    ("four kongs, concealed", "9m7p2s1z", "", "5s", "5s", 396),
    ("four kongs, one suit, concealed", "9m7m2m4m", "", "5m", "5m", 780),
]
DARK_NAMES = [row[0] for row in DARK]


@pytest.mark.parametrize(("name", "kongs", "ponged", "concealed", "tile", "printed"), DARK, ids=DARK_NAMES)
def test_nn_4_2_after_concealed_kongs_all_three_pay_what_the_row_says(
    name: str, kongs: str, ponged: str, concealed: str, tile: str, printed: int
) -> None:
    chain = [concealed_kong("".join(two)) for two in zip(kongs[::2], kongs[1::2], strict=True)]
    hand = Hand(concealed, tile, (*((pong(ponged, 3),) if ponged else ()), *chain))
    share = printed // 3
    assert totals(drawn(hand, chain=chain)) == [-share, printed, -share, -share]


ROBBED = [
    ("plain", hands.PLAIN, 9),
    ("concealed", hands.CONCEALED, 12),
    ("one suit", hands.FLUSH, 18),
    ("one suit, concealed", Hand("123m234m99m456m67m", "8m"), 24),
]


@pytest.mark.parametrize(("name", "hand", "points"), ROBBED, ids=[row[0] for row in ROBBED])
def test_nn_6_1_the_robbed_player_pays_what_the_row_says(name: str, hand: Hand, points: int) -> None:
    assert totals(robbed(hand)) == [0, points, 0, -points]
