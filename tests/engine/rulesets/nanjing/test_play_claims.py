"""Claims at the Nanjing table: passed pongs, several winners, refusals (NJ-1.2, NJ-3.2, NJ-8)."""

from engine.mechanics.passed_pong import PassedPong
from engine.melds import MeldKind
from engine.notation import parse_tile
from engine.rulesets.registry import make_ruleset
from engine.views import PUBLIC, view
from tests.engine.rulesets.nanjing.hands import counted, table
from tests.engine.script import Played

READY = "123456789m23s55p"
"""Waits for 1s and 4s."""
PASSES = "0 discard 5m; ? 3 pong pass; 3 pass;"
HOLDER = "55m88s1z"
"""Holds a pair of 5m and one of 8s."""
WINNER = "123456789m22z46s"
"""Waits for 5s, and keeps a window on it open."""


def barred(played: Played, viewer: int | None) -> dict[str, object] | None:
    """Return what a viewer is told of passed pongs."""
    return next(one for one in played.match.rules.mechanics if isinstance(one, PassedPong)).view(
        played.state, viewer
    )


def test_nj_8_2_a_passed_pong_bars_that_kind_until_the_seat_draws() -> None:
    """Of seat 2's 5m nobody is asked, so seat 3 draws at once; then the kind is free again."""
    script = PASSES + "1 <7s; 2 <2z discard 5m; @ turn 3; ? 3 discard"
    table(script, ["5m", "", "5m", HOLDER])
    table(PASSES + "1 <2z; 2 <2z; 3 <3z; 0 <5m; ? 3 pong pass; 3 pong; @ turn 3", ["5m", "", "", HOLDER])


def test_nj_8_2_who_tries_a_barred_pong_is_told_that_it_is_barred() -> None:
    """Seat 2's 5s comes before seat 3 has drawn; seat 1 could win and keeps the window open."""
    script = """
    0 discard 5s; ? 1 win pass; ? 3 pong pass; 1 pass; 3 pass; 1 <3z; 2 <4z discard 5s; ? 1 win pass; ? 3
    ! 3 pong = barred; ! 3 kong = not_offered; ! 3 win = not_a_win
    ! 0 pong = not_offered; ! 1 pong = not_offered
    1 pass; @ turn 3
    """
    table(script, ["5s", WINNER, "5s", "55s1z"])


def test_nj_8_2_who_has_parted_with_the_pair_is_not_barred_but_has_nothing_to_claim_with() -> None:
    script = """
    0 discard 5s; 1 pass; 3 pass; 1 <3z; 2 <8m; ? 3 pong pass; 3 pong; 3 discard 5s; ? 1 win pass; 1 pass
    0 <4z discard 5s; ? 1 win pass; ! 3 pong = not_offered
    """
    table(script, ["55s", WINNER, "", "55s88m1z"])


def test_nj_8_2_a_kong_that_is_passed_bars_pong_and_kong() -> None:
    script = """
    0 discard 5s; ? 3 kong pong pass; 1 pass; 3 pass; 1 <8m; ? 3 pong pass; 3 pong; 3 discard 5s
    1 pass; @ turn 0
    """
    played = table(script, ["5s", WINNER, "", "555s88m1z"])
    assert barred(played, 3) == {"kinds": [parse_tile("5s")]}


def test_nj_8_2_nobody_else_is_told_what_a_player_may_not_pong() -> None:
    played = table(PASSES + "1 <7s; 2 <2z _", ["5m", "", "", HOLDER])
    assert [barred(played, viewer) for viewer in (0, 1, 2, None)] == [None] * 4
    assert barred(played, 3) == {"kinds": [parse_tile("5m")]}
    assert view(played.match.rules, played.state, 3).mechanics["passed_pong"] == barred(played, 3)
    assert view(played.match.rules, played.state, PUBLIC).mechanics == {}


def test_nj_8_2_a_pong_of_another_kind_is_no_draw() -> None:
    script = PASSES + "1 <8s; ? 3 pong pass; 3 pong; 3 discard 1z; 0 <2z; 1 <2z; 2 <5m; @ turn 3"
    played = table(script, ["5m", "", "", HOLDER])
    assert [meld.tile for meld in played.state.melds[3]] == [parse_tile("8s")]


def test_nj_8_2_a_kongs_replacement_is_one() -> None:
    script = PASSES + "1 <8s; 3 kong; 3 <<1z discard 1z; 0 <2z; 1 <2z; 2 <5m; ? 3 pong pass; 3 pong; @ turn 3"
    assert len(table(script, ["5m", "", "", "55m888s"]).state.melds[3]) == 2


