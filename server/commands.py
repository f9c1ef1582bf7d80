"""Commands of members: each is carried out, or refused with its reason; which one goes where.

What is common to all: a command that is carried out is journaled under its id, so that it is carried out
once; and a player who sends one is there, which ends his autopilot (CO-3.2). Questions change nothing and are
not journaled; a nonce is sent by the client itself and says nothing about the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from protocol import to_server as asked
from protocol.answers import Result
from protocol.codes import RejectCode
from protocol.to_server import RoomCommand
from server import lobby_commands, table_commands
from server.effects import Submit
from server.journal import ControlSet, Done
from server.work import Refused, Work

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = ["carry_out", "carry_out_for_watcher"]

_Deed: TypeAlias = Callable[["Room", Work, str, Any], None]
_Question: TypeAlias = Callable[["Room", Work, str, Any], Result | None]

_DEEDS: Final[Mapping[type[RoomCommand], _Deed]] = {
    asked.Sit: lobby_commands.sit,
    asked.StandUp: lobby_commands.stand_up,
    asked.AddBot: lobby_commands.add_bot,
    asked.RemoveBot: lobby_commands.remove_bot,
    asked.Kick: lobby_commands.kick,
    asked.SetOptions: lobby_commands.set_options,
    asked.AcceptOptions: lobby_commands.accept_options,
    asked.Ready: lobby_commands.ready,
    asked.StartMatch: lobby_commands.start_match,
    asked.Rematch: lobby_commands.rematch,
    asked.Consent: lobby_commands.consent,
    asked.Phrase: lobby_commands.phrase,
    asked.Leave: table_commands.leave,
    asked.Act: table_commands.act,
    asked.Nonce: table_commands.nonce,
    asked.ReadyNext: table_commands.ready_next,
    asked.TakeBack: table_commands.take_back,
    asked.EndMatch: table_commands.end_match,
}
_QUESTIONS: Final[Mapping[type[RoomCommand], _Question]] = {
    asked.GetWaits: table_commands.get_waits,
    asked.GetResult: table_commands.get_result,
}
_BY_ITSELF: Final = (asked.Nonce,)
"""Commands that a client sends without its player."""


def carry_out(room: Room, work: Work, given: Submit) -> None:
    """Carry out a member's command and answer it.

    Raises:
        Refused: it is refused and has changed nothing.
    """
    command, player = given.command, given.player
    kind = type(command)
    if kind in _QUESTIONS:
        work.accept(given.connection, command.id, _QUESTIONS[kind](room, work, player, command))
        return
    if kind is asked.Resync:
        table_commands.resync(room, work, given)
        return
    deed = _DEEDS.get(kind)
    if deed is None:
        raise Refused(RejectCode.FORBIDDEN)
    deed(room, work, player, command)
    if kind not in _BY_ITSELF:
        _is_awake(room, player)
    room.do(Done(player, command.id))
    work.accept(given.connection, command.id)


def _is_awake(room: Room, player: str) -> None:
    """End the autopilot of a player who does something himself."""
    seat, table = room.members.seat_of(player), room.running
    if seat is not None and table is not None and table.seats[seat].control == "autopilot":
        room.do(ControlSet(seat, "player", "back"))


def carry_out_for_watcher(room: Room, work: Work, given: Submit) -> None:
    """Answer a watcher: he may ask for what is public, and do nothing.

    Raises:
        Refused: with anything else.
    """
    command = given.command
    if isinstance(command, asked.Resync):
        table_commands.resync(room, work, given)
    elif isinstance(command, asked.GetResult):
        found = table_commands.get_result(room, work, given.player, command)
        work.accept(given.connection, command.id, found)
    else:
        raise Refused(RejectCode.NOT_SEATED)
