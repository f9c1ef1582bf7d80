"""Vectors for the page's own hashes and deal (CO-5), computed here by ``hashlib`` and by the engine.

The page's unit tests read them. ``python -m tests.browser.vectors`` writes them again; a test fails when they
are stale.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from engine.notation import format_tile
from engine.shuffle import commitment, draw_numbers, shuffled_wall
from engine.tiles import TileSet

FOLDER: Final = Path(__file__).parent.parent / "data" / "fair"

_LENGTHS: Final = (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 135, 136, 137, 271, 272, 300)
"""Around the ends of the blocks of both functions."""
_SHAKE_BYTES: Final = 300

_PLAIN: Final = TileSet(tuple([4] * 34 + [0] * 8), frozenset())
_FLOWERS: Final = TileSet(tuple([4] * 34 + [1] * 8), frozenset(range(34, 42)))


def _hashes() -> list[dict[str, object]]:
    """Hash bytes that count up in sevens from three."""
    found: list[dict[str, object]] = []
    for length in _LENGTHS:
        data = bytes((place * 7 + 3) % 256 for place in range(length))
        found.append({
            "length": length,
            "sha256": hashlib.sha256(data).hexdigest(),
            "shake256": hashlib.shake_256(data).hexdigest(_SHAKE_BYTES),
        })  # fmt: skip
    return found


def _deals() -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for number in range(6):
        tile_set = _FLOWERS if number % 2 else _PLAIN
        secret = hashlib.sha256(b"secret %d" % number).digest()
        nonces = tuple(
            hashlib.sha256(b"nonce %d %d" % (number, seat)).digest() if (number + seat) % 3 else b""
            for seat in range(4)
        )
        hand = (1, 2, 8, 16, 255, 70_000)[number]
        found.append({
            "secret": secret.hex(),
            "commit": commitment(secret).hex(),
            "nonces": [nonce.hex() for nonce in nonces],
            "hand": hand,
            "tiles": [format_tile(kind) for kind in range(42) if tile_set.copies[kind]],
            "wall": "".join(format_tile(kind) for kind in shuffled_wall(tile_set, secret, nonces, hand)),
            "dice": draw_numbers("dice", 6, 2, secret, nonces, hand),
        })  # fmt: skip
    return found


def files() -> dict[str, str]:
    """Give the text of each file by its name."""
    return {
        name: json.dumps(content, indent=1) + "\n"
        for name, content in (("hash.json", _hashes()), ("deal.json", _deals()))
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
