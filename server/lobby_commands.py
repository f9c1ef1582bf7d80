"""What members may do before and after matches: seats, bots, options, readiness, beginning.

While a match runs all of it is refused but speech, and taking a bot's seat (``taking.py``): nothing else here
can touch a running hand, its clocks or its seats (BUG-REPORTS L-19, T-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import to_server as asked
from protocol.codes import RejectCode
from protocol.to_client import PhraseSaid
from server import entrance, taking
from server.effects import ToRoom
from server.journal import (
    BotCame,
    BotWent,
    Consented,
    MatchBegan,
    Moved,
    OptionsAccepted,
    OptionsSet,
    ReadySet,
    Wished,
)  # fmt: skip
from server.mapping.actions import check_options
from server.members import MOST_STANDING, Chair
from server.phrases import PHRASES
from server.speech import Speech
from server.work import Refused, Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = [
    "accept_options", "add_bot", "consent", "kick", "phrase", "ready", "rematch", "remove_bot",
    "set_options", "sit", "stand_up", "start_match",
]  # fmt: skip


def _before_match(room: Room) -> None:
    if room.members.in_match:
        raise Refused(RejectCode.MATCH_RUNNING)


def _as_host(room: Room, player: str) -> None:
    if room.members.host != player:
        raise Refused(RejectCode.NOT_HOST)


def _chair_of(room: Room, player: str) -> Chair:
    seat = room.members.seat_of(player)
    if seat is None:
        raise Refused(RejectCode.NOT_SEATED)
    return room.members.chairs[seat]


# ---------------------------------------------------------------- seats


def sit(room: Room, work: Work, player: str, command: asked.Sit) -> None:
    """Take a seat, or move to it; who stands where none is free takes a bot's, in a match too."""
    members, seat = room.members, command.seat
    if members.in_match:
        taking.sit_in_match(room, work, player, seat)
        return
    chair = members.chairs[seat]
    if chair.player == player:
        return
    may_take = members.seat_of(player) is None and members.free_seat() is None and taking.has_bot(chair)
    if not chair.is_free and not may_take:
        raise Refused(RejectCode.SEAT_TAKEN)
    taking.sit_in(room, player, seat)
    work.moved.append(player)


def stand_up(room: Room, work: Work, player: str, command: asked.StandUp) -> None:
    """Give up the seat and stay."""
    _before_match(room)
    _chair_of(room, player)
    if len(room.members.standing()) >= MOST_STANDING:
        raise Refused(RejectCode.ROOM_FULL)
    room.do(Moved(player, None))
    work.moved.append(player)


def add_bot(room: Room, work: Work, player: str, command: asked.AddBot) -> None:
    """Seat a bot."""
    _before_match(room)
    _as_host(room, player)
    if not room.members.chairs[command.seat].is_free:
        raise Refused(RejectCode.SEAT_TAKEN)
    room.do(BotCame(command.seat, command.level))


def remove_bot(room: Room, work: Work, player: str, command: asked.RemoveBot) -> None:
    """Take a bot away."""
    _before_match(room)
    _as_host(room, player)
    if not room.members.chairs[command.seat].level:
        raise Refused(RejectCode.NOT_A_BOT)
    room.do(BotWent(command.seat))


def kick(room: Room, work: Work, player: str, command: asked.Kick) -> None:
    """Send somebody away, for good; a watcher too (CO-3.3: never while a match runs)."""
    _before_match(room)
    _as_host(room, player)
    for member in room.members.people.values():
        if member.name == command.name and member.player != player:
            entrance.go(room, work, member.player, "kicked")
            return
    for who, watcher in room.presence.watchers.items():
        if watcher.name == command.name:
            entrance.send_watcher_away(room, work, who)
            return
    raise Refused(RejectCode.NO_SUCH_PLAYER)


# ---------------------------------------------------------------- options


def set_options(room: Room, work: Work, player: str, command: asked.SetOptions) -> None:
    """Change ruleset and options as a whole; everybody has to accept anew, but who changed them."""
    _before_match(room)
    _as_host(room, player)
    check_options(room.kit.games, command.ruleset, command.options, command.room_options)
    room.do(OptionsSet(command.ruleset, command.options, command.room_options))
    if room.members.seat_of(player) is not None:
        room.do(OptionsAccepted(player))


