"""What players may do at the table, and what may be asked there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import to_server as asked
from protocol.answers import HandResultFound, Waits
from protocol.codes import RejectCode
from protocol.vocabulary import StreamPoint
from server import entrance
from server.effects import Submit
from server.journal import ControlSet, NonceGiven, SeenResult
from server.mapping.actions import act as carry_out_action
from server.mapping.hints import waits_of
from server.play import SEAT_KEYS
from server.table import Table
from server.watching import view_of
from server.work import Attachment, Refused, Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = [
    "act", "end_match", "get_result", "get_waits", "leave", "nonce", "ready_next", "resync", "take_back",
]  # fmt: skip


def _at_table(room: Room, player: str) -> tuple[Table, int]:
    """Give the running match and the player's seat in it."""
    seat = room.members.seat_of(player)
    if seat is None:
        raise Refused(RejectCode.NOT_SEATED)
    table = room.running
    if table is None:
        raise Refused(RejectCode.NOT_NOW)
    return table, seat


def act(room: Room, work: Work, player: str, command: asked.Act) -> None:
    """Answer a prompt; one that is over, or answered, is stale (CO-2.3)."""
    table, seat = _at_table(room, player)
    open_one = table.asked[seat]
    if open_one is None or open_one.number != command.prompt or open_one.answered is not None:
        known = command.prompt <= table.counts[seat]
        raise Refused(RejectCode.STALE if known else RejectCode.NOT_OFFERED, field="prompt")
    assert room.play is not None
    carry_out_action(room.play, work, seat, command.action, room.rtt.get(player, 0))
    room.clocks.drop(SEAT_KEYS[seat])


def nonce(room: Room, work: Work, player: str, command: asked.Nonce) -> None:
    """Add a player's own randomness to the coming hand, once (CO-5.2)."""
    table, seat = _at_table(room, player)
    hand = table.hand
    if hand is None or hand.number != command.hand or hand.listed or hand.nonces[seat] is not None:
        raise Refused(RejectCode.STALE, field="hand")
    room.do(NonceGiven(seat, bytes.fromhex(command.nonce)))


def ready_next(room: Room, work: Work, player: str, command: asked.ReadyNext) -> None:
    """Have seen the result."""
    table, seat = _at_table(room, player)
    if not table.between or table.hand is None or table.hand.number != command.hand:
        raise Refused(RejectCode.STALE, field="hand")
    room.do(SeenResult(seat))
    room.presence.untold = True


def take_back(room: Room, work: Work, player: str, command: asked.TakeBack) -> None:
    """Take the seat back from autopilot."""
    table, seat = _at_table(room, player)
    if table.seats[seat].control != "autopilot":
        raise Refused(RejectCode.NOT_NOW)
    room.do(ControlSet(seat, "player", "back"))


def end_match(room: Room, work: Work, player: str, command: asked.EndMatch) -> None:
    """End an open-ended match between two hands (CO-6.1)."""
    if room.members.host != player:
        raise Refused(RejectCode.NOT_HOST)
    table = room.running
    if table is None or not table.between:
        raise Refused(RejectCode.NOT_NOW)
    if table.pace.hands:
        raise Refused(RejectCode.FORBIDDEN, field="hands")
    room.end_match(work, "host")


def leave(room: Room, work: Work, player: str, command: asked.Leave) -> None:
    """Leave the room; a match only for good and confirmed (CO-3.3): a bot plays on."""
    seat = room.members.seat_of(player)
    if seat is not None and room.running is not None:
        if not command.confirm:
            raise Refused(RejectCode.UNCONFIRMED)
        room.escape(work, seat)
    entrance.go(room, work, player, "left")


# ---------------------------------------------------------------- questions


def get_waits(room: Room, work: Work, player: str, command: asked.GetWaits) -> Waits:
    """Say what would complete the player's hand (CO-7.1)."""
    table, seat = _at_table(room, player)
    if table.pace.hints == "off":
        raise Refused(RejectCode.SWITCHED_OFF, field="hints")
    state = table.in_play
    if state is None:
        raise Refused(RejectCode.NOT_NOW)
    waits = waits_of(table.rules, state, seat, command.discard, table.pace.hints == "points")
    if waits is None:
        raise Refused(RejectCode.NOT_OFFERED, field="discard")
    return waits


def get_result(room: Room, work: Work, player: str, command: asked.GetResult) -> HandResultFound:
    """Give an earlier hand's result again."""
    for result in () if room.table is None else room.table.results:
        if result.hand == command.hand:
            return HandResultFound(result)
    raise Refused(RejectCode.UNKNOWN_MATCH, field="hand")


def resync(room: Room, work: Work, given: Submit) -> None:
    """Give what is missing of the stream the connection listens to; no other one's."""
    command = given.command
    assert isinstance(command, asked.Resync)
    if command.view != view_of(room, given.player):
        raise Refused(RejectCode.FORBIDDEN, field="view")
    work.accept(given.connection, command.id)
    point = StreamPoint(command.room, command.view, command.inc, command.last)
    work.attached.append(Attachment(given.connection, given.player, point, greet=False))
