"""Keeping a deal to its word (CO-5.2): what was promised before a hand, what was seen of it, does it hold?

A ``Witness`` listens to one stream. It keeps the commitment, the own nonce, the list of nonces and every
event of the hand; when the secret comes it computes the wall anew (``deal``) and plays what it saw against
it: the tiles dealt, each tile drawn, every tile thrown or melded out of a hand, and the hands laid open at
the end. It knows no rule: where a tile comes from is said by the events. What was not seen (a watcher who
came late, a snapshot in mid-hand) is not judged, and the check says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from clients.sdk.deal import SETS, commitment, drawn_kind, first_dealer, wall_of
from clients.sdk.replay import Replay, Unlike
from protocol import events as happened
from protocol.events import Event
from protocol.view import HandResult, TableView
from protocol.vocabulary import Tile

__all__ = ["Fault", "HandCheck", "Witness"]

FaultCode: TypeAlias = Literal["commitment", "list", "nonce", "dealer", "wild", "wall", "result"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not hold: a stable code, and what was seen against what must have been."""

    code: FaultCode
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class HandCheck:
    """What came of checking one hand.

    ``whole``: every event of the hand was seen, so every tile was checked; else only what was seen was.
    ``nonce_listed``: the client's own randomness is in the deal. ``secret`` is in hex.
    """

    hand: int
    faults: tuple[Fault, ...]
    whole: bool
    nonce_listed: bool
    secret: str

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(slots=True)
class _Hand:
    """What is known of one hand."""

    hand: int
    commit: str
    ruleset: str
    diced: bool = False
    """The dice decide who deals."""
    draws_wild: bool = False
    """The wild kind is drawn with the hand (ZJ-2.1)."""
    nonces: tuple[str, ...] = ()
    own_nonce: str = ""
    own_seat: int | None = None
    accepted: bool = False
    events: list[Event] = field(default_factory=list)
    whole: bool = True
    blind: bool = False
    """Something was missed: what follows cannot be placed any more."""
    faults: list[Fault] = field(default_factory=list)


class Witness:
    """Watches the deals of one room, hand by hand."""

    def __init__(self) -> None:
        self._now: _Hand | None = None
        self._closed: dict[int, tuple[_Hand, HandResult]] = {}
        self._match = ""
        self._ended = 0

    @property
    def awaited(self) -> tuple[int, ...]:
        """The hands that are over and whose secret is not told yet (CO-5.1, ``show_all_hands`` off)."""
        return tuple(self._closed)

    def see(self, event: Event, before: TableView) -> HandCheck | None:
        """Take in one event of the stream; ``before`` is the view it changes. A hand's end brings a check."""
        match event:
            case happened.MatchStarted():
                self._begin(event.info.match)
            case happened.HandStarted():
                self._now = _hand_of(event, before)
            case happened.NoncesListed() if self._now is not None:
                self._list(self._now, event.nonces)
            case happened.HandEnded() if self._now is not None:
                return self._end(self._now, event.result)
            case _ if self._now is not None and not self._now.blind:
                self._now.events.append(event)
        return None

    def miss(self, table: TableView) -> HandCheck | None:
        """Take in that events were missed, and what the view is after them."""
        match = "" if table.match is None else table.match.match
        if match != self._match:
            self._begin(match)
        if self._now is not None and self._now.hand != table.hand:
            self._now = None
        if table.match is None or table.commit is None or self._ended == table.hand:
            return None
        if self._now is None:
            self._now = _Hand(table.hand, table.commit, table.match.ruleset, whole=False, blind=True)
        known = self._now
        known.whole, known.blind = False, True
        if known.commit != table.commit:
            known.faults.append(Fault("commitment", f"{table.commit} took the place of {known.commit}"))
        if table.nonces:
            self._list(known, table.nonces)
        if table.result is not None:
            return self._end(known, table.result)
        return None

    def has_given(self, hand: int) -> bool:
        """Tell whether a nonce was sent for a hand, whatever came of it."""
        return self._now is not None and self._now.hand == hand and bool(self._now.own_nonce)

    def gave(self, hand: int, seat: int | None, nonce: str) -> None:
        """Take in the nonce that was sent for a hand."""
        if self._now is not None and self._now.hand == hand:
            self._now.own_nonce, self._now.own_seat = nonce, seat

    def accepted(self, hand: int, nonce: str) -> None:
        """Take in that the server has accepted this nonce: now it must be in the list."""
        if self._now is not None and self._now.hand == hand and self._now.own_nonce == nonce:
            self._now.accepted = True

    def told(self, result: HandResult) -> HandCheck | None:
        """Take in a result told again, with the secret that was held back (CO-5.1)."""
        if result.secret is None or result.hand not in self._closed:
            return None
        known, first = self._closed.pop(result.hand)
        if (first.totals, first.winners) != (result.totals, result.winners):
            known.faults.append(Fault("result", "the result is told differently now"))
        return _check(known, result, result.secret)

    def _begin(self, match: str) -> None:
        self._match, self._ended, self._now, self._closed = match, 0, None, {}

    def _list(self, known: _Hand, nonces: Sequence[str]) -> None:
        if known.nonces and known.nonces != tuple(nonces):
            known.faults.append(Fault("list", f"{nonces} took the place of {known.nonces}"))
        known.nonces = tuple(nonces)

    def _end(self, known: _Hand, result: HandResult) -> HandCheck | None:
        self._now, self._ended = None, known.hand
        if result.secret is None:
            self._closed[known.hand] = (known, result)
            return None
        return _check(known, result, result.secret)


