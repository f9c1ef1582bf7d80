"""Who is in a room and where he sits, what was agreed, who is ready: everything of a room but its match.

It is written by ``fold`` alone, fact by fact, so what was journaled rebuilds it. It decides nothing; whether
a fact may come about is asked elsewhere. A player is in a room once, whatever he is doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from protocol.answers import Entered
from protocol.view import TableView
from server.journal import (
    BotCame,
    BotWent,
    Came,
    Consented,
    Done,
    Fact,
    HostNamed,
    Kept,
    KeptChair,
    KeptMember,
    MatchBegan,
    MatchOver,
    Moved,
    OptionsAccepted,
    OptionsSet,
    ReadySet,
    RoomOpened,
    SeatTaken,
    Went,
    Wished,
)  # fmt: skip

__all__ = ["Chair", "KEPT_IDS", "MOST_STANDING", "Member", "Members"]

KEPT_IDS: Final = 64
"""How many accepted command ids of a player are remembered."""
MOST_STANDING: Final = 16
_KEPT_LEAVERS: Final = 64


class Member:
    """A player in the room: sitting or standing."""

    __slots__ = ("ids", "name", "player")

    def __init__(self, player: str, name: str) -> None:
        self.player = player
        self.name = name
        self.ids: dict[str, Entered | None] = {}

    def remember(self, command_id: str, result: Entered | None) -> None:
        """Keep an accepted command's id with its answer; the oldest is forgotten."""
        self.ids[command_id] = result
        if len(self.ids) > KEPT_IDS:
            del self.ids[next(iter(self.ids))]


