"""What the SDK notices about a deal (CO-5.2): an honest one holds for all, a changed one does not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from clients.bots.policy import GreedyPolicy, RandomPolicy
from clients.sdk.deal import SETS, wall_of
from clients.sdk.fairness import HandCheck, Witness
from engine.rulesets.registry import RULESETS
from protocol import events as happened
from protocol.events import Event
from protocol.fold import fold
from protocol.view import HandResult, Mark, TableView, Turned
from protocol.vocabulary import Tile
from tests.clients.played import Hand, play_hand

GREEDY = GreedyPolicy().choose
HAND = play_hand(GREEDY, seed=3)


def witnessed(events: list[Event], given: tuple[int, str] | None = None) -> HandCheck | None:
    """Let a witness see a stream; ``given``: the seat and nonce that were sent and accepted."""
    witness, view, check = Witness(), TableView("lobby"), None
    for event in events:
        check = witness.see(event, view) or check
        view = fold(view, event)
        if isinstance(event, happened.HandStarted) and given is not None:
            witness.gave(event.hand, *given)
            witness.accepted(event.hand, given[1])
    return check


def faults(events: list[Event], given: tuple[int, str] | None = None) -> list[str]:
    check = witnessed(events, given)
    assert check is not None
    return [fault.code for fault in check.faults]


def changed(hand: Hand, place: int, kind: type[Any], **fields: Any) -> list[Event]:
    """Give a viewer's events with the first of a kind changed."""
    events = list(hand.events[place])
    at = next(at for at, event in enumerate(events) if isinstance(event, kind))
    events[at] = replace(events[at], **fields)
    return events


def result_of(hand: Hand) -> HandResult:
    result = hand.views[0].result
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("nanning", {"fishing": 2, "codes": 2}), ("nanning", {"show_concealed_kong": True}),
        ("zhuji", {"wild_kinds": 2}), *[(ruleset, {}) for ruleset in RULESETS],
    ],
)  # fmt: skip
def test_an_honest_hand_holds_for_every_viewer(ruleset: str, options: dict[str, object]) -> None:
    for seed in range(12):
        choose = GREEDY if seed % 2 else RandomPolicy(Random(seed)).choose
        hand = play_hand(choose, seed, options, ruleset=ruleset)
        for events in hand.events:
            check = witnessed(events)
            assert check is not None and check.holds, check
            assert check.whole and check.secret == hand.secret.hex()


def test_the_own_nonce_is_found_in_the_list() -> None:
    check = witnessed(HAND.events[0], (0, HAND.nonces[0].hex()))
    assert check is not None and check.holds and check.nonce_listed


def test_a_nonce_accepted_and_not_listed_is_broken() -> None:
    assert faults(HAND.events[0], (0, "ab" * 32)) == ["nonce"]
    assert faults(HAND.events[1], (1, "ab" * 32)) == ["nonce"]


def test_another_secret_than_the_one_committed_to_is_broken() -> None:
    events = changed(HAND, 0, happened.HandEnded, result=replace(result_of(HAND), secret="00" * 32))
    assert faults(events)[0] == "commitment"
    assert "wall" in faults(events)


def test_another_list_of_nonces_is_broken() -> None:
    nonces = ("", *(nonce.hex() for nonce in HAND.nonces[1:]))
    assert "wall" in faults(changed(HAND, 0, happened.NoncesListed, nonces=nonces))


def test_another_dealer_than_the_dice_say_is_broken() -> None:
    dealt = next(event for event in HAND.events[4] if isinstance(event, happened.Dealt))
    events = changed(HAND, 4, happened.Dealt, dealer=(dealt.dealer + 1) % 4)
    assert "dealer" in faults(events)


def test_another_wild_kind_than_the_one_drawn_is_broken() -> None:
    hand = play_hand(GREEDY, 3, ruleset="zhuji")
    mark = next(event.mark for event in hand.events[4] if isinstance(event, happened.Marked))
    assert mark.key == "wild" and len(mark.tiles) == 1
    events = changed(hand, 4, happened.Marked, mark=replace(mark, tiles=(other(mark.tiles[0]),)))
    assert faults(events) == ["wild"]


