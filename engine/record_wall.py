"""Walls of records: read the committed or the stacked form, lay a stacked one out in wall order, write one.

Wall order is the order of drawing from the head. The deal takes the first 53 tiles (``decide.py`` deals; the
twin of its order is ``dealing_order``); what follows is laid out as FORMATS says: ``draws`` from the head on,
``tail`` from the end back, ``reserve`` in the stacks at the end, and between them what is left of the set, in
its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.decide import dealing_order
from engine.errors import MalformedError
from engine.events import HandStarted
from engine.notation import format_tile, format_tiles
from engine.position_fields import Fields, read_object
from engine.record import SeededWall, StackedWall, Wall
from engine.record_fields import read_four, read_hex, read_tiles
from engine.ruleset import Ruleset
from engine.seats import SEATS

__all__ = ["check_dealer", "read_wall", "stack", "write_stacked"]

_DEALT: Final = 53
_HAND: Final = 13
_MOST_SECRET: Final = 64
_MOST_NONCE: Final = 255


def read_wall(data: object, path: str, rules: Ruleset) -> Wall:
    """Read a hand's ``wall`` of either form.

    Raises:
        MalformedError: it is of neither, or names tiles that there are not.
    """
    if "seed" in read_object(data, path, "a wall"):
        return _read_seeded(Fields(data, path, {"seed", "client_seeds"}, "a wall"))
    return _read_stacked(data, path, rules)


def _read_seeded(fields: Fields) -> SeededWall:
    secret = read_hex(fields.member("seed"), fields.at("seed"), 1, _MOST_SECRET)
    if not fields.has("client_seeds"):
        return SeededWall(secret, (b"",) * len(SEATS))
    nonces = (read_hex(nonce, path, 0, _MOST_NONCE) for path, nonce in read_four(fields, "client_seeds"))
    return SeededWall(secret, tuple(nonces))


def _read_stacked(data: object, path: str, rules: Ruleset) -> StackedWall:
    own = {member.name for member in rules.wall_members}
    known = {"hands", "draws", "left", *own}
    known |= {"tail"} if rules.replacement_from_tail else set()
    known |= {"reserve"} if rules.end_stacks else set()
    fields = Fields(data, path, known, "a stacked wall of this ruleset")
    hands = tuple(read_tiles(hand, at, rules.tile_set) for at, hand in read_four(fields, "hands"))
    if sorted(map(len, hands)) != [_HAND, _HAND, _HAND, _HAND + 1]:
        raise MalformedError(fields.at("hands"), "must be three hands of 13 tiles and the dealer's of 14")
    return StackedWall(hands, _read_rest(fields, rules, hands), _read_chance(fields, rules), path)


def _read_rest(fields: Fields, rules: Ruleset, hands: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Lay out what follows the deal."""
    draws, tail, reserve = (_named(fields, name, rules) for name in ("draws", "tail", "reserve"))
    remaining = Counter(rules.tile_set.tiles())
    remaining.subtract(kind for named in (*hands, draws, tail, reserve) for kind in named)
    for kind, left in remaining.items():
        if left < 0:
            raise MalformedError(fields.path, f"more {format_tile(kind)} are named than there are")
    most = rules.tile_set.size - _DEALT
    left = fields.whole("left", 0, most, most)
    least = sum(mechanic.takes_at_deal for mechanic in rules.mechanics)
    if left < least:
        raise MalformedError(fields.at("left"), f"must be {least} at least, which are set aside at the deal")
    rest: list[int | None] = [None] * left
    places = [(place, kind) for place, kind in enumerate(draws)]
    places += [(left - 1 - back, kind) for back, kind in enumerate(tail)]
    places += [(left - _from_end(back, rules.end_stacks), kind) for back, kind in enumerate(reserve)]
    for place, kind in places:
        if not 0 <= place < left or rest[place] is not None:
            raise MalformedError(fields.path, f"more tiles are named than the {left} left after the deal")
        rest[place] = kind
    filler = remaining.elements()
    return tuple(next(filler) if kind is None else kind for kind in rest)


def _from_end(number: int, stacks: int) -> int:
    """Count from the wall's end to tile ``number`` of ``reserve``: the stacks set apart from the front one
    on, then one stack after another before them; top before bottom."""
    if number < 2 * stacks:
        return 2 * stacks - number
    return 2 * stacks + 2 * ((number - 2 * stacks) // 2 + 1) - number % 2


def _named(fields: Fields, name: str, rules: Ruleset) -> tuple[int, ...]:
    return read_tiles(fields.member(name), fields.at(name), rules.tile_set) if fields.has(name) else ()


def _read_chance(fields: Fields, rules: Ruleset) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Read the members that stand for draws of chance, as the ruleset has them."""
    chance = []
    for member in rules.wall_members:
        given = _named(fields, member.name, rules) if fields.has(member.name) else None
        try:
            numbers = member.numbers(given)
        except MalformedError as error:
            raise MalformedError(fields.at(member.name), error.message) from error
        if numbers:
            chance.append((member.name, numbers))
    return tuple(chance)


def check_dealer(wall: StackedWall, dealer: int) -> None:
    """Check that the hand of 14 tiles is the dealer's.

    Raises:
        MalformedError: it is another's.
    """
    if len(wall.hands[dealer]) != _HAND + 1:
        raise MalformedError(f"{wall.path}.hands", f"the dealer, seat {dealer}, must have the 14 tiles")


def stack(wall: StackedWall, dealer: int) -> tuple[int, ...]:
    """Lay the whole wall out in wall order for this dealer, whose hand has 14 tiles.

    The last tile of his string is the last one dealt.
    """
    given = [iter(hand) for hand in wall.hands]
    return (*(next(given[seat]) for seat in dealing_order(dealer)), *wall.rest)


def write_stacked(rules: Ruleset, event: HandStarted) -> dict[str, object]:
    """Write a hand's wall in the stacked form, every tile named."""
    hands: list[list[int]] = [[], [], [], []]
    for seat, kind in zip(dealing_order(event.dealer), event.wall, strict=False):
        hands[seat].append(kind)
    rest = event.wall[_DEALT:]
    out: dict[str, object] = {
        "hands": [format_tiles(hand) for hand in hands], "draws": format_tiles(rest), "left": len(rest),
    }  # fmt: skip
    chance = dict(event.chance)
    for member in rules.wall_members:
        if member.name in chance:
            out[member.name] = format_tiles(member.tiles(chance[member.name]))
    return out
