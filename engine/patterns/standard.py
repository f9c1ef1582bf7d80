"""Four sets and a pair: does a hand win, how many tiles does it miss, with wilds as one budget."""

from functools import lru_cache

from engine.patterns.generate import FAR, Shape, Vector, suit_vector
from engine.patterns.packing import MAX_SETS, MAX_WILDS, POW5, SUIT_OF, SUIT_SIZE, Packed, PackedHand, held


@lru_cache(maxsize=65536)
def _vector(suit: int, shape: Shape, honours: bool) -> Vector:
    counts = []
    rest = suit
    for _ in range(SUIT_SIZE[3 if honours else 0]):
        rest, digit = divmod(rest, 5)
        counts.append(digit)
    return suit_vector(tuple(counts), shape, not honours)


def _combine(left: Vector, right: Vector) -> Vector:
    joined = [FAR] * len(left)
    for at, some in enumerate(left):
        for beside, more in enumerate(right):
            sets = at // 2 + beside // 2
            pair = at % 2 + beside % 2
            if sets <= MAX_SETS and pair <= 1:
                joined[2 * sets + pair] = min(joined[2 * sets + pair], some + more)
    return tuple(joined)


def _missing(packed: Packed, sets_needed: int, shape: Shape) -> int:
    total: Vector = (0,) + (FAR,) * (2 * MAX_SETS + 1)
    for index, suit in enumerate(packed):
        total = _combine(total, _vector(suit, shape, index == 3))
    return total[2 * sets_needed + 1]


def _check(packed: Packed, sets_needed: int, wilds: int, short: int) -> None:
    if not 0 <= wilds <= MAX_WILDS:
        raise ValueError(f"{wilds} wild tiles: there are 0 to {MAX_WILDS}")
    if not 0 <= sets_needed <= MAX_SETS:
        raise ValueError(f"{sets_needed} sets needed: a hand has 0 to {MAX_SETS}")
    if not 0 <= (3 * sets_needed + 2 - sum(packed) - wilds) % 4 <= short:
        raise ValueError("wrong number of tiles")


def is_standard_win(packed: Packed, sets_needed: int, wilds: int = 0) -> bool:
    """Say whether the tiles make the sets still needed and a pair, wilds standing for anything.

    Raises: ValueError for a number of tiles, sets or wilds that cannot be.
    """
    _check(packed, sets_needed, wilds, 0)
    return _missing(packed, sets_needed, "any") <= wilds


def can_complete(packed: Packed, sets_needed: int, wilds: int, shape: Shape) -> bool:
    """Say whether the tiles make only sets of one shape, and a pair."""
    _check(packed, sets_needed, wilds, 0)
    return _missing(packed, sets_needed, shape) <= wilds


def distance(packed: Packed, sets_needed: int, wilds: int = 0) -> int:
    """Return how many tiles are missing to a win: 0 wins with 14 tiles, 1 is ready with 13."""
    _check(packed, sets_needed, wilds, 1)
    return max(0, _missing(packed, sets_needed, "any" if wilds else "strict") - wilds)


def take_triplet(packed: Packed, kind: int, wilds: int) -> tuple[PackedHand, int] | None:
    """Take a triplet of a kind out of the hand, filled up with wilds; None if they do not suffice."""
    return _take(packed, kind, wilds, 3)


def take_pair(packed: Packed, kind: int, wilds: int) -> tuple[PackedHand, int] | None:
    """Take a pair of a kind out of the hand, filled up with wilds; None if they do not suffice."""
    return _take(packed, kind, wilds, 2)


def _take(packed: Packed, kind: int, wilds: int, size: int) -> tuple[PackedHand, int] | None:
    own = min(size, held(packed, kind))
    left = wilds - (size - own)
    if left < 0:
        return None
    suits = list(packed)
    suits[SUIT_OF[kind]] -= own * POW5[kind]
    return (suits[0], suits[1], suits[2], suits[3]), left
