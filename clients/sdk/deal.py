"""The committed deal, computed anew: what the secret, the nonces and the hand's number must lead to (CO-5).

Written from the published algorithm alone, with nothing but the standard library, so that a client does not
have to take the server's own code at its word. Tiles are notation here, as on the wire.

Stream: ``SHAKE-256("sifang/deal/1" ‖ 00 ‖ label ‖ 00 ‖ secret ‖ for seats 0–3: length byte, nonce ‖ hand
number, 4 bytes big-endian)``. Numbers below n: the next two bytes, big-endian, refused from the largest
multiple of n up. The wall is the set in the order m p s z f, four of a kind together, shuffled by
Fisher–Yates from the last place down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from protocol.vocabulary import TILES, Tile

__all__ = ["SETS", "commitment", "dealt_hands", "drawn_kind", "first_dealer", "numbers", "wall_of"]

_DOMAIN: Final = b"sifang/deal/1"
_CHUNK: Final = 1024
_KINDS: Final = 34
_SHARES: Final = (4, 4, 4, 1)
"""How many tiles each seat takes at a time, from the dealer on; then the dealer one more."""


def _tiles_of(suits: str, only: str = "") -> tuple[Tile, ...]:
    """List a set: four of every kind of the suits, one of each flower; ``only`` limits the honours."""
    return tuple([
        tile
        for tile in TILES
        if tile[1] in suits and (tile[1] != "z" or not only or tile[0] in only)
        for _ in range(1 if tile[1] == "f" else 4)
    ])  # fmt: skip


SETS: Final[Mapping[str, tuple[Tile, ...]]] = {
    "nanning": _tiles_of("mpsz"),  # NN-1.1
    "nanjing": _tiles_of("mpszf"),  # NJ-1.1
    "zhuji": _tiles_of("mpsz"),  # ZJ-1.1
    "longjiang": _tiles_of("mpsz", only="7"),  # LJ-1.1
}
"""Each ruleset's tiles in the order they are shuffled from."""


def commitment(secret: bytes) -> str:
    """Give what must have been published before the deal: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def numbers(label: str, secret: bytes, nonces: Sequence[bytes], hand: int) -> Iterator[int]:
    """Give the stream's two-byte numbers, without end."""
    seed = b"".join((
        _DOMAIN, b"\0", label.encode(), b"\0", secret,
        *(bytes((len(nonce),)) + nonce for nonce in nonces),
        hand.to_bytes(4, "big"),
    ))  # fmt: skip
    shake, place, size = hashlib.shake_256(seed), 0, _CHUNK
    while True:
        data = shake.digest(size)
        for at in range(place, size, 2):
            yield data[at] << 8 | data[at + 1]
        place, size = size, 2 * size


def below(source: Iterator[int], bound: int) -> int:
    """Take the next number below ``bound`` from the stream, refusing what would favour some."""
    most = 65536 - 65536 % bound
    return next(number for number in source if number < most) % bound


def wall_of(tiles: Sequence[Tile], secret: bytes, nonces: Sequence[bytes], hand: int) -> list[Tile]:
    """Shuffle a set as the hand's wall must have been; ``nonces`` are the four seats', empty for none."""
    wall, source = list(tiles), numbers("wall", secret, nonces, hand)
    for last in range(len(wall) - 1, 0, -1):
        other = below(source, last + 1)
        wall[last], wall[other] = wall[other], wall[last]
    return wall


def first_dealer(secret: bytes, nonces: Sequence[bytes], hand: int) -> int:
    """Throw the dice: who deals where they decide, as in a match's first hand (NN-13.3)."""
    return below(numbers("dice", secret, nonces, hand), 4)


def drawn_kind(label: str, secret: bytes, nonces: Sequence[bytes], hand: int) -> Tile:
    """Draw a kind out of all but flowers, as the wild one is (ZJ-2.1)."""
    return TILES[below(numbers(label, secret, nonces, hand), _KINDS)]


def dealt_hands(wall: Sequence[Tile], dealer: int) -> tuple[list[list[Tile]], list[Tile]]:
    """Deal from the wall's head: the four hands by seat, the dealer's with 14, and what is left."""
    hands: list[list[Tile]] = [[], [], [], []]
    place = 0
    for share in _SHARES:
        for step in range(4):
            hands[(dealer + step) % 4].extend(wall[place : place + share])
            place += share
    hands[dealer].append(wall[place])
    return hands, list(wall[place + 1 :])