def test_a_treasure_that_does_not_lie_in_its_stacks_is_broken() -> None:
    """LJ-4.1: the top of the fourth stack from the wall's end is turned up first."""
    played = (play_hand(GREEDY, seed, ruleset="longjiang") for seed in range(40))
    hand, mark = next((hand, mark) for hand in played for mark in marks(hand) if mark.key == "treasure")
    wall = wall_of(SETS["longjiang"], hand.secret, hand.nonces, 1)
    assert mark.tiles[0] == wall[-8]
    absent: Tile = "1z"
    events = [
        replace(event, mark=replace(mark, tiles=(absent,)))
        if isinstance(event, happened.Marked) and event.mark == mark
        else event
        for event in hand.events[4]
    ]
    assert faults(events) == ["wall"]


def marks(hand: Hand) -> list[Mark]:
    return [event.mark for event in hand.events[4] if isinstance(event, happened.Marked)]


def other(tile: Tile) -> Tile:
    return "1m" if tile != "1m" else "9s"


def test_another_tile_dealt_is_broken() -> None:
    dealt = next(event for event in HAND.events[2] if isinstance(event, happened.Dealt))
    own = dealt.hands[2]
    assert own is not None
    hands = (*dealt.hands[:2], (*own[:-1], other(own[-1])), dealt.hands[3])
    check = witnessed(changed(HAND, 2, happened.Dealt, hands=hands)[:4])
    assert check is None
    assert "wall" in faults(changed(HAND, 2, happened.Dealt, hands=hands)[:4] + HAND.events[2][-1:])


def test_another_tile_drawn_is_broken() -> None:
    for place in range(4):
        events = [*HAND.events[place]]
        at, drew = next(
            (at, event) for at, event in enumerate(events) if isinstance(event, happened.Drew) and event.tile
        )
        assert drew.tile is not None
        events[at] = replace(drew, tile=other(drew.tile))
        assert faults([*events[: at + 1], events[-1]]) == ["wall"]


def test_a_tile_thrown_that_its_seat_cannot_have_is_broken_for_watchers_too() -> None:
    wrong = play_hand(GREEDY, seed=4)
    thrown = next(event for event in HAND.events[4] if isinstance(event, happened.Discarded))
    events = [*wrong.events[4][:4], *[thrown] * 5, wrong.events[4][-1]]
    assert witness_only(events) == ["wall"]


def witness_only(events: list[Event]) -> list[str]:
    """As ``faults``, without folding: the events need not make sense as a table."""
    witness, check = Witness(), None
    for event in events:
        check = witness.see(event, HAND.views[4]) or check
    assert check is not None
    return [fault.code for fault in check.faults]


def test_another_hand_shown_at_the_end_is_broken() -> None:
    result = result_of(HAND)
    shown = result.shown[0]
    forged = replace(shown, tiles=(*shown.tiles[:-1], other(shown.tiles[-1])))
    events = changed(HAND, 4, happened.HandEnded, result=replace(result, shown=(forged, *result.shown[1:])))
    assert faults(events) == ["wall"]


def left_of_the_wall(hand: Hand) -> list[Tile]:
    """Give what the wall still held at a hand's end, by the public events."""
    wall = wall_of(SETS["nanning"], hand.secret, hand.nonces, 1)[53:]
    ends = [event.end for event in hand.events[4] if isinstance(event, happened.Drew)]
    return wall[ends.count("head") : len(wall) - ends.count("tail")]


def with_turned(hand: Hand, *turned: Turned) -> list[Event]:
    return changed(hand, 4, happened.HandEnded, result=replace(result_of(hand), turned=turned))


def test_codes_are_turned_from_either_end_of_the_wall_and_nowhere_else() -> None:
    left = left_of_the_wall(HAND)
    for tiles, broken in (
        ((left[0], left[1]), []), ((left[-1], left[-2]), []), ((left[1], left[2]), ["wall"]),
    ):  # fmt: skip
        turned = Turned("codes", 0, tiles, (False, False), "NN-14.1")
        assert faults(with_turned(HAND, turned)) == broken


