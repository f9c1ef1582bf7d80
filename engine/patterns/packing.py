"""How a hand is held for analysis: four ints, one a suit, counts as base-5 digits.

Suits in the order m, p, s, z; the lowest digit is the 1 of the suit. Melds are not in it, wild tiles (ZJ-2)
are not in it: they are a number beside it, one budget for all suits. A digit can be 0-4, so five of a kind
cannot be written; `pack` refuses them. A kernel that keeps the four ints itself adds and takes away
`POW5[kind]` at `SUIT_OF[kind]` and must never do so beyond 0-4.
"""

from collections.abc import Sequence

KINDS = 34
COPIES = 4
MAX_WILDS = 8
"""The most wild tiles a set of tiles holds: two kinds of four (ZJ-2.1)."""
MAX_SETS = 4

SUIT_OF: tuple[int, ...] = tuple(kind // 9 for kind in range(KINDS))
POW5: tuple[int, ...] = tuple(5 ** (kind % 9) for kind in range(KINDS))
FIRST_KIND = (0, 9, 18, 27)
SUIT_SIZE = (9, 9, 9, 7)

Packed = Sequence[int]
"""Four ints: the suits m, p, s, z."""

PackedHand = tuple[int, int, int, int]


def pack(counts: Sequence[int]) -> PackedHand:
    """Pack the first 34 entries of counts per kind into four ints.

    Raises: ValueError for fewer than 34 entries or a count outside 0-4 (W-11).
    """
    if len(counts) < KINDS:
        raise ValueError(f"a hand has {KINDS} counts, not {len(counts)}")
    packed = [0, 0, 0, 0]
    for kind in range(KINDS):
        count = counts[kind]
        if not 0 <= count <= COPIES:
            raise ValueError(f"{count} copies of kind {kind}: a hand holds 0 to {COPIES}")
        packed[SUIT_OF[kind]] += count * POW5[kind]
    return packed[0], packed[1], packed[2], packed[3]


def unpack(packed: Packed) -> tuple[int, ...]:
    """Return the 34 counts of a packed hand."""
    counts: list[int] = []
    for suit, size in zip(packed, SUIT_SIZE, strict=True):
        rest = suit
        for _ in range(size):
            rest, digit = divmod(rest, 5)
            counts.append(digit)
    return tuple(counts)


def pack_any(hand: Sequence[int]) -> Packed:
    """Return a hand given either way, as counts or packed, packed."""
    return hand if len(hand) == 4 else pack(hand)


def held(packed: Packed, kind: int) -> int:
    """Return how many tiles of a kind the packed hand holds."""
    return packed[SUIT_OF[kind]] // POW5[kind] % 5


def tile_count(packed: Packed) -> int:
    """Return how many tiles the packed hand holds, wilds not counted."""
    return sum(unpack(packed))


def with_tile(packed: Packed, kind: int) -> PackedHand:
    """Return the packed hand with one more tile of a kind.

    Raises: ValueError if it holds four already.
    """
    if held(packed, kind) == COPIES:
        raise ValueError(f"a fifth tile of kind {kind}")
    return _shifted(packed, kind, POW5[kind])


def without_tile(packed: Packed, kind: int) -> PackedHand:
    """Return the packed hand with one tile less of a kind.

    Raises: ValueError if it holds none.
    """
    if held(packed, kind) == 0:
        raise ValueError(f"no tile of kind {kind} to take away")
    return _shifted(packed, kind, -POW5[kind])


def _shifted(packed: Packed, kind: int, by: int) -> PackedHand:
    suits = list(packed)
    suits[SUIT_OF[kind]] += by
    return suits[0], suits[1], suits[2], suits[3]
