"""Zhuji positions short enough for tables: seat 1 wins, seat 0 deals, 9p is wild unless said otherwise."""

from typing import Any, Final

from tests.engine.positions import JSON, outcome, position, win

WINNER: Final = 1
WILD: Final = "9p"


def drawn(concealed: str, tile: str, *melds: JSON, seat: int = WINNER, wild: str = WILD, **more: Any) -> JSON:
    """Return a self-draw."""
    return position("zhuji", "self_draw", win(seat, concealed, *melds), tile=tile, wild=wild, **more)


def after_kong(concealed: str, tile: str, *melds: JSON, **more: Any) -> JSON:
    """Return a self-draw on the replacement of the last of the melds."""
    return drawn(concealed, tile, *melds, chain=[melds[-1]], **more)


def discarded(
    concealed: str, tile: str, *melds: JSON, source: int = 3, wild: str = WILD, **more: Any
) -> JSON:
    """Return a win on a discard, which the table has agreed to unless ``options`` say otherwise."""
    options = more.pop("options", {"discard_wins": True})
    won = win(WINNER, concealed, *melds)
    return position(
        "zhuji", "discard", won, source=source, tile=tile, wild=wild, options=options, **more
    )


def robbed(
    concealed: str, tile: str, *melds: JSON, kong: str = "added_kong", source: int = 3, giver: int = 2,
    wild: str = WILD, **more: Any,
) -> JSON:  # fmt: skip
    """Return a robbed kong of ``source`` whose tile ``giver`` had discarded."""
    others = {}
    if kong == "added_kong":
        others = {str(source): {"melds": [{"kind": "pong", "tile": tile, "from": giver}]}}
    chain = [{"kind": kong, "tile": tile, "from": giver}]
    won = win(WINNER, concealed, *melds)
    return position(
        "zhuji", "rob_kong", won, source=source, tile=tile, wild=wild, others=others, chain=chain, **more
    )


def judged(data: JSON) -> tuple[list[str], int]:
    """Return what counted, by id, and what one payer owes; or nothing and the exit code if it is refused."""
    found = outcome(data)
    if "error" in found:
        return [], -found["error"]["exit"]
    (won,) = found["wins"]
    return [pattern["id"] for pattern in won["patterns"]], won["value"]


def code(data: JSON) -> str:
    """Return the error's code."""
    found: str = outcome(data)["error"]["code"]
    return found
