"""What multiplies a win: kinds of wait, pushed pairs, treasure, 大风, 天胡; what pays most (LJ-5)."""

import pytest

from tests.engine.positions import JSON, added_kong, chow, concealed_kong, pong
from tests.engine.rulesets.longjiang.hands import (
    CLOSED,
    PAIRS,
    PLAIN,
    code,
    counted,
    discarded,
    drawn,
    robbed,
    times,
)

# LJ-5.3, LJ-5.9: rule, hand, tile, melds, which wait it is.
WAITS = [
    ("12 waits 3", "111m345m678p55p12s", "3s", (), "edge"),
    ("89 waits 7", "111m345m678p55p89s", "7s", (), "edge"),
    ("23 takes 1", "111m345m678p55p23s", "1s", (), ""),
    ("78 takes 9", "111m345m678p55p78s", "9s", (), ""),
    ("13 waits 2", "111m345m678p55p13s", "2s", (), "closed"),
    ("79 waits 8", "111m345m678p55p79s", "8s", (), "closed"),
    ("34 takes 2", PLAIN, "2s", (), ""),
    ("34 takes 5", PLAIN, "5s", (), ""),
    ("12345 takes 3 at the edge, though it takes 6 too", "111m345m55p12345s", "3s", (), "edge"),
    ("12345 takes 6", "111m345m55p12345s", "6s", (), ""),
    ("24456 takes 3 in between", "111m345m55p24456s", "3s", (), "closed"),
    ("a chow's tiles are none of it", "111m678p55p34s", "5s", (chow("456s", 0),), ""),
    ("a single tile", "111m345m678p345s9s", "9s", (), "single"),
    ("a single red", "123m345m678p234s7z", "7z", (), "single"),
    ("one of two that make the pair", "111m345m678p3456s", "6s", (), ""),
    ("two pairs", "123m345m678p55p99s", "9s", (), ""),
    ("a pair beside a sequence that takes it", "111m345m678m3455p", "5p", (), ""),
    ("a single tile, the others failing the conditions", "123m567m678p4445s", "5s", (), "single"),
    ("the others meeting them", "111m567m678p4445s", "5s", (), ""),
    ("a single tile, the other being held four times", "111m678p3456s", "6s", (pong("3s", 3),), "single"),
    ("45556 takes 1", "11s45556s123m678p", "1s", (), ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "wait"), [row[1:] for row in WAITS], ids=[f"LJ-5.3 {row[0]}" for row in WAITS]
)
def test_a_wait_is_edge_closed_or_single_by_some_reading(
    hand: str, tile: str, melds: tuple[JSON, ...], wait: str
) -> None:
    """LJ-5.1, LJ-5.2, LJ-5.9: the base alone from another, ×2 drawn, and ×2 more for the wait, once."""
    more = [wait] if wait else []
    assert counted(discarded(hand, tile, *melds)) == ["plain", *more]
    assert counted(drawn(hand, tile, *melds)) == ["drawn", *more]
    assert times(discarded(hand, tile, *melds)) == 2 ** len(more)
    assert times(drawn(hand, tile, *melds)) == 2 ** (1 + len(more))


def test_a_robbed_kong_counts_like_a_discard() -> None:
    """LJ-5.1."""
    assert counted(robbed(PLAIN, "5s")) == ["plain"]
    assert counted(robbed(CLOSED, "5s")) == ["plain", "closed"]