def test_nj_8_2_time_that_runs_out_is_a_pass() -> None:
    table("0 discard 5m; 3 timeout; 1 <2z; 2 <5m; @ turn 3", ["5m", "", "", HOLDER])


def test_nj_8_2_who_takes_the_pong_or_had_none_is_not_barred() -> None:
    played = table("0 discard 5m; 3 pong; 3 discard 1z", ["5m", "", "", HOLDER])
    assert [barred(played, viewer) for viewer in range(4)] == [None] * 4
    script = "0 discard 5m; 3 pong; 3 discard 8s; ? 1 win pass; 1 pass"
    won_on = table(script, ["5m", "123456789p22z79s", "", "55m8s1z"])
    assert [barred(won_on, viewer) for viewer in range(4)] == [None] * 4


def test_nj_8_2_a_passed_win_bars_nothing() -> None:
    """Seat 3 passes 1s, then wins on another before it has drawn; ready as dealt (NJ-4.10)."""
    script = "0 discard 1s; ? 3 win pass; 3 pass; 1 <2z; 2 <2z discard 1s; ? 3 win pass; 3 win"
    played = table(script, ["9p1s", "", "1s", READY])
    assert counted(played) == [{"concealed": 20, "flowerless": 40, "earthly": 280}]


def test_nj_8_2_who_passes_both_may_still_win_but_not_pong() -> None:
    script = "0 discard 9m; ? 3 win pong pass; 3 pass; 1 <2z; 2 <2z discard 9m; ? 3 win pass; 3 win"
    assert table(script, ["9m", "", "9m", "99m222p555s777s33z"]).state.winners == (3,)


def test_nj_8_1_several_win_on_one_discard_or_the_nearest_alone() -> None:
    hands = ["4s", "456m456p123s23s99p", "", READY]
    script = "0 discard 4s; ? 1 win pass; ? 3 win pass; 3 win; 1 win; @ over"
    both = table(script, hands)
    assert both.state.winners == (1, 3)
    assert both.totals == [-720, 360, 0, 360]
    one = {"options": {"multiple_wins": False}}
    nearest = table(script, hands, **one)
    assert (nearest.state.winners, nearest.totals) == ((1,), [-360, 360, 0, 0])
    far = table("0 discard 4s; 1 pass; 3 win; @ over", hands, **one)
    assert (far.state.winners, far.totals) == ((3,), [-360, 0, 0, 360])


def test_nj_8_1_a_win_comes_before_kong_and_pong() -> None:
    hands = ["4s", "444s", "", READY]
    won = table("0 discard 4s; ? 1 kong pong pass; ? 3 win pass; 1 kong; 3 win; @ over", hands)
    assert won.state.winners == (3,)
    passed = table("0 discard 4s; 1 kong; 3 pass; @ turn 1; 1 <<2z _", hands)
    assert [meld.kind for meld in passed.state.melds[1]] == [MeldKind.OPEN_KONG]


def test_nj_3_2_a_small_win_with_too_few_flowers_is_refused_by_that_name() -> None:
    """A pong, no flower: neither another's tile nor his own."""
    hands = ["9p", "55p1z123456m23s99m", "5p", "44s"]
    script = """
    0 discard 9p; 1 <2z discard 1z; 2 <3z discard 5p; ? 1 pong pass; 1 pong; 1 discard 2z
    2 <4s; ? 1; ? 3 pong pass; ! 1 win = below_minimum; 3 pass; 3 <3z; 0 <4z
    1 <1s _; ? 1 discard; ! 1 win = below_minimum
    """
    assert table(script, hands).outcome.outcome == "unfinished"
    flowers = ["9p", "55p1z123456m1235f", "5p", "44s"]
    enough = script.split("? 1; ? 3")[0] + "? 1 win pass; 1 win"
    assert table(enough, flowers, tail="23s99m").totals == [0, 28, -28, 0]


def test_nj_1_5_a_hand_that_is_none_is_refused_by_that_name() -> None:
    table("0 discard 9p; 1 <3z _; ! 1 win = not_a_win; ! 2 win = not_your_turn", ["9p", READY, "", ""])


def test_nj_1_2_there_is_no_chow() -> None:
    table("0 discard 5m; ? 1; ? 3 pong pass; ! 1 chow 46m = not_offered", ["5m", "46m", "", HOLDER])


def test_co_3_1_a_lawful_win_is_taken_when_time_runs_out_unless_the_room_says_no() -> None:
    hands = ["4s", "", "", READY]
    assert table("0 discard 4s; 3 timeout; @ over", hands).state.winners == (3,)
    played = table("0 discard 4s; 3 timeout; @ turn 1", hands, rules=make_ruleset("nanjing", {}, False))
    assert played.state.winners == ()
