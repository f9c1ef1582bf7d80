"""Codes, fishing, concealed self-draws, deal and defaults at the Nanning table (NN-1, NN-14, CO-3.1)."""

from collections import Counter

import pytest

from engine.notation import format_tiles
from tests.engine.script import Case, play

# Waits for 1s and 4s, and is concealed; wins on its second draw for 4 from each.
READY = "123456789m23s55z"
SECOND_DRAW = "0 discard 9p; 1 <9s; 2 <7z; 3 <7z; 0 <6z; 1 <4s win"
SELF_DRAW = ["9p", READY, "", ""]


def codes(number: int) -> dict[str, object]:
    """Agree on a number of codes."""
    return {"options": {"codes": number}}


def fishing(number: int) -> dict[str, object]:
    """Agree on a number of fishing tiles."""
    return {"options": {"fishing": number}}


CODES = [
    Case(
        "NN-14.1 each code of the winner's seat adds the win once more: 2 6 南 发 are the next seat's",
        SELF_DRAW, SECOND_DRAW, [-12, 36, -12, -12], 1, [["code 2"]], more={**codes(2), "codes": "2m6z"},
    ),
    Case(
        "NN-14.1 codes of other seats add nothing",
        SELF_DRAW, SECOND_DRAW, [-8, 24, -8, -8], 1, [["code"]], more={**codes(3), "codes": "1p2p3p"},
    ),
    Case(
        "NN-14.1 the last tile won, no code is left to turn",
        ["9p", READY, "", ""], "0 discard 9p; 1 <4s win",
        [-8, 24, -8, -8], 1, [["last_draw"]], more={**codes(8), "left": 1},
    ),
    Case(
        "NN-14.1 no more are turned than the wall holds, and 海底 is judged before",
        SELF_DRAW, SECOND_DRAW, [-8, 24, -8, -8], 1, [["code"]], more={**codes(8), "codes": "2m", "left": 6},
    ),
    Case(
        "NN-14.1 from the tail after a concealed 杠上花; kong points are not multiplied",
        ["9p", "111m345p678p23s55s", "", ""],
        "0 discard 9p; 1 <1m kong 1m; 1 <<4s win",
        [-33, 99, -33, -33], 1, [["bloom", "code 3"]],
        more={**codes(3), "codes": "1p1p1p", "tail_codes": "2m6m6s"},
    ),
    Case(
        "NN-14.1 none after an exposed 杠上花",
        ["9m", "999m345p678p23s55s", "", ""],
        "0 discard 9m; 1 kong; 1 <<4s win",
        [-19, 19, 0, 0], 1, [["bloom"]], more={**codes(8), "codes": "2m", "tail_codes": "2m"},
    ),
    Case(
        "NN-14.1 none on a discard",
        ["4s", READY, "", ""],
        "0 discard 4s; 1 win",
        [-12, 12, 0, 0], 1, [["human"]], more={**codes(8), "codes": "2m6z"},
    ),
    Case(
        "NN-14.3 plus1: 3 and 1 more for a concealed self-draw, codes multiply the one too",
        SELF_DRAW, SECOND_DRAW, [-8, 24, -8, -8], 1, [["code"]],
        more={"options": {"codes": 1, "concealed_self_draw": "plus1"}, "codes": "2m"},
    ),
]  # fmt: skip

