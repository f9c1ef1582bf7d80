"""The engine's books at the table: counted in every step, gone through before anything is settled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import InvariantBroken
from engine.state import RiverTile
from protocol.events import HandEnded
from protocol.to_client import Frame
from server.rooms import Kit
from tests.server.tables import Bench, make_kit

NEVER = 1_000_000


def spoilt(whole_check: int) -> Bench:
    """Give a match in which a tile in a river has become another, which no count shows."""
    kit = replace(make_kit(), whole_check=whole_check)
    bench = Bench(kit=kit)
    bench.start()
    bench.play_on(lambda: bool(river(bench)))
    river(bench)[0] = RiverTile((river(bench)[0].tile + 1) % 34, river(bench)[0].drawn)
    return bench


def river(bench: Bench) -> list[RiverTile]:
    state = None if bench.room.table is None else bench.room.table.in_play
    return [] if state is None else state.rivers[0]


def is_settled(bench: Bench) -> bool:
    """Tell whether anybody has heard of a result."""
    return any(isinstance(frame.event, HandEnded) for frame in bench.client("p0").all(Frame))


def test_nothing_is_settled_on_wrong_books() -> None:
    """S-02, F-12."""
    bench = spoilt(NEVER)
    saved = len(bench.journal)
    with pytest.raises(InvariantBroken):
        bench.play_on(lambda: is_settled(bench))
    assert not is_settled(bench)
    assert len(bench.journal) > saved, "counting alone does not see it"


def test_the_whole_of_the_books_is_gone_through_every_so_many_steps() -> None:
    kit = make_kit()
    bench = spoilt(Kit(kit.games, kit.chance, kit.policies).whole_check)
    saved = len(bench.journal)
    with pytest.raises(InvariantBroken):
        bench.play_on(lambda: is_settled(bench))
    assert len(bench.journal) - saved < 16
    assert not is_settled(bench)


def test_a_lost_tile_is_found_in_the_same_step() -> None:
    bench = spoilt(NEVER)
    river(bench).pop()
    saved = len(bench.journal)
    with pytest.raises(InvariantBroken):
        bench.play_on(lambda: is_settled(bench))
    assert len(bench.journal) == saved
