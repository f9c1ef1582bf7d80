"""What is asked for outside the rooms, or on the way into one: each command gets its one answer."""

from __future__ import annotations

import asyncio

import pytest

from protocol.answers import (
    Catalogue,
    DeviceCodeMade,
    LiveGame,
    Lobby,
    OpenRoom,
    RecordFound,
    Renamed,
    RulesSheet,
)
from protocol.codec import Codec
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Matched, Message, Rejected, RoomClosed
from protocol.to_server import (
    CancelQuickMatch,
    CreateRoom,
    DeviceCode,
    GetCatalogue,
    GetLobby,
    GetRecord,
    GetRules,
    JoinRoom,
    QuickMatch,
    Rename,
    StandUp,
    Watch,
)
from server.auth import Player, Players, Tokens
from server.books import BadOption, Books
from server.config import Settings
from server.desk import Desk
from server.effects import Detach, Enter, Listen, Membership, Repeat, Submit
from server.hub import Hub
from server.lobby import Listings, Records
from server.peers import Peer
from server.ports import Made
from server.quick import Queue, Waiter
from server.reception import WrongCodes
from server.relay import Relay
from server.store import MemoryStore, StoreDown
from server.whereabouts import Whereabouts
from tests.harness.clock import ManualClock, settle
from tests.server.doubles import IDS, CountingChance, PaperHouse, PaperWire, Tally

CATALOGUE = Catalogue((), (), ())
SHEET = RulesSheet("nanning", 1, {}, ())


def sheet(ruleset: str, options: object) -> RulesSheet:
    if ruleset != "nanning":
        raise BadOption("ruleset", "no such ruleset")
    return SHEET


