"""Hand analysis by tables gives what trying everything gives, for hands of every size and number of wilds."""

from collections import Counter
from collections.abc import Callable

from hypothesis import assume, given
from hypothesis import strategies as st

from engine import patterns
from engine.patterns import MAX_WILDS, POW5, SUIT_OF, WildReading, pack, unpack
from tests.engine.patterns import brute

EVERY_KIND = range(34)
SHAPES: tuple[patterns.Shape, ...] = ("any", "triplets", "sequences")


def put(draw: Callable[[st.SearchStrategy[int]], int], counts: list[int], number: int) -> list[int]:
    """Put so many tiles at random into the counts, or take them out when the number is below nought."""
    for _ in range(abs(number)):
        fitting = [kind for kind in EVERY_KIND if (counts[kind] < 4 if number > 0 else counts[kind] > 0)]
        counts[draw(st.sampled_from(fitting))] += 1 if number > 0 else -1
    return counts


@st.composite
def winning(draw: st.DrawFn, sets: int, shape: str = "any", kinds: range | None = None) -> list[int]:
    """A hand of so many sets and a pair, crowded into a few kinds so that it can be read in several ways."""
    lowest = draw(st.sampled_from((0, 5, 9, 14, 20, 24)))
    near = kinds or range(lowest, lowest + draw(st.sampled_from((4, 6, 9, 34 - lowest))))
    found = [0] * 34
    groups = [*brute.SETS[shape]] * min(sets, 1)
    for wanted in (*[groups] * sets, [*brute.PAIRS]):
        fitting = [
            group
            for group in wanted
            if all(kind in near and found[kind] + group.count(kind) <= 4 for kind in group)
        ]
        assume(fitting)
        for kind in draw(st.sampled_from(fitting)):
            found[kind] += 1
    return found


@st.composite
def hands(draw: st.DrawFn, size: int, sets: int) -> list[int]:
    """A hand of so many tiles, a win or near one: some tiles taken from a win, some put in at random."""
    found = draw(winning(sets))
    put(draw, found, -min(sum(found), draw(st.sampled_from((2, 1, 0, 3, 4)))))
    if draw(st.booleans()) and size >= 4:
        found[draw(st.sampled_from([0, 7, 8, 13, 17, 26, 27, 33]))] = 4
    return put(draw, found, size - sum(found))


@st.composite
def with_wilds(draw: st.DrawFn, short: int) -> tuple[list[int], int, int]:
    """A hand, the sets it needs and its wilds; so many tiles short of the sets and a pair."""
    sets = draw(st.sampled_from((4, 3, 2, 1, 0)))
    full = 3 * sets + 2 - short
    wilds = min(full, draw(st.sampled_from((0, 1, 2, 3, 4, 5, 6, 7, MAX_WILDS, 0, 1, 2))))
    return draw(hands(full - wilds, sets)), sets, wilds


def more(counts: list[int], kind: int, by: int = 1) -> list[int]:
    """The counts with one tile more, or less, of a kind."""
    changed = counts.copy()
    changed[kind] += by
    return changed


@given(st.lists(st.integers(0, 4), min_size=34, max_size=42))
def test_a_hand_packs_and_unpacks_to_itself(counts: list[int]) -> None:
    assert list(unpack(pack(counts))) == counts[:34]
    by_hand = [0, 0, 0, 0]
    for kind in EVERY_KIND:
        by_hand[SUIT_OF[kind]] += counts[kind] * POW5[kind]
    assert pack(counts) == tuple(by_hand)


@given(with_wilds(short=0))
def test_a_hand_wins_just_when_its_tiles_and_wilds_can_be_laid_out(hand: tuple[list[int], int, int]) -> None:
    counts, sets, wilds = hand
    assert patterns.is_standard_win(pack(counts), sets, wilds) == brute.wins(counts, sets, wilds)


