"""Hand analysis: does it win, how far is it, what does it wait for, how can it be read."""

from engine.patterns.generate import Shape
from engine.patterns.packing import (
    HAND_KINDS,
    MAX_WILDS,
    POW5,
    SUIT_OF,
    pack,
    unpack,
    with_tile,
    without_tile,
)
from engine.patterns.reading import Reading, WildReading, readings, readings_with_wilds
from engine.patterns.seven_pairs import count_quads, distance_seven_pairs, is_seven_pairs
from engine.patterns.standard import can_complete, distance, is_standard_win, take_pair, take_triplet
from engine.patterns.waiting import (
    DiscardChoice,
    acceptance,
    best_discards,
    discards_to_ready,
    waits,
    without_fifth_copies,
)

__all__ = [
    "HAND_KINDS",
    "MAX_WILDS",
    "POW5",
    "SUIT_OF",
    "pack",
    "unpack",
    "with_tile",
    "without_tile",
    "is_standard_win",
    "distance",
    "can_complete",
    "take_triplet",
    "take_pair",
    "is_seven_pairs",
    "count_quads",
    "distance_seven_pairs",
    "waits",
    "without_fifth_copies",
    "acceptance",
    "discards_to_ready",
    "best_discards",
    "DiscardChoice",
    "Shape",
    "Reading",
    "WildReading",
    "readings",
    "readings_with_wilds",
]
