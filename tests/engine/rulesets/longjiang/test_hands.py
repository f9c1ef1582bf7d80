"""What wins and what may be declared: set, conditions, waits, pairs pushed out (LJ-1.1, LJ-2, LJ-3)."""

import pytest

from tests.engine.positions import JSON, added_kong, chow, concealed_kong, error, open_kong, pong
from tests.engine.rulesets.longjiang.hands import PAIRS, PLAIN, code, counted, discarded, drawn, times

# LJ-2.1: rule, hand, tile, melds, whether it wins; next to each what fails by a hair.
CONDITIONS = [
    ("LJ-2.1 a triplet in hand", "111m345m678p55p34s", "5s", (), True),
    ("LJ-2.1 no triplet", "123m345m678p55p34s", "5s", (), False),
    ("LJ-2.1 a red pair stands in for it", "123m345m678p77z34s", "5s", (), True),
    ("LJ-2.1 another pair does not", "123m345m678p99p34s", "5s", (), False),
    ("LJ-2.1 a pong for the triplet", "345m678p55p34s", "5s", (pong("1m", 3),), True),
    ("LJ-2.1 a kong for the triplet", "345m678p55p34s", "5s", (concealed_kong("1m"),), True),
    ("LJ-2.1 an open kong for it", "345m678p55p34s", "5s", (open_kong("1m", 0),), True),
    ("LJ-2.1 an added kong for it", "345m678p55p34s", "5s", (added_kong("1m", 0),), True),
    ("LJ-2.1 a chow is none", "345m678p55p34s", "5s", (chow("123m", 0),), False),
    ("LJ-2.1 the tile makes the triplet", "123m345m678p55p44s", "4s", (), True),
    ("LJ-2.1 the tile makes the sequence", "111m333m555p77p34s", "5s", (), True),
    ("LJ-2.1 no sequence", "111m333m555p77p44s", "4s", (), False),
    ("LJ-2.1 a chow is the sequence", "333m555p77p44s", "4s", (chow("123m", 0),), True),
    ("LJ-2.1 no 1, 9 or red", "222m345m678p55p34s", "5s", (), False),
    ("LJ-2.1 a 9 in the pair", "222m345m678p99p34s", "5s", (), True),
    ("LJ-2.1 a 1 by the tile", "222m345m678p55p23s", "1s", (), True),
    ("LJ-2.1 not by the other tile of that wait", "222m345m678p55p23s", "4s", (), False),
    ("LJ-2.1 red in a pong", "345m678p55p34s", "5s", (pong("7z", 3),), True),
    ("LJ-2.1 a 9 in a chow", "222m345m55p34s", "5s", (chow("789p", 0),), True),
    ("LJ-2.1 one suit", "111m345m678m55m34m", "2m", (), False),
    ("LJ-2.1 one suit beside red", "111m345m678m77z34m", "2m", (), False),
    ("LJ-2.1 a second suit in a meld", "111m345m55m34m", "2m", (chow("678s", 0),), True),
    ("LJ-2.1 a second suit by the tile", "111m345m678m234m5s", "5s", (), True),
    ("LJ-2.1 seven pairs", "1133m5577p99s22s4s", "4s", (), False),
    ("LJ-2.1 the reading with a sequence counts", "222333444p11s67m", "8m", (), True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "wins"), [row[1:] for row in CONDITIONS], ids=[row[0] for row in CONDITIONS]
)
def test_a_hand_wins_if_it_meets_every_condition(
    hand: str, tile: str, melds: tuple[JSON, ...], wins: bool
) -> None:
    if wins:
        assert times(discarded(hand, tile, *melds)) >= 1
    else:
        assert code(discarded(hand, tile, *melds)) in ("not_a_win", "not_ready")


def test_the_set_has_red_and_no_other_honour() -> None:
    """LJ-1.1."""
    assert times(discarded("777z345m678p55p34s", "5s")) == 1
    for other in "123456":
        assert error(discarded(f"{other * 3}z345m678p55p34s", "5s"))[0] == 2
    assert error(discarded(PLAIN, "1f"))[0] == 2


def test_a_kind_of_which_he_holds_all_four_is_no_wait() -> None:
    """LJ-2.2, and 摸宝 cannot stand for it: neither the four in hand, nor one in hand and three ponged."""
    for hand, melds in (("111m345m678p5555s", ()), ("111m678p345p5s", (pong("5s", 3),))):
        assert code(discarded(hand, "9p", *melds)) == "not_ready"
        assert code(drawn(hand, "9p", *melds, treasure="8p")) == "not_ready"