class Counter:
    """A desk and those who stand at it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore(self.clock.now)
        self.house = PaperHouse()
        self.house.rooms |= {"r", "s"}
        self.hub = Hub(lambda callback: None, Tally())
        self.hub.bus = self.house
        self.players = Players(self.store, Tokens(b"k" * 32), 180, CountingChance())
        self.records = Records(self.store, 10, None)
        settings = Settings()
        self.relay = Relay(self.store, self.clock, "here/1", lambda event, more: None)
        self.desk = Desk(
            settings=settings, clock=self.clock, store=self.store, players=self.players, hub=self.hub,
            bus=self.house, house=self.house,
            whereabouts=Whereabouts(self.store, self.house.rooms.__contains__),
            relay=self.relay, queue=Queue(self.store, self.clock, self.relay.me),
            listings=Listings(self.house, self.store, self.clock, self.relay.me, list), records=self.records,
            random=CountingChance(), books=Books(lambda: CATALOGUE, sheet, lambda key: key == "nanning"),
            wrong_codes=WrongCodes(settings.wrong_codes_per_minute, self.clock),
        )  # fmt: skip
        self.wires: dict[int, PaperWire] = {}

    def peer(self, player: str = "p", address: str = "192.0.2.1") -> Peer:
        wire = PaperWire()
        peer = self.hub.open(wire, Codec.MSGPACK, address)
        peer.player, peer.name = player, f"name of {player}"
        self.hub.speakers.take(player, peer.id)
        self.wires[peer.id] = wire
        return peer

    def read(self, peer: Peer) -> list[Message]:
        self.hub.writing.flush()
        self.hub.writing.pump()
        return self.wires[peer.id].take()

    def refusal(self, peer: Peer) -> RejectCode:
        (answer,) = self.read(peer)
        assert isinstance(answer, Rejected)
        return answer.code

    def result(self, peer: Peer) -> object:
        (answer,) = self.read(peer)
        assert isinstance(answer, Accepted)
        return answer.result


@pytest.fixture
def at() -> Counter:
    return Counter()


# ---------------------------------------------------------------- to a room


async def test_a_command_to_a_room_is_handed_on_with_who_says_it(at: Counter) -> None:
    peer = at.peer()
    peer.rtt_ms = 30
    command = StandUp(IDS[1], "r")
    await at.desk.ask(peer, command)
    assert at.house.take() == [("r", Submit(peer.id, "p", command, 30))]
    assert at.read(peer) == []


async def test_a_command_to_no_room_or_to_a_busy_one_is_answered_here(at: Counter) -> None:
    peer = at.peer()
    await at.desk.ask(peer, StandUp(IDS[1], "nowhere"))
    assert at.refusal(peer) is RejectCode.UNKNOWN_ROOM
    at.house.busy.add("r")
    await at.desk.ask(peer, StandUp(IDS[1], "r"))
    (answer,) = at.read(peer)
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.id) == (RejectCode.BUSY, IDS[1])
    assert answer.retry_ms


# ---------------------------------------------------------------- into rooms


async def test_a_room_is_made_with_its_host(at: Counter) -> None:
    peer = at.peer()
    command = CreateRoom(IDS[1], "nanning", bots=3)
    await at.desk.ask(peer, command)
    assert at.house.created == [(Enter(peer.id, "p", "name of p", IDS[1], "player", "seat0"), command)]


async def test_a_room_asked_for_again_while_it_is_made_is_made_once(at: Counter) -> None:
    """N-18, I-14: the connection dropped before the answer; the same command comes by the next one."""
    made = asyncio.Event()
    create = at.house.create

    async def slowly(host: Enter, command: CreateRoom) -> Made | None:
        await made.wait()
        at.hub.deliver("room1", [Membership(host.player, True, 0)])
        return await create(host, command)

    at.house.create = slowly  # type: ignore[method-assign]  # to hold it up
    old = at.peer()
    first = asyncio.create_task(at.desk.ask(old, CreateRoom(IDS[1], "nanning")))
    await settle()
    new = at.peer()
    second = asyncio.create_task(at.desk.ask(new, CreateRoom(IDS[1], "nanning")))
    await settle()
    made.set()
    await asyncio.gather(first, second)
    assert len(at.house.created) == 1
    assert at.house.take() == [("room1", Repeat(new.id, "p", IDS[1]))]


async def test_five_new_rooms_a_minute_an_address(at: Counter) -> None:
    for number in range(5):
        await at.desk.ask(at.peer(f"p{number}"), CreateRoom(IDS[1], "nanning"))
    late = at.peer("late")
    await at.desk.ask(late, CreateRoom(IDS[1], "nanning"))
    assert at.refusal(late) is RejectCode.TOO_FAST
    await at.desk.ask(at.peer("far", "192.0.2.2"), CreateRoom(IDS[1], "nanning"))
    assert len(at.house.created) == 6
    at.clock.jump(12_000)
    await at.desk.ask(late, CreateRoom(IDS[1], "nanning"))
    assert len(at.house.created) == 7


async def test_a_code_leads_into_its_room_as_people_type_it(at: Counter) -> None:
    await at.store.claim_code("ABC234", "r")
    peer = at.peer()
    await at.desk.ask(peer, JoinRoom(IDS[1], " abc234 ", sit=False))
    assert at.house.take() == [("r", Enter(peer.id, "p", "name of p", IDS[1], "player", "public", False))]
    assert (at.hub.room_of("p"), peer.heading) == ("r", "r")


async def test_a_wrong_code_is_refused_and_counted_by_address(at: Counter) -> None:
    await at.store.claim_code("RIGHT", "r")
    peer = at.peer()
    for number in range(10):
        await at.desk.ask(peer, JoinRoom(IDS[number], "WRONG"))
        assert at.refusal(peer) is RejectCode.WRONG_CODE
    await at.desk.ask(peer, JoinRoom(IDS[20], "RIGHT"))
    assert at.refusal(peer) is RejectCode.TOO_FAST
    await at.desk.ask(peer, Watch(IDS[21], code="RIGHT"))
    assert at.refusal(peer) is RejectCode.TOO_FAST
    at.clock.jump(6_000)
    await at.desk.ask(peer, JoinRoom(IDS[22], "RIGHT"))
    assert len(at.house.take()) == 1


async def test_right_codes_are_not_counted(at: Counter) -> None:
    await at.store.claim_code("RIGHT", "r")
    for number in range(20):
        await at.desk.ask(at.peer(f"p{number}"), JoinRoom(IDS[1], "RIGHT"))
    assert len(at.house.take()) == 20


@pytest.mark.parametrize(
    "command",
    [
        CreateRoom(IDS[5], "nanning"), JoinRoom(IDS[5], "OTHER"), Watch(IDS[5], room="s"),
        Watch(IDS[5], code="OTHER"), QuickMatch(IDS[5], "nanning"),
    ],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
async def test_a_member_who_asks_to_go_elsewhere_is_answered_by_his_own_room(
    at: Counter, command: CreateRoom
) -> None:
    """Z-07: in a match: create, join, quick match, watch are refused with the room one is in."""
    await at.store.claim_code("OTHER", "s")
    at.hub.deliver("r", [Membership("p", True, 0, True, "seat0")])
    peer = at.peer()
    await at.desk.ask(peer, command)
    assert at.house.take() == [("r", Repeat(peer.id, "p", IDS[5]))]
    assert at.house.created == []
    assert at.read(peer) == []


async def test_a_member_may_ask_for_his_own_room_again(at: Counter) -> None:
    await at.store.claim_code("OWN", "r")
    at.hub.deliver("r", [Membership("p", True, 0)])
    peer = at.peer()
    await at.desk.ask(peer, JoinRoom(IDS[1], "OWN"))
    ((room, what),) = at.house.take()
    assert room == "r" and isinstance(what, Enter)


async def test_two_rooms_asked_for_in_one_breath_come_to_one(at: Counter) -> None:
    """Z-05: the second is answered by the first, which has not even answered yet."""
    await at.store.claim_code("R", "r")
    await at.store.claim_code("S", "s")
    peer = at.peer()
    await at.desk.ask(peer, JoinRoom(IDS[1], "R"))
    await at.desk.ask(peer, JoinRoom(IDS[2], "S"))
    assert [(room, type(what)) for room, what in at.house.take()] == [("r", Enter), ("r", Repeat)]


async def test_a_room_that_cannot_take_the_entering_has_no_member(at: Counter) -> None:
    await at.store.claim_code("GONE", "gone")
    await at.store.claim_code("R", "r")
    at.house.busy.add("r")
    peer = at.peer()
    await at.desk.ask(peer, JoinRoom(IDS[1], "GONE"))
    assert at.refusal(peer) is RejectCode.UNKNOWN_ROOM
    await at.desk.ask(peer, JoinRoom(IDS[2], "R"))
    assert at.refusal(peer) is RejectCode.BUSY
    assert at.hub.room_of("p") is None


async def test_a_player_whose_room_is_gone_can_go_elsewhere(at: Counter) -> None:
    """Z-13: there is always a way out."""
    await at.store.claim_code("S", "s")
    at.hub.deliver("gone", [Membership("p", True, 0)])
    await at.desk.ask(at.peer(), JoinRoom(IDS[1], "S"))
    assert at.hub.room_of("p") == "s"


async def test_a_watcher_leaves_what_he_watches_on_his_way_elsewhere(at: Counter) -> None:
    peer = at.peer()
    await at.desk.ask(peer, Watch(IDS[1], room="r"))
    at.hub.deliver("r", [Listen(peer.id, "public", False)])
    at.house.take()
    await at.desk.ask(peer, Watch(IDS[2], room="s", view="all"))
    assert at.house.take() == [
        ("r", Detach(peer.id, "p")),
        ("s", Enter(peer.id, "p", "name of p", IDS[2], "watcher", "all", False)),
    ]
    assert at.read(peer) == [RoomClosed("r", "unwatched")]
    assert at.hub.room_of("p") is None


async def test_so_many_look_on_at_a_room_and_no_more(at: Counter) -> None:
    at.desk._most_watchers = 2
    watchers = [at.peer(f"w{number}") for number in range(3)]
    for peer in watchers[:2]:
        at.hub.deliver("r", [Listen(peer.id, "public", False)])
    at.hub.deliver("r", [Listen(at.peer("member").id, "public", True)])
    await at.desk.ask(watchers[2], Watch(IDS[1], room="r"))
    assert at.refusal(watchers[2]) is RejectCode.ROOM_FULL
    await at.desk.ask(watchers[0], Watch(IDS[1], room="r"))
    await at.desk.ask(watchers[2], Watch(IDS[2], room="s"))
    assert [room for room, _ in at.house.take()] == ["r", "s"]


async def test_while_draining_no_room_is_made(at: Counter) -> None:
    at.desk.draining = True
    peer = at.peer()
    await at.desk.ask(peer, CreateRoom(IDS[1], "nanning"))
    assert at.refusal(peer) is RejectCode.DRAINING
    await at.desk.ask(peer, QuickMatch(IDS[2], "nanning"))
    assert at.refusal(peer) is RejectCode.DRAINING


# ---------------------------------------------------------------- quick match


async def test_the_fourth_who_asks_makes_the_room_and_all_are_told(at: Counter) -> None:
    peers = [at.peer(f"p{number}") for number in range(4)]
    for peer in peers:
        await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
        assert at.read(peer) == [Accepted(IDS[1])]
    ((host, command),) = at.house.created
    assert (host.player, host.command_id, command.ruleset) == ("p0", "", "nanning")
    assert [(room, what.player, what.command_id) for room, what in at.house.take()] == [  # type: ignore[union-attr]  # all are Enter
        ("room1", f"p{number}", "") for number in (1, 2, 3)
    ]
    for seat, peer in enumerate(peers):
        at.hub.deliver("room1", [Membership(peer.player, True, seat, False, f"seat{seat}")])  # type: ignore[arg-type]  # a view made of text
        assert at.read(peer) == [Matched("room1", f"seat{seat}", seat, "CODE1")]  # type: ignore[arg-type]  # a view made of text


async def test_who_cancels_or_goes_is_not_matched(at: Counter) -> None:
    gone, quits = at.peer("gone"), at.peer("quits")
    for peer in (gone, quits):
        await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
    at.desk.gone(gone)
    at.hub.speakers.drop("gone", gone.id)
    at.hub.close(gone)
    await at.desk.ask(quits, CancelQuickMatch(IDS[2]))
    assert at.read(quits) == [Accepted(IDS[1]), Accepted(IDS[2])]
    await at.desk.ask(quits, CancelQuickMatch(IDS[3]))
    assert at.refusal(quits) is RejectCode.NOT_NOW
    for number in range(3):
        await at.desk.ask(at.peer(f"p{number}"), QuickMatch(IDS[1], "nanning"))
    assert at.house.created == []


async def test_the_end_of_an_older_connection_does_not_take_its_player_out_of_the_queue(at: Counter) -> None:
    old = at.peer("p0")
    await at.desk.ask(old, QuickMatch(IDS[1], "nanning"))
    at.peer("p0")
    at.desk.gone(old)
    for number in range(1, 4):
        await at.desk.ask(at.peer(f"p{number}"), QuickMatch(IDS[1], "nanning"))
    assert len(at.house.created) == 1


async def test_four_for_whom_no_room_can_be_made_wait_anew(
    at: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever completed them is answered once."""
    peers = [at.peer(f"p{number}") for number in range(4)]

    async def away(*args: object) -> None:
        raise StoreDown("the store is away")

    with monkeypatch.context() as broken:
        broken.setattr(at.house, "create", away)
        for peer in peers:
            await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
    assert [at.read(peer) for peer in peers] == [[Accepted(IDS[1])]] * 4
    assert at.house.created == []
    await at.desk.pulse()
    assert len(at.house.created) == 1


