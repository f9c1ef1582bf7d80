"""What a viewer may see (CO-4): nothing of it changes when what he cannot see does, in views and in events
alike."""

import random
from itertools import product

import pytest

from engine.apply import apply
from engine.commands import PASS, WIN
from engine.decide import void
from engine.events import (
    Answered,
    Cause,
    Dealt,
    Declined,
    Discarded,
    Drawn,
    Event,
    FlowerLaid,
    HandStarted,
    Marked,
    Melded,
    Paid,
    SetAside,
    WindowClosed,
    WindowKind,
    WindowOpened,
)
from engine.ledger import Transfer
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.state import Hand, Phase, State
from engine.views import (
    ALL,
    PUBLIC,
    SeenDeal,
    SeenDraw,
    SeenKong,
    SeenSetAside,
    SeenStart,
    SeenWindow,
    Viewer,
    knowing,
    mask,
    reveal,
    view,
)
from tests.engine.hands import Setting, keen, play_hand, settings, shuffled
from tests.engine.script import play, table
from tests.engine.test_events import ONE_OF_EACH
from tests.engine.toys import LOCKS, NANNING, RESERVE

SEATS = range(4)
VIEWERS: list[Viewer] = [*SEATS, PUBLIC]
READY = "123456789m23s55z"


def mixed(rules: Ruleset, state: State, viewer: Viewer, source: random.Random) -> State:
    """Give the state with all tiles that the viewer cannot see dealt anew among the places he cannot see.

    Flowers keep theirs: one in a hand would have been laid out. Kongs lying face down are of other kinds, and
    what others were asked and have answered is forgotten.
    """
    other = state.copy()
    stay = rules.tile_set.flowers
    theirs = [seat for seat in SEATS if seat != viewer]
    hidden = [*state.wall[state.head : state.tail], *(kind for seat in SEATS for kind in state.aside[seat])]
    hidden += [kind for seat in theirs for kind in state.hands[seat].tiles()]
    loose = [kind for kind in hidden if kind not in stay]
    source.shuffle(loose)

    def anew(tiles: list[int] | tuple[int, ...]) -> tuple[int, ...]:
        return tuple(kind if kind in stay else loose.pop() for kind in tiles)

    wall = anew(state.wall[state.head : state.tail])
    other.wall = (*(0,) * state.head, *wall, *(0,) * (len(state.wall) - state.tail))
    other.aside = [anew(tiles) for tiles in state.aside]
    for seat in theirs:
        other.hands[seat] = Hand()
        for kind in anew(state.hands[seat].tiles()):
            other.hands[seat].add(kind)
        if not rules.concealed_kong_shown:
            down = Meld(MeldKind.CONCEALED_KONG, 33)
            other.melds[seat] = [down if meld.source is None else meld for meld in state.melds[seat]]
    if state.drawn is not None and viewer != state.turn:
        other.drawn = other.hands[state.turn].tiles()[0]
    other.offers = None
    if other.window is not None:
        other.window.offers = {seat: offers for seat, offers in other.window.offers.items() if seat == viewer}
        other.window.answers, other.window.lawful = {}, ()
    return other


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_a_view_holds_nothing_of_what_its_viewer_cannot_see(setting: Setting) -> None:
    """CO-4.1, CO-4.2, L-01, L-04, L-05: other hands, wall, tiles set aside, who was asked and what he
    answered."""
    source = random.Random(1)
    compared = 0

    def compare(state: State) -> None:
        nonlocal compared
        if state.phase in (Phase.DEAL, Phase.OVER, Phase.SETTLE) or source.random() > 0.2:
            return
        for viewer in VIEWERS:
            other = mixed(setting.rules, state, viewer, source)
            assert view(setting.rules, other, viewer) == view(setting.rules, state, viewer)
            compared += 1

    for _ in range(6):
        play_hand(setting.rules, shuffled(setting.rules, source), source, keen, compare)
    assert compared > 25


def twins(event: Event, viewer: Viewer) -> Event | None:
    """Give the event with everything changed that this viewer may not know; ``None`` where he may know it
    all."""
    match event:
        case HandStarted(dealer, streak, heated, wall):
            return HandStarted(dealer, streak, heated, tuple(reversed(wall)), (("wild", (9,)),))
        case Dealt(hands):
            others = [tiles if seat == viewer else (33,) * len(tiles) for seat, tiles in enumerate(hands)]
            return Dealt((others[0], others[1], others[2], others[3]))
        case Drawn(seat, _, tail, cause) if seat != viewer:
            return Drawn(seat, 33, tail, cause)
        case SetAside(seat, tiles):
            return SetAside(seat, (33,) * len(tiles))
        case WindowOpened(_, kind, seat, tile):
            return WindowOpened(99, kind, seat, tile, ((viewer, (WIN, PASS)),), (viewer,))
        case Melded(seat, Meld(MeldKind.CONCEALED_KONG)) if seat != viewer:
            return Melded(seat, Meld(MeldKind.CONCEALED_KONG, 33))
        case Marked("locked", name, seat) if seat != viewer:
            return Marked("locked", name, seat, (33,))
        case _:
            return None


