"""Money on the spot at the Nanjing table (NJ-7, NJ-9.3), liabilities as they come about (NJ-6)."""

import pytest

from engine.commands import DISCARD, ESCAPE
from engine.decide import play as act
from engine.errors import IllegalCommand
from engine.events import Discarded, Event, Paid, WindowOpened
from engine.ledger import HOUSE, totals
from engine.notation import parse_tile
from engine.views import PUBLIC, view
from tests.engine.rulesets.nanjing.hands import counted, hands_in_a_row, table, written

KONGER = "555p1z"
"""Seat 1 pongs 5p of the dealer's and may add the fourth later, or kongs at once with all three."""
ROBBER = "123456789m22z46p"
"""Waits for 5p between 4p and 6p, ready as dealt."""
LATE_ROBBER = "123456789m2z46p3z"
"""The same after drawing 2z and throwing 3z."""
ADDS = "0 discard 5p; 1 pong; 1 discard 1z; 2 <7m; 3 <2z discard 3z; 0 <3z; 1 <5p kong 5p;"


ON_THE_SPOT = [
    (
        "NJ-7.1 an open kong is paid at once by its giver",
        "0 discard 5p; @ scores 0 0 0 0; 1 kong; @ scores -20 20 0 0; 1 <<2z; 2 <3z; @ over", {"left": 2},
        ["5p", KONGER, "", ""], [-20, 20, 0, 0],
    ),
    (
        "NJ-7.1 an added kong by who gave the pong, once nobody has robbed it",
        ADDS + "? 3 win pass; @ scores 0 0 0 0; 3 pass; @ scores -20 20 0 0; 1 <<4z; 2 <4z; @ over",
        {"left": 6}, ["5p", "55p1z", "", LATE_ROBBER], [-20, 20, 0, 0],
    ),
    (
        "NJ-7.1 a robbed one earns nothing, and counts as a self-draw (NJ-6.2)",
        ADDS + "3 win; @ over", {}, ["5p", "55p1z", "", LATE_ROBBER], [0, -366, 0, 366],
    ),
    (
        "NJ-7.2 a concealed kong by each of the others",
        "0 discard 9p; 1 <1z kong 1z; @ scores -20 60 -20 -20; 1 <<2z; @ over", {"left": 2},
        ["9p", "111z", "", ""], [-20, 60, -20, -20],
    ),
    (
        "NJ-7.2 the option says how much, flower_value what a flower is worth",
        "0 discard 9p; 1 <1z kong 1z; @ scores -30 90 -30 -30; 1 <<2z; @ over",
        {"left": 2, "options": {"concealed_kong_each": 10, "flower_value": 3}}, ["9p", "111z", "", ""],
        [-30, 90, -30, -30],
    ),
    (
        "NJ-7.3 a flower kong at the deal",
        "@ scores -20 -20 60 -20; 0 discard 9p; 1 <9m; @ over", {"left": 5, "tail": "1z2z3z4z"},
        ["9p", "", "1234f", ""], [-20, -20, 60, -20],
    ),
    (
        "NJ-7.4 four in a row: the first pays each of the three",
        "0 discard 2z; 1 <2z; 2 <2z; @ scores 0 0 0 0; 3 <2z; @ scores -30 10 10 10; 0 <9p; @ over",
        {"left": 4}, ["2z", "", "", ""], [-30, 10, 10, 10],
    ),
    (
        "NJ-7.4 in any four players' row, not only the dealer's",
        "0 discard 9p; 1 <2z; 2 <2z; 3 <2z; 0 <2z; @ scores 10 -30 10 10; 1 <3z; @ over", {"left": 5},
        ["9p", "", "", ""], [10, -30, 10, 10],
    ),
    (
        "NJ-7.4 not with another tile between",
        "0 discard 2z; 1 <2z; 2 <2z; 3 <3z; 0 <2z; @ over", {"left": 4}, ["2z", "", "", ""], [0, 0, 0, 0],
    ),
    (
        "NJ-7.5 the fourth of a kind that one player throws, other discards between",
        "0 discard 2z; 1 <3z; 2 <4z; 3 <9m; 0 <4z discard 2z; 1 <3z; 2 <4z; 3 <9m; "
        "0 <4z discard 2z; 1 <3z; 2 <1s; 3 <9m; @ scores 0 0 0 0; "
        "0 <1s discard 2z; @ scores -30 10 10 10; @ over",
        {"left": 12}, ["2222z", "", "", ""], [-30, 10, 10, 10],
    ),
    (
        "NJ-7 fines are worth what a flower is",
        "0 discard 2z; 1 <2z; 2 <2z; 3 <2z; @ over", {"left": 3, "options": {"flower_value": 5}},
        ["2z", "", "", ""], [-150, 50, 50, 50],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "script", "more", "hands", "expected"), ON_THE_SPOT,
                         ids=[row[0] for row in ON_THE_SPOT])  # fmt: skip