# LJ-5.4 to LJ-5.6, LJ-5.9: rule, hand, pair pushed out, indicator, tile drawn, what counts, times.
TREASURES = [
    ("LJ-5.5 on a two-sided wait", PLAIN, None, "8s", "9s", ["treasure"], 4),
    ("LJ-5.5 another tile does not win", PLAIN, None, "8s", "7s", None, 0),
    ("LJ-5.5 for a closed wait", CLOSED, None, "8s", "8s", ["treasure", "closed"], 8),
    ("LJ-5.5 for a single tile", "111m345m678p345s9s", None, "2m", "3m", ["treasure", "single"], 8),
    ("LJ-5.5 for the pushed pair", PAIRS, "4s", "8s", "9s", ["treasure", "pushed"], 8),
    ("LJ-5.5 for one of two pairs", PAIRS, None, "8s", "9s", ["treasure"], 4),
    ("LJ-5.9 for the dearer of two waits", "111m345m55p12345s", None, "8s", "9s", ["treasure", "edge"], 8),
    ("LJ-5.9 for the dearer of them", "111m345m55p12345s", None, "5s", "6s", ["treasure", "edge"], 8),
    ("LJ-5.9 as treasure, not as itself", PLAIN, None, "4s", "5s", ["treasure"], 4),
    ("LJ-5.6 the very tile, closed", CLOSED, None, "4s", "5s", ["treasure_itself"], 16),
    ("LJ-5.6 the very tile, at the edge", "111m345m678p55p89s", None, "7s", "7s", ["treasure_itself"], 16),
    ("LJ-5.6 the very tile, single", "111m345m678p789s4s", None, "4s", "4s", ["treasure_itself"], 16),
    ("LJ-5.6 its neighbour is not it", CLOSED, None, "3s", "5s", ["drawn", "closed"], 4),
    ("LJ-5.6 not with a pair pushed out", PAIRS, "4s", "4s", "4s", ["treasure", "pushed"], 8),
    ("LJ-5.6 not on two pairs", PAIRS, None, "4s", "4s", ["treasure"], 4),
    ("LJ-4.1 after nine comes one", CLOSED, None, "9p", "1p", ["treasure", "closed"], 8),
    ("LJ-4.1 the one before is none", CLOSED, None, "9p", "8p", None, 0),
    ("LJ-4.1 red alone", CLOSED, None, "7z", "7z", ["treasure", "closed"], 8),
    ("LJ-4.1 nothing after red", CLOSED, None, "7z", "1m", ["gale"], 4),
    ("LJ-4.1 nothing before red", CLOSED, None, "9s", "7z", None, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "pushed", "treasure", "tile", "items", "worth"),
    [row[1:] for row in TREASURES],
    ids=[row[0] for row in TREASURES],
)
def test_a_treasure_drawn_counts_as_what_pays_most(
    hand: str, pushed: str | None, treasure: str, tile: str, items: list[str] | None, worth: int
) -> None:
    more: JSON = {"pushed": pushed} if pushed else {}
    data = drawn(hand, tile, treasure=treasure, **more)
    if items is None:
        assert code(data) == "not_a_win"
    else:
        assert (counted(data), times(data)) == (items, worth)


def test_a_treasure_is_wild_only_for_who_has_declared_and_draws_it() -> None:
    """LJ-4.2, LJ-4.3: what lies in the hand is ordinary, and nobody wins another's."""
    assert code(drawn(PLAIN, "9s", treasure="8s", ready=False)) == "not_a_win"
    assert code(discarded("111m345m678p5p457s", "5p", treasure="4s")) == "not_ready"
    assert code(discarded(PLAIN, "9s", treasure="8s")) == "not_a_win"
    assert code(discarded(CLOSED, "5s", treasure="4s")) == "treasure"
    assert code(robbed(CLOSED, "5s", treasure="4s")) == "treasure"
    assert times(discarded(CLOSED, "5s", treasure="3p")) == 2


def test_the_option_lets_a_treasure_of_another_be_won_as_itself() -> None:
    """LJ-4.3."""
    natural = {"discarded_treasure": "natural"}
    assert counted(discarded(CLOSED, "5s", treasure="4s", options=natural)) == ["plain", "closed"]
    assert counted(robbed(CLOSED, "5s", treasure="4s", options=natural)) == ["plain", "closed"]
    assert code(discarded(CLOSED, "9s", treasure="9s", options=natural)) == "not_a_win"
    assert code(drawn(PLAIN, "5s", treasure="4s", options=natural, ready=False)) == "not_ready"


