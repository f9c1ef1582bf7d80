"""The reception: who says hello, and what becomes of him when his connection is gone.

A player is not a connection. Whoever says hello with a player's token speaks for him from then on; the
connection that did so before is closed, and whatever it leaves behind late changes nothing. What he was in
the middle of follows the welcome.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from protocol.codec import MAX_DEPTH
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Limits, Notice, Rejected, RoomClosed, Welcome
from protocol.to_server import Hello
from protocol.vocabulary import StreamPoint
from server.auth import Generations, Player, Players
from server.bus import Bus
from server.config import Settings
from server.effects import Attach, Detach
from server.hub import Hub
from server.names import LETTERS, BadName, read_name
from server.notes import Revoked, Superseded
from server.peers import Peer
from server.ports import Clock
from server.ratelimit import PerAddress
from server.relay import Relay
from server.store.base import STARTS, Speaker, StoreError
from server.whereabouts import Whereabouts, read_hint

STORE_MS: Final = 1000
"""When to try again, for `store_down`."""


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A hello that will not do as it is."""

    rejected: Rejected


Greeting: TypeAlias = Literal["welcome"] | TurnedAway | CloseCode


class WrongCodes:
    """How many wrong codes each address has tried: invite codes and device codes are counted alike."""

    def __init__(self, per_minute: int, clock: Clock) -> None:
        self._tried = PerAddress(per_minute)
        self._clock = clock

    def may_try(self, address: str) -> bool:
        """Say whether an address may try one more."""
        return self._tried.has_one(address, self._clock.now())

    def count(self, address: str) -> None:
        """Count a wrong one."""
        self._tried.take(address, self._clock.now())


