"""A match written down: as a checkpoint between two hands, and as the record when it is over."""

from __future__ import annotations

import json

from msgspec import msgpack

from engine.events import load
from engine.record_write import PlayedHand, write_record
from server.journal import KeptMatch, KeptSeat
from server.mapping.words import four
from server.room_options import pace_of
from server.table import Table

__all__ = ["keep_match", "record_of", "restore_match"]


def keep_match(table: Table) -> KeptMatch:
    """Write a match down as it stands between two hands."""
    assert table.follows is not None
    return KeptMatch(
        table.standing.info,
        [KeptSeat(seat.player, seat.level, seat.control, seat.cause) for seat in table.seats],
        list(table.scores),
        table.follows,
        sorted(table.escaped),
        sorted(table.leaving),
        list(table.past),
        list(table.results),
        table.pace_options,
    )


def restore_match(table: Table, kept: KeptMatch) -> None:
    """Let a match go on from where it was written down."""
    for seat, each in zip(table.seats, kept.seats, strict=True):
        seat.control, seat.cause = each.control, each.cause
    table.standing.controls = [each.control for each in kept.seats]
    table.standing.scores = list(kept.scores)
    table.standing.history = [four(result.totals) for result in kept.results]
    table.follows = kept.follows
    if kept.room_options is not None:
        table.pace_options, table.pace = kept.room_options, pace_of(kept.room_options)
    table.escaped, table.leaving = set(kept.escaped), set(kept.leaving)
    table.past, table.results = list(kept.hands), list(kept.results)


def record_of(table: Table) -> bytes:
    """Write a match as it was played, with its seeds: only when it is over (FORMATS ``Record``, CO-5.1)."""
    assert table.is_over
    info = table.standing.info
    hands = [
        PlayedHand([load(event) for event in msgpack.decode(hand.events)], hand.secret, hand.nonces)
        for hand in table.past
    ]
    record = write_record(table.rules, [seat.name for seat in info.seats], hands, info.room_options)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
