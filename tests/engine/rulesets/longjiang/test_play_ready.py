"""Declaring ready at the table: by which discards, what a locked hand may do, who wins (LJ-1, LJ-3, LJ-6)."""

import pytest

from engine.commands import PASS, Ready
from engine.errors import Code
from engine.legal import legal
from engine.notation import format_tile
from engine.rulesets.registry import make_ruleset
from engine.scoring.facts import By
from engine.step import Step
from engine.views import PUBLIC, view
from tests.engine.rulesets.longjiang.hands import PAIRS, PLAIN, table
from tests.engine.script import Played

OTHER = "999m345p678m22m34s"
"""Waits for 2s and 5s like ``PLAIN``."""
MEAN = "0 discard 7z; "
"""The dealer begins with nothing of interest."""
ALONE = ["7z", PLAIN, "", ""]
"""Seat 1 has a hand that waits."""
LOCKED = MEAN + "1 <9p ready 9p; "


def items(played: Played) -> list[list[str]]:
    """Return what counted, by winner."""
    return [[item.id for item in win.items if item.id != "base"] for win in played.outcome.wins]


def thrown(played: Played, seat: int) -> list[str]:
    """Return what a seat has thrown."""
    return [format_tile(kind) for kind in played.state.thrown[seat]]


def test_nobody_wins_undeclared_and_declaring_comes_with_the_discard() -> None:
    """LJ-3.1: a whole hand may be declared by throwing a tile of it, but wins nothing before."""
    played = table(
        """0 discard 5s; ? 1 chow pass; ! 1 win = not_ready; 1 pass; 1 <5s _; ? 1 discard ready
        ! 1 win = not_ready; ! 1 ready 9p = not_ready; 1 ready 5s; ! 1 ready 5s
        @ hand 1 111m345m678p55p34s""",
        ["5s", PLAIN, "", ""],
    )
    assert thrown(played, 1) == ["5s"] and not played.outcome.wins


def test_exactly_the_discards_that_leave_a_wait_are_offered() -> None:
    """LJ-2.2, LJ-3.1, BUG-REPORTS R-02, R-03: 35678899m beside a triplet declares by 3m or 8m, and by 8m only
    if there is a triplet."""
    for beside, expected in (
        ("111234p", {("3m", None), ("3m", "8m"), ("3m", "9m"), ("8m", None)}),
        ("123456p", {("3m", None), ("3m", "8m"), ("3m", "9m")}),
    ):
        state = table(MEAN + "1 <3m _", ["7z", "5678899m" + beside, "", ""]).state
        offers = legal(make_ruleset("longjiang", {}), state, 1)
        ready = {
            (format_tile(offer.tile), None if offer.pushed is None else format_tile(offer.pushed))
            for offer in offers if isinstance(offer, Ready)
        }  # fmt: skip
        assert ready == expected


def test_declaring_after_a_chow_or_pong() -> None:
    """LJ-3.1, CO-1.2: the discard after a claim may declare; kong and win are not in that moment."""
    for taken, hand in (("chow 3m4m", "111m678p55p34s34m9p"), ("pong", "111m678p55p34s55m9p")):
        played = table(f"0 discard 5m; 1 {taken}; ? 1 discard ready; 1 ready 9p", ["5m", hand, "", ""])
        assert played.state.ext["ready"] == ((1, None),)


def test_a_concealed_kong_does_not_keep_from_declaring() -> None:
    """LJ-1.3, LJ-3.1, BUG-REPORTS R-09: it lies open, earns nothing, and its replacement is from the head."""
    played = table(
        "0 discard 7z; 1 <1m kong 1m; 1 <9p _; @ hand 1 345m678p55p34s9p; ? 1 discard ready; 1 ready 9p",
        ALONE,
    )
    assert played.state.ext["ready"] == ((1, None),) and not played.state.ledger
    assert view(played.match.rules, played.state, PUBLIC).seats[1].melds == tuple(played.state.melds[1])


