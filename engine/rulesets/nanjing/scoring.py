"""Score a Nanjing hand: flowers counted twice, 20 for the win, bonuses, 比下胡 (NJ-2 to NJ-5). Who pays is
said in ``settle.py``.

``evaluate`` is made for the table: it decides whether a win is lawful and what it is worth, in some ten
microseconds. ``settle`` adds what only the result sheet wants: how the hand was read, what it nearly was,
who pays.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Code, MalformedError, RuleRefusal
from engine.ledger import Transfer
from engine.options import Values
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.bonus import bonuses_of, soft_flowers
from engine.rulesets.nanjing.hand import Shape, fourth_mouth_shape, opened_mouth, shape_of
from engine.rulesets.nanjing.near import near_misses
from engine.rulesets.nanjing.reading import group_hand
from engine.rulesets.nanjing.settle import settle_win
from engine.rulesets.nanjing.spot import spot_payments
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Item, Settlement, Step, WinScore
from engine.seats import SEATS

__all__ = ["NanjingScorer"]

_REFUSALS: Final = {
    Code.NOT_A_WIN: "seat {seat} has no winning hand: four sets and a pair, seven pairs (NJ-1.5), "
    "or a fourth mouth (NJ-6.4)",
    Code.BELOW_MINIMUM: "seat {seat} has a small win, not concealed, with fewer than four hard flowers "
    "(NJ-3.2)",
}  # fmt: skip


class NanjingScorer:
    """Scores finished hands under one set of options."""

    __slots__ = ("_options", "_bixiahu", "_flower_value")

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._options = options
        self._bixiahu = options["bixiahu"]
        self._flower_value = int(options["flower_value"])

    def check(self, facts: Facts) -> None:
        """Refuse what no hand can have come to.

        Raises: MalformedError: a fourth mouth that would have ended the hand before, one after the wall's
        last tile (NJ-1.4), a hand unchanged since the deal beside melds (NJ-4.10), a flower replaced that
        does not lie there (NJ-4.8).
        """
        for seat in SEATS:
            own = facts.seats[seat]
            ended = facts.by is By.FOURTH_MOUTH and seat in facts.winners
            if not ended and opened_mouth(own.melds) is not None:
                path = _path(facts, seat, "melds")
                raise MalformedError(path, "this fourth mouth would have ended the hand")
            if own.pre_ready and own.melds:
                raise MalformedError(_path(facts, seat, "pre_ready"), "a meld changes the hand dealt")
        if facts.flower_draw and facts.by is By.SELF_DRAW and not facts.seats[facts.winners[0]].flowers:
            raise MalformedError("$.flower_draw", "the flower that was replaced lies nowhere")
        if facts.by is By.FOURTH_MOUTH and facts.wall_left == 0:
            raise MalformedError("$.wall_left", "the discard after the last tile may only be won, not taken")

    def qualifies(self, facts: Facts, seat: int) -> Code | None:
        """Tell why this seat may not win, if so."""
        shape = _shape(facts, seat)
        if shape is None:
            return Code.NOT_A_WIN
        return None if bonuses_of(facts, seat, shape).suffices else Code.BELOW_MINIMUM

    def evaluate(self, facts: Facts, seat: int) -> WinScore:
        """Score one winner; without ``groups`` and ``near``, and before anything that depends on who pays.

        Raises:
            RuleRefusal: the seat has no winning hand, or a small win with too few flowers.
        """
        shape = _shape(facts, seat)
        if shape is None:
            raise _refusal(Code.NOT_A_WIN, seat)
        bonuses = bonuses_of(facts, seat, shape)
        if not bonuses.suffices:
            raise _refusal(Code.BELOW_MINIMUM, seat)
        flowers = soft_flowers(facts, seat, shape)
        laid = facts.seats[seat].flowers
        if laid:
            flowers = (items.HARD.item(len(laid), laid), *flowers)
        return self._value(facts, seat, flowers, (items.WIN.item(), *bonuses.items))

    def settle(self, facts: Facts) -> Settlement:
        """Score every winner and list who pays whom; nothing in a drawn hand (NJ-9.2).

        Raises:
            RuleRefusal: one of the winners may not win, or there are several where one alone may.
        """
        if len(facts.winners) > 1 and not self._options["multiple_wins"]:
            raise RuleRefusal(Code.NOT_OFFERED, "only the nearest in turn wins (NJ-8.1)")
        wins: list[WinScore] = []
        transfers: list[Transfer] = []
        for win in [self.evaluate(facts, seat) for seat in facts.winners]:
            paid, steps = settle_win(facts, win)
            transfers += paid
            wins.append(win._replace(
                steps=(*win.steps, *steps), groups=group_hand(facts, win.seat), near=near_misses(facts, win),
            ))  # fmt: skip
        return Settlement(tuple(wins), tuple(transfers))

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List what was paid on the spot for melds and flowers (NJ-7.1 to NJ-7.3); fines need the order of
        play and are not among it."""
        return tuple(
            transfer for seat in SEATS for transfer in spot_payments(facts.seats[seat], seat, self._options)
        )

    def _value(self, facts: Facts, seat: int, flowers: tuple[Item, ...], fixed: tuple[Item, ...]) -> WinScore:
        """Come to what one payer owes (NJ-2.1, NJ-5, option ``flower_value``)."""
        counted = sum(item.value for item in flowers)
        value = counted * items.DOUBLE.value + sum(item.value for item in fixed)
        text = " + ".join(str(item.value) for item in fixed)
        found = flowers
        if flowers:
            doubled = " + ".join(str(item.value) for item in flowers)
            doubled = f"({doubled})" if len(flowers) > 1 else doubled
            text = f"{doubled} × {items.DOUBLE.value} + {text}"
            found = (*flowers, items.DOUBLE.item())
        steps = [Step(text, value, "花数", "flowers")]
        more = self._heat(facts)
        if more:
            value = _heated(value, more, steps)
        if self._flower_value > 1:
            text = f"{value} × {self._flower_value}"
            value *= self._flower_value
            steps.append(Step(text, value, "折分", "points"))
        return WinScore(seat, (*found, *fixed, *more), tuple(steps), value)

    def _heat(self, facts: Facts) -> tuple[Item, ...]:
        """List what 比下胡 adds to a win, whoever's (NJ-5.1, NJ-5.2)."""
        if self._bixiahu == "pagoda" and facts.streak:
            return items.PAGODA.item(facts.streak), items.PAGODA_DOUBLE.item()
        if self._bixiahu == "new" and facts.heated:
            return (items.HEATED.item(),)
        return ()


def _heated(value: int, more: tuple[Item, ...], steps: list[Step]) -> int:
    *added, times = more
    base = f"({value} + {added[0].value})" if added else f"{value}"
    value = (value + sum(item.value for item in added)) * times.value
    steps.append(Step(f"{base} × {times.value}", value, times.name_zh, times.name_en.lower()))
    return value


def _shape(facts: Facts, seat: int) -> Shape | None:
    own = facts.seats[seat]
    if facts.by is By.FOURTH_MOUTH:
        return fourth_mouth_shape(own.melds)
    if own.concealed is None or facts.tile is None:
        return None
    return shape_of(own.concealed, facts.tile, own.melds)


def _refusal(code: Code, seat: int) -> RuleRefusal:
    return RuleRefusal(code, _REFUSALS[code].format(seat=seat))


def _path(facts: Facts, seat: int, name: str) -> str:
    place = f"wins[{facts.winners.index(seat)}]" if seat in facts.winners else f"others.{seat}"
    return f"$.{place}.{name}"
