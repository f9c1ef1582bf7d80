"""Coming, going, and being there: who may enter, what a connection hears, what happens when it is gone.

A drop is never a leaving: a dropped player keeps his seat, and in a match it is played on for him (CO-3.2,
CO-3.3). In the lobby nobody waits for him longer than ``grace``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from protocol.answers import Entered
from protocol.codes import RejectCode
from protocol.to_client import RoomClosed
from protocol.to_server import Leave, Unwatch
from server import commands, taking, watching
from server.deadlines import DAY
from server.effects import Attach, Detach, Enter, Listen, Membership, Repeat, Submit, ToConnection
from server.journal import Came, ControlSet, Done, HostNamed, Went
from server.members import MOST_STANDING
from server.names import likeness, told_apart
from server.play import SEAT_KEYS
from server.streams import VIEWS
from server.work import Attachment, Refused, Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = [
    "ClosedCause",
    "attaching",
    "detaching",
    "entering",
    "go",
    "grace_ms",
    "is_away",
    "mind_the_absent",
    "send_watcher_away",
    "show_out",
    "submitted",
    "time_is_up",
]

ClosedCause: TypeAlias = Literal["left", "kicked", "empty", "abandoned", "closed", "unwatched", "forbidden"]

EMPTY_MS: Final = 3_600_000
"""How long a room that is not playing is kept while nobody at all is in it."""

MOST_RTT_MS: Final = 1000
"""How much of a round trip is not charged at most: beyond it, slowness is the player's own."""
_GRACE: Final = "grace:"


# ---------------------------------------------------------------- commands


def submitted(room: Room, work: Work, given: Submit) -> None:
    """Carry out a command to the room, or refuse it; a known id gets its first answer again."""
    command, player = given.command, given.player
    try:
        if command.room != room.members.room:
            raise Refused(RejectCode.UNKNOWN_ROOM)
        known = room.members.answer_to(player, command.id)
        if known is not None:
            work.accept(given.connection, command.id, known[0])
            return
        if player not in room.members.people:
            _from_outside(room, work, given)
            return
        # Of a newer one it may come before the word that it is there, which waits for the view's channel.
        if room.presence.is_older(player, given.connection):
            raise Refused(RejectCode.SUPERSEDED)
        room.rtt[player] = min(given.rtt_ms, MOST_RTT_MS)
        commands.carry_out(room, work, given)
    except Refused as refused:
        work.reject(given.connection, command.id, refused)


def _from_outside(room: Room, work: Work, given: Submit) -> None:
    """Deal with whoever is no member: a watcher may stop looking on, and ask for what he missed."""
    watcher = room.presence.watchers.get(given.player)
    if watcher is None or watcher.connection != given.connection:
        raise Refused(RejectCode.UNKNOWN_ROOM)
    if isinstance(given.command, Unwatch | Leave):
        room.presence.unwatch(given.player)
        work.accept(given.connection, given.command.id)
        show_out(room, work, given.connection, "unwatched")
        return
    commands.carry_out_for_watcher(room, work, given)


# ---------------------------------------------------------------- coming


def entering(room: Room, work: Work, given: Enter | Repeat) -> None:
    """Let a player in, to sit, to stand or to watch, or say why not."""
    members, player = room.members, given.player
    try:
        known = members.answer_to(player, given.command_id)
        if known is not None and player in members.people:
            work.accept(given.connection, given.command_id, known[0])
            return
        if player in members.people:
            plays = members.in_match and members.seat_of(player) is not None
            raise Refused(RejectCode.IN_MATCH if plays else RejectCode.IN_ROOM)
        if isinstance(given, Repeat):
            raise Refused(RejectCode.UNKNOWN_ROOM)
        if player in members.banned:
            raise Refused(RejectCode.BANNED)
        if room.presence.is_older(player, given.connection):
            raise Refused(RejectCode.SUPERSEDED)
        if given.role == "watcher":
            _watch(room, work, given)
        else:
            _come_in(room, work, given)
    except Refused as refused:
        inside = player in members.people
        work.reject(given.connection, given.command_id, refused, members.room if inside else None)
        if not inside:
            work.closing.append(Membership(player, False))


