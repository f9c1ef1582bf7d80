"""The contract of a ruleset: data and policies in one object that stands beside the state.

A ruleset is never a subclass of the state and the kernel never asks which one it is. What differs between
games is either a value here (tile set, where replacements come from, which kongs may be robbed), a policy
(who may win, who deals next, what a hand is worth), or a *mechanic*: a mechanism with private state of its
own that acts through the hooks of ``Mechanic``, all of which have neutral defaults. Adding a ruleset is one
folder that builds such an object, and one line in ``rulesets/registry.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from engine.commands import Command
from engine.errors import Code
from engine.events import Event, Marked, Outcome, WindowKind
from engine.ledger import Transfer
from engine.melds import MeldKind
from engine.options import Values
from engine.scoring.facts import By, Facts
from engine.scoring.scorer import Scorer
from engine.state import State
from engine.tiles import TileSet

if TYPE_CHECKING:
    from engine.step import Step

__all__ = [
    "Clauses", "FalseWins", "Mechanic", "NextHand", "Note", "Rotation", "Ruleset", "Turned",
    "WallMember", "WinPolicy",
]  # fmt: skip

NextHand = tuple[int, int, bool]
"""Who deals next, how often running the dealer has then kept the deal, whether the next hand is heated."""
Clauses: TypeAlias = Mapping[tuple[Code, By | None], str]
"""The rule behind each reason to refuse; under ``By`` where it goes by how a win was tried."""


class Rotation(Protocol):
    """Says what follows a hand; ``state`` is settled but for this."""

    def __call__(self, rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
        """Give the next dealer, streak and heat."""


class WinPolicy(Protocol):
    """Says whether a seat may win."""

    def refuse(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Give the reason why the seat may not win on this tile, or ``None`` where it may.

        For a self-draw the tile is in the seat's hand, else it is not.
        """

    def is_complete(self, state: State, seat: int, by: By, tile: int) -> bool:
        """Tell whether the hand has a winning shape with the tile, whatever else may keep it from a win."""


class FalseWins(Protocol):
    """What an unlawful win costs where calling one is possible (NN-11.2)."""

    def __call__(self, facts: Facts, seat: int) -> Sequence[Transfer]:
        """List the payments of a hand that the seat ended by a false win."""


class Turned(NamedTuple):
    """Tiles that were turned over when the hand was over: whose, which of them hit, and by which clause."""

    key: str
    seat: int | None
    tiles: tuple[int, ...]
    hits: tuple[bool, ...]
    clause: str


class Note(NamedTuple):
    """What a mechanism comes to, for a ruleset's sheet: its name and a line on it, in Chinese and English."""

    zh: str
    en: str
    clause: str
    text_zh: str
    text_en: str


