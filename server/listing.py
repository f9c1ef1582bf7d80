"""How a room stands in the lobby, as one to join or as a match to watch, and what is shown of it outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from protocol.answers import LiveGame, OpenRoom
from protocol.to_client import Frame
from server.picture import room_differences, snapshot
from server.ports import Shown
from server.rooms import Room
from server.streams import PUBLIC

__all__ = ["Listed", "shown"]


class Listed:
    """How one room stands in the lobby, worked out once for every change of who is there and what was agreed:
    anybody may ask for the lobby twenty times a second, of all rooms.

    While a step is being saved the room stands there as it was seen last, at the latest by the watchdog: what
    is not saved nobody may know of, least while the store is away.
    """

    __slots__ = ("_as", "_live", "_of")

    def __init__(self) -> None:
        self._of: tuple[Room | None, int] = (None, -1)
        self._as: OpenRoom | None = None
        self._live: LiveGame | None = None

    def look(self, room: Room) -> OpenRoom | None:
        """Describe a room that wants to be listed and has a seat to give."""
        now = (room, room.members.rev)
        if now != self._of and not room.is_unsaved:
            self._of, self._as = now, _open_room(room)
        return self._as

    def live(self, room: Room) -> LiveGame | None:
        """Describe a match that wants to be listed and may be watched."""
        if not room.is_unsaved:
            self._live = _live_game(room)
        return self._live


def _open_room(room: Room) -> OpenRoom | None:
    """See ``Listed.look``."""
    members = room.members
    if members.in_match or members.free_seat() is None or not members.host:
        return None
    values = room.room_values()
    if not values["listed"]:
        return None
    kinds: list[Literal["free", "player", "bot"]] = []
    for chair in members.chairs:
        kinds.append("free" if chair.is_free else "player" if chair.player else "bot")
    return OpenRoom(
        room=members.room,
        code=members.code,
        ruleset=members.ruleset,
        host=members.people[members.host].name,
        seats=tuple(kinds),
        hands=int(values["hands"]),
        differences=len(room_differences(room)),
    )


def _live_game(room: Room) -> LiveGame | None:
    """See ``Listed.live``."""
    table = room.running
    if table is None:
        return None
    info = table.standing.info
    if not info.room_options["listed"] or info.room_options["watch"] == "off":
        return None
    return LiveGame(
        room=room.members.room,
        ruleset=info.ruleset,
        names=tuple([seat.name for seat in info.seats]),
        hand=0 if table.hand is None else table.hand.number,
        hands=info.hands,
        watchers=len(room.presence.watchers),
    )


def shown(room: Room) -> Shown:
    """Show a room as all may see it."""
    return Shown(not room.is_unsaved, _frames(room), lambda: snapshot(room, "", PUBLIC))


def _frames(room: Room) -> Iterator[Frame]:
    """Give the public frames that are kept, worked out only if they are asked for."""
    yield from room.streams.newest(PUBLIC)
