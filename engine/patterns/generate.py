"""Work out the hand-analysis tables and print the module that carries them.

    python engine/patterns/generate.py > engine/patterns/table_data.py

What is tabled: for each of the 5^9 ways a suit can look (5^7 for the honours) its **vector**, the fewest
tiles it lacks to hold m sets without and with the pair, m = 0-4, tiles too many costing nothing. Only a
hundred-odd vectors differ, so a suit needs one byte, its class. Two classes joined make again fewer than
256, so a whole hand is two joins and one last look: lacking <= wilds is a win, whatever the wilds' number.

How: a suit is read from its 9 down to its 1. The state after some places is, for every (sequences that
want their last tile here, that want their middle tile here, sets begun, pair or not), the fewest tiles
lacking so far; few states differ, so the whole table follows from some thousands of them.

Nothing of the package is imported: the package does not load without what this prints.
"""

import base64
import struct
import zlib
from typing import Literal, NamedTuple

Shape = Literal["any", "strict", "triplets", "sequences"]
"""What the sets may be. `strict` is any set, but nothing aimed at needs a fifth copy of a kind."""

SHAPES: tuple[Shape, ...] = ("any", "strict", "triplets", "sequences")
MAX_SETS = 4
ROW = 125
"""A class table is cut into rows of so many entries; equal rows are stored once."""
LINE = 100

_FAR = 99
"""More than any hand can lack: a state or target that cannot be."""

Vector = tuple[int, ...]
"""Tiles lacking, indexed `2 * sets + pair`: ten entries."""
_Key = tuple[int, int, int, int]
_Steps = list[list[tuple[int, int]]]
"""For each key reached, the keys it is reached from and what that costs."""


class Tables(NamedTuple):
    """All that is tabled for one shape; `final[sets][left * size + right]` counts the tiles lacking."""

    suits: bytes
    honours: bytes
    joins: bytes
    final: tuple[bytes, ...]
    single_classes: int
    all_classes: int


def make_tables(shape: Shape) -> Tables:
    """Work out the tables of one shape.

    Raises: ValueError if the classes do not fit a byte.
    """
    suit_vectors, suits = suit_table(shape, 9, True)
    honour_vectors, honours = suit_table(shape, 7, False)
    single = sorted({*suit_vectors, *honour_vectors})
    joined = {join(left, right) for left in single for right in single}
    every = [*single, *sorted(joined - set(single))]
    number = {vector: index for index, vector in enumerate(every)}
    return Tables(
        suits=suits.translate(_renumber(suit_vectors, number)),
        honours=honours.translate(_renumber(honour_vectors, number)),
        joins=bytes(number[join(left, right)] for left in single for right in single),
        final=tuple(_final(every, sets) for sets in range(MAX_SETS + 1)),
        single_classes=len(single),
        all_classes=len(every),
    )


def suit_table(shape: Shape, places: int, sequences: bool) -> tuple[list[Vector], bytes]:
    """Return the vectors that differ, and for every packed suit of so many places which of them it has."""
    return _expand(*_explore(shape, places, sequences and shape != "triplets"))


def join(left: Vector, right: Vector) -> Vector:
    """Return the vector of two suits together."""
    best = [_FAR] * len(left)
    for at, some in enumerate(left):
        for beside, more in enumerate(right):
            if at % 2 + beside % 2 < 2 and at // 2 + beside // 2 <= MAX_SETS:
                best[at + beside] = min(best[at + beside], some + more)
    return tuple(best)


def _final(every: list[Vector], sets: int) -> bytes:
    target = 2 * sets + 1
    reversed_halves = [vector[target::-1] for vector in every]
    return bytes(min(map(int.__add__, left, right)) for left in every for right in reversed_halves)


def _renumber(vectors: list[Vector], number: dict[Vector, int]) -> bytes:
    return bytes(number[vector] for vector in vectors).ljust(256, b"\0")


