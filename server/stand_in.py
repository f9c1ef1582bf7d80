"""Who plays for a seat that no player plays: the bot in it, or a stand-in for one who is away (CO-3.2).

A policy sees what the seat's own player would see, a view and a prompt, so it cannot cheat. Whatever it
answers is checked like anybody's; where it answers nothing lawful the default is played, so it can never hold
a table up.
"""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Final, TypeAlias

from clients.bots.policy import Policy, make_policy
from engine.commands import TIMEOUT, Command
from engine.legal import legal
from server.mapping.prompts import Times, prompt_for
from server.mapping.snapshot import table_view
from server.mapping.words import command_of
from server.table import Table

__all__ = ["Policies", "choose", "make_policies"]

Policies: TypeAlias = Callable[[str], Policy]
"""Gives the policy of a bot's level."""

_GREEDY: Final = "greedy"
_NO_LIMIT: Final = Times(None, None)


def make_policies() -> Policies:
    """Give the real policies, one of each level."""
    random = SystemRandom()
    known = {level: make_policy(level, random) for level in ("random", _GREEDY)}
    return lambda level: known.get(level) or known[_GREEDY]


def choose(table: Table, seat: int, policies: Policies) -> Command:
    """Choose what the seat does, which is awaited and has no player now."""
    play, state, hand = table.seats[seat], table.in_play, table.hand
    assert state is not None and hand is not None
    if play.control == "autopilot" and table.pace.away != "bot":
        return TIMEOUT
    offered = legal(table.rules, state, seat)
    view = table_view(table.standing, hand.shown, (table.rules, state, hand.seen), seat)
    prompt = prompt_for(
        table.rules, state, seat, room=table.room, number=1, after=0, drawn=hand.seen.drawn[seat],
        times=_NO_LIMIT,
    )  # fmt: skip
    try:
        action = policies(play.level).choose(view, seat, prompt)
    except Exception:  # a bot's blunder, whatever it is, is not worth a hand
        return TIMEOUT
    window = state.window
    command = command_of(action, None if window is None else window.tile)
    return command if command in offered else TIMEOUT
