"""The treasure at the table: turned up, drawn, discarded, changed, used up (LJ-1.3, LJ-4)."""

import pytest

from engine.apply import fold
from engine.commands import Ready
from engine.decide import begin, decide
from engine.events import Discarded, HandStarted, Marked, WindowOpened
from engine.mechanics.treasure import Indicator
from engine.rulesets.longjiang.tile_set import treasure_kinds
from engine.rulesets.registry import make_ruleset
from engine.views import PUBLIC, mask, view
from tests.engine.rulesets.longjiang.hands import CLOSED, PLAIN, table
from tests.engine.script import Played

SPOILED = "0 discard 7z; 1 <4s; 2 <4s; 3 <4s; 0 <5s; 1 <5s; 2 <5s; 3 <9p ready 9p; "
"""Three 4s and three 5s lie in sight when seat 3 declares: of the treasure of 4s one 5s is left."""
READY = "111m345m678p55p67s"
"""Waits for 5s and 8s, and holds no treasure of 4s."""
USED = "0 discard 7z; 1 <7z; 2 <7z; 3 <4s; 0 <4s; 1 <4s; @ treasure none; 2 <9p ready 9p; @ treasure 4s; "
"""All red in sight: the indicator 7z gives way at once; all 4s too, so that a kong of 5s uses up the next."""
BEHIND = "7z4s2233m1p1p"
"""The last four stacks, so that what lies in front of them can be named."""
FIVES = ["7z", "", READY, "5555s"]


def items(played: Played) -> list[list[str]]:
    """Return what counted, by winner."""
    return [[item.id for item in win.items if item.id != "base"] for win in played.outcome.wins]


@pytest.mark.parametrize(
    ("indicator", "kinds"),
    [(0, {0, 1}), (8, {8, 0}), (17, {17, 9}), (26, {26, 18}), (21, {21, 22}), (33, {33})],
)
def test_which_kinds_an_indicator_makes_treasure(indicator: int, kinds: set[int]) -> None:
    """LJ-4.1."""
    assert set(treasure_kinds(indicator)) == kinds


def test_the_first_declaration_turns_it_up_before_the_discard_can_be_claimed() -> None:
    """LJ-4.1: the top of the fourth stack from the end; a second declaration changes nothing."""
    played = table(
        """@ treasure none; 0 discard 7z; 1 <9p ready 9p; ? 3 pong pass; @ treasure 4s; 3 pass
        2 <8m ready 8m; @ treasure 4s""",
        ["7z", PLAIN, "999m345p678m22m34s", "99p"],
        reserve="4s6s",
    )
    seen = view(played.match.rules, played.state, PUBLIC)
    assert seen.mechanics["treasure"] == {"indicator": 21, "kinds": [21, 22]}
    assert seen.wall_left == played.state.left


def test_everybody_sees_the_indicator_and_nobody_the_tile_under_it() -> None:
    """LJ-4.1, CO-4.2, BUG-REPORTS R-07: before it is turned up there is no trace of it."""
    rules = make_ruleset("longjiang", {})
    started = HandStarted(0, 0, False, tuple(rules.tile_set.tiles()))
    events = begin(rules, started)
    state = fold(rules, events)
    for event in (Marked("treasure", "treasure", 0, (21,)), Marked("ready", "ready", 1, (4, 7))):
        assert {mask(rules, event, viewer) for viewer in (0, 1, 2, 3, PUBLIC)} == {event}
    assert view(rules, state, PUBLIC).mechanics == {}


def test_a_treasure_is_wild_when_a_declared_player_draws_it_and_ordinary_otherwise() -> None:
    """LJ-4.2: not for who has not declared, nor in the hand before."""
    script = """0 discard 7z; 1 <9p ready 9p; 2 <9s _; ? 2 discard ready; ! 2 win = not_a_win; 2 discard 9m
    3 <9m; 0 <8m; 1 <9s _; """
    hands = ["7z", CLOSED, "999m345p678m22m23s", ""]
    played = table(script + "? 1 win pass; 1 win", hands, reserve="8s")
    assert (played.totals, items(played)) == ([-16, 32, -8, -8], [["treasure", "closed"]])
    passed = table(script + "1 pass; @ hand 1 111m345m678p55p46s", hands, reserve="8s")
    assert passed.state.thrown[1] == [17, 26]


