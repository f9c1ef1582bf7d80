"""The one exit for what may be seen (CO-4.1, CO-4.2): a viewer's view of a hand, and his form of every event.

Closed by default: what is not put in here does not leave. Wall, seeds, other hands, who was asked and what he
answered are in no view but the owner's; a mechanic shows of itself what its ``view`` and ``mask`` say. A
viewer is a seat, ``PUBLIC``, or ``ALL`` for those who may see every hand when it is over. ``None`` stands for
a tile that the viewer may not know.

Twin of ``apply.py``: every event type there has its rule here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.events import (
    Answered,
    Cause,
    Dealt,
    Declined,
    Discarded,
    Drawn,
    Event,
    FalseWinCalled,
    FlowerLaid,
    HandEnded,
    HandStarted,
    HandWon,
    KongDeclared,
    Marked,
    Melded,
    Outcome,
    Paid,
    Scored,
    SeatEscaped,
    SetAside,
    WallExhausted,
    WallTurned,
    WindowClosed,
    WindowKind,
    WindowOpened,
)  # fmt: skip
from engine.ledger import Transfer
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.scoring.settlement import WinScore
from engine.seats import SEATS
from engine.state import Phase, RiverTile, State

__all__ = [
    "ALL", "PUBLIC", "SeatView", "SeenDeal", "SeenDraw", "SeenEvent", "SeenKong", "SeenSetAside", "SeenStart",
    "SeenWindow", "View", "Viewer", "knowing", "mask", "reveal", "view",
]  # fmt: skip

Viewer: TypeAlias = int
"""A seat 0–3, ``PUBLIC`` or ``ALL``."""
PUBLIC: Final = -1
ALL: Final = -2


class SeenStart(NamedTuple):
    """A hand began, as everybody sees it. What a draw of chance made known is its mechanic's to show."""

    dealer: int
    streak: int
    heated: bool
    wall_left: int


class SeenDeal(NamedTuple):
    """Tiles were dealt: the viewer's own, else only how many; ``drawn`` is the dealer's last tile."""

    hands: tuple[tuple[int, ...] | None, ...]
    counts: tuple[int, ...]


class SeenDraw(NamedTuple):
    """A tile was drawn; ``tile`` is ``None`` for all but its owner."""

    seat: int
    tile: int | None
    tail: bool
    cause: Cause


class SeenSetAside(NamedTuple):
    """Tiles were set aside for a seat, unseen by all."""

    seat: int
    number: int


class SeenWindow(NamedTuple):
    """A window opened: the single public fact (CO-2.5)."""

    kind: WindowKind
    seat: int
    tile: int


class SeenKong(NamedTuple):
    """A concealed kong was laid face down: its kind is known to its owner alone."""

    seat: int


SeenEvent: TypeAlias = (
    SeenStart | SeenDeal | SeenDraw | SeenSetAside | SeenWindow | SeenKong | FlowerLaid | Discarded
    | KongDeclared | Melded | Marked | Paid | HandWon | FalseWinCalled | WallExhausted | WallTurned | Scored
    | SeatEscaped | HandEnded
)  # fmt: skip

_OPEN: Final = frozenset({
    FlowerLaid, Discarded, KongDeclared, Paid, HandWon, FalseWinCalled, WallExhausted, WallTurned, Scored,
    SeatEscaped, HandEnded,
})  # fmt: skip
"""Events that everybody sees whole."""
_SECRET: Final = (Answered, WindowClosed, Declined)
"""Events that nobody is told of: what came of them follows, or nothing may be known."""


def mask(rules: Ruleset, event: Event, viewer: Viewer) -> SeenEvent | None:
    """Give the event as the viewer may see it, or ``None`` where he may not know of it."""
    if type(event) in _OPEN:
        return event  # type: ignore[return-value]  # what is in the set, is in the union
    if isinstance(event, Drawn):
        tile = event.tile if viewer == event.seat or viewer == ALL else None
        return SeenDraw(event.seat, tile, event.tail, event.cause)
    match event:
        case Melded(seat, meld):
            return event if _shows(rules, seat, meld, viewer) else SeenKong(seat)
        case WindowOpened(_, kind, seat, tile):
            return SeenWindow(kind, seat, tile)
        case Dealt(hands):
            seen = tuple(tiles if viewer in (seat, ALL) else None for seat, tiles in enumerate(hands))
            return SeenDeal(seen, tuple(len(tiles) for tiles in hands))
        case SetAside(seat, tiles):
            return SeenSetAside(seat, len(tiles))
        case HandStarted(dealer, streak, heated, wall):
            return SeenStart(dealer, streak, heated, len(wall))
        case Marked(key):
            mechanic = next(mechanic for mechanic in rules.mechanics if mechanic.key == key)
            return mechanic.mask(event, viewer if viewer >= 0 else None)
        case _:
            assert isinstance(event, _SECRET)
            return None


