"""Distance counts the draws that lead to a win when every draw and discard goes well."""

import pytest

from engine.patterns import distance, distance_seven_pairs, is_standard_win, pack
from tests.engine.patterns import brute
from tests.engine.patterns.hands import counts, kinds


@pytest.mark.parametrize(("universe", "sets"), [("123456789m12z", 1), ("1234567m", 2)])
def test_distance_is_the_number_of_draws_a_search_needs(universe: str, sets: int) -> None:
    """Every hand of a few kinds, four or seven tiles, searched breadth first."""
    needed = brute.draws_needed(kinds(universe), sets)
    assert max(needed.values()) > 1
    for tiles, draws in needed.items():
        assert distance(pack([tiles.count(kind) for kind in range(34)]), sets) == draws


@pytest.mark.parametrize(
    ("hand", "sets", "wilds", "lacking"),
    [
        ("123m456p789s11122z", 4, 0, 0),
        ("123m456p789s1112z", 4, 0, 1),
        ("123m456p78s1112z5p", 4, 0, 2),
        ("147m258p369s1234z", 4, 0, 9),
        ("147m258p369s12345z", 4, 0, 9),
        ("", 2, 8, 0),
        ("147m", 3, 8, 0),
        ("147m12z", 4, 8, 1),
        ("6p4s", 0, 0, 1),
        ("6p", 0, 0, 1),
        ("6p", 0, 1, 0),
    ],
)
def test_distance_of_known_hands(hand: str, sets: int, wilds: int, lacking: int) -> None:
    assert distance(pack(counts(hand)), sets, wilds) == lacking


def test_a_hand_whose_only_wait_is_a_fifth_copy_is_not_ready() -> None:
    """CO-7.1: of `1111z` one must go first. With a wild the fifth copy is no hindrance (ZJ-2.2)."""
    assert distance(pack(counts("123456789m1111z")), 4) == 2
    assert distance(pack(counts("123456m1111z")), 3) == 2
    assert distance(pack(counts("123456m1111z")), 3, 1) == 0


@pytest.mark.parametrize(
    ("hand", "quads", "lacking"),
    [
        ("11m22m22p66p22s66s2z", True, 1),
        ("1111m33m55m77m88m9m", True, 1),
        ("1111m33m55m77m88m9m", False, 3),
        ("147m258p369s1234z", True, 7),
        ("1111m2222m3333m4m", True, 1),
        ("1111m2222m3333m4m", False, 7),
        ("111m222m333m444m5m", False, 5),
        ("111m222m333m444m5m", True, 3),
    ],
)
def test_distance_to_seven_pairs_of_known_hands(hand: str, quads: bool, lacking: int) -> None:
    assert distance_seven_pairs(counts(hand), quads=quads) == lacking


@pytest.mark.parametrize("hand", ["123m", "123m456p789s111222z"])
def test_a_number_of_tiles_that_no_hand_has_is_refused(hand: str) -> None:
    with pytest.raises(ValueError, match="not the number of tiles"):
        distance(pack(counts(hand)), 4)
    with pytest.raises(ValueError, match="cannot be seven pairs"):
        distance_seven_pairs(counts(hand))


@pytest.mark.parametrize("sets", [-1, 5])
def test_a_number_of_sets_that_no_hand_needs_is_refused(sets: int) -> None:
    hand = pack(counts("1" * (1 if sets == 5 else 3) + "m"))
    with pytest.raises(ValueError, match="sets needed"):
        is_standard_win(hand, sets)
    with pytest.raises(ValueError, match="sets needed"):
        distance(hand, sets)
