"""Fold events into the view they are about: what a client does with each frame, defined once.

``fold(view, event)`` gives the next view; nothing is changed in place. Folding a stream from its first
snapshot on gives, field by field, the state of any later snapshot of the same stream. It is book-keeping,
no rule: tiles go from hand to table because an event says so. Where an event does not fit the view the
stream is broken and the client asks for a snapshot (``resync`` with ``inc`` 0).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from protocol import events as happened
from protocol.events import Event
from protocol.view import HandResult, Mark, RiverTile, SeatView, TableView, WindowView
from protocol.vocabulary import TILES, Meld, Tile

__all__ = ["StreamBroken", "fold", "sort_tiles"]

_ORDER = {tile: at for at, tile in enumerate(TILES)}
_FROM_HAND = {"chow": 2, "pong": 2, "open_kong": 3, "added_kong": 1, "concealed_kong": 4}


class StreamBroken(Exception):
    """Raised when an event does not fit the view it should change."""


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort as every hand on the wire is sorted: m p s z f, then by number."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def fold(view: TableView, event: Event) -> TableView:
    """Give the view after the event.

    Raises:
        StreamBroken: the event cannot follow upon this view.
    """
    match event:
        case happened.MatchStarted():
            return _match_started(event)
        case happened.MatchEnded():
            return replace(view, phase="match_over", match_result=event.result)
        case happened.HandStarted():
            return _hand_started(view, event)
        case happened.NoncesListed():
            return replace(view, nonces=event.nonces)
        case happened.Dealt():
            return _dealt(view, event)
        case happened.HandEnded():
            return _hand_ended(view, event.result)
        case happened.Marked():
            return replace(view, marks=_marks(view.marks, event.mark))
        case happened.Paid():
            seats = _scored(view.seats, event.scores)
            return replace(view, seats=seats, ledger=(*view.ledger, *event.transfers))
        case happened.Drew() | happened.FlowersLaid() | happened.Discarded() | happened.KongDeclared():
            return _on_turn(view, event)
        case happened.Melded():
            return _melded(view, event.seat, event.meld)
        case happened.ControlChanged():
            return _seated(view, event.seat, replace(_seat(view, event.seat), control=event.control))
        case _:
            assert_never(event)


def _seat(view: TableView, seat: int) -> SeatView:
    if len(view.seats) != 4:
        raise StreamBroken("nobody sits here yet")
    return view.seats[seat]


def _seated(view: TableView, seat: int, own: SeatView) -> TableView:
    return replace(view, seats=(*view.seats[:seat], own, *view.seats[seat + 1 :]))


def _scored(seats: tuple[SeatView, ...], scores: Iterable[int]) -> tuple[SeatView, ...]:
    return tuple(replace(seat, score=score) for seat, score in zip(seats, scores, strict=False))


# ---------------------------------------------------------------- match and hand


def _match_started(event: happened.MatchStarted) -> TableView:
    seats = tuple(
        SeatView(control="bot" if name.bot else "player", score=score, count=0)
        for name, score in zip(event.info.seats, event.scores, strict=True)
    )
    return TableView(phase="lobby", match=event.info, seats=seats)


def _hand_started(view: TableView, event: happened.HandStarted) -> TableView:
    return TableView(
        phase="nonces",
        match=view.match,
        hand=event.hand,
        dealer=event.dealer,
        streak=event.streak,
        heated=event.heated,
        seats=tuple(SeatView(control=seat.control, score=seat.score, count=0) for seat in view.seats),
        commit=event.commit,
        history=view.history,
    )


def _dealt(view: TableView, event: happened.Dealt) -> TableView:
    _seat(view, event.dealer)
    seats = tuple(
        replace(seat, count=count, tiles=hand)
        for seat, count, hand in zip(view.seats, event.counts, event.hands, strict=True)
    )
    return replace(
        view, phase="playing", dealer=event.dealer, dice=event.dice, turn=event.dealer, seats=seats,
        wall_left=event.wall_left,
    )  # fmt: skip


def _hand_ended(view: TableView, result: HandResult) -> TableView:
    seats = list(_scored(view.seats, result.scores))
    for shown in result.shown:
        seats[shown.seat] = replace(
            seats[shown.seat], count=len(shown.tiles), tiles=shown.tiles, drawn=None, melds=shown.melds
        )
    return replace(
        view, phase="hand_over", turn=None, window=None, seats=tuple(seats), result=result,
        history=(*view.history, result.totals),
    )  # fmt: skip


def _marks(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """A mark takes the place of its namesake, or comes last; one that is off is taken away."""
    kept = {(each.key, each.seat, each.other): each for each in marks}
    name = (mark.key, mark.seat, mark.other)
    if mark.on:
        kept[name] = mark
    else:
        kept.pop(name, None)
    return tuple(kept.values())


# ---------------------------------------------------------------- turns


def _on_turn(
    view: TableView, event: happened.Drew | happened.FlowersLaid | happened.Discarded | happened.KongDeclared
) -> TableView:
    own = _seat(view, event.seat)
    match event:
        case happened.Drew():
            drawn = _merge(own)
            own = replace(drawn, count=own.count + 1, drawn=event.tile)
            turn = event.seat if event.cause == "turn" else view.turn
            view = replace(view, phase="playing", turn=turn, window=None, wall_left=event.wall_left)
        case happened.FlowersLaid():
            own = _take(own, event.tiles)
            own = replace(own, flowers=(*own.flowers, *event.tiles))
        case happened.Discarded():
            own = _throw(own, event)
            window = WindowView("discard", event.seat, event.tile)
            view = replace(view, phase="window", turn=event.seat, window=window)
        case _:
            window = WindowView("kong", event.seat, event.tile, event.kind)
            view = replace(view, phase="window", turn=event.seat, window=window)
    return _seated(view, event.seat, own)


def _merge(own: SeatView) -> SeatView:
    """Put the drawn tile among the others."""
    if own.tiles is None or own.drawn is None:
        return own
    return replace(own, tiles=sort_tiles((*own.tiles, own.drawn)), drawn=None)


def _take(own: SeatView, tiles: Iterable[Tile]) -> SeatView:
    """Take tiles out of a hand: from among the sorted ones, else the one drawn."""
    left, drawn, taken = list(own.tiles or ()), own.drawn, tuple(tiles)
    for tile in taken if own.tiles is not None else ():
        if tile in left:
            left.remove(tile)
        elif tile == drawn:
            drawn = None
        else:
            raise StreamBroken(f"no {tile} in the hand")
    return replace(
        own, count=own.count - len(taken), tiles=None if own.tiles is None else tuple(left), drawn=drawn
    )


def _throw(own: SeatView, event: happened.Discarded) -> SeatView:
    if event.drawn and own.tiles is not None:
        if own.drawn != event.tile:
            raise StreamBroken(f"{event.tile} was not the tile drawn")
        own = replace(own, count=own.count - 1, drawn=None)
    else:
        own = _merge(_take(own, (event.tile,)))
    return replace(own, river=(*own.river, RiverTile(event.tile, event.drawn, event.declares)))


def _melded(view: TableView, seat: int, meld: Meld) -> TableView:
    own = _seat(view, seat)
    if meld.kind == "added_kong":
        melds = _upon_pong(own.melds, meld)
    else:
        melds = (*own.melds, meld)
        if meld.source is not None:
            giver = _without_last(view.seats[meld.source], meld.claimed)
            view = _seated(view, meld.source, giver)
    own = replace(_merge(_leave_hand(own, meld)), melds=melds)
    return _seated(replace(view, phase="playing", turn=seat, window=None), seat, own)


def _upon_pong(melds: tuple[Meld, ...], kong: Meld) -> tuple[Meld, ...]:
    """An added kong stands where its pong stood."""
    for at, meld in enumerate(melds):
        if meld.kind == "pong" and meld.tiles[0] == kong.tiles[0]:
            return (*melds[:at], kong, *melds[at + 1 :])
    raise StreamBroken("a kong was added to no pong")


def _without_last(giver: SeatView, claimed: Tile | None) -> SeatView:
    if not giver.river or giver.river[-1].tile != claimed:
        raise StreamBroken("the tile claimed is not the one thrown")
    return replace(giver, river=giver.river[:-1])


def _leave_hand(own: SeatView, meld: Meld) -> SeatView:
    """Take what a meld used out of the hand that made it."""
    if own.tiles is None:
        return replace(own, count=own.count - _FROM_HAND[meld.kind])
    if meld.kind in ("added_kong", "concealed_kong"):
        return _take(own, meld.tiles[: _FROM_HAND[meld.kind]])
    used = list(meld.tiles)
    if meld.claimed in used:
        used.remove(meld.claimed)
    return _take(own, used)
