"""Where players are members, as the store has it noted for all nodes.

A room's owner notes it whenever a membership changes, behind the entries that say so; other nodes read it
when a player says hello or asks to come in somewhere. It is a hint: the room itself knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from protocol.to_client import Running
from protocol.vocabulary import View
from server.store.base import Store

__all__ = ["Whereabouts", "read_hint"]


class _Hint(msgspec.Struct, frozen=True, array_like=True):
    room: str
    seat: int | None
    match: bool
    view: View


def read_hint(data: bytes | None) -> Running | None:
    """Return where a player is a member by what is noted; None for nowhere, or if it does not read."""
    if data is None:
        return None
    try:
        hint = msgspec.msgpack.decode(data, type=_Hint)
    except msgspec.MsgspecError:
        return None
    return Running(hint.room, hint.seat, hint.match, hint.view)


class Whereabouts:
    """The notes of one node; what the store did not take is noted again. `owns` tells if a room is here.

    Of each player and room only the last note counts. That he is a member is noted again only while the room
    is here: by another's word of him he may be elsewhere by now. That he is none may be said at any time, for
    it takes back no other room's note.
    """

    def __init__(self, store: Store, owns: Callable[[str], bool]) -> None:
        self._store = store
        self._owns = owns
        self._under_way: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._unsaved: dict[tuple[str, str], Running | None] = {}

    def note(self, player: str, room: str, running: Running | None) -> None:
        """Note what a room says of a player: a member, and as what, or none."""
        about = player, room
        self._unsaved.pop(about, None)
        data = None
        if running is not None:
            data = msgspec.msgpack.encode(_Hint(room, running.seat, running.match, running.view))
        done = self._under_way[about] = self._store.note_member(player, room, data)

        def noted(done: asyncio.Future[None]) -> None:
            failed = done.cancelled() or done.exception() is not None
            if self._under_way.get(about) is done:
                del self._under_way[about]
                if failed:
                    self._unsaved[about] = running

        done.add_done_callback(noted)

    def retry(self) -> None:
        """Note again what the store did not take; call it about once a second."""
        for player, room in list(self._unsaved):
            running = self._unsaved.pop((player, room))
            if running is None or self._owns(room):
                self.note(player, room, running)

    async def find(self, player: str) -> Running | None:
        """Return where a player is a member. Raises: StoreError."""
        return read_hint(await self._store.member_of(player))
