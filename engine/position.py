"""Read a position (FORMATS): one finished hand in JSON becomes ``Facts`` and the scorer that judges them.

Here stands what is common to all rulesets: types, unknown fields, tile counts, the four copies, who took
what from whom, the chain of kongs, first-turn and wall consistency. No ruleset is named. A ruleset plugs in
by

* a ``PositionRules`` (``engine/position_rules.py``) in its folder: options, scorer, tile set, kinds of
  meld, the fields it knows;
* one line in ``engine/rulesets/registry.py``;
* its scorer's ``check(facts)``, called last, for what only it knows. It raises ``MalformedError`` with the
  field's path.

What the facts hold beyond the text: ``concealed`` sorted; ``winners`` in the order written; ``chain`` of a
robbed kong always ends in that kong, also where the position left it out; ``source`` of a fourth mouth is
its meld's; ``ready`` of a winner is true unless written otherwise, where the ruleset has the field; fields
the ruleset does not have keep their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.errors import MalformedError
from engine.ledger import HOUSE, totals
from engine.options import Values
from engine.position_checks import check_copies, check_first_turn, check_wall
from engine.position_fields import Fields, read_kind, read_kinds, read_object
from engine.position_melds import read_chain
from engine.position_rules import PositionRules
from engine.position_seats import read_fourth_mouth, read_others, read_wins
from engine.scoring.facts import By, Facts
from engine.scoring.scorer import Scorer
from engine.seats import SEATS

__all__ = ["FORMAT", "Position", "PositionRules", "read_position", "score_position"]

FORMAT: Final = "sifang.position/1"
_COMMON: Final = frozenset({
    "format", "ruleset", "options", "dealer", "by", "from", "tile", "wins", "others", "chain",
    "wall_left", "first_turn",
})  # fmt: skip
_WALL_LEFT: Final = 40
_MOST_STREAK: Final = 1_000_000
_ANY: Final = 10**9


class Position(NamedTuple):
    """A position that was read: lawful as far as FORMATS goes; whether its winners win the scorer says."""

    ruleset: str
    options: Values
    facts: Facts
    scorer: Scorer


def read_position(data: object, rulesets: Mapping[str, PositionRules], path: str = "$") -> Position:
    """Read one position out of parsed JSON.

    Raises:
        MalformedError: it is none that can come about under its ruleset; names the field.
    """
    rules = _ruleset(data, rulesets, path)
    fields = Fields(data, path, _COMMON | rules.fields, "a position")
    options = rules.options.read(read_object(fields.member("options"), fields.at("options"), "options")
                                 if fields.has("options") else {}, fields.at("options"))  # fmt: skip
    facts = _facts(fields, rules)
    check_first_turn(facts, fields)
    check_wall(facts, fields, rules)
    check_copies(facts, fields, rules)
    scorer = rules.scorer(options)
    try:
        scorer.check(facts)
    except MalformedError as error:
        raise MalformedError(path + error.path.removeprefix("$"), error.message) from error
    return Position(rules.key, options, facts, scorer)


def score_position(position: Position) -> dict[str, object]:
    """Settle a position and write the outcome as FORMATS does.

    Raises:
        RuleRefusal: a winner does not win, or may not.
    """
    settlement = position.scorer.settle(position.facts)
    transfers = (*settlement.transfers, *position.scorer.spot(position.facts))
    sums = totals(transfers)
    out: dict[str, object] = {
        "totals": sums[:HOUSE],
        "transfers": [transfer.as_json() for transfer in transfers],
        "wins": [win.as_json() for win in settlement.wins],
    }
    if sums[HOUSE]:
        out["house"] = sums[HOUSE]
    return out


def _ruleset(data: object, rulesets: Mapping[str, PositionRules], path: str) -> PositionRules:
    members = read_object(data, path, "a position")
    if "format" not in members:
        raise MalformedError(f"{path}.format", f"field 'format' is required: {FORMAT!r}")
    if members["format"] != FORMAT:
        raise MalformedError(f"{path}.format", f"must be {FORMAT!r}")
    key = members.get("ruleset")
    if not isinstance(key, str) or key not in rulesets:
        raise MalformedError(f"{path}.ruleset", f"must be one of: {', '.join(sorted(rulesets))}")
    return rulesets[key]


def _facts(fields: Fields, rules: PositionRules) -> Facts:
    by = _by(fields, rules)
    dealer = fields.whole("dealer", 0, 3)
    tile = _tile(fields, by, rules)
    winners, seats = read_wins(fields, by, rules)
    source = _source(fields, by, winners)
    if by is By.FOURTH_MOUTH:
        source = read_fourth_mouth(fields, tile, source, seats[winners[0]])
    read_others(fields, winners, seats, rules)
    owner = {By.SELF_DRAW: winners[:1], By.DISCARD: (source,), By.ROB_KONG: (source,)}.get(by, ())
    chain = read_chain(fields, by, owner[0] if owner else None, tile, tuple(seats), rules)
    facts = Facts(dealer, by, winners, tile, source, (seats[0], seats[1], seats[2], seats[3]), chain)
    facts.wall_left = fields.whole("wall_left", -_ANY, _ANY, _WALL_LEFT)
    facts.first_turn = fields.flag("first_turn", False)
    _own_fields(facts, fields, rules)
    return facts


def _by(fields: Fields, rules: PositionRules) -> By:
    name = fields.text("by")
    for way in rules.ways:
        if way.value == name:
            return way
    raise MalformedError(fields.at("by"), f"must be one of: {', '.join(sorted(rules.ways))}")


def _tile(fields: Fields, by: By, rules: PositionRules) -> int | None:
    if by is not By.DRAW:
        return read_kind(fields.text("tile"), fields.at("tile"), rules.tile_set)
    if fields.has("tile"):
        raise MalformedError(fields.at("tile"), "a drawn hand has no winning tile")
    return None


def _source(fields: Fields, by: By, winners: tuple[int, ...]) -> int | None:
    if by in (By.SELF_DRAW, By.DRAW):
        if fields.has("from"):
            raise MalformedError(fields.at("from"), f"nobody gives the tile when by is {by.value!r}")
        return None
    if by is By.FOURTH_MOUTH and not fields.has("from"):
        return None
    source = fields.whole("from", 0, 3)
    if source in winners:
        raise MalformedError(fields.at("from"), "a winner cannot be who gave the tile")
    return source


def _own_fields(facts: Facts, fields: Fields, rules: PositionRules) -> None:
    """Read the members that only some rulesets have; absent ones keep their defaults."""
    facts.flower_draw = fields.flag("flower_draw", False)
    facts.streak = fields.whole("streak", 0, _MOST_STREAK, 0)
    facts.heated = fields.flag("heated", False)
    tiles = rules.tile_set
    if fields.has("wild"):
        facts.wilds = read_kinds(fields.text("wild"), fields.at("wild"), tiles)
    if fields.has("treasure"):
        facts.treasure = read_kind(fields.text("treasure"), fields.at("treasure"), tiles)
    if fields.has("codes"):
        facts.codes = read_kinds(fields.text("codes"), fields.at("codes"), tiles)
    if fields.has("fishing"):
        fishing = Fields(
            fields.member("fishing"), fields.at("fishing"), [str(seat) for seat in SEATS], "fishing"
        )
        facts.fishing = tuple(
            read_kinds(fishing.text(str(seat)), fishing.at(str(seat)), tiles) for seat in SEATS
        )