def knowing(event: Event) -> Sequence[int]:
    """List the seats that may know more of an event than the public: to all others it looks as it does to
    ``PUBLIC``."""
    return (event.seat,) if isinstance(event, Drawn | Melded) else SEATS


def _shows(rules: Ruleset, seat: int, meld: Meld, viewer: Viewer) -> bool:
    return meld.kind is not MeldKind.CONCEALED_KONG or rules.concealed_kong_shown or viewer in (seat, ALL)


@dataclass(slots=True)
class SeatView:
    """What a viewer sees of one seat. A meld that is ``None`` is a concealed kong lying face down."""

    hand: tuple[int, ...] | None
    hand_size: int
    melds: tuple[Meld | None, ...]
    flowers: tuple[int, ...]
    river: tuple[RiverTile, ...]
    aside: int
    aside_tiles: tuple[int, ...] | None
    escaped: bool


@dataclass(slots=True)
class View:
    """A hand as one viewer sees it."""

    viewer: Viewer
    phase: Phase
    dealer: int
    streak: int
    heated: bool
    turn: int
    drawn: int | None
    has_drawn: bool
    wall_left: int
    seats: tuple[SeatView, ...]
    window: SeenWindow | None
    flight: KongDeclared | None
    ledger: tuple[Transfer, ...]
    mechanics: dict[str, dict[str, object]] = field(default_factory=dict)
    outcome: Outcome | None = None
    winners: tuple[int, ...] = ()
    win_tile: int | None = None
    win_source: int | None = None
    scores: tuple[WinScore, ...] = ()
    turned: tuple[int, ...] | None = None
    next_dealer: int | None = None


def view(rules: Ruleset, state: State, viewer: Viewer, show_all_hands: bool = True) -> View:
    """Build what the viewer may see now. When the hand is over the winners' hands are open, the others' where
    the room says so (CO-4.3)."""
    over = state.phase is Phase.OVER
    window = None
    if state.window is not None:
        window = SeenWindow(state.window.kind, state.window.source, state.window.tile)
    mechanics = {}
    for mechanic in rules.mechanics:
        shown = mechanic.view(state, viewer if viewer >= 0 else None)
        if shown is not None:
            mechanics[mechanic.key] = shown
    out = View(
        viewer=viewer, phase=state.phase, dealer=state.dealer, streak=state.streak, heated=state.heated,
        turn=state.turn, drawn=state.drawn if viewer in (state.turn, ALL) else None,
        has_drawn=state.drawn is not None, wall_left=state.left, window=window,
        seats=tuple(_seat_view(rules, state, seat, viewer, over, show_all_hands) for seat in SEATS),
        flight=KongDeclared(state.turn, state.flight) if state.flight is not None else None,
        ledger=tuple(state.ledger), mechanics=mechanics,
    )  # fmt: skip
    if state.outcome is not None:
        out.outcome, out.winners, out.scores = state.outcome, state.winners, state.scores
        out.win_tile, out.win_source, out.turned = state.win_tile, state.win_source, state.turned
    if over:
        out.next_dealer = state.next_dealer
    return out


def reveal(state: State, show_all_hands: bool) -> dict[int, tuple[int, ...]]:
    """List the hands that are shown when the hand is over: the winners', and the others' where the room says
    so (CO-4.3)."""
    shown = SEATS if show_all_hands else state.winners
    return {seat: tuple(state.hands[seat].tiles()) for seat in shown}


def _seat_view(
    rules: Ruleset, state: State, seat: int, viewer: Viewer, over: bool, show_all_hands: bool
) -> SeatView:
    hand = state.hands[seat]
    opened = over and (show_all_hands or seat in state.winners)
    own = viewer in (seat, ALL)
    return SeatView(
        hand=tuple(hand.tiles()) if own or opened else None,
        hand_size=hand.size,
        melds=tuple(
            meld if over or _shows(rules, seat, meld, viewer) else None for meld in state.melds[seat]
        ),
        flowers=tuple(state.flowers[seat]),
        river=tuple(state.rivers[seat]),
        aside=len(state.aside[seat]),
        aside_tiles=state.aside[seat] if over else None,
        escaped=seat in state.escaped,
    )
