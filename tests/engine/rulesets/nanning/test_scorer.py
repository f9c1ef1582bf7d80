"""What the table asks of the scorer, and what it tells: reasons, items, arithmetic, near misses."""

import pytest

from engine.errors import Code, RuleRefusal
from engine.notation import parse_tiles
from engine.position import read_position
from engine.rulesets.nanning import items
from engine.rulesets.nanning.hand import is_begging
from engine.rulesets.nanning.options import OPTIONS
from engine.rulesets.nanning.scoring import NanningScorer
from engine.rulesets.registry import POSITION_RULES
from engine.scoring.facts import By, Facts, SeatFacts
from engine.scoring.settlement import WinScore
from tests.engine.positions import (
    JSON,
    added_kong,
    cases,
    concealed_kong,
    lies,
    open_kong,
    outcome,
    pong,
    win,
)
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import SEALING_TRIPLETS, Hand, discarded, drawn, nanning, robbed

SEALED = lies(s2=[pong("4z", 1), pong("3z", 1), pong("7z", 1)])


def scored(data: JSON) -> WinScore:
    """Return the first winner's score as the result sheet has it."""
    found = read_position(data, POSITION_RULES)
    return found.scorer.settle(found.facts).wins[0]


def judged(data: JSON) -> tuple[NanningScorer, Facts]:
    """Return scorer and facts of a position."""
    found = read_position(data, POSITION_RULES)
    assert isinstance(found.scorer, NanningScorer)
    return found.scorer, found.facts


def explained(data: JSON) -> list[str]:
    """Return the steps as a player reads them."""
    return [f"{step.text} = {step.result} {step.label_en}" for step in scored(data).steps]


QUALIFIES = [
    ("a winning hand", discarded(hands.PLAIN), None),
    ("NN-1.5 no winning hand", discarded(Hand("234m678p55s34s", "6s", (pong("9m", 2),))), Code.NOT_A_WIN),
    ("NN-10.1 a sealed player", discarded(hands.CONCEALED, others=SEALED), Code.SEALED),
    ("NN-6.3 an insured kong", robbed(hands.PLAIN, before=(concealed_kong("4z"),)), Code.INSURED),
]


@pytest.mark.parametrize(("what", "data", "code"), QUALIFIES, ids=[row[0] for row in QUALIFIES])
def test_whether_a_seat_may_win_and_why_not(what: str, data: JSON, code: Code | None) -> None:
    scorer, facts = judged(data)
    assert scorer.qualifies(facts, 1) is code
    if code is None:
        assert scorer.evaluate(facts, 1).value == 2
    else:
        with pytest.raises(RuleRefusal) as caught:
            scorer.evaluate(facts, 1)
        assert caught.value.code is code


def test_a_hand_that_is_not_known_or_of_another_size_does_not_win() -> None:
    scorer = NanningScorer(OPTIONS.defaults())
    nobody = Facts(0, By.SELF_DRAW, (1,), 5)
    assert scorer.qualifies(nobody, 1) is Code.NOT_A_WIN
    scorer_, facts = judged(discarded(hands.PLAIN))
    facts.seats[1].concealed = (0, 0)
    assert scorer_.qualifies(facts, 1) is Code.NOT_A_WIN
    facts.tile = None
    assert scorer_.qualifies(facts, 1) is Code.NOT_A_WIN


def test_a_win_is_scored_before_who_pays_it() -> None:
    """One payer's share, liabilities apart: seals, sole payers and fishing change who pays (FORMATS)."""
    fishing = {"0": "1m", "1": "2m", "2": "3m", "3": "9p"}
    shares = [
        (drawn(SEALING_TRIPLETS), 6),
        (drawn(Hand("234m55s34s", "2s", (pong("9m", 3), open_kong("7p", 0))), chain=[open_kong("7p", 0)]), 6),
        (drawn(hands.CONCEALED, options={"fishing": 1}, fishing=fishing), 4),
        (drawn(hands.CONCEALED, options={"codes": 1}, codes="2m"), 8),
        (discarded(SEALING_TRIPLETS, source=2), 9),
    ]
    for data, value in shares:
        scorer, facts = judged(data)
        assert scorer.evaluate(facts, 1).value == value == outcome(data)["wins"][0]["value"]


def test_nn_11_2_a_false_win_costs_ten_points_to_each_and_kong_points_stand() -> None:
    seats = (
        SeatFacts(),
        *read_position(
            discarded(hands.PLAIN, others=lies(s3=[open_kong("4z", 0)])), POSITION_RULES
        ).facts.seats[1:],
    )
    facts = Facts(0, By.DRAW, seats=(seats[0], seats[1], seats[2], seats[3]))
    scorer = NanningScorer(OPTIONS.defaults())
    paid = [(move.payer, move.payee, move.points, move.clause) for move in scorer.settle_false_win(facts, 2)]
    assert paid == [(2, 0, 10, "NN-11.2"), (2, 1, 10, "NN-11.2"), (2, 3, 10, "NN-11.2"), (0, 3, 1, "NN-3.1")]
    other = NanningScorer(OPTIONS.read({"false_win_points": 25}))
    assert [move.points for move in other.settle_false_win(Facts(0, By.DRAW), 0)] == [25, 25, 25]


