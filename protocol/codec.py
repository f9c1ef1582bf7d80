"""Bytes to messages and back, in both codecs; bad input becomes a value, never an exception.

``decode_command`` is total: whatever a client sends is a message or a ``Refused`` with a code of the
closed set and the field at fault. Size is looked at before anything is read. Everything that may come in
is typed down to its leaves and unknown fields are refused, so nothing nests deeper than its type (a test
holds the types to ``MAX_DEPTH``); what tries is stopped by the reader's own recursion guard. One key
twice in a map, an extension type, a number that is none, text that is no UTF-8, the wrong frame type:
all are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec

from protocol import scan, to_client, to_server
from protocol.codes import RejectCode
from protocol.vocabulary import SUBPROTOCOLS, CommandId

__all__ = [
    "Codec", "MAX_BYTES", "MAX_DEPTH", "Refused", "UnknownEvent", "Unreadable", "decode_command",
    "decode_message", "encode", "writer",
]  # fmt: skip

MAX_BYTES = 4096
"""Largest frame taken from a client, in bytes."""

MAX_DEPTH = 16
"""Deepest nesting of what a client may send: the message's own map is 1."""


class Codec(Enum):
    """How messages are written on a connection, as agreed by its subprotocol."""

    __hash__ = object.__hash__  # each is itself alone: without a detour through Python

    MSGPACK = "msgpack"
    JSON = "json"

    @property
    def is_text(self) -> bool:
        """Whether its frames are text frames."""
        return self is Codec.JSON

    @property
    def subprotocol(self) -> str:
        """The WebSocket subprotocol that stands for it."""
        return SUBPROTOCOLS[0] if self is Codec.MSGPACK else SUBPROTOCOLS[1]

    @classmethod
    def of(cls, subprotocol: str | None) -> Codec | None:
        """Find the codec of a subprotocol; ``None`` if it is none of ours."""
        return next((codec for codec in cls if codec.subprotocol == subprotocol), None)


class Refused(msgspec.Struct, frozen=True):
    """A frame that is no message: why, where, and the command's id if that much could be read."""

    code: RejectCode
    field: str
    message: str
    id: str | None = None


class Unreadable(msgspec.Struct, frozen=True):
    """Something a server said that cannot be read here (a newer tag, or garbage); it is left aside."""

    message: str


class UnknownEvent(msgspec.Struct, frozen=True, tag_field="t", tag="frame"):
    """A frame whose event this version does not know: it counts, and the view has to be asked for anew."""

    room: str
    view: str
    inc: int
    n: int


class _IdAlone(msgspec.Struct):
    id: CommandId


_to_json = msgspec.json.Encoder().encode
_to_msgpack = msgspec.msgpack.Encoder().encode


def _readers(kind: Any) -> dict[Codec, Callable[[bytes], Any]]:
    return {
        Codec.MSGPACK: msgspec.msgpack.Decoder(kind).decode,
        Codec.JSON: msgspec.json.Decoder(kind).decode,
    }


_read_id: dict[Codec, Callable[[bytes], _IdAlone]] = _readers(_IdAlone)
_read_unknown_event: dict[Codec, Callable[[bytes], UnknownEvent]] = _readers(UnknownEvent)
_read_command: dict[Codec, Callable[[bytes], to_server.Message]] = _readers(to_server.Message)
_read_message: dict[Codec, Callable[[bytes], to_client.Message]] = _readers(to_client.Message)
_has_repeated_key = {Codec.MSGPACK: scan.has_repeated_key_msgpack, Codec.JSON: scan.has_repeated_key_json}


def writer(codec: Codec) -> Callable[[msgspec.Struct], bytes]:
    """Give what writes messages as ``encode`` does, for who writes many in one codec."""
    return _to_json if codec is Codec.JSON else _to_msgpack


def encode(message: msgspec.Struct, codec: Codec) -> bytes:
    """Write a message. JSON comes as UTF-8 bytes, to be sent as a text frame (``codec.is_text``)."""
    return _to_json(message) if codec is Codec.JSON else _to_msgpack(message)


def decode_command(data: bytes | str, codec: Codec) -> to_server.Message | Refused:
    """Read what a client sent: ``str`` from a text frame, ``bytes`` from a binary one. Never raises."""
    if len(data) > MAX_BYTES:
        return Refused(RejectCode.TOO_BIG, "$", f"frame over {MAX_BYTES} bytes")
    if isinstance(data, str) is not codec.is_text:
        return Refused(RejectCode.MALFORMED, "$", f"wrong frame type for {codec.value}")
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError:
        return Refused(RejectCode.MALFORMED, "$", "text that is no Unicode")
    if len(raw) > MAX_BYTES:
        return Refused(RejectCode.TOO_BIG, "$", f"frame over {MAX_BYTES} bytes")
    try:
        message = _read_command[codec](raw)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        return _refused(error, raw, codec)
    # What reads back to the same bytes has no key twice; other clients' ways of writing are looked through.
    if encode(message, codec) != raw and _has_repeated_key[codec](raw):
        own_id = getattr(message, "id", None)
        return Refused(RejectCode.MALFORMED, "$", "a key stands twice in one map", own_id)
    return message


def decode_message(data: bytes | str, codec: Codec) -> to_client.Message | UnknownEvent | Unreadable:
    """Read what the server sent.

    Unknown fields are ignored; what cannot be read is told apart, never raised.
    """
    if isinstance(data, str) and not codec.is_text:
        return Unreadable("text where bytes were agreed on")
    raw = data.encode() if isinstance(data, str) else data
    try:
        return _read_message[codec](raw)
    except (ValueError, RecursionError) as error:
        return _left_aside(error, raw, codec)


def _left_aside(error: Exception, raw: bytes, codec: Codec) -> UnknownEvent | Unreadable:
    try:
        return _read_unknown_event[codec](raw)
    except (ValueError, RecursionError):
        return Unreadable(str(error))


_UNKNOWN_FIELD = re.compile(r"(?:unknown|required) field `([^`]*)`")


def _refused(error: Exception, raw: bytes, codec: Codec) -> Refused:
    """Say what is wrong and where; the id too, if the frame has a good one."""
    what, _, where = str(error).rpartition(" - at `")
    path = where.rstrip("`") if what else "$"
    unknown = _UNKNOWN_FIELD.search(str(error))
    if unknown:
        path = f"{path}.{unknown[1]}"
    try:
        own_id = _read_id[codec](raw).id
    except (ValueError, RecursionError):
        own_id = None
    return Refused(RejectCode.MALFORMED, _plain(path), _plain(what or str(error)), own_id)


def _plain(text: str) -> str:
    """Keep of a client's own words only what is harmless in an answer or a log, and not much of it."""
    return "".join(sign if sign.isascii() and sign.isprintable() else "?" for sign in text[:120])
