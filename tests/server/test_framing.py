"""Messages on the socket read as the library would have written them."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from server.framing import ends_a_frame, framed, unwrapped


@pytest.mark.parametrize("is_text", [False, True])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_library_frames_it(size: int, is_text: bool) -> None:
    message = b"x" * size
    own = Frame(Opcode.TEXT if is_text else Opcode.BINARY, message).serialize(mask=False)
    assert framed([message], is_text) == own


def test_messages_follow_one_another() -> None:
    assert framed([b"a" * 200, b"b"], False) == framed([b"a" * 200], False) + framed([b"b"], False)
    assert framed([], True) == b""


def sent(opcode: Opcode, message: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, message, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 125, 126, 127, 4096])
def test_a_message_that_came_alone_is_taken_out_of_its_frame(size: int) -> None:
    message = bytes(range(256)) * 16
    assert unwrapped(sent(Opcode.BINARY, message[:size])) == message[:size]
    assert unwrapped(sent(Opcode.TEXT, b"x" * size)) == "x" * size


def test_text_comes_as_text() -> None:
    assert unwrapped(sent(Opcode.TEXT, "四方".encode())) == "四方"


WHOLE = sent(Opcode.BINARY, b"message")
LEFT = [
    b"", WHOLE[:1], WHOLE[:5], WHOLE[:-1], WHOLE + WHOLE[:1], WHOLE + WHOLE,
    Frame(Opcode.BINARY, b"unmasked").serialize(mask=False),
    sent(Opcode.BINARY, b"a part", fin=False), sent(Opcode.CONT, b"the rest"),
    sent(Opcode.PING, b""), sent(Opcode.CLOSE, b"\x03\xe8"),
    bytes((WHOLE[0] | 0x40,)) + WHOLE[1:],
    sent(Opcode.TEXT, b"\xff is no text"),
    sent(Opcode.BINARY, bytes(4097)), sent(Opcode.BINARY, bytes(65_536)),
    sent(Opcode.BINARY, bytes(65_536))[:133], b"\x82\xff" + bytes(7) + b"\x77" + bytes(4 + 119),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(LEFT)))
def test_everything_else_is_left_to_the_library(number: int) -> None:
    assert unwrapped(LEFT[number]) is None


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_it_is_seen_whether_frames_end_where_the_data_does(size: int) -> None:
    frames = sent(Opcode.BINARY, bytes(size)) + sent(Opcode.PING, b"") + sent(Opcode.TEXT, bytes(size))
    assert ends_a_frame(frames)
    assert ends_a_frame(Frame(Opcode.BINARY, bytes(size)).serialize(mask=False))
    for cut in (1, 2, 5, size + 1):
        assert not ends_a_frame(frames[:-cut])
        assert not ends_a_frame(frames + frames[:1])
