"""Four sets and a pair: does a hand win, how many tiles does it lack, wilds being one budget for all suits.

Every answer is two joins and one last look in the tables, then a comparison with the wilds, so it costs the
same with none and with eight (W-01, W-03). A wild may be a further copy of a kind of which four are out
(ZJ-2.2). Checked at every call: the numbers of sets and wilds, and the number of tiles modulo 4, which is
free, since a packed suit is congruent to its tiles.

Which suits a win with wilds can be confined to needs no table of its own: a set or pair made of wilds alone
costs three or two in any suit, so a hand can be completed within one suit just when its own tiles lie there.
"""

from typing import Final, NamedTuple

from engine.patterns.generate import Shape
from engine.patterns.packing import MAX_SETS, MAX_WILDS, POW5, Packed, PackedHand, held, shifted
from engine.patterns.tables import ALL, ShapeTables, flat, lacking


class FlatTables(NamedTuple):
    """The tables of one shape, as `ShapeTables`, but the classes in one piece: `suits[packed]`."""

    suits: bytes
    honours: bytes
    joins: tuple[bytes, ...]
    final: tuple[tuple[bytes, ...], ...]


def _flat(tables: ShapeTables) -> FlatTables:
    suits, honours = flat(tables.suits, POW5[8]), flat(tables.honours, POW5[33])
    return FlatTables(suits, honours, tables.joins, tables.final)


ANY: Final = _flat(ALL["any"])
STRICT: Final = _flat(ALL["strict"])

_ANY_SUITS, _ANY_HONOURS, _ANY_JOINS, _ANY_FINAL = ANY
_STRICT_SUITS, _STRICT_HONOURS, _STRICT_JOINS, _STRICT_FINAL = STRICT


def is_standard_win(packed: Packed, sets_needed: int, wilds: int = 0) -> bool:
    """Say whether the tiles and wilds are exactly the sets still needed (4 less the melds) and a pair.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    m, p, s, z = packed
    if (m + p + s + z + wilds + sets_needed) & 3 != 2 or not (0 <= wilds <= 8 and 0 <= sets_needed <= 4):
        raise _impossible(packed, sets_needed, wilds)
    left = _ANY_JOINS[_ANY_SUITS[m]][_ANY_SUITS[p]]
    return _ANY_FINAL[sets_needed][left][_ANY_JOINS[_ANY_SUITS[s]][_ANY_HONOURS[z]]] <= wilds


def can_complete(packed: Packed, sets_needed: int, wilds: int, shape: Shape) -> bool:
    """Say whether the tiles and wilds are exactly the sets still needed, all of one shape, and a pair.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    m, p, s, z = packed
    if (m + p + s + z + wilds + sets_needed) & 3 != 2 or not (0 <= wilds <= 8 and 0 <= sets_needed <= 4):
        raise _impossible(packed, sets_needed, wilds)
    return lacking(ALL[shape], packed, sets_needed) <= wilds


def distance(packed: Packed, sets_needed: int, wilds: int = 0) -> int:
    """Return how many tiles a hand lacks to a win: 0 wins (14 tiles), 1 is ready (13, or 14 with a discard).

    One more than the shanten number. Without wilds nothing aimed at needs a fifth copy of a kind; what lies
    in the hand's own melds is not known here, the caller leaves out such waits (`without_fifth_copies`).

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    m, p, s, z = packed
    if (m + p + s + z + wilds + sets_needed - 1) & 2 or not (0 <= wilds <= 8 and 0 <= sets_needed <= 4):
        raise _impossible(packed, sets_needed, wilds)
    if wilds:
        left = _ANY_JOINS[_ANY_SUITS[m]][_ANY_SUITS[p]]
        return _ANY_FINAL[sets_needed][left][_ANY_JOINS[_ANY_SUITS[s]][_ANY_HONOURS[z]]] - wilds
    left = _STRICT_JOINS[_STRICT_SUITS[m]][_STRICT_SUITS[p]]
    return _STRICT_FINAL[sets_needed][left][_STRICT_JOINS[_STRICT_SUITS[s]][_STRICT_HONOURS[z]]]


def take_triplet(packed: Packed, kind: int, wilds: int) -> tuple[PackedHand, int] | None:
    """Take a triplet of a kind out of the hand, filled up with wilds; None if they do not suffice.

    What is returned, packed hand and wilds left, is asked again with one set less.
    """
    return _take(packed, kind, wilds, 3)


def take_pair(packed: Packed, kind: int, wilds: int) -> tuple[PackedHand, int] | None:
    """Take a pair of a kind out of the hand, filled up with wilds; None if they do not suffice."""
    return _take(packed, kind, wilds, 2)


def _take(packed: Packed, kind: int, wilds: int, size: int) -> tuple[PackedHand, int] | None:
    own = min(size, held(packed, kind))
    left = wilds - (size - own)
    return (shifted(packed, kind, -own), left) if left >= 0 else None


def check_hand(packed: Packed, sets_needed: int, wilds: int, short: int) -> None:
    """Refuse a hand that is not `short` tiles short of the sets and a pair (told modulo 4).

    Raises: ValueError, naming what cannot be.
    """
    if (sum(packed) + wilds + sets_needed + short) & 3 != 2 or not (
        0 <= wilds <= 8 and 0 <= sets_needed <= 4
    ):
        raise _impossible(packed, sets_needed, wilds)


def _impossible(packed: Packed, sets_needed: int, wilds: int) -> ValueError:
    if not 0 <= wilds <= MAX_WILDS:
        return ValueError(f"{wilds} wild tiles: a hand holds 0 to {MAX_WILDS}")
    if not 0 <= sets_needed <= MAX_SETS:
        return ValueError(f"{sets_needed} sets needed: a hand needs 0 to {MAX_SETS}")
    return ValueError(
        f"not the number of tiles for {sets_needed} sets and a pair, with {wilds} wilds: {packed}"
    )
