"""The rulesets as bots judge them: one row of data each, with the hands worth going for.

Worths are averages over how hands are won, and with them what winning spares one: had nobody won, somebody
else might have. A new ruleset gets a row here, or plays by a plain one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from clients.bots.traits import ANY_SUIT, PLAIN, Aim, Choice, Group, Need, Ready, Shape, Suits, Traits
from engine.patterns import HAND_KINDS

__all__ = ["ROWS", "traits_of"]

_M, _P, _S, _Z = range(4)
_TERMINALS: Final = (0, 8, 9, 17, 18, 26)
_EAST, _WHITE, _GREEN, _RED = 27, 31, 32, 33


def _only(*suits: int) -> Suits:
    return _M in suits, _P in suits, _S in suits, _Z in suits


def _triplet(kind: int) -> Group:
    return Group(((kind, 3),))


def _pair(kind: int) -> Group:
    return Group(((kind, 2),), is_pair=True)


def _sequence(low: int) -> Group:
    return Group(((low, 1), (low + 1, 1), (low + 2, 1)))


def _any_of(groups: Iterable[Group]) -> Need:
    return Need(tuple([Choice.of([group]) for group in groups]))


def _all_but(*kinds: int) -> tuple[int, ...]:
    return tuple([0 if kind in kinds else 4 for kind in range(HAND_KINDS)])


_ONE_SUIT: Final = tuple([_only(suit) for suit in (_M, _P, _S)])
_WITH_HONOURS: Final = tuple([_only(suit, _Z) for suit in (_M, _P, _S)])


# ---------------------------------------------------------------- Nanning

_NANNING_PAYS: Final = ((6.5, 9.0), (14.0, 18.0), (26.0, 34.0))
"""By doublings: with melds, and concealed. On a discard 2, 9, 18 or 4, 12, 24; self-drawn three shares of 3
or 4, doubled (NN-2.3, NN-2.4)."""


def _nanning(doublings: int, shape: Shape = "any", suits: Suits = ANY_SUIT) -> Aim:
    return Aim(*_NANNING_PAYS[doublings], shape, suits)


_NANNING: Final = (
    _nanning(0), _nanning(1, "triplets"), _nanning(1, "pairs"),
    *(_nanning(1, "any", suits) for suits in _ONE_SUIT),
    *(_nanning(2, "triplets", suits) for suits in _ONE_SUIT),
    *(_nanning(2, "pairs", suits) for suits in _ONE_SUIT),
    _nanning(2, "triplets", _only(_Z)),
)  # fmt: skip


# ---------------------------------------------------------------- Nanjing

_SHARES: Final = 1.7
"""What a win brings by what one payer owes: three shares self-drawn, one on a discard (NJ-2.3)."""
_SPARED: Final = 30


def _nanjing_worth(bonus: int) -> float:
    """20 flowers, one or two soft ones doubled, and the bonus (NJ-2.1, NJ-2.2)."""
    return _SPARED + _SHARES * (23 + bonus)


def _nanjing(bonus: int, shape: Shape = "any", suits: Suits = ANY_SUIT) -> Aim:
    """A big win, 20 more while concealed, but for seven pairs (NJ-3.1, NJ-3.3)."""
    concealed = 0 if shape == "pairs" else 20
    return Aim(_nanjing_worth(bonus), _nanjing_worth(bonus + concealed), shape, suits)


_NANJING: Final = (
    Aim(0, _nanjing_worth(20)), Aim(_nanjing_worth(0), 0, flowers=4),  # NJ-3.2
    _nanjing(40, "triplets"), _nanjing(80, "pairs"),
    *(_nanjing(40, "any", suits) for suits in _WITH_HONOURS),
    *(_nanjing(60, "any", suits) for suits in _ONE_SUIT),
    *(_nanjing(80, "triplets", suits) for suits in _WITH_HONOURS),
    *(_nanjing(120, "pairs", suits) for suits in _WITH_HONOURS),
)  # fmt: skip


# ---------------------------------------------------------------- Zhuji

_EASTS: Final = _any_of([_triplet(_EAST)])
_DRAGONS: Final = tuple([_triplet(kind) for kind in (_WHITE, _GREEN, _RED)])
_A_DRAGON: Final = _any_of(_DRAGONS)
_TWO_DRAGONS: Final = Need(tuple([Choice.of(two) for two in combinations(_DRAGONS, 2)]))
_ALL_DRAGONS: Final = Need((Choice.of(_DRAGONS),))
_COUNTS_AS: Final = 8
"""What 无财 and the like count, provided there are three (ZJ-4.7)."""


def _zhuji(
    tai: int, *needs: Need, shape: Shape = "any", suits: Suits = ANY_SUIT, wilds: int = 0, pure: int = 0
) -> Aim:
    """A hand of so many 台, each doubling what is paid (ZJ-5.1); without a wild tile three count as eight."""
    without = pure or (0 if wilds else _COUNTS_AS if tai >= 3 else tai)
    clean = 2.0 ** (without - 2) if without else 0
    return Aim(2.0 ** (tai - 2), clean, shape, suits, needs, wilds, units=tai)


_ZHUJI: Final = (
    _zhuji(2, wilds=3), _zhuji(3, _A_DRAGON, wilds=3), _zhuji(4, _EASTS, wilds=3),
    _zhuji(3, shape="sequences", wilds=3), _zhuji(3, shape="triplets", wilds=3),
    *(_zhuji(3, suits=suits, wilds=3) for suits in _WITH_HONOURS),
    *(_zhuji(3, suits=suits) for suits in _ONE_SUIT),
    *(_zhuji(4, shape="triplets", suits=suits) for suits in _ONE_SUIT),
    *(_zhuji(2, shape=shape, suits=suits) for shape in ("sequences", "triplets") for suits in _WITH_HONOURS),
    _zhuji(2, _EASTS), _zhuji(3, _EASTS, _A_DRAGON), _zhuji(3, _EASTS, shape="triplets"),
    *(_zhuji(3, _EASTS, suits=suits) for suits in _WITH_HONOURS),
    _zhuji(2, _TWO_DRAGONS), _zhuji(3, _TWO_DRAGONS, shape="triplets"), _zhuji(3, _ALL_DRAGONS),
    *(_zhuji(3, _TWO_DRAGONS, suits=suits) for suits in _WITH_HONOURS),
    _zhuji(2, _A_DRAGON, shape="triplets"),
    *(_zhuji(2, _A_DRAGON, suits=suits) for suits in _WITH_HONOURS),
    *(_zhuji(3, _A_DRAGON, shape="triplets", suits=suits) for suits in _WITH_HONOURS),
    _zhuji(_COUNTS_AS, shape="triplets", suits=_only(_Z), pure=_COUNTS_AS),
)  # fmt: skip
"""Everything of three 台 with nothing in it that could be left out, and, for tables that ask for two
(``min_tai``), everything of two (ZJ-4)."""


# ---------------------------------------------------------------- Longjiang

_ENDED: Final = _any_of([_pair(_RED), _triplet(_RED), *(_triplet(kind) for kind in _TERMINALS)])
"""A triplet of a 1, a 9 or 红中, or a pair of 红中: the triplet and the end in one (LJ-2.1)."""
_MIDDLE: Final = _any_of(_triplet(kind) for kind in range(27) if kind not in _TERMINALS)
_END: Final = _any_of([
    *(_sequence(9 * suit + low) for suit in (_M, _P, _S) for low in (0, 6)),
    *(_pair(kind) for kind in _TERMINALS),
])  # fmt: skip

_LONGJIANG: Final = (
    Aim(1, 1, needs=(_ENDED,), mixed=True), Aim(1, 1, needs=(_MIDDLE, _END), mixed=True),
)  # fmt: skip


ROWS: Final[Mapping[str, Traits]] = {
    # NN-1.3, NN-1.5, NN-3, NN-10.1, NN-11.2
    "nanning": Traits(
        _NANNING, kongs={"open_kong": 1, "added_kong": 1, "concealed_kong": 3}, feeding=3, draws=20,
        false_win=("false_win", "penalty"),
    ),
    # NJ-1.1, NJ-1.5, NJ-2.1, NJ-3.1, NJ-6.1, NJ-7.1, NJ-7.2
    "nanjing": Traits(
        _NANJING, copies=_all_but(_WHITE, _GREEN, _RED), opening=frozenset({"pong", "added_kong"}),
        flower_worth=2 * _SHARES, kongs={"open_kong": 20, "added_kong": 20, "concealed_kong": 60}, feeding=3,
        draws=22,
    ),
    # ZJ-1.2, ZJ-3.1, ZJ-3.3, ZJ-4.7
    "zhuji": Traits(
        _ZHUJI, pure="no_wild", draws=17, reserve=14, looks=1.3, rush=0.03, least="min_tai",
        discard_wins="discard_wins",
    ),
    # LJ-1.1, LJ-1.3, LJ-2.1, LJ-4.1, LJ-5
    "longjiang": Traits(
        _LONGJIANG, copies=_all_but(*range(_EAST, _RED)), draws=12, reserve=8, looks=1.8,
        ready=Ready(drawn=2, narrow=2, wild=4, itself=16, fourth=4, unknown=7),
    ),
}  # fmt: skip


def traits_of(ruleset: str) -> Traits:
    """Give a ruleset's row, or the plain one."""
    return ROWS.get(ruleset, PLAIN)