def test_a_locked_hand_only_wins_and_what_it_draws_goes() -> None:
    """LJ-3.2: no claim but a win, no kong, no other discard, no second declaration."""
    played = table(
        LOCKED + """2 <9m; 3 <5p; ? 1; ! 1 pong; 0 <8m; 1 <9p _; 2 <9m; 3 <9m; 0 <8m; 1 <1m _; ? 1 win pass
        ! 1 kong 1m = not_offered; ! 1 discard 1m = not_offered; ! 1 ready 1m = not_ready; 1 pass
        @ hand 1 111m345m678p55p34s; ? 1""",
        ["7z", PLAIN, "9m", ""],
    )
    assert thrown(played, 1) == ["9p", "9p", "1m"]
    assert all(river.drawn for river in played.state.rivers[1])
    table(LOCKED + "2 <1m; ? 3 chow pass; ? 1; ! 1 kong", ["7z", PLAIN, "", "23m"])


def test_a_passed_win_bars_nothing() -> None:
    """LJ-3.2: neither another's tile nor one's own draw."""
    played = table(
        LOCKED + """2 <5s; ? 1 win pass; 1 pass; 3 <2s; ? 1 win pass; 1 pass; 0 <8m; 1 <5s _; ? 1 win pass
        1 pass; 2 <2s; ? 1 win pass; 1 win""",
        ALONE,
    )
    assert items(played) == [["plain"]]


def test_the_nearest_of_two_winners_wins_whoever_answers_first() -> None:
    """LJ-6.5, CO-2.2: seat 1 before seat 2; he may leave it to seat 2."""
    start = LOCKED + "2 <9p ready 9p; 3 <8m; 0 <5s; ? 1 win pass; ? 2 win pass; "
    for answers, winner in (("2 win; 1 win", 1), ("1 win", 1), ("1 pass; 2 win", 2), ("2 win; 1 pass", 2)):
        played = table(start + answers, ["7z", PLAIN, OTHER, ""])
        assert [win.seat for win in played.outcome.wins] == [winner]


def test_a_win_comes_before_a_pong_and_a_pong_before_a_chow() -> None:
    """LJ-1.2, CO-2.2."""
    played = table(LOCKED + "2 <9p; 3 <8m; 0 <5s; 2 pong; 1 win", ["7z", PLAIN, "55s", ""])
    assert [win.seat for win in played.outcome.wins] == [1]
    script = "0 discard 5s; ? 1 chow pass; ? 2 pong pass; 1 chow 4s6s; 2 pong"
    played = table(script, ["5s", "46s", "55s", ""])
    assert (played.state.melds[1], len(played.state.melds[2])) == ([], 1)


def test_an_added_kong_may_be_robbed_by_who_has_declared() -> None:
    """LJ-6.4: the kong-er pays as an undeclared discarder; an open or a concealed kong stands."""
    start = "0 discard 5s; 2 pong; 2 discard 9p; 3 <9m; 0 <9m; 1 <9p ready 9p; 2 <5s kong 5s; ? 1 win pass; "
    hands = ["5s", PLAIN, "55s9p", ""]
    played = table(start + "1 win", hands)
    assert (played.totals, items(played)) == ([-2, 5, -2, -1], [["plain"]])
    assert table(start + "1 pass", hands).state.melds[2][0].is_kong
    undeclared = start[: start.index("ready")] + "discard 9p; 2 <5s kong 5s; ? 1; ! 1 win"
    assert table(undeclared, hands).state.melds[2][0].is_kong
    open_kong = "2 <5s; ? 1 win pass; ? 3 kong pong pass; 3 kong; 1 pass; ? 1; @ turn 3"
    table(LOCKED + open_kong, ["7z", PLAIN, "", "555s"])
    table(LOCKED + "2 <9m kong 5s; ? 1; @ turn 2", ["7z", PLAIN, "5555s", ""])


