"""Who deals after a Nanjing hand and what the next one inherits (NJ-5, NJ-9.1, NJ-9.2, NJ-9.4)."""

import pytest

from engine.ledger import totals
from tests.engine.rulesets.nanjing.hands import hands_in_a_row, table, written

READY = "123456789m23s55p"
UNREADY = "123456789m23s5p1z"
"""The same after drawing 5p and throwing 1z, changed since the deal: a small win."""
ANY: dict[str, object] = {"options": {"dealer_keeps": "any_win_or_draw"}}
NEW: dict[str, object] = {"options": {"bixiahu": "new"}}
QUIET = "0 discard 9p; @ over"

# Rule, script, hands, further arguments; then dealer and streak of the next hand, seat 0 having dealt.
DEALERS = [
    ("NJ-9.1 a big win of the dealer's: he keeps", "0 win", [READY + "4s", "", "", ""], {}, (0, 1)),
    (
        "NJ-9.1 a small one: the next seat",
        "0 discard 1z; 1 <2z; 2 <3z; 3 <4z; 0 <5p discard 9s; 1 <2z; 2 <3z; 3 <4s; 0 win",
        [UNREADY + "9s", "", "", ""], {}, (1, 0),
    ),
    ("NJ-9.1 another's win, however big", "0 discard 4s; 1 win", ["4s", READY, "", ""], {}, (1, 0)),
    ("NJ-9.1 a drawn hand", QUIET, ["9p", "", "", ""], {"left": 0}, (1, 0)),
    (
        "NJ-9.1 any_win_or_draw: a small win of his",
        "0 discard 1z; 1 <2z; 2 <3z; 3 <4z; 0 <5p discard 9s; 1 <2z; 2 <3z; 3 <4s; 0 win",
        [UNREADY + "9s", "", "", ""], ANY, (0, 1),
    ),
    ("NJ-9.1 any_win_or_draw: a drawn hand", QUIET, ["9p", "", "", ""], {"left": 0, **ANY}, (0, 1)),
    ("NJ-9.1 any_win_or_draw: another's win", "0 discard 4s; 1 win", ["4s", READY, "", ""], ANY, (1, 0)),
    ("NJ-5.1 kept again: the streak grows", "0 win", [READY + "4s", "", "", ""], {"streak": 2}, (0, 3)),
    ("NJ-5.1 a change of dealer resets it", QUIET, ["9p", "", "", ""], {"left": 0, "streak": 2}, (1, 0)),
    (
        "NJ-9.1 among several winners the dealer's own win decides",
        "0 discard 9p; 1 <4s; 0 win; 3 win", [READY + "9p", "", "", "456m456p123s23s99s"], {}, (0, 1),
    ),
    (
        "NJ-9.1 and not another's",
        "0 discard 1z; 1 <2z; 2 <3z; 3 <4z; 0 <5p discard 9s; 1 <2z; 2 <4s; 0 win; 3 win",
        [UNREADY + "9s", "", "", "456m456p123s23s99p"], {}, (1, 0),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "script", "hands", "more", "follows"), DEALERS, ids=[row[0] for row in DEALERS]
)
def test_who_deals_next(
    rule: str, script: str, hands: list[str], more: dict[str, object], follows: tuple[int, int]
) -> None:
    found = table(script, hands, **more).outcome.follows
    assert found is not None and found[:2] == follows
    assert found[2] is False


DRAWN: dict[str, object] = {"left": 0}
SMALL = "0 discard 9p; 1 <5p discard 1z; 2 <2z; 3 <3z; 0 <4s; 1 win"
SMALL_HANDS = ["9p", UNREADY, "", ""]

