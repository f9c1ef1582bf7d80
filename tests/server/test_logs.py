"""The log cannot hold a hand or a wall, whatever it is given (CO-4.2)."""

from __future__ import annotations

import io
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from server.logs import FIELDS, LONGEST, WEIGHTS, Log


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


def test_a_report_is_one_line_of_json(out: io.StringIO) -> None:
    Log("info", out, node="node-0")("started", {"child": "store", "pid": 7, "reason": "两\n行"})
    (line,) = lines(out)
    assert out.getvalue().count("\n") == 1
    assert line.pop("at")
    assert line == {
        "event": "started", "level": "info", "node": "node-0", "child": "store", "pid": 7, "reason": "两\n行",
    }  # fmt: skip


def test_a_line_is_written_in_one_piece() -> None:
    """Workers and their parent share one pipe: of lines written in two pieces another's falls in between."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)  # which keeps writes apart
    program = "from server.logs import Log\nlog = Log()\nfor run in (1, 2): log('started', {'run': run})"
    with ours, theirs:
        subprocess.run([sys.executable, "-c", program], stderr=theirs.fileno(), check=True)
        assert [json.loads(ours.recv(5000))["run"] for _ in range(2)] == [1, 2]


def test_a_field_that_is_not_listed_is_left_out_and_named(out: io.StringIO) -> None:
    Log("info", out)("fault", {"hand": "123m", "wall": [1, 2], "state": object(), "where": "x.py:1"})
    (line,) = lines(out)
    assert (line["dropped"], line["where"], line["level"]) == (["hand", "state", "wall"], "x.py:1", "error")
    assert "123m" not in out.getvalue()


@pytest.mark.parametrize("value", [[1, 2, 3], {"a": 1}, (0,), b"bytes", object()])
def test_a_value_that_is_not_plain_is_left_out(out: io.StringIO, value: object) -> None:
    Log("info", out)("started", {"reason": value})
    assert lines(out)[0]["dropped"] == ["reason"]


def test_a_long_text_is_cut(out: io.StringIO) -> None:
    Log("info", out)("started", {"reason": "x" * 5000})
    assert lines(out)[0]["reason"] == "x" * LONGEST


def test_no_listed_field_is_one_for_tiles() -> None:
    assert {"hand", "hands", "tile", "tiles", "wall", "seed", "secret", "token", "message"} & FIELDS == set()


def test_what_weighs_too_little_is_not_written(out: io.StringIO) -> None:
    log = Log("warning", out)
    log("started", {})
    log("silent", {})
    log("store_down", {})
    assert [line["event"] for line in lines(out)] == ["store_down"]


@pytest.mark.parametrize("alarm", ["table_fault", "table_overdue", "store_fault", "fault"])
def test_an_alarm_weighs_as_an_error(out: io.StringIO, alarm: str) -> None:
    Log("error", out)(alarm, {"room": "r1"})
    (line,) = lines(out)
    assert line["level"] == "error"


def test_nothing_is_weighed_that_nobody_reports() -> None:
    server = Path(__file__).parents[2] / "server"
    sources = [path.read_text() for path in server.rglob("*.py") if path.name != "logs.py"]
    assert [name for name in WEIGHTS if not any(f'"{name}"' in source for source in sources)] == []
