"""A match: hands in a row (CO-6). Scores, who deals, and what a hand leaves to the next.

Folds the same events as the hands themselves, one hand after another, so a table's journal alone rebuilds it.
``deal`` gives the first events of the next hand, every draw of chance in them out of the committed secret
(CO-5.2): the wall from the label ``wall``, what the ruleset needs besides from labels of its own, and in hand
1 the first dealer, one number below 4 from the label ``dice`` (NN-13.3). Knows no clock, no seats' names and
no journal; when a match without a number of hands ends is its host's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.apply import apply
from engine.decide import begin
from engine.errors import InvariantBroken
from engine.events import Event, HandStarted, Outcome
from engine.ledger import HOUSE, totals
from engine.ruleset import NextHand, Ruleset
from engine.seats import SEATS
from engine.shuffle import draw_numbers, shuffled_wall
from engine.state import Phase, State

__all__ = ["HandResult", "Match", "committed_hand", "first_dealer"]

_DICE: Final = "dice"


class HandResult(NamedTuple):
    """What a hand came to. ``totals`` are the four seats' and the house's; they sum to zero."""

    number: int
    dealer: int
    outcome: Outcome
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    next_dealer: int
    streak: int
    heated: bool


def first_dealer(secret: bytes, nonces: Sequence[bytes]) -> int:
    """Throw the dice for a match's first dealer, out of its first hand's secret and nonces (CO-5.1)."""
    return draw_numbers(_DICE, len(SEATS), 1, secret, nonces, 1)[0]


def committed_hand(
    rules: Ruleset, number: int, deal: NextHand, secret: bytes, nonces: Sequence[bytes],
    escaped: Iterable[int] = (),
) -> HandStarted:  # fmt: skip
    """Give the first event of hand ``number`` (from 1) as secret and nonces determine it."""
    dealer, streak, heated = deal
    chance = tuple(
        (label, draw_numbers(label, below, count, secret, nonces, number))
        for label, below, count in rules.chance
    )
    wall = shuffled_wall(rules.tile_set, secret, nonces, number)
    return HandStarted(dealer, streak, heated, wall, chance, tuple(sorted(escaped)))


class Match:
    """Hands in a row. ``state`` is the hand that runs or was last; ``hands`` how many are played, 0 without
    end.

    A void hand is not counted among them: its number is used up, and the match plays on unless it is stopped
    (CO-3.4).
    """

    __slots__ = ("_results", "_settled", "hands", "number", "rules", "state", "stopped")

    def __init__(self, rules: Ruleset, hands: int = 0, scores: Sequence[int] = (0, 0, 0, 0)) -> None:
        self.rules = rules
        self.hands = hands
        self.number = 0
        self.state: State | None = None
        self.stopped = False
        self._settled = [*scores, 0]
        self._results: list[HandResult] = []

    @property
    def running(self) -> bool:
        """Whether a hand is being played."""
        return self.state is not None and self.state.phase is not Phase.OVER

    @property
    def over(self) -> bool:
        """Whether no further hand follows; while a hand runs it is not."""
        if self.running:
            return False
        played = sum(result.outcome is not Outcome.VOID for result in self.results)
        return self.stopped or 0 < self.hands <= played

    @property
    def accounts(self) -> list[int]:
        """Running scores of the four seats and the house's takings, payments on the spot included."""
        if self.state is None:
            return list(self._settled)
        return [score + due for score, due in zip(self._settled, totals(self.state.ledger), strict=True)]

    @property
    def scores(self) -> list[int]:
        """Running scores of the four seats."""
        return self.accounts[:HOUSE]

    @property
    def results(self) -> list[HandResult]:
        """What every finished hand came to, oldest first."""
        last = self._result()
        return [*self._results, last] if last is not None else list(self._results)

    @property
    def follows(self) -> NextHand | None:
        """What the next hand inherits: dealer, streak, heat; ``None`` before the first hand."""
        if self.state is None:
            return None
        return self.state.next_dealer, self.state.next_streak, self.state.next_heated

    @property
    def escaped(self) -> frozenset[int]:
        """Seats whose players left the match for good (CO-3.3)."""
        return self.state.escaped if self.state is not None else frozenset()

    def deal(self, secret: bytes, nonces: Sequence[bytes]) -> list[Event]:
        """Give the events that begin the next hand; they are not folded yet.

        Raises:
            InvariantBroken: a hand is running, or the match is over.
        """
        deal = self.follows or (first_dealer(secret, nonces), 0, False)
        return self.begin(committed_hand(self.rules, self.number + 1, deal, secret, nonces, self.escaped))

    def begin(self, event: HandStarted) -> list[Event]:
        """Give the events that begin the next hand with this one; they are not folded yet.

        Raises:
            InvariantBroken: a hand is running, or the match is over.
        """
        if self.running or self.over:
            raise InvariantBroken("no hand can begin now")
        return begin(self.rules, event)

    def apply(self, event: Event) -> None:
        """Fold one event, of the hand that runs or, being a ``HandStarted``, of the next.

        Raises:
            InvariantBroken: the event cannot happen now.
        """
        if isinstance(event, HandStarted):
            self._turn_over()
        if self.state is None:
            raise InvariantBroken("a match begins with a hand's first event")
        apply(self.rules, self.state, event)

    def fold(self, events: Iterable[Event]) -> None:
        """Fold events, oldest first."""
        for event in events:
            self.apply(event)

    def stop(self) -> None:
        """Let no further hand follow (CO-6.1, CO-3.4)."""
        self.stopped = True

    def _turn_over(self) -> None:
        """Put the last hand away and make room for the next."""
        if self.running:
            raise InvariantBroken("a hand is running")
        self._results = self.results
        self._settled = self.accounts
        self.number += 1
        self.state = State()

    def _result(self) -> HandResult | None:
        state = self.state
        if state is None or state.phase is not Phase.OVER or state.outcome is None:
            return None
        return HandResult(
            self.number, state.dealer, state.outcome, state.winners, tuple(totals(state.ledger)),
            state.next_dealer, state.next_streak, state.next_heated,
        )  # fmt: skip
