"""The answer of a scorer: items, arithmetic, payments. Clients show it and compute nothing."""

from __future__ import annotations

from typing import NamedTuple

from engine.ledger import Transfer
from engine.notation import format_tile, format_tiles

__all__ = ["Item", "NearMiss", "Settlement", "Step", "WinScore"]


class Item(NamedTuple):
    """One thing that counted in a win: a pattern, a bonus, the base.

    ``id`` is stable and unique within its ruleset; ``name_zh``/``name_en`` are for people; ``value`` is a
    number in the item's own ``unit`` (``points``, ``doublings``, ``flowers``, ``tai``, ``times``); ``tiles``
    the kinds it is made of, empty where it has none.
    """

    id: str
    name_zh: str
    name_en: str
    value: int
    unit: str
    clause: str
    tiles: tuple[int, ...] = ()


class Step(NamedTuple):
    """One line of arithmetic, ready to show: ``text`` such as ``3 × 3 × 2^1``, and the number it comes to."""

    text: str
    result: int
    label_zh: str
    label_en: str


class NearMiss(NamedTuple):
    """Something the hand nearly had: the item and what was missing."""

    id: str
    name_zh: str
    name_en: str
    missing_zh: str
    missing_en: str
    clause: str


class WinScore(NamedTuple):
    """The score of one winner. ``value`` is what one payer owes before liabilities (FORMATS,
    ``wins[].value``).

    ``groups`` is the hand in the reading that was scored: each group the kinds of one set, of the pair, or of
    the seven pairs; melds are not in it. ``pair`` of kinds that wild tiles stand for is in ``wilds`` as (wild
    kind, kind it stands for).
    """

    seat: int
    items: tuple[Item, ...]
    steps: tuple[Step, ...]
    value: int
    groups: tuple[tuple[int, ...], ...] = ()
    wilds: tuple[tuple[int, int], ...] = ()
    near: tuple[NearMiss, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Write it as FORMATS does, with additions."""
        return {
            "seat": self.seat,
            "patterns": [
                {"name": item.name_zh, "value": item.value, "clause": item.clause, "id": item.id,
                 "name_en": item.name_en, "unit": item.unit, "tiles": format_tiles(item.tiles)}
                for item in self.items
            ],
            "value": self.value,
            "steps": [
                {"text": step.text, "result": step.result, "zh": step.label_zh, "en": step.label_en}
                for step in self.steps
            ],
            "groups": [format_tiles(group) for group in self.groups],
            "wilds": [[format_tile(wild), format_tile(kind)] for wild, kind in self.wilds],
            "near": [
                {"id": miss.id, "name": miss.name_zh, "name_en": miss.name_en, "missing": miss.missing_zh,
                 "missing_en": miss.missing_en, "clause": miss.clause}
                for miss in self.near
            ],
        }  # fmt: skip


class Settlement(NamedTuple):
    """Everything a finished hand comes to: one score per winner, and all transfers that are due at the end.

    ``transfers`` hold the win, liabilities, kong points and, for a position, the on-the-spot payments that
    follow from melds and flowers; at a table those were made as they fell due and are not in it again.
    """

    wins: tuple[WinScore, ...]
    transfers: tuple[Transfer, ...]
