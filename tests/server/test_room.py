"""Rooms before and after matches: who sits where, who may do what, how a match begins (BUG-REPORTS, Z)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import to_server as ask
from protocol.answers import Entered
from protocol.codes import RejectCode
from protocol.events import ControlChanged, Discarded, HandEnded, MatchEnded, MatchStarted
from protocol.to_client import (
    Accepted,
    Frame,
    PhraseSaid,
    Presence,
    Prompt,
    RecordReady,
    Rejected,
    RoomClosed,
    RoomState,
    Snapshot,
)  # fmt: skip
from protocol.vocabulary import Discard
from server import table
from server.effects import (
    Attach,
    CloseRoom,
    Detach,
    Drain,
    Enter,
    Listen,
    Membership,
    Repeat,
    Submit,
    ToEachView,
)  # fmt: skip
from tests.server.tables import ROOM, Bench, command_id, make_kit


def code(answer: Accepted | Rejected) -> RejectCode | None:
    """Give the code of a refusal; None for an acceptance."""
    return answer.code if isinstance(answer, Rejected) else None


def state(bench: Bench, player: str = "p0") -> RoomState:
    return bench.client(player).last(RoomState)


def seated(bench: Bench, player: str = "p0") -> list[str]:
    """List who sits at each seat: a player's id, a bot's level, nothing."""
    return [seat.player or seat.level for seat in state(bench, player).seats]


def entered(bench: Bench, player: str) -> Entered:
    answer = bench.client(player).last(Accepted)
    assert isinstance(answer.result, Entered)
    return answer.result


# ---------------------------------------------------------------- coming in


def test_who_makes_a_room_is_its_host_and_sits_in_it() -> None:
    bench = Bench(1, bots=3)
    assert seated(bench) == ["p0", "greedy", "greedy", "greedy"]
    assert state(bench).host == "p0"
    assert entered(bench, "p0") == Entered(ROOM, "seat0", 0, "K7QX2M")
    assert bench.client("p0").last(Snapshot).view == "seat0"


def test_who_comes_in_takes_the_first_free_seat_or_stands() -> None:
    bench = Bench(3)
    bench.enter("p7", sit=False)
    assert seated(bench) == ["p0", "p1", "p2", ""]
    assert state(bench).standing == ("Player 7",)
    assert entered(bench, "p7") == Entered(ROOM, "public", None, "K7QX2M")


def test_a_full_room_has_no_seat_and_sixteen_may_stand() -> None:
    bench = Bench()
    bench.enter("p9")
    assert bench.client("p9").last(Rejected).code is RejectCode.ROOM_FULL
    for number in range(10, 26):
        bench.enter(f"p{number}", sit=False)
        assert isinstance(bench.client(f"p{number}").last(Accepted), Accepted)
    bench.enter("p26", sit=False)
    assert bench.client("p26").last(Rejected).code is RejectCode.ROOM_FULL


def test_names_are_unique_in_a_room() -> None:
    bench = Bench(1)
    bench.enter("p1", name="player 0")
    assert bench.client("p1").last(Rejected).code is RejectCode.NAME_TAKEN


def test_whoever_a_quick_match_brings_in_is_told_apart_from_others_of_his_name() -> None:
    """He has not chosen with whom he plays, and waits for no answer: refused, he would wait for nothing."""
    bench = Bench(1)
    for number in (1, 2):
        client = bench.connect(f"p{number}")
        bench.give(Enter(client.number, f"p{number}", "player 0", "", "player", "public"))
    assert [seat.name for seat in state(bench).seats] == ["Player 0", "player 0 2", "player 0 3", ""]


@pytest.mark.parametrize("was_here", [False, True], ids=["not seen before", "under another name before"])
def test_a_watcher_who_comes_back_takes_nobodys_name(was_here: bool) -> None:
    """Else a kick by name would send the wrong one away."""
    bench = Bench(2)
    if was_here:
        bench.watch("w")
    client = bench.connect("w")
    bench.give(Attach(client.number, "w", "public", None, "PLAYER 1"))
    assert bench.room.presence.names() == ("PLAYER 1 2",)
    assert code(bench.say("p0", ask.Kick(bench.new_id(), ROOM, "PLAYER 1 2"))) is None
    assert client.last(RoomClosed).cause == "kicked"
    assert seated(bench)[:2] == ["p0", "p1"]


def test_no_more_look_on_than_the_house_allows_whichever_way_they_come() -> None:
    """The setting `watchers_per_room`: coming back with a point in the stream is no way around it."""
    bench = Bench(1, kit=replace(make_kit(), most_watchers=2))
    bench.watch("w1")
    bench.watch("w2")
    assert bench.watch("w3").last(Rejected).code is RejectCode.ROOM_FULL
    client = bench.connect("w4")
    bench.give(Attach(client.number, "w4", "public", None, "Watcher w4"))
    assert client.last(RoomClosed).cause == "forbidden"
    bench.drop("w1")
    assert isinstance(bench.watch("w3").last(Accepted), Accepted)


def test_a_member_cannot_come_in_twice() -> None:
    """BUG-REPORTS Z-01, Z-08: sitting, standing or host, a player is in the room once."""
    bench = Bench(2)
    for player in ("p0", "p1"):
        client = bench.client(player)
        bench.give(Enter(client.number, player, "Another name", bench.new_id(), "player", "public"))
        refused = client.last(Rejected)
        assert (refused.code, refused.room) == (RejectCode.IN_ROOM, ROOM)
    assert seated(bench) == ["p0", "p1", "", ""]


def test_entering_sent_again_gets_the_first_answer_again() -> None:
    bench = Bench(1)
    client = bench.enter("p1")
    enter = Enter(client.number, "p1", "Player 1", client.last(Accepted).id, "player", "public")
    before = len(bench.journal)
    bench.give(enter)
    bench.give(Repeat(client.number, "p1", enter.command_id))
    first, again, repeated = client.all(Accepted)
    assert first == again == repeated
    assert len(bench.journal) == before


def test_whoever_plays_is_refused_to_come_in_elsewhere_with_his_rooms_name() -> None:
    """BUG-REPORTS Z-07."""
    bench = Bench(2, bots=2)
    bench.give(Repeat(bench.client("p1").number, "p1", command_id(900)))
    assert bench.client("p1").last(Rejected).code is RejectCode.IN_ROOM
    bench.start()
    bench.give(Repeat(bench.client("p1").number, "p1", command_id(901)))
    refused = bench.client("p1").last(Rejected)
    assert (refused.code, refused.room) == (RejectCode.IN_MATCH, ROOM)


def test_five_returns_leave_the_roster_as_it_was() -> None:
    """BUG-REPORTS Z-09, I-16."""
    bench = Bench()
    for _ in range(5):
        bench.drop("p2")
        bench.back("p2")
    assert seated(bench) == ["p0", "p1", "p2", "p3"]
    assert [seat.online for seat in bench.client("p0").last(Presence).seats] == [True] * 4


def test_the_end_of_an_older_connection_changes_nothing() -> None:
    bench = Bench()
    old = bench.client("p2").number
    bench.back("p2")
    bench.give(Detach(old, "p2"))
    assert bench.room.presence.is_here("p2")
    refused = bench.clients[old]
    bench.give(Submit(old, "p2", ask.StandUp(bench.new_id(), ROOM)))
    assert refused.last(Rejected).code is RejectCode.SUPERSEDED


def test_what_follows_from_a_newer_connection_the_older_hears_nothing_of() -> None:
    """Where the table waits for who is away all clocks are told again as he is back."""
    bench = Bench(room={"friends": True, "away": "wait"})
    bench.start()
    old = bench.client("p2").number
    told = bench.give(Attach(bench.connect("p2").number, "p2", "seat2"))
    assert told[0] == Listen(old, None) and any(isinstance(each, ToEachView) for each in told)


def test_what_a_newer_connection_asks_before_it_is_known_to_be_there_is_done() -> None:
    """From another node it overtakes the word that he is there, which waits for his view's channel."""
    bench = Bench()
    newer = bench.connect("p2")
    bench.give(Submit(newer.number, "p2", ask.StandUp(bench.new_id(), ROOM)))
    assert newer.all(Rejected) == [] and len(newer.all(Accepted)) == 1
    assert seated(bench)[2] != "p2"