def test_nn_3_4_nothing_is_paid_on_the_spot() -> None:
    scorer, facts = judged(discarded(hands.PLAIN, others=lies(s3=[open_kong("4z", 0)])))
    assert scorer.spot(facts) == ()


PATTERNS = [
    ("a plain hand on a discard", discarded(hands.PLAIN), {"discard_open": 2}),
    ("a concealed hand on a discard", discarded(hands.CONCEALED), {"discard_concealed": 4}),
    ("a plain self-draw", drawn(hands.PLAIN), {"base_open": 3}),
    ("one suit", drawn(hands.FLUSH_CONCEALED), {"base_concealed": 4, "one_suit": 1}),
    ("seven pairs", discarded(hands.PAIRS), {"base_concealed": 4, "seven_pairs": 1}),
    ("a quad among them", discarded(hands.BIG_PAIRS_1), {"base_concealed": 4, "big_pairs_1": 2}),
    (
        "three quads in one suit",
        discarded(hands.BIG_PAIRS_3_FLUSH),
        {"base_concealed": 4, "one_suit": 1, "big_pairs_3": 4},
    ),
    (
        "honours",
        discarded(Hand("333z444z55z66z", "5z", (pong("1z", 2),))),
        {"base_open": 3, "all_honours": 1, "all_triplets": 1},
    ),
    (
        "全求人",
        discarded(hands.BEGGING, wall_left=0),
        {"base_open": 3, "all_triplets": 1, "begging": 1, "last_cannon": 1},
    ),
    (
        "a cannon without its base",
        discarded(hands.CONCEALED, wall_left=0, options={"cannon_ignores_concealed": True}),
        {"base_open": 3, "last_cannon": 1},
    ),
    (
        "from four melds",
        discarded(hands.PLAIN, others=lies(s3=hands.STANDS_ON_FOUR)),
        {"base_open": 3, "begging_cannon": 1},
    ),
    (
        "after two kongs",
        discarded(hands.PLAIN, others=lies(s3=hands.KONGS[:2]), chain=list(hands.KONGS[:2])),
        {"base_open": 3, "kong_cannon": 2},
    ),
    (
        "杠上花",
        drawn(Hand("234m678p55s34s", "2s", (concealed_kong("1z"),)), chain=[concealed_kong("1z")]),
        {"base_concealed": 4, "bloom": 1},
    ),
    ("抢连杠", robbed(hands.PLAIN, before=(open_kong("4z", 2),)), {"base_open": 3, "robbed_kong": 2}),
    ("天胡", drawn(hands.CONCEALED, seat=0, first_turn=True), {"base_concealed": 4, "heavenly": 1}),
    ("地胡", drawn(hands.CONCEALED, first_turn=True), {"base_concealed": 4, "earthly": 1}),
    ("人胡", discarded(hands.CONCEALED, source=0, first_turn=True), {"base_concealed": 4, "human": 1}),
    ("海底捞月", drawn(hands.CONCEALED, first_turn=True, wall_left=0), {"base_concealed": 4, "last_draw": 1}),
    (
        "the other count of concealed",
        drawn(hands.CONCEALED, options={"concealed_self_draw": "plus1"}),
        {"base_open": 3, "plus_one": 1},
    ),
    ("two codes", drawn(hands.PLAIN, options={"codes": 2}, codes="2m6m"), {"base_open": 3, "code": 2}),
]


@pytest.mark.parametrize(("what", "data", "expected"), PATTERNS, ids=[row[0] for row in PATTERNS])
def test_a_win_lists_what_counted(what: str, data: JSON, expected: dict[str, int]) -> None:
    told = outcome(data)["wins"][0]["patterns"]
    assert {pattern["id"]: pattern["value"] for pattern in told} == expected
    rows = {row.id: row for row in items.TABLE}
    for pattern in told:
        row = rows[pattern["id"]]
        assert (pattern["name"], pattern["name_en"], pattern["clause"]) == (
            row.name_zh,
            row.name_en,
            row.clause,
        )


