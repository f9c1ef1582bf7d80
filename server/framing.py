"""Messages as a server writes them on a WebSocket: whole, unmasked, uncompressed (RFC 6455 §5.2).

An action leads to some fourteen messages; a head takes a sixth of the time here that it takes the library,
whose frames may be anything. Of what is read, a message that came alone and whole is taken out of its frame
here, in a tenth of the time; everything else, and all about opening and closing, stays the library's.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from operator import add
from typing import Final

__all__ = ["ends_a_frame", "framed", "unwrapped"]

_TEXT: Final = 0x81
_BINARY: Final = 0x82
_KNOWN: Final = 1024
_MOST: Final = 4096
"""Bytes of the longest message that is unwrapped here."""


def framed(messages: Sequence[bytes], is_text: bool) -> bytes:
    """Write messages one behind the other, each as one frame."""
    heads = map(_HEADS[is_text].__getitem__, map(len, messages))
    return b"".join(map(add, heads, messages))


def _head(size: int, is_text: bool) -> bytes:
    first = _TEXT if is_text else _BINARY
    if size < 126:
        return bytes((first, size))
    if size < 65_536:
        return struct.pack("!BBH", first, 126, size)
    return struct.pack("!BBQ", first, 127, size)


class _Heads(dict[int, bytes]):
    """Heads by the size of the message: those there are most of are kept."""

    def __init__(self, is_text: bool) -> None:
        super().__init__((size, _head(size, is_text)) for size in range(_KNOWN))
        self._is_text = is_text

    def __missing__(self, size: int) -> bytes:
        return _head(size, self._is_text)


_HEADS: Final = {is_text: _Heads(is_text) for is_text in (False, True)}


def unwrapped(data: bytes) -> bytes | str | None:
    """Take a client's message out of its frame, if it is all that was read; ``None``: it is the library's."""
    if len(data) < 6 or data[0] not in (_BINARY, _TEXT) or data[1] < 0x80:
        return None
    size, begin = data[1] & 0x7F, 6
    if size == 126:
        size, begin = int.from_bytes(data[2:4], "big"), 8
    elif size == 127:
        return None
    if size > _MOST or len(data) != begin + size:
        return None
    mask = int.from_bytes((data[begin - 4 : begin] * (size // 4 + 1))[:size], "big")
    message = (int.from_bytes(data[begin:], "big") ^ mask).to_bytes(size, "big")
    if data[0] == _BINARY:
        return message
    try:
        return str(message, "utf-8")
    except UnicodeDecodeError:
        return None


def ends_a_frame(data: bytes) -> bool:
    """Tell whether a frame ends where the data does; it begins with one."""
    at = 0
    while len(data) - at >= 2:
        size, head = data[at + 1] & 0x7F, 2
        if size > 125:
            head = 4 if size == 126 else 10
            size = int.from_bytes(data[at + 2 : at + head], "big")
        at += head + size + (4 if data[at + 1] & 0x80 else 0)
    return at == len(data)
