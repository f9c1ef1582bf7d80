"""``sifang replay`` and ``sifang verify`` as commands: exit codes, errors with their place, no traceback."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.tools import replay, verify
from tests.engine.script import record

JSON = dict[str, Any]
GOOD = record("0 discard 9p; 1 <7z; 2 <6z", ["9p", "99p", "", ""], left=2)
Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give what runs a command on a record, or on bytes, and returns exit code and what it printed."""

    def run(command: Callable[[list[str]], int], data: object) -> tuple[int, Any]:
        file = tmp_path / "record.json"
        file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        code = command([str(file)])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return code, json.loads(printed.out)

    return run


def with_actions(*actions: object) -> JSON:
    """Give the good record with actions added."""
    return {**GOOD, "hands": [{**GOOD["hands"][0], "actions": [*GOOD["hands"][0]["actions"], *actions]}]}


def test_a_record_that_plays_gives_every_hand_and_the_scores(run: Run) -> None:
    code, out = run(replay.main, record("0 discard 4s; 1 win", ["4s", "123456789m23s55z", "", ""]))
    assert code == 0
    hand = out["hands"][0]
    assert (hand["outcome"], hand["totals"], hand["next_dealer"]) == ("win", [-12, 12, 0, 0], 1)
    assert (hand["streak"], hand["heated"], out["scores"]) == (0, False, [-12, 12, 0, 0])
    assert hand["transfers"][0] == {"from": 0, "to": 1, "points": 12, "clause": "NN-2.4", "reason": "discard"}
    assert hand["wins"][0]["seat"] == 1
    assert "house" not in hand


@pytest.mark.parametrize("command", [replay.main, verify.main])
@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b"", "$"),
        (b"\xff\xfe{", "$"),
        (b'{"format": "sifang.record/1"', "$"),
        (b"[" * 100_000, "$"),
        (b'{"a":' * 50_000, "$"),
        (b'{"format": 1, "format": 2}', "$"),
        (b'{"format": NaN}', "$"),
        ([[[[]]]], "$"),
        ({"format": "sifang.record/1", "ruleset": ["nanning"], "hands": []}, "$.ruleset"),
        ({"format": "sifang.record/1", "ruleset": "nanning"}, "$.hands"),
        (with_actions([0, "discard", {"x": [1]}]), "$.hands[0].actions[3][2]"),
        (with_actions([10**400, "pass"]), "$.hands[0].actions[3][0]"),
        (with_actions({"expect": {"wall_left": 10**400}}), "$.hands[0].actions[3].expect.wall_left"),
    ],
)
def test_malformed_is_exit_2_with_the_path(
    run: Run, command: Callable[[list[str]], int], data: object, path: str
) -> None:
    code, out = run(command, data)
    assert (code, out["error"]["code"], out["error"]["path"], out["error"]["exit"]) == (
        2,
        "malformed",
        path,
        2,
    )


def test_a_refused_action_is_exit_3_with_hand_and_action(run: Run) -> None:
    code, out = run(replay.main, with_actions([0, "win"]))
    assert (code, {**out["error"], "message": ""}) == (
        3, {"code": "not_your_turn", "hand": 0, "action": 3, "message": "", "exit": 3},
    )  # fmt: skip


def test_a_failed_check_is_exit_4_with_hand_and_action(run: Run) -> None:
    code, out = run(replay.main, with_actions({"expect": {"turn": 0}}))
    assert (code, {**out["error"], "message": ""}) == (
        4, {"code": "expectation", "hand": 0, "action": 3, "message": "", "exit": 4},
    )  # fmt: skip


def test_a_result_or_a_dealer_that_is_otherwise_is_exit_4_with_the_hand(run: Run) -> None:
    hand = {**GOOD["hands"][0], "result": {"outcome": "win"}}
    code, out = run(replay.main, {**GOOD, "hands": [hand]})
    assert (code, out["error"]["code"], out["error"]["hand"], "action" in out["error"]) == (
        4,
        "expectation",
        0,
        False,
    )
    code, out = run(replay.main, {**GOOD, "hands": [GOOD["hands"][0]] * 2})
    assert (code, out["error"]["code"], out["error"]["hand"]) == (4, "expectation", 1)


def test_verify_says_what_it_checked(run: Run) -> None:
    assert run(verify.main, GOOD) == (0, {"verified": True, "hands": 1, "seeded": 0, "committed": 0})


@pytest.mark.parametrize("command", [replay.main, verify.main])
def test_a_record_may_come_from_standard_input(
    command: Callable[[list[str]], int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert command(["-"]) == 0
    assert "error" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", [replay.main, verify.main])
def test_help_is_printed_and_wrong_arguments_are_exit_2(
    command: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: sifang")
    for argv in ([], ["a", "b"], ["--fast"]):
        assert command(argv) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith("usage: sifang")
        assert printed.out == ""


def test_a_file_that_is_not_there_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main(["/nowhere/record.json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["path"] == "$"
