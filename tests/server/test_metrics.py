"""What is measured, and the listener that gives it out."""

from __future__ import annotations

import asyncio

import pytest

from protocol.codes import RejectCode
from server.metrics import STAGES, Metrics, MetricsListener


def test_every_stage_and_every_code_is_there_from_the_start() -> None:
    text = Metrics().text().decode()
    assert all(f'sifang_stage_seconds_count{{stage="{stage}"}} 0.0' in text for stage in STAGES)
    assert all(f'sifang_rejected_total{{code="{code.value}"}} 0.0' in text for code in RejectCode)


def test_what_is_measured_is_told() -> None:
    metrics = Metrics()
    metrics.stage("journal", 0.002)
    metrics.rejected("stale")
    numbers = iter([3, 4])
    metrics.watch("overdue_tables", "to be 0", lambda: next(numbers))
    text = metrics.text().decode()
    assert 'sifang_stage_seconds_sum{stage="journal"} 0.002' in text
    assert 'sifang_rejected_total{code="stale"} 1.0' in text
    assert "sifang_overdue_tables 3.0" in text
    assert "sifang_overdue_tables 4.0" in metrics.text().decode()


def test_nothing_is_measured_finer_than_the_node() -> None:
    """No label tells of a room, a player or what he was asked."""
    text = Metrics().text().decode()
    labels = {part.partition("=")[0] for line in text.splitlines() if "{" in line and line[0] != "#"
              for part in line[line.index("{") + 1 : line.index("}")].split(",")}  # fmt: skip
    assert labels == {"stage", "code", "le"}


async def ask(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_the_listener_answers_metrics_and_nothing_else() -> None:
    listener = MetricsListener(Metrics())
    await listener.start("127.0.0.1", 0)
    try:
        got = await ask(listener.port, b"GET /metrics?x HTTP/1.1\r\nHost: a\r\n\r\n")
        head = await ask(listener.port, b"HEAD /metrics HTTP/1.1\r\n\r\n")
        assert got.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"sifang_stage_seconds" in got
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert head.endswith(b"\r\n\r\n")
        assert (await ask(listener.port, b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 404")
        assert (await ask(listener.port, b"POST /metrics HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 405")
        assert await ask(listener.port, b"x" * 5000) == b""
    finally:
        await listener.stop()


async def test_a_client_that_asks_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.listener.PATIENCE_S", 0)
    listener = MetricsListener(Metrics())
    await listener.start("127.0.0.1", 0)
    try:
        assert await ask(listener.port, b"GET") == b""
    finally:
        await listener.stop()


async def test_a_listener_that_never_began_can_be_stopped() -> None:
    await MetricsListener(Metrics()).stop()
