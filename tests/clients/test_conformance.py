"""The SDK and the recorded wire samples (docs/protocol.md, Conformance kit)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import happenings as h
from clients.sdk.session import Habits
from clients.sdk.stream import Stream, Took
from protocol.codec import Codec, UnknownEvent, Unreadable, decode_command, decode_message
from protocol.to_client import Frame, Snapshot
from protocol.to_server import Command, Hello, Nonce
from tests.clients.talk import Talk

FOLDER = Path(__file__).resolve().parents[1] / "data" / "wire"


def kit(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def read(sample: dict[str, str], codec: Codec) -> Any:
    return decode_message(sample["json"] if codec.is_text else bytes.fromhex(sample["msgpack"]), codec)


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize("sample", kit("streams"), ids=lambda sample: sample["meaning"])
def test_every_recorded_stream_folds_to_its_end(sample: dict[str, Any], codec: Codec) -> None:
    start, end = read(sample["start"], codec), read(sample["end"], codec)
    assert isinstance(start, Snapshot) and isinstance(end, Snapshot)
    stream = Stream(start.room, start.view)
    stream.begin(start)
    for each in sample["frames"]:
        frame = read(each, codec)
        assert isinstance(frame, Frame) and stream.take(frame) is Took.NEXT
    assert (stream.table, stream.n) == (end.state, end.n)


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize("name", ["to_client", "tolerant"])
def test_nothing_a_server_may_say_upsets_a_session(name: str, codec: Codec) -> None:
    for sample in kit(name):
        talk = Talk(codec=codec)
        talk.connect()
        data = sample["json"] if codec.is_text else bytes.fromhex(sample["msgpack"])
        talk.session.receive(data, 0)
        talk.said()


def test_what_a_newer_server_says_is_left_aside_or_makes_the_table_asked_for() -> None:
    for sample in kit("tolerant"):
        message = read(sample, Codec.JSON)
        assert sample["reads"] is not isinstance(message, Unreadable | UnknownEvent)


def test_the_annotated_session_is_lived_through() -> None:
    """Say to a session what the server says there; it must say what the client says there by itself."""
    lines = [(line["from"], line["json"]) for line in kit("session")]
    talk, happened, connections = Talk(Habits(ready_next=False)), [], 0
    theirs: list[Command] = []
    for speaker, text in lines:
        if speaker == "server":
            happened += talk.session.receive(text, 0)
            continue
        message = decode_command(text, Codec.JSON)
        if isinstance(message, Hello):
            if connections:
                talk.session.lost(None, "", 0)
            connections += 1
            talk.session.connected(Codec.JSON, 0)
            (hello,) = talk.of(Hello)
            assert (hello.resume, hello.token) == (message.resume, message.token)
        elif isinstance(message, Nonce):
            (nonce,) = talk.of(Nonce)
            assert (nonce.room, nonce.hand) == (message.room, message.hand)
            talk.accept([nonce])
        else:
            assert isinstance(message, Command)
            theirs.append(message)
            talk.session.put(message)
            assert talk.said() == [message]
    model = talk.session.rooms["r7Qk2"]
    assert [seat.score for seat in model.stream.table.seats] == [2, 0, 0, -2]
    assert [each.prompt.prompt for each in happened if isinstance(each, h.Asked)] == [1, 2, 3, 4]
    assert [each.command for each in happened if isinstance(each, h.Answered)] == theirs
    assert [each.n for each in happened if isinstance(each, h.Happened)] == list(range(1, 19))
    (check,) = model.checks
    assert "commitment" not in [fault.code for fault in check.faults]
