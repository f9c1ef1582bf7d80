"""What the feed says of rooms: of which, what, how often; and what it keeps for a broker that is away."""

from __future__ import annotations

import re

import pytest

from engine.rulesets.registry import make_ruleset
from protocol import to_server as ask
from protocol.events import MatchStarted
from protocol.feed import FeedLobby, FeedNode, FeedState
from protocol.mqtt import LOBBY, events_topic, key_of, state_topic
from protocol.to_client import Accepted, Frame
from server.effects import CloseRoom
from server.feeds.outbox import (
    EVENTS_AT_ONCE,
    LOBBY_EVERY_MS,
    LOBBY_KEPT_S,
    STATE_AGAIN_MS,
    STATE_EVERY_MS,
    STATE_KEPT_S,
    STOPPED_MS,
    TAIL,
    Outbox,
    Post,
    status,
)
from server.rooms import Kit
from server.streams import PUBLIC
from tests.server.feeds.fed import FED, Display, Fed, read
from tests.server.tables import CODE, ROOM
from tests.server.twins import twin_games


def play_a_hand(bench: Fed) -> None:
    """Play until a hand is over; the broker takes what is due as it comes."""
    bench.start()

    def is_over() -> bool:
        bench.send()
        return bench.view("p0").phase == "hand_over"

    bench.play_on(is_over)


def lobby(posts: list[Post]) -> FeedLobby:
    """Give the last lobby among some posts."""
    told = [read(post) for post in posts if post.topic == LOBBY][-1]
    assert isinstance(told, FeedLobby)
    return told


# ---------------------------------------------------------------- of which rooms, and what


def test_a_room_without_the_option_is_never_in_the_feed_co_8() -> None:
    bench = Fed(room={**FED, "feed": False})
    play_a_hand(bench)
    assert {post.topic for post in bench.sent} == {LOBBY}
    assert lobby(bench.sent).rooms == ()


def test_a_room_with_it_has_a_retained_state_and_every_public_event_once() -> None:
    bench = Fed()
    watcher = bench.watch("w")
    play_a_hand(bench)
    frames = [frame for frame in watcher.all(Frame) if not isinstance(frame.event, MatchStarted)]
    told = [each for each in bench.sent_events() if not isinstance(each.event, MatchStarted)]
    assert [(each.inc, each.n, each.event) for each in told] == [(f.inc, f.n, f.event) for f in frames]
    assert {each.key for each in told} == {key_of(ROOM, f.inc, f.n) for f in frames}
    kinds = {(post.topic, post.retain, post.kept_s) for post in bench.sent}
    assert kinds == {
        (state_topic(ROOM), True, STATE_KEPT_S),
        (events_topic(ROOM), False, None),
        (LOBBY, True, LOBBY_KEPT_S),
    }


def test_a_state_and_the_events_after_it_tell_the_same_story_as_a_later_state() -> None:
    bench = Fed()
    display, states = Display(), 0
    bench.start()

    def is_over() -> bool:
        nonlocal states
        for post in bench.send():
            told = read(post)
            if isinstance(told, FeedState) and display.at == (told.inc, told.n):
                states += 1
                assert display.table == told.table
            display.hear(told)
        bench.wait(STATE_EVERY_MS)
        return bench.view("p0").phase == "match_over"

    bench.play_on(is_over)
    assert states > 20 and display.table is not None and display.table.match_result is not None


def test_the_first_state_comes_before_any_match_and_says_who_sits_there() -> None:
    bench = Fed(2)
    bench.send()
    (state,) = bench.sent_states()
    assert state.about.names == ("Player 0", "Player 1", "", "")
    assert (state.about.phase, state.about.ruleset, state.about.hand, state.about.hands) == (
        "lobby", "nanning", 0, 4,
    )  # fmt: skip
    assert (state.node, state.table.phase, state.table.match) == ("north-0", "lobby", None)


def test_neither_code_nor_ids_of_players_leave_the_house() -> None:
    bench = Fed()
    play_a_hand(bench)
    everything = b"".join(post.topic.encode() + post.payload for post in bench.sent)
    assert CODE.encode() not in everything
    assert not re.search(rb'"p[0-3]"', everything)
    assert b'"player":""' in everything


SETS = make_ruleset("nanning", {}).tile_set


def fed(kit: Kit) -> Fed:
    return Fed(kit=kit, room={"hands": 4, "feed": True})


def test_the_feed_cannot_tell_games_apart_that_differ_in_what_nobody_has_seen_co_4_1() -> None:
    compared = 0
    for original, others in twin_games(fed, 4, games=8, most=40):
        if original.view("p0").phase == "hand_over":
            continue  # all hands are shown: nothing is hidden any more
        sent = original.send()
        for twin in others:
            compared += 1
            assert twin.send() == sent
    assert compared >= 8, "too few twins to mean anything"


TILE = re.compile(rb'"([1-9][mpszf])"')


