"""Checks over a whole position: the four copies, the wall, the first go-around (FORMATS, after the table).

Each refuses what no hand could have come to, and names the field at fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.errors import MalformedError
from engine.melds import Meld, MeldKind, meld_tiles
from engine.notation import format_tile
from engine.position_fields import Fields
from engine.position_rules import PositionRules
from engine.scoring.facts import By, Facts
from engine.seats import SEATS
from engine.tiles import KINDS

__all__ = ["check_copies", "check_first_turn", "check_wall"]

_DEALT: Final = 53
"""Tiles that have left the wall when the first one may be discarded."""


def check_first_turn(facts: Facts, fields: Fields) -> None:
    """Refuse a first go-around that something has broken.

    Raises:
        MalformedError: with a meld taken from another, a robbed kong, or no win at all.
    """
    if not facts.first_turn:
        return
    path = fields.at("first_turn")
    if facts.by in (By.ROB_KONG, By.DRAW):
        raise MalformedError(path, f"there is no first-turn win when by is {facts.by.value!r}")
    for seat in SEATS:
        if any(meld.source is not None for meld in facts.seats[seat].melds):
            raise MalformedError(path, f"seat {seat} has taken a tile: that breaks the first go-around")


def check_wall(facts: Facts, fields: Fields, rules: PositionRules) -> None:
    """Refuse a number of tiles left that the wall cannot hold; not looked at in a drawn hand.

    Raises: MalformedError: below the reserve, more than were never dealt, or no replacement for the kong
    that is robbed.
    """
    if facts.by is By.DRAW:
        return
    path = fields.at("wall_left")
    if facts.wall_left < rules.reserve:
        raise MalformedError(path, f"at least {rules.reserve} tiles are left in the wall")
    if facts.by is By.ROB_KONG and facts.wall_left == rules.reserve:
        raise MalformedError(path, "a kong needs a replacement tile in the wall, also one that is robbed")
    # Every kong and every flower took one tile more than the deal and the first draw.
    taken = _DEALT + sum(len(seat.flowers) + sum(meld.is_kong for meld in seat.melds) for seat in facts.seats)
    taken += sum(len(tiles) for tiles in facts.fishing or ())
    if facts.wall_left > rules.tile_set.size - taken:
        raise MalformedError(path, f"at most {rules.tile_set.size - taken} tiles are left in the wall")


def check_copies(facts: Facts, fields: Fields, rules: PositionRules) -> None:
    """Refuse a tile that is there more often than the set has it; the winning tile counts once.

    Raises:
        MalformedError: names the field that holds the copy too many.
    """
    seen = [0] * KINDS
    for path, kinds in _places(facts, fields):
        for kind in kinds:
            seen[kind] += 1
            if seen[kind] > rules.tile_set.copies[kind]:
                raise MalformedError(path, f"more than {rules.tile_set.copies[kind]} of {format_tile(kind)}")


def _places(facts: Facts, fields: Fields) -> Iterator[tuple[str, tuple[int, ...]]]:
    """List where tiles are, each tile once."""
    if facts.tile is not None and facts.by is not By.FOURTH_MOUTH:
        yield fields.at("tile"), (facts.tile,)
    for seat in SEATS:
        at = fields.at(f"wins[{facts.winners.index(seat)}]" if seat in facts.winners else f"others.{seat}")
        yield f"{at}.concealed", facts.seats[seat].concealed or ()
        yield f"{at}.melds", tuple(meld_tiles(facts.seats[seat].melds))
        yield f"{at}.flowers", facts.seats[seat].flowers
    robbed = _robbed_from_hand(facts)
    if robbed is not None:
        yield fields.at("chain"), robbed.tiles[1:]
    if facts.treasure is not None:
        yield fields.at("treasure"), (facts.treasure,)
    yield fields.at("codes"), facts.codes or ()
    for seat, kinds in enumerate(facts.fishing or ()):
        yield fields.at(f"fishing.{seat}"), kinds


def _robbed_from_hand(facts: Facts) -> Meld | None:
    """Find a robbed open kong whose other three tiles are in a hand that was not written down."""
    if facts.by is not By.ROB_KONG or facts.source is None or facts.chain[-1].kind is not MeldKind.OPEN_KONG:
        return None
    return facts.chain[-1] if facts.seats[facts.source].concealed is None else None