class Chair:
    """One seat of the room: free, a player's, or a bot's."""

    __slots__ = ("accepted", "consent", "early", "level", "player", "ready", "wish")

    def __init__(self, player: str = "", level: str = "") -> None:
        self.player = player
        self.level = level
        self.ready = False
        self.accepted = False
        self.wish = ""
        self.consent = False
        self.early = False

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there, no bot either."""
        return not self.player and not self.level


class Members:
    """A room but for its match."""

    def __init__(self) -> None:
        self.room = ""
        self.code = ""
        self.ruleset = ""
        self.options: dict[str, bool | int | str] = {}
        self.room_options: dict[str, bool | int | str] = {}
        self.options_rev = 0
        self.rev = 0
        self.host = ""
        self.people: dict[str, Member] = {}
        self.chairs = [Chair(), Chair(), Chair(), Chair()]
        self._seats: dict[str, int] = {}
        """The seats by their players, as after the last fact."""
        self.banned: set[str] = set()
        self.left: set[str] = set()
        self.leavers: dict[str, str] = {}
        self.in_match = False
        self.match_over = False

    # ---------------------------------------------------------------- questions

    def seat_of(self, player: str) -> int | None:
        """Give the seat of a player; ``None`` if he stands or is not here."""
        return self._seats.get(player)

    def standing(self) -> list[Member]:
        """List those who are in and have no seat, in the order they came."""
        return [member for member in self.people.values() if self.seat_of(member.player) is None]

    def free_seat(self) -> int | None:
        """Give the first free seat."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.is_free), None)

    def humans(self) -> int:
        """Count the seats that players have."""
        return sum(1 for chair in self.chairs if chair.player)

    def name_of(self, seat: int) -> str:
        """Give the name shown at a seat."""
        chair = self.chairs[seat]
        if chair.player:
            return self.people[chair.player].name
        return bot_name(seat) if chair.level else ""

    def answer_to(self, player: str, command_id: str) -> tuple[Entered | None] | None:
        """Give the answer an accepted command got, in a tuple; ``None`` for an id not remembered."""
        member = self.people.get(player)
        if member is not None and command_id in member.ids:
            return (member.ids[command_id],)
        return (None,) if self.leavers.get(player) == command_id else None

    def next_host(self) -> str:
        """Name who would be host if there were none: the first seated player, else the longest standing."""
        seated = [chair.player for chair in self.chairs if chair.player]
        return (seated or list(self.people) or [""])[0]

    def keep(
        self, prompts: list[int], inc: int, heads: list[int], late: list[TableView] | None = None
    ) -> Kept:
        """Write the whole of it, as a checkpoint; the streams' part is handed in."""
        return Kept(
            self.room, self.code, self.ruleset, self.options, self.room_options, self.options_rev, self.rev,
            self.host,
            [KeptMember(each.player, each.name, list(each.ids.items())) for each in self.people.values()],
            [
                KeptChair(c.player, c.level, c.ready, c.accepted, c.wish, c.consent, c.early)
                for c in self.chairs
            ],
            sorted(self.banned), dict(self.leavers), self.in_match, self.match_over, sorted(self.left),
            prompts, inc, heads, late,
        )  # fmt: skip

    # ---------------------------------------------------------------- the only writer

    def fold(self, fact: Fact) -> None:
        """Let a fact be so."""
        if isinstance(fact, Done):
            self._done(fact.player, fact.id, fact.result)
            return
        match fact:
            case Kept():
                if not self.room:
                    self._restore(fact)
                    self._see_who_sits()
                return
            case RoomOpened():
                self.room, self.code = fact.room, fact.code
                self._options(fact.ruleset, fact.options, fact.room_options)
            case Came(player, name, seat):
                self.people[player] = Member(player, name)
                if seat is not None:
                    self.chairs[seat] = Chair(player)
            case Went(player, cause):
                self._went(player, cause)
            case Moved(player, seat):
                self._moved(player, seat)
            case SeatTaken(player, seat):
                # To sit down at a running match is to accept what it is played by.
                self.chairs[seat] = Chair(player)
                self.chairs[seat].accepted = True
            case BotCame(seat, level):
                self.chairs[seat] = Chair(level=level)
            case BotWent(seat):
                self.chairs[seat] = Chair()
            case OptionsSet():
                self._options(fact.ruleset, fact.options, fact.room_options)
            case OptionsAccepted() | ReadySet() | Wished() | Consented():
                self._of_a_chair(fact)
            case HostNamed(player):
                self.host = player
            case MatchBegan():
                self._match_began(fact)
            case MatchOver():
                self._match_over()
            case _:
                return
        self._see_who_sits()
        self.rev += 1

    def _see_who_sits(self) -> None:
        self._seats = {chair.player: seat for seat, chair in enumerate(self.chairs) if chair.player}

    def _restore(self, kept: Kept) -> None:
        """Begin from a checkpoint."""
        self.room, self.code, self.host = kept.room, kept.code, kept.host
        self.ruleset, self.options, self.room_options = kept.ruleset, kept.options, kept.room_options
        self.options_rev, self.rev = kept.options_rev, kept.rev
        for member in kept.members:
            self.people[member.player] = Member(member.player, member.name)
            self.people[member.player].ids = dict(member.ids)
        for seat, each in enumerate(kept.chairs):
            chair = self.chairs[seat] = Chair(each.player, each.level)
            chair.ready, chair.accepted, chair.wish = each.ready, each.accepted, each.wish
            chair.consent, chair.early = each.consent, each.early
        self.banned, self.leavers, self.left = set(kept.banned), dict(kept.leavers), set(kept.left)
        self.in_match, self.match_over = kept.in_match, kept.match_over

    def _done(self, player: str, command_id: str, result: Entered | None) -> None:
        member = self.people.get(player)
        if member is not None:
            member.remember(command_id, result)
            return
        self.leavers[player] = command_id
        if len(self.leavers) > _KEPT_LEAVERS:
            del self.leavers[next(iter(self.leavers))]

    def _options(
        self, ruleset: str, options: Mapping[str, bool | int | str], room: Mapping[str, bool | int | str]
    ) -> None:
        self.ruleset, self.options, self.room_options = ruleset, dict(options), dict(room)
        self.options_rev += 1
        for chair in self.chairs:
            chair.accepted = chair.ready = False

    def _went(self, player: str, cause: str) -> None:
        seat = self.seat_of(player)
        if seat is not None:
            self.chairs[seat] = Chair(level=STAND_IN) if self.in_match else Chair()
            if self.in_match:
                self.left.add(player)
        self.people.pop(player, None)
        if cause == "kicked":
            self.banned.add(player)

    def _moved(self, player: str, seat: int | None) -> None:
        old = self.seat_of(player)
        if old is not None:
            self.chairs[old] = Chair()
        if seat is not None:
            self.chairs[seat] = Chair(player)

    def _of_a_chair(self, fact: OptionsAccepted | ReadySet | Wished | Consented) -> None:
        seat = self.seat_of(fact.player)
        if seat is None:
            return
        chair = self.chairs[seat]
        match fact:
            case OptionsAccepted():
                chair.accepted = True
            case ReadySet(ready=ready):
                chair.ready = ready
            case Wished(seats=seats):
                chair.wish = seats
            case Consented(to="seat", given=given):
                chair.consent = given
            case Consented(given=given):
                chair.early = given

    def _match_began(self, fact: MatchBegan) -> None:
        self.in_match, self.match_over = True, False
        self.left.clear()
        self.chairs = [self.chairs[old] for old in fact.order]
        for chair in self.chairs:
            chair.wish = ""

    def _match_over(self) -> None:
        self.in_match, self.match_over = False, True
        self.left.clear()
        for seat, chair in enumerate(self.chairs):
            chair.ready = False
            if chair.level == STAND_IN:
                self.chairs[seat] = Chair()


STAND_IN: Final = "stand_in"
"""The level of a bot that plays on for a player who has left for good."""


def bot_name(seat: int) -> str:
    """Name the bot at a seat."""
    return ("阿东", "阿南", "阿西", "阿北")[seat]
