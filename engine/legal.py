"""``legal``: the one definition of what a seat may do now.

The server offers it, clients show it, bots choose from it, tests enumerate it, and ``decide`` accepts exactly
it. ``Timeout`` and ``Escape`` are the server's and never listed.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.commands import DISCARD, KONG_OF, PASS, WIN, Command, Discard, Kong, Pass, Ready
from engine.errors import Code
from engine.machine import WINDOWS
from engine.melds import MeldKind
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.state import Phase, State

__all__ = [
    "awaited", "default", "forced_discard", "has_lawful_claim", "legal", "may_win_now", "why_not",
    "winning_by",
]  # fmt: skip


_DISCARDS: Final = DISCARD[:34]
"""Discards of what is no flower."""
_TURN: Final = Phase.TURN
_SELF_DRAW: Final = By.SELF_DRAW
"""By a name of its own what is asked in every step: to look a member up takes ten times as long (3.11)."""


def legal(rules: Ruleset, state: State, seat: int) -> tuple[Command, ...]:
    """List what the seat may do now: what it may still answer to a window, or do on its turn."""
    if state.phase is _TURN:
        if seat != state.turn:
            return ()
        if state.offers is None:
            state.offers = tuple(_turn_offers(rules, state))
        return state.offers
    window = state.window
    if window is None or seat in window.answers:
        return ()
    return window.offers.get(seat, ())


def awaited(rules: Ruleset, state: State) -> tuple[int, ...]:
    """List the seats that have something to decide now."""
    if state.phase is _TURN:
        return (state.turn,) if legal(rules, state, state.turn) else ()
    return state.window.pending if state.window is not None else ()


def _turn_offers(rules: Ruleset, state: State) -> list[Command]:
    if rules.forcers and forced_discard(rules, state) is not None:
        return [WIN, PASS] if not state.declined and may_win_now(rules, state) else []
    seat = state.turn
    counts = state.hands[seat].counts
    offers: list[Command] = []
    if not state.claimed:
        if may_win_now(rules, state):
            offers.append(WIN)
        if state.left > rules.reserve(state):
            offers.extend(_kongs(rules, state, counts))
    # Any tile may go, one just claimed included (CO-1.4).
    offers.extend(compress(_DISCARDS, counts))
    for mechanic in rules.turn_filters:
        offers = mechanic.filter_turn(rules, state, offers)
    return offers


def forced_discard(rules: Ruleset, state: State) -> int | None:
    """Give the tile that the seat whose turn it is must discard by rule, if any."""
    for mechanic in rules.forcers:
        tile = mechanic.forced(rules, state)
        if tile is not None:
            return tile
    return None


def may_win_now(rules: Ruleset, state: State) -> bool:
    """Tell whether the seat whose turn it is may win on the tile it has drawn, or on the tiles dealt
    (CO-1.1)."""
    if state.drawn is None:
        return False
    return rules.wins.refuse(rules, state, state.turn, _SELF_DRAW, state.drawn, None) is None


def _kongs(rules: Ruleset, state: State, counts: list[int]) -> list[Command]:
    """List concealed and added kongs (CO-1.3), each with its tile."""
    melds = state.melds[state.turn]
    kinds = [meld.tile for meld in melds if meld.kind is MeldKind.PONG and counts[meld.tile]]
    if 4 in counts:
        kinds += [kind for kind in range(34) if counts[kind] == 4]
    if not kinds:
        return []
    barred = rules.unclaimable(state) if rules.unclaimable is not None else frozenset()
    return [KONG_OF[kind] for kind in sorted(kinds) if kind not in barred]


def has_lawful_claim(state: State, seat: int) -> bool:
    """Tell whether a seat that is asked has anything but an unlawful win to answer with (CO-8.3)."""
    window = state.window
    if window is None:
        return False
    offers = window.offers.get(seat, ())
    return seat in window.lawful or any(offer not in (WIN, PASS) for offer in offers)


def default(rules: Ruleset, state: State, seat: int) -> Command:
    """Give the answer that a timeout stands for (CO-3.1), for a seat that is awaited."""
    offers = legal(rules, state, seat)
    if state.window is not None and state.phase in WINDOWS:
        return WIN if rules.timeout_wins and WIN in offers and seat in state.window.lawful else PASS
    if WIN in offers and rules.timeout_wins and may_win_now(rules, state):
        return WIN
    if PASS in offers:
        return PASS
    if state.drawn is not None and not _opens(state) and DISCARD[state.drawn] in offers:
        return DISCARD[state.drawn]
    return max((offer for offer in offers if isinstance(offer, Discard)), key=lambda offer: offer.tile)


def _opens(state: State) -> bool:
    """Tell whether this is the dealer's first discard, for which there is no tile just drawn (CO-3.1)."""
    return not state.discards and not state.chain


def winning_by(state: State) -> By:
    """Say how a seat that is asked now would win."""
    if state.phase not in WINDOWS:
        return _SELF_DRAW
    return By.DISCARD if state.phase is Phase.CLAIMS else By.ROB_KONG


def why_not(rules: Ruleset, state: State, seat: int, command: Command) -> Code:
    """Say why a command that is not on offer is refused."""
    if state.phase in WINDOWS:
        window = state.window
        if window is None or seat == window.source:
            return Code.NOT_YOUR_TURN
        if seat in window.answers:
            return Code.STALE
        if command == WIN:
            by = winning_by(state)
            return rules.wins.refuse(rules, state, seat, by, window.tile, window.source) or Code.NOT_OFFERED
        if isinstance(command, Kong) and state.left <= rules.reserve(state):
            return Code.NO_REPLACEMENT
        for mechanic in rules.claim_filters:
            code = mechanic.why_not(state, seat, command)
            if code is not None:
                return code
        return Code.NOT_OFFERED
    if state.phase is not _TURN or seat != state.turn:
        return Code.STALE if isinstance(command, Pass) else Code.NOT_YOUR_TURN
    if command == WIN and state.drawn is not None:
        return rules.wins.refuse(rules, state, seat, _SELF_DRAW, state.drawn, None) or Code.NOT_OFFERED
    if isinstance(command, Kong) and not state.claimed and state.left <= rules.reserve(state):
        return Code.NO_REPLACEMENT
    if isinstance(command, Ready):
        return Code.NOT_READY
    return Code.NOT_OFFERED


