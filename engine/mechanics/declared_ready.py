"""Declaring ready (报听): with a discard on one's own turn; from then on the hand is locked (LJ-3).

Which discards leave a hand that may be declared is the ruleset's to say; here is what declaring does: it is
known to all, with the pair pushed out if there is one; whoever has declared claims nothing but a win, and
what he draws wins or goes. A hand too small to declare could never win, so no claim or kong is offered that
would leave one (LJ-1.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, NamedTuple

from engine.commands import KONG_OF, WIN, Command, Ready
from engine.events import Event, Marked, WindowKind
from engine.ruleset import Mechanic, Note, Ruleset
from engine.scoring.facts import Facts
from engine.state import State
from engine.step import Step
from engine.tiles import COPIES

__all__ = ["KEY", "Declared", "DeclaredReady", "declaration_of", "declared"]

KEY: Final = "ready"
"""Key of the mechanic, and name of its mark, whose data are the discard and the kind of the pair pushed out,
if any."""


class Declared(NamedTuple):
    """Who has declared, and the kind of the pair he pushed out."""

    seat: int
    pushed: int | None


class DeclaredReady(Mechanic):
    """Keeps who has declared, in order. The private state is a tuple of ``Declared``."""

    key: ClassVar[str] = KEY
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "报听", "Declaring ready", "LJ-3.1",
            "轮到自己时，打出一张后听牌且手上至少四张，可以报听；不报听不能胡（天胡除外）",
            "on one's own turn, with a discard that leaves the hand waiting and at least four tiles in it; "
            "nobody wins without having declared, a hand won as dealt apart",
        ),
        Note(
            "锁手", "Locked hand", "LJ-3.2",
            "报听后摸到的牌不胡就打出，只能胡，不能吃碰杠；放过不胡没有限制",
            "after declaring, what is drawn wins or goes; no claim but a win, no kong; a win passed up "
            "bars nothing",
        ),
        Note(
            "推出", "Pair pushed out", "LJ-3.3",
            "对倒报听时可以推出一对明放，只胡那一对的牌",
            "declaring on two pairs, one of them may be laid open: then its tile alone wins",
        ),
    )  # fmt: skip
    folds: ClassVar[frozenset[type]] = frozenset({Marked})

    def __init__(self, choices: Callable[[State], Iterable[Ready]], least: int) -> None:
        """Take what lists the declarations open to the seat whose turn it is, and the tiles that must be in
        hand after one."""
        self._choices = choices
        self._least = least

    def begin(self, state: State) -> tuple[Declared, ...]:
        """Nobody has declared."""
        return ()

    def fold(self, state: State, event: Event) -> None:
        """Keep who declares."""
        if isinstance(event, Marked) and event.mechanic == KEY:
            pushed = event.data[1] if len(event.data) > 1 else None
            state.ext[KEY] = (*declared(state), Declared(event.seat, pushed))

    def filter_claims(
        self, rules: Ruleset, state: State, kind: WindowKind, seat: int, tile: int, offers: list[Command]
    ) -> list[Command]:
        """Leave only a win to who has declared (LJ-3.2), and to who would keep too few tiles (LJ-1.2): every
        claim takes three from the hand, discard and replacement counted."""
        if declaration_of(state, seat) is None and state.hands[seat].size - 3 >= self._least:
            return offers
        return [offer for offer in offers if offer == WIN]

    def filter_turn(self, rules: Ruleset, state: State, offers: list[Command]) -> list[Command]:
        """Add the declarations there are, and take away a concealed kong that would leave too few tiles; an
        added kong leaves as many as there were (LJ-1.2)."""
        hand = state.hands[state.turn]
        if hand.size - COPIES < self._least:
            concealed = [KONG_OF[kind] for kind, count in enumerate(hand.counts) if count == COPIES]
            offers = [offer for offer in offers if offer not in concealed]
        return [*offers, *self._choices(state)]

    def perform(self, step: Step, seat: int, command: Command) -> bool:
        """Declare, then discard (LJ-3.1): what follows from declaring comes before the discard may be
        claimed (LJ-4.1)."""
        if not isinstance(command, Ready):
            return False
        data = (command.tile,) if command.pushed is None else (command.tile, command.pushed)
        step.emit(Marked(KEY, KEY, seat, data))
        step.discard(seat, command.tile)
        return True

    def forced(self, rules: Ruleset, state: State) -> int | None:
        """Give the tile drawn by who has declared: it goes, unless it wins (LJ-3.2)."""
        return state.drawn if declaration_of(state, state.turn) is not None else None

    def facts(self, state: State, facts: Facts) -> None:
        """Tell the scorer who has declared; a discarder who declared with this very discard has."""
        for seat, pushed in declared(state):
            facts.seats[seat].ready = True
            facts.seats[seat].pushed = pushed

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Show everybody who has declared, and the pairs that lie open."""
        found = declared(state)
        return {"declared": [[seat, pushed] for seat, pushed in found]} if found else None

    def command_of(self, event: Marked) -> Command | None:
        """Give the declaration."""
        tile, *pushed = event.data
        return Ready(tile, *pushed)


def declaration_of(state: State, seat: int) -> Declared | None:
    """Give a seat's declaration, if it has made one."""
    for found in declared(state):
        if found.seat == seat:
            return found
    return None


def declared(state: State) -> tuple[Declared, ...]:
    """List who has declared, in order; nobody where the game knows no declaring."""
    held = state.ext.get(KEY, ())
    assert isinstance(held, tuple)
    return held
