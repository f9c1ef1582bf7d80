"""Results as text: everything a settlement holds is printed, in both languages, with its clause (CO-6.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from clients import words
from clients.bots.policy import GreedyPolicy
from clients.sheet import final_table, settlement
from clients.words import both, counted, melds, padded, reason_word, tile_word, tiles, width
from engine.rulesets.registry import RULESETS, make_ruleset
from protocol.view import HandResult, MatchResult, Step, Turned
from protocol.vocabulary import TILES, Meld, Transfer
from tests.clients.played import NAMES, play_hand

GREEDY = GreedyPolicy().choose


def result_of(seed: int, ruleset: str = "nanning") -> HandResult:
    result = play_hand(GREEDY, seed, ruleset=ruleset).views[0].result
    assert result is not None
    return result


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_item_step_and_payment_is_printed_with_its_clause(ruleset: str) -> None:
    for seed in range(6):
        result = result_of(seed, ruleset)
        lines = list(settlement(result, NAMES))
        for winner in result.winners:
            for item in winner.items:
                assert any(item.zh in line and item.en in line and item.clause in line for line in lines)
            for step in winner.steps:
                assert any(line.endswith(f"{step.text} = {step.result}") for line in lines)
        for transfer in result.transfers:
            assert sum(transfer.reason in line and transfer.clause in line for line in lines)
        assert lines[-1].startswith("  合计 totals:")
        assert all(f"{points:+d}" in lines[-1] for points in result.totals)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_is_named_as_it_names_itself(ruleset: str) -> None:
    rules = make_ruleset(ruleset, {})
    assert words.RULESETS[ruleset] == (rules.name_zh, rules.name_en)


def test_one_of_a_unit_is_not_many() -> None:
    assert [counted(value, "doublings") for value in (1, 2, -1)] == [
        "1 番 doubling",
        "2 番 doublings",
        "-1 番 doublings",
    ]
    assert [counted(1, "tai"), counted(1, "new")] == ["1 台 tai", "1 new"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_reason_has_its_chinese(ruleset: str) -> None:
    for seed in range(40):
        for transfer in result_of(seed, ruleset).transfers:
            assert reason_word(transfer.reason), transfer.reason


def test_a_reason_not_known_here_is_shown_as_it_came() -> None:
    assert reason_word("discard, dealer") == "放炮、庄家" and reason_word("discard, eclipse") == ""


def test_seats_in_the_arithmetic_are_called_by_name() -> None:
    result = result_of(2)
    (winner,) = result.winners
    paying = Step("9 × 2", 18, "0 号位付", "seat 0 pays")
    text = "\n".join(settlement(replace(result, winners=(replace(winner, steps=(paying,)),)), NAMES))
    assert "号位" not in text and "seat " not in text and "甲付 甲 pays" in text


def test_what_is_rare_is_printed_too() -> None:
    turned = Turned("codes", 2, ("1m", "5z"), (True, False), "NN-14.1")
    tax = Transfer(1, "house", 5, "NJ-9.3", "some new reason")
    result = replace(result_of(2), turned=(turned,), false_winner=3, house=5, transfers=(tax,))
    text = "\n".join(settlement(result, NAMES))
    for part in ("丁 诈胡 called a false win", "丙 1m✓ 5z (NN-14.1)", "房 house +5", "some new reason"):
        assert part in text


def test_the_final_table_has_every_hand_score_rank_and_win() -> None:
    result = MatchResult(
        "m1", "hands_played", (5, -3, -1, -1), (1, 4, 2, 2), ((4, -4, 0, 0), (1, 1, -1, -1)), (1, 1, 0, 0)
    )
    head, names, first, second, _, scores, ranks, wins = final_table(result, NAMES)
    assert head == "终局 final table · 打满局数 all hands played"
    assert [line.split() for line in (names, first, second, scores, ranks, wins)] == [
        ["局", "hand", *NAMES], ["1", "+4", "-4", "+0", "+0"], ["2", "+1", "+1", "-1", "-1"],
        ["总分", "score", "+5", "-3", "-1", "-1"], ["名次", "rank", "1", "4", "2", "2"],
        ["胡", "wins", "1", "1", "0", "0"],
    ]  # fmt: skip
    assert {width(line) for line in (names, first, second, scores, ranks, wins)} == {46}


def test_tiles_and_melds_are_written_shortly() -> None:
    assert tiles(("1m", "2m", "3m", "4z", "4z")) == "123m44z"
    assert melds((Meld("pong", ("7p",) * 3, 1, "7p"), Meld("concealed_kong", ()))) == "[777p] [????]"
    assert [tile_word(tile) for tile in ("1m", "9p", "5s", "1z", "7z", "8f")] == [
        "一万", "九筒", "五条", "东", "中", "菊",
    ]  # fmt: skip
    assert len({tile_word(tile) for tile in TILES}) == 42


def test_wide_signs_take_two_cells() -> None:
    assert width("中á") == 3 and padded("中", 4) == "中  " and padded("中", 4, right=True) == "  中"
    assert both({"a": ("甲", "A")}, "a") == "甲 A" and both({}, "b") == "b"
