"""What is said when a step is saved, to whom and in which order.

First the frames, to those who listened before; then the answer; then whoever listens anew gets his stream;
then what is closed and asked, the clock, the room and who is there. Clocks start here: not earlier, since the
server's own time is charged to nobody (CO-8.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.to_client import RecordReady, RoomClosed
from protocol.vocabulary import View
from server.effects import (
    Effect,
    Listen,
    Membership,
    RoomGone,
    SaveRecord,
    SetTimer,
    ToConnection,
    ToEachView,
    ToPlayer,
    ToRoom,
)  # fmt: skip
from server.kept import record_of
from server.mapping.prompts import Times
from server.picture import (
    clocks_now,
    notice_of,
    presence_now,
    prompt_now,
    room_state,
    snapshot,
    times_of,
)  # fmt: skip
from server.play import SEAT_KEYS
from server.presence import TOLD_EVERY_MS
from server.streams import EVERY_VIEW, VIEWS
from server.table import Table
from server.watching import barred, view_of
from server.work import Attachment, Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = ["TIMER", "Told", "tell"]

TIMER: Final = "room"
"""The one timer a room asks for: when its next deadline falls due."""


class Told:
    """What was told last, so that only changes are told."""

    __slots__ = ("clocks_again", "members", "members_rev", "record", "rev", "timer")

    def __init__(self) -> None:
        self.clocks_again = False
        self.rev = self.members_rev = -1
        self.timer: int | None = None
        self.members: dict[str, tuple[int | None, bool, View]] = {}
        self.record = ""


def tell(room: Room, work: Work, now: int) -> list[Effect]:
    """Give all that is to be said and done after a step, in order, and let its clocks run."""
    out: list[Effect] = []
    if work.is_aside:
        _tell_store(room, work, now, out)
        _tell_timer(room, out)
        return out
    for older in work.deafened:
        out.append(Listen(older, None))
    if work.barred:
        out.extend(barred(room, work))
    if work.moved:
        out.extend(_deafened(room, work))
    out.extend(work.frames)
    out.extend(work.answers)
    for key, after_ms in work.arms:
        room.clocks.arm(key, after_ms, now)
        room.presence.untold = room.presence.untold or key == "next"
    if work.opened:
        _arm_prompts(room, work, now)
    for attached in work.attached:
        _bring_up_to_date(room, attached, now, out)
    for player in work.moved:
        connection = room.presence.connection_of(player)
        if connection is not None:
            _bring_up_to_date(room, Attachment(connection, player, None), now, out, greet=False)
    out.extend(work.notes)
    if work.opened:
        _tell_prompts(room, work, now, out)
    _tell_room(room, out)
    _tell_presence(room, now, out)
    if work.notice is not None:
        out.append(ToRoom(notice_of(room, work.notice)))
    if work.notice is not None or room.told.clocks_again:
        room.told.clocks_again = False
        _tell_all_clocks(room, now, out)
    _tell_record(room, out)
    _tell_membership(room, out)
    out.extend(work.closing)
    if work.gone is not None:
        out.append(ToRoom(RoomClosed(room.members.room, work.gone, work.reason)))
        out.append(RoomGone(work.gone))
    _tell_timer(room, out)
    return out


# ---------------------------------------------------------------- streams


def _deafened(room: Room, work: Work) -> list[Effect]:
    """Let who changes his view hear nothing of the old one any more."""
    connections = [room.presence.connection_of(player) for player in work.moved]
    return [Listen(connection, None) for connection in connections if connection is not None]


def _bring_up_to_date(
    room: Room, attached: Attachment, now: int, out: list[Effect], greet: bool = True
) -> None:
    """Give a connection the run it missed, or a snapshot; then what is open now."""
    connection, player = attached.connection, attached.player
    view = view_of(room, player)
    place = EVERY_VIEW.index(view)
    out.append(Listen(connection, view, player in room.members.people))
    missing = None
    point = attached.resume
    if point is not None and point.view == view:
        missing = room.streams.missing(place, point.inc, point.last)
    if missing is None:
        out.append(ToConnection(connection, snapshot(room, player, place)))
    else:
        out.extend(ToConnection(connection, frame) for frame in missing)
    if not greet or not attached.greet:
        return
    out.append(ToConnection(connection, room_state(room, player in room.members.people)))
    out.append(ToConnection(connection, presence_now(room, now)))
    if not room.store_is_up:
        out.append(ToConnection(connection, notice_of(room, "store_down")))
    table, seat = room.running, room.members.seat_of(player)
    if table is None:
        return
    if seat is not None:
        prompt = prompt_now(room, table, seat, now)
        if prompt is not None:
            out.append(ToConnection(connection, prompt))
    clocks = clocks_now(room, table, now)
    if place < len(clocks):
        out.append(ToConnection(connection, clocks[place]))


# ---------------------------------------------------------------- prompts and clocks


def _arm_prompts(room: Room, work: Work, now: int) -> None:
    table = room.running
    if table is None:
        return
    for seat in work.opened:
        asked = table.asked[seat]
        if asked is not None and asked.answered is None:
            player = table.seats[seat].player
            asked.slack = 0 if table.pace.fixed and asked.in_window else room.rtt.get(player, 0)
            room.clocks.arm(SEAT_KEYS[seat], asked.total + asked.slack, now)
            if table.pace.away == "wait" and not room.presence.is_here(player):
                room.clocks.hold(SEAT_KEYS[seat], now)


def _tell_prompts(room: Room, work: Work, now: int, out: list[Effect]) -> None:
    table = room.running
    if table is None:
        return
    for seat in work.opened:
        asked = table.asked[seat]
        if asked is None or asked.answered is not None:
            continue
        times = times_of(room, table, seat, now)
        prompt = prompt_now(room, table, seat, now, times)
        if prompt is not None:
            out.append(ToPlayer(table.seats[seat].player, prompt))
        if not asked.in_window:
            _tell_clock(room, table, now, out, times)


def _tell_clock(room: Room, table: Table, now: int, out: list[Effect], times: Times | None = None) -> None:
    clocks = clocks_now(room, table, now, times)
    if clocks:
        out.append(ToEachView(clocks))


def _tell_all_clocks(room: Room, now: int, out: list[Effect]) -> None:
    """Tell every clock anew: they have stopped, or run again."""
    table = room.running
    if table is None:
        return
    for seat in range(4):
        prompt = prompt_now(room, table, seat, now)
        if prompt is not None and table.seats[seat].player:
            out.append(ToPlayer(table.seats[seat].player, prompt))
    _tell_clock(room, table, now, out)


# ---------------------------------------------------------------- the room


def _tell_store(room: Room, work: Work, now: int, out: list[Effect]) -> None:
    """Say that the store is away or back, and nothing of a step that may wait to be saved.

    When it is back prompts and clocks are told again: now, or when that step is.
    """
    if work.notice is not None:
        out.append(ToRoom(notice_of(room, work.notice)))
    if room.store_is_up:
        if room.is_unsaved:
            room.told.clocks_again = True
        else:
            _tell_all_clocks(room, now, out)


def _tell_room(room: Room, out: list[Effect]) -> None:
    if room.told.rev != room.members.rev:
        room.told.rev = room.members.rev
        out.append(ToRoom(room_state(room, True), "members"))
        if room.presence.watchers:
            out.append(ToRoom(room_state(room, False), "watchers"))


def _tell_presence(room: Room, now: int, out: list[Effect]) -> None:
    """Tell who is there: seats at once, watchers at most every two seconds."""
    presence = room.presence
    if not presence.untold and not presence.watchers_untold:
        return
    if not presence.untold and now - presence.told_at < TOLD_EVERY_MS:
        if "presence" not in room.times:
            room.times.arm("presence", presence.told_at + TOLD_EVERY_MS - now, now)
        return
    presence.untold = presence.watchers_untold = False
    presence.told_at = now
    room.times.drop("presence")
    out.append(ToRoom(presence_now(room, now)))


def _tell_record(room: Room, out: list[Effect]) -> None:
    """Hand a finished match's record over, once; after a recovery once more, which does no harm."""
    for last in room.unkept:
        _tell_one_record(room, last, out)
    room.unkept.clear()
    table = room.table
    if table is not None and table.is_over and room.told.record != table.standing.info.match:
        room.told.record = table.standing.info.match
        _tell_one_record(room, table, out)