def test_who_declares_with_the_discard_that_is_won_had_declared() -> None:
    """LJ-6.3, LJ-3.1: he pays no more than the others; the dealer pays twice."""
    hands = ["7z", PLAIN, OTHER, ""]
    assert table(LOCKED + "2 <5s ready 5s; 1 win", hands).totals == [-2, 4, -1, -1]
    assert table(LOCKED + "2 <5s discard 5s; 1 win", hands).totals == [-2, 5, -2, -1]


@pytest.mark.parametrize(
    ("hand", "turn", "complete", "why"),
    [
        (PLAIN, "1 <9p discard 9p", ["2s", "5s"], Code.NOT_READY),
        ("234m345m678p55p34s", "1 <9p discard 9p", ["2s", "5s"], Code.NOT_A_WIN),  # no terminal
        (PAIRS, "1 <9p ready 9p", ["5p", "4s"], None),
        (PAIRS, "1 <9p ready 9p 5p", ["5p"], None),
    ],
)
def test_four_sets_and_a_pair_are_complete_whatever_else_a_win_asks_for(
    hand: str, turn: str, complete: list[str], why: Code | None
) -> None:
    """LJ-2.1, LJ-3.1, LJ-3.3: hints tell a hand that lacks something else from one that waits for
    nothing; with a pair pushed out its tile alone completes."""
    played = table(MEAN + turn, ["7z", hand, "", ""])
    rules, state = played.match.rules, played.state
    found = [kind for kind in range(34) if rules.wins.is_complete(state, 1, By.DISCARD, kind)]
    assert [format_tile(kind) for kind in found] == complete
    assert [rules.wins.refuse(rules, state, 1, By.DISCARD, kind, 0) for kind in found] == [why] * len(found)


def test_a_pair_pushed_out_stays_in_hand_and_only_its_tile_wins() -> None:
    """LJ-3.3; everybody sees it."""
    played = table(
        MEAN + """1 <9p _; ! 1 ready 9p 6p = not_ready; ! 1 ready 9p 3m = not_ready; 1 ready 9p 4s
        @ hand 1 123m345m678p55p44s; 2 <5p; ? 1; 3 <9m; 0 <4s; ? 1 win pass; 1 win""",
        ["7z", PAIRS, "", ""],
    )
    assert (played.totals, items(played)) == ([-8, 12, -2, -2], [["plain", "pushed"]])
    seen = view(played.match.rules, played.state, PUBLIC)
    assert seen.mechanics["ready"] == {"declared": [[1, 21]]}


def test_claims_that_would_leave_fewer_than_four_tiles_are_not_offered() -> None:
    """LJ-1.2: beside three melds neither chow, pong nor kong, but an added kong; beside two all of them."""
    two = "0 discard 5p; 1 pong; 1 discard 1p; 2 <7s; 1 pong; 1 discard 9p; 2 <9m; ? 1 pong pass; "
    three = two + "1 pong; 1 discard 8m; @ hand 1 222m1s; "
    hands = ["5p", "55p77s99m222m1s9p8m1p", "", "334m"]
    table(three + "2 <2m; ? 3 chow pass; ? 1; ! 1 kong", hands)
    locked = "2 <9p; 3 <9p; 0 <3m; ? 3 pong pass; ? 1; 3 pass; 1 <2m _; ? 1 discard; ! 1 kong 2m"
    table(three + locked, hands)
    added = "2 <9p; 3 <9p; 0 <8p; 1 <5p _; ? 1 discard kong; 1 kong 5p; 1 <4p _; @ turn 1; @ hand 1 222m1s4p"
    table(three + added, hands)
    table(two + "1 pass; 3 <2m; ? 1 kong pong pass; 1 kong; @ turn 1", hands)
    table(two + "1 pass; 3 <9p; 0 <8p; 1 <2m _; ? 1 discard kong; 1 kong 2m; @ turn 1", hands)
    chow = two + "1 pass; 3 <9p; 0 <3m; ? 1 chow pass"
    table(chow, ["5p", "55p77s99m22m1s9p4m1p5m", "", ""])


