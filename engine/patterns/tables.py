"""Read the tables of hand analysis and check them before anybody relies on them.

What they hold and how a hand is looked up is told in generate.py. Loaded once, at import; never changed.
A damaged table would deny somebody a win in silence, so loading fails loudly instead.
"""

import binascii
import struct
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.patterns.generate import MAX_SETS, ROW, SHAPES, Shape
from engine.patterns.table_data import TABLES

SUIT_ENTRIES: Final = 5**9
HONOUR_ENTRIES: Final = 5**7


class TablesBroken(RuntimeError):
    """The tables of hand analysis are damaged; generate.py prints them anew."""


class ShapeTables(NamedTuple):
    """The tables of one shape; all tiles counted as lacking, wilds not yet taken off.

    `suits[packed // ROW][packed % ROW]`, and `honours` likewise, give a class; `joins[class][class]` the
    class of two suits, and `final[sets][class][class]`, of two suits each, the tiles lacking to the sets and
    a pair. Both are symmetric. Rows of `final` are 256 long: `bytes.translate` can look up a row at once.
    """

    suits: tuple[bytes, ...]
    honours: tuple[bytes, ...]
    joins: tuple[bytes, ...]
    final: tuple[tuple[bytes, ...], ...]


def load(text: str) -> dict[Shape, ShapeTables]:
    """Return the tables from the letters that carry them, line ends of any kind ignored (W-02).

    Raises: TablesBroken if anything about them is wrong.
    """
    try:
        data = zlib.decompress(binascii.a2b_base64(text))
        tables: dict[Shape, ShapeTables] = {}
        start = 0
        for shape in SHAPES:
            tables[shape], start = _parse(data, start)
    except (binascii.Error, zlib.error, struct.error, IndexError) as error:
        raise TablesBroken(f"the tables of hand analysis cannot be read: {error}") from error
    if start != len(data):
        raise TablesBroken(f"the tables of hand analysis are {len(data)} bytes, not {start}")
    check(tables)
    return tables


def _parse(data: bytes, start: int) -> tuple[ShapeTables, int]:
    single, every, row_count = struct.unpack_from("<3H", data, start)
    start += 6
    place_count = (SUIT_ENTRIES + HONOUR_ENTRIES) // ROW
    places = struct.unpack_from(f"<{place_count}H", data, start)
    start += 2 * place_count
    rows, start = _cut(data, start, ROW, row_count)
    joins, start = _cut(data, start, single, single)
    final: list[tuple[bytes, ...]] = []
    for _ in range(MAX_SETS + 1):
        lacking, start = _cut(data, start, every, every)
        final.append(tuple([row.ljust(256, b"\0") for row in lacking]))
    honours_at = SUIT_ENTRIES // ROW
    return ShapeTables(
        suits=tuple([rows[place] for place in places[:honours_at]]),
        honours=tuple([rows[place] for place in places[honours_at:]]),
        joins=tuple(joins),
        final=tuple(final),
    ), start


def _cut(data: bytes, start: int, size: int, count: int) -> tuple[list[bytes], int]:
    end = start + size * count
    return [data[at : at + size] for at in range(start, end, size)], end


def lacking(tables: ShapeTables, packed: Sequence[int], sets_needed: int) -> int:
    """Return the tiles a packed hand lacks to its sets and a pair."""
    m, p, s, z = packed
    suits, honours, joins, final = tables
    left = joins[suits[m // ROW][m % ROW]][suits[p // ROW][p % ROW]]
    right = joins[suits[s // ROW][s % ROW]][honours[z // ROW][z % ROW]]
    return final[sets_needed][left][right]


def flat(rows: tuple[bytes, ...], spare: int) -> bytes:
    """Return the rows in one piece, for the questions asked most, and behind them `spare` empty suits.

    There looks who adds a fifth copy of a suit's 9 or of 7z; `waiting.py` says why that does no harm.
    """
    empty = rows[0][:1]
    return b"".join([*rows, empty * spare])


_KNOWN: Final[tuple[tuple[str, int, dict[Shape, int]], ...]] = (
    ("", 4, {"any": 14, "strict": 14, "triplets": 14, "sequences": 14}),
    ("123m456p789s11122z", 4, {"any": 0, "strict": 0, "triplets": 6, "sequences": 3}),
    ("111222333m99p777z", 4, {"any": 0, "strict": 0, "triplets": 0, "sequences": 2}),
    ("1357m123p777p11z", 4, {"any": 2}),
    ("4m4p4s4z", 2, {"any": 5}),
    ("123456789m1111z", 4, {"any": 1, "strict": 2}),
    ("99m", 0, {"any": 0, "strict": 0, "triplets": 0, "sequences": 0}),
    ("6p4s", 0, {"any": 1, "strict": 1, "triplets": 1, "sequences": 1}),
)
"""Hands, the sets they need and what they lack, worked out by hand."""


def check(tables: dict[Shape, ShapeTables]) -> None:
    """Look up known hands.

    Raises: TablesBroken if an answer is wrong.
    """
    for hand, sets_needed, answers in _KNOWN:
        packed = _packed(hand)
        for shape, expected in answers.items():
            found = lacking(tables[shape], packed, sets_needed)
            if found != expected:
                raise TablesBroken(
                    f"the tables of hand analysis say {found} lacking ({shape}) for {hand}, not {expected}"
                )


def _packed(hand: str) -> list[int]:
    packed = [0, 0, 0, 0]
    digits: list[int] = []
    for letter in hand:
        if letter.isdigit():
            digits.append(int(letter))
        else:
            packed["mpsz".index(letter)] += sum(5 ** (digit - 1) for digit in digits)
            digits.clear()
    return packed


ALL: Final = load(TABLES)