def _come_in(room: Room, work: Work, given: Enter) -> None:
    members, player = room.members, given.player
    if player in members.left:
        raise Refused(RejectCode.LEFT)
    # Who is brought in by a quick match has not chosen with whom: he is not refused for his name.
    name = given.name if given.command_id else told_apart(given.name, _names_of_others(room, player))
    _check_name(room, player, name)
    seat = taking.seat_for(room) if given.sit else None
    if given.sit and seat is None:
        raise Refused(RejectCode.ROOM_FULL)
    if seat is None and len(members.standing()) >= MOST_STANDING:
        raise Refused(RejectCode.ROOM_FULL)
    _deafen_older(room, work, player, given.connection)
    room.presence.unwatch(player)
    if seat is not None and members.chairs[seat].is_free:
        room.do(Came(player, name, seat))
    else:
        room.do(Came(player, name, None))
        if seat is not None:
            taking.sit_in(room, player, seat)
    if not members.host:
        room.do(HostNamed(player))
    entered = Entered(members.room, "public" if seat is None else VIEWS[seat], seat, members.code)
    room.do(Done(player, given.command_id, entered))
    work.accept(given.connection, given.command_id, entered)
    room.presence.came(player, given.connection)
    _hurry(room, work.now)
    work.attached.append(Attachment(given.connection, player, None))


def _names_of_others(room: Room, player: str) -> list[str]:
    others = [member.name for member in room.members.people.values()]
    return others + [each.name for who, each in room.presence.watchers.items() if who != player]


def _check_name(room: Room, player: str, name: str) -> None:
    if likeness(name) in map(likeness, _names_of_others(room, player)):
        raise Refused(RejectCode.NAME_TAKEN)


def _watch(room: Room, work: Work, given: Enter) -> None:
    """Let somebody look on, at what he may (CO-8.2); who looks on already may look at something else."""
    if room.room_values()["watch"] == "off":
        raise Refused(RejectCode.SWITCHED_OFF, field="watch")
    if given.player not in room.presence.watchers:
        if len(room.presence.watchers) >= room.kit.most_watchers:
            raise Refused(RejectCode.ROOM_FULL)
        _check_name(room, given.player, given.name)
    if not watching.may_open(room, given.view):
        raise Refused(RejectCode.FORBIDDEN, field="view")
    _deafen_older(room, work, given.player, given.connection)
    room.presence.watch(given.player, given.connection, given.name, given.view)
    work.accept(given.connection, given.command_id, Entered(room.members.room, given.view))
    work.attached.append(Attachment(given.connection, given.player, None))


def attaching(room: Room, work: Work, given: Attach) -> None:
    """Let a player's new connection listen, and bring it up to date."""
    player, members = given.player, room.members
    if room.presence.is_older(player, given.connection):
        return
    _deafen_older(room, work, player, given.connection)
    if player in members.people:
        room.presence.came(player, given.connection)
        _forget_grace(room, player)
        _hurry(room, work.now)
        _is_back(room, work, player)
    elif player in room.presence.watchers or _may_watch(room, given):
        present = room.presence.watchers.get(player)
        view = given.view if present is None or watching.may_open(room, given.view) else present.view
        # He may have another name by now, and another may have come by his: a name is one person's here.
        name = told_apart(given.name, _names_of_others(room, player))
        room.presence.watch(player, given.connection, name, view)
    else:
        show_out(room, work, given.connection, "forbidden")
        work.closing.append(Membership(player, False))
        return
    work.attached.append(Attachment(given.connection, player, given.resume))


def _deafen_older(room: Room, work: Work, player: str, connection: int) -> None:
    """Let a player's older connection hear nothing any more.

    On another node it may not know that it is superseded; what follows may concern the newer alone, such as
    that the player's seat is another's.
    """
    watcher = room.presence.watchers.get(player)
    older = room.presence.connection_of(player) if watcher is None else watcher.connection
    if older is not None and older != connection:
        work.deafened.append(older)


def _may_watch(room: Room, given: Attach) -> bool:
    return (
        given.player not in room.members.banned
        and watching.may_open(room, given.view)
        and len(room.presence.watchers) < room.kit.most_watchers
    )


def _is_back(room: Room, work: Work, player: str) -> None:
    """End what the drop began (CO-3.2): autopilot that came of it, and a clock that stood for it."""
    seat, table = room.members.seat_of(player), room.running
    if seat is None or table is None:
        return
    play = table.seats[seat]
    if play.control == "autopilot" and play.cause == "dropped":
        room.do(ControlSet(seat, "player", "back"))
    if table.pace.away == "wait":
        room.clocks.release(SEAT_KEYS[seat], work.now)
        room.told.clocks_again = True