def test_fishing_tiles_are_those_set_aside_from_the_tail_from_the_dealer_on() -> None:
    hand = play_hand(GREEDY, 3, {"fishing": 1})
    wall = wall_of(SETS["nanning"], hand.secret, hand.nonces, 1)
    dealer = hand.views[4].dealer or 0
    honest = [
        Turned("fishing", (dealer + step) % 4, (wall[-1 - step],), (False,), "NN-14.2") for step in range(4)
    ]
    assert faults(with_turned(hand, *honest)) == []
    forged = replace(honest[2], tiles=honest[3].tiles)
    assert honest[2].tiles != honest[3].tiles
    assert faults(with_turned(hand, honest[0], forged)) == ["wall"]


# ---------------------------------------------------------------- what was missed


def test_a_secret_told_only_when_the_match_is_over_is_checked_then() -> None:
    hand = play_hand(GREEDY, seed=3, show_all=False)
    witness, view = Witness(), TableView("lobby")
    for event in hand.events[1]:
        assert witness.see(event, view) is None
        view = fold(view, event)
    assert list(witness.awaited) == [1]
    told = replace(result_of(hand), secret=hand.secret.hex())
    check = witness.told(told)
    assert check is not None and check.holds and check.whole
    assert not witness.awaited
    assert witness.told(told) is None


def test_a_result_told_differently_later_is_broken() -> None:
    hand = play_hand(GREEDY, seed=3, show_all=False)
    witness, view = Witness(), TableView("lobby")
    for event in hand.events[1]:
        witness.see(event, view)
        view = fold(view, event)
    check = witness.told(replace(result_of(hand), secret=hand.secret.hex(), totals=(1, -1, 0, 0)))
    assert check is not None and [fault.code for fault in check.faults] == ["result"]


def resumed(place: int, upto: int, after: int) -> tuple[Witness, HandCheck | None]:
    """See a stream with a run missing, in whose place comes a snapshot."""
    witness, view, check = Witness(), TableView("lobby"), None
    for at, event in enumerate(HAND.events[place]):
        if at < upto or at >= after:
            check = witness.see(event, view) or check
        view = fold(view, event)
        if at == after - 1:
            check = witness.miss(view) or check
    return witness, check


def test_what_was_seen_before_a_gap_is_checked_and_the_check_says_it_is_not_whole() -> None:
    _, check = resumed(0, 10, 20)
    assert check is not None and check.holds and not check.whole


def test_who_comes_in_the_middle_still_checks_the_commitment() -> None:
    _, check = resumed(4, 0, 15)
    assert check is not None and check.holds and not check.whole


def test_a_gap_over_the_hands_end_is_checked_once() -> None:
    everything = len(HAND.events[0])
    witness, check = resumed(0, 12, everything)
    assert check is not None and check.holds and not check.whole
    assert witness.miss(HAND.views[0]) is None


def test_a_commitment_exchanged_behind_a_gap_is_broken() -> None:
    witness, view = Witness(), TableView("lobby")
    for event in HAND.events[0][:10]:
        witness.see(event, view)
        view = fold(view, event)
    witness.miss(replace(view, commit="11" * 32))
    check = witness.see(HAND.events[0][-1], view)
    assert check is not None and "commitment" in [fault.code for fault in check.faults]


def test_a_list_exchanged_behind_a_gap_is_broken() -> None:
    witness, view = Witness(), TableView("lobby")
    for event in HAND.events[0][:10]:
        witness.see(event, view)
        view = fold(view, event)
    witness.miss(replace(view, nonces=("", "", "", "")))
    check = witness.see(HAND.events[0][-1], view)
    assert check is not None and "list" in [fault.code for fault in check.faults]


def test_a_ruleset_not_known_here_is_checked_as_far_as_the_commitment_goes() -> None:
    started = next(event for event in HAND.events[0] if isinstance(event, happened.MatchStarted))
    events = changed(HAND, 0, happened.MatchStarted, info=replace(started.info, ruleset="sichuan"))
    check = witnessed(events)
    assert check is not None and check.holds and not check.whole