# ---------------------------------------------------------------- seats


def test_a_player_has_one_seat_whatever_he_asks_for() -> None:
    """BUG-REPORTS Z-01, Z-02, Z-04."""
    bench = Bench(2)
    for seat in (2, 3, 0, 3):
        answer = bench.say("p1", ask.Sit(bench.new_id(), ROOM, seat))
        assert code(answer) is (RejectCode.SEAT_TAKEN if seat == 0 else None)
    assert seated(bench) == ["p0", "", "", "p1"]
    bench.say("p1", ask.StandUp(bench.new_id(), ROOM))
    assert seated(bench) == ["p0", "", "", ""]
    bench.say("p1", ask.Sit(bench.new_id(), ROOM, 1))
    assert seated(bench) == ["p0", "p1", "", ""]


def test_who_moves_listens_to_his_new_seat() -> None:
    bench = Bench(2)
    bench.say("p1", ask.Sit(bench.new_id(), ROOM, 3))
    assert bench.client("p1").stream == "seat3"
    bench.say("p1", ask.StandUp(bench.new_id(), ROOM))
    assert bench.client("p1").stream == "public"


def test_bots_are_the_hosts_business() -> None:
    bench = Bench(2)
    assert code(bench.say("p1", ask.AddBot(bench.new_id(), ROOM, 2))) is RejectCode.NOT_HOST
    assert code(bench.say("p0", ask.AddBot(bench.new_id(), ROOM, 1))) is RejectCode.SEAT_TAKEN
    assert code(bench.say("p0", ask.AddBot(bench.new_id(), ROOM, 2, "random"))) is None
    assert seated(bench) == ["p0", "p1", "random", ""]
    assert code(bench.say("p0", ask.RemoveBot(bench.new_id(), ROOM, 1))) is RejectCode.NOT_A_BOT
    assert code(bench.say("p0", ask.RemoveBot(bench.new_id(), ROOM, 2))) is None
    assert seated(bench) == ["p0", "p1", "", ""]