HEATED = [
    ("NJ-5.2 a drawn hand", QUIET, ["9p", "", "", ""], DRAWN, True),
    ("NJ-5.2 an ordinary win does not", SMALL, SMALL_HANDS, {}, False),
    (
        "NJ-5.2 a flower kong of anybody's",
        SMALL, ["9p", UNREADY, "1234f", ""], {"tail": "1p4p7p1s"}, True,
    ),
    ("NJ-5.2 three flowers of a set do not", SMALL, ["9p", UNREADY, "123f", ""], {"tail": "1p4p7p"}, False),
    ("NJ-5.2 the dealer keeping the deal", "0 win", [READY + "4s", "", "", ""], {}, True),
    (
        "NJ-5.2 a fine: four in a row",
        "0 discard 2z; 1 <2z; 2 <2z; 3 <2z; 0 <9p; 1 <5p discard 1z; 2 <3z; 3 <3z; 0 <4s; 1 win",
        ["2z", UNREADY, "", ""], {}, True,
    ),
    (
        "NJ-5.2 a fine: the fourth of one's own",
        "0 discard 2z; 1 <5p discard 1z; 2 <4z; 3 <9s; 0 <4z discard 2z; 1 <3z; 2 <4z; 3 <9s; "
        "0 <9s discard 2z; 1 <3z; 2 <1p; 3 <9s; 0 <1p discard 2z; 1 <4s win",
        ["2222z", UNREADY, "", ""], {}, True,
    ),
    (
        "NJ-5.2 a win on a flower's replacement",
        "0 discard 9p; 1 <5p discard 1z; 2 <2z; 3 <3z; 0 <4z; 1 <1f _; 1 <<4s win", SMALL_HANDS, {}, True,
    ),
    (
        "NJ-5.2 a win on a concealed kong's",
        "0 discard 9p; 1 <9s kong 9s; 1 <<4s win", ["9p", "999s456789m23s55p", "", ""], {}, True,
    ),
    (
        "NJ-5.2 a kong alone does not",
        "0 discard 9p; 1 <9s kong 9s; 1 <<2z; 2 <2z; 3 <2z; 0 <4s; 1 win",
        ["9p", "999s456789m23s55p", "", ""], {}, False,
    ),
    (
        "NJ-5.2 a win under 包牌: a robbed kong",
        "0 discard 5p; 1 pong; 1 discard 1z; 2 <7m; 3 <3z; 0 <3z; 1 <5p kong 5p; 3 win",
        ["5p", "55p1z", "", "123456789m22z46p"], {}, True,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "script", "hands", "more", "heated"), HEATED, ids=[row[0] for row in HEATED]
)
def test_nj_5_2_what_leaves_the_next_hand_heated(
    rule: str, script: str, hands: list[str], more: dict[str, object], heated: bool
) -> None:
    found = table(script, hands, **{**more, **NEW}).outcome.follows
    assert found is not None and found[2] is heated
    for options in ({}, {"bixiahu": "off"}):
        cold = table(script, hands, **{**more, "options": options}).outcome.follows
        assert cold is not None and cold[2] is False


def test_nj_5_2_a_flower_kong_heats_also_where_nothing_is_paid_for_it() -> None:
    options = {"bixiahu": "new", "flower_kong_each": 0}
    found = table(SMALL, ["9p", UNREADY, "1234f", ""], tail="1p4p7p1s", options=options).outcome.follows
    assert found is not None and found[2]


def test_nj_5_2_three_mouths_and_fourth_mouths_heat() -> None:
    """NJ-6.1, NJ-6.4: also where the feeder gave the last tile himself."""
    eats = """
    0 discard 1m; 2 pong; 2 discard 1z; 3 <7s; 0 <8s discard 3p; 2 pong; 2 discard 2z; 3 <7s
    0 <8s discard 5p; 2 pong; 2 discard 3z; 3 <6m; 0 <9m discard 9s
    """
    hands = ["1m3p5p9s", "", "11m33p55p99s77m123z", ""]
    for end in ("; 2 win", "; 2 pong"):
        found = table(eats + end, hands, **NEW).outcome.follows
        assert found == (1, 0, True)


def test_nj_5_2_and_9_4_the_heat_doubles_the_next_win_and_is_gone_after_it() -> None:
    first = written(QUIET, ["9p", "", "", ""], left=0)
    second = written(
        "1 discard 9p; 2 <5p discard 1z; 3 <2z; 0 <3z; 1 <4s; 2 win", ["", "9p", UNREADY, ""], dealer=1
    )
    third = written(
        "2 discard 9p; 3 <5p discard 1z; 0 <2z; 1 <3z; 2 <4s; 3 win", ["", "", "9p", UNREADY], dealer=2
    )
    found = hands_in_a_row(first, second, third, options={"preset": "nanjing-new"})
    assert [hand.as_json()["totals"] for hand in found] == [[0] * 4, [0, -160, 160, 0], [0, 0, -80, 80]]
    assert [hand.follows for hand in found] == [(1, 0, True), (2, 0, False), (3, 0, False)]


def test_nj_5_1_the_pagoda_grows_with_every_kept_deal_and_falls_with_it() -> None:
    win = written("0 win", [READY + "4s", "", "", ""])
    found = hands_in_a_row(win, win, win, written(QUIET, ["9p", "", "", ""], left=0))
    # 天胡: 20 + 20 + 40 + 320 = 400; then (400 + 10) x 2 and (400 + 20) x 2.
    assert [totals(hand.transfers)[0] for hand in found] == [1200, 2460, 2520, 0]
    assert [hand.follows for hand in found] == [(0, 1, False), (0, 2, False), (0, 3, False), (1, 0, False)]


def test_nj_9_2_a_drawn_hand_keeps_what_was_paid_on_the_spot() -> None:
    found = table("0 discard 9p; 1 <9s kong 9s; 1 <<2z; @ over", ["9p", "999s", "", ""], left=2)
    assert (found.outcome.outcome, found.totals) == ("draw", [-20, 60, -20, -20])


def test_nj_2_flower_value_and_the_streak_multiply_what_a_match_counts() -> None:
    played = table("0 win", [READY + "4s", "", "", ""], streak=1, options={"flower_value": 3})
    assert played.totals == [3 * 2460, -2460, -2460, -2460]