@given(with_wilds(short=0), st.sampled_from(SHAPES))
def test_sets_of_one_shape_are_found_just_when_they_can_be_laid_out(
    hand: tuple[list[int], int, int], shape: patterns.Shape
) -> None:
    counts, sets, wilds = hand
    assert patterns.can_complete(pack(counts), sets, wilds, shape) == brute.wins(counts, sets, wilds, shape)


@given(st.data(), st.integers(0, 4), st.sampled_from(SHAPES))
def test_a_win_short_of_some_tiles_is_one_with_as_many_wilds(
    data: st.DataObject, sets: int, shape: patterns.Shape
) -> None:
    counts = data.draw(winning(sets, shape))
    wilds = data.draw(st.integers(0, min(MAX_WILDS, 3 * sets + 2)))
    put(data.draw, counts, -wilds)
    assert patterns.can_complete(pack(counts), sets, wilds, shape)
    assert patterns.is_standard_win(pack(counts), sets, wilds)
    assert patterns.distance(pack(counts), sets, wilds) == 0


@given(st.data(), st.integers(0, 4), st.integers(0, 4))
def test_a_hand_in_one_suit_that_wins_with_wilds_wins_within_that_suit(
    data: st.DataObject, sets: int, wilds: int
) -> None:
    wilds = min(wilds, 3 * sets + 2)
    counts = put(data.draw, data.draw(winning(sets, kinds=range(9))), -wilds)
    if wilds < 3 * sets + 2:
        counts = more(counts, data.draw(st.sampled_from([kind for kind in range(9) if counts[kind]])), -1)
        counts = more(counts, data.draw(st.sampled_from([kind for kind in range(9) if counts[kind] < 4])))
    within = any(max(kinds_of(one)) < 9 for one in patterns.readings_with_wilds(counts, sets, wilds))
    assert patterns.is_standard_win(pack(counts), sets, wilds) == within


def kinds_of(found: WildReading) -> list[int]:
    """The tiles of a reading with wilds, each as its kind, in rising order."""
    pair, triplets, sequences = found.reading
    runs = [low + step for low in sequences for step in range(3)]
    return sorted([pair, pair, *runs, *[kind for kind in triplets for _ in range(3)]])


@given(with_wilds(short=1))
def test_the_waits_are_the_tiles_that_complete_the_hand(hand: tuple[list[int], int, int]) -> None:
    counts, sets, wilds = hand
    expected = tuple(
        kind for kind in EVERY_KIND if counts[kind] < 4 and brute.wins(more(counts, kind), sets, wilds)
    )
    assert patterns.waits(pack(counts), sets, wilds) == expected


@given(st.data(), st.integers(0, MAX_WILDS), st.booleans())
def test_waits_with_seven_pairs_are_those_of_either_shape(
    data: st.DataObject, wilds: int, paired: bool
) -> None:
    counts = data.draw(pairs_nearly(13 - wilds) if paired else hands(13 - wilds, 4))
    expected = [
        kind
        for kind in EVERY_KIND
        if counts[kind] < 4
        and (brute.wins(more(counts, kind), 4, wilds) or brute.seven_pairs(more(counts, kind), wilds, True))
    ]
    assert list(patterns.waits(pack(counts), 4, wilds, seven_pairs=True)) == expected


@st.composite
def pairs_nearly(draw: st.DrawFn, size: int) -> list[int]:
    """A hand of so many tiles, most of them paired."""
    found = [0] * 34
    for kind in draw(st.lists(st.integers(0, 33), min_size=7, max_size=7)):
        if found[kind] < 4:
            found[kind] += 2
    put(draw, found, draw(st.integers(0, 2)))
    return put(draw, found, size - sum(found))


@given(st.data(), st.integers(0, MAX_WILDS), st.booleans())
def test_seven_pairs_are_found_just_when_the_tiles_pair(data: st.DataObject, wilds: int, quads: bool) -> None:
    counts = data.draw(pairs_nearly(14 - wilds))
    expected = brute.seven_pairs(counts, wilds, quads)
    assert patterns.is_seven_pairs(pack(counts), wilds, quads=quads) == expected
    assert patterns.is_seven_pairs(counts, wilds, quads=quads) == expected
    assert (patterns.distance_seven_pairs(counts, wilds, quads=quads) == 0) == expected
    assert patterns.count_quads(counts) == counts.count(4)


