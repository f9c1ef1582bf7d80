"""Who comes in: new guests, players who return, other devices, and connections that are overtaken."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Message, Notice, Rejected, RoomClosed, Running, Welcome
from protocol.to_server import Hello
from protocol.vocabulary import StreamPoint
from server.auth import Generations, Player, Players, Tokens
from server.config import Settings
from server.effects import Attach, Detach, Membership
from server.hub import Hub
from server.peers import Peer
from server.reception import Reception, TurnedAway, WrongCodes
from server.relay import Relay
from server.store import MemoryStore, StoreDown
from server.store.base import Speaker, Spoken
from server.whereabouts import Whereabouts
from tests.harness.clock import ManualClock
from tests.server.doubles import CountingChance, PaperHouse, PaperWire, Tally

ADDRESS = "192.0.2.1"


class Front:
    """A reception and those who come to it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore(self.clock.now)
        self.house = PaperHouse()
        self.house.rooms |= {"r", "s"}
        self.hub = Hub(lambda callback: self.turns.append(callback), Tally())
        self.turns: list[object] = []
        self.hub.bus = self.house
        self.players = Players(self.store, Tokens(b"k" * 32), 180, CountingChance())
        self.whereabouts = Whereabouts(self.store, self.house.rooms.__contains__)
        settings = Settings()
        self.reception = Reception(
            settings=settings, clock=self.clock, players=self.players, hub=self.hub, bus=self.house,
            relay=Relay(self.store, self.clock, "here/1", lambda event, more: None),
            whereabouts=self.whereabouts,
            generations=Generations(7, 0), owns=self.house.rooms.__contains__, random=CountingChance(),
            wrong_codes=WrongCodes(settings.wrong_codes_per_minute, self.clock), server="sifang test",
        )  # fmt: skip
        self.wires: dict[Peer, PaperWire] = {}

    def peer(self, address: str = ADDRESS) -> Peer:
        wire = PaperWire()
        peer = self.hub.open(wire, Codec.MSGPACK, address)
        self.wires[peer] = wire
        return peer

    def read(self, peer: Peer) -> list[Message]:
        self.hub.writing.flush()
        return self.wires[peer].take()

    async def come(self, hello: Hello, address: str = ADDRESS) -> tuple[Peer, Welcome]:
        peer = self.peer(address)
        assert await self.reception.greet(peer, hello, 1) == "welcome"
        (welcome,) = [message for message in self.read(peer) if isinstance(message, Welcome)]
        return peer, welcome


@pytest.fixture
def front() -> Front:
    return Front()


async def test_a_new_guest_is_a_player_with_a_name_and_a_token(front: Front) -> None:
    peer, welcome = await front.come(Hello((1,), name=" Ann ", lang="en"))
    assert (welcome.name, peer.name, peer.lang, peer.player) == ("Ann", "Ann", "en", welcome.player)
    assert front.players.tokens.read(welcome.token) == welcome.player
    assert welcome.running is None
    assert welcome.level == 1


async def test_a_guest_without_a_name_is_given_one_in_his_language(front: Front) -> None:
    _, zh = await front.come(Hello((1,)))
    _, en = await front.come(Hello((1,), lang="en"))
    assert zh.name.startswith("玩家") and en.name.startswith("Player ")
    assert zh.player != en.player


async def test_the_welcome_tells_the_limits(front: Front) -> None:
    _, welcome = await front.come(Hello((1,)))
    limits = welcome.limits
    assert (limits.frame_bytes, limits.depth, limits.commands_per_s, limits.burst) == (4096, 16, 20, 40)
    assert (limits.hints_per_s, limits.ping_ms, limits.silence_ms, limits.name_letters) == (
        4,
        15000,
        10000,
        16,
    )