# LJ-5.7: rule, hand, tile drawn, melds, what counts or why not, more of the position.
GALES = [
    ("worked, ×4", "11s555s67p123m456m", "5s", (), "gale", {}),
    ("worked, ×16", "11s45556s123m678p", "5s", (), "gale_waited", {}),
    ("of a pong", "11s67p123m456m", "5s", (pong("5s", 3),), "gale", {}),
    ("of a pong, waited on in between", "11s46s123m678p", "5s", (pong("5s", 3),), "gale_waited", {}),
    ("of a pong, waited on at the edge", "44s89s123m678p", "7s", (pong("7s", 3),), "gale_waited", {}),
    ("of a pong, waited on from two sides", "11s34s123m678p", "5s", (pong("5s", 3),), "gale", {}),
    ("there is no fourth after a kong", "11s67p123m456m", "4s", (added_kong("5s", 3),), "not_a_win", {}),
    ("a chow is no triplet", "111m55p678p34s", "6s", (chow("456s", 0),), "not_a_win", {}),
    ("a pair is none", PLAIN, "5p", (), "not_a_win", {}),
    ("of red", "777z345m678p55p34s", "7z", (), "gale", {}),
    ("a single wait beside it", "123m567m678p4445s", "4s", (), "gale", {}),
    ("of one of three in a row", "11s222333444p67m", "3p", (), "gale", {}),
    ("three that only make sequences", "111m678p3455567s", "5s", (), "drawn", {}),
    ("three whose triplet fails the conditions", "111m222333444p9s", "2p", (), "not_a_win", {}),
    ("and their other triplet", "111m222333444p9s", "1m", (), "gale", {}),
    ("beside a pair pushed out", "555678p123m99m44s", "5p", (), "gale", {"pushed": "4s"}),
    ("the pushed pair's third is none", "123m678m55p44456s", "4s", (), "drawn", {"pushed": "4s"}),
    ("the same not pushed out", "123m678m55p44456s", "4s", (), "gale", {}),
    ("instead of a dearer treasure", "11s555s68p123m456m", "5s", (), "gale", {"treasure": "4s"}),
    ("instead of 宝中宝", "11s45556s123m678p", "5s", (), "gale_waited", {"treasure": "4s"}),
    ("not declared", "11s555s67p123m456m", "5s", (), "not_a_win", {"ready": False}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "expected", "more"),
    [row[1:] for row in GALES],
    ids=[f"LJ-5.7 {row[0]}" for row in GALES],
)
def test_the_fourth_of_ones_triplet_wins_and_replaces_all_else(
    hand: str, tile: str, melds: tuple[JSON, ...], expected: str, more: JSON
) -> None:
    data = drawn(hand, tile, *melds, **more)
    if expected.startswith("not"):
        assert code(data) == expected
    elif expected == "drawn":
        assert counted(data)[0] == "drawn"
    else:
        assert (counted(data), times(data)) == ([expected], {"gale": 4, "gale_waited": 16}[expected])


def test_the_fourth_tile_of_another_is_no_gale() -> None:
    """LJ-5.7 needs it drawn; discarded it counts as what it is waited on for."""
    assert counted(discarded("11s45556s123m678p", "5s")) == ["plain", "closed"]
    assert code(discarded("11s555s67p123m456m", "5s")) == "not_a_win"


def test_the_dealers_tiles_as_dealt_win_and_nothing_multiplies_them() -> None:
    """LJ-5.8, whatever is said of declaring, which he cannot have done; nobody else, and not later."""
    for ready in (False, True):
        assert counted(drawn(CLOSED, "5s", seat=0, first_turn=True, ready=ready)) == ["heavenly"]
    assert times(drawn(CLOSED, "5s", seat=0, first_turn=True)) == 64
    assert code(drawn("222m345m678p55p34s", "5s", seat=0, first_turn=True)) == "not_a_win"
    assert code(drawn(CLOSED, "5s", first_turn=True, ready=False)) == "not_ready"
    assert code(drawn(CLOSED, "5s", seat=0, ready=False)) == "not_ready"
    kong = concealed_kong("1m")
    after = drawn("345m678p55p46s", "5s", kong, seat=0, first_turn=True, chain=[kong])
    assert code(after) == "not_ready"
    assert counted(discarded(CLOSED, "5s", seat=0, first_turn=True)) == ["plain", "closed"]
