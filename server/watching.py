"""Who may look on, at what, and how late (CO-8.2): options of the room, and consents of those who sit there.

A bot has nobody to protect: its seat counts as consenting. Where ``show_all_hands`` is off nobody sees all
hands by looking on either. A consent taken back counts at once: whoever watched by it is shown out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.to_client import RoomClosed
from protocol.vocabulary import View
from server.effects import Effect, Listen, ToConnection
from server.journal import (
    BotCame,
    BotWent,
    Came,
    Consented,
    MatchBegan,
    MatchOver,
    Moved,
    OptionsSet,
    SeatTaken,
    Went,
)  # fmt: skip
from server.streams import VIEWS
from server.withheld import LATE
from server.work import Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = ["CHANGES", "bar", "barred", "follow", "may_open", "view_of"]

CHANGES: Final = frozenset({
    BotCame, BotWent, Came, Consented, MatchBegan, MatchOver, Moved, OptionsSet, SeatTaken, Went,
})  # fmt: skip
"""Facts by which what may be watched can become another."""


def view_of(room: Room, player: str) -> View:
    """Name the view a player has: his seat's, or what he watches, else the public one."""
    seat = room.members.seat_of(player)
    if seat is not None:
        return VIEWS[seat]
    watcher = room.presence.watchers.get(player)
    return "public" if watcher is None else watcher.view


def may_open(room: Room, view: View) -> bool:
    """Tell whether a watcher may have this view now."""
    if view in LATE:
        late = room.streams.late
        return late is not None and late.is_on and late.open[LATE.index(view)]
    return view == "public" and room.room_values()["watch"] != "off"


def follow(room: Room) -> None:
    """Let the late views be as options and consents say by now."""
    values, streams, chairs = room.room_values(), room.streams, room.members.chairs
    is_on = values["watch"] in ("seat", "all")
    if streams.late is None:
        if not is_on:
            return
        streams.begin_late()
    assert streams.late is not None
    if streams.late.is_on is not is_on:
        streams.switch_late(is_on)
    opened = [is_on and (chair.consent or not chair.player) for chair in chairs]
    opened.append(values["watch"] == "all" and bool(values["show_all_hands"]))
    early = bool(values["friends"]) and all(chair.early or not chair.player for chair in chairs)
    streams.open_late(opened, int(values["watch_delay"]) if early else None)


def bar(room: Room, work: Work) -> None:
    """Let nobody watch what he may not watch any more."""
    late = room.streams.late
    if late is None or all(late.open):
        return
    for player, watcher in list(room.presence.watchers.items()):
        if watcher.view != "public" and not may_open(room, watcher.view):
            room.presence.unwatch(player)
            work.barred.append(watcher.connection)


def barred(room: Room, work: Work) -> list[Effect]:
    """Tell those who may not watch any more so, before anything else is told."""
    out: list[Effect] = []
    for connection in work.barred:
        out.append(ToConnection(connection, RoomClosed(room.members.room, "forbidden")))
        out.append(Listen(connection, None))
    return out