def test_no_payload_holds_a_concealed_tile_before_the_hand_is_over_co_4_1() -> None:
    bench = Fed()
    bench.start()
    seen: set[str] = set()

    def has_gone_on() -> bool:
        for seat in bench.view("p0").seats:
            seen.update(tile.tile for tile in seat.river)
            seen.update(tile for meld in seat.melds for tile in meld.tiles)
        bench.send()
        return bench.view("p0").phase == "hand_over" or len(bench.sent_events()) > 60

    bench.play_on(has_gone_on)
    if bench.view("p0").phase == "hand_over":
        raise AssertionError("choose a longer hand")
    written = {tile.decode() for post in bench.sent for tile in TILE.findall(post.payload)}
    assert len(written) > 10 and written <= seen


# ---------------------------------------------------------------- how often


def throw(bench: Fed) -> None:
    """Let whoever is on turn throw a tile, and all others pass."""
    before = bench.room.streams.heads[PUBLIC]
    bench.play_on(lambda: bench.room.streams.heads[PUBLIC] > before)


def test_a_state_is_sent_once_a_second_at_most_and_is_the_newest() -> None:
    bench = Fed()
    bench.start()
    bench.send()
    assert len(bench.sent_states()) == 1
    for _ in range(3):
        throw(bench)
        bench.send()
        assert len(bench.sent_states()) == 1
    bench.now = bench.outbox.next_due()
    assert bench.now == 3000 + STATE_EVERY_MS
    bench.send()
    assert [state.n for state in bench.sent_states()][1:] == [bench.room.streams.heads[PUBLIC]]


@pytest.mark.parametrize("is_new", [False, True], ids=["the broker is back", "the room was taken over"])
def test_nothing_is_told_of_a_step_that_is_not_saved(is_new: bool) -> None:
    """A state, or a room's last events, may be due in the middle of a step."""
    bench = Fed()
    bench.start()
    throw(bench)
    bench.send()
    if is_new:
        bench.outbox = Outbox("south-0", bench._look)
        bench.is_here = False
        bench.enter("w", sit=False)
        bench.is_here = True
    bench.outbox.connected(bench.now)
    bench.sent.clear()
    told = bench.room.streams.heads[PUBLIC]
    bench.before_saving = bench.send
    throw(bench)
    early = [each.n for each in bench.sent_states()] + [each.n for each in bench.sent_events()]
    assert max(early, default=0) <= told
    bench.before_saving = lambda: None
    bench.now = bench.outbox.next_due()
    bench.send()
    bench.now += STATE_EVERY_MS
    bench.send()
    head = bench.room.streams.heads[PUBLIC]
    assert bench.sent_states()[-1].n == bench.sent_events()[-1].n == head > told


