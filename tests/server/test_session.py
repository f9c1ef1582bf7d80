"""One connection's talk: hello first, one answer to everything, so much nonsense and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Echo, Rejected
from protocol.to_server import Act, GetLobby, GetWaits, Hello, Ping
from protocol.vocabulary import Pass
from server.session import NONSENSE, PUSHING, Ask, Greet, Hang, Phase, Rates, Say, Session, Step
from tests.server.doubles import IDS, frame, said

HELLO = said(Hello((1,)))


def new(codec: Codec = Codec.MSGPACK, now: int = 0) -> Session:
    return Session(codec, Rates(), now)


def open_session(codec: Codec = Codec.MSGPACK) -> Session:
    session = new(codec)
    session.receive(said(Hello((1,)), codec), 0)
    session.greeted()
    return session


def rejected(steps: tuple[Step, ...]) -> Rejected:
    (step,) = steps
    assert isinstance(step, Say) and isinstance(step.message, Rejected)
    return step.message


@pytest.mark.parametrize("codec", Codec)
def test_hello_comes_first_and_then_commands(codec: Codec) -> None:
    session = new(codec)
    (step,) = session.receive(said(Hello((1, 7)), codec), 0)
    assert step == Greet(Hello((1, 7)), 1)
    session.greeted()
    assert session.receive(said(GetLobby(IDS[1]), codec), 0) == (Ask(GetLobby(IDS[1])),)


def test_a_command_before_hello_is_refused_by_its_id() -> None:
    session = new()
    answer = rejected(session.receive(said(GetLobby(IDS[1])), 0))
    assert (answer.code, answer.id) == (RejectCode.HELLO_FIRST, IDS[1])
    session.receive(HELLO, 0)
    assert rejected(session.receive(said(GetLobby(IDS[2])), 0)).code is RejectCode.HELLO_FIRST


def test_a_second_hello_is_refused() -> None:
    session = open_session()
    assert rejected(session.receive(HELLO, 0)).code is RejectCode.HELLO_TWICE
    session = new()
    session.receive(HELLO, 0)
    assert rejected(session.receive(HELLO, 0)).code is RejectCode.HELLO_TWICE


def test_a_hello_that_will_not_do_may_be_said_again() -> None:
    session = new()
    session.receive(HELLO, 0)
    session.turned_away()
    assert session.phase is Phase.NEW
    assert isinstance(session.receive(HELLO, 0)[0], Greet)


def test_no_level_in_common_ends_it() -> None:
    session = new()
    assert session.receive(said(Hello((2, 9))), 0) == (Hang(CloseCode.VERSION),)
    assert session.receive(HELLO, 0) == ()


def test_a_ping_is_answered_at_any_time() -> None:
    assert new().receive(said(Ping(17)), 23) == (Say(Echo(17, 23)),)
    assert open_session().receive(said(Ping(17)), 23) == (Say(Echo(17, 23)),)


def test_no_hello_in_time_ends_it_and_a_hello_in_time_does_not() -> None:
    assert new().late() == (Hang(CloseCode.NO_HELLO),)
    session = new()
    session.receive(HELLO, 0)
    assert session.late() == ()
    assert open_session().late() == ()


def test_twenty_commands_a_second_with_a_burst_of_forty() -> None:
    session = open_session()  # whose hello was the first of the burst
    ping = said(Ping(1))
    assert all(isinstance(session.receive(ping, 0)[0], Say) for _ in range(39))
    command = said(GetLobby(IDS[1]))
    answer = rejected(session.receive(command, 0))
    assert (answer.code, answer.id, answer.retry_ms) == (RejectCode.TOO_FAST, IDS[1], 50)
    assert session.receive(command, 50) == (Ask(GetLobby(IDS[1])),)
    assert rejected(session.receive(command, 50)).code is RejectCode.TOO_FAST


def test_who_keeps_pushing_over_the_rate_is_hung_up_on() -> None:
    session = open_session()
    ping = said(Ping(1))
    for _ in range(39 + PUSHING):
        assert len(session.receive(ping, 0)) == 1
    assert session.receive(ping, 0) == (Hang(CloseCode.TOO_FAST),)
    assert session.receive(ping, 10_000) == ()


def test_who_pushes_again_and_again_between_what_he_may_send_is_hung_up_on() -> None:
    session = open_session()
    ping = said(Ping(1))
    sent = 0
    for now in range(0, 10_000, 50):  # one more may be sent by then
        for _ in range(PUSHING // 2):
            sent += 1
            if session.receive(ping, now) == (Hang(CloseCode.TOO_FAST),):
                assert sent < 39 + 2 * PUSHING
                return
    raise AssertionError(f"{sent} frames in ten seconds")


def test_who_slows_down_has_not_pushed() -> None:
    session = open_session()
    ping = said(Ping(1))
    for turn in range(20):
        for _ in range(39 + PUSHING // 2):
            (step,) = session.receive(ping, turn * 10_000)
            assert isinstance(step, Say)


def test_four_questions_after_waits_a_second() -> None:
    session = open_session()
    question = said(GetWaits(IDS[1], "room"))
    assert all(isinstance(session.receive(question, 0)[0], Ask) for _ in range(4))
    answer = rejected(session.receive(question, 0))
    assert (answer.code, answer.id, answer.retry_ms) == (RejectCode.TOO_FAST, IDS[1], 250)
    assert isinstance(session.receive(said(Act(IDS[2], "room", 1, Pass())), 0)[0], Ask)
    assert isinstance(session.receive(question, 250)[0], Ask)


@pytest.mark.parametrize("codec", Codec)
def test_nonsense_is_refused_by_its_id_and_changes_nothing(codec: Codec) -> None:
    session = open_session(codec)
    answer = rejected(session.receive(frame(codec, t="get_lobby", id=IDS[3], seat=2), 0))
    assert (answer.code, answer.id, answer.field) == (RejectCode.MALFORMED, IDS[3], "$.seat")
    assert session.receive(said(GetLobby(IDS[3]), codec), 0) == (Ask(GetLobby(IDS[3])),)


def test_too_much_nonsense_ends_it() -> None:
    session = open_session()
    for _ in range(NONSENSE):
        assert rejected(session.receive(b"\xc1", 0)).code is RejectCode.MALFORMED
    *_, last = session.receive(b"\xc1", 0)
    assert last == Hang(CloseCode.BAD_FRAME)


def test_the_wrong_kind_of_frame_ends_it() -> None:
    said_so, hang = open_session(Codec.MSGPACK).receive("{}", 0)
    assert isinstance(said_so, Say) and hang == Hang(CloseCode.BAD_FRAME)
    said_so, hang = open_session(Codec.JSON).receive(b"{}", 0)
    assert isinstance(said_so, Say) and hang == Hang(CloseCode.BAD_FRAME)


@pytest.mark.parametrize("sign", [" ", "牌"])
@pytest.mark.parametrize("limit", [512, 4096])
def test_a_frame_over_the_limit_is_not_read_and_ends_it(limit: int, sign: str) -> None:
    session = Session(Codec.JSON, Rates(frame_bytes=limit), 0)
    steps = session.receive(sign * (limit // len(sign.encode()) + 1), 0)
    assert [type(step) for step in steps] == [Say, Hang]
    assert isinstance(steps[0], Say) and isinstance(steps[0].message, Rejected)
    assert steps[0].message.code is RejectCode.TOO_BIG


@given(
    st.lists(st.one_of(st.binary(max_size=200), st.text(max_size=100), st.just(HELLO)), max_size=30),
    st.sampled_from(Codec),
)
def test_whatever_comes_is_answered_by_a_code_or_a_named_close(
    frames: list[bytes | str], codec: Codec
) -> None:
    session = new(codec)
    for number, data in enumerate(frames):
        over = session.phase is Phase.OVER
        steps = session.receive(data, number * 100)
        assert bool(steps) is not over
        for step in steps:
            assert isinstance(step, Say | Greet | Hang)
        assert (session.phase is Phase.OVER) == (over or any(isinstance(step, Hang) for step in steps))
