"""A hand's events as each viewer may know them, in the wire's words.

``engine.views.mask`` says who may see what. ``Seen`` keeps what frames and snapshots need beside the
engine's state: which drawn tile lies apart, the rivers, how many tiles the wall was last said to hold, the
marks each viewer has, what was paid on the spot. It follows from the events alone, so an owner that folds a
journal tells the same story with the same numbers as the one that wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from engine import events as engine
from engine.commands import Ready
from engine.events import Event
from engine.ledger import Transfer
from engine.melds import MeldKind
from engine.ruleset import Ruleset
from engine.state import State
from engine.views import PUBLIC, SeenDeal, SeenDraw, SeenEvent, SeenKong, knowing, mask
from protocol import events as wire
from protocol.view import RiverTile
from server.mapping.marks import Makers, Marks, basis_of, changes, marks_of
from server.mapping.words import FACE_DOWN, four, meld_of, tile_of, tiles_of, transfers_of

__all__ = ["VIEWERS", "Seen", "Told", "is_public", "tell"]

VIEWERS: Final = (0, 1, 2, 3, PUBLIC)
"""The viewers of the streams, in the streams' order."""

Told = Sequence[wire.Event | None]
"""One event in each viewer's form; ``None`` where it is not for him."""

_ADDED_KONG: Final = MeldKind.ADDED_KONG
"""By a name of its own what is asked in every step: to look a member up takes ten times as long (3.11)."""
_CAUSES: Final[Mapping[engine.Cause, Literal["turn", "kong", "flower"]]] = {
    engine.Cause.TURN: "turn", engine.Cause.KONG: "kong", engine.Cause.FLOWER: "flower"
}  # fmt: skip
_END: Final = frozenset({engine.HandWon, engine.FalseWinCalled, engine.WallExhausted})
_UNTOLD: Final = _END | {
    engine.WindowOpened, engine.Answered, engine.WindowClosed, engine.Declined, engine.HandStarted,
    engine.WallTurned, engine.Scored, engine.SeatEscaped, engine.SetAside, engine.HandEnded,
}  # fmt: skip
"""Events that make no frame of their own: secret ones, those that are part of another (a window of its
discard), and the hand's end, which is told with its result."""


class Seen:
    """What viewers were told of a hand, as far as the engine's state does not hold it."""

    __slots__ = (
        "apart", "basis", "declares", "dice", "drawn", "ending", "makers", "marks", "paid", "rivers", "spot",
        "wall_left",
    )  # fmt: skip

    def __init__(self, dice: tuple[int, ...] = (), makers: Makers = ()) -> None:
        self.dice = dice
        self.makers = makers
        self.drawn: list[int | None] = [None, None, None, None]
        self.apart = False
        self.basis: Sequence[object] = ()
        self.declares = False
        self.rivers: tuple[list[RiverTile], ...] = ([], [], [], [])
        self.wall_left = 0
        self.marks: tuple[Marks, ...] = tuple({} for _ in VIEWERS)
        self.paid: list[Transfer] = []
        self.spot = [0, 0, 0, 0]
        self.ending = False


def tell(
    rules: Ruleset, state: State, seen: Seen, events: Sequence[Event], hand: int, scores: Sequence[int]
) -> list[Told]:
    """Put one step's events into every viewer's words, but for the hand's end.

    ``state`` is as it is after the whole step; ``scores`` are the match's, before this hand.
    """
    told: list[Told] = []
    for place, event in enumerate(events):
        kind = type(event)
        if kind in _UNTOLD:
            seen.ending = seen.ending or kind in _END
        elif isinstance(event, engine.Marked):
            seen.declares = seen.declares or _declares(rules, event)
        elif isinstance(event, engine.Paid):
            if not seen.ending:
                told.append(_paid(seen, event, scores))
        else:
            _note(state, seen, event, events, place + 1)
            told.append(_to_each(rules, state, seen, event, hand))
            seen.declares = False
    basis = basis_of(seen.makers, state)
    if basis != seen.basis:
        seen.basis = basis
        for place, viewer in enumerate(VIEWERS):
            for mark in changes(seen.marks[place], marks_of(seen.makers, state, viewer)):
                told.append([wire.Marked(mark) if other == viewer else None for other in VIEWERS])
    return told


def is_public(told: Told) -> bool:
    """Tell whether everybody hears of it."""
    return told[-1] is not None


