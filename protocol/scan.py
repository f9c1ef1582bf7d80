"""Look for one key twice in a map, which typed decoding does not see: two readers could take two meanings
from it.

Both functions expect bytes that the typed decoder has accepted, so the shape is sound: every key is a
string, no extension types, no bytes left over.
"""

from __future__ import annotations

import json

__all__ = ["has_repeated_key_json", "has_repeated_key_msgpack"]


class _Repeated(Exception):
    pass


def _once(pairs: list[tuple[str, object]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _Repeated


def has_repeated_key_json(data: bytes) -> bool:
    """Tell whether some object in the text has a key twice (compared as read, so an escape hides nothing)."""
    try:
        json.loads(data.decode(), object_pairs_hook=_once)
    except _Repeated:
        return True
    return False


# Head byte -> (bytes of a length that follows, bytes of fixed payload) for everything that is no container.
_LENGTH_AT = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_FIXED = {
    0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8,
    0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
}  # fmt: skip


def has_repeated_key_msgpack(data: bytes) -> bool:
    """Tell whether some map in the data has a key twice (compared as read: a longer head hides nothing)."""
    try:
        _walk(data, 0)
    except _Repeated:
        return True
    return False


def _walk(data: bytes, at: int) -> int:
    """Step over the value at ``at``; give where the next one begins."""
    head = data[at]
    at += 1
    if head < 0x80 or head >= 0xE0:  # small integers
        return at
    if head >= 0xA0 and head < 0xC0:  # short string
        return at + (head & 0x1F)
    if head < 0x90:
        return _walk_map(data, at, head & 0x0F)
    if head < 0xA0:
        return _walk_array(data, at, head & 0x0F)
    if head in _FIXED:
        return at + _FIXED[head]
    if head in _LENGTH_AT:
        width = _LENGTH_AT[head]
        return at + width + int.from_bytes(data[at : at + width], "big")
    width = 2 if head in (0xDC, 0xDE) else 4
    size = int.from_bytes(data[at : at + width], "big")
    walk = _walk_array if head in (0xDC, 0xDD) else _walk_map
    return walk(data, at + width, size)


def _walk_array(data: bytes, at: int, size: int) -> int:
    for _ in range(size):
        at = _walk(data, at)
    return at


def _walk_map(data: bytes, at: int, size: int) -> int:
    keys = set()
    for _ in range(size):
        start, at = at, _walk(data, at)
        keys.add(_text(data[start:at]))
        at = _walk(data, at)
    if len(keys) != size:
        raise _Repeated
    return at


def _text(key: bytes) -> bytes:
    """Strip a string's head: the same key may be written under several."""
    head = key[0]
    return key[1 + _LENGTH_AT.get(head, 0) :]
