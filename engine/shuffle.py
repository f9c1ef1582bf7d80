"""The committed deal: wall and every other draw of chance, from a secret and the players' nonces (CO-5.1,
CO-5.2).

A pure function of its inputs: drawing the secret is the server's business. Anyone can recompute it from a
finished record.

Stream: ``SHAKE-256("sifang/deal/1" ‖ 00 ‖ label ‖ 00 ‖ secret ‖ for seats 0–3: length byte, nonce ‖ hand
number, 4 bytes big-endian)``. A number below n is the next two bytes, big-endian, refused from the largest
multiple of n up. The wall is the tile set in the order ``m p s z f``, four of a kind together, shuffled by
Fisher–Yates from the last place down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from engine.tiles import TileSet

__all__ = ["commitment", "draw_numbers", "shuffled_wall"]

_DOMAIN: Final = b"sifang/deal/1"
_RANGE: Final = 1 << 16


def commitment(secret: bytes) -> bytes:
    """Give what is published before the deal: SHA-256 of the secret, 32 bytes."""
    return hashlib.sha256(secret).digest()


class _Stream:
    """Numbers from one labelled stream."""

    def __init__(self, label: str, secret: bytes, nonces: Sequence[bytes], hand: int) -> None:
        parts = [_DOMAIN, b"\0", label.encode(), b"\0", secret]
        for nonce in nonces:
            parts.append(bytes([len(nonce)]) + nonce)
        parts.append(hand.to_bytes(4, "big"))
        self._shake = hashlib.shake_256(b"".join(parts))
        self._bytes = self._shake.digest(512)
        self._place = 0

    def below(self, bound: int) -> int:
        """Give the next number below ``bound``, without bias."""
        limit = _RANGE - _RANGE % bound
        while True:
            if self._place + 2 > len(self._bytes):
                self._bytes = self._shake.digest(2 * len(self._bytes))
            number = int.from_bytes(self._bytes[self._place : self._place + 2], "big")
            self._place += 2
            if number < limit:
                return number % bound


def shuffled_wall(tile_set: TileSet, secret: bytes, nonces: Sequence[bytes], hand: int) -> tuple[int, ...]:
    """Give the wall of the match's hand number ``hand`` (from 1); ``nonces`` are the four seats', empty where
    none was given."""
    stream = _Stream("wall", secret, nonces, hand)
    wall = tile_set.tiles()
    for last in range(len(wall) - 1, 0, -1):
        other = stream.below(last + 1)
        wall[last], wall[other] = wall[other], wall[last]
    return tuple(wall)


def draw_numbers(
    label: str, below: int, count: int, secret: bytes, nonces: Sequence[bytes], hand: int
) -> tuple[int, ...]:
    """Draw ``count`` numbers below ``below`` from the stream with this label."""
    stream = _Stream(label, secret, nonces, hand)
    return tuple(stream.below(below) for _ in range(count))
