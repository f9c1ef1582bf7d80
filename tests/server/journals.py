"""Journals to keep: what this program writes today, and every later one has to read.

``python -m tests.server.journals NAME`` writes ``tests/data/journals/NAME-<ruleset>.json``, once a release;
a file that is there is never written again.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from protocol import to_server as ask
from server.journal import SCHEMA
from server.recovery import Saved
from tests.server.tables import ROOM, Bench, command_id, make_kit, seeded_chance

FOLDER = Path(__file__).parent.parent / "data" / "journals"
RULESETS = ("nanning", "nanjing", "zhuji", "longjiang")


def played(ruleset: str) -> Bench:
    """Play a room's life: options, seats, a kick, a hand, one who leaves, one who drops, a second hand."""
    bench = Bench(kit=make_kit(seeded_chance(11)), ruleset=ruleset, room={"hands": 4})
    bench.compares = False
    bench.enter("p7", sit=False)
    bench.say("p0", ask.Kick(command_id(700), ROOM, "Player 7"))
    bench.say("p1", ask.StandUp(command_id(701), ROOM))
    bench.say("p1", ask.Sit(command_id(702), ROOM, 1))
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    for player in ("p0", "p1", "p2", "p3"):
        bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
    bench.wait(2000)
    bench.say("p3", ask.Leave(command_id(703), ROOM, confirm=True))
    bench.drop("p2")
    bench.wait(70_000)
    bench.play_on(lambda: bench.room.streams.heads[4] > 130 and len(bench.asked()) > 0)
    return bench


def summary(bench: Bench) -> dict[str, Any]:
    """Say what a room is, in numbers that a fold must come to."""
    room = bench.room
    table = room.running
    assert table is not None and table.hand is not None
    return {
        "heads": list(room.streams.heads),
        "prompts": list(room.counts),
        "scores": list(table.scores),
        "hand": table.hand.number,
        "controls": list(table.standing.controls),
        "members": sorted(room.members.people),
        "seats": [chair.player or chair.level for chair in room.members.chairs],
        "asked": [asked is not None for asked in table.asked],
        "options_rev": room.members.options_rev,
    }


def write(name: str, ruleset: str) -> Path:
    """Write one journal to keep."""
    path = FOLDER / f"{name}-{ruleset}.json"
    if path.exists():
        raise SystemExit(f"{path.name} is there and is kept as it is")
    bench = played(ruleset)
    kept = {
        "schema": SCHEMA,
        "ruleset": ruleset,
        "entries": [[saved.at_ms, base64.b64encode(saved.data).decode()] for saved in bench.journal],
        "after": summary(bench),
    }
    path.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> tuple[list[Saved], dict[str, Any]]:
    """Read a journal that was kept, and what it folds to."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return [Saved(base64.b64decode(data), at_ms) for at_ms, data in kept["entries"]], kept["after"]


if __name__ == "__main__":
    for each in RULESETS:
        print(write(sys.argv[1], each))