def accept_options(room: Room, work: Work, player: str, command: asked.AcceptOptions) -> None:
    """Accept the options, by the number they were shown under."""
    _before_match(room)
    _chair_of(room, player)
    if command.options_rev != room.members.options_rev:
        raise Refused(RejectCode.STALE, field="options_rev")
    room.do(OptionsAccepted(player))


# ---------------------------------------------------------------- beginning


def ready(room: Room, work: Work, player: str, command: asked.Ready) -> None:
    """Be ready, or not; when all four are, the match begins by itself."""
    _before_match(room)
    chair = _chair_of(room, player)
    if command.ready and not chair.accepted and not room.at_default():
        raise Refused(RejectCode.OPTIONS_NOT_ACCEPTED)
    others = [other for other in room.members.chairs if other is not chair]
    begins = command.ready and all(other.level or (other.player and other.ready) for other in others)
    if begins:
        _not_draining(room)
    if chair.ready is not command.ready:
        room.do(ReadySet(player, command.ready))
    if begins:
        _begin(room, work, (0, 1, 2, 3))


def start_match(room: Room, work: Work, player: str, command: asked.StartMatch) -> None:
    """Begin, at the host's word; he is ready by saying it."""
    _before_match(room)
    _as_host(room, player)
    chairs = room.members.chairs
    if any(chair.is_free or (chair.player not in ("", player) and not chair.ready) for chair in chairs):
        raise Refused(RejectCode.PLAYERS_NOT_READY)
    if not room.at_default() and any(chair.player and not chair.accepted for chair in chairs):
        raise Refused(RejectCode.OPTIONS_NOT_ACCEPTED)
    if not room.members.humans():
        raise Refused(RejectCode.PLAYERS_NOT_READY)
    _not_draining(room)
    _begin(room, work, (0, 1, 2, 3))


def rematch(room: Room, work: Work, player: str, command: asked.Rematch) -> None:
    """Wish for another match; when all who sit here do and no seat is empty, it begins."""
    _before_match(room)
    chair = _chair_of(room, player)
    if not room.members.match_over:
        raise Refused(RejectCode.NOT_NOW)
    chairs = room.members.chairs
    begins = all(other is chair or other.level or other.wish for other in chairs) and (
        room.at_default() or all(other.level or other.accepted for other in chairs)
    )
    if begins:
        _not_draining(room)
    if chair.wish != command.seats:
        room.do(Wished(player, command.seats))
    if begins:
        drawn = sum(other.wish == "drawn" for other in chairs if other.player)
        anew = 2 * drawn > room.members.humans()
        _begin(room, work, room.kit.chance.order() if anew else (0, 1, 2, 3))


def _not_draining(room: Room) -> None:
    """Refuse what would begin a match on a node that is being emptied; asked before anything is done."""
    if room.draining:
        raise Refused(RejectCode.DRAINING)


def _begin(room: Room, work: Work, order: tuple[int, int, int, int]) -> None:
    room.checkpoint()
    room.do(MatchBegan(room.kit.chance.match_id(), order, dict(room.room_values())))
    if order != (0, 1, 2, 3):
        work.moved.extend(chair.player for chair in room.members.chairs if chair.player)


# ---------------------------------------------------------------- else


def consent(room: Room, work: Work, player: str, command: asked.Consent) -> None:
    """Give or take back a consent to be watched (CO-8.2)."""
    _chair_of(room, player)
    room.do(Consented(player, command.to, command.given))


def phrase(room: Room, work: Work, player: str, command: asked.Phrase) -> None:
    """Say a quick phrase."""
    if not room.room_values()["phrases"]:
        raise Refused(RejectCode.SWITCHED_OFF, field="phrases")
    if not any(each.id == command.phrase for each in PHRASES):
        raise Refused(RejectCode.NOT_OFFERED, field="phrase")
    speech = room.speech.setdefault(player, Speech())
    wait = speech.wait_ms(work.now)
    if wait:
        raise Refused(RejectCode.TOO_FAST, retry_ms=wait)
    speech.spoke(work.now)
    members = room.members
    said = PhraseSaid(
        members.room, members.seat_of(player), player, members.people[player].name, command.phrase
    )
    work.closing.append(ToRoom(said))
