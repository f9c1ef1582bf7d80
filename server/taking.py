"""Taking over a bot's seat: whoever comes to a table where bots filled the seats plays in the place of one.

Before a match the bot goes and it is a sitting like any other. While one runs the player goes on at once with
the hand as the bot held it, and sees it from then on; nothing of what was told of the seat before. A bot that
plays on for somebody who left is no such bot: that seat is lost for good (CO-3.3). Times that a player alone
with bots was spared apply again as soon as two play (CO-2.5, CO-8.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codes import RejectCode
from server.journal import BotWent, Moved, SeatTaken
from server.mapping.match import control_changed
from server.members import STAND_IN, Chair
from server.room_options import effective, pace_of
from server.work import Refused, Work

if TYPE_CHECKING:
    from server.rooms import Room
    from server.table import Table

__all__ = ["has_bot", "seat_for", "sit_in", "sit_in_match", "taken"]


def has_bot(chair: Chair) -> bool:
    """Tell whether a bot sits there that plays for nobody who left."""
    return bool(chair.level) and chair.level != STAND_IN


def seat_for(room: Room) -> int | None:
    """Give the seat for somebody who comes in: the first free one, else the first one that has a bot."""
    free = room.members.free_seat()
    if free is not None:
        return free
    return next((seat for seat, chair in enumerate(room.members.chairs) if has_bot(chair)), None)


def sit_in(room: Room, player: str, seat: int) -> None:
    """Let a member who stands take a seat; a bot in it goes, or in a match hands its tiles over."""
    if room.members.in_match:
        values = effective(
            room.members.room_options, room.members.humans() + 1, room.rules().false_wins is not None
        )
        room.do(SeatTaken(player, seat, dict(values)))
        room.presence.untold = True
        return
    if not room.members.chairs[seat].is_free:
        room.do(BotWent(seat))
    room.do(Moved(player, seat))


def sit_in_match(room: Room, work: Work, player: str, seat: int) -> None:
    """Let a member who stands take a bot's seat in the running match.

    Raises:
        Refused: he plays already, or no bot sits there that may go.
    """
    if room.members.seat_of(player) is not None or not has_bot(room.members.chairs[seat]):
        raise Refused(RejectCode.MATCH_RUNNING)
    sit_in(room, player, seat)
    work.moved.append(player)
    room.told.clocks_again = True


def taken(table: Table, fact: SeatTaken) -> None:
    """Let a player play a bot's seat from now on, with the times of as many as play now.

    What is asked in a window already is asked for no longer than it would be asked for now.
    """
    play = table.seats[fact.seat]
    play.player, play.level = fact.player, ""
    play.control, play.cause = "player", "taken"
    play.timeouts = 0
    table.standing.controls[fact.seat] = "player"
    table.pace_options = fact.room_options
    table.pace = pace_of(fact.room_options)
    for seat, asked in enumerate(table.asked):
        if asked is None or not asked.in_window or asked.answered is not None:
            continue
        if table.pace.claim_limit < asked.limit:
            asked.limit = table.pace.claim_limit
            asked.total = asked.limit + (table.seats[seat].bank if table.pace.claim_bank else 0)
            table.opened.append(seat)
    table.streams.tell(control_changed(fact.seat, "player", "taken"))
