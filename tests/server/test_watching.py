"""Looking on at hands (CO-8.2): who may, what is kept back, and when it is let go."""

from __future__ import annotations

from typing import Literal

import pytest

from protocol import to_server as ask
from protocol.codes import RejectCode
from protocol.events import ControlChanged, Dealt, Drew, Event, HandEnded, HandStarted, MatchStarted, Melded
from protocol.to_client import (
    Accepted,
    Clock,
    Frame,
    Notice,
    Presence,
    Prompt,
    Rejected,
    RoomClosed,
    RoomState,
    Snapshot,
)  # fmt: skip
from protocol.vocabulary import StreamPoint, View
from server.effects import Attach, Enter
from server.streams import PUBLIC
from tests.server.tables import ROOM, Bench, Client, Options, make_kit, seeded_chance

PLAYERS = ("p0", "p1", "p2", "p3")
DELAY = 20


def room(players: int = 4, bots: int = 0, seed: int = 1, **options: bool | int | str) -> Bench:
    """A room that lets hands be watched."""
    return room_with(options, players, bots, seed)


def room_with(options: Options, players: int = 4, bots: int = 0, seed: int = 1) -> Bench:
    """A room with these options, that lets hands be watched if they do not say otherwise."""
    watch = {"hands": 4, "pause_floor": 0, "watch": "all", **options}
    return Bench(players, bots=bots, room=watch, kit=make_kit(seeded_chance(seed)))


def consent(bench: Bench, player: str, given: bool = True, to: Literal["early", "seat"] = "seat") -> None:
    """Give a consent or take it back."""
    assert isinstance(bench.say(player, ask.Consent(bench.new_id(), ROOM, to, given)), Accepted)


def events(client: Client) -> list[Event]:
    """List the events of a client's stream."""
    return [frame.event for frame in client.all(Frame)]


def play_hand(bench: Bench) -> None:
    """Play to the end of the hand that runs."""
    number = bench.view("p0").hand
    bench.play_on(lambda: bench.view("p0").phase in ("hand_over", "match_over"))
    assert bench.view("p0").hand == number


def next_hand(bench: Bench) -> None:
    """Go on to where somebody is asked in the next hand."""
    number = bench.view("p0").hand
    bench.play_on(lambda: bench.view("p0").hand > number and bool(bench.asked()))


def some_moves(bench: Bench, moves: int) -> None:
    """Play on for so many public events."""
    end = bench.room.streams.heads[PUBLIC] + moves
    bench.play_on(lambda: bench.room.streams.heads[PUBLIC] >= end and bool(bench.asked()))
    assert bench.view("p0").phase not in ("hand_over", "match_over")


def one_move(bench: Bench) -> None:
    """Play on until others are asked, or the hand is over."""
    asked = bench.asked()
    bench.play_on(lambda: bench.asked() != asked or bench.view("p0").phase == "hand_over")


def refusal(client: Client) -> tuple[RejectCode, str]:
    """Say how a client was refused."""
    rejected = client.last(Rejected)
    return rejected.code, rejected.field


# ---------------------------------------------------------------- who may look on at what


@pytest.mark.parametrize(
    ("options", "view", "code"),
    [
        ({"watch": "off"}, "all", (RejectCode.SWITCHED_OFF, "watch")),
        ({"watch": "public"}, "all", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "public"}, "shown0", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "seat"}, "all", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "seat"}, "shown0", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "all"}, "shown0", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "all"}, "seat0", (RejectCode.FORBIDDEN, "view")),
        ({"watch": "all", "show_all_hands": False}, "all", (RejectCode.FORBIDDEN, "view")),
    ],
)
def test_a_view_that_the_room_or_the_player_does_not_allow_is_refused(
    options: Options, view: View, code: tuple[RejectCode, str]
) -> None:
    bench = room_with(options)
    assert refusal(bench.watch("w", view)) == code
    assert "w" not in bench.room.presence.watchers


def test_a_consent_opens_ones_own_hand_and_no_other() -> None:
    bench = room(watch="seat")
    consent(bench, "p1")
    assert bench.watch("w", "shown1").stream == "shown1"
    assert refusal(bench.watch("v", "shown2")) == (RejectCode.FORBIDDEN, "view")
    assert bench.watch("u").stream == "public"


def test_a_bots_seat_is_open_for_it_has_nobody_to_protect() -> None:
    bench = room(players=1, bots=3, watch="seat")
    assert bench.watch("w", "shown3").stream == "shown3"
    assert refusal(bench.watch("v", "shown0")) == (RejectCode.FORBIDDEN, "view")


