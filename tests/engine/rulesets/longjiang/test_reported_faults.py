"""Kinds of fault that others have reported (kongs, claims, passing, tile counts), shown not to be ours in
Longjiang; what is ready's and the treasure's own stands in their own files."""

from engine.melds import MeldKind
from tests.engine.rulesets.longjiang.hands import PLAIN, table


def test_the_wall_is_one_shorter_for_each_tile_drawn_and_replacements_are_from_the_head() -> None:
    """K-04, F-10; LJ-1.1, LJ-1.3: 112 tiles, 53 dealt."""
    table(
        "@ left 59; 0 discard 7z; @ left 58; 1 <1m kong 1m; @ left 57; 1 <9p discard 9p; @ left 56; 2 <9m",
        ["7z", PLAIN, "", ""],
    )


def test_an_added_kong_comes_on_a_later_turn_with_a_tile_held_since_but_not_with_the_pong() -> None:
    """K-03, K-06; CO-1.2, CO-1.3, LJ-6.4."""
    played = table(
        "0 discard 5s; 2 pong; ! 2 kong 5s = not_offered; 2 discard 9p; 3 <9m; 0 <9m; 1 <9m; 2 <9m kong 5s",
        ["5s", "", "555s9p", ""],
    )
    assert [meld.kind for meld in played.state.melds[2]] == [MeldKind.ADDED_KONG]


def test_a_pong_passed_up_bars_nothing() -> None:
    """P-01; LJ-3.2 and no clause beside it: the same kind thrown by the next seat may be ponged."""
    played = table(
        "0 discard 5s; ? 3 pong pass; 3 pass; 1 <5s discard 5s; ? 3 pong pass; 3 pong",
        ["5s", "", "", "55s"],
    )
    assert [meld.source for meld in played.state.melds[3]] == [1]


def test_a_late_or_second_answer_is_refused_and_changes_nothing() -> None:
    """C-09; CO-2.3: whose answer stands may not give another, and who was not asked has none."""
    played = table(
        "0 discard 5s; ! 1 pong = not_offered; 3 pong; ! 3 pass = not_offered; ! 0 pass = stale",
        ["5s", "", "", "55s"],
    )
    assert len(played.state.melds[3]) == 1