@pytest.mark.parametrize("wanderer", ["p0", "p2"], ids=["the first", "another"])
async def test_who_goes_elsewhere_while_four_are_seated_is_in_one_room(
    at: Counter, monkeypatch: pytest.MonkeyPatch, wanderer: str
) -> None:
    """Z-05: he was taken out of the queue, and makes a room of his own before the four have theirs."""
    peers = [at.peer(f"p{number}") for number in range(4)]
    for peer in peers[:3]:
        await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
    make, hold, asked = at.house.create, asyncio.Event(), 0

    async def slow(host: Enter, command: CreateRoom) -> Made | None:
        nonlocal asked
        asked += 1
        await hold.wait()
        return await make(host, command)

    monkeypatch.setattr(at.house, "create", slow)
    leaving = asyncio.create_task(
        at.desk.ask(peers[int(wanderer[1])], CreateRoom(IDS[2], "nanning"))
    )
    if wanderer == "p0":  # he is the first of the four, and is making a room already
        await settle()
    four = [Waiter(peer.player, "here/1") for peer in peers]
    seating = asyncio.create_task(at.desk._seat(four, "nanning"))
    await settle()
    assert asked == 2
    hold.set()
    await asyncio.gather(leaving, seating)
    rooms = [host.player for host, _ in at.house.created]
    entered = [what.player for _, what in at.house.take() if isinstance(what, Enter)]
    assert sorted([*rooms, *entered]) == ["p0", "p1", "p2", "p3"]
    assert not any(isinstance(each, Rejected) for peer in peers for each in at.read(peer))


