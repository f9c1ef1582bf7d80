"""What the generator works out for a suit is what trying every target gives."""

from itertools import combinations_with_replacement, product

import pytest

from engine.patterns.generate import Shape, join, make_tables, serialise, suit_table

FAR = 99


def lacking(counts: tuple[int, ...], sets: int, pair: int, shape: Shape, sequences: bool) -> int:
    """Return the fewest tiles lacking, by making every target there is over so many places."""
    places = len(counts)
    groups: list[tuple[int, ...]] = []
    if shape != "sequences":
        groups += [(at, at, at) for at in range(places)]
    if sequences and shape != "triplets":
        groups += [(at, at + 1, at + 2) for at in range(places - 2)]
    best = FAR
    for chosen in combinations_with_replacement(groups, sets):
        for eyes in range(places if pair else 1):
            target = [0] * places
            for group in chosen:
                for at in group:
                    target[at] += 1
            target[eyes] += 2 * pair
            if shape != "strict" or max(target) <= 4:
                best = min(best, sum(max(0, want - have) for want, have in zip(target, counts, strict=True)))
    return best


@pytest.mark.parametrize("sequences", [True, False])
@pytest.mark.parametrize("shape", ["any", "strict", "triplets", "sequences"])
def test_a_suit_lacks_what_its_nearest_target_lacks(shape: Shape, sequences: bool) -> None:
    """All ways four places can look, for every number of sets; the fewest places where sequences overlap."""
    vectors, table = suit_table(shape, 4, sequences)
    for digits in product(range(5), repeat=4):
        counts = digits[::-1]
        packed = sum(count * 5**at for at, count in enumerate(counts))
        expected = tuple(
            lacking(counts, sets, pair, shape, sequences) for sets in range(5) for pair in range(2)
        )
        assert vectors[table[packed]] == expected


def test_two_suits_lack_what_the_best_share_of_sets_lacks() -> None:
    empty = (0, 2, 3, 5, 6, 8, 9, 11, 12, 14)
    triplet = (0, 0, 0, 2, 3, 5, 6, 8, 9, 11)
    assert join(empty, empty) == empty
    assert join(triplet, empty) == join(empty, triplet) == triplet
    assert join(triplet, triplet) == (0, 0, 0, 0, 0, 2, 3, 5, 6, 8)


def test_equal_rows_are_stored_once() -> None:
    tables = make_tables("triplets")
    assert len(serialise(tables)) < len(tables.suits) // 10