async def test_who_returns_keeps_his_name_unless_he_wishes_for_another(front: Front) -> None:
    _, first = await front.come(Hello((1,), name="小明"))
    _, again = await front.come(Hello((1,), token=first.token))
    assert (again.player, again.name) == (first.player, "小明")
    _, renamed = await front.come(Hello((1,), token=first.token, name="小红"))
    assert (renamed.player, renamed.name) == (first.player, "小红")


async def test_in_a_room_a_player_keeps_his_name(front: Front) -> None:
    _, first = await front.come(Hello((1,), name="小明"))
    front.hub.deliver("r", [Membership(first.player, True, 0)])
    _, again = await front.come(Hello((1,), token=first.token, name="小红"))
    assert again.name == "小明"


async def test_in_a_room_elsewhere_too_and_where_that_cannot_be_known(front: Front) -> None:
    """Else the name he is greeted by is not the one that stands at his seat."""
    _, first = await front.come(Hello((1,), name="小明"))
    front.whereabouts.note(first.player, "elsewhere", Running("elsewhere", 0, True, "seat0"))
    _, again = await front.come(Hello((1,), token=first.token, name="小红"))
    assert again.name == "小明"
    front.whereabouts.note(first.player, "elsewhere", None)
    front.hub.believe(first.player, None)
    front.store.down = True
    _, again = await front.come(Hello((1,), token=first.token, name="小红"))
    assert again.name == "小明"
    front.store.down = False
    _, again = await front.come(Hello((1,), token=first.token, name="小红"))
    assert again.name == "小红"


@pytest.mark.parametrize("known", [False, True])
async def test_a_bad_name_turns_a_hello_away_and_makes_nobody(front: Front, known: bool) -> None:
    token = None
    if known:
        _, first = await front.come(Hello((1,), name="小明"))
        token = first.token
    peer = front.peer()
    answer = await front.reception.greet(peer, Hello((1,), token=token, name="\u202e", lang="en"), 1)
    assert isinstance(answer, TurnedAway)
    assert (answer.rejected.code, answer.rejected.field, answer.rejected.id) == (
        RejectCode.BAD_NAME,
        "name",
        None,
    )
    assert answer.rejected.message.startswith("The name")
    assert peer.player == ""


@pytest.mark.parametrize("token", ["", "x", "x.y", "0" * 20 + "." + "0" * 40])
async def test_a_token_that_is_none_of_ours_is_not_let_in(front: Front, token: str) -> None:
    assert await front.reception.greet(front.peer(), Hello((1,), token=token), 1) is CloseCode.UNAUTHORIZED


async def test_a_revoked_player_is_sent_away_and_not_let_in_again(front: Front) -> None:
    peer, first = await front.come(Hello((1,)))
    await front.reception.revoke(first.player)
    assert front.wires[peer].hung is CloseCode.REVOKED
    front.reception.gone(peer)
    await front.reception.revoke(first.player)
    hello = Hello((1,), token=first.token)
    assert await front.reception.greet(front.peer(), hello, 1) is CloseCode.UNAUTHORIZED


async def test_another_device_becomes_the_player_by_a_one_time_code(front: Front) -> None:
    old, first = await front.come(Hello((1,), name="小明"))
    code = await front.players.make_device_code(first.player)
    _, second = await front.come(Hello((1,), device_code=code))
    assert (second.player, second.name, second.token) == (first.player, "小明", first.token)
    assert front.wires[old].hung is CloseCode.SUPERSEDED
    assert (
        await front.reception.greet(front.peer(), Hello((1,), device_code=code), 1) is CloseCode.UNAUTHORIZED
    )