@pytest.mark.parametrize("view", ["all", "shown1"])
def test_nobody_seated_may_open_hands_of_his_own_table(view: View) -> None:
    bench = room()
    for player in PLAYERS:
        consent(bench, player)
    bench.start()
    for player in PLAYERS:
        client = bench.connect(player)
        bench.give(Enter(client.number, player, player, bench.new_id(), "watcher", view))
        assert client.last(Rejected).code is RejectCode.IN_MATCH
        again = bench.back(player, resume=False, view=view)
        assert again.stream == f"seat{player[1]}"
        assert isinstance(bench.say(player, ask.Resync(bench.new_id(), ROOM, view, 0, 0)), Rejected)
        assert {frame.view for frame in again.all(Frame)} <= {again.stream}


def test_who_looks_on_may_turn_to_another_view_and_back() -> None:
    bench = room()
    client = bench.watch("w")
    for view in ("all", "public"):
        bench.give(Enter(client.number, "w", "Watcher w", bench.new_id(), "watcher", view))
        assert client.stream == view
    bench.give(Enter(client.number, "w", "Watcher w", bench.new_id(), "watcher", "shown0"))
    assert (refusal(client), client.stream) == ((RejectCode.FORBIDDEN, "view"), "public")


def test_a_room_that_is_watched_no_more_says_so_to_who_asks_again() -> None:
    bench = room()
    client = bench.watch("w")
    values = bench.room.members.room_options | {"watch": "off"}
    bench.say("p0", ask.SetOptions(bench.new_id(), ROOM, "nanning", {}, values))
    bench.give(Enter(client.number, "w", "Watcher w", bench.new_id(), "watcher", "public"))
    assert refusal(client) == (RejectCode.SWITCHED_OFF, "watch")


def test_a_watcher_comes_back_to_his_view_and_to_no_other() -> None:
    bench = room()
    bench.watch("w", "all")
    bench.start()
    play_hand(bench)
    next_hand(bench)
    assert bench.back("w", view="all").all(Snapshot) == []
    other = bench.connect("w")
    bench.give(Attach(other.number, "w", "shown2", StreamPoint(ROOM, "shown2", 1, 0), "w"))
    assert other.stream == "all"
    bench.drop("w")
    gone = bench.back("w", resume=False, view="shown2")
    assert gone.last(RoomClosed).cause == "forbidden"
    assert gone.all(Snapshot) == []


def test_a_watcher_of_all_hands_may_ask_for_what_he_missed() -> None:
    bench = room()
    client = bench.watch("w", "all")
    bench.start()
    play_hand(bench)
    frames = client.all(Frame)
    view, last = client.view, frames[-1].n
    client.n = last - 1
    client.heard.clear()
    bench.compares = False
    answer = bench.say("w", ask.Resync(bench.new_id(), ROOM, "all", 1, last - 1))
    assert isinstance(answer, Accepted)
    assert client.all(Frame) == frames[-1:]
    client.heard.clear()
    bench.say("w", ask.Resync(bench.new_id(), ROOM, "all", 0, 0))
    assert client.last(Snapshot).state == view
    refused = bench.say("w", ask.Resync(bench.new_id(), ROOM, "public", 1, 0))
    assert isinstance(refused, Rejected) and refused.code is RejectCode.FORBIDDEN


# ---------------------------------------------------------------- when it is let go


@pytest.mark.parametrize("view", ["all", "shown0", "shown3"])
def test_nothing_of_a_hand_reaches_a_watcher_before_it_is_over(view: View) -> None:
    """A look at every byte: from the first hand's commitment on nothing but who is there, till its end."""
    bench = room(friends=False)
    for player in PLAYERS:
        consent(bench, player)
        consent(bench, player, to="early")
    client = bench.watch("w", view)
    bench.start()
    for number in (1, 2, 3):
        client.heard.clear()
        steps = 0
        while bench.view("p0").phase != "hand_over":
            one_move(bench)
            if bench.view("p0").phase != "hand_over":
                steps += 1
                assert {type(message) for _, message in client.heard} <= {Presence, RoomState, Notice}
                late = bench.watch(f"late{number}", view)
                assert late.view == client.view
                assert not late.all(Prompt) and not late.all(Clock)
                assert late.view is not None and late.view.hand == number - 1
                heard = client.raw() + late.raw()
                assert b'"t":"frame"' not in heard
                assert (bench.view("p0").commit or "").encode() not in heard
                bench.drop(f"late{number}")
        assert steps > 10
        assert client.view is not None and client.view.hand == number
        assert client.view.phase == "hand_over"
        assert not client.all(Prompt) and not client.all(Clock)
        next_hand(bench)


