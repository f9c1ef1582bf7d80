"""Tiles as text, as FORMATS writes them: ``5m``, ``123m44z``. Order carries no meaning here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.errors import NotationError
from engine.tiles import KINDS, RANK_OF, SUIT_OF, SUITS

__all__ = ["format_tile", "format_tiles", "parse_tile", "parse_tiles"]

_NAMES: Final = tuple(f"{RANK_OF[kind]}{SUITS[SUIT_OF[kind]]}" for kind in range(KINDS))
_KIND_OF: Final = {name: kind for kind, name in enumerate(_NAMES)}


def parse_tile(text: str) -> int:
    """Read one tile such as ``5m``.

    Raises:
        NotationError: the text is not exactly one tile.
    """
    kind = _KIND_OF.get(text)
    if kind is None:
        raise NotationError(f"{text[:20]!r} is not a tile")
    return kind


def parse_tiles(text: str) -> list[int]:
    """Read a run of tiles such as ``123m44z``, in the order written; spaces are ignored.

    Raises:
        NotationError: a digit has no suit, a suit no digit, or a tile does not exist.
    """
    tiles: list[int] = []
    digits: list[str] = []
    for sign in text:
        if sign == " ":
            continue
        if sign in "123456789":
            digits.append(sign)
        elif sign in SUITS:
            if not digits:
                raise NotationError(f"suit {sign!r} has no digit before it")
            tiles.extend(parse_tile(digit + sign) for digit in digits)
            digits.clear()
        else:
            raise NotationError(f"{sign!r} is neither a digit from 1 to 9 nor a suit")
    if digits:
        raise NotationError(f"digit {digits[-1]!r} has no suit after it")
    return tiles


def format_tile(kind: int) -> str:
    """Write one tile, such as ``5m``."""
    return _NAMES[kind]


def format_tiles(tiles: Iterable[int]) -> str:
    """Write tiles in the order given; neighbours of one suit share its letter: ``123m44z``."""
    out: list[str] = []
    last = ""
    for kind in tiles:
        suit = SUITS[SUIT_OF[kind]]
        if last and suit != last:
            out.append(last)
        out.append(str(RANK_OF[kind]))
        last = suit
    out.append(last)
    return "".join(out)
