"""What the table asks of the Nanjing scorer, and what it tells: reasons, arithmetic, layout, near misses."""

import pytest

from engine.errors import Code, RuleRefusal
from engine.notation import format_tile, format_tiles, parse_tiles
from engine.position import read_position
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.options import OPTIONS
from engine.rulesets.nanjing.scoring import NanjingScorer
from engine.rulesets.registry import POSITION_RULES, RULESETS
from engine.scoring.facts import By, Facts
from engine.scoring.rows import Row
from engine.scoring.settlement import WinScore
from tests.engine.positions import JSON, added_kong, concealed_kong, open_kong, outcome, pong
from tests.engine.rulesets.nanjing.hands import (
    PAIRS,
    PLAIN,
    PONGED,
    TRIPLETS,
    Hand,
    bloomed,
    discarded,
    drawn,
    fed,
    feeder,
    mouthed,
    patterns,
)


def scored(data: JSON) -> WinScore:
    """Return the first winner's score as the result sheet has it."""
    found = read_position(data, POSITION_RULES)
    return found.scorer.settle(found.facts).wins[0]


def judged(data: JSON) -> tuple[NanjingScorer, Facts]:
    """Return scorer and facts of a position."""
    found = read_position(data, POSITION_RULES)
    assert isinstance(found.scorer, NanjingScorer)
    return found.scorer, found.facts


QUALIFIES = [
    ("a winning hand", discarded(PLAIN), None),
    ("NJ-6.4 a fourth mouth", mouthed(*feeder("1m", "5p", "9s", "3s")), None),
    ("NJ-1.5 no hand", discarded(PLAIN._replace(tile="8m")), Code.NOT_A_WIN),
    ("NJ-6.4 no fourth mouth", mouthed(pong("1m", 0), *feeder("5p", "9s", "3s")), Code.NOT_A_WIN),
    ("NJ-3.2 too few flowers", discarded(PONGED._replace(flowers="123f")), Code.BELOW_MINIMUM),
]


@pytest.mark.parametrize(("what", "data", "code"), QUALIFIES, ids=[row[0] for row in QUALIFIES])
def test_whether_a_seat_may_win_and_why_not(what: str, data: JSON, code: Code | None) -> None:
    scorer, facts = judged(data)
    assert scorer.qualifies(facts, 1) is code
    if code is None:
        assert scorer.evaluate(facts, 1).value > 0
    else:
        with pytest.raises(RuleRefusal) as caught:
            scorer.evaluate(facts, 1)
        assert caught.value.code is code


def test_a_hand_that_is_not_known_or_of_another_size_does_not_win() -> None:
    scorer = NanjingScorer(OPTIONS.defaults())
    assert scorer.qualifies(Facts(0, By.SELF_DRAW, (1,), 5), 1) is Code.NOT_A_WIN
    _, facts = judged(discarded(PLAIN))
    facts.seats[1].concealed = (0, 0)
    assert scorer.qualifies(facts, 1) is Code.NOT_A_WIN
    facts.tile = None
    assert scorer.qualifies(facts, 1) is Code.NOT_A_WIN


STEPS = [
    ("NJ-2.1 flowers twice, 20, bonuses", discarded(PLAIN), ["1 × 2 + 20 + 20 = 42 flowers"]),
    ("NJ-2.1 no flower", discarded(PLAIN._replace(flowers="")), ["20 + 20 + 40 = 80 flowers"]),
    (
        "NJ-5.1 the pagoda, then what a flower is worth",
        discarded(PLAIN, streak=3, options={"flower_value": 5}),
        ["1 × 2 + 20 + 20 = 42 flowers", "(42 + 30) × 2 = 144 pagoda doubled", "144 × 5 = 720 points"],
    ),
    (
        "NJ-5.2 the heat",
        discarded(PLAIN, heated=True, options={"bixiahu": "new"}),
        ["1 × 2 + 20 + 20 = 42 flowers", "42 × 2 = 84 heated hand"],
    ),
    (
        "NJ-6.1 who pays for all",
        drawn(fed(TRIPLETS, 2)),
        ["1 × 2 + 20 + 40 = 62 flowers", "62 × 3 = 186 seat 2 pays for all"],
    ),
    (
        "NJ-2.2 every soft flower in its place",
        discarded(Hand("234m46s99s", "5s", (concealed_kong("7s"), open_kong("1s", 0)), "12f")),
        ["(2 + 1 + 1 + 4) × 2 + 20 + 20 = 56 flowers"],
    ),
]


@pytest.mark.parametrize(("rule", "data", "expected"), STEPS, ids=[row[0] for row in STEPS])
def test_the_arithmetic_is_told_step_by_step(rule: str, data: JSON, expected: list[str]) -> None:
    assert [f"{step.text} = {step.result} {step.label_en}" for step in scored(data).steps] == expected
    assert all(step.label_zh for step in scored(data).steps)


def test_a_win_is_scored_before_who_pays_it() -> None:
    """One payer's share, 比下胡 and flower_value counted, liabilities apart (FORMATS)."""
    for data, value in [
        (drawn(fed(TRIPLETS, 2)), 62),
        (mouthed(*feeder("1m", "5p", "9s", "3s"), streak=1), 264),
        (discarded(PLAIN, options={"flower_value": 5}), 210),
    ]:
        scorer, facts = judged(data)
        assert scorer.evaluate(facts, 1).value == value == outcome(data)["wins"][0]["value"]