@given(st.data(), st.integers(0, MAX_WILDS), st.booleans())
def test_distance_to_seven_pairs_falls_by_one_with_the_best_draw(
    data: st.DataObject, wilds: int, quads: bool
) -> None:
    counts = data.draw(pairs_nearly(13 - wilds))
    drawn = [more(counts, kind) for kind in EVERY_KIND if counts[kind] < 4]
    nearest = min(patterns.distance_seven_pairs(hand, wilds, quads=quads) for hand in drawn)
    assert patterns.distance_seven_pairs(pack(counts), wilds, quads=quads) == nearest + 1


@given(st.data(), st.integers(0, 2), st.integers(0, 1), st.integers(0, MAX_WILDS))
def test_distance_is_to_the_nearest_of_all_wins(
    data: st.DataObject, sets: int, short: int, wilds: int
) -> None:
    wilds = min(wilds, 3 * sets + 2 - short)
    counts = data.draw(hands(3 * sets + 2 - short - wilds, sets))
    nearest = brute.lacking(counts, sets, 99 if wilds else 4) - wilds
    assert patterns.distance(pack(counts), sets, wilds) == nearest


@given(with_wilds(short=0))
def test_distance_is_nought_for_a_win_and_else_that_of_the_best_discard(
    hand: tuple[list[int], int, int],
) -> None:
    counts, sets, wilds = hand
    left = [more(counts, kind, -1) for kind in EVERY_KIND if counts[kind]]
    assume(left)
    nearest = min(patterns.distance(pack(one), sets, wilds) for one in left)
    wins = brute.wins(counts, sets, wilds)
    assert patterns.distance(pack(counts), sets, wilds) == (0 if wins else nearest)


@given(with_wilds(short=1))
def test_accepted_tiles_are_those_that_shorten_the_distance(hand: tuple[list[int], int, int]) -> None:
    counts, sets, wilds = hand
    now = patterns.distance(pack(counts), sets, wilds)
    after = {
        kind: patterns.distance(pack(more(counts, kind)), sets, wilds)
        for kind in EVERY_KIND
        if counts[kind] < 4
    }
    assert patterns.acceptance(pack(counts), sets, wilds) == tuple(k for k in after if after[k] < now)
    assert min(after.values()) >= now - 1


@given(st.data(), st.integers(0, 4))
def test_without_wilds_some_tile_always_brings_a_hand_nearer(data: st.DataObject, sets: int) -> None:
    assert patterns.acceptance(pack(data.draw(hands(3 * sets + 1, sets))), sets)


@given(st.data())
def test_accepted_tiles_count_seven_pairs_where_they_win(data: st.DataObject) -> None:
    counts = data.draw(st.one_of(pairs_nearly(13), hands(13, 4)))

    def nearest(hand: list[int]) -> int:
        return min(patterns.distance(pack(hand), 4), patterns.distance_seven_pairs(hand))

    expected = [
        kind for kind in EVERY_KIND if counts[kind] < 4 and nearest(more(counts, kind)) < nearest(counts)
    ]
    assert list(patterns.acceptance(pack(counts), 4, seven_pairs=True)) == expected


@given(with_wilds(short=0), st.booleans())
def test_discards_to_ready_are_those_that_leave_a_wait(
    hand: tuple[list[int], int, int], seven_pairs: bool
) -> None:
    counts, sets, wilds = hand
    expected = {}
    for kind in EVERY_KIND:
        if counts[kind]:
            found = patterns.waits(pack(more(counts, kind, -1)), sets, wilds, seven_pairs)
            if found:
                expected[kind] = found
    assert patterns.discards_to_ready(pack(counts), sets, wilds, seven_pairs) == expected


