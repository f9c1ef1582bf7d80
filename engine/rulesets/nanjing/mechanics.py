"""Nanjing's own mechanisms at the table: money on the spot, the fourth mouth, hands kept as dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from engine.events import Discarded, Event, FlowerLaid, HandWon, Melded, Paid, SeatEscaped
from engine.ledger import Transfer
from engine.options import Values
from engine.patterns import waits, without_tile
from engine.ruleset import Mechanic, Note
from engine.rulesets.nanjing import items, spot
from engine.rulesets.nanjing.hand import mouths_from, opened_mouth
from engine.rulesets.nanjing.tile_set import completes_flower_kong
from engine.scoring.facts import By, Facts
from engine.seats import SEATS
from engine.state import Phase, State
from engine.step import Step
from engine.tiles import COPIES

__all__ = ["DealtHand", "Mouths", "OnTheSpot"]

_HAND: Final = 13
_SETS: Final = 4
_NOBODY: Final[frozenset[int]] = frozenset()


class OnTheSpot(Mechanic):
    """现场汇 (NJ-7) and the price of leaving (NJ-9.3): paid as they fall due, before aught else."""

    key: ClassVar[str] = "on_the_spot"
    reacts: ClassVar[frozenset[type]] = frozenset({Melded, FlowerLaid, Discarded, SeatEscaped})

    def __init__(self, options: Values) -> None:
        self._options = options

    def react(self, step: Step, event: Event) -> None:
        """Pay what the event costs."""
        for transfer in self._due(step.state, event):
            step.emit(Paid(transfer))

    def _due(self, state: State, event: Event) -> Iterable[Transfer]:
        match event:
            case Melded(seat, meld):
                # NJ-7.1: an added kong is melded once it can no longer be robbed.
                return spot.kong(seat, meld, self._options)
            case FlowerLaid(seat, tile):
                whole = completes_flower_kong(state.flowers[seat], tile)
                return spot.flower_kong(seat, self._options) if whole else ()
            case Discarded(seat, tile):
                return self._fines(state, seat, tile)
            case _:
                assert isinstance(event, SeatEscaped)
                return (spot.escape(event.seat, self._options),)

    def _fines(self, state: State, seat: int, tile: int) -> Iterable[Transfer]:
        """Fine who began four discards of a kind by four players in a row (NJ-7.4), or who has discarded all
        four of a kind himself (NJ-7.5); never both, there being four tiles of a kind."""
        last = state.discards[-COPIES:]
        if {thrown for _, thrown in last} == {tile} and len({thrower for thrower, _ in last}) == COPIES:
            return spot.fine(last[0][0], items.FINE_ROW, self._options)
        if state.thrown[seat].count(tile) == COPIES:
            return spot.fine(seat, items.FINE_FOUR, self._options)
        return ()


class Mouths(Mechanic):
    """快照 (NJ-6.4): a fourth meld taken from others, after three from one player, wins the hand at once."""

    key: ClassVar[str] = "mouths"
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "三口包牌", "Three mouths", "NJ-6.1",
            "从同一家要走三副以上而胡对对胡或清一色，由那一家包付",
            "who gave another three melds or more pays for all when that one wins all triplets or one suit",
        ),
        Note(
            "第四口", "Fourth mouth", "NJ-6.4",
            "前三副都来自同一家，再碰或杠第四副，立即算胡",
            "when the first three melds came from one player, a fourth pong or open kong ends the hand "
            "as won",
        ),
    )  # fmt: skip
    reacts: ClassVar[frozenset[type]] = frozenset({Melded})

    def react(self, step: Step, event: Event) -> None:
        """End the hand on a fourth mouth."""
        assert isinstance(event, Melded)
        seat, meld = event
        if opened_mouth(step.state.melds[seat]) is not None:
            step.emit(HandWon(By.FOURTH_MOUTH, (seat,), meld.tile, meld.source))

    def facts(self, state: State, facts: Facts) -> None:
        """Leave no chain where nothing is drawn for the kong."""
        if facts.by is By.FOURTH_MOUTH:
            facts.chain = ()

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Show everybody who has taken three mouths from whom: that one may have to pay for all (NJ-6.1)."""
        feeders = [mouths_from(melds) for melds in state.melds]
        bound = [[seat, feeder] for seat, feeder in zip(SEATS, feeders, strict=True) if feeder is not None]
        return {"bound": bound} if bound else None


class DealtHand(Mechanic):
    """Keeps who has changed the hand he was dealt (地胡, NJ-4.10).

    Changed is whoever discards another tile than the one just drawn; the dealer's first discard is free. Who
    has not, and has no meld, wins with tiles that were ready from the deal on.
    """

    key: ClassVar[str] = "dealt_hand"
    folds: ClassVar[frozenset[type]] = frozenset({Discarded})

    def begin(self, state: State) -> frozenset[int]:
        """Nobody has changed his hand."""
        return _NOBODY

    def fold(self, state: State, event: Event) -> None:
        """Keep who changes his hand."""
        assert isinstance(event, Discarded)
        seat = event.seat
        if not event.drawn and (seat != state.dealer or state.thrown[seat]):
            state.ext[self.key] = self._changed(state) | {seat}

    def facts(self, state: State, facts: Facts) -> None:
        """Tell the scorer which winners have kept their hands."""
        for seat in facts.winners:
            facts.seats[seat].pre_ready = self._is_kept(state, seat)

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Tell a player that he is ready on the tiles dealt; nobody else may know what he waits for."""
        if viewer is None or state.phase is Phase.FLOWERS or state.unlaid or not self._is_kept(state, viewer):
            return None
        hand = state.hands[viewer]
        if hand.size == _HAND:
            packed: Sequence[int] = hand.packed
        elif state.drawn is not None and viewer == state.turn:
            packed = without_tile(hand.packed, state.drawn)
        else:
            return None
        return {"ready": True} if waits(packed, _SETS, seven_pairs=True) else None

    def _is_kept(self, state: State, seat: int) -> bool:
        if state.melds[seat] or seat in self._changed(state):
            return False
        return seat != state.dealer or bool(state.thrown[seat])

    def _changed(self, state: State) -> frozenset[int]:
        held = state.ext.get(self.key, _NOBODY)
        assert isinstance(held, frozenset)
        return held
