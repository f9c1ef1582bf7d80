"""What happens at a table: players' answers, time running out, bots, and what follows by itself.

It decides, in facts; ``table.py`` says what a fact changes. The engine says what is lawful; what is here is
time (CO-3, CO-8.1), the pause that hides who was asked (CO-2.5), who stands in for whom, and when hands begin
and the match ends. Whatever is armed here is armed when the step is saved and sent, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine import decide
from engine.apply import apply
from engine.commands import ESCAPE, PASS, TIMEOUT, Command
from engine.events import (
    Declined,
    Discarded,
    Drawn,
    Event,
    FlowerLaid,
    HandEnded,
    SetAside,
    WindowClosed,
    WindowOpened,
    dump,
)  # fmt: skip
from engine.legal import awaited, has_lawful_claim
from engine.machine import WINDOWS
from engine.state import Phase, State
from server.chance import Chance
from server.deadlines import Deadlines
from server.journal import ControlSet, Fact, HandBegan, Listed, MatchOver, Played
from server.mapping.match import Ending
from server.stand_in import Policies, choose
from server.table import NONCE_MS, HandPlay, Table
from server.work import Work

__all__ = ["SEAT_KEYS", "TABLE_KEYS", "Play"]

SEAT_KEYS: Final = ("seat0", "seat1", "seat2", "seat3")
"""By seat: the deadline of what it was asked."""
TABLE_KEYS: Final = ("nonces", "floor", "bot", "next", *SEAT_KEYS)
"""Every deadline a running match may have."""
_TIMEOUTS_TO_AUTOPILOT: Final = 2


class Play:
    """Drives one match.

    ``do`` journals a fact and folds it; ``is_present`` tells whether a seat's player is there; ``checkpoint``
    writes the whole room down.
    """

    def __init__(
        self,
        table: Table,
        clocks: Deadlines,
        chance: Chance,
        policies: Policies,
        do: Callable[[Fact], None],
        is_present: Callable[[int], bool],
        checkpoint: Callable[[], None],
    ) -> None:
        self.table = table
        self.clocks = clocks
        self._chance = chance
        self._policies = policies
        self._do = do
        self._is_present = is_present
        self._checkpoint = checkpoint
        self._work = Work(0)

    # ---------------------------------------------------------------- what players do

    def act(self, work: Work, seat: int, command: Command, rtt_ms: int) -> None:
        """Carry out a player's answer to what he was asked.

        Raises:
            IllegalCommand: it is not on offer; nothing has changed.
        """
        self._work = work
        state, asked = self.table.in_play, self.table.asked[seat]
        assert state is not None and asked is not None
        events = decide.play(self.table.rules, state, seat, command)
        self._charge(seat, work.now, rtt_ms)
        self._played(seat, "player", events)

    def _charge(self, seat: int, now: int, rtt_ms: int) -> None:
        """Take from the bank what was used beyond the turn or claim time (CO-8.1)."""
        asked, play = self.table.asked[seat], self.table.seats[seat]
        left = self.clocks.left(SEAT_KEYS[seat], now)
        if asked is None or left is None:
            return
        used = max(asked.total + asked.slack - left - rtt_ms - asked.limit, 0)
        if asked.total > asked.limit and used:
            play.bank = max(play.bank - used, 0)
            if not asked.in_window:
                play.shown_bank = max(play.shown_bank - used, 0)

    # ---------------------------------------------------------------- what time does

    def tick(self, work: Work, key: str) -> None:
        """Deal with one deadline that is due."""
        self._work = work
        hand = self.table.hand
        if hand is None:
            return
        match key:
            case "nonces":
                if not hand.listed:
                    self._deal(hand)
            case "floor":
                self._rested(hand)
            case "bot":
                self._bot_turn()
            case "next":
                if self.table.between:
                    self._begin_hand()
            case _:
                self._time_out(SEAT_KEYS.index(key))

    def _time_out(self, seat: int) -> None:
        """Let the default be played for a seat whose time is over, bank included (CO-3.1)."""
        asked, play, state = self.table.asked[seat], self.table.seats[seat], self.table.in_play
        if state is None or asked is None or asked.answered is not None:
            return
        if asked.total > asked.limit:
            play.bank = 0
            if not asked.in_window:
                play.shown_bank = 0
        self._default(state, seat, "timeout")
        if play.timeouts >= _TIMEOUTS_TO_AUTOPILOT and not self.table.is_over and play.control == "player":
            # Who is not there has timed out because he dropped: coming back ends it.
            self._do(ControlSet(seat, "autopilot", "timeouts" if self._is_present(seat) else "dropped"))

    def _default(self, state: State, seat: int, by: str) -> None:
        self._played(seat, by, decide.play(self.table.rules, state, seat, TIMEOUT))

    def _rested(self, hand: HandPlay) -> None:
        """Let play go on after the pause; a window of fixed length is over for everybody."""
        hand.passed = hand.moves
        state = self.table.in_play
        if state is not None and state.phase in WINDOWS and self.table.pace.fixed:
            for seat in awaited(self.table.rules, state):
                self._time_out(seat)

    def _bot_turn(self) -> None:
        """Let the seat whose turn it is act, if nobody plays it."""
        state = self.table.in_play
        if state is None or state.phase in WINDOWS:
            return
        for seat in awaited(self.table.rules, state):
            if self.table.seats[seat].control != "player":
                self._stand_in(state, seat)

    def _stand_in(self, state: State, seat: int) -> None:
        by = self.table.seats[seat].control
        command = choose(self.table, seat, self._policies)
        self._played(seat, by, decide.play(self.table.rules, state, seat, command))

    # ---------------------------------------------------------------- what follows by itself

    def drive(self, work: Work) -> None:
        """Let follow what follows, up to where somebody must act or time must pass.

        Nothing does while the clocks stand (CO-3.4).
        """
        self._work = work
        while not self.clocks.stand and not self.table.is_over and self._advance():
            pass

    def _advance(self) -> bool:
        """Take one step; tell whether another may follow."""
        hand = self.table.hand
        if hand is None:
            self._begin_hand()
        elif not hand.listed:
            if self._awaits_nonces(hand):
                self._arm("nonces", NONCE_MS)
                return False
            self._deal(hand)
        elif hand.state is None:
            self._deal(hand)
        elif hand.is_over:
            return self._after_hand()
        else:
            return self._move(hand, hand.state)
        return True

    def _awaits_nonces(self, hand: HandPlay) -> bool:
        """Tell whether somebody who was there when the hand began may still give his nonce (CO-5.2)."""
        seats = self.table.seats
        if hand.expects is None:
            hand.expects = {
                seat for seat in range(4) if seats[seat].control == "player" and self._is_present(seat)
            }
        return any(hand.nonces[seat] is None and seats[seat].control == "player" for seat in hand.expects)

    def _begin_hand(self) -> None:
        self.clocks.clear(TABLE_KEYS)
        number = len(self.table.past) + 1
        if number > 1:
            self._checkpoint()
        self._do(HandBegan(number, self._chance.secret()))

    def _deal(self, hand: HandPlay) -> None:
        """Close the list of nonces, save it, and deal what follows from it."""
        self.clocks.drop("nonces")
        if not hand.listed:
            self._do(Listed())
            self._work.part(self.table.streams.heads)
        table = self.table
        begun = self._chance.deal(
            table.rules, hand.number, table.follows, hand.secret, hand.given(), table.escaped
        )
        state, events = State(), decide.begin(table.rules, begun)
        for event in events:
            apply(table.rules, state, event)
        table.dealt(state)
        self._played(-1, "rule", [*events, *decide.run(table.rules, state)])
        for seat in sorted(table.leaving):
            self._played(seat, "left", decide.play(table.rules, state, seat, ESCAPE))

    def _after_hand(self) -> bool:
        """End the match after its last hand; else begin the next as soon as all are ready."""
        table = self.table
        if table.is_last:
            self._do(MatchOver("hands_played"))
            return False
        if all(self._is_ready(seat) for seat in range(4)):
            self._begin_hand()
            return True
        self._arm("next", table.pace.next_hand)
        return False

    def _is_ready(self, seat: int) -> bool:
        """Tell whether nobody has to be waited for here: who is away is ready by himself."""
        play = self.table.seats[seat]
        return play.ready or play.control != "player" or not self._is_present(seat)

    def _move(self, hand: HandPlay, state: State) -> bool:
        """Take one automatic step of the hand, after the pause that is due before it."""
        rules = self.table.rules
        in_window = state.phase in WINDOWS
        if in_window:
            self._answer_for_absent(state)
        elif waited := awaited(rules, state):
            self._expect_bot(waited[0])
            return False
        pause = self._pause(hand, state)
        if pause:
            self._arm("floor", pause)
            return False
        if in_window and rules.false_wins is not None:
            self._pass_the_hopeless(state)
        events = decide.run(rules, state)
        if not events:
            return False
        if not self.table.pace.step:
            self._run_on(state, events)
        self._played(-1, "rule", events)
        return True

    def _run_on(self, state: State, events: list[Event]) -> None:
        """Take further automatic steps, up to the next one before which play has to rest."""
        while state.phase is not Phase.OVER and not self.table.is_due(state):
            more = decide.run(self.table.rules, state)
            if not more:
                return
            events.extend(more)

    def _pause(self, hand: HandPlay, state: State) -> int:
        """Give how long to rest before the next step; 0 where it may follow at once."""
        if hand.passed == hand.moves:
            return 0
        pace = self.table.pace
        if not self.table.is_due(state):
            return pace.step
        return max(pace.floor, pace.claim_limit) if pace.fixed and state.phase in WINDOWS else pace.floor

    def _answer_for_absent(self, state: State) -> None:
        """Answer a window at once for whoever has no player: in secret, so it costs and shows no time."""
        for seat in awaited(self.table.rules, state):
            if self.table.seats[seat].control != "player":
                self._stand_in(state, seat)

    def _expect_bot(self, seat: int) -> None:
        """Let a seat without a player act when its pace says so."""
        play, pace = self.table.seats[seat], self.table.pace
        if play.control != "player":
            at_once = play.control == "autopilot" and pace.away == "discard"
            self._arm("bot", pace.step if at_once else pace.bot)

    def _pass_the_hopeless(self, state: State) -> None:
        """Pass for those with nothing lawful to claim, where everybody is asked (CO-8.3)."""
        for seat in awaited(self.table.rules, state):
            if not has_lawful_claim(state, seat):
                self._played(seat, "rule", decide.play(self.table.rules, state, seat, PASS))

    # ---------------------------------------------------------------- the end

    def end(self, work: Work, cause: Ending) -> None:
        """End the match as it stands; a running hand is void (CO-3.4)."""
        self._work = work
        table, state = self.table, self.table.in_play
        if state is not None:
            events = decide.void(table.rules, state)
            for event in events:
                apply(table.rules, state, event)
            self._played(-1, "rule", events)
        self._do(MatchOver(cause))

    def escape(self, work: Work, seat: int) -> None:
        """Let a bot have a seat for good, its player having left the match (CO-3.3, NJ-9.3)."""
        self._work = work
        self._do(ControlSet(seat, "bot", "left"))
        state = self.table.in_play
        if state is not None:
            self._played(seat, "left", decide.play(self.table.rules, state, seat, ESCAPE))

    # ---------------------------------------------------------------- inside

    def _arm(self, key: str, after_ms: int) -> None:
        """Arm a deadline when the step is saved, unless it runs already."""
        if key not in self.clocks and all(armed != key for armed, _ in self._work.arms):
            self._work.arms.append((key, after_ms))

    def _played(self, seat: int, by: str, events: Sequence[Event]) -> None:
        plain = [_plain(event) for event in events]
        self._work.facts.append(Played(seat, by, plain))
        self.table.played(seat, by, events, plain)


_FLAT: Final[dict[type, str]] = {
    kind: f"!{kind.__name__}"
    for kind in (Drawn, Discarded, WindowClosed, Declined, FlowerLaid, SetAside, HandEnded)
}
"""Events of nothing but numbers and words: the commonest, which need no unfolding; each with its name."""
_WINDOW: Final = f"!{WindowOpened.__name__}"


def _plain(event: Event) -> Any:
    """Write an event as ``engine.events.dump`` does, the commonest ones by a short way."""
    name = _FLAT.get(type(event))
    if name is not None:
        return [name, *event]
    if isinstance(event, WindowOpened) and not event.offers:  # most discards are nobody's to claim
        return [_WINDOW, *event[:4], [], []]
    return dump(event)