@given(with_wilds(short=0), st.lists(st.integers(0, 4), min_size=34, max_size=34), st.booleans())
def test_best_discards_are_nearest_to_a_win_and_then_accept_most_unseen_tiles(
    hand: tuple[list[int], int, int], unseen: list[int], seven_pairs: bool
) -> None:
    counts, sets, wilds = hand
    choices = patterns.best_discards(pack(counts), sets, unseen, wilds, seven_pairs)
    assert sorted(choice.kind for choice in choices) == [kind for kind in EVERY_KIND if counts[kind]]
    for choice in choices:
        left = more(counts, choice.kind, -1)
        assert choice.accepted == patterns.acceptance(pack(left), sets, wilds, seven_pairs)
        assert choice.live == sum(unseen[kind] for kind in choice.accepted)
        distances = [patterns.distance(pack(left), sets, wilds)]
        if seven_pairs and sets == 4:
            distances.append(patterns.distance_seven_pairs(left, wilds))
        assert choice.distance == min(distances)
    ranks = [(choice.distance + (choice.live == 0), -choice.live) for choice in choices]
    assert ranks == sorted(ranks)


@given(st.data(), st.integers(0, 4), st.booleans())
def test_readings_are_all_the_ways_to_lay_the_hand_out(data: st.DataObject, sets: int, won: bool) -> None:
    counts = data.draw(winning(sets) if won else hands(3 * sets + 2, sets))
    found = [
        tuple(
            sorted(
                [
                    (reading.pair,) * 2,
                    *[(kind,) * 3 for kind in reading.triplets],
                    *[(kind, kind + 1, kind + 2) for kind in reading.sequences],
                ]
            )
        )
        for reading in patterns.readings(counts, sets)
    ]
    assert len(found) == len(set(found))
    assert set(found) == brute.layouts(counts, sets)


@given(st.data(), st.integers(0, 4), st.integers(0, 3), st.sampled_from(SHAPES))
def test_readings_with_wilds_use_every_tile_and_exist_just_for_wins(
    data: st.DataObject, sets: int, wilds: int, shape: patterns.Shape
) -> None:
    wilds = min(wilds, 3 * sets + 2)
    counts = data.draw(hands(3 * sets + 2 - wilds, sets))
    found = list(patterns.readings_with_wilds(counts, sets, wilds, shape))
    assert len(found) == len(set(found))
    assert bool(found) == brute.wins(counts, sets, wilds, shape)
    hand = Counter({kind: counts[kind] for kind in EVERY_KIND if counts[kind]})
    for one in found:
        assert Counter(kinds_of(one)) == hand + Counter(one.stands_for)
        assert len(one.stands_for) == wilds
        assert shape != "triplets" or not one.reading.sequences
        assert shape != "sequences" or not one.reading.triplets


@given(st.data(), st.integers(0, 4))
def test_a_wild_read_as_a_tile_is_that_tile(data: st.DataObject, sets: int) -> None:
    """One wild: its readings are those of every tile it could be, a fifth copy left out of both."""
    counts = data.draw(hands(3 * sets + 1, sets))
    found = set(patterns.readings_with_wilds(counts, sets, 1, "strict"))
    expected = {
        WildReading(reading, (kind,))
        for kind in EVERY_KIND
        if counts[kind] < 4
        for reading in patterns.readings(more(counts, kind), sets)
    }
    assert found == expected


@given(st.data(), st.integers(1, 4), st.integers(0, MAX_WILDS), st.integers(0, 33))
def test_a_set_taken_out_leaves_a_win_just_when_some_reading_has_it(
    data: st.DataObject, sets: int, wilds: int, kind: int
) -> None:
    wilds = min(wilds, 3)
    counts = data.draw(hands(3 * sets + 2 - wilds, sets))
    every = list(patterns.readings_with_wilds(counts, sets, wilds))
    taken = patterns.take_triplet(pack(counts), kind, wilds)
    assert any(kind in one.reading.triplets for one in every) == (
        taken is not None and patterns.is_standard_win(taken[0], sets - 1, taken[1])
    )
