"""The checks that may stand among a record's actions (FORMATS ``expect``): how each is read, and when it
holds.

A check looks at the state as it is, a window still open, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.commands import verb
from engine.decide import decide
from engine.errors import Code, IllegalCommand, MalformedError
from engine.legal import legal
from engine.match import Match
from engine.notation import format_tile, format_tiles
from engine.position_fields import Fields
from engine.record import Act, Check
from engine.record_fields import VERBS, read_act, read_four, read_seat, read_tile, read_tiles, read_whole
from engine.ruleset import Mechanic, Ruleset
from engine.state import Phase, State

__all__ = ["read_check"]

_ANY: Final = 10**15


class _All(NamedTuple):
    """Several checks in one."""

    checks: tuple[Check, ...]

    def failure(self, match: Match) -> str | None:
        """Say what the first that fails says."""
        return next((failure for check in self.checks if (failure := check.failure(match))), None)


class _Offers(NamedTuple):
    """What a seat may do, by verb."""

    seat: int
    verbs: frozenset[str]

    def failure(self, match: Match) -> str | None:
        """Compare with what is legal."""
        found = {verb(command) for command in legal(match.rules, _state(match), self.seat)}
        if found == self.verbs:
            return None
        return f"seat {self.seat} has {_listed(found)} on offer, not {_listed(self.verbs)}"


class _Refused(NamedTuple):
    """An action that must be refused, for this reason if one is given."""

    act: Act
    code: Code | None

    def failure(self, match: Match) -> str | None:
        """Try it; ``decide`` leaves the state alone either way."""
        seat, command = self.act
        try:
            decide(match.rules, _state(match), seat, command)
        except IllegalCommand as error:
            if self.code in (None, error.code):
                return None
            return f"seat {seat}: {verb(command)!r} is refused as '{error.code}', not '{self.code}'"
        return f"seat {seat}: {verb(command)!r} is not refused"


class _Number(NamedTuple):
    """A number of the state."""

    what: str
    expected: int | bool
    read: Callable[[State], int | bool]

    def failure(self, match: Match) -> str | None:
        """Compare it."""
        found = self.read(_state(match))
        return None if found == self.expected else f"{self.what} is {found}, not {self.expected}"


class _Scores(NamedTuple):
    """The running scores, payments on the spot included."""

    expected: list[int]

    def failure(self, match: Match) -> str | None:
        """Compare them."""
        return None if match.scores == self.expected else f"scores are {match.scores}, not {self.expected}"


class _Shown(NamedTuple):
    """A tile that a mechanic shows face up."""

    mechanic: Mechanic
    expected: int | None

    def failure(self, match: Match) -> str | None:
        """Compare it."""
        found = self.mechanic.shown(_state(match))
        if found == self.expected:
            return None
        return f"{self.mechanic.shows} is {_named(found)}, not {_named(self.expected)}"


class _Hand(NamedTuple):
    """The tiles in a seat's hand, a drawn one included, melds and flowers not."""

    seat: int
    expected: list[int]

    def failure(self, match: Match) -> str | None:
        """Compare them."""
        found = _state(match).hands[self.seat].tiles()
        if found == self.expected:
            return None
        return f"seat {self.seat} holds {format_tiles(found)}, not {format_tiles(self.expected)}"


def read_check(data: dict[str, object], path: str, rules: Ruleset) -> Check:
    """Read a check; several members of one ``expect`` are checked one after another. An object of comments
    alone (``x_…``) checks nothing.

    Raises:
        MalformedError: a member that is none of a check's, missing or of the wrong type.
    """
    if data and all(name.startswith("x_") for name in data):
        return _All(())
    outer = Fields(data, path, {"expect"}, "a check")
    shown = {mechanic.shows: mechanic for mechanic in rules.mechanics if mechanic.shows is not None}
    known = {"options", "code", *_READERS, *shown}
    fields = Fields(outer.member("expect"), outer.at("expect"), known, "a check")
    for name, needs in (("options", "seat"), ("code", "refused")):
        if fields.has(name) and not fields.has(needs):
            raise MalformedError(fields.at(name), f"stands beside {needs!r} only")
    checks = [read(fields, name) for name, read in _READERS.items() if fields.has(name)]
    for name, mechanic in shown.items():
        if fields.has(name):
            tile = fields.member(name)
            checks.append(_Shown(mechanic, None if tile is None else read_tile(tile, fields.at(name))))
    if not checks:
        raise MalformedError(fields.path, "checks nothing")
    return checks[0] if len(checks) == 1 else _All(tuple(checks))


def _read_offers(fields: Fields, name: str) -> Check:
    verbs = []
    for path, word in fields.items("options"):
        if not isinstance(word, str) or word not in VERBS:
            raise MalformedError(path, f"must be one of: {', '.join(VERBS)}")
        verbs.append(word)
    return _Offers(read_seat(fields.member(name), fields.at(name)), frozenset(verbs))


def _read_refused(fields: Fields, name: str) -> Check:
    action = fields.member(name)
    if not isinstance(action, list):
        raise MalformedError(fields.at(name), "must be an action: [seat, verb, argument?]")
    code = None
    if fields.has("code"):
        word = fields.text("code")
        if word not in list(Code):
            raise MalformedError(fields.at("code"), f"must be one of: {', '.join(Code)}")
        code = Code(word)
    return _Refused(read_act(action, fields.at(name)), code)


def _read_scores(fields: Fields, name: str) -> Check:
    return _Scores([read_whole(member, path) for path, member in read_four(fields, name)])


def _read_hand(fields: Fields, name: str) -> Check:
    members = [member for _, member in fields.items(name)]
    if len(members) != 2:
        raise MalformedError(fields.at(name), "must be [seat, tiles]")
    seat = read_seat(members[0], f"{fields.at(name)}[0]")
    return _Hand(seat, sorted(read_tiles(members[1], f"{fields.at(name)}[1]")))


_READERS: Final[dict[str, Callable[[Fields, str], Check]]] = {
    "seat": _read_offers,
    "refused": _read_refused,
    "turn": lambda fields, name: _Number("turn", fields.whole(name, 0, 3), lambda state: state.turn),
    "scores": _read_scores,
    "wall_left": lambda fields, name: _Number(name, fields.whole(name, 0, _ANY), lambda state: state.left),
    "hand": _read_hand,
    "over": lambda fields, name: _Number(
        name, _flag(fields, name), lambda state: state.phase is Phase.OVER
    ),
}  # fmt: skip
"""Members of a check, each with who reads it; what mechanics show comes on top."""


def _flag(fields: Fields, name: str) -> bool:
    value = fields.member(name)
    if not isinstance(value, bool):
        raise MalformedError(fields.at(name), "must be true or false")
    return value


def _state(match: Match) -> State:
    assert match.state is not None  # checks stand in hands
    return match.state


def _listed(verbs: set[str] | frozenset[str]) -> str:
    return ", ".join(sorted(verbs)) or "nothing"


def _named(kind: int | None) -> str:
    return "none" if kind is None else format_tile(kind)
