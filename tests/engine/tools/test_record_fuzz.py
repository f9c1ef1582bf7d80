"""Records damaged at random: whatever is in the file, the answer is JSON and an exit code, no traceback."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ActionRefused, CheckFailed, MalformedError
from engine.match import Match
from engine.record_read import read_record
from engine.record_verify import verify
from engine.record_write import PlayedHand, write_record
from engine.replay import replay
from engine.rulesets.registry import RULESETS, make_ruleset
from tests.engine.hands import keen, play_events

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

RECORDS = Path(__file__).resolve().parents[2] / "data" / "records"
JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 3, 4, 10**30, 1.5, "", "x", "5m", "123m", "9z", "1f8f", "win", "discard",
    "zhuji", "00", "\ud800", [], {}, [[]], [0, "win"], [1, "kong", "5m"], {"expect": {"over": True}},
    [0, 0, 0, 0],
]  # fmt: skip


def scripted(key: str) -> list[Any]:
    """Load the scripted hands of a ruleset, and a match written by us."""
    read = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob(f"{key}-*.json"))]
    rules, source = make_ruleset(key, {}), random.Random(key)
    match = Match(rules)
    events = play_events(match, match.deal(bytes(32), [b""] * 4), source, keen)
    return [*read, write_record(rules, ["a", "b", "c", "d"], [PlayedHand(events, bytes(32))])]


def places(data: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """List every member of every object and list, as holder and name."""
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in list(members):
        found.append((data, name))
        places(value, found)
    return found


def damage(data: Any, source: random.Random) -> Any:
    """Change, drop, double or move one to three members."""
    data = copy.deepcopy(data)
    for _ in range(source.randint(1, 3)):
        holder, name = source.choice(places(data, []))
        other, where = source.choice(places(data, []))
        match source.randrange(5):
            case 0:
                del holder[name]
            case 1:
                holder[name] = copy.deepcopy(other[where])
            case 2 if isinstance(holder, list):
                holder.insert(name, copy.deepcopy(source.choice(JUNK)))
            case _:
                holder[name] = copy.deepcopy(source.choice(JUNK))
        if not data:
            break
    return data


@pytest.mark.parametrize("key", RULESETS)
def test_a_damaged_record_is_answered_and_never_breaks_us(key: str) -> None:
    source, answers = random.Random(key), set()
    records = scripted(key)
    for number in range(1000):
        data = damage(records[number % len(records)], source)
        for work in (replay, verify):
            try:
                work(read_record(data, make_ruleset))
            except (MalformedError, ActionRefused, CheckFailed) as error:
                answers.add(type(error))
    assert answers == {MalformedError, ActionRefused, CheckFailed}
