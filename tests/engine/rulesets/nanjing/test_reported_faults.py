"""Kinds of fault that programs like this one were reported for, held against the Nanjing table."""

from engine.notation import format_tile
from engine.scoring.facts import By
from tests.engine.rulesets.nanjing.hands import counted, follow, table, written

READY = "123456789m23s55p"
PONGER = "77s1z"


def test_nj_7_1_an_added_kong_is_offered_on_the_draw_and_on_every_later_turn_but_not_with_the_pong() -> None:
    """A fourth in hand at the pong waits for a turn that begins with a draw (CO-1.2, CO-1.3)."""
    script = """
    0 discard 7s; ? 1 pong pass; 1 pong; 1 discard 1z; 2 <2z; 3 <2z; 0 <3z
    1 <7s _; ? 1 discard kong; 1 discard 2p; 2 <3z; 3 <3z; 0 <4z
    1 <4z _; ? 1 discard kong; 1 kong 7s; @ scores -20 20 0 0; 1 <<3z _
    """
    assert table(script, ["7s", PONGER + "2p", "", ""]).outcome.outcome == "unfinished"
    held = "0 discard 7s; ? 1 kong pong pass; 1 pong; ? 1 discard; ! 1 kong 7s = not_offered; 1 discard 1z"
    assert table(held, ["7s", "777s1z", "", ""]).outcome.outcome == "unfinished"


def test_nj_7_2_every_kong_names_its_tile() -> None:
    script = """
    0 discard 9p; 1 <2z _; ? 1 discard kong; ! 1 kong = not_offered; ! 1 kong 3z = not_offered
    1 kong 1z; 1 <<3z _
    """
    assert table(script, ["9p", "1111m1111z", "", ""]).totals == [-20, 60, -20, -20]


def test_nj_6_2_a_robbed_kong_is_what_was_won_on_and_its_player_is_the_source() -> None:
    """A closed wait on 5s; the last discard was another tile."""
    hands = ["5s", "55s1z", "", "234m567m345p88p46s"]
    script = "0 discard 5s; 1 pong; 1 discard 1z; 2 <2z; 3 <2z; 0 <3z; 1 <5s kong 5s; ? 3 win pass; 3 win"
    state = table(script, hands).state
    assert state.win_tile is not None
    assert (state.win_by, format_tile(state.win_tile), state.win_source) == (By.ROB_KONG, "5s", 1)


def test_nj_1_3_a_kong_and_a_flower_take_the_last_two_tiles_in_order_and_play_goes_on_at_the_head() -> None:
    script = (
        "0 discard 9p; 1 <1m kong 1m; @ left 88; 1 <<6f _; 1 <<2z discard 2z; @ turn 2; @ left 87; 2 <3z _"
    )
    played = table(script, ["9p", "111m23456s123z", "", ""])
    assert [format_tile(flower) for flower in played.state.flowers[1]] == ["6f"]
    assert played.state.drawn is not None and format_tile(played.state.drawn) == "3z"


def test_nj_1_3_after_a_flower_at_the_deal_the_dealers_drawn_tile_is_the_replacement() -> None:
    _, match = follow(written("", [READY + "1f", "5f", "", ""], tail="9p1z"))
    assert match.state is not None and match.state.drawn is not None
    assert format_tile(match.state.drawn) == "9p"


def test_nj_4_a_hand_with_kongs_has_more_than_fourteen_tiles_and_wins() -> None:
    for kongs, hand in ((1, "111z456m789m23s55p"), (2, "111z222z789m23s55p"), (3, "111z222z333z23s55p")):
        script = "0 discard 9p; " + "".join(
            f"1 <{'<' * (number > 1)}{number}z kong {number}z; " for number in range(1, kongs + 1)
        )
        played = table(script + "1 <<4s win", ["9p", hand, "", ""])
        assert counted(played)[0]["kong_meld"] == 2 * kongs


def test_nj_4_5_a_quad_counts_as_two_pairs_until_it_is_declared() -> None:
    hands = ["9p", "1111m33m55m77p88p9s", "", ""]
    whole = table("0 discard 9p; 1 <9s win", hands)
    assert counted(whole)[0]["seven_pairs_1"] == 160
    declared = "0 discard 9p; 1 <2z kong 1m; 1 <<9s _; ! 1 win = not_a_win"
    assert table(declared, hands).outcome.outcome == "unfinished"
