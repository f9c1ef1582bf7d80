"""From a table's state to the facts a scorer takes: for a hand that is over, or for a win that is only being
considered."""

from __future__ import annotations

from engine.events import Cause
from engine.ruleset import Ruleset
from engine.scoring.facts import By, Facts, SeatFacts
from engine.state import State

__all__ = ["facts_of", "facts_of_win"]


def facts_of(rules: Ruleset, state: State) -> Facts:
    """Collect the facts of a hand whose outcome is known."""
    by = state.win_by or By.DRAW
    tile = state.win_tile if state.winners else None
    return _facts(rules, state, by, state.winners, tile, state.win_source)


def facts_of_win(
    rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
) -> Facts:
    """Collect the facts as if the seat won on this tile now; for a self-draw the tile is in its hand."""
    return _facts(rules, state, by, (seat,), tile, source)


def _facts(
    rules: Ruleset, state: State, by: By, winners: tuple[int, ...], tile: int | None, source: int | None
) -> Facts:
    seats = []
    for seat, hand in enumerate(state.hands):
        tiles = hand.tiles()
        if by is By.SELF_DRAW and seat in winners and tile is not None:
            tiles.remove(tile)
        seats.append(SeatFacts(tuple(tiles), tuple(state.melds[seat]), tuple(state.flowers[seat])))
    chain = state.chain
    if by is By.DISCARD:
        chain = state.discard_chain
    elif by is By.ROB_KONG and state.flight is not None:
        chain = (*state.chain, state.flight)
    # What was turned at the end was still in the wall when the winning tile was drawn (NN-14.1, NN-9.1).
    wall_left = state.left + len(state.turned or ())
    facts = Facts(
        dealer=state.dealer, by=by, winners=winners, tile=tile, source=source,
        seats=(seats[0], seats[1], seats[2], seats[3]), chain=chain, wall_left=wall_left,
        first_turn=_is_first_turn(state, by, winners),
        flower_draw=state.draw_cause is Cause.FLOWER,
        streak=state.streak, heated=state.heated, codes=state.turned,
        fishing=tuple(state.aside) if any(state.aside) else None,
    )  # fmt: skip
    for mechanic in rules.mechanics:
        mechanic.facts(state, facts)
    return facts


def _is_first_turn(state: State, by: By, winners: tuple[int, ...]) -> bool:
    """Tell whether a win falls in the first go-around with nothing to break it (FORMATS ``first_turn``).

    For a self-draw: no chow, pong or exposed kong yet, and the winner has not discarded. For a discard: it is
    the first of all. A concealed kong breaks nothing; where it stands behind the win the scorer sees it in
    the chain or among the melds.
    """
    if state.exposed:
        return False
    if by is By.SELF_DRAW:
        return not any(state.thrown[seat] for seat in winners)
    return by is By.DISCARD and len(state.discards) == 1