def _hand_of(event: happened.HandStarted, table: TableView) -> _Hand:
    match = table.match
    draws_wild = match is not None and match.options.get("wild") == "random"
    ruleset = "" if match is None else match.ruleset
    return _Hand(event.hand, event.commit, ruleset, diced=event.dealer is None, draws_wild=draws_wild)


def _check(known: _Hand, result: HandResult, secret: str) -> HandCheck:
    """Hold everything that is known of a hand against its secret."""
    raw, faults = bytes.fromhex(secret), known.faults
    if commitment(raw) != known.commit:
        faults.append(Fault("commitment", f"the secret's is {commitment(raw)}, not {known.commit}"))
    own = known.nonces[known.own_seat] if known.own_seat is not None and known.nonces else ""
    if known.accepted and known.nonces and own != known.own_nonce:
        faults.append(Fault("nonce", f"{known.own_nonce} was accepted, {own or 'none'} is listed"))
    tiles = SETS.get(known.ruleset)
    if tiles is not None and known.nonces:
        faults.extend(_play(known, result, tiles, raw))
    listed = bool(own) and own == known.own_nonce
    whole = known.whole and tiles is not None and bool(known.events)
    return HandCheck(known.hand, tuple(faults), whole, listed, secret)


def _play(known: _Hand, result: HandResult, tiles: Sequence[Tile], secret: bytes) -> Iterator[Fault]:
    """Throw the dice and shuffle the wall anew, and play what was seen from it."""
    nonces = [bytes.fromhex(nonce) for nonce in known.nonces]
    dealers = [event.dealer for event in known.events if isinstance(event, happened.Dealt)]
    thrown = first_dealer(secret, nonces, known.hand)
    if known.diced and dealers not in ([], [thrown]):
        yield Fault("dealer", f"the dice say seat {thrown}, seat {dealers[0]} dealt")
    marks = [event.mark for event in known.events if isinstance(event, happened.Marked)]
    told = [mark.tiles[:1] for mark in marks if mark.key == "wild"]
    drawn = drawn_kind("wild", secret, nonces, known.hand)
    if known.draws_wild and told not in ([], [(drawn,)]):
        yield Fault("wild", f"the kind drawn is {drawn}, not {' '.join(told[0])}")
    replay = Replay(wall_of(tiles, secret, nonces, known.hand))
    try:
        for event in known.events:
            replay.see(event)
        if not known.blind:
            replay.end(result)
    except Unlike as unlike:
        yield Fault("wall", str(unlike))