def test_a_treasure_discarded_is_not_won_unless_as_itself_by_the_option() -> None:
    """LJ-4.3, for a robbed kong too."""
    script = "0 discard 7z; 1 <9p ready 9p; 2 <5s; ? 3 pong pass; "
    hands = ["7z", CLOSED, "", "55s"]
    played = table(script + "? 1; ! 1 win = treasure; 3 pass", hands, reserve="4s")
    assert not played.outcome.wins
    natural = {"discarded_treasure": "natural"}
    played = table(script + "? 1 win pass; 1 win", hands, reserve="4s", options=natural)
    assert items(played) == [["plain", "closed"]]
    script = "0 discard 5s; 2 pong; 2 discard 9p; 3 <9m; 0 <9m; 1 <9p ready 9p; 2 <5s kong 5s; "
    hands = ["5s", CLOSED, "55s9p", ""]
    assert table(script + "@ turn 2; ? 1", hands, reserve="4s").state.melds[2][0].is_kong
    assert items(table(script + "1 win", hands, reserve="4s", options=natural)) == [["plain", "closed"]]


def test_it_changes_when_all_its_tiles_lie_in_sight() -> None:
    """LJ-4.4: the tile under it is turned up; the discard that did it is still the treasure it was."""
    hands = ["", "67s", "", READY]
    never = "@ treasure 4s; 0 <5s; ? 1 chow pass; @ treasure 2p; ? 3; ! 3 win = treasure; 1 pass"
    assert not table(SPOILED + never, hands, reserve="4s2p").outcome.wins
    natural = {"discarded_treasure": "natural"}
    as_itself = SPOILED + "0 <5s; @ treasure 2p; ? 3 win pass; 3 win"
    won = table(as_itself, hands, reserve="4s2p", options=natural)
    assert (won.totals, items(won)) == ([-4, -1, -1, 6], [["plain"]])


def test_a_tile_in_hand_or_in_a_pair_pushed_out_is_not_in_sight() -> None:
    """LJ-4.4: two red pushed out and one thrown leave the indicator 7z where it is; ponged they do not."""
    hand = "123m345m678p44s77z"
    pushed = "0 discard 9m; 1 <9p ready 9p 7z; @ treasure 7z; 2 <7z; @ treasure 7z; 3 <9m; @ treasure 7z"
    table(pushed, ["9m", hand, "", ""], reserve="7z2p")
    held = "0 discard 9m; 1 <9p ready 9p; 2 <7z; @ treasure 7z; 3 <9m; @ treasure 7z"
    table(held, ["9m", PLAIN, "", "77z"], reserve="7z2p")
    ponged = "0 discard 9m; 1 <9p ready 9p; 2 <7z; @ treasure 7z; 3 pong; @ treasure 2p; 3 discard 9p"
    table(ponged, ["9m", PLAIN, "", "77z9p"], reserve="7z2p")


def test_a_chow_puts_its_tiles_in_sight() -> None:
    """LJ-4.4: a meld may show the last of them: 6s of seat 0's chow, where 5s is the indicator."""
    start = "0 discard 5s; 1 <5s; 2 <5s; 3 <6s; 0 <6s; 1 <6s; 2 <9p ready 9p; @ treasure 5s; 3 <7s; "
    hands = ["568s", "", "111m345m678p55p34m", ""]
    chow = "? 0 chow pass; @ treasure 5s; 0 chow 6s8s; @ treasure 2p"
    played = table(start + chow, hands, reserve="5s2p")
    assert played.state.melds[0][0].tiles == (23, 24, 25)


def test_what_is_all_in_sight_when_turned_up_gives_way_with_the_declaring_discard() -> None:
    """LJ-4.4: repeated until one is not exhausted."""
    played = table(USED, FIVES, reserve="7z4s")
    assert played.state.ext["treasure"] == Indicator(21, 2, 33)


