"""A ruleset that has everything FORMATS knows and judges nothing: to see what a position becomes."""

from engine.errors import Code, MalformedError, RuleRefusal
from engine.ledger import HOUSE, Transfer
from engine.melds import MeldKind
from engine.options import Option, OptionSet, Values
from engine.position import PositionRules
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Settlement
from engine.tiles import FLOWERS, TileSet

OPTIONS = OptionSet((Option("strict", False, "严", "Strict", "拒绝一切", "Refuses everything", "CO-8"),))


class StubScorer:
    """Pays the house a point for each flower; refuses a wall of 13 and, when strict, every win."""

    def __init__(self, options: Values) -> None:
        self.options = options

    def check(self, facts: Facts) -> None:
        """Refuse a wall of 13."""
        if facts.wall_left == 13:
            raise MalformedError("$.wall_left", "thirteen")

    def settle(self, facts: Facts) -> Settlement:
        """Move nothing."""
        if self.options["strict"]:
            raise RuleRefusal(Code.BELOW_MINIMUM, "strict")
        return Settlement((), ())

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """Pay the house for flowers."""
        flowers = sum(len(seat.flowers) for seat in facts.seats)
        return (Transfer(0, HOUSE, flowers, "CO-6.2", "flowers"),) if flowers else ()


STUB = PositionRules(
    key="stub",
    options=OPTIONS,
    scorer=StubScorer,
    tile_set=TileSet((4,) * FLOWERS.start + (1,) * len(FLOWERS), frozenset(FLOWERS)),
    melds=frozenset(MeldKind),
    ways=frozenset(By),
    robbed=frozenset({MeldKind.ADDED_KONG, MeldKind.OPEN_KONG}),
    fields=frozenset({"flower_draw", "streak", "heated", "wild", "treasure", "codes", "fishing"}),
    win_fields=frozenset({"ready", "pushed", "pre_ready"}),
    seat_fields=frozenset({"ready"}),
    reserve=8,
)
BARE = STUB._replace(
    key="bare",
    ways=frozenset(By) - {By.FOURTH_MOUTH},
    fields=frozenset(),
    win_fields=frozenset(),
    seat_fields=frozenset(),
    reserve=0,
)
RULES = {"stub": STUB, "bare": BARE}