# ---------------------------------------------------------------- going


def detaching(room: Room, work: Work, given: Detach) -> None:
    """Let a connection be gone: a watcher with it; a member is away from now on."""
    if room.presence.unwatch(given.player, given.connection) is not None:
        return
    if room.presence.went(given.player, given.connection, work.now):
        is_away(room, given.player, work.now)


def is_away(room: Room, player: str, now: int) -> None:
    """Begin a member's grace; where the table waits for him his clock stands (CO-8.1).

    At a running table the grace is one of its clocks and stands with them.
    """
    seat, table = room.members.seat_of(player), room.running
    if table is None or seat is None:
        room.times.arm(_GRACE + player, int(room.room_values()["grace"]) * 1000, now)
        return
    waits = table.pace.away == "wait"
    if waits:
        room.clocks.hold(SEAT_KEYS[seat], now)
        room.told.clocks_again = True
    room.clocks.arm(_GRACE + player, DAY if waits else table.pace.grace, now)


def _forget_grace(room: Room, player: str) -> None:
    room.times.drop(_GRACE + player)
    room.clocks.drop(_GRACE + player)


def grace_ms(room: Room, player: str, now: int) -> int | None:
    """How long it is until autopilot has a player's seat, or the lobby forgets him."""
    left = room.clocks.left(_GRACE + player, now)
    return room.times.left(_GRACE + player, now) if left is None else left


def time_is_up(room: Room, work: Work, key: str) -> None:
    """Deal with a deadline that is not the hand's."""
    if key == "abandon":
        room.end_match(work, "abandoned")
    elif key.startswith(_GRACE):
        _grace_is_over(room, work, key.removeprefix(_GRACE))


def _grace_is_over(room: Room, work: Work, player: str) -> None:
    seat, table = room.members.seat_of(player), room.running
    if player not in room.members.people or room.presence.is_here(player):
        return
    if seat is None or table is None:
        _leave_by_absence(room, work, player)
    elif table.seats[seat].control == "player":
        room.do(ControlSet(seat, "autopilot", "dropped"))


def mind_the_absent(room: Room, work: Work) -> None:
    """Give whoever is away when no match runs his grace; of an abandoned match, they are free (CO-3.4)."""
    abandoned = room.match_was_abandoned and not room.presence.anybody()
    for player in list(room.members.people):
        if room.presence.is_here(player):
            continue
        if abandoned:
            go(room, work, player, "abandoned")
            work.gone = "abandoned"
        elif _GRACE + player not in room.times:
            is_away(room, player, work.now)


def _leave_by_absence(room: Room, work: Work, player: str) -> None:
    """Take out a member who did not come back; while nobody is there at all he is no bother to anybody."""
    away = room.presence.away_ms(player, work.now) or 0
    if away < EMPTY_MS and not room.presence.anybody():
        room.times.arm(_GRACE + player, EMPTY_MS - away, work.now)
    else:
        go(room, work, player, "left")


def _hurry(room: Room, now: int) -> None:
    """Now that somebody is there, those who are away get their grace, and no more."""
    table = room.running
    for player in room.members.people:
        left = room.times.left(_GRACE + player, now)
        seat = room.members.seat_of(player)
        grace = int(room.room_values()["grace"]) * 1000
        if left is not None and left > grace and (table is None or seat is None):
            room.times.arm(_GRACE + player, grace, now)


def go(room: Room, work: Work, player: str, cause: ClosedCause) -> None:
    """Take a member out of the room; the host's part goes to another."""
    members = room.members
    room.do(Went(player, cause))
    if members.host == player and members.people:
        room.do(HostNamed(members.next_host()))
    _forget_grace(room, player)
    room.speech.pop(player, None)
    room.rtt.pop(player, None)
    connection = room.presence.forget(player)
    if connection is not None:
        show_out(room, work, connection, cause)


def show_out(room: Room, work: Work, connection: int, cause: ClosedCause) -> None:
    """Tell a connection that it hears no more of this room, and why."""
    work.closing.append(ToConnection(connection, RoomClosed(room.members.room, cause)))
    work.closing.append(Listen(connection, None))


def send_watcher_away(room: Room, work: Work, player: str) -> None:
    """Send a watcher away for good."""
    watcher = room.presence.unwatch(player)
    if watcher is not None:
        room.do(Went(player, "kicked"))
        show_out(room, work, watcher.connection, "kicked")
