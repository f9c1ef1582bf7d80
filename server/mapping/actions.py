"""A player's answer to a prompt, carried out or refused in the wire's words."""

from __future__ import annotations

from engine.errors import IllegalCommand, MalformedError
from engine.options import Values
from protocol.codes import RejectCode
from protocol.vocabulary import Action
from server.games import Games
from server.mapping.words import command_of, reject_code
from server.play import Play
from server.room_options import read_room_options
from server.work import Refused, Work

__all__ = ["act", "check_options"]


def act(play: Play, work: Work, seat: int, action: Action, rtt_ms: int) -> None:
    """Carry out what a seat that was asked answers.

    Raises:
        Refused: it is not on offer; nothing has changed.
    """
    state = play.table.in_play
    window = None if state is None else state.window
    command = command_of(action, None if window is None else window.tile)
    try:
        play.act(work, seat, command, rtt_ms)
    except IllegalCommand as illegal:
        raise Refused(reject_code(illegal.code), clause=illegal.clause) from illegal


def check_options(
    games: Games, ruleset: str, options: dict[str, bool | int | str], room: dict[str, bool | int | str]
) -> Values:
    """Check a room's options as a whole, and give the ruleset's as read.

    Raises:
        Refused: an unknown ruleset or option, or a value it does not take; ``field`` names it.
    """
    try:
        read_room_options(room)
        return games.make(ruleset, options, True).options
    except MalformedError as malformed:
        field = malformed.path.removeprefix("$.")
        raise Refused(RejectCode.BAD_OPTION, malformed.message, field) from malformed