class Reception:
    """The reception of one node. `server` is its name in the welcome; `owns` tells whether a room is here."""

    def __init__(
        self,
        *,
        settings: Settings,
        clock: Clock,
        players: Players,
        hub: Hub,
        bus: Bus,
        relay: Relay,
        whereabouts: Whereabouts,
        generations: Generations,
        owns: Callable[[str], bool],
        wrong_codes: WrongCodes,
        random: Callable[[int], bytes],
        server: str,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._players = players
        self._hub = hub
        self._bus = bus
        self._relay = relay
        self._whereabouts = whereabouts
        self._generations = generations
        self._owns = owns
        self._wrong_codes = wrong_codes
        self._random = random
        self._server = server
        self._new_players = PerAddress(settings.players_per_minute)
        relay.on(Superseded, self._superseded)
        relay.on(Revoked, self._revoked)

    async def greet(self, peer: Peer, hello: Hello, level: int) -> Greeting:
        """Find out who says hello and let him in; what he was in the middle of follows."""
        try:
            found = await self._identify(peer, hello)
        except StoreError:
            self._hub.send(peer, Rejected(None, RejectCode.STORE_DOWN, retry_ms=STORE_MS))
            return CloseCode.RESTARTING
        if not isinstance(found, Player):
            return found
        if peer.gone or not await self._speak(peer, found.id):
            return "welcome"
        must_go = self._hub.speakers.take(found.id, peer.id)
        if must_go == peer.id:
            return CloseCode.SUPERSEDED
        if must_go is not None:
            self._supersede(must_go)
        peer.player, peer.name, peer.lang = found.id, found.name, found.lang
        self._hub.send(
            peer,
            Welcome(
                level, found.id, found.name, self._players.tokens.sign(found.id), self._server,
                self._clock.now(), self._limits(), self._hub.running(found.id),
            ),
        )  # fmt: skip
        self._resume(peer, hello.resume)
        return "welcome"

    async def _speak(self, peer: Peer, player: str) -> bool:
        """Give a connection its number over all nodes, and let an older one elsewhere go.

        While the store is away he who was here lately gets a number by what is known here. Say whether the
        connection is still there.
        """
        generations, here = self._generations, self._relay.me
        while True:
            counter = generations.next()
            try:
                spoken = await self._players.speak(player, Speaker(counter, generations.number, here))
            except StoreError:
                if not peer.gone:
                    self._hub.rename(peer, generations.connection(counter))
                return not peer.gone
            if spoken.counter == counter or generations.may_take(spoken.counter):
                break
        if peer.gone:
            return False
        self._hub.rename(peer, generations.connection(spoken.counter))
        before = spoken.before
        if before is not None and before.owner != here:
            old = before.counter * STARTS + before.number
            self._relay.send(before.owner, Superseded(player, old, peer.id))
        own = self._hub.room_of(player)
        if own is None or not self._owns(own):
            hint = read_hint(spoken.member)
            if hint is not None or self._hub.running(player) is not None:
                self._hub.believe(player, hint)
        return True

    def _superseded(self, sender: str, note: Superseded) -> None:
        self._generations.saw(note.by)
        self._hub.speakers.overtaken(note.player, note.by)
        self._supersede(note.connection)

    def _revoked(self, sender: str, note: Revoked) -> None:
        peer = self._hub.peers.get(note.connection)
        if peer is not None:
            self._hub.hang(peer, CloseCode.REVOKED)

    def gone(self, peer: Peer) -> None:
        """Take in that a connection is closed; of an older than the player's present it changes nothing."""
        rooms = {peer.room, peer.heading}
        if peer.player and self._hub.speakers.drop(peer.player, peer.id):
            own = self._hub.room_of(peer.player) or ""
            rooms.add(own)
            if own and not self._owns(own):  # what it says of him is told the node he comes to
                self._hub.believe(peer.player, None)
        self._hub.close(peer)
        for room in rooms - {""}:
            self._bus.post(room, Detach(peer.id, peer.player))

    async def revoke(self, player: str) -> None:
        """Forget a player: his token is worth nothing from now on, and whoever uses it is sent away.

        Raises: StoreError.
        """
        speaker = await self._players.revoke(player)
        peer = self._hub.peers.get(self._hub.speakers.of(player) or 0)
        if peer is not None:
            self._hub.hang(peer, CloseCode.REVOKED)
        elif speaker is not None:
            connection = speaker.counter * STARTS + speaker.number
            self._relay.send(speaker.owner, Revoked(player, connection))

    def _supersede(self, connection: int) -> None:
        old = self._hub.peers.get(connection)
        if old is not None:
            self._hub.send(old, Notice("superseded"))
            self._hub.hang(old, CloseCode.SUPERSEDED)

    async def _identify(self, peer: Peer, hello: Hello) -> Player | TurnedAway | CloseCode:
        known: str | None = None
        if hello.device_code is not None:
            if not self._wrong_codes.may_try(peer.address):
                return CloseCode.TOO_FAST
            known = await self._players.find_device_code(hello.device_code)
            if known is None:
                self._wrong_codes.count(peer.address)
                return CloseCode.UNAUTHORIZED
            return await self._by_code(peer, known, hello.device_code, hello)
        elif hello.token is not None:
            known = self._players.tokens.read(hello.token)
            if known is None:
                return CloseCode.UNAUTHORIZED
        elif self._new_players.take(peer.address, self._clock.now()):
            return CloseCode.TOO_FAST
        return await self._known(known, hello) if known is not None else await self._new(hello)

    async def _by_code(
        self, peer: Peer, player: str, code: str, hello: Hello
    ) -> Player | TurnedAway | CloseCode:
        """Let another device be a player; last of all the code is used up, since he may have no other."""
        found = await self._known(player, hello)
        if isinstance(found, Player) and (peer.gone or not await self._players.use_device_code(code)):
            return CloseCode.UNAUTHORIZED
        return found

    async def _new(self, hello: Hello) -> Player | TurnedAway:
        number = int.from_bytes(self._random(4), "big") % 9000 + 1000
        name = f"玩家{number}" if hello.lang == "zh" else f"Player {number}"
        if hello.name is not None:
            try:
                name = read_name(hello.name)
            except BadName as error:
                return TurnedAway(bad_name(None, error, hello.lang))
        return await self._players.make(name, hello.lang)

    async def _known(self, player: str, hello: Hello) -> Player | TurnedAway | CloseCode:
        found = await self._players.find(player)
        if found is None:
            return CloseCode.UNAUTHORIZED
        name = found.name
        # In a room he is known by his name: it stays until he has left.
        if hello.name is not None and hello.name != name and not await self._is_in_a_room(player):
            try:
                name = read_name(hello.name)
            except BadName as error:
                return TurnedAway(bad_name(None, error, hello.lang))
        found = Player(player, name, hello.lang)
        try:
            await self._players.keep(found)
        except StoreError:
            # Known, and only not remembered anew: he may be in the middle of a hand that now stands.
            return found
        return found

    async def _is_in_a_room(self, player: str) -> bool:
        """Say whether a player is in a room, here or elsewhere; while that cannot be known he is."""
        if self._hub.room_of(player) is not None:
            return True
        try:
            return await self._whereabouts.find(player) is not None
        except StoreError:
            return True

    def _resume(self, peer: Peer, points: tuple[StreamPoint, ...]) -> None:
        running = self._hub.running(peer.player)
        if running is not None:
            point = next((one for one in points if one.room == running.room), None)
            self._attach(peer, Attach(peer.id, peer.player, running.view, point, peer.name), running.room)
            points = ()
        for point in points[:1]:
            self._attach(peer, Attach(peer.id, peer.player, point.view, point, peer.name), point.room)

    def _attach(self, peer: Peer, attach: Attach, room: str) -> None:
        peer.heading = room
        posted = self._bus.post(room, attach)
        if posted == "busy":
            # He would wait in vain for a stream: let him come back in a moment.
            self._hub.hang(peer, CloseCode.TOO_SLOW)
        elif posted == "unknown":
            self._hub.send(peer, RoomClosed(room, "closed"))

    def _limits(self) -> Limits:
        use = self._settings
        return Limits(
            use.frame_bytes, MAX_DEPTH, use.commands_per_s, use.burst, use.hints_per_s, use.ping_s * 1000,
            use.silence_s * 1000, LETTERS,
        )  # fmt: skip


def bad_name(command_id: str | None, error: BadName, lang: Literal["zh", "en"]) -> Rejected:
    """Return the refusal of a name."""
    return Rejected(command_id, RejectCode.BAD_NAME, error.zh if lang == "zh" else error.en, "name")
