"""Score a Nanning hand: base, doublings, codes (NN-2, NN-14.1, NN-14.3). Who pays is said in ``settle.py``.

``evaluate`` is made for the table: it decides whether a win is lawful and what it is worth, in some ten
microseconds. ``settle`` adds what only the result sheet wants: how the hand was read, which tiles count, what
it nearly was, who pays.
"""

from __future__ import annotations

from engine.errors import Code, MalformedError, RuleRefusal
from engine.ledger import Transfer
from engine.melds import MeldKind
from engine.options import Values
from engine.rulesets.nanning import items
from engine.rulesets.nanning.codes import codes_due, hits
from engine.rulesets.nanning.events import Event, read_event
from engine.rulesets.nanning.hand import (
    Shape,
    ShapeKind,
    find_shape,
    is_all_honours,
    is_concealed,
    is_one_suit,
    sealers_of,
)
from engine.rulesets.nanning.near import near_misses
from engine.rulesets.nanning.reading import group_hand
from engine.rulesets.nanning.settle import false_win, kong_points, settle_win
from engine.rulesets.nanning.shown import with_tiles
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Item, Settlement, Step, WinScore

__all__ = ["NanningScorer"]

_REFUSALS = {
    Code.SEALED: "seat {seat} is sealed and cannot win this hand (NN-10.1)",
    Code.INSURED: "a chain with a concealed kong in it cannot be robbed (NN-6.3)",
    Code.NOT_A_WIN: "seat {seat} has neither four sets and a pair nor seven pairs (NN-1.5)",
}