def _explore(shape: Shape, places: int, sequences: bool) -> tuple[list[list[tuple[int, ...]]], list[Vector]]:
    """Return, place by place, which state each state leads to for 0-4 tiles, and the vectors at the end."""
    keys = _keys(shape)
    begin = tuple(0 if key == (0, 0, 0, 0) else _FAR for key in keys)
    layer = {begin: 0}
    layers: list[list[tuple[int, ...]]] = []
    for place in range(places):
        steps = [_steps(keys, shape, sequences and place < places - 2, count) for count in range(5)]
        after: dict[tuple[int, ...], int] = {}
        layers.append(
            [tuple(after.setdefault(_read(state, step), len(after)) for step in steps) for state in layer]
        )
        layer = after
    closed = [keys.index((0, 0, sets, pair)) for sets in range(MAX_SETS + 1) for pair in range(2)]
    return layers, [tuple(state[index] for index in closed) for state in layer]


def _keys(shape: Shape) -> list[_Key]:
    most = _most_alike(shape)
    return [
        (last, middle, sets, pair)
        for sets in range(MAX_SETS + 1)
        for pair in range(2)
        for last in range(min(most, sets) + 1)
        for middle in range(min(most, sets - last) + 1)
    ]


def _most_alike(shape: Shape) -> int:
    """Return how many sequences alike are looked at: three are three triplets, where those may be."""
    return MAX_SETS if shape == "sequences" else 2


def _steps(keys: list[_Key], shape: Shape, may_open: bool, count: int) -> _Steps:
    """Return how each key is reached over a place that holds `count` tiles."""
    index = {key: at for at, key in enumerate(keys)}
    reached: _Steps = [[] for _ in keys]
    for at, (last, middle, sets, pair) in enumerate(keys):
        for opened in range(min(_most_alike(shape), MAX_SETS - sets) + 1 if may_open else 1):
            for triplets in range(1 if shape == "sequences" else MAX_SETS - sets - opened + 1):
                for pairs in range(2 - pair):
                    wanted = last + middle + opened + 3 * triplets + 2 * pairs
                    if shape != "strict" or wanted <= 4:
                        key = (middle, opened, sets + opened + triplets, pair + pairs)
                        reached[index[key]].append((at, max(0, wanted - count)))
    return reached


def _read(state: tuple[int, ...], steps: _Steps) -> tuple[int, ...]:
    return tuple([min([_FAR, *[state[at] + cost for at, cost in ways]]) for ways in steps])


def _expand(layers: list[list[tuple[int, ...]]], ends: list[Vector]) -> tuple[list[Vector], bytes]:
    """Put the table together: the place read first is the highest digit, so a state's table is one run."""
    vectors = sorted(set(ends))
    runs = [bytes([vectors.index(vector)]) for vector in ends]
    for layer in reversed(layers):
        runs = [b"".join([runs[state] for state in states]) for states in layer]
    return vectors, runs[0]


def serialise(tables: Tables) -> bytes:
    """Return the tables of one shape as bytes, equal rows stored once; `tables.py` reads them."""
    rows: dict[bytes, int] = {}
    places = [
        rows.setdefault(table[at : at + ROW], len(rows))
        for table in (tables.suits, tables.honours)
        for at in range(0, len(table), ROW)
    ]
    head = struct.pack("<3H", tables.single_classes, tables.all_classes, len(rows))
    index = struct.pack(f"<{len(places)}H", *places)
    return b"".join([head, index, *rows, tables.joins, *tables.final])


def module_text(parts: list[bytes]) -> str:
    """Return the text of `table_data.py`: the serialised shapes, compressed, as letters."""
    letters = base64.b64encode(zlib.compress(b"".join(parts), 9)).decode("ascii")
    lines = [letters[at : at + LINE] for at in range(0, len(letters), LINE)]
    head = '"""The tables of hand analysis, printed by generate.py: change that, not this."""'
    return "\n".join([head, "", 'TABLES = """', *lines, '"""', ""])


if __name__ == "__main__":
    print(module_text([serialise(make_tables(shape)) for shape in SHAPES]), end="")
