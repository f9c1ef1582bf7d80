"""The session without a socket: one player, many connections (docs/protocol.md)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from clients.bots.policy import GreedyPolicy
from clients.sdk import happenings as h
from clients.sdk.session import Habits
from protocol import events as happened
from protocol import to_client as told
from protocol import to_server as say
from protocol.answers import Entered, HandResultFound
from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.fold import fold
from protocol.view import MatchResult, TableView
from protocol.vocabulary import Pass, Pong, StreamPoint
from tests.clients.played import play_hand
from tests.clients.talk import Talk, frame, prompt, room_state, snapshot

HAND = play_hand(GreedyPolicy().choose, seed=3)
EVENTS = HAND.events[0]
LOBBY = TableView("lobby")
QUIET = Habits(nonces=False, ready_next=False, take_back=False)


def seated(upto: int = 0, habits: Habits = QUIET) -> Talk:
    """Give a session sitting in a room whose stream it has up to a number."""
    talk = Talk(habits)
    talk.connect()
    talk.hear(room_state(), snapshot(0, LOBBY))
    for n, event in enumerate(EVENTS[:upto], 1):
        talk.hear(frame(n, event))
    talk.said()
    return talk


def is_behind(talk: Talk) -> bool:
    return talk.session.rooms["r1"].stream.behind


def clocks_stand(talk: Talk) -> bool:
    return talk.session.rooms["r1"].standing


def open_prompt(talk: Talk) -> int | None:
    """Give the prompt that waits for an answer."""
    asked = talk.session.rooms["r1"].asked
    return asked.prompt.prompt if asked is not None and asked.is_open else None


def again(talk: Talk) -> list[h.Happening]:
    """Lose the connection and get another."""
    talk.session.lost(None, "", talk.now)
    return talk.connect()


# ---------------------------------------------------------------- hello


def test_hello_comes_first_and_alone_until_the_welcome() -> None:
    talk = Talk()
    command = say.GetLobby(talk.session.new_id())
    talk.session.put(command)
    talk.session.connected(Codec.JSON, 0)
    (hello,) = talk.of(say.Hello)
    assert (hello.levels, hello.name, hello.token, hello.resume) == ((1,), "甲", None, ())
    assert talk.session.due(0) is None
    talk.connect()
    assert talk.of(say.GetLobby) == [command]


def test_who_came_back_has_the_token_and_says_no_name() -> None:
    talk = seated(3)
    assert isinstance(again(talk)[0], h.Opened)
    assert (talk.hello.token, talk.hello.name) == ("p1.token", None)
    assert talk.hello.resume == (StreamPoint("r1", "seat0", 1, 3),)


def test_a_hello_refused_is_told_apart_from_a_command_refused() -> None:
    talk = Talk()
    talk.session.connected(Codec.JSON, 0)
    (found,) = talk.hear(told.Rejected(None, RejectCode.BAD_NAME))
    assert isinstance(found, h.TurnedAway)


@pytest.mark.parametrize(
    "code", [RejectCode.STORE_DOWN, RejectCode.TOO_FAST, RejectCode.BUSY, RejectCode.INTERNAL]
)
def test_a_hello_that_cannot_be_taken_just_now_is_said_again_on_the_next_connection(code: RejectCode) -> None:
    """The store is away, and he came to a node where he is not known: he comes back."""
    talk = Talk()
    talk.session.connected(Codec.JSON, 0)
    assert talk.hear(told.Rejected(None, code, retry_ms=1000)) == []
    found = talk.session.lost(CloseCode.RESTARTING.value, CloseCode.RESTARTING.reason, 0)
    assert isinstance(found, h.Lost)


@pytest.mark.parametrize("close", CloseCode, ids=lambda close: close.reason)
def test_every_close_code_is_obeyed(close: CloseCode) -> None:
    talk = seated()
    found = talk.session.lost(close.value, close.reason, 0)
    match close.reconnect:
        case "no":
            assert isinstance(found, h.Over) and found.code == close.value
        case "now":
            assert isinstance(found, h.Lost) and found.retry_ms == 0
        case "later":
            assert isinstance(found, h.Lost) and found.retry_ms == 300


def test_tries_that_fail_are_farther_and_farther_apart() -> None:
    talk = seated()
    pauses = []
    for _ in range(6):
        found = talk.session.lost(None, "", talk.now)
        assert isinstance(found, h.Lost)
        pauses.append(found.retry_ms)
    assert pauses == [300, 600, 1200, 2400, 5000, 5000]


def test_the_room_one_was_in_is_known_from_the_welcome() -> None:
    talk = Talk(QUIET)
    talk.connect(told.Running("r1", 2, True, "seat2"))
    assert talk.session.rooms["r1"].seat == 2
    again(talk)
    assert talk.hello.resume == (StreamPoint("r1", "seat2", 0, 0),)


# ---------------------------------------------------------------- commands


def test_an_answer_lost_with_the_connection_is_asked_for_with_the_same_id() -> None:
    talk = seated()
    command = say.Ready(talk.session.new_id(), "r1", True)
    talk.session.put(command)
    assert talk.said() == [command]
    talk.session.lost(None, "", 0)
    assert talk.said() == []
    talk.connect()
    assert talk.said() == [command]
    assert talk.hear(told.Accepted(command.id)) == [h.Answered(command, told.Accepted(command.id))]
    assert talk.hear(told.Accepted(command.id)) == []


def test_not_now_is_said_again_when_the_time_has_come() -> None:
    talk = seated()
    command = say.Ready(talk.session.new_id(), "r1", True)
    talk.session.put(command)
    talk.said()
    assert talk.hear(told.Rejected(command.id, RejectCode.BUSY, retry_ms=50)) == []
    assert talk.session.due(talk.now) == 50 and talk.said() == []
    talk.now = 50
    assert talk.said() == [command]


def test_nothing_is_said_while_there_is_no_connection() -> None:
    talk = seated()
    talk.session.lost(None, "", 0)
    talk.session.put(say.GetLobby(talk.session.new_id()))
    talk.session.ping(1)
    assert talk.said() == [] and talk.session.due(0) is None


# ---------------------------------------------------------------- streams


def test_events_are_told_one_by_one_and_fold_into_the_table() -> None:
    talk = seated()
    for n, event in enumerate(EVENTS, 1):
        assert talk.hear(frame(n, event))[0] == h.Happened("r1", n, event)
    assert talk.session.rooms["r1"].stream.table == HAND.views[0]


def test_after_a_reconnect_the_missing_run_is_told_once() -> None:
    talk = seated(10)
    again(talk)
    found = talk.hear(*(frame(n, event) for n, event in enumerate(EVENTS[:15], 1)))
    assert [each.n for each in found if isinstance(each, h.Happened)] == [11, 12, 13, 14, 15]
    assert talk.session.rooms["r1"].stream.table == seated(15).session.rooms["r1"].stream.table


def test_a_gap_is_asked_for_and_closed() -> None:
    talk = seated(5)
    assert talk.hear(frame(7, EVENTS[6])) == []
    (resync,) = talk.of(say.Resync)
    assert (resync.room, resync.view, resync.inc, resync.last) == ("r1", "seat0", 1, 5)
    assert is_behind(talk)
    assert talk.accept([resync]) == []
    talk.hear(frame(6, EVENTS[5]), frame(7, EVENTS[6]))
    assert not is_behind(talk)
    assert talk.said() == []


def test_a_resync_refused_is_asked_anew_with_the_next_frame() -> None:
    talk = seated(5)
    talk.hear(frame(7, EVENTS[6]))
    (resync,) = talk.of(say.Resync)
    talk.hear(told.Rejected(resync.id, RejectCode.NOT_NOW), frame(8, EVENTS[7]))
    assert len(talk.of(say.Resync)) == 1


def test_a_new_incarnation_begins_with_its_snapshot() -> None:
    talk = seated(5)
    found = talk.hear(snapshot(2, LOBBY, inc=2))
    assert found[0] == h.CaughtUp("r1", missed=True)
    again(talk)
    assert talk.hello.resume == (StreamPoint("r1", "seat0", 2, 2),)


def test_a_snapshot_that_brings_nothing_new_is_told_as_such() -> None:
    talk = seated(5)
    table = talk.session.rooms["r1"].stream.table
    assert talk.hear(snapshot(5, table)) == [h.CaughtUp("r1", missed=False)]


def test_another_view_of_the_same_room_takes_the_place_of_the_first() -> None:
    talk = seated(0)
    talk.hear(snapshot(0, LOBBY, view="public"))
    assert talk.session.rooms["r1"].seat is None
    assert talk.hear(frame(1, EVENTS[0], view="seat0")) == []
    assert talk.hear(frame(1, EVENTS[0], view="public"))


def test_what_cannot_be_read_or_belongs_to_no_room_is_left_aside() -> None:
    talk = seated(1)
    assert talk.session.receive('{"t":"fireworks"}', 0) == []
    assert talk.session.receive("{", 0) == []
    assert talk.hear(replace(frame(2, EVENTS[1]), room="r9")) == []
    assert "r9" not in talk.session.rooms


# ---------------------------------------------------------------- prompts


def keys(found: list[h.Happening]) -> list[int]:
    return [each.prompt.prompt for each in found if isinstance(each, h.Asked)]


def test_a_prompt_is_asked_once_however_often_it_comes() -> None:
    talk = seated(5)
    assert keys(talk.hear(prompt(1, 5))) == [1]
    assert keys(talk.hear(prompt(1, 5))) == []
    again(talk)
    assert open_prompt(talk) is None
    assert keys(talk.hear(prompt(1, 5))) == []
    assert open_prompt(talk) == 1


def test_a_prompt_waits_for_the_event_it_belongs_after() -> None:
    talk = seated(5)
    assert keys(talk.hear(prompt(1, 6))) == []
    assert keys(talk.hear(frame(6, EVENTS[5]))) == [1]


def test_a_prompt_is_held_back_while_something_is_missing() -> None:
    talk = seated(5)
    talk.hear(frame(8, EVENTS[7]), prompt(1, 8))
    assert open_prompt(talk) is None
    assert keys(talk.hear(*(frame(n, EVENTS[n - 1]) for n in (6, 7, 8)))) == [1]


def test_a_prompt_closed_while_held_back_is_never_asked() -> None:
    talk = seated(5)
    talk.hear(prompt(1, 6), told.PromptClosed("r1", 1, "timeout", Pass()))
    assert keys(talk.hear(frame(6, EVENTS[5]))) == []


def test_a_prompt_answered_before_the_connection_was_lost_is_not_open_again() -> None:
    talk = seated(5)
    talk.hear(prompt(1, 5))
    act = say.Act(talk.session.new_id(), "r1", 1, Pong())
    talk.session.put(act)
    assert talk.said() == [act]
    again(talk)
    assert talk.said() == [act]
    assert keys(talk.hear(prompt(1, 5))) == []
    assert open_prompt(talk) is None


def test_a_prompt_the_server_says_is_answered_is_not_open() -> None:
    talk = seated(5)
    talk.hear(replace(prompt(1, 5), answered=Pong()))
    assert open_prompt(talk) is None


def test_an_answer_refused_leaves_the_prompt_open() -> None:
    talk = seated(5)
    talk.hear(prompt(1, 5))
    act = say.Act(talk.session.new_id(), "r1", 1, Pong())
    talk.session.put(act)
    talk.hear(told.Rejected(act.id, RejectCode.NOT_OFFERED))
    assert open_prompt(talk) == 1


def test_a_new_incarnation_may_count_the_same_prompt_again() -> None:
    talk = seated(5)
    assert keys(talk.hear(prompt(1, 5))) == [1]
    table = talk.session.rooms["r1"].stream.table
    talk.hear(snapshot(4, table, inc=2))
    assert keys(talk.hear(prompt(1, 4))) == [1]


def test_a_prompt_closed_is_over() -> None:
    talk = seated(5)
    talk.hear(prompt(1, 5), told.PromptClosed("r1", 1, "others"))
    assert talk.session.rooms["r1"].asked is None


# ---------------------------------------------------------------- what is done by itself


def test_a_nonce_is_given_when_the_hand_begins_and_checked_when_it_ends() -> None:
    talk = seated(1, Habits())
    talk.hear(frame(2, EVENTS[1]))
    (nonce,) = talk.of(say.Nonce)
    assert (nonce.room, nonce.hand, len(nonce.nonce)) == ("r1", 1, 64)
    assert talk.accept([nonce]) == []
    found = []
    for n, event in enumerate(EVENTS[2:], 3):
        found += talk.hear(frame(n, event))
    (checked,) = [each for each in found if isinstance(each, h.Checked)]
    assert [fault.code for fault in checked.check.faults] == ["nonce"]
    assert talk.session.rooms["r1"].checks == [checked.check]


def test_a_nonce_is_given_once_also_over_a_lost_connection() -> None:
    talk = seated(1, Habits())
    talk.hear(frame(2, EVENTS[1]))
    (nonce,) = talk.of(say.Nonce)
    table = talk.session.rooms["r1"].stream.table
    again(talk)
    talk.hear(snapshot(2, replace(table, streak=1), inc=2))
    assert talk.of(say.Nonce) == [nonce]


def test_who_finds_the_nonces_being_collected_gives_his() -> None:
    talk = Talk(Habits())
    talk.connect()
    view = TableView("lobby")
    for event in EVENTS[:2]:
        view = fold(view, event)
    talk.hear(snapshot(2, view))
    assert len(talk.of(say.Nonce)) == 1


def test_a_watcher_gives_no_nonce_and_is_never_ready() -> None:
    talk = Talk(Habits())
    talk.connect()
    talk.hear(snapshot(0, LOBBY, view="public"))
    for n, event in enumerate(HAND.events[4], 1):
        talk.hear(frame(n, event, view="public"))
    assert talk.said() == []


def test_a_result_seen_makes_ready_for_the_next_hand() -> None:
    talk = seated(len(EVENTS) - 1, Habits(nonces=False))
    talk.hear(frame(len(EVENTS), EVENTS[-1]))
    (ready,) = talk.of(say.ReadyNext)
    assert ready.hand == 1


def test_a_result_come_upon_makes_ready_too() -> None:
    talk = Talk(Habits())
    talk.connect()
    talk.hear(snapshot(len(EVENTS), HAND.views[0]))
    assert len(talk.of(say.ReadyNext)) == 1


def test_the_seat_is_taken_back_from_autopilot() -> None:
    talk = seated(5, Habits(nonces=False))
    taken = happened.ControlChanged(0, "autopilot", "dropped")
    talk.hear(frame(6, replace(taken, seat=1)))
    assert talk.said() == []
    talk.hear(frame(7, taken))
    assert len(talk.of(say.TakeBack)) == 1
    table = talk.session.rooms["r1"].stream.table
    again(talk)
    talk.said()
    talk.hear(snapshot(9, table))
    assert len(talk.of(say.TakeBack)) == 1


def test_secrets_held_back_are_asked_for_when_the_match_is_over() -> None:
    hidden = play_hand(GreedyPolicy().choose, seed=3, show_all=False)
    talk = seated(0)
    for n, event in enumerate(hidden.events[0], 1):
        talk.hear(frame(n, event))
    assert talk.said() == []
    none = (0, 0, 0, 0)
    over = happened.MatchEnded(MatchResult("m1", "host", none, (1, 1, 1, 1), (none,), none))
    talk.hear(frame(len(hidden.events[0]) + 1, over))
    (asked,) = talk.of(say.GetResult)
    result = hidden.views[0].result
    assert asked.hand == 1 and result is not None
    found = talk.hear(
        told.Accepted(asked.id, HandResultFound(replace(result, secret=hidden.secret.hex())))
    )
    (checked,) = found
    assert isinstance(checked, h.Checked) and checked.check.holds and checked.check.whole


# ---------------------------------------------------------------- rooms


def test_a_room_closed_is_not_resumed_and_may_be_entered_again() -> None:
    talk = seated(3)
    talk.hear(told.RoomClosed("r1", "left"))
    closed = talk.session.rooms["r1"]
    assert closed.closed is not None
    assert talk.hear(frame(4, EVENTS[3])) == []
    again(talk)
    assert talk.hello.resume == ()
    command = say.JoinRoom(talk.session.new_id(), "ABCD")
    talk.session.put(command)
    talk.said()
    talk.hear(told.Accepted(command.id, Entered("r1", "seat2", 2, "ABCD")), snapshot(0, LOBBY, "seat2"))
    model = talk.session.rooms["r1"]
    assert model is not closed and (model.seat, model.code) == (2, "ABCD")


def test_of_room_states_the_highest_revision_stands() -> None:
    talk = seated()
    talk.hear(room_state(5), room_state(4))
    state = talk.session.rooms["r1"].state
    assert state is not None and state.rev == 5


def test_clocks_stand_from_a_notice_to_the_next() -> None:
    talk = seated()
    talk.hear(told.Notice("store_down", None, True))
    assert clocks_stand(talk)
    talk.hear(told.Notice("store_back", "r1"))
    assert not clocks_stand(talk)
    talk.hear(told.Notice("waiting", "r9", True))
    assert not clocks_stand(talk)


def test_what_is_about_no_room_is_told_all_the_same() -> None:
    talk = seated()
    assert talk.hear(told.Echo(1, 2)) == [h.Said("", told.Echo(1, 2))]
    matched = told.Matched("r2", "seat1", 1, "WXYZ")
    assert talk.hear(matched) == [h.Said("r2", matched)]
    assert talk.session.rooms["r2"].seat == 1


def test_presence_clock_and_records_are_kept_as_last_told() -> None:
    talk = seated(5)
    model = talk.session.rooms["r1"]
    there = (told.SeatPresence(True),) * 4
    talk.hear(
        told.Presence("r1", there, 0, ()), told.Presence("r1", there, 2, ("戊",)),
        told.Clock("r1", 5, 1, 5000, 0), told.RecordReady("r1", "m1"),
    )  # fmt: skip
    assert model.presence is not None and model.presence.watchers == 2
    assert model.clock is not None and model.records == ["m1"]
    talk.session.lost(None, "", 0)
    assert talk.session.rooms["r1"].clock is None


@pytest.mark.parametrize("codec", Codec)
def test_both_codecs_do(codec: Codec) -> None:
    talk = Talk(QUIET, codec)
    talk.connect()
    talk.hear(snapshot(0, LOBBY), frame(1, EVENTS[0]))
    assert talk.session.rooms["r1"].stream.n == 1