def test_a_state_is_sent_again_now_and_then_though_nothing_happens() -> None:
    """The broker forgets those that are not: a room that ended while it was away leaves nothing behind."""
    bench = Fed()
    bench.send()
    for _ in range(STATE_AGAIN_MS // LOBBY_EVERY_MS):
        assert len(bench.sent_states()) == 1
        bench.now = bench.outbox.next_due()
        bench.send()
    assert len(bench.sent_states()) == 2
    assert STATE_AGAIN_MS * 3 < STATE_KEPT_S * 1000


def test_the_lobby_is_sent_at_once_when_it_changes_and_every_five_seconds() -> None:
    bench = Fed(2)
    (room,) = lobby(bench.send()).rooms
    assert (room.room, room.names) == (ROOM, ("Player 0", "Player 1", "", ""))
    assert bench.outbox.next_due() == bench.now + LOBBY_EVERY_MS < bench.now + LOBBY_KEPT_S * 1000
    bench.enter("p2")
    bench.now += STATE_EVERY_MS
    (room,) = lobby(bench.send()).rooms
    assert room.names == ("Player 0", "Player 1", "Player 2", "")


# ---------------------------------------------------------------- rooms that go


def test_closing_a_room_clears_what_is_retained() -> None:
    bench = Fed()
    bench.send()
    bench.give(CloseRoom("closed"))
    bench.now += STATE_EVERY_MS
    posts = bench.send()
    assert Post(state_topic(ROOM), b"", True) in posts
    assert lobby(posts).rooms == ()
    bench.now += 2 * STATE_AGAIN_MS
    assert {post.topic for post in bench.send()} == {LOBBY}


def test_taking_the_option_back_clears_what_is_retained() -> None:
    bench = Fed()
    bench.send()
    options = ask.SetOptions(bench.new_id(), ROOM, "nanning", room_options={**FED, "feed": False})
    assert isinstance(bench.say("p0", options), Accepted)
    assert bench.send() == [Post(state_topic(ROOM), b"", True)]
    bench.start()
    assert {post.topic for post in bench.send()} == {LOBBY} and lobby(bench.sent).rooms == ()


def test_a_room_that_is_another_nodes_by_now_is_left_to_it() -> None:
    """Its state is there: the other one's, which is not to be touched."""
    bench = Fed()
    bench.send()
    bench.is_here = False
    bench.enter("w", sit=False)
    bench.now += LOBBY_EVERY_MS
    posts = bench.send()
    assert {post.topic for post in posts} == {LOBBY} and lobby(posts).rooms == ()


def test_a_room_that_is_lost_is_told_of_no_more_and_nothing_of_it_is_cleared() -> None:
    bench = Fed()
    bench.send()
    bench.enter("w", sit=False)
    bench.outbox.lost(ROOM)
    bench.outbox.lost("another")
    bench.now += LOBBY_EVERY_MS
    posts = bench.send()
    assert {post.topic for post in posts} == {LOBBY} and lobby(posts).rooms == ()


def test_who_takes_a_room_over_tells_its_state_and_its_last_events_with_the_same_keys() -> None:
    bench = Fed()
    bench.start()
    for _ in range(20):
        throw(bench)
    bench.send()
    before = [each.key for each in bench.sent_events()]
    bench.sent.clear()
    bench.outbox = Outbox("south-0", bench._look)
    bench.outbox.connected(bench.now)
    bench.crash()
    bench.send()
    assert [each.key for each in bench.sent_events()] == before[-TAIL:]
    (state,) = bench.sent_states()
    assert (state.node, state.n) == ("south-0", bench.room.streams.heads[PUBLIC])


# ---------------------------------------------------------------- a broker that is away


def test_the_oldest_events_are_dropped_when_too_many_wait_and_the_state_is_the_newest() -> None:
    bench = Fed(most=10)
    bench.start()
    while bench.room.streams.heads[PUBLIC] < 25:
        throw(bench)
    head = bench.room.streams.heads[PUBLIC]
    assert bench.outbox.dropped == head - 10
    bench.send()
    assert [each.n for each in bench.sent_events()] == list(range(head - 9, head + 1))
    assert [each.n for each in bench.sent_states()] == [head]


def test_what_may_not_have_come_is_sent_again_in_order() -> None:
    bench = Fed()
    bench.start()
    while bench.room.streams.heads[PUBLIC] < 2 * EVENTS_AT_ONCE:
        throw(bench)
    lost = bench.outbox.due(bench.now)
    assert len([post for post in lost if not post.retain]) == EVENTS_AT_ONCE
    bench.outbox.connected(bench.now)
    posts = bench.send()
    assert [post for post in posts if not post.retain][:EVENTS_AT_ONCE] == [p for p in lost if not p.retain]
    assert [each.n for each in bench.sent_events()] == list(range(1, bench.room.streams.heads[PUBLIC] + 1))
    assert [post for post in lost if post.retain] == [post for post in posts if post.retain]


def test_what_may_not_have_come_is_the_first_to_be_dropped() -> None:
    bench = Fed(most=EVENTS_AT_ONCE)
    bench.start()
    while bench.room.streams.heads[PUBLIC] < EVENTS_AT_ONCE:
        throw(bench)
    bench.outbox.due(bench.now)
    dropped = bench.outbox.dropped
    for _ in range(3):
        throw(bench)
    head = bench.room.streams.heads[PUBLIC]
    bench.outbox.connected(bench.now)
    bench.send()
    assert [each.n for each in bench.sent_events()] == list(range(head - EVENTS_AT_ONCE + 1, head + 1))
    assert bench.outbox.dropped > dropped


def test_a_state_that_could_not_be_taken_back_is_taken_back_from_the_next_broker() -> None:
    bench = Fed()
    bench.send()
    bench.give(CloseRoom("closed"))
    clearing = Post(state_topic(ROOM), b"", True)
    assert clearing in bench.outbox.due(bench.now)
    bench.outbox.connected(bench.now)
    assert clearing in bench.send()
    bench.outbox.connected(bench.now)
    assert clearing not in bench.send()


def test_who_was_stopped_and_wakes_tells_no_state_before_the_room_has_saved_something() -> None:
    """He may be its owner no more; what he would tell would stand in the place of the new owner's."""
    bench = Fed()
    bench.start()
    bench.send()
    throw(bench)
    bench.now += STOPPED_MS + 1
    bench.sent.clear()
    bench.send()
    assert bench.sent_states() == [] and bench.sent_events() != []
    throw(bench)
    bench.send()
    assert [state.n for state in bench.sent_states()] == [bench.room.streams.heads[PUBLIC]]


def test_a_nodes_status_is_retained_and_that_it_has_gone_is_forgotten_some_day() -> None:
    come, gone = status("north-0", True), status("north-0", False)
    assert come.topic == gone.topic == "sifang/v1/nodes/north-0/status"
    assert (read(come), read(gone)) == (FeedNode("north-0", "online"), FeedNode("north-0", "offline"))
    assert (come.retain, come.kept_s, gone.retain) == (True, None, True) and gone.kept_s
