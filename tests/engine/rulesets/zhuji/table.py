"""Zhuji hands played from a few lines: what matters is written, the rest of each hand filled up with tiles
that go with nothing."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.notation import format_tile, parse_tiles
from engine.record_read import read_record
from engine.replay import HandOutcome, Replay
from engine.rulesets.registry import make_ruleset
from engine.state import State

SIZE = 13


class Played(NamedTuple):
    """A hand as far as it was played, and what it came to."""

    state: State
    outcome: HandOutcome

    @property
    def totals(self) -> object:
        """What the four seats won or lost."""
        return self.outcome.as_json()["totals"]

    @property
    def items(self) -> list[str]:
        """What counted for the winner, by id."""
        (win,) = self.outcome.wins
        return sorted(item.id for item in win.items)


def offers(seat: int, *verbs: str) -> dict[str, Any]:
    """Check what a seat is offered."""
    return {"expect": {"seat": seat, "options": list(verbs)}}


def refused(seat: int, *action: str, code: str) -> dict[str, Any]:
    """Check that an action is refused, and why."""
    return {"expect": {"refused": [seat, *action], "code": code}}


def look(**expected: Any) -> dict[str, Any]:
    """Check something else: ``turn``, ``wall_left``, ``hand``, ``over`` …"""
    return {"expect": expected}


def play(
    hands: Sequence[str], *actions: Any, draws: str = "", tail: str = "", left: int | None = None,
    wild: str = "9p", dealer: int = 0, streak: int = 0, auto_pass: bool = True,
    options: dict[str, Any] | None = None,
) -> Played:  # fmt: skip
    """Play a hand through ``sifang replay``'s own machinery; every check in it must hold.

    ``actions`` are texts such as ``0 discard 5m; 2 pong``, with checks between them.
    """
    wall: dict[str, Any] = {"hands": filled(hands, dealer, draws + tail, wild), "draws": draws, "wild": wild}
    if tail:
        wall["tail"] = tail
    if left is not None:
        wall["left"] = left
    record = {
        "format": "sifang.record/1", "ruleset": "zhuji", "options": options or {}, "auto_pass": auto_pass,
        "seats": ["a", "b", "c", "d"], "scores": [0, 0, 0, 0],
        "hands": [{"dealer": dealer, "streak": streak, "wall": wall, "actions": listed(actions)}],
    }  # fmt: skip
    playing = Replay(read_record(record, make_ruleset))
    outcome = playing.play_hand()
    assert playing.match.state is not None
    return Played(playing.match.state, outcome)


def listed(actions: Sequence[Any]) -> list[Any]:
    """List actions and checks as a record has them."""
    found: list[Any] = []
    for entry in actions:
        if isinstance(entry, str):
            acts = [act.split() for act in entry.split(";")]
            found += [[int(seat), *words] for seat, *words in acts]
        else:
            found.append(entry)
    return found


def filled(hands: Sequence[str], dealer: int, named: str, wild: str) -> list[str]:
    """Fill hands up: no tile of a filling goes with another, none is wild or named for the wall."""
    given = [parse_tiles(hand) for hand in hands]
    shunned = {*parse_tiles(named), *parse_tiles(wild)}
    used = Counter(kind for tiles in (*given, parse_tiles(named)) for kind in tiles)
    found = []
    for seat, tiles in enumerate(given):
        fill: list[int] = []
        missing = SIZE + (seat == dealer) - len(tiles)
        for kind in range(34):
            near = {kind} if kind >= 27 else set(range(kind - 2, kind + 3))
            if len(fill) < missing and kind not in shunned and used[kind] < 4 and not near & {*tiles, *fill}:
                fill.append(kind)
                used[kind] += 1
        assert len(fill) == missing, f"seat {seat} cannot be filled up"
        # The tiles written stand last, so that the dealer's last one written is the last one dealt.
        found.append("".join(map(format_tile, (*fill, *tiles))))
    return found
