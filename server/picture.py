"""What a room is now, as messages: its state, who is there, a snapshot, what is asked, whose clock runs.

Everything here speaks of the present and reads only; what is sent when, and to whom, is in ``telling.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from protocol.to_client import Clock, Notice, Presence, Prompt, RoomState, SeatPresence, Snapshot
from protocol.to_client import LobbySeat as SeatOfRoom
from protocol.view import TableView
from server.entrance import grace_ms
from server.mapping.prompts import Times, prompt_for, shows_clock
from server.mapping.room import Difference, differences
from server.mapping.snapshot import table_view
from server.members import STAND_IN, Chair
from server.play import SEAT_KEYS
from server.room_options import OPTIONS
from server.streams import EVERY_VIEW, PUBLIC, VIEWS
from server.table import Table

if TYPE_CHECKING:
    from server.rooms import Room

__all__ = [
    "clocks_now", "notice_of", "presence_now", "prompt_now", "room_differences", "room_state", "snapshot",
]  # fmt: skip


def snapshot(room: Room, player: str, place: int) -> Snapshot:
    """Give all a player may see in a view that he has, by its place among all views."""
    streams, table = room.streams, room.table
    state = TableView(phase="lobby")
    if place > PUBLIC:
        assert streams.late is not None
        state = streams.late.table(place - len(VIEWS))
    elif table is not None:
        # A seat's hand is its player's who played it: whoever took the seat since sees what all may see.
        own = place == PUBLIC or table.seats[place].player == player
        hand = table.hand
        dealt = None if hand is None or hand.state is None else (table.rules, hand.state, hand.seen)
        shown = None if hand is None else hand.shown
        state = table_view(table.standing, shown, dealt, place if own else PUBLIC)
    return Snapshot(room.members.room, EVERY_VIEW[place], streams.inc, streams.heads[place], state)


def times_of(room: Room, table: Table, seat: int, now: int) -> Times:
    """Give what a seat that was asked has left: its own business."""
    asked = table.asked[seat]
    assert asked is not None
    limited = table.pace.claim if asked.in_window else table.pace.turn
    left = room.clocks.left(SEAT_KEYS[seat], now)
    runs = room.clocks.runs(SEAT_KEYS[seat])
    if limited is None or left is None:
        return Times(None, None, runs)
    bank = asked.total - asked.limit
    left = min(max(left, 0), asked.total)
    return Times(max(left - bank, 0), min(left, bank), runs)


def prompt_now(room: Room, table: Table, seat: int, now: int, times: Times | None = None) -> Prompt | None:
    """Ask a seat what it is being asked, with the time it has left, where that is known already."""
    asked, state, hand = table.asked[seat], table.in_play, table.hand
    if asked is None or state is None or hand is None:
        return None
    return prompt_for(
        table.rules, state, seat,
        room=table.room, number=asked.number, after=room.streams.heads[seat], drawn=hand.seen.drawn[seat],
        times=times or times_of(room, table, seat, now), points=table.pace.hints == "points",
        answered=asked.answered,
    )  # fmt: skip


def clocks_now(room: Room, table: Table, now: int, times: Times | None = None) -> list[Clock]:
    """Tell every view the clock of the seat whose turn it is; nothing where no clock is shown.

    Others see its bank as they could know it: what it used in windows would tell that it was asked (CO-2.5).
    """
    state = table.in_play
    if state is None or not shows_clock(table.rules, state):
        return []
    seat = state.turn
    asked = table.asked[seat]
    if asked is None:
        return []
    times = times or times_of(room, table, seat, now)
    shown = times.bank_ms
    if shown is not None:
        used = asked.total - asked.limit - shown
        shown = max(table.seats[seat].shown_bank - used, 0)
    name, turn, own, running = table.room, times.turn_ms, times.bank_ms, times.running
    return [
        Clock(name, head, seat, turn, own if place == seat else shown, running)
        for place, head in enumerate(room.streams.heads[: len(VIEWS)])
    ]


def notice_of(room: Room, code: Literal["store_down", "store_back", "waiting", "resumed"]) -> Notice:
    return Notice(code, room.members.room, room.clocks.stand)


def room_state(room: Room, for_member: bool) -> RoomState:
    """Describe the room; the invite code is for members alone."""
    members = room.members
    rules, values = room.rules(), room.room_values()
    phase: Literal["lobby", "match", "match_over"] = "lobby"
    if members.in_match or members.match_over:
        phase = "match" if members.in_match else "match_over"
    chairs = members.chairs
    return RoomState(
        room=members.room, rev=members.rev, code=members.code if for_member else "", phase=phase,
        host=members.host, ruleset=members.ruleset, rules=rules.revision, options=dict(rules.options),
        room_options=dict(values), options_rev=members.options_rev, differences=room_differences(room),
        seats=(
            _seat(room, 0, chairs[0]), _seat(room, 1, chairs[1]), _seat(room, 2, chairs[2]),
            _seat(room, 3, chairs[3]),
        ),
        standing=tuple([member.name for member in members.standing()]),
        rematch=(bool(chairs[0].wish), bool(chairs[1].wish), bool(chairs[2].wish), bool(chairs[3].wish)),
        consents=(chairs[0].consent, chairs[1].consent, chairs[2].consent, chairs[3].consent),
        early=(chairs[0].early, chairs[1].early, chairs[2].early, chairs[3].early),
    )  # fmt: skip


def room_differences(room: Room) -> tuple[Difference, ...]:
    """List what was agreed that is not at its default."""
    ruleset = room.kit.games.options(room.members.ruleset)
    return differences(ruleset, room.rules().options, OPTIONS, room.room_values(), room.room_defaults())


def _seat(room: Room, seat: int, chair: Chair) -> SeatOfRoom:
    if chair.is_free:
        return SeatOfRoom("free")
    name = room.members.name_of(seat)
    if chair.player:
        return SeatOfRoom("player", chair.player, name, ready=chair.ready, accepted=chair.accepted)
    return SeatOfRoom("bot", "", name, "greedy" if chair.level == STAND_IN else chair.level, True, True)


def presence_now(room: Room, now: int) -> Presence:
    """Say who is there."""
    first, second, third, fourth = (_seat_presence(room, seat, now) for seat in range(4))
    return Presence(
        room.members.room, (first, second, third, fourth), len(room.presence.watchers),
        room.presence.names(), room.clocks.left("next", now),
    )  # fmt: skip


def _seat_presence(room: Room, seat: int, now: int) -> SeatPresence:
    chair, table = room.members.chairs[seat], room.running
    if not chair.player:
        return SeatPresence(bool(chair.level), ready_next=bool(chair.level))
    online = room.presence.is_here(chair.player)
    grace = None if online else grace_ms(room, chair.player, now)
    ready = table is not None and table.seats[seat].ready
    return SeatPresence(online, room.presence.away_ms(chair.player, now), grace, ready)
