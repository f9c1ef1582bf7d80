"""What a Zhuji score tells: its arithmetic, how the hand was read, what it nearly was; the table and options
behind it (CO-6.2)."""

import re

import pytest

from engine.notation import format_tile, format_tiles, parse_tile, parse_tiles
from engine.options import Option
from engine.position import read_position
from engine.rulesets.registry import POSITION_RULES, RULESETS
from engine.rulesets.zhuji import items
from engine.rulesets.zhuji.best import Colour, Shape, best_reading
from engine.rulesets.zhuji.hand import SCORING, hold
from engine.rulesets.zhuji.options import OPTIONS
from engine.scoring.rows import Row
from engine.scoring.settlement import WinScore
from tests.engine.positions import JSON, concealed_kong, open_kong, outcome, pong
from tests.engine.rulesets.zhuji.hands import discarded, drawn, judged, robbed

SUM = re.compile(r"\d+( \+ \d+)*")


def scored(data: JSON) -> WinScore:
    """Return the winner's whole score."""
    read = read_position(data, POSITION_RULES)
    (win,) = read.scorer.settle(read.facts).wins
    return win


def worth(text: str) -> int:
    """Work out one line of arithmetic as a reader would."""
    if text.startswith("max("):
        return max(map(int, text[4:-1].split(", ")))
    if text.startswith("2^("):
        left, right = text[3:-1].split(" − ")
        return int(2 ** (int(left) - int(right)))
    if "×" in text:
        left, right = text.split(" × ")
        return int(left) * int(right)
    assert SUM.fullmatch(text), text
    return sum(map(int, text.split(" + ")))


TOLD: list[tuple[JSON, list[tuple[str, int]]]] = [
    (drawn("111z123456m99m7m9p", "8m"), [("2 + 1", 3), ("2^(3 − 2)", 2)]),
    (drawn("111345678m99m2m9p", "3m"), [("2^(3 − 2)", 2)]),
    (drawn("111z123456m99m67m", "8m", streak=1),
     [("2 + 1", 3), ("max(8, 3)", 8), ("2^(8 − 2)", 64), ("64 × 2", 128)]),
    (discarded("111z123456m99m7m9p", "8m", streak=1),
     [("2 + 1", 3), ("2^(3 − 2)", 2), ("2 × 2", 4), ("4 × 3", 12)]),
    (robbed("123m777z99m46m78m9p", "5m", options={"robbed_pays_all": True}),
     [("1 + 1 + 1", 3), ("2^(3 − 2)", 2), ("2 × 3", 6)]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "steps"), TOLD)
def test_co_6_2_the_arithmetic_is_told_step_by_step(data: JSON, steps: list[tuple[str, int]]) -> None:
    win = scored(data)
    assert [(step.text, step.result) for step in win.steps] == steps
    assert [worth(step.text) for step in win.steps] == [step.result for step in win.steps]
    assert all(step.label_zh and step.label_en for step in win.steps)
    paid = sum(transfer["points"] for transfer in outcome(data)["transfers"])
    assert paid == steps[-1][1] * (1 if data["by"] == "discard" or "options" in data else 3)


def test_the_value_is_what_one_payer_owes_before_liabilities() -> None:
    """FORMATS ``wins[].value``: three shares on a discard, one share of a robbed kong whoever pays it."""
    assert judged(discarded("111z123456m99m7m9p", "8m"))[1] == 6
    assert judged(robbed("123m777z99m46m78m9p", "5m", options={"robbed_pays_all": True}))[1] == 2


def test_an_item_shows_the_tiles_it_is_made_of() -> None:
    win = scored(drawn("11z55m999p", "9p", open_kong("7z", 0), pong("2m", 0)))
    tiles = {item.id: [format_tile(kind) for kind in item.tiles] for item in win.items}
    assert tiles["red"] == ["7z"] * 4
    assert tiles["three_wilds"] == ["9p"] * 4
    assert tiles["east"] == ["1z"] * 3


def test_the_hand_is_shown_as_it_was_read_melds_left_out_and_wilds_named() -> None:
    win = scored(drawn("11z123m78m99s9p", "9p", pong("5s", 0), options={"min_tai": 2}))
    assert [format_tiles(group) for group in win.groups] == ["123m", "789m", "111z", "99s"]
    assert win.wilds == ((parse_tile("9p"), parse_tile("9m")), (parse_tile("9p"), parse_tile("1z")))


