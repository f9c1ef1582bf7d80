"""A room made, and a room found again: the two ways one begins.

A new owner folds the journal and then *wakes* the room: nobody is there yet, every clock has what it had left
when the old owner was last known to live, and a prompt at least five seconds (DESIGN §4, Time). If the fold
comes to other stream heads than the journal says, the streams begin anew under another incarnation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.to_server import CreateRoom
from server import entrance
from server.effects import Enter, Plan
from server.journal import BotCame, OptionsAccepted, Reborn, RoomOpened, read_entry
from server.mapping.actions import check_options
from server.play import SEAT_KEYS, TABLE_KEYS
from server.presence import Presence
from server.rooms import Kit, Room
from server.store.base import Journal
from server.table import NONCE_MS

__all__ = ["Founding", "Saved", "found", "read_back", "recover", "wake"]

_LEAST_MS: Final = 5000
"""What a prompt has left at least after a crash."""


@dataclass(frozen=True, slots=True)
class Founding:
    """What a room is made of: its id and invite code, what its host asked for, and the host."""

    room: str
    code: str
    command: CreateRoom
    host: Enter


@dataclass(frozen=True, slots=True)
class Saved:
    """A journal entry as it is read back: its bytes, and the store's time (ms) it was written at."""

    data: bytes
    at_ms: int


def read_back(journal: Journal) -> list[Saved]:
    """Return a journal's entries as they are folded."""
    return [Saved(entry.data, entry.at_ms) for entry in journal.entries]


def found(kit: Kit, founding: Founding, now: int) -> tuple[Room, Plan]:
    """Make a room with its host in the first seat, and bots in the next ones.

    Raises:
        Refused: an option is not to be had; ``field`` names it.
    """
    command = founding.command
    check_options(kit.games, command.ruleset, command.options, command.room_options)
    room = Room(kit)
    work = room.begin(now)
    room.do(RoomOpened(
        founding.room, founding.code, command.ruleset, command.options, command.room_options, 1
    ))  # fmt: skip
    entrance.entering(room, work, founding.host)
    room.do(OptionsAccepted(founding.host.player))
    for seat in range(1, 1 + command.bots):
        room.do(BotCame(seat, "greedy"))
    return room, room.finish(work)


@dataclass(slots=True)
class _Last:
    """What the last entry says of the clocks, and when it was written."""

    clocks: dict[str, int] = field(default_factory=dict)
    at_ms: int = 0


def recover(
    kit: Kit, saved: Sequence[Saved], died_at_ms: int, now: int, presence: Presence | None = None
) -> tuple[Room, Plan]:
    """Find a room again from its journal, and wake it.

    ``died_at_ms`` is when, in the store's time, its last owner was last known to live; ``presence`` is given
    where it is the same owner, who knows who is there.

    Raises:
        JournalFault: an entry does not read.
    """
    room, last, agrees = Room(kit), _Last(), True
    for each in saved:
        entry = read_entry(each.data)
        for fact in entry.facts:
            room.fold(fact)
        if room.table is not None:
            room.table.sync()
            _restore_banks(room, entry.clocks)
        reborn = any(isinstance(fact, Reborn) for fact in entry.facts)
        agrees = (agrees or reborn) and tuple(room.streams.heads) == entry.heads
        last = _Last(entry.clocks, each.at_ms)
    room.forget_untold()
    if presence is not None:
        room.presence = presence
    return room, wake(room, last, agrees, max(died_at_ms - last.at_ms, 0), now)


def _restore_banks(room: Room, clocks: dict[str, int]) -> None:
    table = room.table
    assert table is not None
    for seat, play in enumerate(table.seats):
        play.bank = clocks.get(f"bank{seat}", table.pace.bank)
        play.shown_bank = clocks.get(f"shown{seat}", table.pace.bank)


def wake(room: Room, last: _Last, agrees: bool, gone_ms: int, now: int) -> Plan:
    """Let a room that was found again go on: nobody is there yet, and the clocks have what they had left."""
    work = room.begin(now)
    if not agrees:
        room.do(Reborn(room.streams.inc + 1))
    for player in room.members.people:
        if not room.presence.is_here(player):
            room.presence.is_away_since(player, now)
            entrance.is_away(room, player, now)
    table = room.running
    if table is not None:
        if table.hand is not None:
            # Nobody is there yet, and everybody may still give what he was asked for.
            table.hand.expects = {seat for seat in range(4) if table.seats[seat].control == "player"}
        least = dict.fromkeys(SEAT_KEYS, _LEAST_MS) | {"nonces": NONCE_MS}
        if table.pace.fixed:
            least["floor"] = _LEAST_MS
        for key, left in last.clocks.items():
            if key in TABLE_KEYS:
                room.clocks.arm(key, max(left - gone_ms, least.get(key, 0)), now)
    return room.finish(work)
