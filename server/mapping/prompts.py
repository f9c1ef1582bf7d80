"""What a seat is asked: offers from ``legal`` alone, what is withheld and why, and the time left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.commands import KONG, PASS, PONG, WIN, Command, Win
from engine.errors import Code, RuleRefusal
from engine.facts import facts_of_win
from engine.legal import forced_discard, legal, why_not, winning_by
from engine.machine import WINDOWS
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.state import State
from protocol.codes import RejectCode
from protocol.to_client import Prompt, PromptClosed, Withheld
from protocol.vocabulary import Verb
from server.mapping.words import action_of, offers_of, reject_code, tile_of

__all__ = ["ClosedBy", "Prompt", "PromptClosed", "Times", "closed_prompt", "prompt_for", "shows_clock"]

ClosedBy: TypeAlias = Literal["player", "timeout", "autopilot", "rule", "others", "void"]

_PASSING_BARS: Final[Mapping[str, tuple[tuple[Verb, ...], str]]] = {
    "passed_win": (("win",), "NN-11.1"),
    "passed_pong": (("pong", "kong"), "NJ-8.2"),
}
"""By mechanism: what passing up one of these bars for a while, and the clause that says so."""
_COMMANDS: Final[Mapping[Verb, Command]] = {"win": WIN, "pong": PONG, "kong": KONG}


class Times(NamedTuple):
    """What is left to answer in; ``None`` where there is no limit."""

    turn_ms: int | None
    bank_ms: int | None
    running: bool = True


def prompt_for(
    rules: Ruleset,
    state: State,
    seat: int,
    *,
    room: str,
    number: int,
    after: int,
    drawn: int | None,
    times: Times,
    points: bool = False,
    answered: Command | None = None,
) -> Prompt:
    """Ask a seat that is awaited, or repeat to it what it was asked and has answered.

    ``drawn`` is the tile that lies apart for it, if one does.
    """
    window = state.window
    offered = legal(rules, state, seat) if answered is None or window is None else window.offers[seat]
    bars, clause = _bars(rules, offered) if window is not None else ((), "")
    tile = drawn if window is None else window.tile
    return Prompt(
        room=room,
        prompt=number,
        n=after,
        kind="turn" if window is None else "claim",
        offers=offers_of(state, seat, offered),
        turn_ms=times.turn_ms,
        bank_ms=times.bank_ms,
        seat=None if window is None else window.source,
        tile=None if tile is None else tile_of(tile),
        withheld=_withheld(rules, state, seat, offered),
        passing_bars=bars,
        bar_clause=clause,
        win_value=_value(rules, state, seat) if points and WIN in offered else None,
        running=times.running,
        answered=None if answered is None else action_of(answered, tile),
    )


def closed_prompt(
    room: str, number: int, by: ClosedBy, command: Command | None, tile: int | None
) -> PromptClosed:
    """Say that a prompt is over, and what counted; ``tile``: the window's."""
    return PromptClosed(room, number, by, None if command is None else action_of(command, tile))


def shows_clock(rules: Ruleset, state: State) -> bool:
    """Tell whether all may see the clock of the seat whose turn it is.

    Not in a window, and not where a tile must go by rule: that one is asked at all would tell what he drew.
    """
    return state.phase not in WINDOWS and forced_discard(rules, state) is None


def _bars(rules: Ruleset, offered: tuple[Command, ...]) -> tuple[tuple[Verb, ...], str]:
    """Say what would be barred by passing what is offered here."""
    for mechanic in rules.mechanics if PASS in offered else ():
        verbs, clause = _PASSING_BARS.get(mechanic.key, ((), ""))
        if any(_COMMANDS[verb] in offered for verb in verbs):
            return verbs, clause
    return (), ""


def _trying(state: State) -> tuple[By, int | None, int | None]:
    """Give how, on which tile and from whom a seat that is asked now would win."""
    window = state.window
    if window is None:
        return winning_by(state), state.drawn, None
    return winning_by(state), window.tile, window.source


def _withheld(rules: Ruleset, state: State, seat: int, offered: tuple[Command, ...]) -> tuple[Withheld, ...]:
    """Name the reason why something the hand could do is not on offer here: to its owner alone."""
    by, tile, source = _trying(state)
    if tile is None:
        return ()
    withheld: list[Withheld] = []
    kinds = frozenset(map(type, offered))
    if Win not in kinds:
        code = rules.wins.refuse(rules, state, seat, by, tile, source)
        if code is not None and code is not Code.NOT_A_WIN:
            withheld.append(Withheld("win", reject_code(code), tile_of(tile), rules.clause(code, by)))
    for verb, command in (("pong", PONG), ("kong", KONG)) if source is not None else ():
        if type(command) not in kinds and why_not(rules, state, seat, command) is Code.BARRED:
            barred = rules.clause(Code.BARRED)
            withheld.append(
                Withheld("pong" if verb == "pong" else "kong", RejectCode.BARRED, tile_of(tile), barred)
            )
    return tuple(withheld)


def _value(rules: Ruleset, state: State, seat: int) -> int | None:
    by, tile, source = _trying(state)
    if tile is None:
        return None
    try:
        return rules.scorer.settle(facts_of_win(rules, state, seat, by, tile, source)).wins[0].value
    except RuleRefusal:
        return None