def test_a_hand_comes_whole_in_order_and_at_the_moment_it_is_over() -> None:
    bench = room()
    consent(bench, "p1")
    shown, every, public = bench.watch("w", "shown1"), bench.watch("v", "all"), bench.watch("u")
    bench.start()
    play_hand(bench)
    assert events(shown) == events(bench.client("p1"))
    for client in (shown, every):
        ended = next(at for at, each in public.heard if isinstance(each, Frame) and _ends(each))
        times = [at for at, each in client.heard if isinstance(each, Frame)]
        assert times[1:] == [ended] * (len(times) - 1)
        assert [frame.n for frame in client.all(Frame)] == list(range(1, len(times) + 1))
        assert isinstance(events(client)[0], MatchStarted)
        assert isinstance(events(client)[1], HandStarted)
        assert isinstance(events(client)[-1], HandEnded)
    assert len(events(every)) == len(events(public))
    own = [iter([e for e in events(bench.client(p)) if not _marks(e)]) for p in PLAYERS]
    for seen, plain, *each in zip(events(every), events(public), *own, strict=True):
        if isinstance(seen, Dealt):
            assert list(seen.hands) == [each[seat].hands[seat] for seat in range(4)]
            assert None not in seen.hands
        elif isinstance(seen, Drew):
            assert seen == each[seen.seat] and seen.tile is not None
        elif isinstance(seen, Melded):
            assert seen == each[seen.seat] and seen.meld.tiles
        else:
            assert seen == plain


def _ends(frame: Frame) -> bool:
    return isinstance(frame.event, HandEnded)


def _marks(event: Event) -> bool:
    """Whether it is a mark that one seat alone has."""
    return getattr(getattr(event, "mark", None), "key", "") in ("barred", "barred_pong")


def test_who_comes_late_sees_the_last_hand_as_it_ended_till_the_next_one_is_over() -> None:
    bench = room()
    bench.start()
    assert bench.watch("v", "all").view is not None
    play_hand(bench)
    ended = bench.view("p0")
    next_hand(bench)
    some_moves(bench, 10)
    client = bench.watch("w", "all")
    assert client.view is not None
    assert (client.view.hand, client.view.phase, client.view.result) == (1, "hand_over", ended.result)
    assert client.view.seats == ended.seats
    play_hand(bench)
    assert client.view.hand == 2


def test_a_change_of_who_plays_is_told_in_its_place_within_the_hand() -> None:
    bench = room(players=3, bots=1)
    client = bench.watch("w", "all")
    bench.start()
    bench.say("p2", ask.Leave(bench.new_id(), ROOM, confirm=True))
    assert not [event for event in events(client) if isinstance(event, ControlChanged)]
    play_hand(bench)
    kinds = [type(event) for event in events(client)]
    assert kinds.index(HandStarted) < kinds.index(ControlChanged) < kinds.index(HandEnded)


# ---------------------------------------------------------------- consent taken back


def test_who_takes_his_consent_back_in_a_hand_has_it_seen_by_nobody() -> None:
    bench = room(show_all_hands=False, seed=3)
    consent(bench, "p1")
    client = bench.watch("w", "shown1")
    bench.start()
    some_moves(bench, 12)
    client.heard.clear()
    consent(bench, "p1", given=False)
    assert client.last(RoomClosed).cause == "forbidden"
    assert client.number not in bench.listens
    assert refusal(bench.watch("v", "shown1")) == (RejectCode.FORBIDDEN, "view")
    play_hand(bench)
    assert client.all(Frame) == []
    consent(bench, "p1")
    again = bench.back("w", view="shown1")
    view = again.last(Snapshot).state
    assert view.result is not None
    shown = {each.seat for each in view.result.shown}
    assert [seat for seat in range(4) if view.seats[seat].tiles is not None] == sorted(shown)
    next_hand(bench)
    play_hand(bench)
    dealt = [event for event in events(again) if isinstance(event, Dealt)]
    assert [event.hands[1] is not None for event in dealt] == [True]


def test_a_player_who_takes_a_watched_bots_seat_has_consented_to_nothing() -> None:
    bench = room(players=3, bots=1, watch="seat")
    bench.enter("p3", sit=False)
    client = bench.watch("w", "shown1")
    bench.start()
    some_moves(bench, 8)
    client.heard.clear()
    assert isinstance(bench.say("p3", ask.Sit(bench.new_id(), ROOM, 1)), Accepted)
    assert client.last(RoomClosed).cause == "forbidden"
    play_hand(bench)
    assert client.all(Frame) == []


