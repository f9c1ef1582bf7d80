"""How a command is put into bytes."""

from __future__ import annotations

import pytest
from redis.asyncio.connection import Connection

from server.store.scripts import Command, packed


@pytest.mark.parametrize(
    "command", [("PING",), ("SET", "钥", b"\x00\r\n\xff"), ("EVALSHA", "0" * 40, 2, "a", "b", 7, 0, b"")]
)
def test_a_command_is_packed_as_the_client_library_packs_it(command: Command) -> None:
    assert packed(command) == b"".join(Connection().pack_command(*command))
