"""What a finished hand and a finished match came to, in the wire's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from engine.ledger import totals
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.scoring.settlement import WinScore
from engine.state import State
from engine.views import reveal
from protocol.view import HandResult, Item, NearMiss, ShownHand, Step, Turned, WildUse, Winner
from server.mapping.hints import waiting_kinds
from server.mapping.words import four, meld_of, tile_of, tiles_of, transfers_of

__all__ = ["HandResult", "hand_result", "with_secret"]

_How: TypeAlias = Literal["self_draw", "discard", "rob_kong", "fourth_mouth"]
_BY: Final[Mapping[By, _How]] = {
    By.SELF_DRAW: "self_draw", By.DISCARD: "discard", By.ROB_KONG: "rob_kong",
    By.FOURTH_MOUTH: "fourth_mouth",
}  # fmt: skip


def hand_result(
    rules: Ruleset,
    state: State,
    hand: int,
    scores: Sequence[int],
    *,
    secret: bytes | None,
    last: bool,
    show_all: bool,
) -> HandResult:
    """Say how a hand ended; ``scores`` are the match's running ones after it, ``secret`` what may be told."""
    assert state.outcome is not None
    *moved, house = totals(state.ledger)
    return HandResult(
        hand=hand,
        outcome=state.outcome.value,
        winners=tuple([_winner(state, score) for score in state.scores]),
        transfers=transfers_of(state.ledger),
        totals=four(moved),
        house=house,
        scores=four(scores),
        next_dealer=None if last else state.next_dealer,
        streak=state.next_streak,
        heated=state.next_heated,
        secret=None if secret is None else secret.hex(),
        shown=tuple([_shown(rules, state, seat, tiles) for seat, tiles in reveal(state, show_all).items()]),
        turned=tuple(
            [
                Turned(each.key, each.seat, tiles_of(each.tiles), each.hits, each.clause)
                for mechanic in rules.mechanics
                for each in mechanic.turned(state)
            ]
        ),
        false_winner=state.false_winner,
    )


def with_secret(result: HandResult, secret: bytes) -> HandResult:
    """Tell the secret of a hand, now that the match is over (CO-5.1)."""
    return replace(result, secret=secret.hex())


def _winner(state: State, score: WinScore) -> Winner:
    seat, by = score.seat, state.win_by
    assert by is not None
    concealed = state.hands[seat].tiles()
    if by is By.SELF_DRAW and state.win_tile is not None:
        concealed.remove(state.win_tile)
    return Winner(
        seat=seat,
        by=_BY[by],
        source=state.win_source,
        tile=None if state.win_tile is None else tile_of(state.win_tile),
        concealed=tiles_of(concealed),
        melds=tuple([meld_of(meld) for meld in state.melds[seat]]),
        flowers=tiles_of(state.flowers[seat]),
        value=score.value,
        items=tuple([
            Item(
                each.id, each.name_zh, each.name_en, each.value, each.unit, each.clause, tiles_of(each.tiles)
            )
            for each in score.items
        ]),
        steps=tuple([Step(step.text, step.result, step.label_zh, step.label_en) for step in score.steps]),
        groups=tuple([tiles_of(group) for group in score.groups]),
        wilds=tuple([WildUse(tile_of(wild), tile_of(kind)) for wild, kind in score.wilds]),
        near=tuple([
            NearMiss(near.id, near.name_zh, near.name_en, near.missing_zh, near.missing_en, near.clause)
            for near in score.near
        ]),
    )  # fmt: skip


def _shown(rules: Ruleset, state: State, seat: int, tiles: Sequence[int]) -> ShownHand:
    melds = tuple([meld_of(meld) for meld in state.melds[seat]])
    waits = waiting_kinds(rules, state, seat) if len(tiles) % 3 == 1 else ()
    return ShownHand(seat, tiles_of(tiles), melds, tiles_of(waits))
