"""Hands are held, taken apart and read; what cannot be a hand is refused with its reason."""

import pytest

from engine.patterns import (
    Reading,
    WildReading,
    acceptance,
    best_discards,
    can_complete,
    distance,
    is_standard_win,
    pack,
    readings,
    readings_with_wilds,
    take_pair,
    take_triplet,
    unpack,
    waits,
    with_tile,
    without_tile,
)
from tests.engine.patterns.hands import counts, kind, kinds


def test_a_tile_is_put_in_and_taken_out() -> None:
    hand = pack(counts("111m5p7z"))
    fuller = with_tile(hand, kind("1m"))
    assert unpack(fuller) == tuple(counts("1111m5p7z"))
    assert without_tile(fuller, kind("1m")) == hand


def test_a_fifth_tile_and_a_tile_not_held_are_refused() -> None:
    hand = pack(counts("1111m5p7z"))
    with pytest.raises(ValueError, match="a fifth tile of kind 0"):
        with_tile(hand, kind("1m"))
    with pytest.raises(ValueError, match="no tile of kind 1"):
        without_tile(hand, kind("2m"))


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ([0] * 33, "34 counts, not 33"),
        ([0] * 33 + [-1], "-1 copies of kind 33"),
        ([5] + [0] * 33, "5 copies"),
    ],
)
def test_counts_that_no_hand_has_are_refused(bad: list[int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pack(bad)
    with pytest.raises(ValueError, match=reason):
        next(readings(bad, 0))


def test_flowers_beside_the_hand_are_not_looked_at() -> None:
    assert pack([*counts("11z"), 1, 1, 0, 0, 0, 0, 0, 0]) == pack(counts("11z"))


def test_a_triplet_is_taken_out_with_the_tiles_there_are_and_wilds_for_the_rest() -> None:
    hand = pack(counts("1111m77z5p"))
    assert take_triplet(hand, kind("1m"), 2) == (pack(counts("1m77z5p")), 2)
    assert take_triplet(hand, kind("7z"), 2) == (pack(counts("1111m5p")), 1)
    assert take_triplet(hand, kind("6z"), 3) == (hand, 0)
    assert take_triplet(hand, kind("6z"), 2) is None
    assert take_pair(hand, kind("5p"), 1) == (pack(counts("1111m77z")), 0)
    assert take_pair(hand, kind("5p"), 0) is None


def test_a_hand_can_be_held_to_sets_of_one_shape() -> None:
    both = pack(counts("111222333m55z"))
    assert can_complete(both, 3, 0, "triplets")
    assert can_complete(both, 3, 0, "sequences")
    assert can_complete(both, 3, 0, "any")
    mixed = pack(counts("111m234p55z"))
    assert can_complete(mixed, 2, 0, "any")
    assert not can_complete(mixed, 2, 0, "triplets")
    assert not can_complete(mixed, 2, 0, "sequences")


def test_a_fifth_copy_may_be_forbidden() -> None:
    hand = pack(counts("123456789m1111z"))
    assert can_complete(hand, 4, 1, "any")
    assert not can_complete(hand, 4, 1, "strict")


def test_a_hand_of_three_like_sequences_is_also_three_triplets() -> None:
    assert set(readings(counts("111222333m55z"), 3)) == {
        Reading(kind("5z"), kinds("123m"), ()),
        Reading(kind("5z"), (), (kind("1m"),) * 3),
    }


def test_a_hand_has_one_pair() -> None:
    assert list(readings(counts("11m22p33s44z"), 2)) == []
    assert not is_standard_win(pack(counts("11m22p33s44z")), 2)


def test_a_wild_is_told_what_it_stands_for() -> None:
    assert set(readings_with_wilds(counts("11m23p"), 1, 1)) == {
        WildReading(Reading(kind("1m"), (), kinds("1p")), kinds("1p")),
        WildReading(Reading(kind("1m"), (), kinds("2p")), kinds("4p")),
    }


def test_a_set_of_wilds_alone_is_every_set() -> None:
    found = list(readings_with_wilds(counts("11m"), 1, 3))
    assert len([one for one in found if one.reading.pair == kind("1m")]) == 34 + 21
    assert len(list(readings_with_wilds(counts("11m"), 1, 3, "triplets"))) == 34 + 33
    assert len(list(readings_with_wilds(counts("11m"), 1, 3, "sequences"))) == 21


REFUSALS = [
    ("11m", 0, 9, "9 wild tiles"),
    ("11m", 5, 0, "5 sets needed"),
    ("11m", -1, 0, "-1 sets needed"),
    ("11m", 1, 0, "2 tiles are not 1 sets and a pair"),
    ("11m", 0, 1, "3 tiles are not 0 sets and a pair"),
]


@pytest.mark.parametrize(("hand", "sets", "wilds", "reason"), REFUSALS)
def test_a_hand_that_cannot_be_read_is_refused(hand: str, sets: int, wilds: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        next(readings_with_wilds(counts(hand), sets, wilds))


@pytest.mark.parametrize("tiles", ["123m", "12m123p11z"])
def test_a_hand_of_the_wrong_size_is_refused_not_called_lost(tiles: str) -> None:
    with pytest.raises(ValueError, match="not the number of tiles for 1 sets"):
        is_standard_win(pack(counts(tiles)), 1)
    with pytest.raises(ValueError, match="not the number of tiles"):
        can_complete(pack(counts(tiles)), 1, 0, "any")
    for analyse in (waits, acceptance):
        with pytest.raises(ValueError, match="not the number of tiles"):
            analyse(pack(counts(tiles)), 1)
    with pytest.raises(ValueError, match="not the number of tiles"):
        best_discards(pack(counts(tiles)), 1, [4] * 34)


@pytest.mark.parametrize("four", range(34))
@pytest.mark.parametrize("rest", ["", "258m", "258m369p", "258m369p11s4z", "19m19p19s247z", "123789m123p"])
def test_a_kind_held_four_times_is_never_accepted(four: int, rest: str) -> None:
    """CO-7.1, for every kind, far from a win and near it."""
    hand = counts(rest)
    hand[four] = 4
    sets, over = divmod(sum(hand) - 1, 3)
    while over or sets > 4:
        hand[next(tile for tile in range(34) if 0 < hand[tile] < 4)] -= 1
        sets, over = divmod(sum(hand) - 1, 3)
    assert four not in acceptance(pack(hand), sets)
    assert four not in waits(pack(hand), sets)


@pytest.mark.parametrize("seven_pairs", [False, True])
def test_without_wilds_nothing_is_accepted_towards_a_fifth_copy(seven_pairs: bool) -> None:
    """CO-7.1: with 2m there would be three sets, but a pair only by a fifth 6m or 4z.

    3m makes the pair, 456m the third set; 5m makes 345m, and any pair lacks one tile more.
    """
    assert acceptance(pack(counts("34m6666m4444z")), 3, 0, seven_pairs) == kinds("35m")
    assert acceptance(pack(counts("34m6666m4444z123p")), 4, 0, seven_pairs) == kinds("35m")
    assert distance(pack(counts("34m6666m4444z")), 3) == 2


def test_the_best_discard_leaves_the_wait_with_most_tiles_unseen() -> None:
    """Throwing 9m leaves 3p 6p, throwing 4p or 5p leaves a lone tile."""
    hand = counts("123m567s11z45p9m222s")
    assert sum(hand) == 14
    best, *others = best_discards(pack(hand), 4, [4 - count for count in hand])
    assert (best.kind, best.distance, best.accepted, best.live) == (kind("9m"), 1, kinds("36p"), 8)
    assert all(best.live > other.live or best.distance < other.distance for other in others)


def test_a_discard_whose_waits_are_all_seen_ranks_as_one_tile_further_away() -> None:
    """The closed wait of `46p` on 5p is dead, so throwing the 9m for it is no better than keeping pace."""
    hand = counts("123m567s11z46p9m222s")
    unseen = [4 - count for count in hand]
    alive = best_discards(pack(hand), 4, unseen)
    assert (alive[0].kind, alive[0].live) == (kind("9m"), 4)
    unseen[kind("5p")] = 0
    dead = best_discards(pack(hand), 4, unseen)
    assert dead[-1].distance + (dead[-1].live == 0) >= dead[0].distance + (dead[0].live == 0)
    assert dead[0].kind != kind("9m")
