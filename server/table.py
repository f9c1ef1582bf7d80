"""A running match: what is so, and how each fact of it changes that.

Written by the fold of facts alone: live play and recovery go through the same methods, so an owner that folds
a journal has the same hands, the same prompts and the same numbers as the one that wrote it. What is decided
(by players, bots or time) is in ``play.py``. Nothing here knows a clock; times stand in ``Deadlines``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import msgpack

from engine import events as happened
from engine.apply import apply
from engine.commands import DISCARD, KONG_OF, PASS, WIN, Command
from engine.events import Event, load
from engine.legal import awaited, forced_discard, legal
from engine.machine import WINDOWS
from engine.ruleset import NextHand, Ruleset
from engine.shuffle import commitment
from engine.state import Phase, State
from server.effects import Effect, ToPlayer
from server.journal import (
    ControlSet,
    Fact,
    HandBegan,
    KeptHand,
    Listed,
    MatchOver,
    NonceGiven,
    Played,
    SeenResult,
)
from server.mapping.marks import makers_of
from server.mapping.match import (
    Cause,
    Control,
    Ending,
    MatchInfo,
    control_changed,
    hand_ended,
    hand_started,
    match_ended,
    match_result,
    match_started,
    nonces_listed,
)  # fmt: skip
from server.mapping.prompts import ClosedBy, closed_prompt
from server.mapping.result import HandResult, hand_result, with_secret
from server.mapping.snapshot import HandShown, Standing
from server.mapping.stream import Seen, is_public, tell
from server.mapping.words import four
from server.room_options import Pace
from server.streams import Streams

__all__ = ["MOST_HANDS", "NONCE_MS", "Asked", "HandPlay", "SeatPlay", "Table"]

_TURN: Final = Phase.TURN
"""By a name of its own what is asked in every step: to look a member up takes ten times as long (3.11)."""
NONCE_MS: Final = 2000
"""How long nonces are waited for (CO-5.2)."""
MOST_HANDS: Final = 400
"""The hands of a match that nobody ends: all of them stand in every checkpoint, and in the record."""


class SeatPlay:
    """One seat of a match: whose it is, who plays it, what is left of its bank."""

    __slots__ = ("bank", "cause", "control", "level", "player", "ready", "shown_bank", "timeouts")

    def __init__(self, player: str, level: str) -> None:
        self.player = player
        self.level = level
        self.control: Control = "player" if player else "bot"
        self.cause = ""
        self.timeouts = 0
        self.bank = 0
        self.shown_bank = 0
        self.ready = False


class Asked:
    """What a seat was asked and has not been told is over."""

    __slots__ = ("answered", "in_window", "limit", "number", "slack", "total")

    def __init__(self, number: int, in_window: bool, limit: int, bank: int) -> None:
        self.number = number
        self.in_window = in_window
        self.limit = limit
        self.total = limit + bank
        self.slack = 0
        self.answered: Command | None = None


class HandPlay:
    """One hand of a match, from its commitment to its result."""

    __slots__ = (
        "expects", "is_over", "is_settled", "listed", "moves", "nonces", "number", "passed", "plain",
        "secret", "seen", "shown", "state", "steps",
    )  # fmt: skip

    def __init__(self, number: int, secret: bytes, shown: HandShown) -> None:
        self.number = number
        self.secret = secret
        self.shown = shown
        self.nonces: list[bytes | None] = [None, None, None, None]
        self.expects: set[int] | None = None
        """Seats whose nonces are waited for; ``None`` before that was asked."""
        self.listed = False
        self.state: State | None = None
        self.seen = Seen()
        self.plain: list[object] = []
        self.moves = 0
        self.passed = -1
        self.is_over = False
        self.steps = 0
        """Steps after which the books were looked over."""
        self.is_settled = False
        """Whether they were looked over when all was paid."""

    def given(self) -> tuple[bytes, ...]:
        """Give the nonces by seat, empty for none."""
        return tuple([nonce or b"" for nonce in self.nonces])


class Table:
    """A match."""

    def __init__(
        self,
        room: str,
        rules: Ruleset,
        pace: Pace,
        seats: Sequence[SeatPlay],
        streams: Streams,
        info: MatchInfo,
        counts: list[int],
    ) -> None:
        self.room = room
        self.rules = rules
        self.pace = pace
        self.pace_options: dict[str, bool | int | str] | None = None
        """The room options as they stand since somebody took a bot's seat; ``None``: as in ``info``."""
        self.seats = list(seats)
        self.streams = streams
        self.counts = counts
        self.standing = Standing(info, [seat.control for seat in seats], [0, 0, 0, 0])
        self.hand: HandPlay | None = None
        self.past: list[KeptHand] = []
        self.results: list[HandResult] = []
        self.follows: NextHand | None = None
        self.escaped: set[int] = set()
        self.leaving: set[int] = set()
        """Seats whose players left while no tiles lay there: their escape falls into the next hand."""
        self.asked: list[Asked | None] = [None, None, None, None]
        self.opened: list[int] = []
        self.notes: list[Effect] = []
        self.is_over = False

    def begin(self) -> None:
        """Tell that the match has begun."""
        self.streams.tell(match_started(self.standing.info, self.scores))

    # ---------------------------------------------------------------- questions

    @property
    def scores(self) -> list[int]:
        """The match's scores, those of a running hand not counted."""
        return self.standing.scores

    @property
    def in_play(self) -> State | None:
        """The running hand's state, once tiles are dealt and as long as it is not over."""
        hand = self.hand
        return None if hand is None or hand.is_over else hand.state

    @property
    def between(self) -> bool:
        """Whether a hand is over and the next has not begun."""
        return not self.is_over and self.hand is not None and self.hand.is_over

    @property
    def is_last(self) -> bool:
        """Whether the hand being played is the match's last."""
        return self.hand is not None and (self.pace.hands or MOST_HANDS) <= self.hand.number

    def is_due(self, state: State) -> bool:
        """Tell whether play must rest for a moment before it goes on by itself (CO-2.5)."""
        if state.phase in WINDOWS:
            return True
        if state.phase is _TURN and self.rules.forcers:
            return forced_discard(self.rules, state) is not None and not legal(self.rules, state, state.turn)
        return False

    # ---------------------------------------------------------------- the writers

    def fold(self, fact: Fact) -> None:
        """Let a fact of the match be so; others are none of its business."""
        match fact:
            case Played(seat, by, events):
                self.replay(seat, by, events)
            case HandBegan(number, secret):
                self.hand_began(number, secret)
            case NonceGiven(seat, nonce):
                self.nonce_given(seat, nonce)
            case Listed():
                self.listed()
            case ControlSet(seat, control, cause):
                self.control_set(seat, control, cause)
            case SeenResult(seat):
                self.seats[seat].ready = True
            case MatchOver(cause):
                self.over(cause)
            case _:
                pass

    def hand_began(self, number: int, secret: bytes) -> None:
        """Begin a hand: its secret is drawn, its commitment told."""
        dealer, streak, heated = self.follows or (None, 0, False)
        commit = commitment(secret).hex()
        self.hand = HandPlay(number, secret, HandShown(number, commit, dealer, streak, heated))
        for seat in self.seats:
            seat.timeouts = 0
            seat.bank = seat.shown_bank = self.pace.bank
            seat.ready = False
        self.streams.tell(hand_started(
            number, commit, streak=streak, heated=heated, nonce_ms=NONCE_MS, dealer=dealer
        ))  # fmt: skip

    def nonce_given(self, seat: int, nonce: bytes) -> None:
        """Keep a seat's nonce."""
        assert self.hand is not None
        self.hand.nonces[seat] = nonce

    def listed(self) -> None:
        """Close the list of nonces and tell it."""
        hand = self.hand
        assert hand is not None
        hand.listed = True
        nonces = hand.given()
        hand.shown.nonces = tuple([nonce.hex() for nonce in nonces])
        self.streams.tell(nonces_listed(hand.number, nonces))

    def dealt(self, state: State) -> None:
        """Put a hand's state on the table; its events follow by ``played``.

        Where dice decided who deals, the number thrown is his seat, from 1.
        """
        assert self.hand is not None
        self.hand.state = state
        self.hand.seen = Seen((state.dealer + 1,) if self.follows is None else (), makers_of(self.rules))

    def replay(self, seat: int, by: str, plain: Sequence[object]) -> None:
        """Fold events as they were journaled: with ``apply`` alone, whatever the rules say by now."""
        events: list[Event] = [load(event) for event in plain]
        if isinstance(events[0], happened.HandStarted):
            state = State()
        else:
            assert self.hand is not None and self.hand.state is not None
            state = self.hand.state
        for event in events:
            apply(self.rules, state, event)
        if isinstance(events[0], happened.HandStarted):
            self.dealt(state)
        self.played(seat, by, events, plain)

    def played(self, seat: int, by: str, events: Sequence[Event], plain: Sequence[object]) -> None:
        """Tell what happened; the engine's state holds it already.

        ``seat`` is who did it, -1 for what followed by itself; ``plain`` are the events as journaled.
        """
        hand = self.hand
        assert hand is not None and hand.state is not None
        hand.plain.extend(plain)
        moved = False
        kinds = list(map(type, events))
        if happened.SeatEscaped in kinds:
            self._note_escaped(events)
        for each in tell(self.rules, hand.state, hand.seen, events, hand.number, self.scores):
            self.streams.tell_each(each)
            moved = moved or is_public(each)
        hand.moves += moved
        if seat >= 0:
            self._answered(hand.state, seat, by, events)
        if happened.WindowClosed in kinds:
            self._close_all("others")
        if kinds[-1] is happened.HandEnded:
            self._hand_over(hand, hand.state)

    def _note_escaped(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, happened.SeatEscaped):
                self.leaving.discard(event.seat)
                self.escaped.add(event.seat)

    def control_set(self, seat: int, control: Control, cause: Cause) -> None:
        """Let another play the seat; what it was asked is over for its player."""
        play = self.seats[seat]
        play.control, play.cause = control, cause
        play.timeouts = 0
        self.standing.controls[seat] = control
        if control != "player":
            self._close(seat, "autopilot")
        self.streams.tell(control_changed(seat, control, cause))
        if cause == "left" or cause == "kicked":
            play.player = ""
            self.leaving.add(seat)

    def over(self, cause: Ending) -> None:
        """End the match; secrets may be told from here on."""
        self.is_over = True
        result = match_result(self.standing.info.match, cause, self.scores, self.results)
        self.standing.over = result
        secrets = {hand.number: hand.secret for hand in self.past}
        self.results = [with_secret(each, secrets[each.hand]) for each in self.results]
        self._close_all("void")
        self.streams.tell(match_ended(result))

    def sync(self) -> None:
        """Ask whoever is awaited and has not been asked; for when a step, or an entry's fold, is complete."""
        state = self.in_play
        if state is None or self.is_over:
            return
        waited = awaited(self.rules, state)
        in_window = state.phase in WINDOWS
        for seat in range(4):
            asked = self.asked[seat]
            if asked is not None and seat not in waited and asked.answered is None:
                self._close(seat, "others")
        for seat in waited:
            if self.asked[seat] is None and self.seats[seat].control == "player":
                self._ask(seat, in_window)

    # ---------------------------------------------------------------- inside

    def _ask(self, seat: int, in_window: bool) -> None:
        self.counts[seat] += 1
        pace, bank = self.pace, self.seats[seat].bank
        if in_window:
            asked = Asked(self.counts[seat], True, pace.claim_limit, bank if pace.claim_bank else 0)
        else:
            asked = Asked(self.counts[seat], False, pace.turn_limit, bank)
        self.asked[seat] = asked
        self.opened.append(seat)

    def _answered(self, state: State, seat: int, by: str, events: Sequence[Event]) -> None:
        asked, play = self.asked[seat], self.seats[seat]
        in_window = isinstance(events[0], happened.Answered)
        if by == "timeout" and not in_window:
            play.timeouts += 1
        elif by == "player":
            play.timeouts = 0
        if asked is None:
            return
        asked.answered = _command_in(events[0])
        tile = state.window.tile if in_window and state.window is not None else None
        if by == "timeout" or by == "rule":
            self._note(seat, asked, "timeout" if by == "timeout" else "rule", tile)
        if not in_window:
            self.asked[seat] = None

    def _close_all(self, by: ClosedBy) -> None:
        for seat, asked in enumerate(self.asked):
            if asked is not None or self.opened:
                self._close(seat, by)

    def _close(self, seat: int, by: ClosedBy) -> None:
        """Take back what a seat was asked, saying so unless it has answered."""
        asked = self.asked[seat]
        self.asked[seat] = None
        if seat in self.opened:
            self.opened.remove(seat)
        if asked is not None and asked.answered is None:
            self._note(seat, asked, by, None)

    def _note(self, seat: int, asked: Asked, by: ClosedBy, tile: int | None) -> None:
        player = self.seats[seat].player
        if player:
            closed = closed_prompt(self.room, asked.number, by, asked.answered, tile)
            self.notes.append(ToPlayer(player, closed))

    def _hand_over(self, hand: HandPlay, state: State) -> None:
        void = state.outcome is happened.Outcome.VOID
        self._close_all("void" if void else "others")
        hand.is_over = True
        for transfer in state.ledger:
            if transfer.payer < 4:
                self.scores[transfer.payer] -= transfer.points
            if transfer.payee < 4:
                self.scores[transfer.payee] += transfer.points
        result = hand_result(
            self.rules, state, hand.number, self.scores,
            secret=hand.secret if self.pace.show_all_hands else None,
            last=void or self.is_last, show_all=self.pace.show_all_hands,
        )  # fmt: skip
        hand.shown.result = result
        self.results.append(result)
        self.past.append(KeptHand(hand.number, hand.secret, list(hand.given()), msgpack.encode(hand.plain)))
        hand.plain.clear()
        self.standing.history.append(four(result.totals))
        self.follows = (state.next_dealer, state.next_streak, state.next_heated)
        for seat in self.seats:
            seat.timeouts = 0
        self.streams.tell(hand_ended(result))


def _command_in(event: Event) -> Command | None:
    """Read from what happened what the seat asked for."""
    match event:
        case happened.Answered(_, _, command):
            return command
        case happened.Discarded(_, tile):
            return DISCARD[tile]
        case happened.HandWon() | happened.FalseWinCalled():
            return WIN
        case happened.Declined():
            return PASS
        case happened.Melded(_, meld) | happened.KongDeclared(_, meld):
            return KONG_OF[meld.tile]
        case _:
            return None
