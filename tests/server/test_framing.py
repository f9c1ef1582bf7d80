"""Messages on the socket read as the library would have written them."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from server.framing import framed


@pytest.mark.parametrize("is_text", [False, True])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_library_frames_it(size: int, is_text: bool) -> None:
    message = b"x" * size
    own = Frame(Opcode.TEXT if is_text else Opcode.BINARY, message).serialize(mask=False)
    assert framed([message], is_text) == own


def test_messages_follow_one_another() -> None:
    assert framed([b"a" * 200, b"b"], False) == framed([b"a" * 200], False) + framed([b"b"], False)
    assert framed([], True) == b""
