"""Claims: who may answer a window with what, and what a set of answers comes to.

``resolve`` is a pure function of the window and its answers: the order in which they came cannot matter
(CO-2.1). It speaks as soon as no pending answer can change the outcome, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.commands import KONG, PASS, PONG, WIN, Chow, Command, Pong, Win
from engine.commands import Kong as KongCommand
from engine.events import WindowKind
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.seats import next_seat, seats_after
from engine.state import State, Window

__all__ = ["Claim", "Resolution", "meld_of", "offers_on", "resolve"]


class Claim(NamedTuple):
    """A claim that is carried out: by whom, and what."""

    seat: int
    command: Command


class Resolution(NamedTuple):
    """What a window came to: the winners nearest in turn first, or a false winner, or a claim, or nothing."""

    winners: tuple[int, ...] = ()
    false_winner: int | None = None
    claim: Claim | None = None


def offers_on(
    rules: Ruleset, state: State, kind: WindowKind, source: int, tile: int
) -> tuple[tuple[tuple[int, tuple[Command, ...]], ...], tuple[int, ...]]:
    """List what each seat may answer to a window on ``tile``, and for whom a win is lawful.

    Nearest in turn first (CO-2.2a); seats that may do nothing are not in the list (CO-2.1).
    """
    discarded = kind is WindowKind.DISCARD
    by = By.DISCARD if discarded else By.ROB_KONG
    chower = next_seat(source) if rules.chow and discarded and tile < 27 else None
    offers: list[tuple[int, tuple[Command, ...]]] = []
    lawful: list[int] = []
    filters = rules.claim_filters
    for seat in seats_after(source):
        commands: list[Command] = []
        if rules.wins.refuse(rules, state, seat, by, tile, source) is None:
            commands.append(WIN)
            lawful.append(seat)
        if discarded and (state.hands[seat].counts[tile] >= 2 or seat == chower):
            _add_claims(rules, state, seat, tile, seat == chower, commands)
        for mechanic in filters:
            commands = mechanic.filter_claims(rules, state, kind, seat, tile, commands)
        if commands:
            offers.append((seat, (*commands, PASS)))
    if not lawful:
        return tuple(offers), ()
    asked = {seat for seat, commands in offers if WIN in commands}
    return tuple(offers), tuple(seat for seat in lawful if seat in asked)


def _add_claims(
    rules: Ruleset, state: State, seat: int, tile: int, may_chow: bool, commands: list[Command]
) -> None:
    counts = state.hands[seat].counts
    held = counts[tile]
    if rules.unclaimable is not None and tile in rules.unclaimable(state):
        return
    more = state.left > rules.reserve(state)
    if held >= 3 and more:
        commands.append(KONG)
    if more or rules.last_discard_claims:
        if held >= 2:
            commands.append(PONG)
        if may_chow:
            commands.extend(_chows(rules, state, counts, tile))


def _sequences(tile: int) -> Iterator[tuple[int, int, Chow]]:
    """Give the pairs that make a sequence with a suit tile, each with its claim, lowest sequence first."""
    rank = tile % 9
    for low in range(max(rank - 2, 0), min(rank, 6) + 1):
        base = tile - rank + low
        first, second = (kind for kind in (base, base + 1, base + 2) if kind != tile)
        yield first, second, Chow((first, second))


_CHOWS: Final = tuple([tuple(_sequences(tile)) for tile in range(27)])


def _chows(rules: Ruleset, state: State, counts: list[int], tile: int) -> list[Chow]:
    """List the pairs from hand that make a sequence with the tile, lowest sequence first."""
    found = [chow for first, second, chow in _CHOWS[tile] if counts[first] and counts[second]]
    if found and rules.unclaimable is not None:
        found = [chow for chow in found if rules.unclaimable(state).isdisjoint(chow.tiles)]
    return found


def meld_of(command: Command, tile: int, source: int) -> Meld:
    """Give the meld that a claim of ``tile`` from ``source`` lays down."""
    if isinstance(command, Chow):
        return Meld(MeldKind.CHOW, min(tile, command.tiles[0]), source, tile)
    return Meld(MeldKind.PONG if isinstance(command, Pong) else MeldKind.OPEN_KONG, tile, source, tile)


def resolve(window: Window, several_winners: bool) -> Resolution | None:
    """Give the outcome of a window, or ``None`` while a pending answer could change it (CO-2.1, CO-2.2).

    Ranks: lawful win, unlawful win (NN-11.2), kong and pong, chow; within a rank the nearest in turn from the
    window's source, in which order a window lists its seats, except where several winners are allowed.
    """
    if not window.offers:
        return _NOTHING
    if not window.answers:
        return None
    found = _lawful_wins(window, several_winners)
    for kinds in _RANKS:
        if found is not None:
            break
        found = _nearest(window, kinds)
    return None if found is _OPEN else found or _NOTHING


_RANKS: Final[tuple[tuple[type, ...], ...]] = ((Win,), (Pong, KongCommand), (Chow,))
_NOTHING: Final = Resolution()
_OPEN: Final = Resolution(false_winner=-1)
"""Marks a rank in which a pending answer could still change something."""


def _lawful_wins(window: Window, several: bool) -> Resolution | None:
    winners: list[int] = []
    for seat in window.lawful:
        answer = window.answers.get(seat)
        if answer is None:
            return _OPEN
        if isinstance(answer, Win):
            winners.append(seat)
            if not several:
                break
    return Resolution(winners=tuple(winners)) if winners else None


def _nearest(window: Window, kinds: tuple[type, ...]) -> Resolution | None:
    """Find the nearest seat that answered with one of these; open where a nearer seat still may."""
    for seat, offers in window.offers.items():
        answer = window.answers.get(seat)
        if answer is None:
            if any(isinstance(offer, kinds) for offer in offers):
                return _OPEN
        elif isinstance(answer, kinds):
            if isinstance(answer, Win):
                return Resolution(false_winner=seat)
            return Resolution(claim=Claim(seat, answer))
    return None
