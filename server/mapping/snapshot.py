"""The table as one viewer sees it: what a client would have had it folded every frame of his stream.

``protocol.fold`` says what a client makes of frames; a snapshot agrees with it field by field. So it shows
what was told, not what the engine has moved since: a kong in flight still lies in its owner's hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.events import WindowKind
from engine.melds import Meld as Laid
from engine.melds import MeldKind
from engine.ruleset import Ruleset
from engine.state import State
from engine.views import SeatView as SeatSeen
from engine.views import View, view
from protocol.view import Control, HandResult, MatchInfo, MatchResult, Phase, SeatView, TableView, WindowView
from protocol.vocabulary import Meld, Tile
from server.mapping.stream import VIEWERS, Seen
from server.mapping.words import FACE_DOWN, meld_of, tile_of, tiles_of, transfers_of

__all__ = ["HandShown", "Standing", "table_view"]


@dataclass(slots=True)
class Standing:
    """What is told of a match beside the hand."""

    info: MatchInfo
    controls: list[Control]
    scores: list[int]
    history: list[tuple[int, int, int, int]] = field(default_factory=list)
    over: MatchResult | None = None


@dataclass(slots=True)
class HandShown:
    """What is told of a hand beside the engine's state and what was seen of it."""

    number: int
    commit: str
    dealer: int | None
    streak: int
    heated: bool
    nonces: tuple[str, ...] = ()
    result: HandResult | None = None


def table_view(
    standing: Standing,
    hand: HandShown | None,
    dealt: tuple[Ruleset, State, Seen] | None,
    place: int,
) -> TableView:
    """Build what the viewer at this place among the streams may see; ``dealt``: once tiles lie there."""
    if hand is not None and dealt is not None:
        return _played(standing, hand, *dealt, place)
    before: Phase = "lobby" if hand is None else "nonces"
    return TableView(
        phase=before if standing.over is None else "match_over",
        match=standing.info,
        hand=0 if hand is None else hand.number,
        dealer=None if hand is None else hand.dealer,
        streak=0 if hand is None else hand.streak,
        heated=hand is not None and hand.heated,
        seats=tuple([
            SeatView(control=control, score=score, count=0)
            for control, score in zip(standing.controls, standing.scores, strict=True)
        ]),
        commit=None if hand is None else hand.commit,
        nonces=() if hand is None else hand.nonces,
        history=tuple(standing.history),
        match_result=standing.over,
    )  # fmt: skip


def _played(
    standing: Standing, hand: HandShown, rules: Ruleset, state: State, seen: Seen, place: int
) -> TableView:
    result = hand.result
    now = view(rules, state, VIEWERS[place], show_all_hands=False)
    window = None if result is not None else _window(now)
    over: Phase = "match_over" if standing.over is not None else "hand_over"
    return TableView(
        phase=over if result is not None else ("playing" if window is None else "window"),
        match=standing.info,
        hand=hand.number,
        dealer=state.dealer,
        dice=seen.dice,
        streak=hand.streak,
        heated=hand.heated,
        turn=None if result is not None else now.turn,
        window=window,
        wall_left=seen.wall_left,
        seats=_seats(standing, hand, rules, state, seen, now, place),
        marks=tuple(seen.marks[place].values()),
        ledger=transfers_of(seen.paid),
        commit=hand.commit,
        nonces=hand.nonces,
        result=result,
        history=tuple(standing.history),
        match_result=standing.over,
    )


def _window(now: View) -> WindowView | None:
    if now.window is None:
        return None
    tile = tile_of(now.window.tile)
    if now.window.kind is WindowKind.DISCARD:
        return WindowView("discard", now.window.seat, tile)
    assert now.flight is not None
    return WindowView("kong", now.window.seat, tile, now.flight.meld.kind.value)


def _seats(
    standing: Standing, hand: HandShown, rules: Ruleset, state: State, seen: Seen, now: View, place: int
) -> tuple[SeatView, ...]:
    shown = {} if hand.result is None else {each.seat: each for each in hand.result.shown}
    spot = seen.spot if hand.result is None else (0, 0, 0, 0)
    seats = []
    for seat, each in enumerate(now.seats):
        own = VIEWERS[place] == seat
        flight = _in_flight(state, seat)
        tiles, drawn = _own_hand(each, seen.drawn[seat], flight) if own else (None, None)
        count, melds = each.hand_size + len(flight), _melds(rules, each, own)
        if (opened := shown.get(seat)) is not None:
            count, tiles, drawn, melds = len(opened.tiles), opened.tiles, None, opened.melds
        seats.append(SeatView(
            control=standing.controls[seat], score=standing.scores[seat] + spot[seat], count=count,
            tiles=tiles, drawn=drawn, melds=melds, flowers=tiles_of(each.flowers),
            river=tuple(seen.rivers[seat]),
        ))  # fmt: skip
    return tuple(seats)


def _in_flight(state: State, seat: int) -> tuple[int, ...]:
    """Give the tile that a kong not yet standing has taken from the hand: it was not told to have left it."""
    flight = state.flight
    if flight is None or state.turn != seat or flight.kind is not MeldKind.ADDED_KONG:
        return ()
    return (flight.tile,)


def _own_hand(
    each: SeatSeen, drawn: int | None, flight: tuple[int, ...]
) -> tuple[tuple[Tile, ...] | None, Tile | None]:
    assert each.hand is not None
    kinds = sorted((*each.hand, *flight))
    if drawn is None:
        return tiles_of(kinds), None
    kinds.remove(drawn)
    return tiles_of(kinds), tile_of(drawn)


def _melds(rules: Ruleset, each: SeatSeen, own: bool) -> tuple[Meld, ...]:
    """Give a seat's melds; a concealed kong stays face down for others until its hand is shown."""
    return tuple(
        [FACE_DOWN if meld is None or _is_hidden(rules, meld, own) else meld_of(meld) for meld in each.melds]
    )


def _is_hidden(rules: Ruleset, meld: Laid, own: bool) -> bool:
    return meld.kind is MeldKind.CONCEALED_KONG and not own and not rules.concealed_kong_shown
