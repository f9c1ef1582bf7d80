"""Read a record (FORMATS "Record") out of parsed JSON, strictly; every fault is named by its path.

Everything that does not depend on play is checked here, so a malformed record is refused before its first
action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Protocol

from engine.errors import MalformedError
from engine.events import Outcome
from engine.position_fields import Fields, read_object
from engine.record import FORMAT, UNFINISHED, Act, Check, HandRecord, Record, Result, StackedWall
from engine.record_checks import read_check
from engine.record_fields import read_act, read_four, read_hex, read_whole
from engine.record_wall import check_dealer, read_wall
from engine.ruleset import Ruleset

__all__ = ["MakeRuleset", "read_record"]

_RECORD: Final = frozenset({
    "format", "rules", "ruleset", "options", "seats", "scores", "auto_pass", "hands",
})  # fmt: skip
_HAND: Final = frozenset({"dealer", "streak", "heated", "wall", "actions", "result", "commit"})
_RESULT: Final = frozenset({"totals", "outcome", "next_dealer", "streak", "heated"})
_OUTCOMES: Final = (*(outcome.value for outcome in Outcome), UNFINISHED)
_REVISION: Final = re.compile(r"([a-z]+)/([0-9]{1,9})")
_MOST_STREAK: Final = 1_000_000
_COMMITMENT: Final = 32


class MakeRuleset(Protocol):
    """Puts a ruleset together; ``engine/rulesets/registry.py`` has the one there is."""

    def __call__(self, key: str, options: Mapping[str, object], timeout_wins: bool) -> Ruleset:
        """Give the ruleset; raise ``MalformedError`` for a key, an option or a value that there is not."""


def read_record(data: object, make_ruleset: MakeRuleset) -> Record:
    """Read a record.

    Raises:
        MalformedError: it is none; names the field.
    """
    members = read_object(data, "$", "a record")
    if members.get("format") != FORMAT:
        raise MalformedError("$.format", f"must be {FORMAT!r}")
    fields = Fields(data, "$", _RECORD, "a record")
    rules = _read_rules(fields, make_ruleset)
    hands: list[HandRecord] = []
    for path, member in fields.items("hands"):
        hands.append(_read_hand(Fields(member, path, _HAND, "a hand"), rules, first=not hands))
    return Record(
        rules, _read_revision(fields, rules), _read_seats(fields),
        _read_scores(fields, "scores", (0, 0, 0, 0)), fields.flag("auto_pass", False), tuple(hands),
    )  # fmt: skip


def _read_rules(fields: Fields, make_ruleset: MakeRuleset) -> Ruleset:
    options: Mapping[str, object] = {}
    if fields.has("options"):
        options = read_object(fields.member("options"), fields.at("options"), "options")
    timeout_wins = options.get("timeout_wins", True)
    if not isinstance(timeout_wins, bool):
        raise MalformedError("$.options.timeout_wins", "must be true or false")
    own = {name: value for name, value in options.items() if name != "timeout_wins"}
    return make_ruleset(fields.text("ruleset"), own, timeout_wins)


def _read_revision(fields: Fields, rules: Ruleset) -> int | None:
    if not fields.has("rules"):
        return None
    match = _REVISION.fullmatch(fields.text("rules"))
    if match is None or match[1] != rules.key:
        raise MalformedError("$.rules", f"must be such as '{rules.key}/{rules.revision}'")
    return int(match[2])


def _read_seats(fields: Fields) -> tuple[str, ...]:
    if not fields.has("seats"):
        return ("", "", "", "")
    names = []
    for path, name in read_four(fields, "seats"):
        if not isinstance(name, str):
            raise MalformedError(path, "must be a name")
        names.append(name)
    return tuple(names)


def _read_scores(fields: Fields, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    if not fields.has(name):
        return default
    return tuple(read_whole(member, path) for path, member in read_four(fields, name))


def _read_hand(fields: Fields, rules: Ruleset, first: bool) -> HandRecord:
    wall = read_wall(fields.member("wall"), fields.at("wall"), rules)
    dealer = fields.whole("dealer", 0, 3) if fields.has("dealer") else None
    if isinstance(wall, StackedWall):
        if dealer is not None:
            check_dealer(wall, dealer)
        elif first:
            raise MalformedError(fields.at("dealer"), "the first hand of a stacked wall must name its dealer")
    commit = None
    if fields.has("commit"):
        commit = read_hex(fields.member("commit"), fields.at("commit"), _COMMITMENT, _COMMITMENT)
    return HandRecord(
        dealer,
        fields.whole("streak", 0, _MOST_STREAK) if fields.has("streak") else None,
        fields.flag("heated", False) if fields.has("heated") else None,
        wall,
        tuple(_read_entry(entry, path, rules) for path, entry in fields.items("actions", [])),
        _read_result(fields),
        commit,
    )


def _read_entry(data: object, path: str, rules: Ruleset) -> Act | Check:
    if isinstance(data, list):
        return read_act(data, path)
    if isinstance(data, dict):
        return read_check(data, path, rules)
    raise MalformedError(path, "must be an action or a check")


def _read_result(fields: Fields) -> Result:
    if not fields.has("result"):
        return Result(None, None, None, None, None)
    result = Fields(fields.member("result"), fields.at("result"), _RESULT, "a result")
    outcome = result.text("outcome") if result.has("outcome") else None
    if outcome is not None and outcome not in _OUTCOMES:
        raise MalformedError(result.at("outcome"), f"must be one of: {', '.join(_OUTCOMES)}")
    return Result(
        _read_scores(result, "totals", ()) if result.has("totals") else None,
        outcome,
        result.whole("next_dealer", 0, 3) if result.has("next_dealer") else None,
        result.whole("streak", 0, _MOST_STREAK) if result.has("streak") else None,
        result.flag("heated", False) if result.has("heated") else None,
    )
