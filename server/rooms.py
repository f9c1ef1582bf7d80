"""A room: who is in it, its match, its streams, its clocks. Sans-IO: inputs in, entries and effects out.

``step`` decides what an input leads to and folds each fact as it is decided; ``commit`` gives what is to be
said, and arms the clocks, once the shell has saved the entries. A step that fails half-way, or entries that
cannot be saved, are the end of the object: the shell folds the journal anew, which holds whole steps only. So
the state may be written at once, without a copy, and still nothing is told that is not saved.

Recovery folds the same facts through the same methods and so comes to the same streams, prompts and numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.events import Outcome
from engine.invariants import check, check_sums
from engine.options import Values
from engine.ruleset import Ruleset
from server import entrance, taking, telling, watching
from server.chance import Chance
from server.deadlines import DAY, Deadlines
from server.effects import (
    Attach,
    CloseRoom,
    Detach,
    Drain,
    Effect,
    Enter,
    Halt,
    Input,
    Plan,
    Repeat,
    StoreChanged,
    Submit,
    Tick,
)  # fmt: skip
from server.games import Games
from server.journal import (
    SCHEMA,
    Done,
    Entry,
    Fact,
    HandBegan,
    Kept,
    KeptMatch,
    MatchBegan,
    MatchOver,
    Reborn,
    RoomOpened,
    SeatTaken,
    Went,
    write_entry,
)  # fmt: skip
from server.kept import keep_match, restore_match
from server.mapping.match import Ending, MatchInfo, match_info
from server.mapping.snapshot import table_view
from server.members import Members
from server.play import SEAT_KEYS, TABLE_KEYS, Play
from server.presence import Presence
from server.room_options import OPTIONS, effective, pace_of
from server.speech import Speech
from server.stand_in import Policies
from server.streams import PUBLIC, Streams
from server.table import SeatPlay, Table
from server.work import Work

__all__ = ["ABANDON_MS", "Kit", "Room"]

_FINAL: Final = (HandBegan, MatchOver)
ABANDON_MS: Final = 600_000
"""How long a table stands for nobody before the match ends (CO-3.4)."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What every room is given."""

    games: Games
    chance: Chance
    policies: Policies
    whole_check: int = 16
    """At how many steps the engine's books are checked as a whole; in every step they are counted."""
    most_watchers: int = 2000
    """How many may look on at a room, by whatever node and way they come."""