LAYOUTS = [
    ("sets, then the pair", discarded(PLAIN), ["234m", "345p", "567m", "678s", "88p"]),
    ("only what is in hand", discarded(PONGED), ["234m", "345s", "567m", "99s"]),
    ("seven pairs", discarded(PAIRS), ["11m", "22s", "33m", "44z", "55p", "77p", "99s"]),
    ("NJ-2.4 triplets before sequences", discarded(Hand("22233344m55p777s", "4m")),
     ["222m", "333m", "444m", "55p", "777s"]),
    ("NJ-2.4 the winning tile inside a sequence", discarded(Hand("5556888m345s678p", "7m")),
     ["345s", "555m", "678m", "678p", "88m"]),
    ("NJ-2.4 or else at its edge", discarded(Hand("8889p234m567m345s", "7p")),
     ["234m", "345s", "567m", "789p", "88p"]),
    ("NJ-2.4 an edge below", discarded(Hand("1222p234m567m345s", "3p")),
     ["123p", "22p", "234m", "345s", "567m"]),
    ("nothing after a fourth mouth (NJ-6.4)", mouthed(*feeder("1m", "5p", "9s", "3s")), []),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "groups"), LAYOUTS, ids=[row[0] for row in LAYOUTS])
def test_the_hand_is_laid_out_as_it_was_scored(rule: str, data: JSON, groups: list[str]) -> None:
    assert sorted(format_tiles(group) for group in scored(data).groups) == groups


NEAR = [
    ("nothing near", discarded(PLAIN._replace(flowers="12f")), []),
    ("one flower spoils 无花果", discarded(PLAIN), [("flowerless", "but for 1f")]),
    ("one pong spoils 门清", discarded(PONGED), [("concealed", "only 777p was ponged")]),
    ("so does an added kong", discarded(PONGED._replace(melds=(added_kong("7p", 2),))),
     [("concealed", "only 7777p was ponged")]),
    ("an open kong does not", discarded(PONGED._replace(melds=(open_kong("7p", 2),))), []),
    ("one set spoils 清一色",
     discarded(Hand("23567m345m999s88m", "4m", (), "12f")), [("one_suit", "all but 999s")]),
    ("or 混一色, where there are winds", discarded(Hand("23567m222z345p88m", "4m", (), "12f")),
     [("half_flush", "all but 345p")]),
    ("what it has is not near", discarded(Hand("1223356799m222z", "4m", (), "12f")), []),
    ("a fourth mouth is judged on its melds", mouthed(*feeder("1m", "5m", "9m", "3p"), flowers="12f"), []),
]  # fmt: skip


@pytest.mark.parametrize(("what", "data", "expected"), NEAR, ids=[row[0] for row in NEAR])
def test_what_a_hand_nearly_was(what: str, data: JSON, expected: list[tuple[str, str]]) -> None:
    near = scored(data).near
    assert [(miss.id, miss.missing_en) for miss in near] == expected
    assert all(miss.missing_zh and miss.name_zh and miss.name_en and miss.clause for miss in near)


def test_an_item_names_its_tiles_where_it_is_made_of_some() -> None:
    score = scored(bloomed(Hand("23567m34599s", "4m", (concealed_kong("7p"),), "15f"), 0))
    tiles = {item.id: format_tiles(item.tiles) for item in score.items if item.tiles}
    assert tiles == {"hard": "15f", "kong_meld": "7p"}
    crushed = scored(discarded(Hand("24p567m34599s", "3p", (pong("3p", 2),))))
    assert {item.id: item.tiles for item in crushed.items}["crushed"] == (11,)


def test_the_score_table_is_whole() -> None:
    """Every row with its names, clause and sentence; ids unique; it is what the sheet is printed from."""
    rows = RULESETS["nanjing"].rows
    assert rows is items.TABLE
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.name_zh and row.name_en and row.about_zh and row.about_en for row in rows)
    assert {row.unit for row in rows} == {"flowers", "times"}
    assert {row.id for row in rows} >= items.BIG >= items.BLOOMS


def test_options_and_the_preset_are_described_in_both_languages() -> None:
    """NJ-9.4: the preset is the new 比下胡 and nothing else."""
    for option in OPTIONS.options:
        assert (
            option.zh and option.en and option.help_zh and option.help_en and option.clause.startswith("NJ-")
        )
    (preset,) = OPTIONS.presets
    assert (preset.name, dict(preset.values)) == ("nanjing-new", {"bixiahu": "new"})
    assert OPTIONS.differences(OPTIONS.read({"preset": "nanjing-new"})) == {"bixiahu": "new"}


EXAMPLES = [row for row in items.TABLE if row.example]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row.id)
def test_an_example_shows_what_its_row_says(row: Row) -> None:
    """Won on one of its tiles, with a flower or without."""
    hand, _, melded = row.example.partition(" ")
    tiles = parse_tiles(hand)
    melds = tuple(
        pong(format_tile(tile), seat)
        for tile, seat in zip(parse_tiles(melded)[::3], (0, 2, 3, 0), strict=False)
    )
    shown = []
    for at, tile in enumerate(tiles):
        rest = format_tiles(tiles[:at] + tiles[at + 1 :])
        shown += [patterns(discarded(Hand(rest, format_tile(tile), melds, laid))) for laid in ("1f", "")]
    assert any(row.id in found for found in shown)
