"""Play a record (FORMATS "Record"): its deals and actions through the same ``decide`` as a table's, and its
checks.

A record stops at the first thing that does not hold, which is named by hand and action. Automatic steps are
taken at once, so a window closes as soon as its outcome is fixed. ``auto_pass`` is read as FORMATS words it:
an entry that is no answer on offer closes the open window, its pending seats passing, and so does the end of
``actions``.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.commands import PASS, Command, Escape, Timeout, Win
from engine.decide import play, run, void
from engine.errors import ActionRefused, Aspect, CheckFailed, Code, IllegalCommand, MalformedError
from engine.events import HandStarted, Outcome
from engine.ledger import HOUSE, Transfer, totals
from engine.match import Match, committed_hand, first_dealer
from engine.record import UNFINISHED, Act, HandRecord, Record, SeededWall
from engine.record_wall import check_dealer, stack
from engine.ruleset import NextHand
from engine.scoring.settlement import WinScore
from engine.state import State, Window

__all__ = ["HandOutcome", "Replay", "Replayed", "replay"]


class HandOutcome(NamedTuple):
    """What a hand of a record came to; ``follows`` is ``None`` for an unfinished one."""

    outcome: str
    wins: tuple[WinScore, ...]
    transfers: tuple[Transfer, ...]
    follows: NextHand | None

    def as_json(self) -> dict[str, object]:
        """Write it as FORMATS does."""
        sums = totals(self.transfers)
        dealer, streak, heated = self.follows or (None, None, None)
        out: dict[str, object] = {
            "outcome": self.outcome, "wins": [win.as_json() for win in self.wins],
            "transfers": [transfer.as_json() for transfer in self.transfers], "totals": sums[:HOUSE],
            "next_dealer": dealer, "streak": streak, "heated": heated,
        }  # fmt: skip
        if sums[HOUSE]:
            out["house"] = sums[HOUSE]
        return out


class Replayed(NamedTuple):
    """What a whole record came to."""

    hands: tuple[HandOutcome, ...]
    accounts: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        """Write it as FORMATS does."""
        out: dict[str, object] = {
            "hands": [hand.as_json() for hand in self.hands], "scores": list(self.accounts[:HOUSE]),
        }  # fmt: skip
        if self.accounts[HOUSE]:
            out["house"] = self.accounts[HOUSE]
        return out


def replay(record: Record) -> Replayed:
    """Play a whole record.

    Raises:
        ActionRefused: the rules refuse an action. CheckFailed: a check, a result, or what a hand says of its
        deal does not hold. MalformedError: a hand follows one that was left in the middle, or another than
        the dealer has 14 tiles.
    """
    playing = Replay(record)
    hands = tuple(playing.play_hand() for _ in record.hands)
    return Replayed(hands, tuple(playing.match.accounts))


class Replay:
    """A record being played, hand by hand."""

    __slots__ = ("match", "record", "_action", "_hand")

    def __init__(self, record: Record) -> None:
        self.record = record
        self.match = Match(record.rules, scores=record.scores)
        self._hand = -1
        self._action = 0

    def play_hand(self) -> HandOutcome:
        """Play the next hand to the end of its actions and compare its result.

        Raises:
            ActionRefused, CheckFailed, MalformedError: see ``replay``.
        """
        self._hand += 1
        hand = self.record.hands[self._hand]
        self._begin(hand)
        for self._action, entry in enumerate(hand.actions):
            if isinstance(entry, Act):
                self._act(*entry)
            elif failure := entry.failure(self.match):
                raise self._failed(Aspect.EXPECTATION, failure, self._action)
        self._action = len(hand.actions)
        self._end(hand)
        outcome = self._outcome()
        self._compare(hand, outcome)
        return outcome

    @property
    def _state(self) -> State:
        assert self.match.state is not None
        return self.match.state

    # The deal.

    def _begin(self, hand: HandRecord) -> None:
        deal = self._deal(hand)
        if isinstance(hand.wall, SeededWall):
            secret, nonces = hand.wall
            rules, number = self.match.rules, self.match.number + 1
            event = committed_hand(rules, number, deal, secret, nonces, self.match.escaped)
        else:
            check_dealer(hand.wall, deal[0])
            wall, escaped = stack(hand.wall, deal[0]), tuple(sorted(self.match.escaped))
            event = HandStarted(*deal, wall, hand.wall.chance, escaped)
        self.match.fold(self.match.begin(event))
        self._follow()

    def _deal(self, hand: HandRecord) -> NextHand:
        """Give dealer, streak and heat: as they follow from the hand before, or as the first hand says."""
        follows = self.match.follows
        if follows is None:
            dealer = hand.dealer
            if dealer is None:
                assert isinstance(hand.wall, SeededWall)  # read_record asks a stacked wall for it
                dealer = first_dealer(*hand.wall)
            return dealer, hand.streak or 0, hand.heated or False
        if self.match.running:
            path = f"$.hands[{self._hand}]"
            raise MalformedError(path, "a hand cannot follow one that is left in the middle")
        said = (hand.dealer, hand.streak, hand.heated)
        for name, given, due in zip(("dealer", "streak", "heated"), said, follows, strict=True):
            if given is not None and given != due:
                message = f"{name} is {_word(due)} by the hand before, not {_word(given)}"
                raise self._failed(Aspect.DEALER, message)
        return follows

    # Actions.

    def _act(self, seat: int, command: Command) -> None:
        if self.record.auto_pass and not isinstance(command, Escape):
            while (window := self._pending()) and not _answers(window, seat, command):
                self._pass_all(window)
        try:
            play(self.match.rules, self._state, seat, command)
        except IllegalCommand as error:
            raise self._refused(error.code, error.message) from error
        self._follow()

    def _pending(self) -> Window | None:
        """Give the open window, if there is one: it waits for somebody, or it would be closed already."""
        return self._state.window if self.match.running else None

    def _pass_all(self, window: Window) -> None:
        for seat in window.pending:
            play(self.match.rules, self._state, seat, PASS)
        self._follow()

    def _follow(self) -> None:
        """Take every automatic step that is due."""
        while run(self.match.rules, self._state):
            pass

    # The end.

    def _end(self, hand: HandRecord) -> None:
        if hand.result.outcome == Outcome.VOID.value and self.match.running:
            self.match.fold(void(self.match.rules, self._state))
            return
        while window := self._pending():
            if not self.record.auto_pass:
                raise self._refused(Code.NOT_OFFERED, "the actions end while a window waits for answers")
            self._pass_all(window)

    def _outcome(self) -> HandOutcome:
        state = self._state
        outcome = UNFINISHED if self.match.running or state.outcome is None else state.outcome.value
        follows = None if outcome == UNFINISHED else self.match.follows
        return HandOutcome(outcome, state.scores, tuple(state.ledger), follows)

    def _compare(self, hand: HandRecord, outcome: HandOutcome) -> None:
        dealer, streak, heated = outcome.follows or (None, None, None)
        found = (tuple(totals(outcome.transfers)[:HOUSE]), outcome.outcome, dealer, streak, heated)
        for name, given, real in zip(hand.result._fields, hand.result, found, strict=True):
            if given is not None and given != real:
                raise self._failed(Aspect.RESULT, f"result: {name} is {_word(real)}, not {_word(given)}")

    # Faults.

    def _failed(self, aspect: Aspect, message: str, action: int | None = None) -> CheckFailed:
        return CheckFailed(self._hand, action, aspect, message + self._of_another_revision())

    def _refused(self, code: Code, message: str) -> ActionRefused:
        return ActionRefused(self._hand, self._action, code, message + self._of_another_revision())

    def _of_another_revision(self) -> str:
        revision, rules = self.record.revision, self.match.rules
        if revision in (None, rules.revision):
            return ""
        return f" (a record of {rules.key}/{revision}, played under {rules.key}/{rules.revision})"


def _answers(window: Window, seat: int, command: Command) -> bool:
    """Tell whether an entry is meant for the window: it is on offer, or a win or timeout of a seat that is
    asked."""
    if seat in window.answers or seat not in window.offers:
        return False
    return command in window.offers[seat] or isinstance(command, Win | Timeout)


def _word(value: object) -> str:
    """Write a member's value as JSON would."""
    if isinstance(value, bool) or value is None:
        return str(value).lower().replace("none", "null")
    return str(list(value)) if isinstance(value, tuple) else str(value)
