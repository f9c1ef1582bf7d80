"""Kongs at the Nanning table: who may make them, what they come to, chains, robbing (NN-3 to NN-7)."""

import pytest

from engine.melds import Meld, MeldKind
from tests.engine.script import Case, play

# Waits for 1s and 4s, and is concealed.
READY = "123456789m23s55z"
# Waits for 5p between 4p and 6p.
ROBBER = "123m123789s46p66z"
# Seat 1 lays down four pongs, two of them from seat 0, and stands on 6z.
BEGGAR = "11m33m55p77p1z2z3z4z6z"
FOUR_PONGS = """
0 discard 1m; 1 pong; 1 discard 1z; 2 <3m; 1 pong; 1 discard 2z; 2 <5s; 3 <5p; 1 pong; 1 discard 3z
2 <8s; 3 <9s; 0 <7p; 1 pong; 1 discard 4z;
"""
# Seat 1 pongs 5p of seat 0; on its next turn it may add the fourth.
PONG = "0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 <7z; 3 <7z; 0 <6z;"

POINTS = [
    Case(
        "NN-3.1 an exposed kong is paid by whose discard was konged, also when nobody wins (NN-3.4)",
        ["9m", "999m", "", ""],
        "0 discard 9m; ? 1 kong pong pass; 1 kong; @ scores 0 0 0 0; 1 <<7z; 2 <6z; @ over",
        [-1, 1, 0, 0], 2, outcome="draw", more={"left": 2},
    ),
    Case(
        "NN-3.1 an added kong is paid by whose discard was ponged",
        ["5p", "55p1z", "", ""],
        "0 discard 5p; 1 pong; 1 discard 1z; 2 <7z; 3 <7z; 0 <6z; 1 <5p kong 5p; 1 <<6z; @ over",
        [-1, 1, 0, 0], 1, outcome="draw", more={"left": 5},
    ),
    Case(
        "NN-3.2 a concealed kong is paid by each of the others",
        ["9m", "111m", "", ""],
        "0 discard 9m; 1 <1m kong 1m; 1 <<7z; @ over",
        [-1, 3, -1, -1], 1, outcome="draw", more={"left": 2},
    ),
    Case(
        "NN-6.1 a robbed kong earns no point, other kongs do (NN-3.4)",
        ["5p", "55p1z", "999m", ROBBER],
        "0 discard 5p; 1 pong; 1 discard 1z; 2 <9m kong 9m; 2 <<7z; 3 <7z; 0 <6z; 1 <5p kong 5p; 3 win",
        [-1, -13, 3, 11], 3, [["robbed_kong"]],
    ),
]  # fmt: skip

CHAINS = [
    Case(
        "NN-4.2 a chain of two concealed kongs: all three pay 4 x 2^2 and two points",
        ["9m", "111m222m345p23s55s", "", ""],
        "0 discard 9m; 1 <1m kong 1m; @ left 81; 1 <<2m kong 2m; @ left 80; 1 <<4s win",
        [-18, 54, -18, -18], 1, [["bloom 2"]],
    ),
    Case(
        "NN-4.3 with an exposed kong in it its giver pays all: three times 3 x 2^2, 1 and 3 points",
        ["9m", "999m222m345p23s55s", "", ""],
        "0 discard 9m; 1 kong; 1 <<2m kong 2m; 1 <<4s win",
        [-40, 40, 0, 0], 1, [["bloom 2"]],
    ),
    Case(
        "NN-3.5 a discard ends the chain: the kong before it is paid by itself",
        ["9m", "111m222m345p23s55s", "", ""],
        "0 discard 9m; 1 <1m kong 1m; 1 <<7z; 2 <5z; 3 <6z; 0 <5z; 1 <2m kong 2m; 1 <<4s win",
        [-10, 30, -10, -10], 1, [["bloom"]],
    ),
    Case(
        "NN-9.1 the wall's last tile is no 杠上花, even as a replacement: nobody pays for all",
        ["9m", "999m345p678p23s55s", "", ""],
        "0 discard 9m; 1 kong; @ left 0; 1 <<4s win",
        [-7, 19, -6, -6], 1, [["last_draw"]], more={"left": 1},
    ),
    Case(
        "NN-8.1 after a concealed kong of the dealer's it is 杠上花, not 天胡",
        ["345p678p23s55s1111m", "", "", ""],
        "0 kong 1m; 0 <<4s win",
        [27, -9, -9, -9], 0, [["bloom"]],
    ),
]  # fmt: skip

