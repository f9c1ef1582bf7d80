"""What a hand waits for: an answer to its owner's question, from what he himself can see (CO-7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.apply import apply
from engine.errors import Code, RuleRefusal
from engine.events import Discarded
from engine.facts import facts_of_win
from engine.mechanics.declared_ready import declared
from engine.melds import MeldKind
from engine.notation import parse_tile
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.seats import next_seat, others
from engine.state import Phase, State
from engine.tiles import COPIES
from protocol.answers import DiscardWaits, Wait, Waits
from server.mapping.words import reject_code, tile_of

__all__ = ["waiting_kinds", "waits_of"]


def waits_of(rules: Ruleset, state: State, seat: int, discard: str | None, points: bool) -> Waits | None:
    """Answer what completes the seat's hand as it rests, or after a discard, or after each of them.

    ``points``: with what one payer would owe. ``None`` where the hand does not hold the tile asked about, or
    there is nothing to throw.
    """
    hand = state.hands[seat]
    at_rest = hand.size % 3 == 1
    if discard is not None:
        kind = parse_tile(discard)
        if at_rest or not hand.counts[kind]:
            return None
        return Waits(tile_of(kind), _waits(rules, _thrown(rules, state, seat, kind), seat, points))
    if at_rest:
        return Waits(None, _waits(rules, _resting(state), seat, points))
    listed = []
    for kind, count in enumerate(hand.counts[:34]):
        if count:
            waits = _waits(rules, _thrown(rules, state, seat, kind), seat, points)
            if waits:
                listed.append(DiscardWaits(tile_of(kind), waits))
    return Waits(None, (), tuple(listed))


def waiting_kinds(rules: Ruleset, state: State, seat: int) -> tuple[int, ...]:
    """List the kinds that complete a hand at rest, whatever else would bar the win."""
    other = next_seat(seat)
    return tuple([
        kind
        for kind in _kinds(rules, state, seat)
        if rules.wins.refuse(rules, state, seat, By.DISCARD, kind, other) is not Code.NOT_A_WIN
    ])  # fmt: skip


def _kinds(rules: Ruleset, state: State, seat: int) -> Iterable[int]:
    """Give the kinds that could be a wait: a fifth copy is none."""
    own = state.hands[seat].counts[:]
    for meld in state.melds[seat]:
        for kind in meld.tiles:
            own[kind] += 1
    copies, flowers = rules.tile_set.copies, rules.tile_set.flowers
    return [kind for kind in range(34) if copies[kind] and kind not in flowers and own[kind] < COPIES]


def _resting(state: State) -> State:
    """Give the state as the seat's hand will meet it: nobody's kongs stand behind the tile to come."""
    copy = state.copy()
    copy.chain = copy.discard_chain = ()
    copy.draw_cause = None
    return copy


def _thrown(rules: Ruleset, state: State, seat: int, kind: int) -> State:
    """Give the state after a discard that has not been made."""
    copy = state.copy()
    copy.phase, copy.turn = Phase.TURN, seat
    apply(rules, copy, Discarded(seat, kind, False))
    return _resting(copy)


def _waits(rules: Ruleset, state: State, seat: int, points: bool) -> tuple[Wait, ...]:
    """List every tile that completes the hand's shape, what keeps it from a win included (LJ-2.1)."""
    return tuple([
        _wait(rules, state, seat, kind, points)
        for kind in _kinds(rules, state, seat)
        if rules.wins.is_complete(state, seat, By.DISCARD, kind)
    ])  # fmt: skip


def _wait(rules: Ruleset, state: State, seat: int, kind: int, points: bool) -> Wait:
    discard_code, discard_value = _judge(rules, state, seat, kind, By.DISCARD, points)
    draw_code, draw_value = _judge(rules, state, seat, kind, By.SELF_DRAW, points)
    return Wait(
        tile=tile_of(kind),
        left=max(rules.tile_set.copies[kind] - _in_sight(rules, state, seat, kind), 0),
        discard_value=discard_value,
        discard_code=None if discard_code is None else reject_code(discard_code),
        draw_value=draw_value,
        draw_code=None if draw_code is None else reject_code(draw_code),
        discard_clause="" if discard_code is None else rules.clause(discard_code, By.DISCARD),
        draw_clause="" if draw_code is None else rules.clause(draw_code, By.SELF_DRAW),
    )


def _judge(
    rules: Ruleset, state: State, seat: int, kind: int, by: By, points: bool
) -> tuple[Code | None, int | None]:
    """Say why the tile could not be won on so, and what it is worth, or would be once ready is declared."""
    source = None if by is By.SELF_DRAW else next_seat(seat)
    hand = state.hands[seat]
    if by is By.SELF_DRAW:
        hand.add(kind)
    try:
        code = rules.wins.refuse(rules, state, seat, by, kind, source)
        if code not in (None, Code.NOT_READY) or not points:
            return code, None
        facts = facts_of_win(rules, state, seat, by, kind, source)
        # Before declaring: what the win would be worth after it, with what lies open now.
        facts.seats[seat].ready |= code is Code.NOT_READY
        return code, rules.scorer.settle(facts).wins[0].value
    except RuleRefusal as refusal:
        return refusal.code, None
    finally:
        if by is By.SELF_DRAW:
            hand.remove(kind)


def _in_sight(rules: Ruleset, state: State, seat: int, kind: int) -> int:
    """Count the copies the seat's player can see: his own, and what lies open on the table."""
    seen = state.hands[seat].counts[kind]
    for owner in range(4):
        seen += sum(river.tile == kind for river in state.rivers[owner])
        for meld in state.melds[owner]:
            hidden = meld.kind is MeldKind.CONCEALED_KONG and not rules.concealed_kong_shown
            if owner == seat or not hidden:
                seen += meld.tiles.count(kind)
    seen += sum(mechanic.shown(state) == kind for mechanic in rules.mechanics)
    # A pair pushed out lies open (LJ-3.3).
    seen += 2 * sum(owner != seat and pushed == kind for owner, pushed in declared(state))
    flight = state.flight
    if flight is not None and state.turn in others(seat):
        seen += flight.tile == kind
    return seen
