"""Longjiang positions and hands at the table, so that a test reads like a rule.

The winner is seat 1, the dealer seat 0, who discards is seat 3 and who is robbed seat 2, unless a test says
otherwise; so what one payer owes is the base times the multipliers, for the dealer twice that.
"""

from typing import Any

from tests.engine.positions import JSON, outcome, pong, position, win
from tests.engine.script import Played, play

PLAIN = "111m345m678p55p34s"
"""Waits for 2s and 5s on both sides: ×1."""
CLOSED = "111m345m678p55p46s"
"""Waits for 5s between 4s and 6s: ×2."""
PAIRS = "123m345m678p55p44s"
"""Waits on two pairs, 5p and 4s."""


def drawn(concealed: str, tile: str, *melds: JSON, seat: int = 1, **more: Any) -> JSON:
    """Return a hand that is self-drawn; ``ready`` and ``pushed`` are the winner's."""
    own = {name: more.pop(name) for name in ("ready", "pushed") if name in more}
    return position("longjiang", "self_draw", win(seat, concealed, *melds, **own), tile=tile, **more)


def discarded(concealed: str, tile: str, *melds: JSON, declared: bool = False, **more: Any) -> JSON:
    """Return a hand won on a discard; ``declared``: whether the discarder had declared."""
    seat, source = more.pop("seat", 1), more.pop("source", 3)
    own = {name: more.pop(name) for name in ("ready", "pushed") if name in more}
    others = {str(source): {"ready": declared}}
    won = win(seat, concealed, *melds, **own)
    return position("longjiang", "discard", won, source=source, tile=tile, others=others, **more)


def robbed(concealed: str, tile: str, *melds: JSON, source: int = 2, **more: Any) -> JSON:
    """Return a hand won by robbing an added kong, whose pong was taken from seat 3."""
    others = {str(source): {"melds": [pong(tile, 3)]}}
    won = win(1, concealed, *melds, **{name: more.pop(name) for name in ("pushed",) if name in more})
    return position("longjiang", "rob_kong", won, source=source, tile=tile, others=others, **more)


def times(data: JSON) -> int:
    """Return what one payer owes who is neither dealer nor undeclared discarder."""
    found = outcome(data)
    assert "error" not in found, found
    worth: int = found["wins"][0]["value"]
    return worth


def counted(data: JSON) -> list[str]:
    """Return what multiplied, by item."""
    found = outcome(data)
    assert "error" not in found, found
    return [one["id"] for one in found["wins"][0]["patterns"] if one["id"] != "base"]


def code(data: JSON) -> str:
    """Return why a position is refused."""
    found = outcome(data)
    assert "error" in found, found
    why: str = found["error"]["code"]
    return why


def table(script: str, hands: list[str], **more: Any) -> Played:
    """Play a script at a Longjiang table; hands are filled up."""
    return play(script, hands, ruleset="longjiang", **more)
