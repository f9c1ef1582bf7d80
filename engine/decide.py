"""``decide`` and ``advance``: what a command leads to, and what follows by itself.

Neither changes the state it is given.
``play`` and ``run`` do the same in place, for those who keep no journal (replay, benchmarks, tests): one body
of code, since every event goes through ``apply`` either way. A refused command raises before the first event,
so it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.claims import meld_of, resolve
from engine.commands import Command, Discard, Escape, Kong, Pass, Timeout, Win
from engine.errors import Code, IllegalCommand
from engine.events import (
    Answered,
    Cause,
    Dealt,
    Declined,
    Drawn,
    Event,
    FalseWinCalled,
    FlowerLaid,
    HandEnded,
    HandStarted,
    HandWon,
    Melded,
    Outcome,
    Paid,
    Scored,
    SeatEscaped,
    WallExhausted,
    WindowClosed,
    WindowKind,
)  # fmt: skip
from engine.facts import facts_of
from engine.legal import awaited, default, forced_discard, legal, may_win_now, why_not, winning_by
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.seats import seats_after
from engine.state import Phase, State
from engine.step import Step

__all__ = ["advance", "begin", "dealing_order", "decide", "is_settled", "play", "run", "start", "void"]


def begin(rules: Ruleset, event: HandStarted) -> list[Event]:
    """Begin a hand: give its first event and what mechanics make of it."""
    step = Step(rules, State())
    step.emit(event)
    return step.events


def start(rules: Ruleset, event: HandStarted) -> State:
    """Begin a hand: give the state with its first events applied."""
    step = Step(rules, State())
    step.emit(event)
    return step.state


def dealing_order(dealer: int) -> list[int]:
    """Say to whom each tile is dealt, from the wall's head on: three times four tiles to each seat from the
    dealer on, one more each, and the dealer's fourteenth (CO-1.1)."""
    seats = (dealer, *seats_after(dealer))
    return [*(seat for share in (4, 4, 4, 1) for seat in seats for _ in range(share)), dealer]


def decide(rules: Ruleset, state: State, seat: int, command: Command) -> list[Event]:
    """Say what the command leads to.

    Raises:
        IllegalCommand: it is not on offer; the code says why.
    """
    return play(rules, state.copy(), seat, command)


def advance(rules: Ruleset, state: State) -> list[Event]:
    """Say what follows by itself now, one step of it; nothing where somebody must act, or at the end."""
    if not _is_due(rules, state):
        return []
    return run(rules, state.copy())


def void(rules: Ruleset, state: State) -> list[Event]:
    """End the hand as void: nothing of it is paid, and the deal stands as it stood (FORMATS ``void``)."""
    step = Step(rules, state.copy())
    step.emit(HandEnded(Outcome.VOID, state.dealer, state.streak, state.heated))
    return step.events


def play(rules: Ruleset, state: State, seat: int, command: Command) -> list[Event]:
    """Carry the command out on the state itself and give its events.

    Raises:
        IllegalCommand: it is not on offer; the state is untouched.
    """
    step = Step(rules, state)
    if isinstance(command, Escape):
        _escape(step, seat)
        return step.events
    if isinstance(command, Timeout):
        if seat not in awaited(rules, state):
            raise IllegalCommand(Code.NOT_YOUR_TURN, f"nobody waits for seat {seat}")
        command = default(rules, state, seat)
    if not _is_among(command, legal(rules, state, seat)):
        code = why_not(rules, state, seat, command)
        by = winning_by(state) if isinstance(command, Win) else None
        raise IllegalCommand(code, f"seat {seat} may not do this now ({code})", rules.clause(code, by))
    if state.window is not None:
        step.emit(Answered(state.window.number, seat, command))
    else:
        _act(step, seat, command)
    return step.events


def _is_among(command: Command, offers: tuple[Command, ...]) -> bool:
    """Tell whether a command is on offer; most are the very objects offered, which is quicker seen."""
    for offer in offers:
        if offer is command:
            return True
    return command in offers


def run(rules: Ruleset, state: State) -> list[Event]:
    """Take one automatic step on the state itself and give its events; none where somebody must act."""
    automatic = _AUTOMATIC.get(state.phase)
    if automatic is None or (automatic is _force and not rules.forcers):
        return []
    step = Step(rules, state)
    automatic(step)
    return step.events


def is_settled(state: State) -> bool:
    """Tell whether the hand is over."""
    return state.phase is Phase.OVER


def _is_due(rules: Ruleset, state: State) -> bool:
    """Tell cheaply whether an automatic step is due, without taking it."""
    if state.window is not None:
        return resolve(state.window, rules.several_winners) is not None
    if state.phase is Phase.TURN:
        return bool(rules.forcers) and not legal(rules, state, state.turn)
    return state.phase is not Phase.OVER


# What a player does.


def _act(step: Step, seat: int, command: Command) -> None:
    """Carry out a command of the seat whose turn it is."""
    rules, state = step.rules, step.state
    match command:
        case Discard(tile):
            step.discard(seat, tile)
        case Win():
            assert state.drawn is not None
            if rules.false_wins is None or may_win_now(rules, state):
                step.emit(HandWon(By.SELF_DRAW, (seat,), state.drawn, None))
            else:
                step.emit(FalseWinCalled(seat, state.drawn))
        case Kong(tile) if tile is not None:
            _kong(step, seat, tile)
        case Pass():
            step.emit(Declined(seat))
        case _:
            if not any(mechanic.perform(step, seat, command) for mechanic in rules.mechanics):
                raise IllegalCommand(Code.NOT_OFFERED, "no mechanic carries this out")


