"""Taking over a bot's seat: before a match, in a running one, over a crash, and what may be seen by it."""

from __future__ import annotations

import pytest

from protocol import events as wire
from protocol import to_server as ask
from protocol.answers import Entered
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Clock, Prompt, Rejected, RoomState, Snapshot
from protocol.vocabulary import Discard, Pass
from server.effects import SaveRecord, Submit
from tests.server.tables import ROOM, Bench, Crashed

FRIEND = "p1"


def code(answer: Accepted | Rejected) -> RejectCode | None:
    return answer.code if isinstance(answer, Rejected) else None


def kinds(bench: Bench) -> list[str]:
    return [seat.kind for seat in bench.client("p0").last(RoomState).seats]


def entered(bench: Bench) -> Entered:
    result = bench.client(FRIEND).last(Accepted).result
    assert isinstance(result, Entered)
    return result


def practice(**room: int | str | bool) -> Bench:
    """A player with three bots in a running match: it is his turn, or he may claim."""
    bench = Bench(1, bots=3, room={"hands": 4, **room})
    bench.start()
    bench.play_on(lambda: bench.client("p0").prompt is not None)
    return bench


# ---------------------------------------------------------------- before a match


def test_who_comes_in_takes_a_free_seat_before_a_bots() -> None:
    bench = Bench(1, bots=2)
    bench.enter(FRIEND)
    assert kinds(bench) == ["player", "bot", "bot", "player"]


def test_who_comes_in_where_no_seat_is_free_takes_a_bots_and_has_to_be_ready_like_anybody() -> None:
    bench = Bench(1, bots=3, room={"turn": 60})
    bench.enter(FRIEND)
    assert entered(bench) == Entered(ROOM, "seat1", 1, "K7QX2M")
    seat = bench.client("p0").last(RoomState).seats[1]
    assert (seat.kind, seat.player, seat.ready, seat.accepted) == ("player", FRIEND, False, False)
    assert kinds(bench) == ["player", "player", "bot", "bot"]
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.PLAYERS_NOT_READY


def test_who_is_told_to_stand_takes_no_seat() -> None:
    bench = Bench(1, bots=3)
    bench.enter(FRIEND, sit=False)
    assert kinds(bench) == ["player", "bot", "bot", "bot"]


def test_a_bots_seat_may_be_taken_by_who_stands_and_only_where_none_is_free() -> None:
    bench = Bench(1, bots=2)
    bench.enter(FRIEND, sit=False)
    assert code(bench.say(FRIEND, ask.Sit(bench.new_id(), ROOM, 2))) is RejectCode.SEAT_TAKEN
    bench.say("p0", ask.AddBot(bench.new_id(), ROOM, 3))
    assert isinstance(bench.say(FRIEND, ask.Sit(bench.new_id(), ROOM, 2)), Accepted)
    assert kinds(bench) == ["player", "bot", "player", "bot"]
    assert code(bench.say(FRIEND, ask.Sit(bench.new_id(), ROOM, 1))) is RejectCode.SEAT_TAKEN
    assert code(bench.say(FRIEND, ask.Sit(bench.new_id(), ROOM, 0))) is RejectCode.SEAT_TAKEN


# ---------------------------------------------------------------- while a match runs


def test_who_comes_in_while_a_match_runs_plays_on_at_once_in_a_bots_place() -> None:
    bench = practice()
    friend = bench.enter(FRIEND)
    assert entered(bench) == Entered(ROOM, "seat1", 1, "K7QX2M")
    assert kinds(bench) == ["player", "player", "bot", "bot"]
    assert bench.view("p0").seats[1].control == "player"
    assert bench.view(FRIEND).seats[1].tiles is not None
    bench.play_on(lambda: bool(friend.all(Prompt)))
    bench.play_on(lambda: bench.view(FRIEND).hand == 2 and bench.view(FRIEND).phase == "nonces")
    assert isinstance(bench.say(FRIEND, ask.Nonce(bench.new_id(), ROOM, 2, "0a" * 32)), Accepted)
    bench.play_on(lambda: bool(bench.gone) or bench.view("p0").match_result is not None, most=9000)
    assert set(bench.records) == {"match1"}


def test_who_stands_while_a_match_runs_may_take_a_bots_seat_and_no_other() -> None:
    bench = practice()
    friend = bench.enter("p2", sit=False)
    assert bench.listens[friend.number] == ("public", True)
    assert code(bench.say("p2", ask.Sit(bench.new_id(), ROOM, 0))) is RejectCode.MATCH_RUNNING
    sit = ask.Sit(bench.new_id(), ROOM, 2)
    assert isinstance(bench.say("p2", sit), Accepted)
    assert bench.listens[friend.number] == ("seat2", True)
    entries = len(bench.journal)
    assert isinstance(bench.say("p2", sit), Accepted)
    assert len(bench.journal) == entries
    assert code(bench.say("p2", ask.Sit(bench.new_id(), ROOM, 3))) is RejectCode.MATCH_RUNNING
    bench.play_on(lambda: bool(friend.all(Prompt)))


