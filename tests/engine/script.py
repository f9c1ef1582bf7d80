"""Hands told in a few lines, so that a table of them can be read: a script becomes a record and is replayed.

A line is what a seat does, ``1 discard 5z``; before the verb may stand what it drew: ``1 <5z discard 9m``
from the wall's head, ``1 <<5z win`` from its tail. ``1 <5z`` alone throws what was drawn, ``1 <5z _`` only
draws it. A line that begins with ``?`` lists what a seat is offered (``? 1 win pong pass``; nothing after the
seat: nothing), one with ``!`` what is refused and why (``! 1 win = sealed``), one with ``@`` looks at the
state: ``@ turn 2``, ``@ left 40``, ``@ scores 0 0 0 0``, ``@ over``, ``@ hand 1 123m``,
``@ treasure 4s`` (or ``none``). Lines end with a new line or ``;``.

Of a hand only the tiles that matter are written; it is filled up with single tiles that go with nothing.
Windows are closed as records do it (``auto_pass``), unless the script says that every answer stands in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.decide import advance, decide
from engine.events import Event, HandStarted
from engine.match import Match
from engine.notation import format_tile, format_tiles, parse_tiles
from engine.record import Act, Record, StackedWall
from engine.record_read import read_record
from engine.record_wall import stack
from engine.replay import HandOutcome, Replay
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import State
from engine.tiles import TileSet

JSON = dict[str, Any]
HAND = 13


class Case(NamedTuple):
    """One scripted hand and what it comes to; ``says`` begins with its clause."""

    says: str
    hands: Sequence[str]
    script: str
    totals: list[int]
    next_dealer: int
    patterns: Sequence[Sequence[str]] = ((),)
    outcome: str = "win"
    more: Mapping[str, Any] = {}

    def check(self) -> Played:
        """Play it and compare."""
        played = play(self.script, self.hands, **self.more)
        found = played.outcome.as_json()
        assert (found["outcome"], found["totals"], found["next_dealer"]) == (
            self.outcome, self.totals, self.next_dealer,
        )  # fmt: skip
        if self.outcome == "win":
            assert played.patterns == [list(items) for items in self.patterns]
        return played


class Played(NamedTuple):
    """A script that was played: the record, its outcome, and the match as it stands."""

    record: JSON
    outcome: HandOutcome
    match: Match

    @property
    def state(self) -> State:
        """The hand as it stands."""
        return _state(self.match)

    @property
    def totals(self) -> list[int]:
        """What the four seats won or lost."""
        totals = self.outcome.as_json()["totals"]
        assert isinstance(totals, list)
        return totals

    @property
    def patterns(self) -> list[list[str]]:
        """What counted beside the base, by winner: ids of items, with the value where it is more than 1."""
        return [
            [item.id + f" {item.value}" * (item.value > 1) for item in win.items if item.unit != "points"]
            for win in self.outcome.wins
        ]


def play(script: str, hands: Sequence[str], **more: Any) -> Played:
    """Play a script of Nanning (or of ``rules``) to its end and give what it came to.

    ``more`` are those of ``record``, and ``rules``: a ruleset put together by the test.
    """
    rules: Ruleset | None = more.pop("rules", None)
    data = record(script, hands, **more)

    def make(key: str, options: Mapping[str, object], timeout_wins: bool) -> Ruleset:
        return rules or make_ruleset(key, options, timeout_wins)

    read: Record = read_record(data, make)
    playing = Replay(read)
    return Played(data, playing.play_hand(), playing.match)


def table(script: str, hands: Sequence[str], **more: Any) -> tuple[Match, list[Event]]:
    """Play a script as a server does, answer by answer, and leave the table as it then stands, a window open.

    Gives all events too. ``more`` as for ``play``.
    """
    rules: Ruleset = more.pop("rules", None) or make_ruleset("nanning", more.get("options", {}))
    hand = read_record(record(script, hands, **more), lambda key, options, timeout_wins: rules).hands[0]
    assert isinstance(hand.wall, StackedWall) and hand.dealer is not None
    match = Match(rules)
    events: list[Event] = []
    steps = [match.begin(HandStarted(hand.dealer, 0, False, stack(hand.wall, hand.dealer), hand.wall.chance))]
    for entry in (None, *hand.actions):
        if isinstance(entry, Act):
            steps = [decide(rules, _state(match), *entry)]
        elif entry is not None:
            assert entry.failure(match) is None, entry.failure(match)
        while steps:
            events += steps[-1]
            match.fold(steps.pop())
            steps += [step] if (step := advance(rules, _state(match))) else []
    return match, events


def _state(match: Match) -> State:
    assert match.state is not None
    return match.state


def record(
    script: str,
    hands: Sequence[str],
    *,
    dealer: int = 0,
    ruleset: str = "nanning",
    left: int | None = None,
    tail: str = "",
    codes: str = "",
    tail_codes: str = "",
    reserve: str = "",
    auto_pass: bool = True,
    options: Mapping[str, object] | None = None,
    streak: int = 0,
) -> JSON:
    """Write a script as a record of one hand.

    ``tail`` are tiles of the tail before those the script takes from it; ``codes`` and ``tail_codes`` what
    lies in the wall after those it takes from either end, ``reserve`` what lies in its last stacks (FORMATS).
    """
    actions: list[Any] = []
    draws: list[str] = []
    behind: list[str] = [tail] if tail else []
    for line in script.replace("\n", ";").split(";"):
        words = line.split()
        if words:
            action = _check(words) if words[0] in "?!@" else _action(words, draws, behind)
            actions += [action] if action else []
    draws.append(codes)
    behind.append(tail_codes)
    tiles = RULESETS[ruleset].position.tile_set
    filled = _filled(hands, dealer, "".join([*draws, *behind, reserve]), tiles)
    wall: JSON = {"hands": filled, "draws": "".join(draws)}
    if any(behind):
        wall["tail"] = "".join(behind)
    if reserve:
        wall["reserve"] = reserve
    if left is not None:
        wall["left"] = left
    return {
        "format": "sifang.record/1",
        "ruleset": ruleset,
        "options": dict(options or {}),
        "seats": ["甲", "乙", "丙", "丁"],
        "scores": [0, 0, 0, 0],
        "auto_pass": auto_pass,
        "hands": [{"dealer": dealer, "streak": streak, "wall": wall, "actions": actions}],
    }


def _action(words: list[str], draws: list[str], behind: list[str]) -> list[Any] | None:
    seat, *words = words
    if words[0].startswith("<"):
        drawn, *words = words
        tile = drawn.lstrip("<")
        (behind if drawn.startswith("<<") else draws).append(tile)
        words = words or ["discard", tile]
    return None if words == ["_"] else [int(seat), *words]


def _check(words: list[str]) -> JSON:
    kind, *words = words
    if kind == "?":
        return {"expect": {"seat": int(words[0]), "options": words[1:]}}
    if kind == "!":
        code = {"code": words[-1]} if "=" in words else {}
        act = words[: words.index("=")] if "=" in words else words
        return {"expect": {"refused": [int(act[0]), *act[1:]], **code}}
    what, *words = words
    match what:
        case "left":
            return {"expect": {"wall_left": int(words[0])}}
        case "turn":
            return {"expect": {"turn": int(words[0])}}
        case "scores":
            return {"expect": {"scores": [int(word) for word in words]}}
        case "hand":
            return {"expect": {"hand": [int(words[0]), words[1]]}}
        case "treasure":
            return {"expect": {"treasure": None if words == ["none"] else words[0]}}
        case "over":
            return {"expect": {"over": True}}
        case _:
            raise ValueError(f"a script cannot look at {what!r}")


def _filled(hands: Sequence[str], dealer: int, wall: str, tile_set: TileSet) -> list[str]:
    """Fill hands up with tiles that go with nothing: first what the whole script names is taken out of the
    set.

    A tile that fills is alone in its hand, two steps away from its neighbours in the suit, and no kind that
    the script draws, so that its owner can claim nothing and is far from winning. Where these run out, any
    other kind, and at last any tile.
    """
    given = [parse_tiles(hand) for hand in hands]
    drawn = parse_tiles(wall)
    used = Counter(kind for tiles in (*given, drawn) for kind in tiles)
    filled = []
    for seat, tiles in enumerate(given):
        size = HAND + (seat == dealer)
        fill: list[int] = []
        for far in (2, 0, None):
            for kind in range(34):
                step = 0 if far and kind >= 27 else far
                near = set() if step is None else {*range(kind - step, kind + step + 1)}
                left = tile_set.copies[kind] - used[kind] if kind not in tile_set.flowers else 0
                if len(tiles) + len(fill) < size and left > 0 and not near & {*tiles, *fill, *drawn}:
                    fill.append(kind)
                    used[kind] += 1
        if len(tiles) + len(fill) != size:
            raise ValueError(f"seat {seat} cannot be filled up: {format_tiles(tiles)}")
        filled.append("".join(map(format_tile, (*fill, *tiles))))
    return filled
