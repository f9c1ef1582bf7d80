"""Rulesets that there are not, made of Nanning's and one thing it lacks: what the kernel promises to every
ruleset.

They are no rules of any document; they show the kernel's own hooks and switches until a ruleset uses them
all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from engine.commands import DISCARD, WIN, Command, Ready
from engine.events import Discarded, Drawn, Event, HandWon, Marked, Melded, Paid, SeatEscaped, WindowKind
from engine.ledger import HOUSE, Transfer
from engine.melds import MeldKind
from engine.ruleset import Mechanic, Ruleset
from engine.rulesets.registry import make_ruleset
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Settlement
from engine.state import State
from engine.step import Step
from engine.tiles import COPIES, TileSet

__all__ = [
    "CHOWS", "FLOWERS", "GROWS", "LOCKS", "NANNING", "RESERVE", "ROBS_OPEN", "SPOT", "UNROBBED", "Locked",
    "Spot",
]  # fmt: skip

NANNING = make_ruleset("nanning", {})


class Locked(Mechanic):
    """A seat may declare with a discard; then its hand is locked: its draw wins, or goes by rule."""

    key: ClassVar[str] = "locked"
    folds: ClassVar[frozenset[type]] = frozenset({Marked})
    shows: ClassVar[str | None] = "treasure"

    def begin(self, state: State) -> frozenset[int]:
        """Lock nobody."""
        return frozenset()

    def fold(self, state: State, event: Event) -> None:
        """Keep who has declared."""
        if isinstance(event, Marked) and event.mechanic == self.key:
            state.ext[self.key] = self.locked(state) | {event.seat}

    def locked(self, state: State) -> frozenset[int]:
        """List who has declared."""
        held = state.ext[self.key]
        assert isinstance(held, frozenset)
        return held

    def shown(self, state: State) -> int | None:
        """Show the last tile thrown, once somebody has declared."""
        return state.discards[-1][1] if self.locked(state) else None

    def filter_turn(self, rules: Ruleset, state: State, offers: list[Command]) -> list[Command]:
        """Offer to declare with any tile."""
        return [*offers, *(Ready(kind) for kind in range(34) if DISCARD[kind] in offers)]

    def filter_claims(
        self, rules: Ruleset, state: State, kind: WindowKind, seat: int, tile: int, offers: list[Command]
    ) -> list[Command]:
        """Let a locked hand claim nothing but a win."""
        return [offer for offer in offers if offer == WIN or seat not in self.locked(state)]

    def forced(self, rules: Ruleset, state: State) -> int | None:
        """Throw what a locked hand draws."""
        return state.drawn if state.turn in self.locked(state) else None

    def perform(self, step: Step, seat: int, command: Command) -> bool:
        """Declare and discard."""
        if not isinstance(command, Ready):
            return False
        step.emit(Marked(self.key, "declared", seat, (command.tile,)))
        step.discard(seat, command.tile)
        return True

    def command_of(self, event: Marked) -> Command | None:
        """Name the declaration."""
        return Ready(event.data[0]) if event.name == "declared" else None

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Tell who has declared, and each seat whether it has."""
        return {"declared": sorted(self.locked(state)), "mine": viewer in self.locked(state)}

    def mask(self, event: Marked, viewer: int | None) -> Marked | None:
        """Hide with which tile, and from the public that anything was declared."""
        return None if viewer is None else event._replace(data=() if viewer != event.seat else event.data)


class Spot(Mechanic):
    """Pays a point for each kong at once, forfeits fifty to the house, ends the hand at the third pong."""

    key: ClassVar[str] = "spot"
    reacts: ClassVar[frozenset[type]] = frozenset({Melded, SeatEscaped, Drawn, Discarded})

    def react(self, step: Step, event: Event) -> None:
        """Pay as it falls due."""
        match event:
            case SeatEscaped(seat):
                step.emit(Paid(Transfer(seat, HOUSE, 50, "CO-3.3", "left")))
            case Melded(seat, meld) if meld.is_kong:
                step.emit(Paid(Transfer((seat + 1) % 4, seat, 1, "CO-6.2", "kong")))
            case Melded(seat, meld) if sum(one.kind is MeldKind.PONG for one in step.state.melds[seat]) == 3:
                step.emit(HandWon(By.FOURTH_MOUTH, (seat,), meld.tile, meld.source))
            case Drawn(seat):
                step.emit(Marked(self.key, "drew", seat))
            case _:
                pass


class SpotScorer:
    """Scores as Nanning does, but for the win that nobody asked for, which is worth nothing."""

    def check(self, facts: Facts) -> None:
        """Refuse nothing."""

    def settle(self, facts: Facts) -> Settlement:
        """Settle."""
        return Settlement((), ()) if facts.by is By.FOURTH_MOUTH else NANNING.scorer.settle(facts)

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List nothing."""
        return ()


FLOWERS = replace(NANNING, tile_set=TileSet((COPIES,) * 34 + (1,) * 8, frozenset(range(34, 42))))
"""With eight flowers."""
CHOWS = replace(NANNING, chow=True, several_winners=False, last_discard_claims=True)
"""With chows, one winner, and claims on the last discard."""
LOCKS = replace(NANNING, mechanics=(*NANNING.mechanics, Locked()))
"""With declaring."""
SPOT = replace(NANNING, scorer=SpotScorer(), mechanics=(*NANNING.mechanics, Spot()))
"""With payments on the spot and a win that nobody asks for."""
RESERVE = replace(NANNING, reserve=lambda state: 2, replacement_from_tail=False, concealed_kong_shown=True)
"""With two tiles at the end that are never drawn, replacements from the head, and concealed kongs shown."""
GROWS = replace(NANNING, reserve=lambda state: 3 * len(state.chain))
"""With a reserve that a kong enlarges, so that its replacement may be the one tile too many."""
UNROBBED = replace(NANNING, robbable=frozenset())
"""With kongs that nobody may rob."""
ROBS_OPEN = replace(
    CHOWS,
    robbable=frozenset({MeldKind.ADDED_KONG, MeldKind.OPEN_KONG}),
    unclaimable=lambda state: frozenset({33, 4}),
)
"""With open kongs that may be robbed, and 7z and 5m that nobody may claim."""