CANNONS = [
    Case(
        "NN-5.1 the discard after a kong costs 4 x 3, the kong earns its points",
        ["9p", "111p", READY, ""],
        "0 discard 9p; 1 <1p kong 1p; 1 <<4s; 2 win",
        [-1, -9, 11, -1], 2, [["kong_cannon"]],
    ),
    Case(
        "NN-5.1 after a chain of two it costs twice that",
        ["9p", "111p222p", READY, ""],
        "0 discard 9p; 1 <1p kong 1p; 1 <<2p kong 2p; 1 <<4s; 2 win",
        [-2, -18, 22, -2], 2, [["kong_cannon 2"]],
    ),
    Case(
        "NN-5.1 a pong of that discard ends it: the next discard is an ordinary one",
        ["9p", "111p", READY, "44s6p"],
        "0 discard 9p; 1 <1p kong 1p; 1 <<4s; 3 pong; 3 discard 6p; 0 <1z; 1 <9s; 2 <8s; 3 <1s; 2 win",
        [-1, 3, 3, -5], 2, [[]],
    ),
    Case(
        "NN-5.2 a discarder who stands on four melds and one tile pays 全求炮",
        ["1m", BEGGAR, "", READY],
        FOUR_PONGS + "2 <9p; 3 <9p; 0 <8p; 1 <4s; 3 win",
        [0, -12, 0, 12], 3, [["begging_cannon"]],
    ),
    Case(
        "NN-5.5 that discard konged instead and won on the replacement is 杠上花",
        ["1m", BEGGAR, "444s678s345p99p78p", READY],
        FOUR_PONGS + "2 <8p; 3 <9p; 0 <8p; 1 <4s; 2 kong; 3 pass; 2 <<6p win",
        [0, -19, 19, 0], 2, [["bloom"]],
    ),
    Case(
        "NN-5.3 the discard after the wall's last tile pays 海底炮; it may only be won (NN-12.2)",
        ["9p", "", READY, "44s"],
        "0 discard 9p; 1 <4s; @ left 0; ? 2 win pass; ? 3; ! 3 pong; 2 win",
        [0, -12, 12, 0], 2, [["last_cannon"]], more={"left": 1},
    ),
    Case(
        "NN-7.1 全求人 wins on a discard: 3 x 3 x 2",
        ["1m", BEGGAR, "", ""],
        FOUR_PONGS + "2 <6z; ? 1 win pass; 1 win",
        [0, 18, -18, 0], 1, [["all_triplets", "begging"]],
    ),
    Case(
        "NN-7.2 self-drawn it is plain 碰碰胡",
        ["1m", BEGGAR, "", ""],
        FOUR_PONGS + "2 <9p; 3 <9p; 0 <8p; 1 <6z win",
        [-6, 18, -6, -6], 1, [["all_triplets"]],
    ),
]  # fmt: skip

ROBBERIES = [
    Case(
        "NN-6.1 an added kong is robbed as a discard is won, k + 1",
        ["5p", "55p1z", "", ROBBER],
        PONG + "1 <5p kong 5p; ? 3 win pass; ? 0; ? 2; ! 1 discard 9m; @ turn 1; 3 win",
        [0, -12, 0, 12], 3, [["robbed_kong"]],
    ),
    Case(
        "NN-6.2 the second kong of a chain robbed counts k + 2",
        ["5p9m", "55p999m1z", "", ROBBER],
        PONG.replace("0 <6z", "0 <6z discard 9m") + "1 kong; 1 <<5p kong 5p; 3 win",
        [-1, -23, 0, 24], 3, [["robbed_kong 2"]],
    ),
    Case(
        "NN-6.5 several rob the same kong, each is paid; who was robbed deals next (NN-13.2)",
        ["5p", "55p1z", "456m456s789s46p77z", ROBBER],
        "0 discard 5p; 1 pong; 1 discard 1z; 2 <9m; 3 <9m; 0 <6z; 1 <5p kong 5p; 2 win; 3 win",
        [0, -24, 12, 12], 1, [["robbed_kong"], ["robbed_kong"]],
    ),
    Case(
        "NN-6.4 a discard that another wants to kong is won as an ordinary discard",
        ["6z", "444s", "", READY],
        "0 discard 6z; 1 <9p; 2 <9p; 3 <8p; 0 <4s; ? 1 kong pong pass; ? 3 win pass; 1 kong; 3 win",
        [-4, 0, 0, 4], 3, [[]],
    ),
]  # fmt: skip