def test_the_last_discard_may_be_claimed_by_a_kong_not() -> None:
    """LJ-1.3, LJ-6.6: with eight tiles left nothing is drawn any more."""
    start = "0 discard 9m; 1 <2m _; @ left 8; ! 1 kong 2m = no_replacement; ? 1 discard; 1 discard 3s; "
    hands = ["9m", "222m3s", "24s", "333s9p"]
    claims = "? 2 chow pass; ? 3 pong pass; ! 3 kong = no_replacement; "
    drawn = table(start + claims + "3 pass; 2 pass; @ over", hands, left=9)
    assert (drawn.outcome.outcome, drawn.outcome.follows) == ("draw", (0, 1, False))
    claimed = table(start + claims + "3 pong; ? 3 discard; 3 discard 9p; @ over; @ left 8", hands, left=9)
    assert (claimed.outcome.outcome, claimed.totals) == ("draw", [0, 0, 0, 0])
    table("0 discard 9m; 1 <2m _; @ left 9; ? 1 discard kong; 1 kong 2m; @ left 8; @ turn 1", hands, left=10)


def test_the_dealers_tiles_as_dealt_win_but_not_after_a_kong() -> None:
    """LJ-5.8, CO-1.1; declared instead, his hand is like any other."""
    dealt = ["111m345m678p55p345s", "", "", ""]
    played = table("? 0 discard ready win; 0 win", dealt)
    assert (played.totals, items(played)) == ([384, -128, -128, -128], [["heavenly"]])
    kong = "0 kong 1m; ! 0 win = not_ready; ? 0 discard ready"
    table(kong, ["1111m345m678p55p34s", "", "", ""], codes="5s")
    played = table("0 ready 5s; 1 <9p; 2 <9p; 3 <9p; 0 <2s win", dealt)
    assert items(played) == [["drawn"]]


@pytest.mark.parametrize(
    ("script", "hands", "dealer"),
    [
        ("0 ready 9p; 1 <9m; 2 <9m; 3 <5s; 0 win", [PLAIN + "9p", "", "", ""], 0),
        (LOCKED + "2 <5s; 1 win", ALONE, 1),
        (MEAN + "1 <9p; 2 <9p ready 9p; 3 <5s; 2 win", ["7z", "", PLAIN, ""], 1),
    ],
    ids=["the dealer wins and stays", "the next seat wins", "another wins"],
)
def test_the_deal_passes_to_the_next_seat_unless_the_dealer_wins(
    script: str, hands: list[str], dealer: int
) -> None:
    """LJ-6.6."""
    played = table(script, hands)
    assert played.outcome.outcome == "win"
    assert (played.state.next_dealer, played.state.next_streak) == (dealer, 1 if dealer == 0 else 0)


def test_time_running_out_declares_nothing_and_takes_a_win() -> None:
    """CO-3.1, BUG-REPORTS R-01, R-06; with `timeout_wins` off it lets it go, and the tile drawn goes too."""
    played = table(MEAN + "1 <9p timeout; @ treasure none", ALONE)
    assert not view(played.match.rules, played.state, PUBLIC).mechanics
    start = LOCKED + "2 <8m; 3 <8m; 0 <8m; 1 <5s timeout"
    assert table(start, ALONE).outcome.outcome == "win"
    played = table(start, ALONE, rules=make_ruleset("longjiang", {}, timeout_wins=False))
    assert thrown(played, 1) == ["9p", "5s"]


def test_a_command_that_is_no_declaration_is_none_of_the_mechanics_business() -> None:
    """LJ-3.1: what is not declared leaves no trace."""
    played = table(MEAN + "1 <9p _", ALONE)
    step = Step(played.match.rules, played.state)
    mechanic = next(one for one in step.rules.mechanics if one.key == "ready")
    assert not mechanic.perform(step, 1, PASS)
    assert not step.events
