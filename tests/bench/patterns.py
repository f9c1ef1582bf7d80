"""How long hand analysis takes: microseconds a call, medians, beside the bars set for it.

python -m tests.bench.patterns
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any, Final

from engine.patterns import (
    acceptance,
    best_discards,
    can_complete,
    discards_to_ready,
    distance,
    is_seven_pairs,
    is_standard_win,
    pack,
    readings,
    readings_with_wilds,
    tables,
    waits,
)
from engine.patterns.table_data import TABLES

BARS: Final[dict[str, float]] = {
    "is-win, no wild": 0.5,
    "is-win, 4 wilds": 0.5,
    "is-win, 8 wilds": 0.5,
    "is-win, 8 wilds / none (ratio)": 1.2,
    "waits, ready hand": 8.0,
    "waits, ready hand, 4 wilds": 8.0,
    "can_complete, sequences, 4 wilds": 1.0,
    "can_complete, triplets, 4 wilds": 1.0,
    "discards to ready, complete hand": 80.0,
    "best discards, random hand": 2000.0,
    "loading the tables": 10000.0,
}
"""What must not be exceeded: microseconds, a ratio where the name says so."""

ROUNDS: Final = 9
HANDS: Final = 500

_DECK: Final = [kind for kind in range(34) for _ in range(4)]


def _counts(tiles: Sequence[int]) -> list[int]:
    return [tiles.count(kind) for kind in range(34)]


def _won(chance: Random) -> list[int]:
    """Return the counts of a hand that wins with four sets and a pair."""
    while True:
        tiles: list[int] = []
        for _ in range(4):
            first = chance.choice((0, 9, 18)) + chance.randrange(7)
            triplet = chance.randrange(34)
            tiles += [first, first + 1, first + 2] if chance.random() < 0.6 else [triplet] * 3
        tiles += [chance.randrange(34)] * 2
        counts = _counts(tiles)
        if max(counts) <= 4:
            return counts


def _short(chance: Random, number: int) -> list[int]:
    """Return the counts of a won hand with so many tiles taken out."""
    counts = _won(chance)
    for _ in range(number):
        counts[chance.choice([kind for kind in range(34) if counts[kind]])] -= 1
    return counts


def _time(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> float:
    """Return the microseconds a call, the median of some rounds over the same calls."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for arguments in calls:
            function(*arguments)
        rounds.append((time.perf_counter() - begin) / len(calls) * 1e6)
    return median(rounds)


def run() -> dict[str, float]:
    """Measure; return microseconds a call by name."""
    chance = Random(20)

    def random_hands(size: int) -> list[list[int]]:
        return [_counts(chance.sample(_DECK, size)) for _ in range(HANDS)]

    found: dict[str, float] = {}
    for wilds, name in ((0, "no wild"), (4, "4 wilds"), (8, "8 wilds")):
        hands = [(pack(counts), 4, wilds) for counts in random_hands(14 - wilds)]
        found[f"is-win, {name}"] = _time(is_standard_win, hands)
    found["is-win, 8 wilds / none (ratio)"] = found["is-win, 8 wilds"] / found["is-win, no wild"]
    found["is-win from counts"] = _time(
        lambda counts: is_standard_win(pack(counts), 4), [(counts,) for counts in random_hands(14)]
    )
    found["seven pairs"] = _time(is_seven_pairs, [(pack(counts),) for counts in random_hands(14)])
    thirteen = [(pack(counts), 4) for counts in random_hands(13)]
    found["distance"] = _time(distance, thirteen)
    found["acceptance"] = _time(acceptance, thirteen)
    found["waits, random hand"] = _time(waits, thirteen)
    for wilds, name in ((0, ""), (4, ", 4 wilds")):
        ready = [(pack(_short(chance, wilds + 1)), 4, wilds) for _ in range(HANDS)]
        found[f"waits, ready hand{name}"] = _time(waits, ready)
    nine = [pack(counts) for counts in random_hands(10)]
    for shape in ("any", "triplets", "sequences"):
        found[f"can_complete, {shape}, 4 wilds"] = _time(can_complete, [(hand, 4, 4, shape) for hand in nine])
    won = [_won(chance) for _ in range(HANDS)]
    found["discards to ready, complete hand"] = _time(discards_to_ready, [(pack(hand), 4) for hand in won])
    found["best discards, random hand"] = _time(
        best_discards, [(pack(counts), 4, [4] * 34) for counts in random_hands(14)[:100]]
    )
    found["readings, complete hand"] = _time(lambda hand: list(readings(hand, 4)), [(hand,) for hand in won])
    by_trying = [(_short(chance, 4), 4, 4) for _ in range(10)]
    found["first reading with 4 wilds"] = _time(lambda *hand: next(readings_with_wilds(*hand)), by_trying)
    found["loading the tables"] = _time(tables.load, [(TABLES,)])
    return found


def report(found: dict[str, float]) -> list[str]:
    """Return one line for each measurement, with its bar where it has one."""
    lines: list[str] = []
    for name, value in found.items():
        bar = BARS.get(name)
        verdict = "" if bar is None else f"   bar {bar:8.1f}   {'ok' if value <= bar else 'MISSED'}"
        lines.append(f"{name:36}{value:10.2f}{verdict}")
    return lines


if __name__ == "__main__":
    print("\n".join(report(run())))