FISHING = [
    Case(
        "NN-14.2 a hit of the winner's own tile adds a share",
        SELF_DRAW, SECOND_DRAW, [-8, 24, -8, -8], 1, [[]], more={**fishing(1), "tail": "1m2m3m4m"},
    ),
    Case(
        "NN-14.2 a hit of a payer's tile takes one off, the tiles going round from the dealer",
        SELF_DRAW, SECOND_DRAW, [-4, 8, 0, -4], 1, [[]], more={**fishing(1), "tail": "1m1m2m4m"},
    ),
    Case(
        "NN-14.2 two tiles each: nobody pays less than nothing",
        SELF_DRAW, SECOND_DRAW, [-4, 8, 0, -4], 1, [[]],
        more={**fishing(2), "tail": "1p1p3p3p2p6p4p4p"},
    ),
    Case(
        "NN-14.2 on a discard the discarder also pays each seat that hits",
        ["9p", READY, "", ""],
        "0 discard 9p; 1 <9s; 2 <4s; 1 win",
        [4, 4, -12, 4], 1, [[]], more={**fishing(1), "tail": "2m1m1p6m"},
    ),
    Case(
        "NN-14.2 in a drawn hand nothing is paid for them",
        ["9p", "", "", ""],
        "0 discard 9p; 1 <9s; @ left 0",
        [0, 0, 0, 0], 1, [[]], outcome="draw", more={**fishing(1), "tail": "2m2m2m6m", "left": 5},
    ),
    Case(
        "NN-14.2 replacement tiles come before those set aside",
        ["9p", "111m345p678p23s55s", "", ""],
        "0 discard 9p; @ left 78; 1 <1m kong 1m; 1 <<4s win",
        [-9, 27, -9, -9], 1, [["bloom"]], more={**fishing(1), "tail": "1p4p4p4p"},
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", [*CODES, *FISHING], ids=lambda case: case.says)
def test_a_hand_comes_to(case: Case) -> None:
    case.check()


def test_fishing_goes_round_from_the_dealer() -> None:
    """NN-14.2: the first tile of the tail is the dealer's, whoever he is."""
    played = play(
        "2 discard 9p", ["", "", "9p", ""], dealer=2, options={"fishing": 2}, tail="1m2m3m4m5m6m7m8m"
    )
    assert [format_tiles(tiles) for tiles in played.state.aside] == ["56m", "78m", "12m", "34m"]


def test_the_deal_is_13_tiles_each_and_the_dealers_14_out_of_136() -> None:
    """NN-1.1, NN-1.2: three suits, winds and 中发白, four of each, no flowers."""
    for dealer in range(4):
        played = play("", ["", "", "", ""], dealer=dealer)
        assert [hand.size for hand in played.state.hands] == [13 + (seat == dealer) for seat in range(4)]
        assert Counter(played.state.wall) == Counter(dict.fromkeys(range(34), 4))
        assert played.state.left == 83


def test_there_is_no_chow() -> None:
    """NN-1.2: the next seat holds both neighbours and is not asked."""
    play("0 discard 5m; @ turn 1; ! 1 chow 46m", ["5m", "46m", "", ""])


HAND = "345m99p"


@pytest.mark.parametrize(
    ("rule", "script", "expected"),
    [
        ("in a claim: pass", "0 discard 9p; 1 timeout; @ turn 1", None),
        ("on one's turn: the tile just drawn", "0 discard 1m; 1 <2s timeout; ? 1", 19),
        ("after a claim: the last tile of the hand, sorted", "0 discard 9p; 1 pong; 1 timeout; ? 1", 32),
        ("the dealer at the start: likewise", "0 timeout; ? 0", 33),
        ("the dealer after a kong: the tile just drawn", "0 kong 2m; 0 <<3s timeout; ? 0", 20),
    ],
)
def test_the_default_answer_is(rule: str, script: str, expected: int | None) -> None:
    """CO-3.1, T-10."""
    played = play(script, ["2222m9p1m7z", "345m99p6z", "", ""])
    assert expected is None or played.state.discards[-1][1] == expected


def test_a_lawful_win_is_taken_on_timeout_if_the_room_says_so() -> None:
    """CO-3.1: on one's turn as in a window; off, the drawn tile goes and the window passes."""
    taken = play(SECOND_DRAW.replace("win", "timeout"), SELF_DRAW)
    assert taken.outcome.outcome == "win"
    left = play(SECOND_DRAW.replace("win", "timeout; @ turn 2"), SELF_DRAW, options={"timeout_wins": False})
    assert left.state.discards[-1] == (1, 21)


def test_a_timeout_for_a_seat_nobody_waits_for_is_refused() -> None:
    """FORMATS, T-07, T-08."""
    play("! 1 timeout; 0 discard 9p; ! 0 timeout; ? 1 pong pass; ! 2 timeout", ["9p", HAND, "", ""])