MARKED = Marked("locked", "declared", 2, (5,))
PAIRS = [
    pytest.param(event, twin, viewer, id=f"{type(event).__name__}-{viewer}")
    for event, viewer in product([*ONE_OF_EACH, MARKED], VIEWERS)
    if (twin := twins(event, viewer)) is not None
]


DOWN = Melded(2, Meld(MeldKind.CONCEALED_KONG, 5))


@pytest.mark.parametrize("event", [*ONE_OF_EACH, MARKED, DOWN], ids=lambda event: type(event).__name__)
def test_whoever_is_not_said_to_know_more_sees_an_event_as_the_public_does(event: Event) -> None:
    """CO-4.1; and whoever does know more of it is among those named."""
    for rules in (NANNING, LOCKS, make_ruleset("nanning", {"show_concealed_kong": True})):
        for seat in SEATS:
            if seat not in knowing(event):
                assert mask(rules, event, seat) == mask(rules, event, PUBLIC)


def test_who_draws_and_who_lays_a_kong_face_down_knows_more_than_the_public() -> None:
    assert list(knowing(Drawn(2, 7, False, Cause.TURN))) == [2]
    assert list(knowing(DOWN)) == [2]
    assert list(knowing(MARKED)) == list(SEATS)


@pytest.mark.parametrize(("event", "twin", "viewer"), PAIRS)
def test_an_event_masked_holds_nothing_that_its_viewer_may_not_know(
    event: Event, twin: Event, viewer: Viewer
) -> None:
    """CO-4.2, L-07: what is sent of two events that differ in secrets alone is one and the same."""
    assert twin != event
    assert mask(LOCKS, event, viewer) == mask(LOCKS, twin, viewer)


def test_what_each_viewer_gets_of_an_event() -> None:
    """CO-4.1, CO-2.5: his own tiles, of others only that they are; of a window only that it opened."""
    dealt = Dealt(((1, 2), (3, 4), (5, 6), (7, 8, 9)))
    assert mask(NANNING, dealt, 1) == SeenDeal((None, (3, 4), None, None), (2, 2, 2, 3))
    assert mask(NANNING, dealt, PUBLIC) == SeenDeal((None,) * 4, (2, 2, 2, 3))
    assert mask(NANNING, dealt, ALL) == SeenDeal(dealt.hands, (2, 2, 2, 3))
    drawn = Drawn(2, 7, True, Cause.KONG)
    assert [mask(NANNING, drawn, viewer) for viewer in (2, ALL)] == [SeenDraw(2, 7, True, Cause.KONG)] * 2
    assert mask(NANNING, drawn, 1) == SeenDraw(2, None, True, Cause.KONG)
    opened = WindowOpened(3, WindowKind.DISCARD, 0, 5, ((1, (WIN, PASS)),), (1,))
    assert [mask(NANNING, opened, viewer) for viewer in VIEWERS] == [SeenWindow(WindowKind.DISCARD, 0, 5)] * 5
    assert mask(NANNING, SetAside(1, (4, 5)), 1) == SeenSetAside(1, 2)
    assert mask(NANNING, HandStarted(1, 0, False, (1, 2, 3)), 1) == SeenStart(1, 0, False, 3)
    for event in (Discarded(1, 2, True), FlowerLaid(1, 34)):
        assert [mask(NANNING, event, viewer) for viewer in VIEWERS] == [event] * 5


@pytest.mark.parametrize("event", [Answered(1, 2, WIN), WindowClosed(1), Declined(2)], ids=str)
def test_answers_and_what_a_window_came_to_without_effect_are_told_to_nobody(event: Event) -> None:
    """CO-2.5."""
    assert [mask(NANNING, event, viewer) for viewer in (*VIEWERS, ALL)] == [None] * 6


def test_a_concealed_kong_is_seen_by_its_owner_alone_unless_the_option_shows_it() -> None:
    """NN-3.2, option ``show_concealed_kong``."""
    event = Melded(2, Meld(MeldKind.CONCEALED_KONG, 5))
    assert [mask(NANNING, event, viewer) for viewer in VIEWERS] == [SeenKong(2)] * 2 + [event] + [
        SeenKong(2)
    ] * 2
    assert mask(NANNING, event, ALL) == event
    shown = make_ruleset("nanning", {"show_concealed_kong": True})
    assert [mask(shown, event, viewer) for viewer in VIEWERS] == [event] * 5
    open_kong = Melded(2, Meld(MeldKind.OPEN_KONG, 5, 1, 5))
    assert [mask(NANNING, open_kong, viewer) for viewer in VIEWERS] == [open_kong] * 5


def test_a_mechanic_says_who_may_see_what_of_its_own() -> None:
    """DESIGN: ``mask`` and ``view`` of the mechanic; the public is no seat."""
    bare = MARKED._replace(data=())
    assert [mask(LOCKS, MARKED, viewer) for viewer in VIEWERS] == [bare, bare, MARKED, bare, None]
    match, _ = table("0 ready 9p", ["9p", "", "", ""], rules=LOCKS)
    assert match.state is not None
    assert view(LOCKS, match.state, 0).mechanics == {"locked": {"declared": [0], "mine": True}}
    assert view(LOCKS, match.state, PUBLIC).mechanics == {"locked": {"declared": [0], "mine": False}}


