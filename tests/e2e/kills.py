"""What the tests that kill share: what a deal comes to undisturbed, and a store that dies and is back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from protocol.events import HandEnded
from protocol.to_server import GetLobby
from tests.e2e.table import SEEDS, TableOfFour, story, told
from tests.harness.clock import Moved, pass_until, pass_while
from tests.harness.inside import running
from tests.harness.stacked import fixed_deals
from tests.harness.valkey import Valkey

STEP_MS = 100
UNTIMED: Mapping[str, Any] = {"turn": 0, "claim": 0}
"""Room options under which nobody is hurried: clocks are moved faster than a node finds its store again."""
PARTS = 12
"""In how many tests all moments of a hand are tried: so many events lie between two deaths of a hand."""


class FirstHands(NamedTuple):
    """What a ruleset's first two hands come to, and how many events there are until the first ends."""

    told: list[object]
    events: int


_matches: dict[str, list[object]] = {}
_first_hands: dict[str, FirstHands] = {}


async def undisturbed_match(seed: str) -> list[object]:
    """Return what a match comes to when nothing dies; it is played once."""
    if seed not in _matches:
        async with running(deal=fixed_deals(seed)) as inside:
            table = TableOfFour(lambda: inside.url)
            await table.sit()
            await table.begin()
            await table.finish()
            await table.leave()
            _matches[seed] = story(table.players[0])
    return _matches[seed]


async def undisturbed_hands(ruleset: str) -> FirstHands:
    """Return what a ruleset's first hands come to when nothing dies; they are played once."""
    if ruleset not in _first_hands:
        async with running(deal=fixed_deals(SEEDS[ruleset])) as inside:
            table = TableOfFour(lambda: inside.url)
            await table.sit(ruleset)
            await table.begin()
            await table.play_hands(2)
            await table.leave()
            mind = table.players[0].mind
            assert mind.results[0].result.winners, f"nobody wins with {SEEDS[ruleset]}"
            end = next(number for number, event in enumerate(mind.events) if isinstance(event, HandEnded))
            _first_hands[ruleset] = FirstHands(told(table.players[0], 2), end)
    return _first_hands[ruleset]


async def moments(ruleset: str, part: int, more: int = 0) -> range:
    """Return a part of the moments of the first hand, and of so many events more, to kill something at."""
    return range(1 + part, (await undisturbed_hands(ruleset)).events + more, PARTS)


async def seen(clock: Moved, table: TableOfFour, moment: int) -> None:
    """Let them play until the host has seen so many events, and the others all of them but the last.

    One who has not heard of a hand's end before the next death gets a snapshot of the next hand after it.
    """
    host = table.players[0]
    await pass_while(clock, host.until(lambda: len(host.mind.events) >= moment), STEP_MS)
    await pass_while(clock, table.until(lambda player: len(player.mind.events) >= moment - 1), STEP_MS)
    assert host.mind.match is None, "the match was over before anything died"


async def kill_the_store(store: Valkey, table: TableOfFour, clock: Moved) -> None:
    """Kill the store under a table, let the players hear of it, and start it again.

    Time must go on then: an append may fail once more, and wait for its next try.
    """
    minds = [player.mind for player in table.players]
    for mind in minds:
        mind.notices.clear()
    await asyncio.to_thread(store.kill)
    await pass_until(clock, lambda: all("store_down" in mind.notices for mind in minds), STEP_MS)
    # Whoever asks for something that needs no store is answered meanwhile.
    await table.players[0].say(GetLobby(""))
    await asyncio.to_thread(store.start)
    await pass_until(clock, lambda: all("store_back" in mind.notices for mind in minds), STEP_MS)