def test_everybody_is_told_that_a_bots_seat_is_a_players_now() -> None:
    bench = practice()
    watcher = bench.watch("w")
    bench.enter(FRIEND)
    assert watcher.view is not None
    assert watcher.view.seats[1].control == "player"
    assert watcher.last(RoomState).seats[1].name == "Player 1"
    told = bench.room.streams.newest(4)[-1].event
    assert told == wire.ControlChanged(1, "player", "taken")
    assert watcher.view.match is not None
    assert watcher.view.match.seats[1].bot, "the match's names are those it began with"


def test_whose_turn_it_is_when_taken_over_is_asked_at_once_and_no_bot_acts_for_him() -> None:
    bench = Bench(1, bots=3, room={"hands": 4, "bot_pace": 1500})
    bench.start()
    bench.play_on(lambda: bench.view("p0").turn == 1 and bench.view("p0").window is None)
    friend = bench.enter(FRIEND)
    assert friend.prompt is not None
    assert bench.timer is not None
    assert bench.timer > bench.now + 1500
    moves = friend.n
    bench.wait(2000)
    assert friend.n == moves
    assert isinstance(bench.act(FRIEND, _discard(friend.prompt)), Accepted)


def _discard(prompt: Prompt) -> Discard:
    return Discard(prompt.offers.discard[0])


def test_the_times_a_lone_player_is_spared_apply_as_soon_as_two_play_co_8_1() -> None:
    """His open claim may last a day while he plays with bots: not while somebody waits for it."""
    bench = Bench(1, bots=3, room={"hands": 4})
    bench.start()
    bench.play_on(lambda: bench.client("p0").prompt is not None and bench.view("p0").window is not None)
    asked = bench.client("p0").last(Prompt)
    table = bench.room.running
    assert table is not None
    assert asked.turn_ms is None
    assert table.pace.floor < 800
    bench.enter(FRIEND)
    again = bench.client("p0").last(Prompt)
    assert (again.prompt, again.turn_ms) == (asked.prompt, 5000)
    assert table.pace.floor == 800
    bench.wait(30_000)
    now = bench.client("p0").prompt
    assert now is None or now.prompt > asked.prompt


def test_those_times_outlast_a_checkpoint() -> None:
    bench = practice()
    bench.enter(FRIEND)
    bench.play_on(lambda: bench.view("p0").hand == 2 and bench.view("p0").phase != "nonces")
    del bench.journal[: bench.checkpoint]
    bench.crash()
    table = bench.room.running
    assert table is not None
    assert (table.pace.claim, table.pace.floor, table.seats[1].player) == (5000, 800, FRIEND)


def test_who_took_a_seat_has_the_record_and_may_play_the_next_match_as_agreed() -> None:
    """He has accepted what the match is played by: nothing more is asked before another."""
    bench = practice(hands=0, turn=60)
    friend = bench.enter(FRIEND)
    assert friend.last(RoomState).seats[1].accepted
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    end = ask.EndMatch(bench.new_id(), ROOM)
    effects = bench.give(Submit(bench.client("p0").number, "p0", end))
    assert [each.players for each in effects if isinstance(each, SaveRecord)] == [("p0", FRIEND)]
    for player in ("p0", FRIEND):
        assert isinstance(bench.say(player, ask.Rematch(bench.new_id(), ROOM)), Accepted)
    match = bench.view(FRIEND).match
    assert match is not None
    assert [seat.bot for seat in match.seats] == [False, False, True, True]


def test_who_took_a_seat_and_drops_is_stood_in_for_after_his_grace_and_plays_on_when_back_co_3_2() -> None:
    bench = practice(grace=5, turn=60)
    bench.enter(FRIEND)
    bench.drop(FRIEND)
    bench.wait(5000)
    assert bench.view("p0").seats[1].control == "autopilot"
    bench.back(FRIEND)
    assert bench.view("p0").seats[1].control == "player"
    assert bench.client(FRIEND).stream == "seat1"


def test_the_seat_of_who_left_is_nobodys_to_take_co_3_3() -> None:
    bench = practice()
    bench.enter(FRIEND)
    assert isinstance(bench.say(FRIEND, ask.Leave(bench.new_id(), ROOM, True)), Accepted)
    bench.enter(FRIEND)
    assert bench.client(FRIEND).last(Rejected).code is RejectCode.LEFT
    bench.enter("p6", sit=False)
    assert code(bench.say("p6", ask.Sit(bench.new_id(), ROOM, 1))) is RejectCode.MATCH_RUNNING
    assert isinstance(bench.say("p6", ask.Sit(bench.new_id(), ROOM, 2)), Accepted)
    bench.enter("p7", sit=True)
    assert bench.client("p7").last(Accepted).result == Entered(ROOM, "seat3", 3, "K7QX2M")
    bench.enter("p8")
    assert bench.client("p8").last(Rejected).code is RejectCode.ROOM_FULL


