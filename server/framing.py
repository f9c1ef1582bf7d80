"""Messages as a server writes them on a WebSocket: whole, unmasked, uncompressed (RFC 6455 §5.2).

An action leads to some fourteen messages; a head takes a sixth of the time here that it takes the library,
whose frames may be anything. What is read, and everything about opening and closing, stays the library's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

__all__ = ["framed"]

_TEXT: Final = 0x81
_BINARY: Final = 0x82
_KNOWN: Final = 1024


def framed(messages: Iterable[bytes], is_text: bool) -> bytes:
    """Write messages one behind the other, each as one frame."""
    heads = _HEADS[is_text]
    parts: list[bytes] = []
    for message in messages:
        size = len(message)
        parts.append(heads[size] if size < _KNOWN else _head(size, is_text))
        parts.append(message)
    return b"".join(parts)


def _head(size: int, is_text: bool) -> bytes:
    first = _TEXT if is_text else _BINARY
    if size < 126:
        return bytes((first, size))
    if size < 65_536:
        return struct.pack("!BBH", first, 126, size)
    return struct.pack("!BBQ", first, 127, size)


_HEADS: Final = {
    is_text: tuple([_head(size, is_text) for size in range(_KNOWN)]) for is_text in (False, True)
}
"""Heads of the messages there are most of, by size."""