def test_a_kicked_player_is_out_and_cannot_return() -> None:
    bench = Bench(3)
    assert code(bench.say("p1", ask.Kick(bench.new_id(), ROOM, "Player 2"))) is RejectCode.NOT_HOST
    assert code(bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Nobody"))) is RejectCode.NO_SUCH_PLAYER
    assert code(bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Player 0"))) is RejectCode.NO_SUCH_PLAYER
    kicked = bench.client("p2")
    assert code(bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Player 2"))) is None
    assert kicked.last(RoomClosed).cause == "kicked"
    assert seated(bench) == ["p0", "p1", "", ""]
    bench.enter("p2")
    assert bench.client("p2").last(Rejected).code is RejectCode.BANNED
    bench.crash()
    bench.enter("p2")
    assert bench.client("p2").last(Rejected).code is RejectCode.BANNED


def test_a_watcher_can_be_sent_away_too() -> None:
    bench = Bench(1)
    watcher = bench.watch("w")
    assert code(bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Watcher w"))) is None
    assert watcher.last(RoomClosed).cause == "kicked"
    bench.watch("w")
    assert bench.client("w").last(Rejected).code is RejectCode.BANNED


def test_when_the_host_goes_another_is_host() -> None:
    bench = Bench(3)
    bench.say("p0", ask.Leave(bench.new_id(), ROOM))
    assert state(bench, "p1").host == "p1"
    assert seated(bench, "p1") == ["", "p1", "p2", ""]


def test_a_host_who_crashes_and_returns_is_host_as_before() -> None:
    """BUG-REPORTS Z-20."""
    bench = Bench(2)
    bench.drop("p0")
    bench.wait(59_000)
    bench.back("p0")
    assert state(bench).host == "p0"
    assert seated(bench) == ["p0", "p1", "", ""]


def test_who_drops_in_the_lobby_loses_his_seat_after_his_grace() -> None:
    """BUG-REPORTS N-13, Z-11."""
    bench = Bench(3)
    bench.drop("p0")
    bench.wait(60_000)
    assert seated(bench, "p1") == ["", "p1", "p2", ""]
    assert state(bench, "p1").host == "p1"


def test_an_empty_room_closes() -> None:
    """BUG-REPORTS Z-10: whichever way they go."""
    bench = Bench(3)
    bench.enter("p3")
    bench.say("p0", ask.Leave(bench.new_id(), ROOM))
    bench.say("p1", ask.Kick(bench.new_id(), ROOM, "Player 2"))
    bench.drop("p1")
    bench.wait(60_000)
    assert seated(bench, "p3") == ["", "", "", "p3"]
    bench.drop("p3")
    bench.wait(3_600_000)
    assert bench.gone == ["empty"]


def test_while_nobody_is_there_a_room_waits_an_hour() -> None:
    bench = Bench(2)
    bench.drop("p0")
    bench.drop("p1")
    bench.wait(3_599_000)
    assert bench.gone == []
    bench.back("p1")
    assert seated(bench, "p1") == ["p0", "p1", "", ""]
    bench.wait(60_000)
    assert seated(bench, "p1") == ["", "p1", "", ""]


# ---------------------------------------------------------------- options


def test_options_are_the_hosts_and_have_to_be_accepted_anew() -> None:
    bench = Bench(2)
    change = ask.SetOptions(bench.new_id(), ROOM, "nanning", {"codes": 2}, {"turn": 10})
    assert code(bench.say("p1", change)) is RejectCode.NOT_HOST
    assert (
        code(bench.say("p0", ask.SetOptions(bench.new_id(), ROOM, "nanning", {"codes": 2}, {"turn": 10})))
        is None
    )
    shown = state(bench)
    assert [(each.scope, each.name, each.value, each.default) for each in shown.differences] == [
        ("ruleset", "codes", 2, 0), ("room", "turn", 10, 5),
    ]  # fmt: skip
    assert [seat.accepted for seat in shown.seats] == [True, False, False, False]
    ready = bench.say("p1", ask.Ready(bench.new_id(), ROOM, True))
    assert code(ready) is RejectCode.OPTIONS_NOT_ACCEPTED
    old = bench.say("p1", ask.AcceptOptions(bench.new_id(), ROOM, shown.options_rev - 1))
    assert code(old) is RejectCode.STALE
    assert code(bench.say("p1", ask.AcceptOptions(bench.new_id(), ROOM, shown.options_rev))) is None
    assert code(bench.say("p1", ask.Ready(bench.new_id(), ROOM, True))) is None


@pytest.mark.parametrize(
    ("ruleset", "options", "room", "field"),
    [
        ("chess", {}, {}, "ruleset"),
        ("nanning", {"codes": 9}, {}, "options.codes"),
        ("nanning", {"no_such": 1}, {}, "options.no_such"),
        ("nanning", {}, {"turn": 2}, "room_options.turn"),
        ("nanning", {}, {"turn": "5"}, "room_options.turn"),
        ("nanning", {}, {"away": "wait"}, "room_options.away"),
        ("nanning", {}, {"colour": "red"}, "room_options.colour"),
    ],
)
def test_a_bad_option_is_named(
    ruleset: str, options: dict[str, bool | int | str], room: dict[str, bool | int | str], field: str
) -> None:
    bench = Bench(1)
    answer = bench.say("p0", ask.SetOptions(bench.new_id(), ROOM, ruleset, options, room))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.field) == (RejectCode.BAD_OPTION, field)


# ---------------------------------------------------------------- beginning


def test_a_match_begins_by_itself_when_all_four_are_ready() -> None:
    bench = Bench()
    for player in ("p0", "p1", "p2", "p3"):
        assert not bench.room.members.in_match
        bench.say(player, ask.Ready(bench.new_id(), ROOM, True))
    assert bench.room.members.in_match
    assert state(bench).phase == "match"


def test_a_match_does_not_begin_before_all_are_ready() -> None:
    bench = Bench(3)
    for player in ("p1", "p2"):
        bench.say(player, ask.Ready(bench.new_id(), ROOM, True))
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.PLAYERS_NOT_READY
    bench.enter("p3")
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.PLAYERS_NOT_READY
    assert code(bench.say("p1", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.NOT_HOST
    bench.say("p2", ask.Ready(bench.new_id(), ROOM, False))
    bench.say("p3", ask.Ready(bench.new_id(), ROOM, True))
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.PLAYERS_NOT_READY
    bench.say("p2", ask.Ready(bench.new_id(), ROOM, True))
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is None


def test_a_lone_player_with_bots_starts_at_once() -> None:
    bench = Bench(1, bots=3)
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is None
    started = bench.client("p0").all(Frame)[0].event
    assert isinstance(started, MatchStarted)
    assert [seat.bot for seat in started.info.seats] == [False, True, True, True]
    assert (started.info.room_options["claim"], started.info.room_options["pause_floor"]) == (0, 0)


def test_no_match_begins_on_a_node_that_is_being_emptied() -> None:
    bench = Bench(1, bots=3)
    bench.give(Drain())
    assert code(bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))) is RejectCode.DRAINING


def test_whoever_is_refused_for_a_node_being_emptied_has_changed_nothing() -> None:
    bench = Bench()
    bench.give(Drain())
    for player in ("p1", "p2", "p3"):
        assert code(bench.say(player, ask.Ready(bench.new_id(), ROOM, True))) is None
    before, journal = state(bench), len(bench.journal)
    assert code(bench.say("p0", ask.Ready(bench.new_id(), ROOM, True))) is RejectCode.DRAINING
    assert (state(bench), len(bench.journal)) == (before, journal)


def test_a_rematch_refused_for_a_node_being_emptied_has_changed_nothing() -> None:
    bench = Bench(room={"hands": 0})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    assert code(bench.say("p0", ask.EndMatch(bench.new_id(), ROOM))) is None
    bench.give(Drain())
    for player in ("p1", "p2", "p3"):
        assert code(bench.say(player, ask.Rematch(bench.new_id(), ROOM))) is None
    before, journal = state(bench), len(bench.journal)
    assert code(bench.say("p0", ask.Rematch(bench.new_id(), ROOM))) is RejectCode.DRAINING
    assert (state(bench), len(bench.journal)) == (before, journal)


# ---------------------------------------------------------------- in a match

LOBBY_COMMANDS: list[ask.RoomCommand] = [
    ask.Sit(command_id(1001), ROOM, 2),
    ask.StandUp(command_id(1002), ROOM),
    ask.AddBot(command_id(1003), ROOM, 3),
    ask.RemoveBot(command_id(1004), ROOM, 3),
    ask.Kick(command_id(1005), ROOM, "Player 1"),
    ask.SetOptions(command_id(1006), ROOM, "nanning", {}, {"turn": 300}),
    ask.AcceptOptions(command_id(1007), ROOM, 1),
    ask.Ready(command_id(1008), ROOM, False),
    ask.StartMatch(command_id(1009), ROOM),
    ask.Rematch(command_id(1010), ROOM),
]


@pytest.mark.parametrize("command", LOBBY_COMMANDS, ids=lambda command: type(command).__name__)
def test_nothing_of_the_room_can_be_changed_in_a_match_co_3_3(command: ask.RoomCommand) -> None:
    """BUG-REPORTS L-19, T-13: no seat, no bot, no kick, no option, and no clock with it."""
    bench = Bench(3, bots=1)
    bench.start()
    entries, clock = len(bench.journal), bench.timer
    assert code(bench.say("p0", command)) is RejectCode.MATCH_RUNNING
    assert (len(bench.journal), bench.timer) == (entries, clock)


def test_leaving_a_match_must_be_confirmed_and_is_for_good_co_3_3() -> None:
    bench = Bench()
    bench.start()
    leaver = bench.client("p2")
    assert code(bench.say("p2", ask.Leave(bench.new_id(), ROOM))) is RejectCode.UNCONFIRMED
    leave = ask.Leave(bench.new_id(), ROOM, confirm=True)
    assert isinstance(bench.say("p2", leave), Accepted)
    assert leaver.last(RoomClosed).cause == "left"
    changed = bench.client("p0").all(Frame)[-1].event
    assert changed == ControlChanged(2, "bot", "left")
    bench.give(Submit(leaver.number, "p2", leave))
    assert leaver.all(Accepted)[-1].id == leave.id
    bench.enter("p2")
    assert bench.client("p2").last(Rejected).code is RejectCode.LEFT
    bench.enter("p2", sit=False)
    assert bench.client("p2").last(Rejected).code is RejectCode.LEFT


def test_a_bot_plays_on_for_who_has_left_co_3_3() -> None:
    """BUG-REPORTS N-20, Z-16."""
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.say("p0", ask.Leave(bench.new_id(), ROOM, confirm=True))
    bench.play_on(lambda: bench.view("p1").phase == "hand_over")
    assert any(
        isinstance(frame.event, Discarded) and frame.event.seat == 0
        for frame in bench.client("p1").all(Frame)
    )


def test_when_the_last_player_leaves_for_good_the_match_is_over() -> None:
    bench = Bench(2, bots=2)
    watcher = bench.watch("w")
    bench.start()
    bench.say("p0", ask.Leave(bench.new_id(), ROOM, confirm=True))
    assert not isinstance(watcher.all(Frame)[-1].event, MatchEnded)
    bench.say("p1", ask.Leave(bench.new_id(), ROOM, confirm=True))
    void, ended = [frame.event for frame in watcher.all(Frame)][-2:]
    assert isinstance(void, HandEnded) and void.result.outcome == "void"
    assert isinstance(ended, MatchEnded) and ended.result.cause == "abandoned"
    assert bench.gone == ["empty"]


def test_who_left_is_free_and_who_plays_is_not() -> None:
    """BUG-REPORTS Z-13: what the rest of the server hears of membership."""
    bench = Bench(2, bots=2)
    bench.start()
    client = bench.client("p1")
    effects = bench.give(Submit(client.number, "p1", ask.Leave(bench.new_id(), ROOM, confirm=True)))
    assert Membership("p1", False) in effects


def test_a_player_who_stands_may_leave_a_running_match_without_a_word() -> None:
    bench = Bench()
    bench.enter("p9", sit=False)
    bench.start()
    assert code(bench.say("p9", ask.Leave(bench.new_id(), ROOM))) is None


# ---------------------------------------------------------------- after a match


def finished(**room: int | str | bool) -> Bench:
    """A room whose match is over."""
    bench = Bench(room={"hands": 4, "pause_floor": 0, **room})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    return bench


def test_after_the_match_the_room_is_there_and_its_record_can_be_had() -> None:
    bench = finished()
    assert state(bench).phase == "match_over"
    assert bench.client("p2").last(RecordReady).match == "match1"
    assert list(bench.records) == ["match1"]


def test_another_match_begins_in_the_same_seats_when_all_wish_it() -> None:
    """BUG-REPORTS E-11."""
    bench = finished()
    for player in ("p0", "p1", "p2"):
        bench.say(player, ask.Rematch(bench.new_id(), ROOM))
    assert state(bench).rematch == (True, True, True, False)
    bench.say("p3", ask.Rematch(bench.new_id(), ROOM))
    assert state(bench).phase == "match"
    assert seated(bench) == ["p0", "p1", "p2", "p3"]
    assert [seat.score for seat in bench.view("p0").seats] == [0, 0, 0, 0]
    bench.wait(2000)
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    assert list(bench.records) == ["match1", "match2"]


def test_seats_are_drawn_anew_where_most_wish_it() -> None:
    bench = finished()
    for player, seats in (("p0", "drawn"), ("p1", "same"), ("p2", "drawn"), ("p3", "drawn")):
        bench.say(player, ask.Rematch(bench.new_id(), ROOM, "drawn" if seats == "drawn" else "same"))
    assert seated(bench) == ["p1", "p2", "p3", "p0"]
    for player in ("p0", "p1", "p2", "p3"):
        seat = seated(bench).index(player)
        assert bench.client(player).stream == f"seat{seat}"
    bench.wait(2000)
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    for player in ("p0", "p1", "p2", "p3"):
        seat = seated(bench).index(player)
        own = [place for place, each in enumerate(bench.view(player).seats) if each.control == "player"]
        assert seat in own


def test_the_seat_of_who_left_in_a_match_is_free_after_it() -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.say("p3", ask.Leave(bench.new_id(), ROOM, confirm=True))
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    assert seated(bench) == ["p0", "p1", "p2", ""]
    bench.enter("p3")
    assert seated(bench) == ["p0", "p1", "p2", "p3"]


def test_options_can_be_changed_after_a_match() -> None:
    bench = finished()
    answer = bench.say("p0", ask.SetOptions(bench.new_id(), ROOM, "nanning", {"codes": 2}, {}))
    assert code(answer) is None
    assert [seat.accepted for seat in state(bench).seats] == [True, False, False, False]


# ---------------------------------------------------------------- watchers


def test_watchers_come_see_what_is_public_and_go() -> None:
    bench = Bench()
    watcher = bench.watch("w")
    assert (watcher.stream, watcher.last(RoomState).code) == ("public", "")
    bench.wait(2000)
    assert bench.client("p0").last(Presence).watchers == 1
    assert bench.client("p0").last(Presence).names == ("Watcher w",)
    assert code(bench.say("w", ask.Unwatch(bench.new_id(), ROOM))) is None
    assert watcher.last(RoomClosed).cause == "unwatched"
    bench.wait(2000)
    assert bench.client("p0").last(Presence).watchers == 0


def test_watchers_may_do_nothing_at_the_table() -> None:
    """BUG-REPORTS L-03, L-17."""
    bench = Bench()
    bench.watch("w")
    bench.start()
    entries = len(bench.journal)
    commands: list[ask.RoomCommand] = [
        *LOBBY_COMMANDS,
        ask.Act(command_id(1101), ROOM, 1, Discard("1m")),
        ask.TakeBack(command_id(1102), ROOM),
        ask.ReadyNext(command_id(1103), ROOM, 1),
        ask.Nonce(command_id(1104), ROOM, 1, "00" * 32),
        ask.EndMatch(command_id(1105), ROOM),
        ask.GetWaits(command_id(1106), ROOM),
        ask.Phrase(command_id(1107), ROOM, 1),
        ask.Consent(command_id(1108), ROOM, "seat", True),
    ]
    for command in commands:
        assert code(bench.say("w", command)) is RejectCode.NOT_SEATED
    assert len(bench.journal) == entries
    assert bench.client("w").all(Prompt) == []


def test_watching_can_be_switched_off() -> None:
    bench = Bench(room={"watch": "off"})
    bench.watch("w")
    refused = bench.client("w").last(Rejected)
    assert (refused.code, refused.field) == (RejectCode.SWITCHED_OFF, "watch")
    bench.give(Attach(bench.client("w").number, "w", "public", None, "W"))
    assert bench.client("w").last(RoomClosed).cause == "forbidden"


def test_no_more_than_two_thousand_watch() -> None:
    bench = Bench(1)
    for number in range(2000):
        bench.room.presence.watch(f"x{number}", 10_000 + number, f"X{number}")
    bench.watch("w")
    assert bench.client("w").last(Rejected).code is RejectCode.ROOM_FULL


def test_watchers_are_told_of_at_most_every_two_seconds() -> None:
    bench = Bench(1)
    bench.wait(2000)
    before = len(bench.client("p0").all(Presence))
    for number in range(5):
        bench.watch(f"w{number}")
    assert len(bench.client("p0").all(Presence)) == before + 1
    bench.wait(2000)
    assert len(bench.client("p0").all(Presence)) == before + 2
    assert bench.client("p0").last(Presence).watchers == 5


# ---------------------------------------------------------------- speech, order, the end


def test_a_phrase_is_said_once_in_three_seconds_and_six_times_a_minute() -> None:
    bench = Bench()
    said = 0
    for _ in range(40):
        answer = bench.say("p1", ask.Phrase(bench.new_id(), ROOM, 3))
        if isinstance(answer, Rejected):
            assert (answer.code, answer.retry_ms is not None) == (RejectCode.TOO_FAST, True)
        said += isinstance(answer, Accepted)
        bench.wait(1500)
    assert said == 6
    heard = bench.client("p0").last(PhraseSaid)
    assert (heard.seat, heard.player, heard.name, heard.phrase) == (1, "p1", "Player 1", 3)


def test_phrases_can_be_switched_off_and_have_known_ids() -> None:
    bench = Bench(room={"phrases": False})
    refused = bench.say("p1", ask.Phrase(bench.new_id(), ROOM, 3))
    assert code(refused) is RejectCode.SWITCHED_OFF
    bench = Bench()
    assert code(bench.say("p1", ask.Phrase(bench.new_id(), ROOM, 999))) is RejectCode.NOT_OFFERED


def test_the_same_id_gets_the_same_answer_and_nothing_happens_twice() -> None:
    """BUG-REPORTS I-14, I-15: over a reconnect and over a crash too."""
    bench = Bench()
    bench.start()
    prompt = bench.client("p0").last(Prompt)
    act = ask.Act(bench.new_id(), ROOM, prompt.prompt, Discard(prompt.offers.discard[0]))
    first = bench.say("p0", act)
    bench.client("p0").prompt = None
    entries = len(bench.journal)
    assert bench.say("p0", act) == first
    bench.drop("p0")
    bench.back("p0")
    assert bench.say("p0", act) == first
    bench.crash()
    bench.back("p0")
    assert bench.say("p0", act) == first
    thrown = [frame.event for frame in bench.room.streams.newest(0) if isinstance(frame.event, Discarded)]
    assert len(thrown) == 1
    assert len(bench.journal) == entries


def test_the_last_sixty_four_ids_are_remembered() -> None:
    bench = Bench(1)
    ids = [bench.new_id() for _ in range(66)]
    for number, each in enumerate(ids):
        bench.say("p0", ask.Sit(each, ROOM, number % 4))
    before = len(bench.journal)
    bench.say("p0", ask.Sit(ids[-64], ROOM, 0))
    assert len(bench.journal) == before
    bench.say("p0", ask.Sit(ids[0], ROOM, 0))
    assert len(bench.journal) == before + 1


def test_a_command_to_another_room_is_refused() -> None:
    bench = Bench(1)
    answer = bench.say("p0", ask.StandUp(bench.new_id(), "another"))
    assert code(answer) is RejectCode.UNKNOWN_ROOM


def test_a_stranger_is_nobody_here() -> None:
    """BUG-REPORTS L-14: who speaks is known from the connection alone."""
    bench = Bench(1)
    stranger = bench.connect("px")
    bench.give(Submit(stranger.number, "px", ask.StandUp(bench.new_id(), ROOM)))
    assert stranger.last(Rejected).code is RejectCode.UNKNOWN_ROOM


def test_an_operator_closes_a_room_and_all_are_told() -> None:
    bench = Bench()
    watcher = bench.watch("w")
    bench.start()
    bench.give(CloseRoom("maintenance"))
    for client in (bench.client("p0"), watcher):
        assert client.last(RoomClosed).cause == "closed"
    assert bench.gone == ["closed"]
    assert list(bench.records) == ["match1"]


def test_consents_are_shown_to_all() -> None:
    bench = Bench()
    bench.say("p1", ask.Consent(bench.new_id(), ROOM, "seat", True))
    bench.say("p2", ask.Consent(bench.new_id(), ROOM, "early", True))
    assert state(bench).consents == (False, True, False, False)
    assert state(bench).early == (False, False, True, False)
    bench.say("p1", ask.Consent(bench.new_id(), ROOM, "seat", False))
    assert state(bench).consents == (False, False, False, False)


def test_an_open_ended_match_that_nobody_ends_has_an_end_co_6_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its hands are written down again and again: left to bots for days they would fill the house."""
    assert table.MOST_HANDS == 400
    monkeypatch.setattr(table, "MOST_HANDS", 2)
    bench = Bench(room={"hands": 0, "pause_floor": 0})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    result = bench.view("p0").match_result
    assert result is not None
    assert (result.cause, len(bench.view("p0").history)) == ("hands_played", 2)
    assert list(bench.records) == ["match1"]


@pytest.mark.parametrize("when", ["in a hand", "between hands", "while nonces are waited for"])
def test_leaving_costs_the_same_whenever_it_is_nj_9_3(when: str) -> None:
    """A player who leaves a match for good forfeits 50 flowers to the house, in this hand or the next."""
    bench = Bench(ruleset="nanjing", room={"hands": 4, "pause_floor": 0})
    bench.start()
    if when != "in a hand":
        bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    if when == "while nonces are waited for":
        for player in ("p0", "p1", "p2", "p3"):
            bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
        assert bench.view("p0").phase == "nonces"
    before = len(bench.view("p0").history)
    bench.say("p3", ask.Leave(bench.new_id(), ROOM, confirm=True))
    bench.play_on(lambda: len(bench.view("p0").history) > before)
    result = bench.view("p0").result
    assert result is not None
    escapes = [paid for paid in result.transfers if paid.clause == "NJ-9.3"]
    assert [(paid.payer, paid.payee, paid.points) for paid in escapes] == [(3, "house", 50)]
