"""How a hand is held for analysis: four ints, one a suit, counts as base-5 digits.

Suits in the order m, p, s, z; the lowest digit is the 1 of the suit. Melds are not in it, wild tiles (ZJ-2)
are not in it: they are a number beside it, one budget for all suits. A digit can be 0-4, so five of a kind
cannot be written; `pack` refuses them. A kernel that keeps the four ints itself adds and takes away
`POW5[kind]` at `SUIT_OF[kind]` and must never do so beyond 0-4.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final

HAND_KINDS: Final = 34
"""Kinds that can lie in a hand: all but the flowers, which are laid out at once."""

COPIES: Final = 4
MAX_WILDS: Final = 8
"""The most wild tiles a set of tiles holds: two kinds of four (ZJ-2.1)."""

MAX_SETS: Final = 4
SUIT_OF: Final[tuple[int, ...]] = tuple(kind // 9 for kind in range(HAND_KINDS))
POW5: Final[tuple[int, ...]] = tuple(5 ** (kind % 9) for kind in range(HAND_KINDS))

Packed = Sequence[int]
"""Four ints: the suits m, p, s, z."""

PackedHand = tuple[int, int, int, int]

HALF: Final = 5**5
"""A suit is taken apart into its lowest five digits and the rest."""

_DIGITS: Final = bytes(ord("01234"[count]) if count <= COPIES else ord("?") for count in range(256))
"""Counts as figures, for `int` to read; any other count is none."""

_LOW: Final = tuple(digits[::-1] for digits in product(range(5), repeat=5))
_HIGH: Final = tuple(digits[::-1] for digits in product(range(5), repeat=4))
_HIGH_HONOURS: Final = tuple(digits[::-1] for digits in product(range(5), repeat=2))


def pack(counts: Sequence[int]) -> PackedHand:
    """Pack the first 34 entries of counts per kind into four ints.

    Raises: ValueError for fewer than 34 entries or a count outside 0-4.
    """
    try:
        digits = bytes(counts[HAND_KINDS - 1 :: -1]).translate(_DIGITS)
        if len(digits) == HAND_KINDS:
            return int(digits[25:], 5), int(digits[16:25], 5), int(digits[7:16], 5), int(digits[:7], 5)
    except ValueError:
        pass
    raise _refusal(counts)


def _refusal(counts: Sequence[int]) -> ValueError:
    if len(counts) < HAND_KINDS:
        return ValueError(f"a hand has {HAND_KINDS} counts, not {len(counts)}")
    kind = next(kind for kind, count in enumerate(counts) if not 0 <= count <= COPIES)
    return ValueError(f"{counts[kind]} copies of kind {kind}: a hand holds 0 to {COPIES}")


def unpack(packed: Packed) -> tuple[int, ...]:
    """Return the 34 counts of a packed hand."""
    m, p, s, z = packed
    return (
        *_LOW[m % HALF],
        *_HIGH[m // HALF],
        *_LOW[p % HALF],
        *_HIGH[p // HALF],
        *_LOW[s % HALF],
        *_HIGH[s // HALF],
        *_LOW[z % HALF],
        *_HIGH_HONOURS[z // HALF],
    )


def pack_any(hand: Sequence[int]) -> Packed:
    """Return a hand given either way, as counts or packed, packed."""
    return hand if len(hand) == 4 else pack(hand)


def held(packed: Packed, kind: int) -> int:
    """Return how many tiles of a kind the packed hand holds."""
    return packed[SUIT_OF[kind]] // POW5[kind] % 5


def with_tile(packed: Packed, kind: int) -> PackedHand:
    """Return the packed hand with one more tile of a kind.

    Raises: ValueError if it holds four already.
    """
    if held(packed, kind) == COPIES:
        raise ValueError(f"a fifth tile of kind {kind}")
    return shifted(packed, kind, 1)


def without_tile(packed: Packed, kind: int) -> PackedHand:
    """Return the packed hand with one tile less of a kind.

    Raises: ValueError if it holds none.
    """
    if held(packed, kind) == 0:
        raise ValueError(f"no tile of kind {kind} to take away")
    return shifted(packed, kind, -1)


def shifted(packed: Packed, kind: int, by: int) -> PackedHand:
    """Return the packed hand with `by` tiles of a kind more, which must leave 0-4 of it."""
    suits = list(packed)
    suits[SUIT_OF[kind]] += by * POW5[kind]
    return suits[0], suits[1], suits[2], suits[3]
