"""The client's shell: what callers wait for, lost connections, and how it all ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from clients.bots.policy import GreedyPolicy
from clients.sdk import Client, FairnessBroken, Gone, Habits, Refused, Room, RoomOver, SdkError, Unreachable
from clients.sdk import happenings as h
from clients.sdk.wire import Refusing
from protocol import answers
from protocol import events as happened
from protocol import to_client as told
from protocol import to_server as say
from protocol.codes import CloseCode, RejectCode
from protocol.view import MatchResult, TableView
from protocol.vocabulary import Discard, Pass, StreamPoint
from tests.clients.pipe import FakeClock, Network, ServerEnd
from tests.clients.played import play_hand
from tests.clients.talk import counted, frame, prompt, room_state, snapshot, welcome

HAND = play_hand(GreedyPolicy().choose, seed=3)
EVENTS = HAND.events[0]
QUIET = Habits(nonces=False, ready_next=False, take_back=False)
OVER = MatchResult("m1", "hands_played", (3, -1, -1, -1), (1, 2, 2, 2), ((3, -1, -1, -1),), (1, 0, 0, 0))


class House:
    """A client and its server."""

    def __init__(self, **settings: Any) -> None:
        self.network, self.clock = Network(), FakeClock()
        self.client = Client(
            "ws://here", name="甲", connect=self.network.connect, clock=self.clock, random=counted(),
            **{"habits": QUIET, **settings},
        )  # fmt: skip

    async def open(self) -> ServerEnd:
        """Let the client in."""
        opening = asyncio.ensure_future(self.client.open())
        end = await self.network.accept()
        await end.hear(say.Hello)
        end.say(welcome())
        await opening
        return end

    async def room(self) -> tuple[ServerEnd, Room]:
        """Let the client make a room."""
        end = await self.open()
        making = asyncio.ensure_future(self.client.create_room())
        command = await end.hear(say.CreateRoom)
        end.say(told.Accepted(command.id, answers.Entered("r1", "seat0", 0, "ABCD")), room_state())
        end.say(snapshot(0, TableView("lobby")))
        return end, await making

    async def back(self) -> tuple[ServerEnd, say.Hello]:
        """Let the client in again."""
        self.clock.pass_on(await self.clock.pause())
        end = await self.network.accept()
        return end, await end.hear(say.Hello)


def state(house: House) -> str:
    return house.client.state


def is_current(room: Room) -> bool:
    return room.is_current


async def settled() -> None:
    """Let every task go as far as it can."""
    for _ in range(50):
        await asyncio.sleep(0)


async def ends(waiting: Awaitable[Any], error: type[Exception]) -> Exception:
    with pytest.raises(error) as caught:
        await waiting
    return caught.value


# ---------------------------------------------------------------- coming and going


async def test_an_open_client_knows_who_it_is() -> None:
    house = House()
    with pytest.raises(SdkError):
        _ = house.client.welcome
    await house.open()
    assert (house.client.player, house.client.token, house.client.state) == ("p1", "p1.token", "open")
    assert house.client.running is None
    await house.client.close()
    assert house.client.state == "over"


async def test_nobody_there_at_the_first_try_is_said_at_once() -> None:
    house = House()
    house.network.down()
    await ends(house.client.open(), Unreachable)
    assert house.network.tries == 1
    house.network.up()
    end = await house.open()
    await house.client.close()
    assert end.closed is not None and end.closed.code == 1000


async def test_who_insists_keeps_trying_with_growing_pauses() -> None:
    house = House(insist=True)
    house.network.down()
    opening = asyncio.ensure_future(house.client.open())
    pauses = []
    for _ in range(3):
        pauses.append(await house.clock.pause())
        house.clock.pass_on(pauses[-1])
        await settled()
    assert [round(pause, -2) for pause in pauses] == [200, 500, 1000]
    house.network.up()
    house.clock.pass_on(await house.clock.pause())
    end = await house.network.accept()
    await end.hear(say.Hello)
    end.say(welcome())
    await opening
    await house.client.close()


async def test_a_server_that_will_not_have_one_is_not_asked_again() -> None:
    house = House(insist=True)
    house.network.refusing = lambda: Refusing("403")
    await ends(house.client.open(), SdkError)
    assert house.network.tries == 1


async def test_a_name_refused_is_told_by_the_opening() -> None:
    house = House()
    opening = asyncio.ensure_future(house.client.open())
    end = await house.network.accept()
    await end.hear(say.Hello)
    end.say(told.Rejected(None, RejectCode.BAD_NAME, "no letters"))
    error = await ends(opening, Refused)
    assert isinstance(error, Refused) and error.code is RejectCode.BAD_NAME
    await settled()
    assert end.closed is not None


async def test_a_lost_connection_heals_with_the_stream_where_it_was() -> None:
    house = House()
    end, room = await house.room()
    end.say(frame(1, EVENTS[0]))
    await room.until(lambda room: room.table.match is not None)
    house.client.cut()
    again, hello = await house.back()
    assert state(house) == "lost" and not is_current(room)
    assert hello.resume == (StreamPoint("r1", "seat0", 1, 1),) and hello.token == "p1.token"
    again.say(welcome(), frame(2, EVENTS[1]))
    await room.until(lambda room: room.table.hand == 1)
    assert is_current(room) and state(house) == "open"
    await house.client.close()


async def test_a_command_lives_through_a_lost_connection() -> None:
    house = House()
    end, room = await house.room()
    asking = asyncio.ensure_future(room.phrase(3))
    first = await end.hear(say.Phrase)
    end.hang_up(None)
    again, _ = await house.back()
    again.say(welcome())
    second = await again.hear(say.Phrase)
    assert first == second
    again.say(told.Accepted(second.id))
    await asking
    await house.client.close()


async def test_superseded_is_not_come_back_from_by_itself() -> None:
    house = House()
    end, room = await house.room()
    waiting = asyncio.ensure_future(room.match_over())
    asking = asyncio.ensure_future(room.phrase(1))
    await end.hear(say.Phrase)
    end.hang_up(CloseCode.SUPERSEDED.value, "superseded")
    error = await ends(waiting, Gone)
    assert isinstance(error, Gone) and error.code == 4004
    await ends(asking, Gone)
    await ends(house.client.lobby(), Gone)
    await ends(house.client.ping(), Gone)
    assert house.network.tries == 1
    assert [each async for each in room.happenings()] == []
    assert [each async for each in house.client.happenings()] == []
    end = await house.open()
    assert house.client.state == "open"
    await house.client.close()


async def test_a_server_being_emptied_is_come_back_to_at_once() -> None:
    house = House()
    end = await house.open()
    end.hang_up(CloseCode.DRAINING.value, "draining")
    await (await house.network.accept()).hear(say.Hello)
    await house.client.close()


async def test_retry_now_does_not_wait_out_the_pause() -> None:
    house = House()
    end = await house.open()
    end.hang_up(None)
    await house.clock.pause()
    house.client.retry_now()
    await (await house.network.accept()).hear(say.Hello)
    await house.client.close()


async def test_ups_and_downs_are_told() -> None:
    house = House()
    end = await house.open()
    followed = house.client.happenings()
    end.hang_up(1001)
    again, _ = await house.back()
    again.say(welcome())
    lost = await anext(followed)
    assert isinstance(lost, h.Lost) and lost.code == 1001
    opened = await anext(followed)
    assert isinstance(opened, h.Opened) and opened.again
    followed.close()
    with pytest.raises(StopAsyncIteration):
        await anext(followed)
    await house.client.close()


async def test_a_ping_measures_the_way_there_and_back() -> None:
    house = House()
    end = await house.open()
    both = [asyncio.ensure_future(house.client.ping()) for _ in range(2)]
    ats = [(await end.hear(say.Ping)).at for _ in range(2)]
    assert len(set(ats)) == 2
    house.clock.pass_on(40)
    end.say(told.Echo(ats[1], 0), told.Echo(ats[0], 0))
    assert sorted([await each for each in both]) == [39, 40]
    lost = asyncio.ensure_future(house.client.ping())
    await end.hear(say.Ping)
    end.hang_up(None)
    await ends(lost, Unreachable)
    await house.client.close()


async def test_who_gives_up_waiting_says_the_command_no_more() -> None:
    house = House()
    end, room = await house.room()
    asking = asyncio.ensure_future(room.phrase(3))
    await end.hear(say.Phrase)
    asking.cancel()
    await settled()
    end.hang_up(None)
    again, _ = await house.back()
    again.say(welcome())
    lobby = asyncio.ensure_future(house.client.lobby())
    await again.hear(say.GetLobby)
    lobby.cancel()
    await house.client.close()


async def test_a_room_the_player_was_in_already_is_found() -> None:
    house = House()
    opening = asyncio.ensure_future(house.client.open())
    end = await house.network.accept()
    await end.hear(say.Hello)
    end.say(welcome(told.Running("r1", 0, True, "seat0")), snapshot(0, TableView("lobby")))
    await opening
    assert house.client.running is house.client.rooms["r1"]
    await house.client.close()


# ---------------------------------------------------------------- playing


async def test_prompts_come_once_each_until_the_match_is_over() -> None:
    house = House()
    end, room = await house.room()
    seen: list[int] = []

    async def play() -> None:
        async for asked in room.prompts():
            seen.append(asked.prompt)
            assert room.prompt == asked
            assert await room.act(asked, Pass())

    playing = asyncio.ensure_future(play())
    for number in (1, 2):
        end.say(prompt(number, 0))
        act = await end.hear(say.Act)
        end.say(prompt(number, 0), told.Accepted(act.id), told.PromptClosed("r1", number, "player", Pass()))
    end.say(frame(1, EVENTS[0]), frame(2, happened.MatchEnded(OVER)))
    await playing
    assert seen == [1, 2] and room.prompt is None
    assert await room.match_over() == OVER
    assert [each async for each in room.prompts()] == []
    await house.client.close()


@pytest.mark.parametrize(
    ("code", "field"),
    [(RejectCode.STALE, "prompt"), (RejectCode.NOT_NOW, ""), (RejectCode.NOT_OFFERED, "prompt")],
)
async def test_an_answer_to_what_is_over_or_undone_does_not_count_and_is_no_error(
    code: RejectCode, field: str
) -> None:
    house = House()
    end, room = await house.room()
    acting = asyncio.ensure_future(room.act(prompt(1, 0), Pass()))
    act = await end.hear(say.Act)
    end.say(told.Rejected(act.id, code, field=field))
    assert await acting is False
    await house.client.close()


async def test_an_answer_not_offered_is_an_error() -> None:
    house = House()
    end, room = await house.room()
    acting = asyncio.ensure_future(room.act(prompt(1, 0), Discard("1m")))
    act = await end.hear(say.Act)
    end.say(told.Rejected(act.id, RejectCode.NOT_OFFERED, "not that", "$.action"))
    error = await ends(acting, Refused)
    assert str(error) == "not_offered ($.action): not that"
    await house.client.close()


async def test_a_closed_room_ends_its_prompts() -> None:
    house = House()
    end, room = await house.room()
    waiting = asyncio.ensure_future(anext(aiter(room.prompts())))
    followed = room.happenings()
    end.say(told.RoomClosed("r1", "abandoned"))
    error = await ends(waiting, RoomOver)
    assert isinstance(error, RoomOver) and error.cause == "abandoned"
    assert len([each async for each in followed]) == 1
    await house.client.close()


async def test_a_dishonest_deal_is_raised_where_the_room_is_waited_upon() -> None:
    house = House()
    end, room = await house.room()
    result = HAND.views[0].result
    assert result is not None
    forged = happened.HandEnded(replace(result, secret="00" * 32))
    waiting = asyncio.ensure_future(anext(aiter(room.prompts())))
    end.say(*(frame(n, event) for n, event in enumerate((*EVENTS[:-1], forged), 1)))
    error = await ends(waiting, FairnessBroken)
    assert isinstance(error, FairnessBroken) and error.check.faults[0].code == "commitment"
    assert "hand 1" in str(error)
    going_on = asyncio.ensure_future(anext(aiter(room.prompts())))
    end.say(prompt(1, 0))
    assert (await going_on).prompt == 1
    assert [check.holds for check in room.checks] == [False] and len(room.results) == 1
    await house.client.close()


async def test_a_dishonest_deal_may_be_told_instead() -> None:
    house = House(unfair="tell")
    end, room = await house.room()
    followed = room.happenings()
    result = HAND.views[0].result
    assert result is not None
    end.say(*(frame(n, event) for n, event in enumerate(EVENTS[:-1], 1)))
    end.say(frame(len(EVENTS), happened.HandEnded(replace(result, secret="00" * 32))))
    await room.until(lambda room: bool(room.checks))
    found = [await anext(followed) for _ in range(len(EVENTS) + 1)]
    assert isinstance(found[-1], h.Checked) and not found[-1].check.holds
    await house.client.close()


async def test_the_time_left_counts_from_when_the_prompt_came() -> None:
    house = House()
    end, room = await house.room()
    assert room.left_ms() is None
    end.say(prompt(1, 0))
    await room.until(lambda room: room.prompt is not None)
    assert room.left_ms() == 25_000
    house.clock.pass_on(6_000)
    assert room.left_ms() == 19_000
    end.say(told.Notice("store_down", None, True))
    await room.until(lambda room: room.clocks_stand)
    end.say(replace(prompt(1, 0), turn_ms=None, bank_ms=None))
    await room.until(lambda room: room.left_ms() is None)
    await house.client.close()


async def test_results_of_the_match_are_kept() -> None:
    house = House()
    end, room = await house.room()
    end.say(*(frame(n, event) for n, event in enumerate(EVENTS, 1)))
    await room.until(lambda room: bool(room.results))
    assert room.results == [HAND.views[0].result]
    end.say(frame(len(EVENTS) + 1, EVENTS[0]))
    await room.match_begun()
    await room.until(lambda room: not room.results)
    await house.client.close()


# ---------------------------------------------------------------- everything one may say


async def test_every_way_into_a_room() -> None:
    ways: tuple[tuple[type[say.Command], Callable[[Client], Coroutine[Any, Any, Room]]], ...] = (
        (say.JoinRoom, lambda client: client.join_room("ABCD")),
        (say.Watch, lambda client: client.watch(code="ABCD")),
    )
    for kind, come in ways:
        house = House()
        end = await house.open()
        coming = asyncio.ensure_future(come(house.client))
        command = await end.hear(kind)
        end.say(snapshot(0, TableView("lobby"), "public"))
        end.say(told.Accepted(command.id, answers.Entered("r1", "public")))
        room = await coming
        assert (room.id, room.view, room.seat, room.code) == ("r1", "public", None, "")
        await house.client.close()


async def test_a_quick_match_brings_the_room_when_four_are_found() -> None:
    house = House()
    end = await house.open()
    waiting = asyncio.ensure_future(house.client.quick_match())
    command = await end.hear(say.QuickMatch)
    end.say(told.Accepted(command.id), told.Matched("r1", "seat3", 3, "ABCD"))
    room = await waiting
    assert (room.id, room.seat, room.code) == ("r1", 3, "ABCD")
    gone = asyncio.ensure_future(house.client.quick_match())
    command = await end.hear(say.QuickMatch)
    end.say(told.Accepted(command.id))
    await settled()
    end.hang_up(CloseCode.REVOKED.value)
    await ends(gone, Gone)
    await house.client.close()


async def cut_and_back(house: House, running: told.Running | None = None) -> ServerEnd:
    house.client.cut()
    end, _ = await house.back()
    end.say(welcome(running))
    return end


async def waits_again(house: House, end: ServerEnd) -> tuple[asyncio.Future[Room], ServerEnd, say.QuickMatch]:
    """Wait for a quick match, lose the connection, and ask again on the next."""
    waiting = asyncio.ensure_future(house.client.quick_match())
    command = await end.hear(say.QuickMatch)
    end.say(told.Accepted(command.id))
    end = await cut_and_back(house)
    again = await end.hear(say.QuickMatch)
    assert (again.id != command.id, again.ruleset) == (True, "nanning")
    return waiting, end, again


async def test_who_waits_for_a_quick_match_and_loses_his_connection_waits_again() -> None:
    house = House()
    end = await house.open()
    waiting, end, again = await waits_again(house, end)
    end.say(told.Accepted(again.id))
    end = await cut_and_back(house, told.Running("r1", 2, False, "seat2"))
    room = await waiting
    assert (room.id, room.seat) == ("r1", 2)
    await house.client.close()


async def test_who_is_seated_as_he_asks_again_is_in_that_room() -> None:
    house = House()
    end = await house.open()
    waiting, end, again = await waits_again(house, end)
    end.say(room_state(), told.Rejected(again.id, RejectCode.IN_ROOM, room="r1"))
    assert (await waiting).id == "r1"
    refused, end, again = await waits_again(house, end)
    end.say(told.Rejected(again.id, RejectCode.DRAINING))
    await ends(refused, Refused)
    await house.client.close()


async def test_every_question_brings_its_answer() -> None:
    house = House()
    end, room = await house.room()
    client, result = house.client, HAND.views[0].result
    assert result is not None
    lobby, catalogue = answers.Lobby((), ()), answers.Catalogue((), (), ())
    sheet, code = answers.RulesSheet("nanning", 1, {}, ()), answers.DeviceCodeMade("123", 1)
    questions: tuple[tuple[Coroutine[Any, Any, object], answers.Result, object], ...] = (
        (client.lobby(), lobby, lobby),
        (client.catalogue(), catalogue, catalogue),
        (client.rules("nanning"), sheet, sheet),
        (client.device_code(), code, code),
        (room.waits(), answers.Waits(None, ()), answers.Waits(None, ())),
        (client.record("m1"), answers.RecordFound("m1", "{}"), "{}"),
        (client.rename("乙"), answers.Renamed("乙"), "乙"),
        (room.result(1), answers.HandResultFound(result), result),
    )
    for asking, answer, given in questions:
        task = asyncio.ensure_future(asking)
        command = await end.hear(say.Command)
        end.say(told.Accepted(command.id, answer))
        assert await task == given
    wrong = asyncio.ensure_future(client.lobby())
    asked = await end.hear(say.GetLobby)
    end.say(told.Accepted(asked.id))
    await ends(wrong, SdkError)
    await client.close()


async def test_everything_one_may_do_in_a_room_is_said_as_such() -> None:
    house = House()
    end, room = await house.room()
    for doing, kind in (
        (room.take_back(), say.TakeBack), (room.ready_next(1), say.ReadyNext), (room.start(), say.StartMatch),
        (room.rematch("drawn"), say.Rematch), (room.sit(2), say.Sit), (room.stand_up(), say.StandUp),
        (room.add_bot(1, "random"), say.AddBot), (room.remove_bot(1), say.RemoveBot),
        (room.kick("丁"), say.Kick), (room.set_options("nanning"), say.SetOptions),
        (room.end_match(), say.EndMatch), (room.phrase(1), say.Phrase), (room.consent("seat"), say.Consent),
        (room.leave(confirm=True), say.Leave), (room.unwatch(), say.Unwatch), (room.not_ready(), say.Ready),
    ):  # fmt: skip
        task = asyncio.ensure_future(doing)
        command = await end.hear(say.RoomCommand)
        assert isinstance(command, kind) and command.room == "r1"
        end.say(told.Accepted(command.id))
        await task
    await house.client.close()


async def test_who_begins_accepts_the_options_is_ready_and_waits_for_the_match() -> None:
    house = House()
    end, room = await house.room()
    different = told.Difference("room", "hands", "局数", "hands", 4, 8)
    end.say(replace(room_state(2), differences=(different,), options_rev=7))
    await room.until(lambda room: room.state is not None and room.state.rev == 2)
    beginning = asyncio.ensure_future(room.begin())
    accept = await end.hear(say.AcceptOptions)
    assert accept.options_rev == 7
    end.say(told.Accepted(accept.id))
    ready = await end.hear(say.Ready)
    assert ready.ready
    end.say(told.Accepted(ready.id))
    await settled()
    assert not beginning.done()
    end.say(frame(1, EVENTS[0]))
    await beginning
    await house.client.close()


async def test_a_fault_of_the_clients_own_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    end, room = await house.room()
    waiting = asyncio.ensure_future(room.match_over())
    await settled()

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("clients.sdk.session.Session.receive", broken)
    end.say(told.Echo(1, 1), told.Echo(2, 2))
    error = await ends(waiting, SdkError)
    assert "broken" in str(error)
    await house.client.close()