async def test_who_is_refused_by_the_room_of_his_quick_match_waits_anew(at: Counter) -> None:
    """It took too long, and the room is gone or full: nobody waits for nothing."""
    peers = [at.peer(f"p{number}") for number in range(4)]
    for peer in peers:
        await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
    at.hub.deliver("room1", [Membership(f"p{number}", number != 3, number) for number in range(4)])
    at.read(peers[3])
    for number in range(4, 7):
        await at.desk.ask(at.peer(f"p{number}"), QuickMatch(IDS[1], "nanning"))
    await at.desk.pulse()
    (_, (host, _)) = at.house.created
    entered = [what.player for room, what in at.house.take() if room == "room2" and isinstance(what, Enter)]
    assert [host.player, *entered] == ["p4", "p5", "p6", "p3"]


async def test_a_quick_match_of_an_unknown_ruleset_is_refused(at: Counter) -> None:
    peer = at.peer()
    await at.desk.ask(peer, QuickMatch(IDS[1], "riichi"))
    assert at.refusal(peer) is RejectCode.BAD_OPTION


async def test_who_enters_a_room_waits_for_no_quick_match(at: Counter) -> None:
    await at.store.claim_code("R", "r")
    peers = [at.peer(f"p{number}") for number in range(5)]
    await at.desk.ask(peers[0], QuickMatch(IDS[1], "nanning"))
    await at.desk.ask(peers[0], JoinRoom(IDS[2], "R"))
    for peer in peers[1:4]:
        await at.desk.ask(peer, QuickMatch(IDS[1], "nanning"))
    assert at.house.created == []


