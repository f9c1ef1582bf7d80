"""Score a Longjiang hand: the base times what multiplies it (LJ-5, LJ-6.1).

Whether a hand may win, and what counts, is decided in ``judge.py``; who pays how often in ``settle.py``.
"""

from __future__ import annotations

from engine.errors import Code, MalformedError, RuleRefusal
from engine.ledger import Transfer
from engine.options import Values
from engine.patterns import Reading
from engine.rulesets.longjiang import items
from engine.rulesets.longjiang.hand import Held, hold
from engine.rulesets.longjiang.judge import Judge, Judged
from engine.rulesets.longjiang.near import near_misses
from engine.rulesets.longjiang.settle import settle_win
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Settlement, Step, WinScore

__all__ = ["LongjiangScorer"]


class LongjiangScorer:
    """Scores finished hands under one set of options."""

    __slots__ = ("_base", "_options", "judge")

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._options = options
        self._base = int(options["base"])
        self.judge = Judge(options)

    def check(self, facts: Facts) -> None:
        """Refuse what no hand can have come to, since a declared hand is locked (LJ-3.2, LJ-3.3).

        Raises: MalformedError: a pair pushed out that is none, or by one who has not declared; a kong of one
        who has.
        """
        for place, seat in enumerate(facts.winners):
            own = facts.seats[seat]
            path = f"$.wins[{place}].pushed"
            if own.pushed is not None and not own.ready:
                raise MalformedError(path, "a pair is pushed out on declaring ready (LJ-3.3)")
            if own.pushed is not None and (own.concealed or ()).count(own.pushed) < 2:
                raise MalformedError(path, "there is no such pair in hand (LJ-3.3)")
            if facts.by is By.SELF_DRAW and facts.chain and own.ready and not _is_dealt(facts, seat):
                raise MalformedError("$.chain", "who has declared makes no kong (LJ-3.2)")
        if facts.by is By.ROB_KONG and facts.source is not None and facts.seats[facts.source].ready:
            raise MalformedError(f"$.others.{facts.source}.ready", "who has declared makes no kong (LJ-6.4)")

    def qualifies(self, facts: Facts, seat: int) -> Code | None:
        """Give the reason why the seat may not win, or ``None`` where it may."""
        own, tile = _held(facts, seat)
        return self.judge.refuse(own, facts.by, tile, facts.treasure, _is_dealt(facts, seat))

    def settle(self, facts: Facts) -> Settlement:
        """Score the winner and list who pays him; a drawn hand moves nothing (LJ-6.6), kongs earn nothing
        (LJ-1.3).

        Raises:
            RuleRefusal: the winner may not win, or there is more than one (LJ-6.5).
        """
        if not facts.winners:
            return Settlement((), ())
        if len(facts.winners) > 1:
            raise RuleRefusal(Code.NOT_OFFERED, "only the nearest in turn wins (LJ-6.5)")
        (seat,) = facts.winners
        own, tile = _held(facts, seat)
        judged = self.judge.judge(own, facts.by, tile, facts.treasure, _is_dealt(facts, seat), seat)
        score = self._scored(facts, seat, judged)
        transfers, steps = settle_win(facts, score, judged, self._options)
        near = near_misses(facts, own, judged)
        return Settlement((score._replace(steps=(*score.steps, *steps), near=near),), tuple(transfers))

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List nothing: kongs earn nothing (LJ-1.3)."""
        return ()

    def _scored(self, facts: Facts, seat: int, judged: Judged) -> WinScore:
        assert facts.tile is not None  # a judged hand
        factors = [self._base, *[row.value for row in judged.rows]]
        value = self._base * judged.times
        text = " × ".join([str(factor) for factor in factors])
        found = (items.BASE.item(self._base), *[row.item() for row in judged.rows])
        wild = judged.stands_for != facts.tile or items.TREASURE in judged.rows
        return WinScore(
            seat, found, (Step(text, value, "每家", "each payer"),), value, _groups(judged.reading),
            ((facts.tile, judged.stands_for),) if wild else (),
        )  # fmt: skip


def _held(facts: Facts, seat: int) -> tuple[Held, int]:
    """Give what a winner has, and the tile he wins on; both are known of a winner."""
    own = facts.seats[seat]
    assert own.concealed is not None and facts.tile is not None
    return hold(own.concealed, own.melds, own.ready, own.pushed), facts.tile


def _is_dealt(facts: Facts, seat: int) -> bool:
    """Tell whether the dealer wins before he has discarded: he cannot have declared then, whatever a position
    says of it (LJ-3.1, LJ-5.8)."""
    return facts.first_turn and facts.by is By.SELF_DRAW and seat == facts.dealer


def _groups(reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Lay out a hand as it was read, the pair last."""
    sets = [(kind,) * 3 for kind in reading.triplets]
    sets += [(low, low + 1, low + 2) for low in reading.sequences]
    return (*sorted(sets), (reading.pair,) * 2)
