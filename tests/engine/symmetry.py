"""Positions that must come to the same: with everybody some seats further on, or the suits exchanged."""

import copy

from tests.engine.positions import JSON, outcome


def score(data: JSON) -> list[int] | str:
    """Return the totals, or why the winner may not win."""
    found = outcome(data)
    if "error" in found:
        assert found["error"]["exit"] == 3, (found, data)
        code: str = found["error"]["code"]
        return code
    totals: list[int] = found["totals"]
    return totals


def turned(data: JSON, step: int) -> JSON:
    """Return the position with everybody so many seats further on."""
    moved: JSON = copy.deepcopy(data)

    def turn(seat: int) -> int:
        return (seat + step) % 4

    def turn_melds(melds: list[JSON]) -> list[JSON]:
        return [{**meld, "from": turn(meld["from"])} if "from" in meld else meld for meld in melds]

    moved["dealer"] = turn(data["dealer"])
    if "from" in data:
        moved["from"] = turn(data["from"])
    moved["chain"] = turn_melds(data["chain"])
    moved["wins"] = [
        {**win, "seat": turn(win["seat"]), "melds": turn_melds(win["melds"])} for win in data["wins"]
    ]
    moved["others"] = {
        str(turn(int(seat))): {**lies, "melds": turn_melds(lies["melds"])}
        for seat, lies in data["others"].items()
    }
    if "fishing" in data:
        moved["fishing"] = {str(turn(int(seat))): tiles for seat, tiles in data["fishing"].items()}
    return moved


def recoloured(value: object, suits: dict[int, int]) -> object:
    """Return a position's tiles with the three suits exchanged."""
    if isinstance(value, dict):
        texts = ("kind", "by", "format", "ruleset", "options", "flowers")
        return {name: one if name in texts else recoloured(one, suits) for name, one in value.items()}
    if isinstance(value, list):
        return [recoloured(one, suits) for one in value]
    return value.translate(suits) if isinstance(value, str) else value
