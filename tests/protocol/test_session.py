"""The annotated session in docs/protocol.md is true: its frames read, and they keep every promise."""

from __future__ import annotations

import hashlib

import pytest

from protocol import to_client as c
from protocol import to_server as s
from protocol.codec import Codec, Refused, UnknownEvent, Unreadable, decode_command, decode_message, encode
from protocol.events import HandEnded, HandStarted, NoncesListed
from protocol.fold import fold
from protocol.view import TableView
from tests.protocol.kit import session

LINES = session()


def messages() -> list[s.Message | c.Message]:
    """Read the session."""
    read: list[s.Message | c.Message] = []
    for speaker, frame in LINES:
        message = (
            decode_command(frame, Codec.JSON) if speaker == "client" else decode_message(frame, Codec.JSON)
        )
        assert not isinstance(message, Refused | Unreadable | UnknownEvent), (frame, message)
        read.append(message)
    return read


def test_there_is_a_session() -> None:
    assert len(LINES) > 50


@pytest.mark.parametrize(("speaker", "frame"), LINES)
def test_every_frame_is_written_as_it_is_sent(speaker: str, frame: str) -> None:
    message = decode_command(frame, Codec.JSON) if speaker == "client" else decode_message(frame, Codec.JSON)
    if speaker == "server":
        assert encode(message, Codec.JSON).decode() == frame
    else:
        assert not isinstance(message, Refused)


def test_every_command_is_answered_once() -> None:
    commands = [message.id for message in messages() if isinstance(message, s.Command)]
    answers = [message.id for message in messages() if isinstance(message, c.Accepted | c.Rejected)]
    assert commands == answers
    assert len(set(commands)) == len(commands)


def test_numbers_have_no_holes_and_events_fold_into_the_view() -> None:
    state, last = TableView("lobby"), 0
    for message in messages():
        if isinstance(message, c.Snapshot):
            state, last = message.state, message.n
        if isinstance(message, c.Frame):
            assert message.n == last + 1
            last, state = message.n, fold(state, message.event)
        if isinstance(message, c.Prompt):
            assert message.n == last
            own = state.seats[0]
            held = set(own.tiles or ())
            assert set(message.offers.discard) in (set(), held)
    assert (state.phase, [seat.score for seat in state.seats]) == ("hand_over", [2, 0, 0, -2])


def test_prompts_are_counted_for_the_player_alone_and_closed_with_his_answer() -> None:
    prompts = [message for message in messages() if isinstance(message, c.Prompt)]
    closed = [message for message in messages() if isinstance(message, c.PromptClosed)]
    assert [prompt.prompt for prompt in prompts] == [1, 2, 3, 4]
    assert [(each.prompt, each.by) for each in closed] == [(n, "player") for n in (1, 2, 3, 4)]


def test_the_client_resumes_after_the_last_number_it_saw() -> None:
    resumed = False
    last = 0
    for message in messages():
        if isinstance(message, s.Hello) and message.resume:
            assert [point.last for point in message.resume] == [last]
            resumed = True
        if isinstance(message, c.Frame):
            last = message.n
    assert resumed


def test_the_secret_is_the_one_committed_to_and_the_nonce_is_listed() -> None:
    events = [message.event for message in messages() if isinstance(message, c.Frame)]
    (started,) = [event for event in events if isinstance(event, HandStarted)]
    (listed,) = [event for event in events if isinstance(event, NoncesListed)]
    (nonce,) = [message.nonce for message in messages() if isinstance(message, s.Nonce)]
    (result,) = [event.result for event in events if isinstance(event, HandEnded)]
    assert hashlib.sha256(bytes.fromhex(result.secret or "")).hexdigest() == started.commit
    assert listed.nonces == (nonce, "", "", "")
    assert sum(result.totals) == 0
