"""Read what lies before the seats of a position and what the winners hold (FORMATS ``wins``, ``others``).

Tile counts are checked here, the four copies over all seats elsewhere.
"""

from __future__ import annotations

from typing import Final

from engine.errors import MalformedError
from engine.melds import Meld, MeldKind
from engine.position_fields import Fields, read_kind, read_kinds
from engine.position_melds import MOST_MELDS, read_melds
from engine.position_rules import PositionRules
from engine.scoring.facts import By, SeatFacts
from engine.seats import SEATS

__all__ = ["read_fourth_mouth", "read_others", "read_wins"]

_WIN: Final = frozenset({"seat", "concealed", "melds", "flowers"})
_SEAT: Final = frozenset({"concealed", "melds", "flowers"})
_IN_HAND: Final = 13
_MOUTHS: Final = (MeldKind.PONG, MeldKind.OPEN_KONG)


def read_wins(fields: Fields, by: By, rules: PositionRules) -> tuple[tuple[int, ...], list[SeatFacts]]:
    """Read the winners: their seats in the order written, and all four seats' facts with theirs filled in.

    Raises:
        MalformedError: none or too many for this end, a seat twice, a hand that cannot be.
    """
    seats = [SeatFacts() for _ in SEATS]
    winners: list[int] = []
    for path, member in fields.items("wins"):
        win = Fields(member, path, _WIN | rules.win_fields, "a winner")
        seat = win.whole("seat", 0, 3)
        if seat in winners:
            raise MalformedError(win.at("seat"), f"seat {seat} wins twice")
        winners.append(seat)
        seats[seat] = _winner(win, seat, by, rules)
    _check_number(len(winners), by, fields)
    return tuple(winners), seats


def _check_number(number: int, by: By, fields: Fields) -> None:
    path = fields.at("wins")
    if by is By.DRAW:
        if number:
            raise MalformedError(path, "a drawn hand has no winner")
    elif not number:
        raise MalformedError(path, "somebody must win, unless the hand is drawn")
    elif number > 1 and by in (By.SELF_DRAW, By.FOURTH_MOUTH):
        raise MalformedError(path, f"only one can win when by is {by.value!r}")


def _winner(win: Fields, seat: int, by: By, rules: PositionRules) -> SeatFacts:
    facts = SeatFacts(melds=read_melds(win, seat, rules), flowers=_flowers(win, rules))
    facts.concealed = _concealed(win, rules)
    if by is not By.FOURTH_MOUTH:
        _check_count(win, facts.concealed, facts.melds)
    facts.ready = win.flag("ready", "ready" in rules.win_fields)
    facts.pre_ready = win.flag("pre_ready", False)
    if win.has("pushed"):
        facts.pushed = read_kind(win.text("pushed"), win.at("pushed"), rules.tile_set)
    return facts


def read_fourth_mouth(fields: Fields, tile: int | None, source: int | None, winner: SeatFacts) -> int:
    """Check a win by the fourth meld taken, whose tile lies in it already, and tell who gave it.

    Raises:
        MalformedError: no fourth meld of that tile, another giver, another number of tiles left in hand.
    """
    concealed = winner.concealed or ()
    if len(winner.melds) != MOST_MELDS:
        raise MalformedError(fields.at("wins[0].melds"), "a fourth mouth is a fourth meld")
    fourth = winner.melds[-1]
    if fourth.tile != tile or fourth.kind not in _MOUTHS or fourth.source is None:
        raise MalformedError(
            fields.at("tile"), "the tile taken must lie in the fourth meld, a pong or an open kong"
        )
    if source is not None and source != fourth.source:
        raise MalformedError(fields.at("from"), "the fourth meld says another seat gave the tile")
    expected = 2 if fourth.kind is MeldKind.PONG else 1
    if len(concealed) != expected:
        raise MalformedError(
            fields.at("wins[0].concealed"), f"{expected} tiles are left in hand, not {len(concealed)}"
        )
    return fourth.source


def read_others(
    fields: Fields, winners: tuple[int, ...], seats: list[SeatFacts], rules: PositionRules
) -> None:
    """Fill in what lies before the seats that do not win.

    Raises:
        MalformedError: a winner among them, a hand that cannot be.
    """
    if not fields.has("others"):
        return
    others = Fields(fields.member("others"), fields.at("others"), [str(seat) for seat in SEATS], "others")
    for seat in SEATS:
        if not others.has(str(seat)):
            continue
        path = others.at(str(seat))
        if seat in winners:
            raise MalformedError(path, f"seat {seat} wins; its tiles stand in wins")
        lies = Fields(others.member(str(seat)), path, _SEAT | rules.seat_fields, "another seat")
        facts = seats[seat] = SeatFacts(melds=read_melds(lies, seat, rules), flowers=_flowers(lies, rules))
        facts.ready = lies.flag("ready", False)
        if lies.has("concealed"):
            facts.concealed = _concealed(lies, rules)
            _check_count(lies, facts.concealed, facts.melds)


def _flowers(fields: Fields, rules: PositionRules) -> tuple[int, ...]:
    return read_kinds(fields.text("flowers", ""), fields.at("flowers"), rules.tile_set, flowers=True)


def _concealed(fields: Fields, rules: PositionRules) -> tuple[int, ...]:
    return tuple(sorted(read_kinds(fields.text("concealed"), fields.at("concealed"), rules.tile_set)))


def _check_count(fields: Fields, concealed: tuple[int, ...], melds: tuple[Meld, ...]) -> None:
    expected = _IN_HAND - 3 * len(melds)
    if len(concealed) != expected:
        raise MalformedError(
            fields.at("concealed"), f"{expected} tiles stand beside {len(melds)} melds, not {len(concealed)}"
        )