class Mechanic:
    """A mechanism with private state: ``state.ext[key]``, a frozen value that it alone reads and writes.

    Hooks are called in the order of the ruleset's mechanics. What is left as it is here costs nothing.
    """

    key: ClassVar[str]
    folds: ClassVar[frozenset[type]] = frozenset()
    """Event types that ``fold`` wants to see."""
    reacts: ClassVar[frozenset[type]] = frozenset()
    """Event types that ``react`` wants to see."""
    takes_at_deal: int = 0
    """Tiles that the mechanic takes from the wall at the deal: a stacked wall must hold as many."""
    shows: ClassVar[str | None] = None
    """Name under which a record may check the tile that ``shown`` gives (FORMATS ``treasure``)."""

    notes: ClassVar[tuple[Note, ...]] = ()
    """What a player must know of it (``sifang rules``)."""

    def begin(self, state: State) -> object:
        """Give the private state at the beginning of a hand."""
        return None

    def fold(self, state: State, event: Event) -> None:
        """Write the private state; ``state`` is as it was before the event. The only place that writes
        ``state.ext[key]``."""

    def react(self, step: Step, event: Event) -> None:
        """Follow an event with events of one's own, by ``step.emit``."""

    def bar_win(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Give a reason why a hand that is complete may not win here."""
        return None

    def insures(self, state: State) -> bool:
        """Tell whether the kong that is laid now cannot be robbed, whatever its kind: no window opens on
        it."""
        return False

    def filter_claims(
        self, rules: Ruleset, state: State, kind: WindowKind, seat: int, tile: int, offers: list[Command]
    ) -> list[Command]:
        """Add to or take from what a seat may answer; ``Pass`` is added where anything is left."""
        return offers

    def why_not(self, state: State, seat: int, command: Command) -> Code | None:
        """Say why a claim that ``filter_claims`` took away is not on offer, for the seat that tries it."""
        return None

    def filter_turn(self, rules: Ruleset, state: State, offers: list[Command]) -> list[Command]:
        """Add to or take from what the seat whose turn it is may do."""
        return offers

    def perform(self, step: Step, seat: int, command: Command) -> bool:
        """Carry out a command of the mechanic's own that was on offer; tell whether it was one."""
        return False

    def forced(self, rules: Ruleset, state: State) -> int | None:
        """Give the tile that the seat whose turn it is must discard by rule, if it must."""
        return None

    def before_settlement(self, step: Step) -> None:
        """Do what comes between the hand's end and its settlement, such as turning bonus tiles."""

    def facts(self, state: State, facts: Facts) -> None:
        """Fill in what the scorer must know of the mechanic."""

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Say what a viewer (a seat, or ``None`` for the public) may see, in plain values."""
        return None

    def turned(self, state: State) -> Sequence[Turned]:
        """List the tiles that were turned over at the hand's end, for all to see."""
        return ()

    def shown(self, state: State) -> int | None:
        """Give the tile that ``shows`` names, if one lies face up."""
        return None

    def command_of(self, event: Marked) -> Command | None:
        """Give the player's command that the mechanic's own event stands for, if it stands for one.

        A record names it instead of the discard that follows the event in the same step.
        """
        return None

    def mask(self, event: Marked, viewer: int | None) -> Marked | None:
        """Give the mechanic's own event as a viewer may see it; as it is by default."""
        return event


class WallMember(NamedTuple):
    """A member that a record's stacked wall has in this ruleset, for a draw of chance (FORMATS ``wild``).

    ``name`` is both the member's and the label of the draw.
    """

    name: str
    numbers: Callable[[tuple[int, ...] | None], tuple[int, ...]]
    """Gives the numbers drawn, from the tiles written (``None``: left out); empty where nothing is drawn.

    Raises ``MalformedError`` where these tiles cannot have been drawn.
    """
    tiles: Callable[[tuple[int, ...]], tuple[int, ...]]
    """Gives the tiles to write, from the numbers drawn."""


_SHARED: Final = {Code.NOT_YOUR_TURN: "CO-1.1", Code.STALE: "CO-2.3"}
"""What all rulesets share of ``Ruleset.clauses``."""


def no_reserve(state: State) -> int:
    """Keep nothing back: the whole wall is played."""
    return 0


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game, assembled. Everything here is fixed for a match."""

    key: str
    revision: int
    name_zh: str
    name_en: str
    options: Values
    tile_set: TileSet
    scorer: Scorer
    wins: WinPolicy
    rotation: Rotation
    mechanics: tuple[Mechanic, ...] = ()
    chow: bool = False
    """Whether the next seat may chow."""
    several_winners: bool = False
    """Whether all who win on one tile are paid; else the nearest in turn alone."""
    robbable: frozenset[MeldKind] = frozenset({MeldKind.ADDED_KONG})
    concealed_kong_shown: bool = False
    replacement_from_tail: bool = True
    reserve: Callable[[State], int] = no_reserve
    """Tiles at the wall's end that are never drawn."""
    last_discard_claims: bool = False
    """Whether the discard after the last drawable tile may be chowed or ponged; else it may only be won."""
    end_stacks: int = 0
    """Stacks of two at the wall's end that are set apart; a record's stacked wall may name their tiles
    (FORMATS ``reserve``)."""
    wall_members: tuple[WallMember, ...] = ()
    chance: tuple[tuple[str, int, int], ...] = ()
    """Further draws of chance a hand needs: label, numbers below what, how many (CO-5.2)."""
    unclaimable: Callable[[State], frozenset[int]] | None = None
    """Kinds that nobody may claim and no meld may hold."""
    clauses: Clauses = field(default_factory=dict)
    false_wins: FalseWins | None = None
    """Set where an unlawful win is possible and penalised."""
    timeout_wins: bool = True
    """Whether a lawful win on offer is taken on timeout (CO-3.1)."""
    folding: dict[type, tuple[Mechanic, ...]] = field(init=False)
    reacting: dict[type, tuple[Mechanic, ...]] = field(init=False)
    claim_filters: tuple[Mechanic, ...] = field(init=False)
    turn_filters: tuple[Mechanic, ...] = field(init=False)
    win_bars: tuple[Mechanic, ...] = field(init=False)
    insurers: tuple[Mechanic, ...] = field(init=False)
    forcers: tuple[Mechanic, ...] = field(init=False)
    settling: tuple[Mechanic, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the mechanics by the events they want, once."""
        object.__setattr__(self, "folding", _by_type(self.mechanics, lambda mechanic: mechanic.folds))
        object.__setattr__(self, "reacting", _by_type(self.mechanics, lambda mechanic: mechanic.reacts))
        for name, hook in (
            ("claim_filters", "filter_claims"), ("turn_filters", "filter_turn"), ("win_bars", "bar_win"),
            ("insurers", "insures"), ("forcers", "forced"), ("settling", "before_settlement"),
        ):  # fmt: skip
            object.__setattr__(self, name, self._using(hook))

    def clause(self, code: Code, by: By | None = None) -> str:
        """Give the rule behind a reason to refuse, empty where there is none to name.

        ``by``: how a win was tried, if that is what was refused.
        """
        return self.clauses.get((code, by)) or self.clauses.get((code, None)) or _SHARED.get(code, "")

    def _using(self, hook: str) -> tuple[Mechanic, ...]:
        """List the mechanics that have a hook of their own."""
        neutral = getattr(Mechanic, hook)
        return tuple(mechanic for mechanic in self.mechanics if getattr(type(mechanic), hook) is not neutral)


def _by_type(
    mechanics: tuple[Mechanic, ...], wanted: Callable[[Mechanic], frozenset[type]]
) -> dict[type, tuple[Mechanic, ...]]:
    types = {kind for mechanic in mechanics for kind in wanted(mechanic)}
    return {kind: tuple(mechanic for mechanic in mechanics if kind in wanted(mechanic)) for kind in types}
