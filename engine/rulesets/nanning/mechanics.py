"""Nanning's own mechanisms at the table: the seal, insured kongs, fishing, codes, and the win call that is
always open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.commands import WIN, Command
from engine.errors import Code
from engine.events import Dealt, Event, Marked, Melded, SetAside, WallTurned, WindowKind
from engine.melds import MeldKind
from engine.ruleset import Mechanic, Note, Ruleset, Turned
from engine.rulesets.nanning.codes import hits
from engine.scoring.facts import By
from engine.seats import SEATS, seats_after
from engine.state import State
from engine.step import Step

__all__ = ["Codes", "Fishing", "Insured", "OpenCalls", "Seal"]

_SETS_TO_SEAL = 3


class Seal(Mechanic):
    """封胡 (NN-10): who has given three sets to one player cannot win this hand. Public at once."""

    key: ClassVar[str] = "seal"
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "封胡", "Sealed", "NN-10.1",
            "一家从另一家要走三副（碰、明杠），另一家这局不能胡，这家胡时由他另付",
            "when one has taken three sets from another's discards, that one cannot win this hand, and pays "
            "when the first one wins",
        ),
    )  # fmt: skip
    folds: ClassVar[frozenset[type]] = frozenset({Marked})
    reacts: ClassVar[frozenset[type]] = frozenset({Melded})

    def begin(self, state: State) -> tuple[tuple[int, int], ...]:
        """Seal nobody. The private state is pairs: who seals, who is sealed."""
        return ()

    def fold(self, state: State, event: Event) -> None:
        """Keep the seal."""
        assert isinstance(event, Marked)
        if event.mechanic == self.key:
            state.ext[self.key] = (*self.seals(state), (event.seat, event.data[0]))

    def react(self, step: Step, event: Event) -> None:
        """Seal the giver of the third set (NN-10.1); an added kong keeps its source and makes no new set."""
        assert isinstance(event, Melded)
        source = event.meld.source
        if source is None or event.meld.kind is MeldKind.ADDED_KONG:
            return
        taken = sum(meld.source == source for meld in step.state.melds[event.seat])
        if taken == _SETS_TO_SEAL:
            step.emit(Marked(self.key, "sealed", event.seat, (source,)))

    def bar_win(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Refuse a sealed player any win (NN-10.1)."""
        return Code.SEALED if any(sealed == seat for _, sealed in self.seals(state)) else None

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Show every seal to everybody."""
        seals = self.seals(state)
        return {"seals": [list(seal) for seal in seals]} if seals else None

    def seals(self, state: State) -> tuple[tuple[int, int], ...]:
        """List who seals whom."""
        held = state.ext.get(self.key, ())
        assert isinstance(held, tuple)
        return held


class Insured(Mechanic):
    """A chain that holds a concealed kong before the added kong cannot be robbed (NN-6.3)."""

    key: ClassVar[str] = "insured"
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "买保险", "Insured kong", "NN-6.3",
            "连杠中补杠之前有暗杠的，不能抢",
            "a chain with a concealed kong before the added one cannot be robbed",
        ),
    )  # fmt: skip

    def insures(self, state: State) -> bool:
        """Look for a concealed kong in the chain so far; then nobody is asked, not even to call a win
        (NN-11.2)."""
        return any(kong.kind is MeldKind.CONCEALED_KONG for kong in state.chain)


class Fishing(Mechanic):
    """钓鱼 (NN-14.2): tiles set aside from the tail for each player, from the dealer on, unseen by all."""

    key: ClassVar[str] = "fishing"
    reacts: ClassVar[frozenset[type]] = frozenset({Dealt})

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self.takes_at_deal = tiles * len(SEATS)

    def react(self, step: Step, event: Event) -> None:
        """Set the tiles aside after the deal."""
        state = step.state
        for seat in (state.dealer, *seats_after(state.dealer)):
            taken = tuple(state.wall[state.tail - 1 - place] for place in range(self._tiles))
            step.emit(SetAside(seat, taken))

    def turned(self, state: State) -> list[Turned]:
        """Show what was set aside, once somebody has won: a tile hits that is a winner's."""
        if not state.winners:
            return []
        return [
            Turned(self.key, seat, tiles, _hit(tiles, state), "NN-14.2")
            for seat, tiles in enumerate(state.aside)
        ]


class Codes(Mechanic):
    """摸码 (NN-14.1): a self-draw winner turns further tiles of the wall."""

    key: ClassVar[str] = "codes"

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles

    def before_settlement(self, step: Step) -> None:
        """Turn the tiles: at the head, after a concealed 杠上花 at the tail, after an exposed one none."""
        state = step.state
        if state.win_by is not By.SELF_DRAW or any(kong.is_exposed_kong for kong in state.chain):
            return
        count = min(self._tiles, state.left)
        if not count:
            return
        tail = bool(state.chain)
        if tail:
            tiles = state.wall[state.tail - count : state.tail][::-1]
        else:
            tiles = state.wall[state.head : state.head + count]
        step.emit(WallTurned(tiles, tail))

    def turned(self, state: State) -> list[Turned]:
        """Show the codes: a tile hits that is the winner's."""
        if state.turned is None:
            return []
        return [Turned(self.key, state.winners[0], state.turned, _hit(state.turned, state), "NN-14.1")]


def _hit(tiles: Sequence[int], state: State) -> tuple[bool, ...]:
    return tuple(any(hits((tile,), winner, state.dealer) for winner in state.winners) for tile in tiles)


class OpenCalls(Mechanic):
    """The win call that is always open under ``false_win = penalty`` (NN-11.2).

    Every other seat may call a win in every window, and whoever has drawn on his turn.
    """

    key: ClassVar[str] = "open_calls"

    def filter_claims(
        self, rules: Ruleset, state: State, kind: WindowKind, seat: int, tile: int, offers: list[Command]
    ) -> list[Command]:
        """Ask every seat."""
        return _with_win(offers)

    def filter_turn(self, rules: Ruleset, state: State, offers: list[Command]) -> list[Command]:
        """Let the seat call a win on what it has drawn; right after a pong there is nothing to win on
        (CO-1.2)."""
        return offers if state.drawn is None else _with_win(offers)


def _with_win(offers: Sequence[Command]) -> list[Command]:
    return list(offers) if WIN in offers else [WIN, *offers]
