"""What a hand waits for, what brings it nearer, what to throw.

One look per kind: the three suits that a tile does not touch are joined once, so that a suit's class alone
says what the whole hand lacks. A kind of which the hand holds four is never a wait (CO-7.1); those it has in
melds are the caller's to leave out, who knows the melds (`without_fifth_copies`). Under wilds the kinds
returned are natural tiles; a hand that a further wild completes is one with `is_standard_win(…, wilds + 1)`.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.patterns.packing import COPIES, HAND_KINDS, POW5, SUIT_OF, Packed, PackedHand, shifted, unpack
from engine.patterns.seven_pairs import distance_seven_pairs, nearer_seven_pairs
from engine.patterns.standard import ANY, STRICT, FlatTables, check_hand, distance

_PLACES: Final = tuple(
    tuple((kind, POW5[kind]) for kind in range(HAND_KINDS) if SUIT_OF[kind] == suit) for suit in range(4)
)


class DiscardChoice(NamedTuple):
    """One discard of a hand of 14 tiles and what it leaves: the kinds that bring that nearer, and how many
    tiles of them are unseen."""

    kind: int
    distance: int
    accepted: tuple[int, ...]
    live: int


def waits(packed: Packed, sets_needed: int, wilds: int = 0, seven_pairs: bool = False) -> tuple[int, ...]:
    """Return the kinds that complete a hand one tile short, by shape, whether or not any copy is left.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    check_hand(packed, sets_needed, wilds, 1)
    found = _nearer(packed, sets_needed, wilds, ANY)
    if seven_pairs and sets_needed == 4:
        return _merged(found, nearer_seven_pairs(packed, wilds, wilds))
    return tuple(found)


def without_fifth_copies(kinds: Iterable[int], own: Sequence[int]) -> tuple[int, ...]:
    """Leave out the kinds of which all four lie in one's own hand and melds, `own` counting both (CO-7.1)."""
    return tuple(kind for kind in kinds if own[kind] < COPIES)


def acceptance(
    packed: Packed, sets_needed: int, wilds: int = 0, seven_pairs: bool = False
) -> tuple[int, ...]:
    """Return the kinds that bring a hand of 13 tiles nearer to a win.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    check_hand(packed, sets_needed, wilds, 1)
    return _acceptance(packed, sets_needed, wilds, seven_pairs and sets_needed == 4)[1]


def discards_to_ready(
    packed: Packed,
    sets_needed: int,
    wilds: int = 0,
    seven_pairs: bool = False,
    own: Sequence[int] | None = None,
) -> dict[int, tuple[int, ...]]:
    """Return, of a hand of 14 tiles, each discard that leaves it waiting, with the waits it leaves.

    `own` counts the hand's tiles, the one to be thrown included, and those of its melds: given that, fifth
    copies are no waits (CO-7.1), and a discard that leaves no other is not returned.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    check_hand(packed, sets_needed, wilds, 0)
    ready: dict[int, tuple[int, ...]] = {}
    for kind, left in _discards(packed):
        found = waits(left, sets_needed, wilds, seven_pairs)
        if own is not None:
            found = tuple([wait for wait in found if wait == kind or own[wait] < COPIES])
        if found:
            ready[kind] = found
    return ready


def best_discards(
    packed: Packed,
    sets_needed: int,
    unseen: Sequence[int],
    wilds: int = 0,
    seven_pairs: bool = False,
) -> list[DiscardChoice]:
    """Return the discards of a hand of 14 tiles, best first: nearest to a win, then most tiles unseen.

    `unseen` counts, kind by kind, the tiles the player has not seen. A discard whose accepted tiles are all
    seen is ranked as one tile further away.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    check_hand(packed, sets_needed, wilds, 0)
    choices: list[DiscardChoice] = []
    for kind, left in _discards(packed):
        lack, accepted = _acceptance(left, sets_needed, wilds, seven_pairs and sets_needed == 4)
        live = sum([unseen[nearer] for nearer in accepted])
        choices.append(DiscardChoice(kind, lack, accepted, live))
    return sorted(choices, key=lambda choice: (choice.distance + (choice.live == 0), -choice.live))


def _discards(packed: Packed) -> list[tuple[int, PackedHand]]:
    return [(kind, shifted(packed, kind, -1)) for kind, count in enumerate(unpack(packed)) if count]


def _acceptance(
    packed: Packed, sets_needed: int, wilds: int, seven_pairs: bool
) -> tuple[int, tuple[int, ...]]:
    lack = distance(packed, sets_needed, wilds)
    if not seven_pairs:
        return lack, tuple(_nearer(packed, sets_needed, lack - 1 + wilds, ANY if wilds else STRICT))
    lack = min(lack, distance_seven_pairs(packed, wilds))
    at_most = lack - 1 + wilds
    found = _nearer(packed, sets_needed, at_most, ANY if wilds else STRICT)
    return lack, _merged(found, nearer_seven_pairs(packed, wilds, at_most))


def _merged(some: list[int], more: list[int]) -> tuple[int, ...]:
    return tuple(sorted({*some, *more})) if more else tuple(some)


def _nearer(packed: Packed, sets_needed: int, at_most: int, tables: FlatTables) -> list[int]:
    """Return the kinds with which the hand lacks at most so many tiles, wilds not taken off.

    Adding a fifth copy carries into the next digit: what is looked up has lost all four, and holds one other
    tile more at most. Four alike are a set, which in a hand without them would have been made at the price of
    a tile or more, so that hand lacks no less than this one and is never taken for nearer.
    """
    m, p, s, z = packed
    suits, honours, joins, all_final = tables
    final = all_final[sets_needed]
    of_m, of_p, of_s, of_z = suits[m], suits[p], suits[s], honours[z]
    left, right = final[joins[of_m][of_p]], final[joins[of_s][of_z]]
    if right[joins[of_m][of_p]] > at_most + 1:
        return []
    with_m, with_p = joins[of_p].translate(right), joins[of_m].translate(right)
    with_s, with_z = joins[of_z].translate(left), joins[of_s].translate(left)
    in_m, in_p, in_s, in_z = _PLACES
    found = [kind for kind, one in in_m if with_m[suits[m + one]] <= at_most]
    found += [kind for kind, one in in_p if with_p[suits[p + one]] <= at_most]
    found += [kind for kind, one in in_s if with_s[suits[s + one]] <= at_most]
    found += [kind for kind, one in in_z if with_z[honours[z + one]] <= at_most]
    return found