def says(case: Case) -> str:
    """Name a case by its clause and rule."""
    return case.says


@pytest.mark.parametrize("case", [*POINTS, *CHAINS, *CANNONS, *ROBBERIES], ids=says)
def test_a_hand_with_kongs_comes_to(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(("false_win", "offers"), [("reject", "discard"), ("penalty", "discard win")])
def test_a_chain_with_a_concealed_kong_before_the_added_one_cannot_be_robbed(
    false_win: str, offers: str
) -> None:
    """NN-6.3, CO-2.5: no window opens on what cannot be robbed, and nobody is asked for a win (NN-11.2)."""
    played = play(
        PONG + f"1 <9m kong 9m; 1 <<5p kong 5p; @ turn 1; ? 1 {offers}; ? 0; ? 2; ? 3; @ left 77; ! 3 win",
        ["5p", "55p999m1z", "", ROBBER],
        options={"false_win": false_win},
    )
    assert [meld.kind for meld in played.state.melds[1]] == [MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG]
    assert played.state.windows == len(played.state.discards) == 5


def test_without_a_replacement_tile_no_kong_may_be_declared_nor_claimed() -> None:
    """NN-3.3, K-03, K-08: offer and refusal by one test, with one tile left and with none."""
    drawn = ["6z", "111m", "", ""]
    play("0 discard 6z; 1 <1m _; @ left 1; ? 1 discard kong", drawn, left=2)
    play("0 discard 6z; 1 <1m _; @ left 0; ? 1 discard; ! 1 kong 1m = no_replacement", drawn, left=1)
    play("0 discard 9m; ? 2 kong pong pass", ["9m", "", "999m", ""], left=1)
    last = ["6z", "", "444s", READY]
    play("0 discard 6z; 1 <4s; @ left 0; ? 3 win pass; ? 2; ! 2 kong; ! 2 pong; 3 pass; @ over", last, left=1)


def test_no_kong_right_after_a_pong_but_on_any_later_turn() -> None:
    """CO-1.2, CO-1.3, NN-3.3, K-09, K-10: three 8m held, two laid, the fourth added two turns later."""
    played = play(
        """
        0 discard 8m; ? 1 kong pong pass; 1 pong; ? 1 discard; ! 1 kong 8m; ! 1 kong; ! 1 win; 1 discard 1z
        2 <7z; 3 <7z; 0 <6z; 1 <6z discard 6z; 2 <5z; 3 <5z; 0 <4z; 1 <4z _; ? 1 discard kong; 1 kong 8m
        @ left 74
        """,
        ["8m", "888m1z", "", ""],
    )
    assert played.state.melds[1] == [Meld(MeldKind.ADDED_KONG, 7, 0, 7)]


def test_a_tile_of_the_kind_just_ponged_may_be_thrown() -> None:
    """CO-1.4: no swap-calling ban."""
    play("0 discard 8m; 1 pong; 1 discard 8m; 2 <7z _; @ left 82", ["8m", "888m", "", ""])


def test_two_quads_and_an_added_kong_are_three_offers_and_each_names_its_tile() -> None:
    """K-17."""
    played = play(
        """
        0 discard 5p; 1 pong; 1 discard 1z; 2 <7z; 3 <7z; 0 <6z; 1 <1m _; ? 1 discard kong
        ! 1 kong; ! 1 kong 9p; 1 kong 2m; 1 <<6z discard 6z
        """,
        ["5p", "555p111m2222m1z", "", ""],
    )
    assert [meld.tile for meld in played.state.melds[1]] == [13, 1]


def test_a_replacement_comes_from_the_tail_and_the_next_draw_from_the_head() -> None:
    """NN-1.3, F-04."""
    played = play("0 discard 9m; 1 <1m kong 1m; 1 <<7z; 2 <3z; 3 <4z", ["9m", "111m", "", ""], tail="")
    wall = played.state.wall
    assert (wall[-1], wall[53:56]) == (33, (0, 29, 30))