def test_why_a_hand_may_not_win() -> None:
    """LJ-3.1: not declared, or could not; a hand that is none is told so first."""
    assert code(discarded(PLAIN, "5s", ready=False)) == "not_ready"
    assert code(drawn(PLAIN, "5s", ready=False)) == "not_ready"
    assert code(discarded(PLAIN, "6s", ready=False)) == "not_a_win"
    assert code(discarded(PLAIN, "6s")) == "not_a_win"
    assert code(discarded("123m345m678p55p34s", "5s")) == "not_ready"
    melds = (pong("1m", 3), pong("9s", 3), chow("345m", 0))
    assert times(discarded("678p2s", "2s", *melds)) == 2
    assert code(discarded("5p", "5p", *melds, chow("678p", 0))) == "not_ready"


def test_two_pairs_may_wait_without_a_triplet_and_a_single_tile_without_a_pair() -> None:
    """LJ-3.1."""
    assert times(discarded(PAIRS, "4s")) == times(discarded(PAIRS, "5p")) == 1
    assert times(discarded("111m345m678p345s9s", "9s")) == 2


# LJ-3.3: rule, hand, pair pushed out, tile, what counts when it is drawn or why it does not win.
PUSHES = [
    ("the pair's own tile", PAIRS, "4s", "4s", ["drawn", "pushed"]),
    ("the other pair's tile", PAIRS, "4s", "5p", "not_a_win"),
    ("the other pair", PAIRS, "5p", "5p", ["drawn", "pushed"]),
    ("red", "123m345m678p77z44s", "7z", "7z", ["drawn", "pushed"]),
    ("another tile is no sequence of it", PAIRS, "4s", "3s", "not_a_win"),
    ("the hand waits on no two pairs", PLAIN, "5p", "5s", "not_ready"),
    ("two of a triplet are no pair", PLAIN, "1m", "5s", "not_ready"),
    ("two of three that also stand in a sequence", "123m678m55p44456s", "4s", "4s", ["drawn", "pushed"]),
    ("the other pair beside them", "123m678m55p44456s", "5p", "5p", ["drawn", "pushed"]),
    ("all four held", "123m55p34444556s", "4s", "5p", "not_ready"),
    ("the conditions hold for the whole hand", "234m345m678p55p44s", "4s", "4s", "not_ready"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "pushed", "tile", "expected"),
    [row[1:] for row in PUSHES],
    ids=[f"LJ-3.3 {row[0]}" for row in PUSHES],
)
def test_of_a_pair_pushed_out_only_its_tile_wins(
    hand: str, pushed: str, tile: str, expected: list[str] | str
) -> None:
    data = drawn(hand, tile, pushed=pushed)
    assert (counted(data) if isinstance(expected, list) else code(data)) == expected


def test_a_pair_that_is_none_and_a_kong_of_a_locked_hand_are_no_positions() -> None:
    """LJ-3.2, LJ-3.3, LJ-6.4; FORMATS: malformed."""
    assert error(drawn(PAIRS, "4s", pushed="6p")) == (2, "malformed", "$.wins[0].pushed")
    assert error(drawn(PAIRS, "4s", pushed="4p")) == (2, "malformed", "$.wins[0].pushed")
    assert error(drawn(PAIRS, "4s", pushed="4s", ready=False)) == (2, "malformed", "$.wins[0].pushed")
    kong = concealed_kong("1m")
    assert error(drawn("345m678p55p34s", "5s", kong, chain=[kong])) == (2, "malformed", "$.chain")
    others = {"3": {"melds": [pong("5s", 2)], "ready": True}}
    data = discarded(PLAIN, "5s") | {"by": "rob_kong", "others": others}
    assert error(data) == (2, "malformed", "$.others.3.ready")


def test_fields_of_other_rulesets_are_refused() -> None:
    others: JSON = {"wild": "5s", "streak": 1, "heated": True, "codes": "", "flower_draw": True}
    for name, value in others.items():
        assert error(drawn(PLAIN, "5s", **{name: value})) == (2, "malformed", f"$.{name}")
    assert error(drawn(PLAIN, "5s", treasure="1z")) == (2, "malformed", "$.treasure")
    assert error(drawn(PLAIN, "5s", wall_left=7)) == (2, "malformed", "$.wall_left")