async def test_a_code_is_not_used_up_by_who_is_not_let_in(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He may have no other way to his seat: the device that gave the code is in the river."""
    _, first = await front.come(Hello((1,)))
    hello = Hello((1,), device_code=await front.players.make_device_code(first.player))

    async def fails(player: str) -> Player | None:
        raise StoreDown("the store is down")

    with monkeypatch.context() as down:
        down.setattr(front.players, "find", fails)
        assert await front.reception.greet(front.peer(), hello, 1) is CloseCode.RESTARTING
    badly_named = replace(hello, name="\u202e")
    assert isinstance(await front.reception.greet(front.peer(), badly_named, 1), TurnedAway)
    gone = front.peer()
    gone.gone = True
    await front.reception.greet(gone, hello, 1)
    _, second = await front.come(hello)
    assert second.player == first.player


async def test_of_two_who_come_by_one_code_the_later_is_not_let_in(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first = await front.come(Hello((1,)))
    code, find = await front.players.make_device_code(first.player), front.players.find

    async def and_another_comes(player: str) -> Player | None:
        assert await front.players.use_device_code(code)
        return await find(player)

    monkeypatch.setattr(front.players, "find", and_another_comes)
    hello = Hello((1,), device_code=code)
    assert await front.reception.greet(front.peer(), hello, 1) is CloseCode.UNAUTHORIZED


async def test_ten_wrong_codes_a_minute_an_address(front: Front) -> None:
    hello = Hello((1,), device_code="WRONG")
    for _ in range(10):
        assert await front.reception.greet(front.peer(), hello, 1) is CloseCode.UNAUTHORIZED
    _, first = await front.come(Hello((1,)))
    right = Hello((1,), device_code=await front.players.make_device_code(first.player))
    assert await front.reception.greet(front.peer(), right, 1) is CloseCode.TOO_FAST
    assert await front.reception.greet(front.peer("192.0.2.2"), hello, 1) is CloseCode.UNAUTHORIZED
    front.clock.jump(6_000)
    assert await front.reception.greet(front.peer(), right, 1) == "welcome"


async def test_new_guests_of_one_address_are_limited_and_returning_players_are_not(front: Front) -> None:
    _, first = await front.come(Hello((1,)))
    for _ in range(59):
        await front.come(Hello((1,)))
    assert await front.reception.greet(front.peer(), Hello((1,)), 1) is CloseCode.TOO_FAST
    await front.come(Hello((1,), token=first.token))


async def test_a_new_connection_supersedes_the_old_one_whose_end_changes_nothing(front: Front) -> None:
    """I-16, N-06: press reconnect five times fast: one live socket; the old ones' ends touch nothing."""
    old, first = await front.come(Hello((1,)))
    front.hub.deliver("r", [Membership(first.player, True, 0, True, "seat0")])
    front.house.take()
    peers = [old]
    for _ in range(5):
        peers.append((await front.come(Hello((1,), token=first.token)))[0])
    assert [front.wires[peer].hung for peer in peers] == [CloseCode.SUPERSEDED] * 5 + [None]
    assert Notice("superseded") in front.read(old)
    front.house.take()
    for peer in peers[:-1]:
        front.reception.gone(peer)
    assert all(what == Detach(what.connection, first.player) and what.connection != peers[-1].id  # type: ignore[union-attr]  # all are Detach
               for _, what in front.house.take())  # fmt: skip
    assert front.hub.speakers.of(first.player) == peers[-1].id
    assert front.hub.running(first.player) is not None


async def test_a_connection_overtaken_while_it_said_hello_is_superseded(front: Front) -> None:
    """Of two that say hello at once that is the newer which the store has numbered last."""
    _, first = await front.come(Hello((1,)))
    slow, fast = front.peer(), front.peer()
    numbered, goes_on = asyncio.Event(), asyncio.Event()
    speak = front.store.speak

    async def held(player: str, speaker: Speaker, ttl_s: int) -> Spoken:
        spoken = await speak(player, speaker, ttl_s)
        numbered.set()
        await goes_on.wait()
        return spoken

    front.store.speak = held  # type: ignore[method-assign]  # an answer that is long on its way
    greeting = asyncio.create_task(front.reception.greet(slow, Hello((1,), token=first.token), 1))
    await numbered.wait()
    front.store.speak = speak  # type: ignore[method-assign]  # and no longer
    assert await front.reception.greet(fast, Hello((1,), token=first.token), 1) == "welcome"
    goes_on.set()
    assert await greeting is CloseCode.SUPERSEDED
    assert front.hub.speakers.of(first.player) == fast.id


async def test_a_connection_that_went_while_it_said_hello_speaks_for_nobody(front: Front) -> None:
    _, first = await front.come(Hello((1,)))
    gone = front.peer()
    front.hub.close(gone)
    assert await front.reception.greet(gone, Hello((1,), token=first.token), 1) == "welcome"
    assert front.hub.speakers.of(first.player) != gone.id


async def test_what_a_player_was_in_the_middle_of_follows_the_welcome(front: Front) -> None:
    """N-01: drop and rejoin: the same room, from the last number seen."""
    old, first = await front.come(Hello((1,), name="小明"))
    front.hub.deliver("r", [Membership(first.player, True, 2, True, "seat2")])
    front.reception.gone(old)
    assert [room for room, what in front.house.take() if isinstance(what, Detach)] == ["r"]
    point = StreamPoint("r", "seat2", 3, 41)
    hello = Hello((1,), token=first.token, resume=(StreamPoint("s", "public", 1, 1), point))
    peer, welcome = await front.come(hello)
    assert welcome.running == Running("r", 2, True, "seat2")
    assert front.house.take() == [("r", Attach(peer.id, first.player, "seat2", point, "小明"))]
    assert peer.heading == "r"
    peer, _ = await front.come(Hello((1,), token=first.token))
    assert ("r", Attach(peer.id, first.player, "seat2", None, "小明")) in front.house.take()


async def test_a_watcher_goes_on_with_the_stream_he_names(front: Front) -> None:
    point = StreamPoint("s", "public", 1, 7)
    peer, welcome = await front.come(Hello((1,), resume=(point, StreamPoint("r", "public", 1, 1))))
    assert front.house.take() == [("s", Attach(peer.id, welcome.player, "public", point, peer.name))]


async def test_a_stream_of_a_room_that_is_no_more_is_told_so(front: Front) -> None:
    peer = front.peer()
    hello = Hello((1,), resume=(StreamPoint("gone", "public", 1, 7),))
    assert await front.reception.greet(peer, hello, 1) == "welcome"
    assert RoomClosed("gone", "closed") in front.read(peer)


async def test_who_cannot_be_attached_now_comes_back_in_a_moment(front: Front) -> None:
    _, first = await front.come(Hello((1,)))
    front.hub.deliver("r", [Membership(first.player, True, 2, True, "seat2")])
    front.house.busy.add("r")
    peer = front.peer()
    await front.reception.greet(peer, Hello((1,), token=first.token), 1)
    code = front.wires[peer].hung
    assert code is not None
    assert code.reconnect == "now"


async def test_while_the_store_is_away_only_those_here_lately_come_in(front: Front) -> None:
    _, first = await front.come(Hello((1,)))
    front.store.down = True
    _, again = await front.come(Hello((1,), token=first.token))
    assert again.player == first.player
    stranger = front.peer()
    assert await front.reception.greet(stranger, Hello((1,)), 1) is CloseCode.RESTARTING
    (refusal,) = front.read(stranger)
    assert isinstance(refusal, Rejected) and refusal.code is RejectCode.STORE_DOWN


async def test_the_end_of_a_connection_is_told_to_the_rooms_it_had_to_do_with(front: Front) -> None:
    peer, first = await front.come(Hello((1,)))
    front.hub.deliver("r", [Membership(first.player, True, 0)])
    peer.heading = "s"
    front.reception.gone(peer)
    assert sorted(front.house.take()) == [(room, Detach(peer.id, first.player)) for room in ("r", "s")]
    front.reception.gone(front.peer())
    assert front.house.take() == []
