"""Calls to rooms of other nodes: kept until they are answered, and brought to whoever owns the room."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw

from protocol.answers import Entered
from protocol.codec import Codec, encode
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Echo, Message, Notice, Rejected, RoomClosed
from protocol.to_server import Ready
from server.calls import AGAIN_MS, FETCH_MS, MISSING_MS, MOST_WAITING, NOBODY_MS
from server.effects import Attach, Detach, Enter, Submit
from server.faraway import MOST_LOOKED_FOR, Faraway
from server.hub import Hub
from server.notes import (
    Broadcast,
    Head,
    Heads,
    Here,
    Listens,
    NotTaken,
    Passed,
    Put,
    Said,
    SaidToRoom,
    Told,
    read_command,
    write,
)
from server.peers import Peer
from server.store import MemoryStore, RoomHead, keys
from tests.harness.clock import ManualClock, settle
from tests.server.doubles import IDS, PaperHouse, PaperRelay, PaperWire, Tally

OWNER = "there/1"
PUBLIC = keys.channel("r", "public")


class Caller:
    """A node with one connection, and a store that says who owns the room `r`."""

    def __init__(self) -> None:
        self.clock = ManualClock(1_000_000)
        self.store = MemoryStore(self.clock.now)
        self.relay = PaperRelay()
        self.house = PaperHouse()
        self.dead: set[str] = set()
        self.reports: list[str] = []
        self.hub = Hub(lambda callback: None, Tally())
        self.faraway = self.hub.bus = Faraway(
            house=self.house, hub=self.hub, relay=self.relay, store=self.store, clock=self.clock,  # type: ignore[arg-type]  # of paper
            is_dead=self.dead.__contains__, report=lambda event, more: self.reports.append(event),
        )  # fmt: skip
        self.wire = PaperWire()
        self.peer: Peer = self.hub.open(self.wire, Codec.MSGPACK, "192.0.2.1")
        self.peer.player, self.peer.name = "p", "P"

    async def made(self) -> Caller:
        await self.store.create_room("r", OWNER, b"")
        return self

    def post(self, number: int = 1) -> str:
        return self.faraway.post("r", Submit(self.peer.id, "p", Ready(IDS[number], "r", True)))

    def told(self, *messages: Message, epoch: int = 1, count: int = 1, sender: str = OWNER) -> None:
        items = tuple([Said(self.peer.id, Raw(encode(each, Codec.MSGPACK))) for each in messages])
        self.relay.bring(sender, Told("r", epoch, count, items))

    def read(self) -> list[Message]:
        self.hub.writing.flush()
        self.hub.writing.pump()
        return self.wire.take()

    def passed(self) -> list[str]:
        """Return the ids of the commands that were sent to the owner since last asked."""
        letters = [note.what for to, note in self.relay.take() if isinstance(note, Put) and to == OWNER]
        return [read_command(what.command).id for what in letters if isinstance(what, Passed)]


async def test_a_command_goes_to_the_owner_and_its_answer_is_heard_once() -> None:
    at = await Caller().made()
    assert at.post() == "taken"
    await settle()
    assert at.passed() == [IDS[1]]
    at.told(Accepted(IDS[1]))
    at.told(Accepted(IDS[1]), count=2)
    assert at.read() == [Accepted(IDS[1])]


async def test_what_is_not_answered_is_sent_again_until_it_is() -> None:
    at = await Caller().made()
    at.post()
    await settle()
    assert at.passed() == [IDS[1]]
    for _ in range(2):
        at.clock.jump(at.clock.now() + AGAIN_MS)
        at.faraway.pulse()
        assert at.passed() == [IDS[1]]
    at.told(Accepted(IDS[1]))
    at.clock.jump(at.clock.now() + AGAIN_MS)
    at.faraway.pulse()
    assert at.passed() == []


async def test_no_more_than_so_many_commands_wait() -> None:
    at = await Caller().made()
    assert [at.post(number) for number in range(MOST_WAITING + 1)] == ["taken"] * MOST_WAITING + ["busy"]


async def test_rooms_that_are_not_found_are_looked_for_in_bounds_while_the_store_is_away() -> None:
    """Anybody can name any number of rooms; who is in one is attached to it, and goes on being heard."""
    at = await Caller().made()
    at.store.down = True
    at.faraway.post("r", Attach(at.peer.id, "p", "public", None, "P"))
    posted = [
        at.faraway.post(f"x{number}", Submit(at.peer.id, "p", Ready(IDS[1], f"x{number}", True)))
        for number in range(2 * MOST_LOOKED_FOR)
    ]
    assert posted.count("taken") == MOST_LOOKED_FOR - 1
    assert posted[-1] == "busy"
    assert at.post() == "taken"


async def test_an_owner_s_refusal_to_take_it_is_told_with_its_code() -> None:
    at = await Caller().made()
    for number in (1, 2):
        at.post(number)
    await settle()
    at.relay.bring(OWNER, NotTaken("r", at.peer.id, IDS[1], "busy"))
    at.relay.bring(OWNER, NotTaken("r", at.peer.id, IDS[2], "full"))
    codes = [each.code for each in at.read() if isinstance(each, Rejected)]
    assert codes == [RejectCode.BUSY, RejectCode.ROOM_FULL]


async def test_a_command_for_a_room_whose_owner_is_dead_waits_for_the_next_and_not_for_ever() -> None:
    at = await Caller().made()
    at.dead.add(OWNER)
    at.post(1)
    await at.clock.advance(NOBODY_MS // 2)
    assert (at.passed(), at.read()) == ([], [])
    at.dead.clear()
    await at.clock.advance(1000)
    assert at.passed() == [IDS[1]]
    at.told(Accepted(IDS[1]))
    assert at.read() == [Accepted(IDS[1])]
    at.dead.add(OWNER)
    at.faraway.beaten()
    at.post(2)
    await at.clock.advance(NOBODY_MS + 1000)
    (refused,) = at.read()
    assert isinstance(refused, Rejected)
    assert (refused.code, refused.retry_ms) == (RejectCode.BUSY, 500)


async def test_an_owner_that_nobody_hears_is_looked_for_anew() -> None:
    at = await Caller().made()
    at.relay.heard_by = 0
    at.post()
    await settle()
    assert at.passed() == [IDS[1]]
    await at.store.acquire("r", "other/1", 1)
    at.relay.heard_by = 1
    await at.clock.advance(1000)
    assert [to for to, note in at.relay.take() if isinstance(note, Put)][-1] == "other/1"


async def test_a_room_lost_while_others_are_looked_for_is_not_taken_for_gone() -> None:
    """The store was asked before it was lost, and so says nothing of it."""
    at = await Caller().made()
    await at.store.create_room("s", OWNER, b"")
    heads = at.store.heads
    meanwhile = [True]

    async def slow(rooms: Sequence[str]) -> dict[str, RoomHead]:
        found = await heads(rooms)
        if meanwhile:
            meanwhile.clear()
            at.faraway.post("s", Submit(at.peer.id, "p", Ready(IDS[2], "s", True)))
        return found

    at.store.heads = slow  # type: ignore[method-assign]  # an answer that is long on its way
    at.post(1)
    await at.clock.advance(1000)
    assert sorted(at.passed()) == [IDS[1], IDS[2]]
    assert at.read() == []


async def attached(at: Caller) -> None:
    """Let the connection look on at the room, from a snapshot at frame 0."""
    enter = Enter(at.peer.id, "p", "P", IDS[1], "watcher", "public", False)
    assert at.faraway.post("r", enter) == "taken"
    await settle()
    at.told(Accepted(IDS[1], Entered("r", "public")))
    at.relay.channels[PUBLIC](None)
    at.read()


async def test_a_room_that_is_missing_from_the_store_is_waited_for_and_then_closed() -> None:
    at = await Caller().made()
    await attached(at)
    await at.store.delete_room("r", 1)
    at.relay.bring(OWNER, NotTaken("r", 0, "", "unknown"))
    await at.clock.advance(MISSING_MS // 2)
    assert at.read() == []
    await at.clock.advance(MISSING_MS)
    assert at.read() == [RoomClosed("r", "closed")]
    assert at.relay.channels == {}


async def test_who_is_there_is_said_each_second_and_when_nobody_is() -> None:
    at = await Caller().made()
    await attached(at)
    at.relay.take()
    at.faraway.pulse()
    assert (OWNER, Here({"r": (at.peer.id,)})) in at.relay.take()
    at.faraway.post("r", Detach(at.peer.id, "p"))
    assert at.relay.take() == [(OWNER, Put("r", Detach(at.peer.id, "p")))]
    at.faraway.pulse()
    assert at.relay.take() == [(OWNER, Here({}))]
    assert at.relay.channels == {}


async def test_what_an_owner_says_that_has_the_room_no_more_is_not_heard() -> None:
    at = await Caller().made()
    await attached(at)
    await at.store.acquire("r", "other/1", 1)
    echo = Raw(encode(Echo(1, 1), Codec.MSGPACK))
    at.relay.bring("other/1", Told("r", 2, 1, ()))
    at.relay.channels[PUBLIC](write(Broadcast(OWNER, 1, ((0, 0, echo),))))
    at.relay.bring(OWNER, Told("r", 1, 9, (Said(at.peer.id, echo), SaidToRoom("all", echo))))
    assert at.read() == []
    put = [(to, note.what) for to, note in at.relay.take() if isinstance(note, Put)]
    assert [to for to, what in put if isinstance(what, Attach)][-1] == "other/1"


async def test_a_letter_that_nobody_heard_is_no_matter_once_its_caller_has_gone() -> None:
    """And whoever calls another room afterwards is brought to it."""
    at = await Caller().made()
    await at.store.create_room("s", OWNER, b"")
    at.post()
    await settle()
    at.relay.heard_by = None
    at.post(2)
    unheard = at.relay.sent
    at.faraway.post("r", Detach(at.peer.id, "p"))
    unheard.set_result(0)
    await settle()
    at.relay.heard_by = 1
    at.passed()
    at.faraway.post("s", Submit(at.peer.id, "p", Ready(IDS[3], "s", True)))
    await settle()
    assert at.passed() == [IDS[3]]
    await at.faraway.stop()


async def test_who_is_in_a_room_elsewhere_is_told_that_the_store_is_away_and_attaches_anew() -> None:
    at = await Caller().made()
    await attached(at)
    at.relay.bring(OWNER, Told("r", 1, 2, (Listens(at.peer.id, "public", False),)))
    at.relay.take()
    at.faraway.store_changed(False)
    assert at.read() == [Notice("store_down", "r", clocks_stand=True)]
    at.faraway.store_changed(True)
    assert at.read() == [Notice("store_back", "r")]
    assert [note.what for _, note in at.relay.take() if isinstance(note, Put)] == [
        Attach(at.peer.id, "p", "public", None, "P")
    ]


async def test_a_note_that_was_lost_is_missed_and_everybody_asks_what_is_open() -> None:
    """A prompt has no number in the stream: the count of notes tells that one was lost."""
    at = await Caller().made()
    await attached(at)
    at.relay.bring(OWNER, Told("r", 1, 2, (Listens(at.peer.id, "public", False),)))
    at.relay.take()
    at.relay.bring(OWNER, Heads((Head("r", 1, 1, {}, 2),)))
    assert at.relay.take() == []
    at.relay.bring(OWNER, Heads((Head("r", 1, 1, {}, 3),)))
    assert [type(note.what) for _, note in at.relay.take() if isinstance(note, Put)] == [Attach]
    at.relay.bring(OWNER, Told("r", 1, 5, ()))
    assert [type(note.what) for _, note in at.relay.take() if isinstance(note, Put)] == [Attach]


async def test_a_watcher_left_behind_asks_again_where_what_he_asked_is_lost() -> None:
    at = await Caller().made()
    await attached(at)
    at.relay.bring(OWNER, Told("r", 1, 1, (Listens(at.peer.id, "public", False),)))
    heads = Heads((Head("r", 1, 1, {"public": 70}, 1),))

    def asked() -> list[Attach]:
        at.clock.jump(at.clock.now() + FETCH_MS)
        at.relay.bring(OWNER, heads)
        put = [note.what for _, note in at.relay.take() if isinstance(note, Put)]
        return [what for what in put if isinstance(what, Attach)]

    at.relay.take()
    at.peer.behind = True
    assert asked() == [], "his socket is full yet"
    assert at.faraway.post("r", Attach(at.peer.id, "p", "public", None, "P")) == "taken"
    at.relay.take()
    assert asked() == asked() == [Attach(at.peer.id, "p", "public", None, "P")]
    at.relay.bring(OWNER, Told("r", 1, 2, (Listens(at.peer.id, "public", False),)))
    assert not at.peer.behind


async def test_a_command_that_comes_before_its_connection_is_sent_again_behind_it() -> None:
    """It does not wait for the channel as the connection does; a watcher is unknown until he is there."""
    at = await Caller().made()
    await attached(at)
    at.post()
    assert at.passed() == [IDS[1]]
    early = Rejected(IDS[1], RejectCode.UNKNOWN_ROOM)
    at.told(early)
    assert at.read() == [] and at.passed() == []
    at.relay.bring(OWNER, Told("r", 1, 2, (Listens(at.peer.id, "public", False),)))
    assert at.passed() == [IDS[1]]
    at.told(early, count=3)
    assert [answer.code for answer in at.read() if isinstance(answer, Rejected)] == [early.code]


async def test_a_command_of_one_who_may_not_look_on_is_refused_as_he_is() -> None:
    at = await Caller().made()
    await attached(at)
    at.post()
    at.passed()
    early = Rejected(IDS[1], RejectCode.UNKNOWN_ROOM)
    at.told(early)
    at.relay.bring(OWNER, Told("r", 1, 2, (Listens(at.peer.id, None, False),)))
    assert at.passed() == [IDS[1]]
    at.told(early, count=3)
    assert [answer.code for answer in at.read() if isinstance(answer, Rejected)] == [early.code]


async def test_a_command_does_not_wait_for_ever_for_a_connection_that_is_never_heard() -> None:
    at = await Caller().made()
    await attached(at)
    at.post()
    early = Rejected(IDS[1], RejectCode.UNKNOWN_ROOM)
    at.told(early)
    await at.clock.advance(NOBODY_MS)
    at.told(early, count=2)
    assert [answer.code for answer in at.read() if isinstance(answer, Rejected)] == [early.code]


async def test_who_is_on_his_way_in_counts_as_there() -> None:
    """He may be in by now: an owner that is told otherwise takes him for gone again."""
    at = await Caller().made()
    enter = Enter(at.peer.id, "p", "P", IDS[1], "player", "public")
    assert at.faraway.post("r", enter) == "taken"
    await settle()
    at.relay.take()
    at.faraway.pulse()
    assert Here({"r": (at.peer.id,)}) in [note for _, note in at.relay.take()]
    at.told(Rejected(IDS[1], RejectCode.ROOM_FULL))
    at.faraway.pulse()
    assert Here({}) in [note for _, note in at.relay.take()]
