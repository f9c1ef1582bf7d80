"""What waits to be said to each connection, and in what order it is written.

Whatever is said to a connection waits in its outbox in the order it was said, and goes out in one write at
the end of the turn of the loop. Players are written to at once, all of them; watchers after them, in slices
of a millisecond. Nobody is waited for: a player who does not read is cut off at a bound and comes back, a
watcher who does not hears nothing for a while and then gets a snapshot. A message to many is encoded once
per codec.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from protocol.codec import Codec
from protocol.to_client import Message
from server.peers import Peer
from server.ports import Meter

__all__ = ["HELD", "Bounds", "Writing"]

SLICE_S: Final = 0.001
"""Seconds for which watchers may hold the loop at a time."""
HELD: Final = 64
"""Messages that wait for a watcher whose socket is full, before he is left behind."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many bytes may wait for somebody who does not read."""

    player: int = 262_144
    watcher: int = 65_536


class Writing:
    """The writing of one node; the arguments are those of its `Hub`."""

    def __init__(
        self,
        soon: Callable[[Callable[[], None]], object],
        meter: Meter,
        bounds: Bounds,
        timer: Callable[[], float],
    ) -> None:
        self.slow = {"player": 0, "watcher": 0}
        """How many were cut off or left behind so far, by kind."""
        self._soon = soon
        self._meter = meter
        self._bounds = bounds
        self._timer = timer
        self._urgent: dict[Peer, None] = {}
        self._patient: dict[Peer, None] = {}
        self._held: dict[Peer, None] = {}
        self._pumping = False

    def spread(self, peers: Iterable[Peer], message: Message) -> None:
        """Say one message to many."""
        written: dict[Codec, bytes] = {}
        for peer in peers:
            if peer.gone or peer.behind:
                continue
            data = written.get(peer.codec)
            if data is None:
                data = written[peer.codec] = peer.encode(message)
            self.put(peer, data)

    def put(self, peer: Peer, data: bytes) -> None:
        """Say something, encoded, to one."""
        outbox = peer.outbox
        outbox.append(data)
        if peer.member or not peer.room:
            if len(outbox) == 1:  # else it is to be written already
                self.hurry(peer)
        elif peer in self._held:
            self._hold(peer)
        else:
            self._patient[peer] = None
            self._pump_soon()

    def hurry(self, peer: Peer) -> None:
        """Write what waits for one at the end of this turn."""
        if not self._urgent:
            self._soon(self.flush)
        self._urgent[peer] = None

    def flush(self) -> None:
        """Write to all players who have something to read."""
        start = self._timer()
        peers, self._urgent = iter(self._urgent), {}
        try:
            for peer in peers:
                self.write(peer)
        finally:
            for peer in peers:  # a fault in one is told to the loop, and keeps nothing from those after him
                self.hurry(peer)
        self._meter.stage("flush", self._timer() - start)

    def write(self, peer: Peer) -> None:
        """Write now what waits for one; if too much is unread by then, cut him off."""
        frames, peer.outbox = peer.outbox, []
        if peer.gone or not frames:
            return
        # Looked at before, not after: one long letter, such as a record, is no fault of whoever asked for it.
        waiting = peer.wire.waiting()
        if waiting and waiting > (self._bounds.watcher if peer.is_watcher else self._bounds.player):
            self._cut(peer)
        else:
            peer.wire.write(frames)

    def _cut(self, peer: Peer) -> None:
        """Cut off who does not read; he comes back by himself and resumes."""
        self.slow["watcher" if peer.is_watcher else "player"] += 1
        peer.gone = True
        peer.outbox.clear()
        peer.wire.abort()

    def _pump_soon(self) -> None:
        if not self._pumping:
            self._pumping = True
            self._soon(self.pump)

    def pump(self) -> None:
        """Write to watchers for one slice; players who have something to read meanwhile come in between."""
        self._pumping = False
        start = self._timer()
        try:
            while self._patient:
                peer = next(iter(self._patient))
                del self._patient[peer]
                if peer.wire.waiting() > self._bounds.watcher // 2:
                    self._hold(peer)
                else:
                    self.write(peer)
                if self._timer() - start >= SLICE_S:
                    break
        finally:
            if self._patient:  # after a fault in one too
                self._pump_soon()

    def _hold(self, peer: Peer) -> None:
        """Keep a watcher's messages back while his socket is full; leave him behind if they are too many."""
        self._held[peer] = None
        if len(peer.outbox) <= HELD:
            return
        if peer.behind:
            self._cut(peer)
            return
        self.slow["watcher"] += 1
        peer.behind = True
        peer.outbox.clear()

    def unhold(self, peer: Peer) -> None:
        """Keep nothing back for one any more: he hears something else from now on."""
        self._held.pop(peer, None)

    def forget(self, peer: Peer) -> None:
        """Forget a connection that is closed, and what waits for it."""
        peer.outbox.clear()
        self._patient.pop(peer, None)
        self._held.pop(peer, None)

    def catch_up(self, is_told: Callable[[Peer], bool]) -> None:
        """Go on with the watchers whose sockets have room again.

        `is_told` lets one who was left behind have a snapshot, and says whether he gets it.
        """
        for peer in [one for one in self._held if not one.wire.waiting()]:
            if peer.behind and not is_told(peer):
                continue
            del self._held[peer]
            if peer.outbox:
                self._patient[peer] = None
                self._pump_soon()
