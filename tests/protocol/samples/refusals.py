"""Frames no client may send, and what each is answered with."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgpack

from protocol.codec import Codec
from protocol.codes import RejectCode
from tests.protocol.samples.parts import ROOM, ident

__all__ = ["REFUSALS", "Refusal"]

ID = ident(1)


class Refusal(NamedTuple):
    """A frame (text or bytes as it comes off the socket) and the refusal it gets."""

    meaning: str
    codec: Codec
    frame: str | bytes
    field: str
    code: RejectCode = RejectCode.MALFORMED


def _json(meaning: str, frame: str | bytes, field: str = "$") -> Refusal:
    return Refusal(meaning, Codec.JSON, frame, field)


def _msgpack(meaning: str, frame: str | bytes, field: str = "$") -> Refusal:
    return Refusal(meaning, Codec.MSGPACK, frame, field)


def _packed(**fields: Any) -> bytes:
    packed = msgpack.packb(fields)
    assert isinstance(packed, bytes)
    return packed


DEEP = "[" * 2000 + "]" * 2000

REFUSALS = (
    # the frame
    _json("binary where text was agreed on", b'{"t":"ping","at":1}'),
    _msgpack("text where binary was agreed on", '{"t":"ping","at":1}'),
    Refusal("over 4,096 signs", Codec.JSON, '{"t":"ping","at":1}' + " " * 4096, "$", RejectCode.TOO_BIG),
    Refusal("over 4,096 bytes", Codec.JSON, '"' + "中" * 2000 + '"', "$", RejectCode.TOO_BIG),
    Refusal("over 4,096 bytes", Codec.MSGPACK, b"\xc1" * 4097, "$", RejectCode.TOO_BIG),
    _json("nothing", ""),
    _msgpack("nothing", b""),
    _json("half a message", '{"t":"ping","at"'),
    _msgpack("half a message", _packed(t="ping", at=1)[:-1]),
    _json("more than a message", '{"t":"ping","at":1} 7'),
    _msgpack("more than a message", _packed(t="ping", at=1) + b"\x07"),
    _json("a list", "[]"),
    _msgpack("null", b"\xc0"),
    _msgpack("a byte that MessagePack does not use", b"\xc1"),
    _msgpack("a map that claims four billion keys", b"\xdf\xff\xff\xff\xff"),
    _msgpack(
        "a list that claims four billion levels",
        b"\x82\xa1t\xa5hello\xa6levels\xdd\xff\xff\xff\xff",
        "$.levels",
    ),
    # the tag
    _json("no tag", '{"at":1}', "$.t"),
    _json("an unknown tag", '{"t":"win","at":1}', "$.t"),
    _msgpack("a tag that is a number", _packed(t=7), "$.t"),
    # the fields
    _json("a field missing", '{"t":"ping"}', "$.at"),
    _json("a field unknown", '{"t":"ping","at":1,"by":2}', "$.by"),
    _json("no id", '{"t":"get_catalogue"}', "$.id"),
    _json("an id too short", '{"t":"get_catalogue","id":"00ff"}', "$.id"),
    _json("an id with capitals", f'{{"t":"get_catalogue","id":"{"AB" * 16}"}}', "$.id"),
    _json("an id and a line end", f'{{"t":"get_catalogue","id":"{"ab" * 16}\\n"}}', "$.id"),
    _json("a fifth seat", f'{{"t":"sit","id":"{ID}","room":"{ROOM}","seat":4}}', "$.seat"),
    _msgpack("a seat that is true", _packed(t="sit", id=ID, room=ROOM, seat=True), "$.seat"),
    _json("no such tile", f'{{"t":"get_waits","id":"{ID}","room":"{ROOM}","discard":"8z"}}', "$.discard"),
    _msgpack(
        "an unknown field inside an action",
        _packed(t="act", id=ID, room=ROOM, prompt=1, action={"t": "pass", "seat": 2}),
        "$.action.seat",
    ),
    _msgpack(
        "a chow with one tile",
        _packed(t="act", id=ID, room=ROOM, prompt=1, action={"t": "chow", "tiles": ["5m"]}),
        "$.action.tiles",
    ),
    _msgpack(
        "a kong that does not say of what",
        _packed(t="act", id=ID, room=ROOM, prompt=1, action={"t": "kong"}),
        "$.action.tile",
    ),
    _json("a room and a code at once", f'{{"t":"watch","id":"{ID}","room":"r","code":"K7MD"}}'),
    _json("neither room nor code", f'{{"t":"watch","id":"{ID}"}}'),
    # numbers, text, keys
    _json("a number with a point", '{"t":"ping","at":1.0}', "$.at"),
    _json("a number that is none", '{"t":"ping","at":NaN}'),
    _msgpack("a number that is none", _packed(t="ping", at=float("nan")), "$.at"),
    _json("a number without bounds", f'{{"t":"ping","at":1{"0" * 400}}}', "$.at"),
    _msgpack(
        "an option that is a fraction",
        _packed(t="create_room", id=ID, ruleset="nanning", options={"codes": 2.5}),
        "$.options[...]",
    ),
    _msgpack("text that is no UTF-8", b"\x82\xa1t\xa4ping\xa2at\xa2\xff\xfe", "$.at"),
    _msgpack("a key that is no UTF-8", b"\x82\xa1t\xa4ping\xa2\xff\xfe\x01"),
    _json("half a surrogate", f'{{"t":"rename","id":"{ID}","name":"\\ud800"}}'),
    _msgpack("an extension type", _packed(t="ping", at=msgpack.ExtType(5, b"x")), "$.at"),
    _msgpack("a timestamp", _packed(t="ping", at=msgpack.Timestamp(1, 0)), "$.at"),
    _json("one key twice", '{"t":"ping","at":1,"at":2}'),
    _json("one key twice, once in disguise", '{"t":"ping","at":1,"\\u0061t":2}'),
    _json(
        "one key twice, further in",
        f'{{"t":"get_rules","id":"{ID}","ruleset":"x","options":{{"a":1,"a":2}}}}',
    ),
    _msgpack("one key twice", b"\x83\xa1t\xa4ping\xa2at\x01\xa2at\x02"),
    _msgpack("one key twice, under a longer head", b"\x83\xa1t\xa4ping\xa2at\x01\xd9\x02at\x02"),
    # depth
    _json("two thousand lists deep", f'{{"t":"ping","at":{DEEP}}}', "$.at"),
    _json("two thousand lists deep, before the tag", f'{{"at":{DEEP},"t":"ping"}}'),
    _msgpack("two thousand lists deep", b"\x82\xa2at" + b"\x91" * 2000 + b"\x01\xa1t\xa4ping"),
)
"""Every kind of bad frame."""