def test_what_is_paid_on_the_spot(
    rule: str, script: str, more: dict[str, object], hands: list[str], expected: list[int]
) -> None:
    assert table(script, hands, **more).totals == expected


def test_nj_7_4_a_fine_is_paid_as_the_tile_is_thrown_before_any_claim() -> None:
    """The fourth of the row is won on, and the fine stands."""
    events: list[Event] = []
    script = "0 discard 2z; 1 <2z; 2 <2z; 3 <2z _"
    played = table(script, ["2z", "", "", ""])
    step = act(played.match.rules, played.state, 3, DISCARD[parse_tile("2z")])
    events += step
    assert [type(event) for event in events] == [Discarded, Paid, Paid, Paid, WindowOpened]


def test_nj_9_3_who_leaves_for_good_forfeits_fifty_flowers_to_the_house() -> None:
    played = table("0 escape; @ scores -50 0 0 0; 0 discard 9p; 1 escape; 2 escape; @ scores -50 -50 -50 0", [
        "9p", "", "", ""], options={"flower_value": 1})  # fmt: skip
    assert totals(played.state.ledger)[HOUSE] == 150
    dear = table(
        "0 discard 9p; 3 escape; @ scores 0 0 0 -150", ["9p", "", "", ""], options={"flower_value": 3}
    )
    assert [(move.clause, move.reason) for move in dear.state.ledger] == [("NJ-9.3", "escape")]
    # At the end of a hand too; in the next one it is not paid again.
    ended = table("0 discard 9p; @ over; 2 escape; @ scores 0 0 -50 0", ["9p", "", "", ""], left=0)
    assert ended.outcome.as_json()["house"] == 50
    rows = hands_in_a_row(written("2 escape; 0 discard 9p", ["9p", "", "", ""], left=0),
                          written("1 discard 9p", ["", "9p", "", ""], dealer=1, left=0))  # fmt: skip
    assert [hand.as_json()["totals"] for hand in rows] == [[0, 0, -50, 0], [0, 0, 0, 0]]


def test_nj_9_3_nobody_leaves_twice() -> None:
    played = table("0 escape; 0 discard 9p", ["9p", "", "", ""])
    with pytest.raises(IllegalCommand):
        act(played.match.rules, played.state, 0, ESCAPE)


# Seat 2 takes three melds from the dealer, and waits.
FEEDS = "1m3p5p9s"
EATER = "11m33p55p99s123z7m8p"
THREE = """
0 discard 1m; 2 pong; 2 discard 1z; 3 <7s; 0 <8s discard 3p; 2 pong; 2 discard 2z; 3 <7s
0 <8s discard 5p; 2 pong; 2 discard 3z; 3 <6m;
"""

MOUTHS: list[tuple[str, str, str, dict[str, object], list[int], dict[str, int]]] = [
    (
        "NJ-6.4 the fourth from the same player ends the hand: 20 + 40 + 60 + 40, three times",
        THREE + "0 <9m discard 9s; ? 2 pong pass; 2 pong; @ over", EATER, {}, [-480, 0, 480, 0],
        {"all_triplets": 40, "lone_tile": 60, "flowerless": 40},
    ),
    (
        "NJ-6.4 from another no 独钓 and one share",
        THREE + "0 <9m; 1 <9s; ? 2 pong pass; 2 pong; @ over", EATER, {}, [-100, 0, 100, 0],
        {"all_triplets": 40, "flowerless": 40},
    ),
    (
        "NJ-6.4 an open kong: two soft flowers, 20 at once, nothing drawn",
        THREE + "0 <9m discard 9s; @ left 85; ? 2 kong pong pass; 2 kong; @ over; @ left 85",
        EATER.replace("99s", "999s").replace("8p", ""), {}, [-3 * 164 - 20, 0, 3 * 164 + 20, 0],
        {"kong_meld": 2, "all_triplets": 40, "lone_tile": 60, "flowerless": 40},
    ),
    (
        "NJ-6.4 passed, play goes on, and the next one ends it",
        THREE + "0 <9m discard 9s; ? 2 win pong pass; 2 pass; 1 <7m; ? 2 win pong pass; 2 pong; @ over",
        "11m33p55p99s123z77m", {}, [-102, 0, 102, 0],
        {"missing_suit": 1, "all_triplets": 40, "flowerless": 40},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "script", "hand", "more", "expected", "items"), MOUTHS,
                         ids=[row[0] for row in MOUTHS])  # fmt: skip