FISH = {"0": "6s", "1": "6m", "2": "2z", "3": "9p"}
STEPS = [
    (discarded(hands.PLAIN), ["2 = 2 who gave the tile"]),
    (drawn(hands.PLAIN), ["3 × 2^0 = 3 each payer"]),
    (drawn(hands.TRIPLETS_FLUSH), ["1 + 1 = 2 doublings", "3 × 2^2 = 12 each payer"]),
    (discarded(hands.BIG_PAIRS_2_FLUSH), ["1 + 3 = 4 doublings", "3 × 4 × 2^(4 − 1) = 96 who gave the tile"]),
    (drawn(hands.CONCEALED, options={"concealed_self_draw": "plus1"}), ["3 × 2^0 + 1 = 4 each payer"]),
    (
        drawn(hands.PLAIN, options={"codes": 2}, codes="2m6m"),
        ["3 × 2^0 = 3 each payer", "3 × (1 + 2) = 9 codes"],
    ),
    (drawn(SEALING_TRIPLETS), ["3 × 2^1 = 6 each payer", "6 × 3 = 18 seat 2 pays"]),
    (
        drawn(SEALING_TRIPLETS, options={"dead_double": True}),
        ["3 × 2^1 = 6 each payer", "6 × 3 × 2 = 36 seat 2 pays"],
    ),
    (
        drawn(
            Hand("234m55s34s", "2s", (open_kong("7p", 0), added_kong("9m", 3))),
            chain=[open_kong("7p", 0), added_kong("9m", 3)],
        ),
        ["3 × 2^2 = 12 each payer", "12 × 3 = 36 seat 0 pays", "36 + 2 = 38 seat 0 pays, kongs included"],
    ),
    (
        discarded(hands.PLAIN, options={"fishing": 1}, fishing=FISH),
        [
            "2 = 2 who gave the tile",
            "2 × max(0, 1 + 1 − 0) = 4 seat 3 pays after fishing",
            "2 × 1 = 2 seat 0 gets by fishing",
            "2 × 1 = 2 seat 2 gets by fishing",
        ],
    ),
    (
        drawn(hands.PLAIN, options={"fishing": 1}, fishing={"0": "6s", "1": "9p", "2": "9s", "3": "1m"}),
        ["3 × 2^0 = 3 each payer", "3 × max(0, 1 + 0 − 1) = 0 seat 0 pays after fishing"],
    ),
]


@pytest.mark.parametrize(("data", "expected"), STEPS)
def test_the_arithmetic_is_told_step_by_step(data: JSON, expected: list[str]) -> None:
    assert explained(data) == expected


def worth(text: str) -> int:
    """Calculate a step's text."""
    sign = {"×": "*", "−": "-", "^": "**"}
    plain = "".join(sign.get(one, one) for one in text)
    return int(eval(plain, {"__builtins__": {}, "max": max}))


@pytest.mark.parametrize(
    "case", [case for case in cases("nanning") if "totals" in case["expect"]], ids=lambda case: case["id"]
)
def test_every_step_is_true_and_the_payments_follow_from_them(case: JSON) -> None:
    found = outcome(case["position"])
    for told in found["wins"]:
        assert [worth(step["text"]) for step in told["steps"]] == [step["result"] for step in told["steps"]]
        assert told["value"] in [step["result"] for step in told["steps"]]
    for transfer in found["transfers"]:
        assert transfer["points"] > 0
        assert transfer["from"] != transfer["to"]


GROUPS = [
    (discarded(hands.PLAIN), ["234m", "678p", "234s", "55s"]),
    (discarded(hands.TRIPLETS), ["222p", "888s", "55m"]),
    (discarded(Hand("111222333m99p77s", "9p")), ["111m", "222m", "333m", "999p", "77s"]),
    (discarded(Hand("112233m445566p7s", "7s")), ["11m", "22m", "33m", "44p", "55p", "66p", "77s"]),
    (discarded(hands.BIG_PAIRS_1), ["11m", "11m", "55p", "77p", "22s", "88s", "66z"]),
    (discarded(hands.BEGGING), ["55s"]),
]


@pytest.mark.parametrize(("data", "groups"), GROUPS)
def test_nn_2_5_the_hand_is_laid_out_as_it_is_paid(data: JSON, groups: list[str]) -> None:
    assert outcome(data)["wins"][0]["groups"] == groups


