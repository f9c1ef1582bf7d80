"""What is told of a match around its hands, in the wire's words: its beginning, each hand's, its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from engine.options import Values
from engine.ruleset import Ruleset
from protocol import events as wire
from protocol.events import Event
from protocol.view import Control, HandResult, MatchInfo, MatchResult, SeatName
from server.mapping.words import four

__all__ = [
    "Control", "Ending", "MatchInfo", "MatchResult", "control_changed", "hand_ended", "hand_started",
    "match_ended", "match_info", "match_result", "match_started", "nonces_listed",
]  # fmt: skip

Ending: TypeAlias = Literal["hands_played", "host", "abandoned", "closed"]
Cause: TypeAlias = Literal["timeouts", "dropped", "back", "left", "kicked", "taken"]


def match_info(
    match: str, rules: Ruleset, room_options: Values, seats: Sequence[tuple[str, str, bool]]
) -> MatchInfo:
    """Say what is played and by whom: of each seat the player's id, his name, and whether he is a bot."""
    return MatchInfo(
        match=match,
        ruleset=rules.key,
        rules=rules.revision,
        options=dict(rules.options),
        room_options=dict(room_options),
        hands=int(room_options["hands"]),
        seats=four([SeatName(player, name, bot) for player, name, bot in seats]),
    )


def match_result(
    match: str, cause: Ending, scores: Sequence[int], results: Sequence[HandResult]
) -> MatchResult:
    """Say how a match ended; equal scores share a rank."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    wins = [
        sum(any(winner.seat == seat for winner in result.winners) for result in results) for seat in range(4)
    ]
    history = tuple([result.totals for result in results])
    return MatchResult(match, cause, four(scores), four(ranks), history, four(wins))


def match_started(info: MatchInfo, scores: Sequence[int]) -> Event:
    """Say that a match began."""
    return wire.MatchStarted(info, four(scores))


def hand_started(
    hand: int, commit: str, *, streak: int, heated: bool, nonce_ms: int, dealer: int | None
) -> Event:
    """Say that a hand began with its commitment (CO-5.2)."""
    return wire.HandStarted(hand, commit, streak, heated, nonce_ms, dealer)


def nonces_listed(hand: int, nonces: Sequence[bytes]) -> Event:
    """List the nonces as accepted (CO-5.2)."""
    return wire.NoncesListed(hand, four([nonce.hex() for nonce in nonces]))


def control_changed(seat: int, control: Control, cause: Cause) -> Event:
    """Say that another plays a seat."""
    return wire.ControlChanged(seat, control, cause)


def hand_ended(result: HandResult) -> Event:
    """Say that a hand is over."""
    return wire.HandEnded(result)


def match_ended(result: MatchResult) -> Event:
    """Say that a match is over."""
    return wire.MatchEnded(result)
