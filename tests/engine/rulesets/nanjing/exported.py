"""A Nanjing hand that was played, written as the position it ended in."""

from engine.facts import facts_of
from engine.notation import format_tile, format_tiles
from engine.ruleset import Ruleset
from engine.scoring.facts import By, SeatFacts
from engine.state import State
from tests.engine.positions import JSON, position


def exported(rules: Ruleset, state: State) -> JSON:
    """Return the position of a hand that is over, as a player could write it down."""
    facts = facts_of(rules, state)
    wins = [{"seat": seat, **_winner(facts.seats[seat])} for seat in facts.winners]
    others = {str(seat): _lies(facts.seats[seat]) for seat in range(4) if seat not in facts.winners}
    more: JSON = {"streak": facts.streak, "heated": facts.heated, "options": dict(rules.options)}
    if facts.tile is not None:
        more |= {
            "tile": format_tile(facts.tile),
            "wall_left": facts.wall_left,
            "first_turn": facts.first_turn,
        }
        more["chain"] = [meld.as_json() for meld in facts.chain]
    if facts.by is By.SELF_DRAW:
        more["flower_draw"] = facts.flower_draw
    data = position("nanjing", facts.by.value, *wins, source=facts.source, others=others, **more)
    return {**data, "dealer": facts.dealer}


def _lies(seat: SeatFacts) -> JSON:
    return {"melds": [meld.as_json() for meld in seat.melds], "flowers": format_tiles(seat.flowers)}


def _winner(seat: SeatFacts) -> JSON:
    assert seat.concealed is not None
    return {**_lies(seat), "concealed": format_tiles(seat.concealed), "pre_ready": seat.pre_ready}
