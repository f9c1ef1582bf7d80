"""Four raw players at a table, and what they can agree on afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import to_builtins

from protocol.codec import Codec
from protocol.to_client import Prompt
from protocol.to_server import AcceptOptions
from protocol.vocabulary import Action
from tests.harness.clock import Moved, pass_while
from tests.harness.raw import RawPlayer, play_simply

Name = TypeVar("Name")
"""What a test calls its nodes by."""
QUICK = {"pause_floor": 0, "hands": 4}
"""Room options under which no clock has to move: no pause, and everybody answers."""
SEEDS = {"nanning": "nanning-2", "nanjing": "nanjing-5", "zhuji": "zhuji-186", "longjiang": "kill"}
"""Deals whose first hand somebody wins, so that money is at stake in it."""


class TableOfFour:
    """Four players on four connections, two in each codec."""

    def __init__(
        self, url: Callable[[], str], choose: Callable[[Prompt], Action | None] = play_simply
    ) -> None:
        self.url = url
        self._choose = choose
        self.players = [RawPlayer(url, codec, choose) for codec in (*Codec, *Codec)]

    async def sit(self, ruleset: str = "nanning", **room_options: object) -> str:
        """Connect all, make a room, sit down in it in order, accept its options; return the invite code."""
        for number, player in enumerate(self.players):
            await player.connect(f"player {number}")
        host, *others = self.players
        entered = await host.create(ruleset, room_options={**QUICK, **room_options})
        for player in others:
            await player.join(entered.code)
        for player in others:
            await player.until(lambda player=player: player.mind.state is not None)  # type: ignore[misc]  # bound now
            assert player.mind.state is not None
            await player.say(AcceptOptions("", player.mind.room, player.mind.state.options_rev))
        return entered.code

    async def begin(self) -> None:
        """Be ready, all of them: the match begins."""
        for player in self.players:
            await player.ready()

    async def until(self, holds: Callable[[RawPlayer], bool], *apart_from: RawPlayer) -> None:
        """Wait until something is so for every player."""
        waiting = [player for player in self.players if player not in apart_from]
        await asyncio.gather(*(player.until(lambda p=player: holds(p)) for player in waiting))  # type: ignore[misc]  # bound now

    async def finish(self) -> None:
        """Wait for the end of the match."""
        await self.until(lambda player: player.mind.match is not None)

    async def play_hands(self, number: int) -> None:
        """Wait until so many hands have ended."""
        await self.until(lambda player: len(player.mind.results) >= number)

    def hold(self) -> None:
        """Let nobody answer a prompt before `go_on`."""
        for player in self.players:
            player.choose = lambda _: None

    async def go_on(self) -> None:
        """Let all answer their prompts, and those that come."""
        for player in self.players:
            player.choose = self._choose
            await player.act()

    async def come_back(self) -> None:
        """Wait for the end of every connection and make a new one."""
        for player in self.players:
            await player.gone()
        for player in self.players:
            await player.connect()

    async def leave(self) -> None:
        """Close all connections."""
        for player in self.players:
            await player.leave()


class Spread(TableOfFour, Generic[Name]):
    """Four players, each at a node of his own; whoever is put `at` another connects there the next time."""

    def __init__(self, url: Callable[[Name], str], nodes: Sequence[Name]) -> None:
        super().__init__(lambda: "")
        self.at = dict(zip(self.players, nodes, strict=True))
        for player in self.players:
            player.url = lambda player=player: url(self.at[player])  # type: ignore[misc]  # bound now

    def on(self, node: Name) -> list[RawPlayer]:
        """Return who is at a node."""
        return [player for player, where in self.at.items() if where == node]


async def first_hand(table: TableOfFour, clock: Moved, step_ms: int) -> list[object]:
    """Let time go on until the first hand has ended, and return what all were told of it."""
    await pass_while(clock, table.play_hands(1), step_ms)
    results = [told(player, 1) for player in table.players]
    assert results == results[:1] * 4
    return results[0]


def told(player: RawPlayer, hands: int | None = None) -> list[object]:
    """Return what a player was told of how the first hands ended (None: all), but for names and secrets."""
    results = [to_builtins(event.result) for event in player.mind.results[:hands]]
    for result in results:
        del result["secret"]
    return results


def story(player: RawPlayer) -> list[object]:
    """Return what a player was told of every hand's end and of the match's, without what differs by name."""
    match = to_builtins(player.mind.match.result) if player.mind.match else {}
    match.pop("match", None)
    return [*told(player), match]


def agree(players: Sequence[RawPlayer]) -> bool:
    """Say whether all were told the same of how it went."""
    return all(story(player) == story(players[0]) for player in players)