def _kong(step: Step, seat: int, tile: int) -> None:
    """Make a concealed or added kong on one's own turn, as the hand has it (CO-1.3)."""
    state = step.state
    if state.hands[seat].counts[tile] == 4:
        step.emit(Melded(seat, Meld(MeldKind.CONCEALED_KONG, tile)))
        return
    pong = next(meld for meld in state.melds[seat] if meld.kind is MeldKind.PONG and meld.tile == tile)
    step.lay_kong(seat, Meld(MeldKind.ADDED_KONG, tile, pong.source, tile))


def _escape(step: Step, seat: int) -> None:
    if seat in step.state.escaped:
        raise IllegalCommand(Code.NOT_OFFERED, f"seat {seat} has left already")
    step.emit(SeatEscaped(seat))


# What follows by itself.


def _deal(step: Step) -> None:
    """Deal from the head."""
    hands: list[list[int]] = [[], [], [], []]
    for seat, kind in zip(dealing_order(step.state.dealer), step.state.wall, strict=False):
        hands[seat].append(kind)
    step.emit(Dealt((tuple(hands[0]), tuple(hands[1]), tuple(hands[2]), tuple(hands[3]))))


def _lay_flower(step: Step) -> None:
    """Lay out one flower and replace it; at the deal the dealer first until he holds none, then each seat in
    turn (NJ-1.3)."""
    rules, state = step.rules, step.state
    flowers = sorted(rules.tile_set.flowers)
    seat, flower = next(
        (seat, kind)
        for seat in (state.dealer, *seats_after(state.dealer))
        for kind in flowers
        if state.hands[seat].counts[kind]
    )
    step.emit(FlowerLaid(seat, flower))
    if state.left <= rules.reserve(state):
        step.emit(WallExhausted())
    else:
        step.emit(Drawn(seat, state.wall[state.tail - 1], True, Cause.FLOWER))


def _draw(step: Step) -> None:
    rules, state = step.rules, step.state
    if state.left <= rules.reserve(state):
        step.emit(WallExhausted())
    else:
        step.emit(Drawn(state.turn, state.wall[state.head], False, Cause.TURN))


def _replace(step: Step) -> None:
    """Draw for a kong. There was a tile for it when it was made, but its tiles may have enlarged the reserve
    (LJ-4.4)."""
    state = step.state
    if state.left <= step.rules.reserve(state):
        step.emit(WallExhausted())
        return
    tail = step.rules.replacement_from_tail
    step.emit(Drawn(state.turn, state.wall[state.tail - 1 if tail else state.head], tail, Cause.KONG))


def _force(step: Step) -> None:
    """Throw the tile that must go by rule, once the seat has nothing left to decide."""
    rules, state = step.rules, step.state
    tile = forced_discard(rules, state)
    if tile is not None and not legal(rules, state, state.turn):
        step.discard(state.turn, tile, forced=True)


def _close(step: Step) -> None:
    """Carry out what a window came to, once that is fixed."""
    rules, state = step.rules, step.state
    window = state.window
    assert window is not None
    resolution = resolve(window, rules.several_winners)
    if resolution is None:
        return
    flight = state.flight
    step.emit(WindowClosed(window.number))
    if resolution.winners:
        by = By.DISCARD if window.kind is WindowKind.DISCARD else By.ROB_KONG
        step.emit(HandWon(by, resolution.winners, window.tile, window.source))
    elif resolution.false_winner is not None:
        step.emit(FalseWinCalled(resolution.false_winner, window.tile))
    elif resolution.claim is not None:
        seat, command = resolution.claim
        meld = meld_of(command, window.tile, window.source)
        if meld.is_kong:
            step.lay_kong(seat, meld)
        else:
            step.emit(Melded(seat, meld))
    elif flight is not None:
        step.emit(Melded(window.source, flight))


def _settle(step: Step) -> None:
    """Score and pay the hand, and say what follows it."""
    rules, state = step.rules, step.state
    for mechanic in rules.settling:
        mechanic.before_settlement(step)
    facts = facts_of(rules, state)
    if state.false_winner is not None:
        assert rules.false_wins is not None
        transfers = tuple(rules.false_wins(facts, state.false_winner))
    else:
        settlement = rules.scorer.settle(facts)
        transfers = settlement.transfers
        if settlement.wins:
            step.emit(Scored(settlement.wins))
    for transfer in transfers:
        step.emit(Paid(transfer))
    assert state.outcome is not None
    step.emit(HandEnded(state.outcome, *rules.rotation(rules, state, state.outcome)))


_AUTOMATIC: Final[dict[Phase, Callable[[Step], None]]] = {
    Phase.DEAL: _deal, Phase.FLOWERS: _lay_flower, Phase.DRAW: _draw, Phase.REPLACE: _replace, Phase.TURN:
    _force, Phase.CLAIMS: _close, Phase.ROB: _close, Phase.SETTLE: _settle,
}  # fmt: skip
