"""Stacked walls laid out in wall order: the deal, both ends, the stacks set apart at the end, chance of a
ruleset's own.

What Nanning does not have is shown on a ruleset made for it: Nanning's rules with the wall of another kind.
"""

from dataclasses import replace

import pytest

from engine.decide import dealing_order, run, start
from engine.errors import MalformedError
from engine.events import HandStarted
from engine.notation import format_tiles, parse_tiles
from engine.record import StackedWall
from engine.record_wall import check_dealer, read_wall, stack, write_stacked
from engine.ruleset import Ruleset, WallMember
from engine.rulesets.registry import make_ruleset

HANDS = ["123456789m1234p", "123456789s1234p", "123456789p1234z", "123456789m1234z5z"]
NANNING = make_ruleset("nanning", {})
# Replacements from the head, four stacks set apart at the end.
STACKS = replace(NANNING, replacement_from_tail=False, end_stacks=4)


def kind_of(tiles: tuple[int, ...] | None) -> tuple[int, ...]:
    """Read one tile as the number drawn; nothing is drawn for 7z, which is refused beside another."""
    if tiles is None or len(tiles) != 1:
        raise MalformedError("$", "must be one tile")
    return tiles if tiles != (33,) else ()


WILD = replace(NANNING, wall_members=(WallMember("wild", kind_of, lambda numbers: numbers),))


def laid(rules: Ruleset = NANNING, **members: object) -> tuple[int, ...]:
    """Read a stacked wall and lay it out; seat 3 deals."""
    return stack(stacked(rules, **members), 3)


def stacked(rules: Ruleset = NANNING, **members: object) -> StackedWall:
    """Read a stacked wall."""
    wall = read_wall({"hands": HANDS, **members}, "$", rules)
    assert isinstance(wall, StackedWall)
    return wall


def test_each_seat_is_dealt_its_hand_in_the_order_written() -> None:
    """The last tile of the dealer's string is the last one dealt (FORMATS)."""
    state = start(NANNING, HandStarted(3, 0, False, laid()))
    run(NANNING, state)
    assert [hand.tiles() for hand in state.hands] == [sorted(parse_tiles(hand)) for hand in HANDS]
    assert state.drawn == parse_tiles("5z")[0]


def test_the_deal_is_three_times_four_tiles_then_one_and_the_dealers_last() -> None:
    """CO-1.1, from the dealer on."""
    rounds = [2, 2, 2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 1, 1, 1, 1] * 3
    assert dealing_order(2) == [*rounds, 2, 3, 0, 1, 2]


def test_draws_lie_at_the_head_and_the_tail_at_the_end_first_tile_last() -> None:
    wall = laid(draws="777z", tail="6z5z")
    assert len(wall) == 136
    assert format_tiles(wall[53:56]) == "777z"
    assert format_tiles(wall[-2:]) == "56z"


def test_between_them_the_rest_of_the_set_lies_in_its_order() -> None:
    wall = laid(draws="777z", tail="6z5z")
    middle = list(wall[56:-2])
    assert middle == sorted(middle)
    assert sorted(wall) == sorted(NANNING.tile_set.tiles())


def test_left_says_how_long_the_wall_is() -> None:
    assert [len(laid(left=left)) - 53 for left in (0, 1, 83)] == [0, 1, 83]
    assert format_tiles(laid(left=3, draws="7z", tail="6z5z")[53:]) == "756z"


@pytest.mark.parametrize(
    ("reserve", "from_end", "shown"),
    [
        ("12s", 8, "12s"),
        ("12345678s", 8, "12345678s"),
        ("12345678s9s", 10, "9s"),
        ("12345678s95s", 10, "9512345678s"),
        ("12345678s95s56p", 12, "56p9512345678s"),
        ("12345678s95s5p", 12, "5p"),
    ],
)
def test_a_reserve_names_the_stacks_at_the_end_then_those_before_them(
    reserve: str, from_end: int, shown: str
) -> None:
    """The 4th stack from the end and on, then the 5th, then the 6th; in each the top before the bottom
    (FORMATS)."""
    wall = laid(STACKS, reserve=reserve)
    tiles = parse_tiles(shown)
    assert list(wall[-from_end:][: len(tiles)]) == tiles
    assert sorted(wall) == sorted(STACKS.tile_set.tiles())


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({"left": 8, "reserve": "12345678s9s"}, "$"),
        ({"left": 10, "draws": "1p", "reserve": "12345678s9s"}, "$"),
        ({"left": 7, "reserve": "1s"}, "$"),
        ({"tail": "1s"}, "$.tail"),
    ],
)
def test_a_reserve_that_does_not_fit_or_a_tail_beside_it_is_malformed(
    members: dict[str, object], path: str
) -> None:
    with pytest.raises(MalformedError) as error:
        laid(STACKS, **members)
    assert error.value.path == path


def test_a_member_of_the_rulesets_own_stands_for_a_draw_of_chance() -> None:
    assert stacked(WILD, wild="5s").chance == (("wild", (22,)),)
    assert stacked(WILD, wild="7z").chance == ()
    for wrong in ({}, {"wild": "56s"}):
        with pytest.raises(MalformedError) as error:
            stacked(WILD, **wrong)
        assert error.value.path == "$.wild"
    with pytest.raises(MalformedError) as other:
        stacked(WILD, wild="1f")
    assert other.value.path == "$.wild"


def test_what_is_written_of_a_wall_is_read_back() -> None:
    for rules, chance in ((NANNING, ()), (STACKS, ()), (WILD, (("wild", (22,)),))):
        first = laid(NANNING, draws="777z", tail="6z5z")
        event = HandStarted(3, 0, False, first, chance)
        data = write_stacked(rules, event)
        again = read_wall(data, "$", rules)
        assert isinstance(again, StackedWall)
        assert (stack(again, 3), again.chance) == (first, chance)


def test_a_draw_of_chance_that_was_not_made_is_not_written() -> None:
    assert "wild" not in write_stacked(WILD, HandStarted(3, 0, False, laid()))


def test_the_14_tiles_are_the_dealers() -> None:
    check_dealer(stacked(), 3)
    with pytest.raises(MalformedError) as error:
        check_dealer(stacked(), 0)
    assert error.value.path == "$.hands"
