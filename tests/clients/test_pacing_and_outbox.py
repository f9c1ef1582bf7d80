"""When a client tries again, and that every command gets its one answer however often it is said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from clients.sdk.outbox import Outbox
from clients.sdk.pacing import STEPS_MS, Backoff, policy_of
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Limits, Rejected
from protocol.to_server import Command, GetLobby, Phrase

LIMITS = Limits(4096, 16, 20, 40, 4, 15_000, 10_000, 16)


def command(number: int) -> Command:
    return GetLobby(f"{number:032x}")


# ---------------------------------------------------------------- pauses


@pytest.mark.parametrize("close", CloseCode, ids=lambda close: close.reason)
def test_each_of_our_close_codes_says_itself_whether_to_come_back(close: CloseCode) -> None:
    assert policy_of(close.value) == close.reconnect


@pytest.mark.parametrize("code", [None, 1001, 1006, 1011, 1012, 1013])
def test_a_lost_connection_is_taken_up_later(code: int | None) -> None:
    assert policy_of(code) == "later"


@pytest.mark.parametrize("code", [1000, 1002, 1003, 1008, 1009, 1010, 4999])
def test_every_other_close_code_ends_it(code: int) -> None:
    assert policy_of(code) == "no"


def test_pauses_grow_to_five_seconds_and_stay_there() -> None:
    even = Backoff(lambda: 0.5)
    assert [even.next_ms() for _ in range(7)] == [300, 600, 1200, 2400, 5000, 5000, 5000]


def test_jitter_takes_or_adds_a_fifth_at_most() -> None:
    low, high = Backoff(lambda: 0.0), Backoff(lambda: 0.999999)
    for step in STEPS_MS:
        assert low.next_ms() == round(step * 0.8)
        assert high.next_ms() == round(step * 1.2)


def test_only_the_first_try_is_at_once_so_that_no_server_is_stormed() -> None:
    backoff = Backoff(lambda: 0.5)
    assert [backoff.next_ms(at_once=True) for _ in range(3)] == [0, 600, 1200]


def test_a_connection_that_stood_makes_pauses_short_again() -> None:
    backoff = Backoff(lambda: 0.5)
    for _ in range(4):
        backoff.next_ms()
    backoff.stood(999)
    assert backoff.next_ms() == 5000
    backoff.stood(1_000)
    assert backoff.next_ms() == 300


# ---------------------------------------------------------------- commands


def test_commands_are_said_once_in_their_order_until_answered() -> None:
    box = Outbox()
    box.connected(LIMITS, 0)
    for number in (1, 2):
        box.put(command(number))
    assert box.take(0) == [command(1), command(2)]
    assert box.take(1) == []
    assert box.answered(Accepted(command(1).id), 2) == command(1)
    assert box.answered(Accepted(command(1).id), 3) is None
    assert len(box) == 1 and command(2).id in box


def test_what_has_no_answer_is_said_again_on_the_next_connection_in_the_old_order() -> None:
    box = Outbox()
    box.connected(LIMITS, 0)
    for number in (1, 2, 3):
        box.put(command(number))
    box.take(0)
    box.answered(Rejected(command(2).id, RejectCode.NOT_NOW), 1)
    box.connected(LIMITS, 10)
    assert box.take(10) == [command(1), command(3)]


@pytest.mark.parametrize(
    ("code", "told", "wait"),
    [
        (RejectCode.BUSY, 70, 70), (RejectCode.BUSY, None, 200), (RejectCode.STORE_DOWN, None, 500),
        (RejectCode.TOO_FAST, 1000, 1000),
    ],
)  # fmt: skip
def test_not_now_puts_a_command_off_and_it_keeps_its_id(
    code: RejectCode, told: int | None, wait: int
) -> None:
    box = Outbox()
    box.connected(LIMITS, 0)
    box.put(command(1))
    box.take(0)
    assert box.answered(Rejected(command(1).id, code, retry_ms=told), 100) is None
    assert box.due(100) == 100 + wait
    assert box.take(100 + wait - 1) == []
    assert box.take(100 + wait) == [command(1)]
    assert box.due(100 + wait) is None


def test_too_long_a_wait_is_the_callers_to_take() -> None:
    box = Outbox()
    box.connected(LIMITS, 0)
    box.put(command(1))
    box.take(0)
    assert box.answered(Rejected(command(1).id, RejectCode.TOO_FAST, retry_ms=60_000), 0) == command(1)


def test_no_more_is_said_than_the_server_puts_up_with() -> None:
    box = Outbox()
    box.connected(replace(LIMITS, commands_per_s=10, burst=4), 0)
    for number in range(6):
        box.put(command(number))
    assert len(box.take(0)) == 3
    assert box.due(0) == 101
    assert len(box.take(101)) == 1
    assert len(box.take(101)) == 0
    assert len(box.take(1000)) == 2


def test_what_is_dropped_is_waited_for_no_more() -> None:
    box = Outbox()
    box.connected(LIMITS, 0)
    box.put(command(1))
    box.drop(command(1).id)
    box.drop(command(1).id)
    assert box.take(0) == [] and box.due(0) is None


def test_answers_to_nothing_that_was_said_are_left_aside() -> None:
    box = Outbox()
    assert box.answered(Rejected(None, RejectCode.MALFORMED), 0) is None
    assert box.answered(Accepted(Phrase("f" * 32, "r", 1).id), 0) is None