class Room:
    """One room."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.members = Members()
        self.streams = Streams("")
        self.presence = Presence()
        self.table: Table | None = None
        self.play: Play | None = None
        self.clocks = Deadlines()
        self.times = Deadlines()
        self.counts = [0, 0, 0, 0]
        self.rtt: dict[str, int] = {}
        self.draining = False
        self.store_is_up = True
        self.is_unsaved = False
        self.told = telling.Told()
        self.unkept: list[Table] = []
        """Matches that were over before the present one began, and whose records may not be kept."""
        self._rules: tuple[int, Ruleset] | None = None
        self._broken_heads = False
        self.speech: dict[str, Speech] = {}
        self._work = Work(0)
        self._hands = 0
        """How many results there were after the last step."""

    # ---------------------------------------------------------------- the two calls

    def step(self, given: Input, now: int) -> Plan:
        """Decide what an input leads to. Times are ms; ``now`` is when it arrived."""
        work = self.begin(now)
        match given:
            case Submit():
                entrance.submitted(self, work, given)
            case Tick():
                # It has rung: what is due next must be asked for anew, be it at the same moment.
                self.told.timer = -1
                self._tick(work)
            case Enter() | Repeat():
                entrance.entering(self, work, given)
            case Attach():
                entrance.attaching(self, work, given)
            case Detach():
                entrance.detaching(self, work, given)
            case StoreChanged(up):
                self._store_changed(up, now)
                return Plan((), work.aside("store_back" if up else "store_down"))
            case Drain():
                self.draining = True
            case Halt():
                self.end_match(work, "closed")
            case CloseRoom(reason):
                work.reason = reason
                self._close(work)
        return self.finish(work)

    def begin(self, now: int) -> Work:
        """Begin a step."""
        self._work = Work(now)
        return self._work

    def commit(self, plan: Plan, now: int) -> list[Effect]:
        """Give what is to be done now that the plan's entries are saved, and let its times run from here."""
        work = plan.private
        assert isinstance(work, Work)
        self.is_unsaved = self.is_unsaved and work.is_aside
        return telling.tell(self, work, now)

    @property
    def next_due(self) -> int | None:
        """When the next deadline falls due."""
        due, other = self.clocks.next_due, self.times.next_due
        return due if other is None else other if due is None else min(due, other)

    # ---------------------------------------------------------------- facts

    def do(self, fact: Fact) -> None:
        """Let something be so: note it for the journal, and fold it."""
        self._work.facts.append(fact)
        if type(fact) in _FINAL:
            self._work.is_final = True
        self.fold(fact)

    def fold(self, fact: Fact) -> None:
        """Fold one fact: the only writer of what is journaled, but for the engine's state in live play."""
        if not self.members.room and not isinstance(fact, Kept | RoomOpened):
            return  # it came in the step of a checkpoint, before it: what follows holds it already
        if isinstance(fact, Done):  # the commonest, which moves nobody
            self.members.fold(fact)
            self._commanded(fact.player)
            return
        before = [chair.player for chair in self.members.chairs]
        self.members.fold(fact)
        if not self.members.in_match or isinstance(fact, MatchBegan | SeatTaken):
            for seat, chair in enumerate(self.members.chairs):
                if chair.player != before[seat]:
                    self.streams.hide_past(seat)
        if type(fact) in watching.CHANGES:
            watching.follow(self)
        match fact:
            case Kept():
                if not self.streams.room:
                    self.streams = Streams(fact.room, fact.inc, fact.heads)
                    if fact.late is not None:
                        self.streams.begin_late(fact.late)
                    watching.follow(self)
                    self.counts = list(fact.prompts)
            case RoomOpened():
                self.streams = Streams(fact.room, fact.inc)
                watching.follow(self)
            case Reborn(inc):
                self.streams.begin_anew(inc)
            case KeptMatch():
                self._match_kept(fact)
            case MatchBegan():
                self._match_began(fact)
            case SeatTaken():
                assert self.table is not None
                taking.taken(self.table, fact)
            case _:
                if self.table is not None:
                    self.table.fold(fact)

    def checkpoint(self) -> None:
        """Write the whole room down, so that the journal before this entry can be dropped."""
        streams, late = self.streams, self.streams.late
        tables = list(late.tables) if late is not None and late.is_on else None
        self._work.is_checkpoint = True
        self.do(self.members.keep(list(self.counts), streams.inc, list(streams.heads), tables))
        if self.running is not None:
            self.do(keep_match(self.running))

    def _commanded(self, player: str) -> None:
        """A command clears the count of timeouts (CO-3.2)."""
        seat = self.members.seat_of(player)
        if seat is not None and self.table is not None:
            self.table.seats[seat].timeouts = 0

    def _match_began(self, fact: MatchBegan) -> None:
        members, last = self.members, self.table
        if last is not None and self.told.record != last.standing.info.match:
            self.unkept.append(last)
        rules = self.kit.games.make(members.ruleset, members.options, bool(fact.room_options["timeout_wins"]))
        names = [
            (chair.player, members.name_of(seat), not chair.player)
            for seat, chair in enumerate(members.chairs)
        ]
        info = match_info(fact.match, rules, fact.room_options, names)
        self._sit_down(rules, info, [SeatPlay(chair.player, chair.level) for chair in members.chairs]).begin()

    def _match_kept(self, kept: KeptMatch) -> None:
        """Go on from a checkpoint, where there is nothing yet; in live play it changes nothing."""
        if self.table is None:
            info = kept.info
            rules = self.kit.games.make(
                info.ruleset, dict(info.options), bool(info.room_options["timeout_wins"])
            )
            seats = [SeatPlay(seat.player, seat.level) for seat in kept.seats]
            table = self._sit_down(rules, info, seats)
            restore_match(table, kept)
            self.streams.seat_late(table_view(table.standing, None, None, PUBLIC))

    def _sit_down(self, rules: Ruleset, info: MatchInfo, seats: list[SeatPlay]) -> Table:
        """Put a table into the room."""
        self.clocks.clear(TABLE_KEYS)
        pace = pace_of(info.room_options)
        table = self.table = Table(self.members.room, rules, pace, seats, self.streams, info, self.counts)
        self.play = Play(
            table, self.clocks, self.kit.chance, self.kit.policies, self.do, self.is_present,
            self.checkpoint,
        )  # fmt: skip
        return table

    # ---------------------------------------------------------------- questions

    def is_present(self, seat: int) -> bool:
        """Tell whether a seat's player has a connection."""
        return self.presence.is_here(self.members.chairs[seat].player)

    @property
    def running(self) -> Table | None:
        """The match that runs."""
        return self.table if self.members.in_match else None

    @property
    def match_was_abandoned(self) -> bool:
        """Whether the last match ended because nobody was left."""
        over = None if self.table is None else self.table.standing.over
        return self.members.match_over and over is not None and over.cause == "abandoned"

    def rules(self) -> Ruleset:
        """Give the ruleset under the options as they stand."""
        if self._rules is None or self._rules[0] != self.members.options_rev:
            members = self.members
            self._rules = members.options_rev, self.kit.games.make(members.ruleset, members.options, True)
        return self._rules[1]

    def room_values(self) -> Values:
        """Give the room options as they stand, with those who sit here now."""
        return effective(
            self.members.room_options, self.members.humans(), self.rules().false_wins is not None
        )

    def room_defaults(self) -> Values:
        """Give what the room options would be if none had been set."""
        return effective({}, self.members.humans(), self.rules().false_wins is not None)

    def at_default(self) -> bool:
        """Tell whether nothing was agreed that differs from the defaults."""
        values, room = self.rules().options, self.room_values()
        defaults = self.room_defaults()
        return values == self.kit.games.options(self.members.ruleset).defaults() and all(
            room[option.name] == defaults[option.name] for option in OPTIONS.options
        )

    # ---------------------------------------------------------------- inside

    def _tick(self, work: Work) -> None:
        for key in self.times.due(work.now):
            if key in self.times:
                self.times.drop(key)
                entrance.time_is_up(self, work, key)
        if self.play is None:
            return
        for key in self.clocks.due(work.now):
            if key not in self.clocks or self.play.table.is_over:
                continue
            self.clocks.drop(key)
            if key in TABLE_KEYS:
                self.play.tick(work, key)
            else:
                entrance.time_is_up(self, work, key)

    def _store_changed(self, up: bool, now: int) -> None:
        """Let all clocks stand while the store is away; a step may wait to be saved meanwhile."""
        self.store_is_up = up
        if up:
            self.clocks.go_on("store", now)
            self.times.go_on("store", now)
        else:
            self.clocks.stop("store", now)
            self.times.stop("store", now)

    def end_match(self, work: Work, cause: Ending) -> None:
        """End the running match, if one runs; its hand is void."""
        if self.play is not None and self.members.in_match:
            self.play.end(work, cause)

    def escape(self, work: Work, seat: int) -> None:
        """Let a seat's player leave the match for good; a bot plays on (CO-3.3)."""
        if self.play is not None:
            self.play.escape(work, seat)

    def _close(self, work: Work) -> None:
        """Close the room: its hand void, everybody out (CO-3.4)."""
        self.end_match(work, "closed")
        for player in list(self.members.people):
            self.do(Went(player, "closed"))
        work.gone = "closed"

    def finish(self, work: Work) -> Plan:
        """Let follow what follows, look over the books, and write the entries."""
        if self.play is not None and self.members.in_match and work.gone is None:
            self._mind_the_empty(work)
            self.play.drive(work)
        if not self.members.in_match:
            entrance.mind_the_absent(self, work)
        watching.bar(self, work)
        if not self.members.people:
            work.gone = work.gone or "empty"
        table = self.table
        if table is not None:
            table.sync()
            self._tidy(table)
            if work.facts:
                self._look_over(table)
            work.take(self.streams.out, table.notes, table.opened)
        else:
            work.take(self.streams.out, [], [])
        entries = self._entries(work)
        self.is_unsaved = bool(entries)
        hands = 0 if table is None else len(table.results)
        is_final, self._hands = hands != self._hands or work.is_final, hands
        return Plan(entries, work, work.is_checkpoint, is_final)

    def forget_untold(self) -> None:
        """Forget what a fold would have said: it was said by who journaled it."""
        self.streams.out.clear()
        if self.table is not None:
            self.table.notes.clear()
            self.table.opened.clear()

    def _mind_the_empty(self, work: Work) -> None:
        """Let the table stand while nobody is at it, and end the match when nobody can come back (CO-3.4)."""
        table = self.running
        assert table is not None
        players = [seat.player for seat in table.seats if seat.player]
        if not players:
            self.end_match(work, "abandoned")
        elif self.presence.any_of(players):
            if "abandon" in self.times:
                self.times.drop("abandon")
                self.clocks.go_on("empty", work.now)
                work.notice = "resumed"
        elif "abandon" not in self.times:
            self.times.arm("abandon", ABANDON_MS if table.pace.away != "wait" else DAY, work.now)
            self.clocks.stop("empty", work.now)
            work.notice = "waiting"

    def _look_over(self, table: Table) -> None:
        """Look over the engine's books: as a whole before a settlement is saved and every so many steps.

        A hand that is void is not: nothing of it is paid, and it may be void for what its books are.
        """
        hand = table.hand
        if hand is None or hand.state is None or hand.is_settled:
            return
        hand.is_settled = hand.is_over
        if hand.state.outcome is Outcome.VOID:
            return
        hand.steps += 1
        (check if hand.is_over or hand.steps % self.kit.whole_check == 0 else check_sums)(hand.state)

    def _tidy(self, table: Table) -> None:
        """Forget the deadlines of what is no longer asked."""
        self.clocks.clear([
            SEAT_KEYS[seat] for seat, asked in enumerate(table.asked)
            if asked is None or asked.answered is not None
        ])  # fmt: skip
        state = table.in_play
        if "bot" in self.clocks and (state is None or table.seats[state.turn].control == "player"):
            self.clocks.drop("bot")
        if table.is_over:
            self.clocks.clear()

    def _entries(self, work: Work) -> tuple[bytes, ...]:
        facts, start = work.facts, 0
        if not facts:
            return ()
        entries = []
        for end, heads in work.parts:
            if start < end < len(facts):
                entries.append(write_entry(Entry(SCHEMA, heads, {}, facts[start:end])))
                start = end
        entries.append(
            write_entry(Entry(SCHEMA, tuple(self.streams.heads), self._lefts(work), facts[start:]))
        )
        return tuple(entries)

    def _lefts(self, work: Work) -> dict[str, int]:
        """Give what every clock of the match will have left when this step is sent."""
        table = self.running
        if table is None:
            return {}
        lefts = self.clocks.lefts(work.now)
        lefts.update(work.arms)
        for seat in work.opened:
            asked = table.asked[seat]
            if asked is not None:
                lefts[SEAT_KEYS[seat]] = asked.total
        for seat, play in enumerate(table.seats):
            if play.bank != table.pace.bank:
                lefts[f"bank{seat}"] = play.bank
            if play.shown_bank != table.pace.bank:
                lefts[f"shown{seat}"] = play.shown_bank
        return lefts