def test_a_kicked_player_takes_no_seat() -> None:
    bench = Bench(2, bots=2)
    bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Player 1"))
    for seat in (1, 2, 3):
        bench.say("p0", ask.AddBot(bench.new_id(), ROOM, seat))
    bench.start()
    bench.enter("p1")
    assert bench.client("p1").last(Rejected).code is RejectCode.BANNED


# ---------------------------------------------------------------- secrecy


def test_who_takes_a_seat_sees_its_hand_alone_and_nothing_of_before_co_4_1() -> None:
    bench = practice()
    friend = bench.enter(FRIEND, sit=False)
    inc, last = friend.inc, friend.n
    assert all(seat.tiles is None for seat in bench.view(FRIEND).seats)
    heads = list(bench.room.streams.heads)
    bench.say(FRIEND, ask.Sit(bench.new_id(), ROOM, 1))
    seats = bench.view(FRIEND).seats
    assert [seat.tiles is not None for seat in seats] == [False, True, False, False]
    assert friend.last(Snapshot).n == heads[1] + 1
    bench.say(FRIEND, ask.Resync(bench.new_id(), ROOM, "seat1", inc, heads[1] - 3))
    assert friend.last(Snapshot).n == heads[1] + 1, "what was told of the seat before is told no more"
    refused = bench.say(FRIEND, ask.Resync(bench.new_id(), ROOM, "public", inc, last))
    assert code(refused) is RejectCode.FORBIDDEN


def test_what_others_hear_does_not_tell_what_was_taken_over_co_4_1() -> None:
    bench = practice()
    before = len(bench.client("p0").heard)
    bench.enter(FRIEND)
    heard = [message for _, message in bench.client("p0").heard[before:]]
    assert not [message for message in heard if isinstance(message, Snapshot | Clock)]
    assert [seat.tiles is not None for seat in bench.view("p0").seats] == [True, False, False, False]


# ---------------------------------------------------------------- crash


def playing_two(bench: Bench, until: int, stands: bool) -> None:
    """Let both play a while; the friend comes to a seat, or ``stands`` first and then sits."""
    for _ in range(400):
        try:
            _step(bench, stands)
        except Crashed:
            bench.crash()
            for player in ("p0", FRIEND):
                if player in bench.room.members.people:
                    bench.back(player)
        view = bench.view("p0") if "p0" in bench.present else None
        if view is not None and sum(len(seat.river) for seat in view.seats) >= until:
            return
    raise AssertionError("nothing goes on")


def _step(bench: Bench, stands: bool) -> None:
    members = bench.room.members
    if FRIEND not in members.people:
        bench.enter(FRIEND, sit=not stands)
    elif members.seat_of(FRIEND) is None:
        bench.say(FRIEND, ask.Sit("5e" * 16, ROOM, 1))
    elif asked := bench.asked():
        prompt = bench.client(asked[0]).prompt
        assert prompt is not None
        action = Pass() if prompt.offers.pass_ else _discard(prompt)
        bench.act(asked[0], action)
        bench.client(asked[0]).prompt = None
    else:
        bench.to_timer()


def outcome(bench: Bench) -> tuple[object, ...]:
    """Give all that is so at the table and for each viewer."""
    room = bench.room
    chairs = [(chair.player, chair.level, chair.accepted) for chair in room.members.chairs]
    table = room.running
    assert table is not None
    seats = [(seat.player, seat.control, seat.cause) for seat in table.seats]
    streams = (room.streams.inc, list(room.streams.heads), list(room.counts))
    return chairs, seats, streams, table.pace, bench.view("p0"), bench.view(FRIEND)


MOVES = 14
FIRST = len(practice().journal)


def undisturbed(stands: bool) -> tuple[int, tuple[object, ...]]:
    bench = practice()
    playing_two(bench, MOVES, stands)
    return len(bench.journal), outcome(bench)


AS_IT_WAS = {stands: undisturbed(stands) for stands in (False, True)}


@pytest.mark.parametrize("told", [False, True], ids=["before it is told", "after it is told"])
@pytest.mark.parametrize(
    ("stands", "index"),
    [(stands, index) for stands in AS_IT_WAS for index in range(FIRST + 1, AS_IT_WAS[stands][0] + 1)],
)
def test_a_table_killed_at_any_index_around_the_taking_goes_on_as_the_undisturbed_one(
    stands: bool, index: int, told: bool
) -> None:
    bench = practice()
    bench.crash_at = (index, told)
    playing_two(bench, MOVES, stands)
    assert outcome(bench) == AS_IT_WAS[stands][1]
    assert bench.crash_at is None, "it was killed"