def test_nj_6_4_a_fourth_mouth_ends_the_hand(
    rule: str, script: str, hand: str, more: dict[str, object], expected: list[int], items: dict[str, int]
) -> None:
    played = table(script, [FEEDS, "", hand, ""], **more)
    assert (played.outcome.outcome, played.totals) == ("win", expected)
    assert counted(played) == [items]


def test_nj_6_4_a_win_comes_before_a_fourth_mouth() -> None:
    script = THREE + "0 <9m discard 9s; ? 3 win pass; 2 pong; 3 win"
    played = table(script, [FEEDS, "", EATER, "123456789m22z78s"])
    assert played.state.winners == (3,)


def test_nj_6_4_three_from_one_player_and_a_concealed_kong_do_not_end_it() -> None:
    script = THREE + "0 <9m; 1 <2s; 2 <4s kong 4s; 2 <<4z; @ turn 3"
    played = table(script, ["1m3p5p", "", "11m33p55p444s123z4z", ""])
    assert played.outcome.outcome == "unfinished"


def test_nj_6_1_everybody_sees_who_has_taken_three_from_whom() -> None:
    played = table(THREE, [FEEDS, "", EATER, ""])
    for viewer in (0, 1, 2, 3, PUBLIC):
        assert view(played.match.rules, played.state, viewer).mechanics == {"mouths": {"bound": [[2, 0]]}}
    before = table("0 discard 1m; 2 pong", [FEEDS, "", EATER, ""])
    assert view(before.match.rules, before.state, PUBLIC).mechanics == {}


LIABLE = [
    (
        "NJ-6.1 对对胡 self-drawn with three from the dealer: he pays for all: (1) x 2 + 20 + 40 + 40",
        THREE + "0 <9m; 1 <2s; 2 <7m win", [FEEDS, "", "11m33p55p99s123z77m", ""], [-300, 0, 300, 0],
    ),
    (
        "NJ-6.1 on another's discard the feeder pays, the discarder nothing",
        THREE + "0 <9m; 1 <7m; 2 win", [FEEDS, "", "11m33p55p99s123z77m", ""], [-100, 0, 100, 0],
    ),
    (
        "NJ-6.2 two robbers are each paid three values: 120 + 2 for a missing suit",
        ADDS + "2 win; 3 win", ["5p", "55p1z", "123456789s46p44z", LATE_ROBBER],
        [0, -366 - 3 * 402, 3 * 402, 366],
    ),
    (
        "NJ-6.3 on the replacement of a kong that was given: its giver, three values and 20",
        "0 discard 5p; 1 kong; 1 <<4s win", ["5p", "555p123456m23s99m", "", ""],
        [-3 * 124 - 20, 3 * 124 + 20, 0, 0],
    ),
    (
        "NJ-6.3 on that of an added kong: who gave the pong",
        "0 discard 5p; 1 pong; 1 discard 1z; 2 <7m; 3 <3z; 0 <3z; 1 <5p kong 5p; 1 <<4s win",
        ["5p", "55p123456m23s99m1z", "", ""], [-3 * 104 - 20, 3 * 104 + 20, 0, 0],
    ),
    (
        "NJ-6.3 on that of a concealed kong: all three",
        "0 discard 9p; 1 <5p kong 5p; 1 <<4s win", ["9p", "555p123456m23s99m", "", ""],
        [-144, 432, -144, -144],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "script", "hands", "expected"), LIABLE, ids=[row[0] for row in LIABLE])
def test_who_pays_for_all(rule: str, script: str, hands: list[str], expected: list[int]) -> None:
    assert table(script, hands).totals == expected