def test_the_printed_score_tells_what_wilds_stood_for_and_what_was_nearly_had() -> None:
    (printed,) = outcome(drawn("111z123456m99m7m9p", "8m"))["wins"]
    assert printed["wilds"] == [["9p", "9m"]]
    assert {"id": "no_wild", "name": "无财", "name_en": "No wild", "missing": "有一张财神 9p",
            "missing_en": "one wild tile, 9p", "clause": "ZJ-4.7"} in printed["near"]  # fmt: skip


NEAR: list[tuple[str, JSON, list[tuple[str, str]]]] = [
    ("one wild, all but east a suit's sequences", drawn("111z123456m99m7m9p", "8m"),
     [("all_sequences", "all but 111z"), ("one_suit", "all but 111z"), ("no_wild", "one wild tile, 9p")]),
    ("two wilds", drawn("111z12m456m99m78m9p", "9p"),
     [("all_sequences", "all but 111z"), ("one_suit", "all but 111z"), ("three_wilds", "only 2 wilds")]),
    ("one sequence among triplets",
     drawn("777z111m34m99m", "5m", concealed_kong("2z"), options={"min_tai": 2}),
     [("all_triplets", "all but 345m"), ("no_wild", "2 台 of its own, 3 needed")]),
    ("as dealt with two 台 of its own",
     drawn("123456789m11z2m9p", "3m", seat=0, first_turn=True, options={"min_tai": 2}),
     [("one_suit", "all but 11z"), ("heavenly", "2 台 of its own, 3 needed")]),
    ("one suit, all sequences", drawn("123456789s11s2s9p", "3s"), [("no_wild", "one wild tile, 9p")]),
    ("honours alone", drawn("222333444z55z1z9p", "1z"), [("no_wild", "one wild tile, 9p")]),
    ("nothing", drawn("111z567s34p88s999p", "5p"), []),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), [case[1:] for case in NEAR], ids=[case[0] for case in NEAR])
def test_a_near_miss_names_what_was_missing(data: JSON, expected: list[tuple[str, str]]) -> None:
    found = scored(data).near
    assert [(miss.id, miss.missing_en) for miss in found] == expected
    assert all(miss.missing_zh and miss.clause.startswith("ZJ-4") for miss in found)


# The data behind it.


def test_every_item_is_a_whole_row_and_stands_once() -> None:
    assert RULESETS["zhuji"].rows == items.TABLE
    ids = [row.id for row in items.TABLE]
    assert len(ids) == len(set(ids)) == 19
    for row in items.TABLE:
        assert row.name_zh and row.name_en and row.about_zh and row.about_en
        assert row.unit in ("tai", "points", "times")
        assert row.clause.startswith("ZJ-")


@pytest.mark.parametrize("row", [row for row in items.TABLE if row.example], ids=lambda row: row.id)
def test_an_item_s_example_has_the_item(row: Row) -> None:
    """Each example is a whole hand, looked at by itself: its last tile drawn, no wild in it."""
    kinds = parse_tiles(row.example)
    assert len(kinds) == 14
    held = hold(kinds, (), ())
    best = best_reading(held, 0, False)
    assert best is not None
    names = {Shape.SEQUENCES: "all_sequences", Shape.TRIPLETS: "all_triplets", Colour.HALF: "half_suit",
             Colour.ONE_SUIT: "one_suit", Colour.HONOURS: "all_honours"}  # fmt: skip
    made = {counts.id for kind, counts in SCORING if kind in best.made}
    assert row.id in {names.get(best.shape), names.get(best.colour), *made}


def test_the_options_are_those_of_the_document_with_their_defaults() -> None:
    assert dict(OPTIONS.defaults()) == {
        "wild_kinds": 1, "wild": "random", "discard_wins": False, "rob": "exposed", "robbed_pays_all": False,
        "min_tai": 3,
    }  # fmt: skip
    assert OPTIONS.presets == ()


@pytest.mark.parametrize("option", OPTIONS.options, ids=lambda option: option.name)
def test_an_option_is_described_in_both_languages(option: Option) -> None:
    assert option.zh and option.en and option.help_zh and option.help_en
    assert option.clause.startswith("ZJ-")
    assert all(choice.zh and choice.en for choice in option.choices)


def test_any_kind_of_the_set_may_be_agreed_on_as_wild() -> None:
    (wild,) = [option for option in OPTIONS.options if option.name == "wild"]
    assert [choice.value for choice in wild.choices] == ["random", *map(format_tile, range(34))]
    names = {str(choice.value): (choice.zh, choice.en) for choice in wild.choices}
    assert (names["3p"], names["7z"], names["5z"]) == (("三筒", "3 of dots"), ("中", "red"), ("白", "white"))
