"""The scripted hands in tests/data/records, of every ruleset that is registered, through the command
itself."""

import json
from pathlib import Path

import pytest

from engine.rulesets.registry import RULESETS
from engine.tools.replay import main as replay
from engine.tools.verify import main as verify

RECORDS = sorted((Path(__file__).resolve().parents[1] / "data" / "records").glob("*.json"))
RULESET = {path: json.loads(path.read_text(encoding="utf-8"))["ruleset"] for path in RECORDS}
PLAYED = [path for path in RECORDS if RULESET[path] in RULESETS]
NANNING = {
    "answers-bound-to-window", "concealed-kong-bloom", "drawn-hand", "heaven", "passed-win-barred",
    "pong-turn-order", "refused-exit3", "rob-added-kong", "sealed-double-flight", "two-hands", "two-winners",
    "win-over-kong",
}  # fmt: skip


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_scripted_hand_plays_as_it_says(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = json.loads(path.read_text(encoding="utf-8")).get("x_exit", 0)
    assert (replay([str(path)]), json.loads(capsys.readouterr().out).get("error") is None) == (
        expected, expected == 0,
    )  # fmt: skip


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_of_a_stacked_hand_verify_checks_dealer_and_result(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = "x_exit" in json.loads(path.read_text(encoding="utf-8"))
    assert verify([str(path)]) == (4 if refused else 0)
    said = json.loads(capsys.readouterr().out)
    assert said["error"]["code"] == "result" if refused else said["verified"]


def test_every_scripted_hand_of_a_registered_ruleset_is_played() -> None:
    """A new ruleset's hands join with its line in the registry; none can be left out unseen."""
    assert {path.stem.removeprefix("nanning-") for path in PLAYED if RULESET[path] == "nanning"} == NANNING
    assert set(RULESET.values()) == {"nanning", "nanjing", "zhuji", "longjiang"}
    assert {RULESET[path] for path in PLAYED} == set(RULESETS)
