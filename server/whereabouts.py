"""Where players are members, as the store has it noted for all nodes.

A room's owner notes it whenever a membership changes, behind the entries that say so; other nodes read it
when a player says hello or asks to come in somewhere. It is a hint: the room itself knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

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
    """The notes of one node; what the store did not take is noted again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unsaved: dict[str, Callable[[], None]] = {}

    def note(self, player: str, room: str, running: Running | None) -> None:
        """Note what a room says of a player: a member, and as what, or none."""
        self._unsaved.pop(player, None)
        data = None
        if running is not None:
            data = msgspec.msgpack.encode(_Hint(room, running.seat, running.match, running.view))
        done = self._store.note_member(player, room, data)
        again = partial(self.note, player, room, running)

        def noted(done: asyncio.Future[None]) -> None:
            if done.cancelled() or done.exception() is not None:
                self._unsaved.setdefault(player, again)

        done.add_done_callback(noted)

    def retry(self) -> None:
        """Note again what the store did not take; call it about once a second."""
        for player in list(self._unsaved):
            self._unsaved.pop(player)()

    async def find(self, player: str) -> Running | None:
        """Return where a player is a member. Raises: StoreError."""
        return read_hint(await self._store.member_of(player))
