"""Nanjing hands by name, and the ways to win with them, so that a test reads like a rule.

The winner is seat 1, the dealer seat 0, who discards is seat 3 and who is robbed seat 2, unless a test says
otherwise. A hand has one hard flower unless it says otherwise.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.decide import advance
from engine.events import Event, HandStarted
from engine.match import Match
from engine.record import StackedWall
from engine.record_read import read_record
from engine.record_wall import stack
from engine.replay import HandOutcome, replay
from engine.rulesets.registry import make_ruleset
from tests.engine.positions import JSON, added_kong, open_kong, outcome, pong, position, win
from tests.engine.script import Played, play, record


class Hand(NamedTuple):
    """A winning hand: what stands in hand, the winning tile, the melds, the flowers laid out."""

    concealed: str
    tile: str
    melds: tuple[JSON, ...] = ()
    flowers: str = "1f"


PLAIN = Hand("23567m345p678s88p", "4m")
"""Three suits, waits for 1m 4m 7m, concealed: (1) x 2 + 20 + 20 = 42."""
PONGED = Hand("23567m34599s", "4m", (pong("7p", 2),), "1f5f56z")
"""The same with a pong and four flowers: (4) x 2 + 20 = 28."""
TRIPLETS = Hand("44z66m", "6m", (pong("2m", 0), pong("5p", 2), pong("8s", 3)))
"""对对胡 on two pairs: (1) x 2 + 20 + 40 = 62."""
FLUSH = Hand("34m77m", "2m", (pong("1m", 0), pong("6m", 2), pong("9m", 3)))
"""清一色 with a sequence: (1) x 2 + 20 + 60 = 82."""
PAIRS = Hand("1133m5577p2299s4z", "4z")
"""七对, single wait: (1 + 1) x 2 + 20 + 80 = 104."""


def fed(hand: Hand, feeder: int) -> Hand:
    """Return the hand with all its melds taken from one player."""
    return hand._replace(melds=tuple({**meld, "from": feeder} for meld in hand.melds))


def nanjing(by: str, *wins: JSON, **more: object) -> JSON:
    """Return a Nanjing position; options are given by ``options``."""
    source = more.pop("source", None)
    assert source is None or isinstance(source, int)
    return position("nanjing", by, *wins, source=source, **more)


def winner(hand: Hand, seat: int = 1, **more: object) -> JSON:
    """Return the hand as a seat's win."""
    return win(seat, hand.concealed, *hand.melds, flowers=hand.flowers, **more)


def discarded(hand: Hand, *, seat: int = 1, source: int = 3, pre_ready: bool = False, **more: Any) -> JSON:
    """Return the hand won on a discard."""
    won = winner(hand, seat, pre_ready=pre_ready)
    return nanjing("discard", won, source=source, tile=hand.tile, **more)


def drawn(hand: Hand, *, seat: int = 1, pre_ready: bool = False, **more: Any) -> JSON:
    """Return the hand won by self-draw."""
    return nanjing("self_draw", winner(hand, seat, pre_ready=pre_ready), tile=hand.tile, **more)


def bloomed(hand: Hand, *chain: int, **more: Any) -> JSON:
    """Return the hand self-drawn on the replacement of a run of kongs, its melds by their places."""
    return drawn(hand, chain=[hand.melds[place] for place in chain], **more)


def robbed(
    hand: Hand, *, seat: int = 1, source: int = 2, beside: tuple[JSON, ...] = (), **more: object
) -> JSON:
    """Return the hand won by robbing a kong, whose pong was taken from seat 0 or 3."""
    melds = [*beside, pong(hand.tile, 3 if source != 3 else 0)]
    return nanjing(
        "rob_kong",
        winner(hand, seat),
        source=source,
        tile=hand.tile,
        others={str(source): {"melds": melds}},
        **more,
    )


def mouthed(*melds: JSON, left: str = "7m8p", flowers: str = "1f", **more: object) -> JSON:
    """Return a hand that its fourth mouth has ended."""
    return nanjing("fourth_mouth", win(1, left, *melds, flowers=flowers), tile=melds[-1]["tile"], **more)


def feeder(*tiles: str, seat: int = 2) -> tuple[JSON, ...]:
    """Return pongs of these tiles, from one seat; with ``+`` an added kong, with ``!`` an open one."""
    made = {"+": added_kong, "!": open_kong}
    return tuple(made.get(tile[2:], pong)(tile[:2], seat) for tile in tiles)


def value(data: JSON) -> int:
    """Return what one payer owes the first winner, liabilities apart."""
    found = outcome(data)
    assert "error" not in found, found
    worth: int = found["wins"][0]["value"]
    return worth


def patterns(data: JSON) -> dict[str, int]:
    """Return what counted for the first winner, by item, the 20 of every win left out."""
    found = outcome(data)
    assert "error" not in found, found
    return {
        one["id"]: one["value"] for one in found["wins"][0]["patterns"] if one["id"] not in ("win", "double")
    }


def paid(data: JSON) -> list[tuple[int, int, int, str]]:
    """Return every payment as payer, payee, points and clause."""
    return [(move["from"], move["to"], move["points"], move["clause"]) for move in outcome(data)["transfers"]]


def table(script: str, hands: list[str], **more: Any) -> Played:
    """Play a script at a Nanjing table; hands are filled up with tiles that go with nothing."""
    return play(script, hands, ruleset="nanjing", **more)


def counted(played: Played) -> list[dict[str, int]]:
    """Return what counted for each winner of a hand that was played, the 20 of every win left out."""
    return [
        {item.id: item.value for item in win.items if item.id not in ("win", "double")}
        for win in played.outcome.wins
    ]


def hands_in_a_row(*scripts: JSON, options: JSON | None = None) -> list[HandOutcome]:
    """Play hands in a row, each written by ``written``, and give what each came to."""
    rows = [{name: one for name, one in script["hands"][0].items() if name != "streak"} for script in scripts]
    data = {**scripts[0], "options": options or {}, "hands": rows}
    return list(replay(read_record(data, make_ruleset)).hands)


def written(script: str, hands: list[str], **more: Any) -> JSON:
    """Write a script as a record of one hand."""
    return record(script, hands, ruleset="nanjing", **more)


def follow(script: JSON, look: Callable[[Match], None] = lambda match: None) -> tuple[list[Event], Match]:
    """Deal a written hand without acting, and give all that follows by itself; ``look`` sees every step."""
    read = read_record(script, make_ruleset)
    match, hand = Match(read.rules), read.hands[0]
    assert isinstance(hand.wall, StackedWall) and hand.dealer is not None
    events = match.begin(HandStarted(hand.dealer, 0, False, stack(hand.wall, hand.dealer)))
    match.fold(events)
    assert match.state is not None
    look(match)
    while step := advance(match.rules, match.state):
        match.fold(step)
        events += step
        look(match)
    return events, match