def test_a_face_down_kong_stays_so_until_the_hand_is_over() -> None:
    """NN-3.2, CO-4.3."""
    script = "0 discard 9p; 1 kong 1m"
    match, _ = table(script, ["9p", "111m", "", ""], codes="1m")
    state = match.state
    assert state is not None
    kong = Meld(MeldKind.CONCEALED_KONG, 0)
    seen = [view(NANNING, state, viewer).seats[1].melds for viewer in (*VIEWERS, ALL)]
    assert seen == [(None,), (kong,), (None,), (None,), (None,), (kong,)]
    assert view(RESERVE, state, 0).seats[1].melds == (kong,)
    apply(NANNING, state, void(NANNING, state)[0])
    assert view(NANNING, state, PUBLIC).seats[1].melds == (kong,)


def test_a_drawn_tile_is_its_drawers_alone_that_he_has_drawn_is_seen_by_all() -> None:
    """F-11: the tile just drawn is told apart."""
    match, _ = table("0 discard 9p; 1 discard 9m", ["9p", "9m", "", ""], codes="7z6z")
    state = match.state
    assert state is not None
    seen = [view(NANNING, state, viewer) for viewer in (2, 1, PUBLIC, ALL)]
    assert [one.drawn for one in seen] == [32, None, None, 32]
    assert all(one.has_drawn for one in seen)
    assert [one.wall_left for one in seen] == [81] * 4


def test_when_the_hand_is_over_winners_hands_are_open_and_others_as_the_room_says() -> None:
    """CO-4.3, option ``show_all_hands``; tiles set aside are turned then."""
    fishing = {"options": {"fishing": 1}, "tail": "1p2p3p4p"}
    played = play("0 discard 4s; 1 win", ["4s", READY, "", ""], **fishing)
    rules, state = played.match.rules, played.state
    hands = [tuple(hand.tiles()) for hand in state.hands]
    whole, winners = view(rules, state, PUBLIC), view(rules, state, PUBLIC, show_all_hands=False)
    assert [seat.hand for seat in whole.seats] == hands
    assert [seat.hand for seat in winners.seats] == [None, hands[1], None, None]
    assert [seat.aside_tiles for seat in whole.seats] == [(9,), (10,), (11,), (12,)]
    assert view(rules, state, 3, show_all_hands=False).seats[3].hand == hands[3]
    assert (whole.outcome, whole.winners, whole.win_tile, whole.win_source) == ("win", (1,), 21, 0)
    assert (whole.next_dealer, len(whole.scores)) == (1, 1)
    assert reveal(state, True) == dict(enumerate(hands))
    assert reveal(state, False) == {1: hands[1]}


def test_while_the_hand_lasts_no_result_is_seen() -> None:
    match, _ = table("0 discard 4s", ["4s", READY, "", ""], options={"fishing": 1})
    assert match.state is not None
    seen = view(match.rules, match.state, ALL)
    assert (seen.outcome, seen.next_dealer, seen.turned) == (None, None, None)
    assert [(seat.aside, seat.aside_tiles) for seat in seen.seats] == [(1, None)] * 4
    assert seen.window == SeenWindow(WindowKind.DISCARD, 0, 21)


def test_a_kong_in_flight_and_what_was_paid_are_seen_by_all() -> None:
    """CO-6.2, K-19."""
    script = "0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 discard 7z; 3 discard 7z; 0 discard 6z; 3 pass;"
    script += "1 kong 5p"
    match, _ = table(script, ["5p", "55p1z", "", "123m123789s46p66z"], codes="7z7z6z5p")
    state = match.state
    assert state is not None
    seen = view(NANNING, state, PUBLIC)
    assert seen.flight is not None
    assert (seen.flight.seat, seen.flight.meld.tile) == (1, 13)
    assert seen.window == SeenWindow(WindowKind.ROB, 1, 13)
    paid = Transfer(0, 1, 20, "NJ-7.1", "open kong")
    apply(NANNING, state, Paid(paid))
    assert [view(NANNING, state, viewer).ledger for viewer in VIEWERS] == [(paid,)] * 5


def test_views_are_of_a_kind_for_every_seat() -> None:
    """The state is the same: sizes, rivers and phase are; only what is secret differs."""
    match, _ = table("0 discard 4s", ["4s", READY, "", ""])
    state = match.state
    assert state is not None
    views = [view(NANNING, state, viewer) for viewer in VIEWERS]
    assert {tuple(seat.hand_size for seat in one.seats) for one in views} == {(13, 13, 13, 13)}
    assert {tuple(seat.river for seat in one.seats) for one in views} == {tuple(map(tuple, state.rivers))}
    assert [[seat.hand is not None for seat in one.seats] for one in views] == [
        [viewer == seat for seat in SEATS] for viewer in VIEWERS
    ]