def _tell_one_record(room: Room, table: Table, out: list[Effect]) -> None:
    match = table.standing.info.match
    began = [seat.player for seat in table.standing.info.seats]
    ended = [seat.player for seat in table.seats]
    players = tuple([player for player in dict.fromkeys(began + ended) if player])
    out.append(SaveRecord(match, record_of(table), players, room.room_values()["watch"] != "off"))
    out.append(ToRoom(RecordReady(room.members.room, match)))


def _tell_membership(room: Room, out: list[Effect]) -> None:
    """Say who belongs here and how, where that has changed."""
    members, told = room.members, room.told.members
    if room.told.members_rev == members.rev:
        return
    room.told.members_rev = members.rev
    playing = members.in_match
    now: dict[str, tuple[int | None, bool, View]] = {}
    for player in members.people:
        seat = members.seat_of(player)
        now[player] = (seat, playing and seat is not None, "public" if seat is None else VIEWS[seat])
    for player, (seat, match, view) in now.items():
        if told.get(player) != (seat, match, view):
            out.append(Membership(player, True, seat, match, view))
    out.extend(Membership(player, False) for player in told if player not in now)
    room.told.members = now


def _tell_timer(room: Room, out: list[Effect]) -> None:
    due = room.next_due
    if due != room.told.timer:
        room.told.timer = due
        out.append(SetTimer(TIMER, due))
