"""The decoder is total: whatever arrives is a message or a refusal, and a refusal says what is wrong."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
import msgpack
import msgspec
import pytest
from hypothesis import given

from protocol import to_server
from protocol.codec import (
    MAX_BYTES,
    Codec,
    Refused,
    UnknownEvent,
    Unreadable,
    decode_command,
    decode_message,
    encode,
)
from protocol.codes import RejectCode
from tests.protocol.samples import FROM_CLIENTS, FROM_SERVER, Sample, ident
from tests.protocol.samples.refusals import REFUSALS, Refusal
from tests.protocol.strategies import junk

INBOUND = msgspec.json.schema(to_server.Message)["discriminator"]["mapping"]
codecs = pytest.mark.parametrize("codec", Codec, ids=[codec.value for codec in Codec])


def frame_of(message: msgspec.Struct, codec: Codec) -> str | bytes:
    """Write a message as it goes onto the socket."""
    data = encode(message, codec)
    return data.decode() if codec.is_text else data


@codecs
@pytest.mark.parametrize("sample", FROM_CLIENTS, ids=lambda sample: sample.meaning)
def test_what_a_client_may_say_is_read(sample: Sample, codec: Codec) -> None:
    assert decode_command(frame_of(sample.message, codec), codec) == sample.message


@codecs
@pytest.mark.parametrize("sample", FROM_SERVER, ids=lambda sample: sample.meaning)
def test_what_the_server_says_is_read(sample: Sample, codec: Codec) -> None:
    assert decode_message(frame_of(sample.message, codec), codec) == sample.message
    assert decode_message(encode(sample.message, codec), codec) == sample.message


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: f"{each.codec.value}: {each.meaning}")
def test_a_bad_frame_is_refused_with_its_code_and_field(refusal: Refusal) -> None:
    refused = decode_command(refusal.frame, refusal.codec)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.field) == (refusal.code, refusal.field)


def test_text_that_is_no_unicode_is_refused() -> None:
    refused = decode_command('{"t":"ping","at":"\ud800"}', Codec.JSON)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.field) == (RejectCode.MALFORMED, "$")


@codecs
def test_a_frame_of_exactly_the_limit_is_read_and_one_byte_more_is_not(codec: Codec) -> None:
    name = "x"
    while len(encode(to_server.Hello((1,), token=name), codec)) < MAX_BYTES:
        name += "x"
    at_limit = frame_of(to_server.Hello((1,), token=name), codec)
    refused = decode_command(at_limit, codec)
    assert isinstance(refused, Refused) and refused.code is RejectCode.MALFORMED
    beyond = frame_of(to_server.Hello((1,), token=name + "x"), codec)
    refused = decode_command(beyond, codec)
    assert isinstance(refused, Refused) and refused.code is RejectCode.TOO_BIG


def test_white_space_up_to_the_limit_is_no_harm() -> None:
    padded = '{"t":"ping","at":1}'.ljust(MAX_BYTES)
    assert decode_command(padded, Codec.JSON) == to_server.Ping(1)
    assert isinstance(decode_command(padded + " ", Codec.JSON), Refused)


@codecs
def test_a_refusal_carries_the_id_if_the_frame_had_a_good_one(codec: Codec) -> None:
    bad: dict[str, Any] = {"t": "sit", "id": ident(9), "room": "r", "seat": 7}
    frame = json.dumps(bad) if codec.is_text else msgpack.packb(bad)
    refused = decode_command(frame, codec)
    assert isinstance(refused, Refused) and refused.id == ident(9)
    bad["id"] = "no such thing"
    frame = json.dumps(bad) if codec.is_text else msgpack.packb(bad)
    refused = decode_command(frame, codec)
    assert isinstance(refused, Refused) and refused.id is None


def test_a_repeated_key_is_refused_under_the_commands_id() -> None:
    twice = f'{{"t":"sit","id":"{ident(3)}","room":"r","seat":1,"seat":2}}'
    refused = decode_command(twice, Codec.JSON)
    assert isinstance(refused, Refused) and refused.id == ident(3)


@given(st.text(max_size=200))
def test_a_refusal_repeats_little_and_plainly_of_what_the_client_wrote(name: str) -> None:
    refused = decode_command(json.dumps({"t": "ping", "at": 1, name: 2}), Codec.JSON)
    if isinstance(refused, Refused):
        for text in (refused.field, refused.message):
            assert len(text) <= 120 and text.isascii() and text.isprintable()


# ---------------------------------------------------------------- nothing raises


def whole(outcome: object, codec: Codec) -> None:
    """A message that was read is written and read the same; anything else is a refusal of a closed set."""
    if isinstance(outcome, Refused):
        assert outcome.code in (RejectCode.MALFORMED, RejectCode.TOO_BIG)
    else:
        assert isinstance(outcome, msgspec.Struct)
        assert decode_command(frame_of(outcome, codec), codec) == outcome


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    whole(decode_command(data, Codec.MSGPACK), Codec.MSGPACK)
    whole(decode_command(data, Codec.JSON), Codec.JSON)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(data: str) -> None:
    whole(decode_command(data, Codec.JSON), Codec.JSON)
    whole(decode_command(data, Codec.MSGPACK), Codec.MSGPACK)


@given(st.sampled_from(FROM_CLIENTS), st.data())
def test_a_good_frame_with_some_bytes_changed_is_read_or_refused(sample: Sample, data: st.DataObject) -> None:
    for codec in Codec:
        frame = bytearray(encode(sample.message, codec))
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(frame) - 1))
            frame[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
            frame = frame or bytearray(b"\xc0")
        if codec.is_text:
            whole(decode_command(bytes(frame).decode("utf-8", "surrogateescape"), codec), codec)
        else:
            whole(decode_command(bytes(frame), codec), codec)


@given(
    st.sampled_from(sorted(INBOUND)), st.dictionaries(st.sampled_from(["id", "room", "action", "at"]), junk())
)
def test_a_known_tag_with_any_fields_is_read_or_refused(tag: str, fields: dict[str, Any]) -> None:
    message = {"t": tag, **fields}
    whole(decode_command(json.dumps(message), Codec.JSON), Codec.JSON)
    whole(decode_command(msgspec.msgpack.encode(message), Codec.MSGPACK), Codec.MSGPACK)


@given(st.binary(max_size=200))
def test_a_client_reads_any_bytes_or_leaves_them_aside(data: bytes) -> None:
    for codec in Codec:
        decode_message(data, codec)


# ---------------------------------------------------------------- what a client leaves aside


def test_a_client_counts_a_frame_whose_event_it_does_not_know() -> None:
    frame = '{"t":"frame","room":"r","view":"public","inc":1,"n":9,"event":{"t":"sneezed"}}'
    assert decode_message(frame, Codec.JSON) == UnknownEvent("r", "public", 1, 9)


def test_a_client_leaves_aside_a_message_it_does_not_know() -> None:
    assert isinstance(decode_message('{"t":"weather"}', Codec.JSON), Unreadable)
    assert isinstance(decode_message("{}", Codec.MSGPACK), Unreadable)
    assert isinstance(decode_message(b"\x91" * 2000, Codec.MSGPACK), Unreadable)


def test_a_codec_is_found_by_its_subprotocol() -> None:
    assert Codec.of("sifang.1+msgpack") is Codec.MSGPACK
    assert Codec.of("sifang.1+json") is Codec.JSON
    assert Codec.of("sifang.2+json") is None
    assert Codec.of(None) is None