SHOWN = [
    ("a plain hand", discarded(hands.PLAIN), {}),
    (
        "a whole hand, melds with it",
        discarded(hands.TRIPLETS_FLUSH),
        {"one_suit": "111222555m77999m", "all_triplets": "111222555m77999m"},
    ),
    ("the quads", discarded(hands.BIG_PAIRS_2), {"big_pairs_2": "1111m5555p"}),
    (
        "the kongs of a chain, and the codes that hit",
        drawn(
            Hand("234m678p55s34s", "2s", (concealed_kong("9m"),)),
            chain=[concealed_kong("9m")],
            options={"codes": 2},
            codes="2z1z",
        ),
        {"bloom": "9999m", "code": "2z"},
    ),
    ("the robbed tile", robbed(hands.PLAIN), {"robbed_kong": "2s"}),
    (
        "the last tile",
        discarded(hands.BEGGING, wall_left=0),
        {"all_triplets": "222s55s777p999m111z", "begging": "5s", "last_cannon": "5s"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "data", "expected"), SHOWN, ids=[row[0] for row in SHOWN])
def test_an_item_shows_the_tiles_it_is_about(what: str, data: JSON, expected: dict[str, str]) -> None:
    shown = {item.id: item.tiles for item in scored(data).items if item.tiles}
    assert shown == {id: tuple(sorted(parse_tiles(tiles))) for id, tiles in expected.items()}


NEAR = [
    ("nothing", drawn(hands.CONCEALED), {}),
    ("one meld", discarded(hands.PLAIN), {"base_concealed": "only 999m was taken from another"}),
    ("one set of another suit", drawn(Hand("123m234m67m55m999p", "8m")), {"one_suit": "all but 999p"}),
    ("an honour pair", drawn(Hand("123m234m67m11z345m", "8m")), {"one_suit": "all but 11z"}),
    (
        "a kong of another suit",
        discarded(Hand("123m234m67m55m", "8m", (concealed_kong("9p"),))),
        {"one_suit": "all but 999p"},
    ),
    ("two sets of another suit", drawn(Hand("123m67m55m999p123p", "8m")), {}),
    ("honours alone", drawn(Hand("111222333z55z66z", "6z")), {}),
    ("全求人 drawn by himself", drawn(hands.BEGGING), {"begging": "self-drawn it does not count"}),
    (
        "全求人 but for a concealed kong",
        discarded(Hand("5s", "5s", (*hands.BEGGING.melds[:3], concealed_kong("2s")))),
        {"begging": "the concealed kong 2222s spoils it"},
    ),
    (
        "two concealed kongs are not near it",
        discarded(Hand("5s", "5s", (*hands.BEGGING.melds[:2], concealed_kong("2s"), concealed_kong("3z")))),
        {},
    ),
    ("全求人", discarded(hands.BEGGING), {}),
]


@pytest.mark.parametrize(("what", "data", "expected"), NEAR, ids=[row[0] for row in NEAR])
def test_what_a_hand_nearly_was(what: str, data: JSON, expected: dict[str, str]) -> None:
    assert {miss.id: miss.missing_en for miss in scored(data).near} == expected


def test_every_row_of_the_score_table_is_complete_and_its_example_holds() -> None:
    assert len({row.id for row in items.TABLE}) == len(items.TABLE)
    for row in items.TABLE:
        assert all((row.name_zh, row.name_en, row.about_zh, row.about_en, row.clause.startswith("NN-"))), row
        assert row.value > 0
        if row.example and " " not in row.example:
            counted = {
                pattern["id"] for pattern in outcome(drawn(_split(row.example)))["wins"][0]["patterns"]
            }
            assert row.id in counted


def _split(example: str) -> Hand:
    """Return a row's example as hand and winning tile, its last."""
    suit = example[-1]
    rest = example[:-2] + (suit if example[-3].isdigit() else "")
    return Hand(rest, example[-2:])


def test_nn_7_1_begging_needs_four_melds_none_of_them_concealed() -> None:
    _, facts = judged(discarded(hands.BEGGING))
    assert is_begging(facts.seats[1].melds)
    assert not is_begging(facts.seats[1].melds[:3])


def test_every_option_is_described_in_both_languages_with_its_clause() -> None:
    defaults = {
        "concealed_self_draw": "base4",
        "cannon_ignores_concealed": False,
        "dead_double": False,
        "codes": 0,
        "fishing": 0,
        "show_concealed_kong": False,
        "false_win": "reject",
        "false_win_points": 10,
        "draw_dealer": "last_drawer",
    }
    assert dict(OPTIONS.defaults()) == defaults
    for option in OPTIONS.options:
        assert all((option.zh, option.en, option.help_zh, option.help_en)), option.name
        assert option.clause.startswith("NN-")


LAWFUL_OPTIONS = [
    ("false_win", "penalty"),
    ("draw_dealer", "stay"),
    ("show_concealed_kong", True),
    ("false_win_points", 1),
]


@pytest.mark.parametrize(("name", "value"), LAWFUL_OPTIONS)
def test_options_that_bear_on_play_leave_a_position_as_it_is(name: str, value: object) -> None:
    assert outcome(discarded(hands.PLAIN, options={name: value})) == outcome(discarded(hands.PLAIN))


def test_a_winner_told_twice_is_told_alike() -> None:
    scorer, facts = judged(
        nanning("discard", win(1, hands.PLAIN.concealed, *hands.PLAIN.melds), source=3, tile="2s")
    )
    assert scorer.settle(facts) == scorer.settle(facts)
