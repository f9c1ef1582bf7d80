"""Positions short enough to stand in a table, and their outcome: through the same door as a file's."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import MalformedError, RuleRefusal
from engine.position import read_position, score_position
from engine.rulesets.registry import POSITION_RULES
from engine.tools import error_json

JSON = dict[str, Any]
CASES = Path(__file__).resolve().parents[1] / "data" / "cases"

# Melds as a player says them: what, of which tile, from whom.


def chow(tiles: str, giver: int) -> JSON:
    """Return three in a row taken from a seat."""
    return {"kind": "chow", "tiles": tiles, "from": giver}


def pong(tile: str, giver: int) -> JSON:
    """Return a pong taken from a seat."""
    return {"kind": "pong", "tile": tile, "from": giver}


def open_kong(tile: str, giver: int) -> JSON:
    """Return a kong on a seat's discard."""
    return {"kind": "open_kong", "tile": tile, "from": giver}


def added_kong(tile: str, giver: int) -> JSON:
    """Return a pong that became a kong; the giver is the pong's."""
    return {"kind": "added_kong", "tile": tile, "from": giver}


def concealed_kong(tile: str) -> JSON:
    """Return a concealed kong."""
    return {"kind": "concealed_kong", "tile": tile}


def win(seat: int, concealed: str, *melds: JSON, **more: object) -> JSON:
    """Return a winner: what stands in his hand without the winning tile, and his melds."""
    return {"seat": seat, "concealed": concealed, "melds": list(melds), **more}


def position(ruleset: str, by: str, *wins: JSON, source: int | None = None, **more: object) -> JSON:
    """Return a position; ``source`` is its ``from``; dealer 0 unless said otherwise."""
    data: JSON = {
        "format": "sifang.position/1",
        "ruleset": ruleset,
        "dealer": 0,
        "by": by,
        "wins": list(wins),
    }
    if source is not None:
        data["from"] = source
    # What a file holds: lists, not tuples.
    found: JSON = json.loads(json.dumps({**data, **more}))
    return found


def lies(**seats: Sequence[JSON]) -> JSON:
    """Return what lies before other seats, as ``s3=[pong("9m", 2)]``."""
    return {seat.removeprefix("s"): {"melds": list(melds)} for seat, melds in seats.items()}


def outcome(data: object) -> JSON:
    """Return what the command would print."""
    try:
        return score_position(read_position(data, POSITION_RULES))
    except (MalformedError, RuleRefusal) as error:
        return error_json(error)[0]


def totals(data: object) -> list[int]:
    """Return who gained and lost what; fails with the error if there is one."""
    found = outcome(data)
    assert "error" not in found, found
    sums: list[int] = found["totals"]
    assert sum(sums) == 0
    return sums


def error(data: object) -> tuple[int, str, str]:
    """Return exit code, error code and path of what must be refused."""
    found = outcome(data)
    assert "error" in found, found
    return found["error"]["exit"], found["error"]["code"], found["error"].get("path", "")


def cases(ruleset: str) -> list[JSON]:
    """Return the worked positions of a ruleset."""
    found: list[JSON] = json.loads((CASES / f"{ruleset}.json").read_text(encoding="utf-8"))
    return found
