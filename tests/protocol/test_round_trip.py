"""Every message survives both codecs, in our hands and in those of the reference msgpack package."""

from __future__ import annotations

import json

import hypothesis.strategies as st
import msgpack
import msgspec
import pytest
from hypothesis import given, settings

from protocol import scan, to_client, to_server
from protocol.codec import Codec, decode_command, decode_message, encode, writer
from tests.protocol.samples import FROM_CLIENTS, FROM_SERVER, Sample
from tests.protocol.strategies import from_type, junk

INBOUND = from_type(to_server.Message)
OUTBOUND = from_type(to_client.Message)


@given(INBOUND)
def test_whatever_a_client_may_say_comes_through_both_codecs(message: msgspec.Struct) -> None:
    assert decode_command(encode(message, Codec.JSON).decode(), Codec.JSON) == message
    assert decode_command(encode(message, Codec.MSGPACK), Codec.MSGPACK) == message


@settings(max_examples=60)
@given(OUTBOUND)
def test_whatever_the_server_may_say_comes_through_both_codecs(message: msgspec.Struct) -> None:
    assert decode_message(encode(message, Codec.JSON), Codec.JSON) == message
    assert decode_message(encode(message, Codec.MSGPACK), Codec.MSGPACK) == message
    assert all(writer(codec)(message) == encode(message, codec) for codec in Codec)


@settings(max_examples=60)
@given(INBOUND | OUTBOUND)
def test_both_codecs_hold_the_same_tree(message: msgspec.Struct) -> None:
    assert msgpack.unpackb(encode(message, Codec.MSGPACK)) == json.loads(encode(message, Codec.JSON))


@pytest.mark.parametrize("sample", [*FROM_CLIENTS, *FROM_SERVER], ids=lambda sample: sample.meaning)
def test_the_reference_msgpack_package_reads_our_frames(sample: Sample) -> None:
    packed = encode(sample.message, Codec.MSGPACK)
    tree = msgpack.unpackb(packed, strict_map_key=True)
    assert tree == json.loads(encode(sample.message, Codec.JSON))
    assert msgpack.packb(tree) == packed


@pytest.mark.parametrize("sample", FROM_CLIENTS, ids=lambda sample: sample.meaning)
def test_we_read_the_reference_msgpack_packages_frames(sample: Sample) -> None:
    tree = json.loads(encode(sample.message, Codec.JSON))
    shuffled = dict(sorted(tree.items(), reverse=True))
    assert decode_command(msgpack.packb(shuffled), Codec.MSGPACK) == sample.message
    assert decode_command(json.dumps(shuffled), Codec.JSON) == sample.message


@given(st.dictionaries(st.text(), junk() | st.binary(), max_size=20))
def test_a_map_with_every_key_once_has_none_twice(tree: dict[str, object]) -> None:
    assert not scan.has_repeated_key_msgpack(msgspec.msgpack.encode(tree))


@pytest.mark.parametrize("size", [2, 20, 70_000])
@pytest.mark.parametrize("depth", [0, 1])
def test_a_key_twice_is_found_in_maps_and_lists_of_every_size(size: int, depth: int) -> None:
    packer = msgpack.Packer()
    keys = [*range(1, size), 1]
    pairs = b"".join(packer.pack(f"{key}") + packer.pack([key] * 17) for key in keys)
    wrapped = packer.pack_array_header(size) * depth + packer.pack_map_header(size) + pairs
    wrapped += packer.pack(None) * ((size - 1) * depth)
    assert scan.has_repeated_key_msgpack(wrapped)
    once = wrapped.replace(
        pairs, pairs[: -len(packer.pack("1") + packer.pack([1] * 17))] + packer.pack("0") * 2
    )
    assert not scan.has_repeated_key_msgpack(once)
