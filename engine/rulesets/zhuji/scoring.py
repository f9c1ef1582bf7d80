"""Score a Zhuji hand: its items, and the share they come to (ZJ-5.1, ZJ-5.2).

Whether a hand may win and what its 财神 stand for is decided in ``judge.py`` and ``best.py``. ``settle`` adds
what only the result sheet wants: the hand as it was read, what it nearly was, who pays.
"""

from __future__ import annotations

from engine.errors import Code, MalformedError, RuleRefusal
from engine.ledger import Transfer
from engine.melds import Meld
from engine.options import Values
from engine.rulesets.zhuji import items
from engine.rulesets.zhuji.best import Colour, Shape
from engine.rulesets.zhuji.hand import SCORING
from engine.rulesets.zhuji.judge import Judge, Judged
from engine.rulesets.zhuji.layout import lay_out
from engine.rulesets.zhuji.near import near_misses
from engine.rulesets.zhuji.settle import settle_win
from engine.rulesets.zhuji.wild_kinds import WildKinds
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Item, Settlement, Step, WinScore
from engine.seats import SEATS

__all__ = ["ZhujiScorer"]

_SHAPES = {Shape.SEQUENCES: items.ALL_SEQUENCES, Shape.TRIPLETS: items.ALL_TRIPLETS}
_COLOURS = {Colour.ONE_SUIT: items.ONE_SUIT, Colour.HALF: items.HALF_SUIT}


class ZhujiScorer:
    """Scores finished hands under one set of options."""

    __slots__ = ("_judge", "_options", "_wild_kinds")

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._options = options
        self._judge = Judge(options)
        self._wild_kinds = WildKinds(options)

    def check(self, facts: Facts) -> None:
        """Refuse wild kinds that the table cannot have, and melds of them (ZJ-2.1, ZJ-2.3).

        Raises:
            MalformedError: names the field at fault.
        """
        if facts.wilds:
            self._wild_kinds.check(facts.wilds)
        elif facts.by is not By.DRAW:
            raise MalformedError("$.wild", "field 'wild' is required, unless the hand is drawn")
        for seat in SEATS:
            winner = seat in facts.winners
            path = f"$.wins[{facts.winners.index(seat)}].melds" if winner else f"$.others.{seat}.melds"
            _check_melds(facts.seats[seat].melds, facts.wilds, path)
        _check_melds(facts.chain, facts.wilds, "$.chain")

    def qualifies(self, facts: Facts, seat: int) -> Code | None:
        """Give the reason why the seat may not win, or ``None`` where it may."""
        return self._judge.refuse(facts, seat)

    def settle(self, facts: Facts) -> Settlement:
        """Score the winner and list who pays him; a drawn hand moves nothing (ZJ-1.2), kongs earn nothing
        (ZJ-5.4).

        Raises:
            RuleRefusal: the winner may not win, or there is more than one (ZJ-3.2).
        """
        if not facts.winners:
            return Settlement((), ())
        if len(facts.winners) > 1:
            raise RuleRefusal(Code.NOT_OFFERED, "only the nearest in turn may win (ZJ-3.2)")
        (seat,) = facts.winners
        judged = self._judge.judge(facts, seat)
        score = self._scored(facts, seat, judged)
        layout = lay_out(judged.held, judged.best, _wild_tiles(facts, seat))
        near = near_misses(facts, seat, judged, layout)
        score = score._replace(groups=layout.groups, wilds=layout.wilds, near=near)
        win, transfers = settle_win(facts, score, self._options)
        return Settlement((win,), transfers)

    def spot(self, facts: Facts) -> tuple[Transfer, ...]:
        """List nothing: kongs earn nothing (ZJ-5.4)."""
        return ()

    def _scored(self, facts: Facts, seat: int, judged: Judged) -> WinScore:
        found = _tai(facts, seat, judged)
        steps: list[Step] = []
        if len(found) > 1:
            steps.append(Step(" + ".join([str(item.value) for item in found]), judged.real, "台数", "台"))
        special = judged.special if judged.real >= items.REAL_MINIMUM else ()
        eight = (*special, items.ALL_HONOURS) if judged.is_honours else special
        if eight:
            least, text = items.EIGHT, f"max({items.EIGHT}, {judged.real})"
            steps.append(Step(text, judged.tai, f"至少算 {least} 台", f"counts {least} 台 at least"))
            found += [row.item() for row in eight]
        value = items.SHARE.value << judged.tai - items.FREE_TAI
        text = f"2^({judged.tai} − {items.FREE_TAI})"
        steps.append(Step(text, value, items.SHARE.name_zh, "each payer"))
        if facts.streak:
            value = _times(items.OLD_DEALER.item(), value, found, steps)
        if facts.by is By.DISCARD:
            value = _times(items.DISCARD_SHARES.item(), value, found, steps)
        return WinScore(seat, tuple(found), tuple(steps), value)


def _check_melds(melds: tuple[Meld, ...], wilds: tuple[int, ...], path: str) -> None:
    for index, meld in enumerate(melds):
        if any(kind in wilds for kind in meld.tiles):
            raise MalformedError(f"{path}[{index}]", "a 财神 is never laid into a meld (ZJ-2.3)")


def _wild_tiles(facts: Facts, seat: int) -> list[int]:
    own = facts.seats[seat].concealed
    assert own is not None and facts.tile is not None  # a judged hand
    return [kind for kind in (*own, facts.tile) if kind in facts.wilds]


def _tai(facts: Facts, seat: int, judged: Judged) -> list[Item]:
    """List what counts of ZJ-4.1 to ZJ-4.6, in that order."""
    held, best = judged.held, judged.best
    found: list[Item] = []
    for place, (kind, row) in enumerate(SCORING):
        if held.melded >> place & 1:
            meld = next(meld for meld in facts.seats[seat].melds if meld.tile == kind)
            found.append(row.item(tiles=meld.tiles))
        elif kind in best.made:
            found.append(row.item(tiles=(kind,) * 3))
    if best.shape in _SHAPES:
        found.append(_SHAPES[best.shape].item())
    if best.colour in _COLOURS:
        found.append(_COLOURS[best.colour].item())
    for row in judged.beside:
        tiles = tuple(_wild_tiles(facts, seat)) if row is items.THREE_WILDS else ()
        found.append(row.item(tiles=tiles))
    return found


def _times(item: Item, value: int, found: list[Item], steps: list[Step]) -> int:
    """Multiply, and say so."""
    steps.append(Step(f"{value} × {item.value}", value * item.value, item.name_zh, item.name_en))
    found.append(item)
    return value * item.value
