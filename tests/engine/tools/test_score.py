"""The command ``sifang score``: exit codes, lists, and input that is none."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.tools.score import USAGE, main
from tests.engine.positions import CASES, cases
from tests.engine.rulesets.nanning import hands
from tests.engine.rulesets.nanning.hands import Hand, discarded

NO_WIN = discarded(Hand("234m678p55s34s", "6s", hands.PLAIN.melds))
ROOT = Path(__file__).resolve().parents[3]


def run(capfd: pytest.CaptureFixture[str], *argv: str) -> tuple[int, Any]:
    """Run the command and return its exit code and what it printed."""
    code = main(argv)
    out, err = capfd.readouterr()
    assert err == ""
    assert out.endswith("\n") and out.count("\n") == 1
    return code, json.loads(out)


def scored(capfd: pytest.CaptureFixture[str], folder: Path, data: bytes | str) -> tuple[int, Any]:
    """Run the command on a file with this content."""
    file = folder / "position.json"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return run(capfd, str(file))


def test_a_position_prints_its_outcome_and_exits_0(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out = scored(capfd, tmp_path, json.dumps(discarded(hands.PLAIN)))
    assert code == 0
    assert out["totals"] == [0, 2, 0, -2]
    assert out["transfers"] == [{"from": 3, "to": 1, "points": 2, "clause": "NN-2.4", "reason": "discard"}]
    assert out["wins"][0]["patterns"][0]["name"] == "鸡胡"
    assert (out["wins"][0]["seat"], out["wins"][0]["value"]) == (1, 2)
    assert "house" not in out


def test_names_are_printed_as_they_are_written(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(discarded(hands.PLAIN)), encoding="utf-8")
    main([str(file)])
    assert "鸡胡" in capfd.readouterr().out


def test_a_win_that_is_none_exits_3(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out = scored(capfd, tmp_path, json.dumps(NO_WIN))
    assert code == 3
    assert set(out["error"]) == {"code", "message", "exit"}
    assert (out["error"]["code"], out["error"]["exit"]) == ("not_a_win", 3)


def test_what_is_no_position_exits_2_and_names_the_field(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out = scored(capfd, tmp_path, json.dumps({**NO_WIN, "wind": 1}))
    assert code == 2
    assert set(out["error"]) == {"code", "path", "message", "exit"}
    assert (out["error"]["code"], out["error"]["path"], out["error"]["exit"]) == ("malformed", "$.wind", 2)


def test_a_list_prints_a_list_errors_included_and_exits_0(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = [
        discarded(hands.PLAIN),
        NO_WIN,
        {"id": "c", "position": discarded(hands.CONCEALED)},
        5,
        {"position": None},
    ]
    code, out = scored(capfd, tmp_path, json.dumps(listed))
    assert code == 0
    assert [entry.get("totals") for entry in out] == [[0, 2, 0, -2], None, [0, 4, 0, -4], None, None]
    assert [entry["error"]["exit"] for entry in out if "error" in entry] == [3, 2, 2]
    assert [entry["error"].get("path") for entry in out if "error" in entry] == [
        None,
        "$[3]",
        "$[4].position",
    ]


def test_a_path_in_a_list_leads_through_it(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out = scored(capfd, tmp_path, json.dumps([{"position": discarded(hands.PLAIN, codes="1m")}]))
    assert out[0]["error"]["path"] == "$[0].position.codes"


def test_an_empty_list_is_a_list(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert scored(capfd, tmp_path, "[]") == (0, [])


def test_a_case_list_is_scored_as_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = run(capfd, str(CASES / "nanning.json"))
    assert code == 0
    assert [entry.get("totals") for entry in out] == [
        case["expect"].get("totals") for case in cases("nanning")
    ]


NOT_JSON = [
    ("nothing", b""),
    ("half of it", b'{"format": "sifang.position/1"'),
    ("a word", b"position"),
    ("no UTF-8", b'{"format": "\xff\xfe"}'),
    ("UTF-16", '{"format": 1}'.encode("utf-16")),
    ("two values", b"{} {}"),
    ("no number", b'{"dealer": NaN}'),
    ("without end", b'{"dealer": Infinity}'),
    ("a member named twice", b'{"dealer": 0, "dealer": 1}'),
    ("a bomb of lists", b"[" * 200_000),
    ("a bomb of lists that ends", b"[" * 200_000 + b"]" * 200_000),
    ("a bomb of objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
]  # fmt: skip


@pytest.mark.parametrize(("what", "data"), NOT_JSON, ids=[row[0] for row in NOT_JSON])
def test_what_is_no_json_exits_2(
    what: str, data: bytes, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out = scored(capfd, tmp_path, data)
    assert code == 2
    assert (out["error"]["code"], out["error"]["path"], out["error"]["exit"]) == ("malformed", "$", 2)
    assert "\n" not in out["error"]["message"]


def test_a_number_too_long_to_read_names_its_field(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = json.dumps({**discarded(hands.PLAIN), "wall_left": "?"})
    code, out = scored(capfd, tmp_path, position.replace('"?"', "-" + "9" * 5000).encode())
    assert (code, out["error"]["path"]) == (2, "$.wall_left")


def test_a_byte_order_mark_is_ignored(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _ = scored(capfd, tmp_path, b"\xef\xbb\xbf" + json.dumps(discarded(hands.PLAIN)).encode())
    assert code == 0


def test_nesting_just_short_of_too_deep_is_read(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deep = b"[" * 50 + b"]" * 50
    position = json.dumps(discarded(hands.PLAIN)).encode()
    code, out = scored(capfd, tmp_path, position[:-1] + b', "x_deep": ' + deep + b', "chain": ' + deep + b"}")
    assert (code, out["error"]["path"]) == (2, "$.chain[0]")


def test_a_file_that_is_too_large_is_not_read(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.tools._MOST_BYTES", 100)
    assert scored(capfd, tmp_path, b"[" + b" " * 98 + b"]") == (0, [])
    code, out = scored(capfd, tmp_path, b"[" + b" " * 99 + b"]")
    assert (code, out["error"]["path"]) == (2, "$")


@pytest.mark.parametrize("name", ["missing.json", ".", "\0"], ids=["missing", "a folder", "no name at all"])
def test_a_file_that_cannot_be_read_exits_2(
    name: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out = run(capfd, str(tmp_path / name))
    assert code == 2
    assert (out["error"]["code"], out["error"]["path"], out["error"]["exit"]) == ("malformed", "$", 2)


def test_half_a_character_comes_back_escaped(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """JSON can hold a lone surrogate; UTF-8 cannot."""
    code, out = scored(capfd, tmp_path, json.dumps({**NO_WIN, "\ud800": 1}))
    assert (code, out["error"]["path"]) == (2, "$.\ud800")


def test_standard_input_is_read_for_a_dash(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = json.dumps(discarded(hands.PLAIN)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out = run(capfd, "-")
    assert (code, out["totals"]) == (0, [0, 2, 0, -2])


def test_standard_input_that_is_closed_exits_2(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    code, out = run(capfd, "-")
    assert (code, out["error"]["path"]) == (2, "$")


def test_where_nothing_can_be_printed_the_exit_code_still_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main([str(CASES / "nanning.json")]) == 0
    assert main([str(CASES)]) == 2


@pytest.mark.parametrize("argv", [[], ["a", "b"], ["--fast"], ["-h", "a"]], ids=str)
def test_a_wrong_call_prints_one_line_and_exits_2(argv: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert capfd.readouterr() == ("", USAGE + "\n")


@pytest.mark.parametrize("argv", [["-h"], ["--help"]], ids=str)
def test_help_is_printed_on_request(argv: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 0
    assert capfd.readouterr() == (USAGE + "\n", "")


CALL = "import sys; from engine.tools.score import main; sys.exit(main(sys.argv[1:]))"


def call(*argv: str, stdin: int | None = None, stdout: int | None = None) -> "subprocess.Popen[bytes]":
    """Start the command as a process of its own, on a terminal that knows ASCII alone."""
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    return subprocess.Popen(
        [sys.executable, "-c", CALL, *argv],
        cwd=ROOT,
        env=env,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def test_the_output_is_utf_8_whatever_the_terminal() -> None:
    process = call("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, err = process.communicate(json.dumps(discarded(hands.PLAIN)).encode())
    assert (process.returncode, err) == (0, b"")
    assert "鸡胡" in out.decode()


def test_a_reader_that_went_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as stdout:
        monkeypatch.setattr("sys.stdout", stdout)
        assert main([str(CASES / "nanning.json")]) == 0


def test_a_reader_that_went_away_leaves_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = call(str(CASES / "nanning.json"), stdout=writer)
    os.close(writer)
    _, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
