"""What a bot of the load makes of what it is told."""

from __future__ import annotations

from clients.load_bot import Figures, LoadBot, LoadTable, Run
from clients.load_wire import LoadWire
from protocol import to_server as say
from protocol.codec import Codec, decode_command, encode
from protocol.codes import RejectCode
from protocol.events import HandStarted
from protocol.to_client import Frame, Rejected


class Wire(LoadWire):
    """Keeps what is said."""

    def __init__(self) -> None:
        self.said: list[bytes] = []

    def write(self, message: bytes) -> None:
        self.said.append(message)


async def test_a_nonce_that_came_too_late_is_no_command_refused() -> None:
    """The load itself was held up for its two seconds (CO-5.2)."""
    run = Run(Figures(1), None)
    run.measuring = True
    bot = LoadBot(LoadTable(run), "ws://nowhere", 0)
    bot._wire = wire = Wire()
    bot._room = "r"
    bot._entered.set_result(None)
    begun = Frame("r", "seat0", 1, 1, HandStarted(3, "c" * 64, 0, False, 2000))
    bot._heard(encode(begun, Codec.MSGPACK))
    nonce = decode_command(wire.said[-1], Codec.MSGPACK)
    assert isinstance(nonce, say.Nonce) and nonce.hand == 3
    bot._heard(encode(Rejected(nonce.id, RejectCode.STALE, field="hand"), Codec.MSGPACK))
    assert (run.figures.refused, run.figures.late) == (0, 1)
    bot._heard(encode(Rejected("0" * 32, RejectCode.STALE), Codec.MSGPACK))
    bot._heard(encode(Rejected(nonce.id, RejectCode.STORE_DOWN), Codec.MSGPACK))
    assert (run.figures.refused, run.figures.late) == (2, 1)