class NanningScorer:
    """Scores finished hands under one set of options."""

    __slots__ = ("_options", "_plus_one", "_ignores_concealed")

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._options = options
        self._plus_one = options["concealed_self_draw"] == "plus1"
        self._ignores_concealed = bool(options["cannon_ignores_concealed"])

    def check(self, facts: Facts) -> None:
        """Refuse codes and fishing tiles that could not have been turned (NN-14.1, NN-14.2).

        Raises: MalformedError: more codes than may be turned; a seat with another number of fishing tiles
        than agreed.
        """
        due = codes_due(facts, self._options).number
        if facts.codes is not None and len(facts.codes) > due:
            raise MalformedError("$.codes", f"{len(facts.codes)} codes are turned where at most {due} may be")
        for seat, kinds in enumerate(facts.fishing or ()):
            if len(kinds) != self._options["fishing"]:
                raise MalformedError(
                    f"$.fishing.{seat}", f"must be {self._options['fishing']} tiles, as the option says"
                )

    def qualifies(self, facts: Facts, seat: int) -> Code | None:
        """Tell why this seat may not win, if so; passed wins (NN-11.1) are the table's to know."""
        return self._look(facts, seat)[0]

    def evaluate(self, facts: Facts, seat: int) -> WinScore:
        """Score one winner; without ``groups`` and ``near``, and before anything that depends on who pays.

        Raises:
            RuleRefusal: the seat is sealed, robs what cannot be robbed, or has no winning hand.
        """
        code, shape = self._look(facts, seat)
        if shape is None:
            reason = code or Code.NOT_A_WIN
            raise RuleRefusal(reason, _REFUSALS[reason].format(seat=seat))
        own = facts.seats[seat]
        event = read_event(facts, seat)
        concealed = is_concealed(own.melds)
        doublings = (*_patterns(shape), *event.items)
        k = sum(item.value for item in doublings)
        base, steps, value = self._value(facts, event, concealed, k)
        if len(doublings) > 1:
            steps = (Step(" + ".join(str(item.value) for item in doublings), k, "翻数", "doublings"), *steps)
        if facts.codes:
            number = hits(facts.codes, seat, facts.dealer)
            if number:
                doublings += (items.CODE.item(number),)
                steps += (Step(f"{value} × (1 + {number})", value * (1 + number), "摸码", "codes"),)
                value *= 1 + number
        return WinScore(seat, (*base, *doublings), steps, value)

    def settle(self, facts: Facts) -> Settlement:
        """Score every winner and list who pays whom; in a drawn hand the kong points alone (NN-13.1).

        Raises:
            RuleRefusal: one of the winners may not win.
        """
        wins: list[WinScore] = []
        transfers: list[Transfer] = []
        for win in [self.evaluate(facts, seat) for seat in facts.winners]:
            paid, steps = settle_win(facts, win, self._options)
            transfers += paid
            own = facts.seats[win.seat]
            assert own.concealed is not None and facts.tile is not None
            wins.append(win._replace(
                items=with_tiles(facts, win),
                steps=(*win.steps, *steps),
                groups=group_hand(own.concealed, facts.tile, len(own.melds)),
                near=near_misses(facts, win),
            ))  # fmt: skip
        return Settlement(tuple(wins), (*transfers, *kong_points(facts)))

    def settle_false_win(self, facts: Facts, seat: int) -> tuple[Transfer, ...]:
        """List what is due when a seat has called a win it may not have (NN-11.2, option ``false_win``)."""
        return false_win(facts, seat, int(self._options["false_win_points"]))

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List nothing: in Nanning all is paid at the hand's end (NN-3.4)."""
        return ()

    def _look(self, facts: Facts, seat: int) -> tuple[Code | None, Shape | None]:
        if sealers_of(seat, facts.seats):
            return Code.SEALED, None
        if facts.by is By.ROB_KONG and any(meld.kind is MeldKind.CONCEALED_KONG for meld in facts.chain):
            return Code.INSURED, None
        own = facts.seats[seat]
        if own.concealed is None or facts.tile is None:
            return Code.NOT_A_WIN, None
        shape = find_shape(own.concealed, facts.tile, own.melds)
        return (Code.NOT_A_WIN if shape is None else None), shape

    def _value(
        self, facts: Facts, event: Event, concealed: bool, k: int
    ) -> tuple[tuple[Item, ...], tuple[Step, ...], int]:
        """Come to what one payer owes before codes (NN-2.3, NN-2.4, NN-14.3)."""
        if facts.by is By.SELF_DRAW:
            if concealed and self._plus_one:
                return _plus_one(k)
            base = items.BASE_CONCEALED if concealed else items.BASE_OPEN
            value = base.value << k
            return (base.item(),), (Step(f"{base.value} × 2^{k}", value, "每家付", "each payer"),), value
        if k == 0:
            base = items.DISCARD_CONCEALED if concealed else items.DISCARD_OPEN
            step = Step(f"{base.value}", base.value, "放炮者付", "who gave the tile")
            return (base.item(),), (step,), base.value
        # NN-5.6: the option looks at big cannons only; a robbed kong is none.
        counts = concealed and not (event.cannon and self._ignores_concealed)
        base = items.BASE_CONCEALED if counts else items.BASE_OPEN
        shares = items.DISCARD_SHARES.value
        value = shares * base.value << k - 1
        text = f"{shares} × {base.value} × 2^({k} − 1)"
        return (base.item(),), (Step(text, value, "放炮者付", "who gave the tile"),), value


def _plus_one(k: int) -> tuple[tuple[Item, ...], tuple[Step, ...], int]:
    base, more = items.BASE_OPEN, items.PLUS_ONE
    value = (base.value << k) + more.value
    step = Step(f"{base.value} × 2^{k} + {more.value}", value, "每家付", "each payer")
    return (base.item(), more.item()), (step,), value


def _patterns(shape: Shape) -> tuple[Item, ...]:
    """List the doublings that lie in the tiles (NN-2.2)."""
    found: tuple[Item, ...] = ()
    if is_one_suit(shape):
        found = (items.ONE_SUIT.item(),)
    elif is_all_honours(shape):
        found = (items.ALL_HONOURS.item(),)
    if shape.kind is ShapeKind.TRIPLETS:
        found += (items.ALL_TRIPLETS.item(),)
    elif shape.kind is ShapeKind.PAIRS:
        found += (items.BIG_PAIRS[shape.quads - 1].item() if shape.quads else items.SEVEN_PAIRS.item(),)
    return found