def test_the_stack_in_front_is_used_next_and_no_longer_drawn() -> None:
    """LJ-4.4, LJ-1.3: top, then bottom; ten tiles are kept then."""
    hands = [*FIVES[:3], "5555s9p"]
    kong = USED + "3 <1p kong 5s; @ treasure 9s; @ left {}; 3 <8m discard 9p; 0 <9m; {}@ over; @ left 10"
    for left, more in ((19, ""), (20, "1 <9m; ")):
        script = kong.format(left - 8, more)
        played = table(script, hands, left=left, reserve=BEHIND + "9s8s")
        assert played.outcome.outcome == "draw"


def test_where_the_stack_needed_is_no_longer_whole_there_is_no_treasure_any_more() -> None:
    """LJ-4.4: one of its two tiles is drawn; then nothing more is kept than before."""
    kong = USED + "3 <1p kong 5s; @ treasure none; @ left 8; 3 discard 9p; @ over; @ left 8"
    played = table(kong, [*FIVES[:3], "5555s9p"], left=16, reserve="7z4s")
    assert played.state.ext["treasure"] == Indicator(None, 2, None)
    assert view(played.match.rules, played.state, PUBLIC).mechanics == {"ready": {"declared": [[2, None]]}}


def test_a_replacement_that_has_become_the_treasures_ends_the_hand() -> None:
    """LJ-1.3, LJ-4.4: ten tiles were left for the kong, and all ten are kept when it lies."""
    played = table(USED + "3 <1p kong 5s; @ over; @ left 10", FIVES, left=17, reserve=BEHIND + "9s8s")
    assert (played.outcome.outcome, played.totals) == ("draw", [0, 0, 0, 0])


def test_a_wall_too_short_for_its_stacks_has_no_treasure() -> None:
    """LJ-4.4: a record's wall may begin inside the last stacks."""
    table("0 ready 9p; @ treasure none; @ over", [PLAIN + "9p", "", "", ""], left=7)


def test_a_kong_of_treasure_counts_as_in_sight_only_when_it_stands() -> None:
    """LJ-4.4: while it may be robbed its tile is still in flight."""
    start = "0 discard 5s; 2 pong; 2 discard 9p; 3 <4s; 0 <4s; 1 <9p ready 9p; 2 <4s; 3 <9m; 0 <9m; 1 <9m _; "
    hands = ["5s", "111m345m678p55p67s", "55s9p", ""]
    played = table(start + "@ treasure 4s; 2 <5s kong 5s; @ treasure 2p", hands, reserve="4s2p")
    assert played.state.melds[2][0].is_kong
    natural = {"discarded_treasure": "natural"}
    table(start + "2 <5s kong 5s; ? 1 win pass; @ treasure 4s; 1 pass; @ treasure 2p", hands, reserve="4s2p",
          options=natural)


def test_the_next_hand_begins_without_a_treasure() -> None:
    """BUG-REPORTS R-08."""
    won = "0 discard 7z; 1 <9p ready 9p; 2 <5s; 1 win; @ treasure 4m"
    played = table(won, ["7z", PLAIN, "", ""], reserve="4m")
    match = played.match
    match.fold(match.begin(HandStarted(1, 0, False, tuple(match.rules.tile_set.tiles()))))
    assert match.state is not None
    for mechanic in match.rules.mechanics:
        assert mechanic.shown(match.state) is None and mechanic.view(match.state, PUBLIC) is None


def test_what_follows_from_declaring_comes_before_its_discard() -> None:
    """LJ-4.1: the declaration, the indicator, the discard, the window."""
    played = table("0 discard 7z; 1 <9p _", ["7z", PLAIN, "", ""], reserve="4s")
    step = decide(played.match.rules, played.state, 1, Ready(17))
    assert step[:3] == [
        Marked("ready", "ready", 1, (17,)), Marked("treasure", "treasure", 0, (21,)), Discarded(1, 17, True),
    ]  # fmt: skip
    assert isinstance(step[3], WindowOpened) and len(step) == 4