def _note(state: State, seen: Seen, event: Event, events: Sequence[Event], after: int) -> None:
    """Follow the drawn tiles, the rivers and the wall as clients do; ``after``: the next event's place."""
    if isinstance(event, engine.Drawn):
        seen.drawn[event.seat] = event.tile
        seen.wall_left -= 1
        return
    match event:
        case engine.Discarded(seat, tile):
            # The dealer's last tile dealt is none that was seen drawn, though the engine calls it so.
            seen.apart = seen.drawn[seat] == tile
            seen.drawn[seat] = None
            seen.rivers[seat].append(RiverTile(tile_of(tile), seen.apart, seen.declares))
        case engine.Melded(seat, meld):
            seen.drawn[seat] = None
            if meld.source is not None and meld.kind is not _ADDED_KONG:
                seen.rivers[meld.source].pop()
        case engine.FlowerLaid(seat, tile):
            if seen.drawn[seat] == tile and not _held_beside(state, seat, tile, events[after:]):
                seen.drawn[seat] = None
        case engine.Dealt(hands):
            aside = sum(len(later.tiles) for later in events[after:] if isinstance(later, engine.SetAside))
            seen.wall_left = len(state.wall) - sum(len(tiles) for tiles in hands) - aside
        case _:
            pass


def _declares(rules: Ruleset, fact: engine.Marked) -> bool:
    """Tell whether a mechanism's fact is a player's declaration: then the discard behind it declares."""
    mechanic = next(mechanic for mechanic in rules.mechanics if mechanic.key == fact.mechanic)
    return isinstance(mechanic.command_of(fact), Ready)


def _held_beside(state: State, seat: int, tile: int, after: Sequence[Event]) -> bool:
    """Tell whether a like flower was in hand beside the drawn one: then that was laid, and the drawn stays.

    The state is that after the step: what came later in it is taken back.
    """
    held = state.hands[seat].counts[tile]
    for event in after:
        if isinstance(event, engine.Drawn | engine.FlowerLaid) and (event.seat, event.tile) == (seat, tile):
            held += 1 if isinstance(event, engine.FlowerLaid) else -1
    return held > 0


def _paid(seen: Seen, event: engine.Paid, scores: Sequence[int]) -> Told:
    paid = event.transfer
    seen.paid.append(paid)
    for seat, sign in ((paid.payer, -1), (paid.payee, 1)):
        if seat < 4:
            seen.spot[seat] += sign * paid.points
    now = four([score + moved for score, moved in zip(scores, seen.spot, strict=True)])
    return (wire.Paid(transfers_of((paid,)), now),) * len(VIEWERS)


def _to_each(rules: Ruleset, state: State, seen: Seen, event: Event, hand: int) -> Told:
    """Give the event to each viewer; who sees the same gets the same object.

    All see it as the public does, but for the seats that may know more of it.
    """
    public = mask(rules, event, PUBLIC)
    words = None if public is None else _word(state, seen, public, hand)
    told = [words] * len(VIEWERS)
    for seat in () if public is event else knowing(event):
        shown = mask(rules, event, seat)
        if shown is not None and shown != public:
            told[seat] = _word(state, seen, shown, hand)
    return told


def _word(state: State, seen: Seen, shown: SeenEvent, hand: int) -> wire.Event | None:
    if isinstance(shown, engine.Discarded):
        return wire.Discarded(shown.seat, tile_of(shown.tile), seen.apart, seen.declares)
    if isinstance(shown, SeenDraw):
        face = None if shown.tile is None else tile_of(shown.tile)
        end: Literal["head", "tail"] = "tail" if shown.tail else "head"
        return wire.Drew(shown.seat, face, end, _CAUSES[shown.cause], seen.wall_left)
    match shown:
        case engine.Melded(seat, meld):
            return wire.Melded(seat, meld_of(meld))
        case SeenKong(seat):
            return wire.Melded(seat, FACE_DOWN)
        case engine.KongDeclared(seat, meld):
            return wire.KongDeclared(seat, meld.kind.value, tile_of(meld.tile))
        case engine.FlowerLaid(seat, tile):
            return wire.FlowersLaid(seat, (tile_of(tile),))
        case SeenDeal(hands, counts):
            faces = [None if tiles is None else tiles_of(sorted(tiles)) for tiles in hands]
            return wire.Dealt(
                hand, state.dealer, seen.dice, four(faces), four(counts), seen.wall_left
            )  # fmt: skip
        case _:
            return None