# ---------------------------------------------------------------- looking things up


async def test_the_lobby_lists_what_the_rooms_say_by_ruleset(at: Counter) -> None:
    at.house.open = [OpenRoom("r", "C", key, "host", ("free",) * 4, 8, 0) for key in ("nanning", "zhuji")]
    at.house.live = [LiveGame("r", key, ("a",), 1, 8, 0) for key in ("nanning", "zhuji")]
    peer = at.peer()
    await at.desk.ask(peer, GetLobby(IDS[1]))
    assert at.result(peer) == Lobby(tuple(at.house.open), tuple(at.house.live))
    await at.desk.ask(peer, GetLobby(IDS[2], "zhuji"))
    assert at.result(peer) == Lobby((at.house.open[1],), (at.house.live[1],))


async def test_catalogue_and_sheet_are_looked_up(at: Counter) -> None:
    peer = at.peer()
    await at.desk.ask(peer, GetCatalogue(IDS[1]))
    assert at.result(peer) == CATALOGUE
    await at.desk.ask(peer, GetRules(IDS[2], "nanning"))
    assert at.result(peer) == SHEET
    await at.desk.ask(peer, GetRules(IDS[3], "bridge"))
    (answer,) = at.read(peer)
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.field) == (RejectCode.BAD_OPTION, "ruleset")


async def test_a_record_is_for_those_who_took_part_unless_all_might_watch(at: Counter) -> None:
    await at.records.save("closed", b'{"a": 1}', ("p", "q"), False)
    await at.records.save("open", b"{}", (), True)
    for player, match, expected in [
        ("p", "closed", RecordFound("closed", '{"a": 1}')), ("x", "open", RecordFound("open", "{}")),
    ]:  # fmt: skip
        peer = at.peer(player)
        await at.desk.ask(peer, GetRecord(IDS[1], match))
        assert at.result(peer) == expected
    for player, match in [("x", "closed"), ("p", "never")]:
        peer = at.peer(player)
        await at.desk.ask(peer, GetRecord(IDS[2], match))
        assert at.refusal(peer) is RejectCode.UNKNOWN_MATCH


# ---------------------------------------------------------------- the player


async def test_a_player_outside_rooms_may_take_another_name(at: Counter) -> None:
    peer = at.peer()
    await at.desk.ask(peer, Rename(IDS[1], " 小明 "))
    assert at.result(peer) == Renamed("小明")
    assert await at.players.find("p") == Player("p", "小明", "zh")
    assert peer.name == "小明"
    await at.desk.ask(peer, Rename(IDS[2], "\u200b"))
    assert at.refusal(peer) is RejectCode.BAD_NAME
    at.hub.deliver("r", [Membership("p", True, 0)])
    await at.desk.ask(peer, Rename(IDS[3], "小红"))
    (answer,) = at.read(peer)
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.room) == (RejectCode.IN_ROOM, "r")
    assert peer.name == "小明"


async def test_a_command_sent_again_is_answered_as_before_and_not_done_again(at: Counter) -> None:
    """I-14: the same id gets the first answer, by any connection of the player."""
    peer = at.peer()
    await at.desk.ask(peer, DeviceCode(IDS[1]))
    first = at.result(peer)
    assert isinstance(first, DeviceCodeMade)
    again = at.peer()
    await at.desk.ask(again, DeviceCode(IDS[1]))
    assert at.result(again) == first
    await at.desk.ask(again, DeviceCode(IDS[2]))
    assert at.result(again) != first
    other = at.peer("q")
    await at.desk.ask(other, DeviceCode(IDS[1]))
    assert at.result(other) != first


async def test_while_the_store_is_away_what_needs_it_is_refused(at: Counter) -> None:
    at.store.down = True
    peer = at.peer()
    for command in (Rename(IDS[1], "a"), DeviceCode(IDS[2]), GetRecord(IDS[3], "m"), JoinRoom(IDS[4], "R")):
        await at.desk.ask(peer, command)
        assert at.refusal(peer) is RejectCode.STORE_DOWN
    await at.desk.ask(peer, GetLobby(IDS[5]))
    assert isinstance(at.result(peer), Lobby)
