"""What is told of a win: names, arithmetic, how the hand was read, what it nearly was."""

import pytest

from engine.notation import format_tiles, parse_tiles
from engine.position import read_position
from engine.rulesets.longjiang import items
from engine.rulesets.longjiang.options import OPTIONS
from engine.rulesets.registry import POSITION_RULES
from engine.scoring.settlement import WinScore
from tests.engine.positions import JSON, outcome, pong
from tests.engine.rulesets.longjiang.hands import CLOSED, PAIRS, PLAIN, counted, discarded, drawn


def explained(data: JSON) -> JSON:
    """Return what is told of the winner."""
    told: JSON = outcome(data)["wins"][0]
    return told


def scored(data: JSON) -> WinScore:
    """Return the winner's score with what no file shows."""
    position = read_position(data, POSITION_RULES)
    (win,) = position.scorer.settle(position.facts).wins
    return win


def test_the_arithmetic_goes_from_the_base_to_every_payment() -> None:
    told = explained(discarded(CLOSED, "5s", source=0, options={"base": 3}))
    assert [(step["text"], step["result"]) for step in told["steps"]] == [("3 × 1 × 2", 6), ("6 × 2 × 2", 24)]
    assert told["steps"][1]["zh"] == "0 号位付（庄家、放炮未听）"
    assert told["steps"][1]["en"] == "seat 0 pays (dealer, undeclared discarder)"
    assert [(one["id"], one["value"], one["unit"]) for one in told["patterns"]] == [
        ("base", 3, "points"), ("plain", 1, "times"), ("closed", 2, "times"),
    ]  # fmt: skip
    assert explained(drawn(PLAIN, "5s", seat=0, first_turn=True))["steps"][0]["text"] == "1 × 64"


@pytest.mark.parametrize(
    ("data", "groups", "wilds"),
    [
        (discarded(PLAIN, "5s"), "111m 345m 678p 345s 55p", None),
        (drawn(CLOSED, "9s", treasure="8s"), "111m 345m 678p 456s 55p", ("9s", "5s")),
        (drawn(PLAIN, "5s", treasure="4s"), "111m 345m 678p 345s 55p", ("5s", "5s")),
        (drawn(PAIRS, "9s", treasure="8s", pushed="4s"), "123m 345m 678p 444s 55p", ("9s", "4s")),
        (drawn("11s555s67p123m456m", "5s"), "123m 456m 567p 555s 11s", ("5s", "5p")),
        (drawn("11s45556s123m678p", "5s"), "123m 678p 456s 555s 11s", None),
        (drawn("11s34s123m678p", "5s", pong("5s", 3)), "123m 678p 345s 11s", None),
        (drawn("11s67p123m456m", "5s", pong("5s", 3)), "123m 456m 567p 11s", ("5s", "5p")),
    ],
)  # fmt: skip
def test_the_hand_is_shown_as_it_was_read(data: JSON, groups: str, wilds: tuple[str, str] | None) -> None:
    """LJ-5.9: with the kind that a wild stands for, and which tile that is."""
    win = scored(data)
    assert [format_tiles(group) for group in win.groups] == groups.split()
    expected = () if wilds is None else ((parse_tiles(wilds[0])[0], parse_tiles(wilds[1])[0]),)
    assert win.wilds == expected


@pytest.mark.parametrize(
    ("data", "missed"),
    [
        (discarded(PLAIN, "5s"), []),
        (discarded("111m345m678p3456s", "6s"), [("single", "还听 3s", "3s accepted too")]),
        (drawn("111m345m678p3456s", "6s"), [("single", "还听 3s", "3s accepted too")]),
        (
            drawn("111m345m678p3456s", "9s", treasure="9s"),
            [("single", "还听 6s", "6s accepted too")],
        ),
        (drawn(CLOSED, "5s"), []),
        (drawn(CLOSED, "5s", treasure="8s"), [("treasure_itself", "5s 不是宝牌", "5s is no treasure")]),
        (
            drawn(CLOSED, "8s", treasure="8s"),
            [("treasure_itself", "摸到的是 8s，不是 5s", "8s drawn, not 5s itself")],
        ),
        (drawn(CLOSED, "5s", treasure="4s"), []),
        (drawn(PAIRS, "9s", treasure="8s", pushed="4s"), []),
        (drawn("11s555s68p123m456m", "5s"), [("gale_waited", "听的是 7p", "the tile waited on is 7p")]),
        (drawn("11s555s67p123m456m", "5s"), []),
        (drawn("11s45556s123m678p", "5s"), []),
        (discarded(CLOSED, "5s", treasure="8s"), []),
        (drawn(PLAIN, "5s", seat=0, first_turn=True), []),
    ],
)  # fmt: skip
def test_a_near_miss_says_what_spoiled_it(data: JSON, missed: list[tuple[str, str, str]]) -> None:
    """LJ-5.3, LJ-5.6, LJ-5.7."""
    assert [(miss.id, miss.missing_zh, miss.missing_en) for miss in scored(data).near] == missed


def test_every_row_is_named_in_both_languages_and_its_example_has_it() -> None:
    """LJ-5, LJ-6."""
    assert len({row.id for row in items.TABLE}) == len(items.TABLE)
    for row in items.TABLE:
        assert row.name_zh and row.name_en and row.about_zh and row.about_en and row.clause.startswith("LJ-")
        if row.example:
            hand, tile = row.example[:-2], row.example[-2:]
            if row is items.HEAVENLY:
                data = drawn(hand, tile, seat=0, first_turn=True)
            elif row is items.PUSHED:
                data = drawn(hand, tile, pushed="4s")
            else:
                data = discarded(hand, tile) if row is items.PLAIN else drawn(hand, tile)
            assert row.id in counted(data)


def test_every_option_is_named_in_both_languages_with_its_clause() -> None:
    """LJ-4.3, LJ-6.1, LJ-6.2."""
    assert dict(OPTIONS.defaults()) == {
        "base": 1, "discarded_treasure": "never", "heavenly_dealer_double": True,
    }  # fmt: skip
    for option in OPTIONS.options:
        assert option.zh and option.en and option.help_zh and option.help_en
        assert option.clause.startswith("LJ-")