def test_a_host_who_shuts_the_view_shows_its_watchers_out_and_the_past_with_it() -> None:
    bench = room(hands=4)
    client = bench.watch("w", "all")
    public = bench.watch("v")
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    point = client.point
    values = bench.room.members.room_options
    for watch in ("public", "all"):
        command = ask.SetOptions(bench.new_id(), ROOM, "nanning", {}, values | {"watch": watch})
        assert isinstance(bench.say("p0", command), Accepted)
        assert client.last(RoomClosed).cause == "forbidden"
        assert not public.all(RoomClosed)
    again = bench.connect("w")
    bench.give(Attach(again.number, "w", "all", point, "w"))
    state = again.last(Snapshot)
    assert (state.n, state.state.seats) == (point.last, ())


# ---------------------------------------------------------------- sooner, among friends


def friends() -> Bench:
    """Friends, all of whom agreed to be seen sooner."""
    bench = room(friends=True, watch_delay=DELAY, seed=4)
    for player in PLAYERS:
        consent(bench, player, to="early")
    return bench


def told(client: Client) -> int:
    """Count the events of the hand that a watcher of all hands was told."""
    seen = events(client)
    return len(seen) - seen.index(next(event for event in seen if isinstance(event, HandStarted)))


def test_friends_let_an_event_go_when_so_many_public_ones_have_followed() -> None:
    bench = friends()
    client = bench.watch("w", "all")
    bench.start()
    begun = 1  # match_started is of no hand
    checked = 0
    while bench.view("p0").phase != "hand_over":
        one_move(bench)
        public = bench.room.streams.heads[PUBLIC] - begun
        if bench.view("p0").phase != "hand_over":
            checked += 1
            assert client.n - begun == max(public - DELAY, 0)
            joined = bench.watch("v", "all")
            assert (joined.n, joined.view) == (client.n, client.view)
            bench.drop("v")
    assert checked > 10 and begun + DELAY < client.n
    assert client.n == bench.room.streams.heads[PUBLIC]
    assert client.view is not None and client.view.phase == "hand_over"


@pytest.mark.parametrize("who", PLAYERS)
def test_one_of_four_friends_is_enough_to_stop_it_at_once(who: str) -> None:
    bench = friends()
    client = bench.watch("w", "all")
    bench.start()
    some_moves(bench, DELAY + 5)
    assert told(client) >= 5
    consent(bench, who, given=False, to="early")
    at = client.n
    some_moves(bench, 4)
    assert client.n == at
    consent(bench, who, to="early")
    assert client.n == bench.room.streams.heads[PUBLIC] - DELAY
    consent(bench, who, given=False, to="early")
    play_hand(bench)
    assert client.n == bench.room.streams.heads[PUBLIC]


@pytest.mark.parametrize("missing", ["friends", "p3"])
def test_nothing_comes_sooner_without_all_four_or_in_a_room_that_is_not_of_friends(missing: str) -> None:
    bench = room(friends=missing != "friends", watch_delay=DELAY, seed=4)
    for player in PLAYERS:
        if player != missing:
            consent(bench, player, to="early")
    client = bench.watch("w", "all")
    bench.start()
    some_moves(bench, DELAY + 10)
    assert [type(event) for event in events(client)] == [MatchStarted]


def test_a_friends_seat_is_seen_sooner_only_with_his_own_consent_too() -> None:
    bench = friends()
    assert refusal(bench.watch("v", "shown2")) == (RejectCode.FORBIDDEN, "view")
    consent(bench, "p2")
    client = bench.watch("w", "shown2")
    bench.start()
    some_moves(bench, DELAY + 8)
    assert client.view is not None and client.view.seats[2].tiles is not None
    assert [seat.tiles for seat in client.view.seats[:2]] == [None, None]
    seen = events(client)
    assert seen == events(bench.client("p2"))[: len(seen)]
    consent(bench, "p2", given=False)
    assert client.last(RoomClosed).cause == "forbidden"
    consent(bench, "p2")
    assert bench.back("w", view="shown2").view == client.view
    play_hand(bench)


def test_a_player_who_joins_friends_has_not_agreed_to_be_seen_sooner() -> None:
    bench = room(players=3, bots=1, friends=True, watch_delay=DELAY, seed=4)
    for player in ("p0", "p1", "p2"):
        consent(bench, player, to="early")
    bench.enter("p3", sit=False)
    client = bench.watch("w", "all")
    bench.start()
    some_moves(bench, DELAY + 2)
    assert told(client) >= 2
    at = client.n
    bench.say("p3", ask.Sit(bench.new_id(), ROOM, 1))
    some_moves(bench, 6)
    assert client.n == at
