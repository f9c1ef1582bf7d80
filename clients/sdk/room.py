"""A room as bot authors and programs see it: the table, the prompts, and everything one may do in it.

    room = await client.create_room("nanning", bots=3)
    await room.begin()
    async for prompt in room.prompts():
        await room.act(prompt, choose(room.table, room.seat, prompt))
    print(room.match_result)

What is shown is what was last heard; ``is_current`` says whether anything is known to be missing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Final, Literal

from clients.sdk import happenings as h
from clients.sdk.errors import FairnessBroken, Refused, RoomOver
from clients.sdk.fairness import HandCheck
from clients.sdk.happenings import Happening
from clients.sdk.model import RoomModel
from clients.sdk.waiting import Bell, Subscription
from protocol import answers
from protocol import to_client as told
from protocol import to_server as say
from protocol.codes import RejectCode
from protocol.view import HandResult, MatchResult, TableView
from protocol.vocabulary import Action, Options, Tile, View

if TYPE_CHECKING:
    from clients.sdk.client import Client

__all__ = ["Room"]

_TOO_LATE: Final = (RejectCode.STALE, RejectCode.NOT_NOW)
"""Answers to what is over: the prompt, or with it the match."""


class Room:
    """One room one is in, or watches."""

    def __init__(self, client: Client, model: RoomModel) -> None:
        self.model = model
        self.results: list[HandResult] = []
        """Of the hands whose end was seen, oldest first; of this match."""
        self._client = client
        self._bell = Bell()
        self._unfair: list[HandCheck] = []
        self._subscriptions: list[Subscription[Happening]] = []

    # ------------------------------------------------------------ what is known

    @property
    def id(self) -> str:
        """The public id."""
        return self.model.room

    @property
    def code(self) -> str:
        """The invite code; empty for watchers."""
        return self.model.code

    @property
    def view(self) -> View:
        """Whose eyes the table is seen with."""
        return self.model.stream.view

    @property
    def seat(self) -> int | None:
        """The own seat; ``None`` for who stands or looks on."""
        return self.model.seat

    @property
    def table(self) -> TableView:
        """The table as last seen."""
        return self.model.stream.table

    @property
    def state(self) -> told.RoomState | None:
        """Who sits where, options, who is ready."""
        return self.model.state

    @property
    def presence(self) -> told.Presence | None:
        """Who is there just now."""
        return self.model.presence

    @property
    def prompt(self) -> told.Prompt | None:
        """What the player is asked and has not answered."""
        asked = self.model.asked
        return asked.prompt if asked is not None and asked.is_open else None

    @property
    def match_result(self) -> MatchResult | None:
        """How the match ended, once it has."""
        return self.table.match_result

    @property
    def checks(self) -> list[HandCheck]:
        """What came of checking each finished hand against its secret (CO-5)."""
        return self.model.checks

    @property
    def records(self) -> list[str]:
        """Matches whose records are ready."""
        return self.model.records

    @property
    def is_current(self) -> bool:
        """Whether the connection stands and nothing is known to be missing."""
        return self._client.state == "open" and not self.model.stream.behind

    @property
    def clocks_stand(self) -> bool:
        """Whether nothing counts down just now."""
        return self.model.standing

    def left_ms(self) -> int | None:
        """Tell how long the open prompt still waits, bank included; ``None`` without limit or prompt."""
        asked = self.model.asked
        if asked is None or asked.prompt.turn_ms is None:
            return None
        given = asked.prompt.turn_ms + (asked.prompt.bank_ms or 0)
        gone = self._client.now() - asked.at if asked.prompt.running and not self.model.standing else 0
        return max(0, given - gone)

    # ------------------------------------------------------------ following

    def happenings(self) -> Subscription[Happening]:
        """Follow what happens in this room from now on; ends with the room or the connection."""
        subscription: Subscription[Happening] = Subscription()
        if self._is_over():
            subscription.close()
        self._subscriptions = [each for each in self._subscriptions if not each.closed]
        self._subscriptions.append(subscription)
        return subscription

    async def prompts(self) -> AsyncIterator[told.Prompt]:
        """Give each prompt once, as it comes, until the match is over.

        One that was answered, or closed, before it could be given is left out.

        Raises:
            RoomOver: the room is closed.
            Gone: the connection is over for good.
            FairnessBroken: a hand was not dealt as committed to; one may go on by asking anew.
        """
        last: tuple[int, int] | None = None
        while True:
            self._raise_unfair()
            asked = self.model.asked
            if asked is not None and asked.is_open and asked.key != last:
                last = asked.key
                yield asked.prompt
                continue
            if self.table.phase == "match_over":
                return
            self._raise_over()
            await self._bell.wait()

    async def until(self, come: Callable[[Room], bool]) -> None:
        """Wait until something is so of the room. Raises: as ``prompts``."""
        while not come(self):
            self._raise_unfair()
            self._raise_over()
            await self._bell.wait()

    async def match_over(self) -> MatchResult:
        """Wait for the match's end. Raises: as ``prompts``."""
        await self.until(lambda room: room.match_result is not None)
        assert self.match_result is not None
        return self.match_result

    async def match_begun(self) -> None:
        """Wait until a match is running. Raises: as ``prompts``."""
        await self.until(lambda room: room.table.match is not None and room.table.match_result is None)

    # ------------------------------------------------------------ playing

    async def act(self, prompt: told.Prompt, action: Action) -> bool:
        """Answer a prompt; say whether it counted: not if it was over (time, an earlier answer) or undone.

        Raises:
            Refused: the action is not among the offers, say; the prompt stands.
            Gone: the connection is over.
        """
        try:
            await self._client.call(say.Act(self._client.new_id(), self.id, prompt.prompt, action))
        except Refused as refused:
            # A prompt that the server knows nothing of was undone with what a failing store had lost.
            if refused.code in _TOO_LATE or refused.answer.field == "prompt":
                return False
            raise
        return True

    async def waits(self, discard: Tile | None = None) -> answers.Waits:
        """Ask what would complete the own hand. Raises: Refused, four times a second at most."""
        found = await self._client.call(say.GetWaits(self._client.new_id(), self.id, discard))
        assert isinstance(found, answers.Waits)
        return found

    async def result(self, hand: int) -> HandResult:
        """Give an earlier hand's result again. Raises: Refused."""
        found = await self._client.call(say.GetResult(self._client.new_id(), self.id, hand))
        assert isinstance(found, answers.HandResultFound)
        return found.result

    async def take_back(self) -> None:
        """Take the seat back from autopilot. Raises: Refused."""
        await self._client.call(say.TakeBack(self._client.new_id(), self.id))

    async def ready_next(self, hand: int) -> None:
        """Have seen a hand's result; clients do so by themselves unless told not to. Raises: Refused."""
        await self._client.call(say.ReadyNext(self._client.new_id(), self.id, hand))

    # ------------------------------------------------------------ before and after a match

    async def ready(self) -> None:
        """Accept the options as they stand and be ready. Raises: Refused."""
        await self.until(lambda room: room.state is not None)
        assert self.state is not None
        if self.state.differences:
            await self._client.call(
                say.AcceptOptions(self._client.new_id(), self.id, self.state.options_rev)
            )
        await self._client.call(say.Ready(self._client.new_id(), self.id, True))

    async def not_ready(self) -> None:
        """Not be ready after all. Raises: Refused."""
        await self._client.call(say.Ready(self._client.new_id(), self.id, False))

    async def start(self) -> None:
        """Start the match at the host's word, who is ready by saying it. Raises: Refused."""
        await self._client.call(say.StartMatch(self._client.new_id(), self.id))

    async def begin(self) -> None:
        """Be ready and wait for the match, which begins when all four are, or is running. Raises: Refused."""
        try:
            await self.ready()
        except Refused as refused:
            # Whoever comes in while others play has a bot's seat, and is in the match already.
            if refused.code is not RejectCode.MATCH_RUNNING:
                raise
        await self.match_begun()

    async def rematch(self, seats: Literal["same", "drawn"] = "same") -> None:
        """Wish for another match. Raises: Refused."""
        await self._client.call(say.Rematch(self._client.new_id(), self.id, seats))

    async def sit(self, seat: int) -> None:
        """Take a seat, or another. Raises: Refused."""
        await self._client.call(say.Sit(self._client.new_id(), self.id, seat))

    async def stand_up(self) -> None:
        """Give up the seat and stay. Raises: Refused."""
        await self._client.call(say.StandUp(self._client.new_id(), self.id))

    async def add_bot(self, seat: int, level: Literal["random", "greedy"] = "greedy") -> None:
        """Seat one of the server's bots (host). Raises: Refused."""
        await self._client.call(say.AddBot(self._client.new_id(), self.id, seat, level))

    async def remove_bot(self, seat: int) -> None:
        """Take a bot away (host). Raises: Refused."""
        await self._client.call(say.RemoveBot(self._client.new_id(), self.id, seat))

    async def kick(self, name: str) -> None:
        """Send somebody away (host). Raises: Refused."""
        await self._client.call(say.Kick(self._client.new_id(), self.id, name))

    async def set_options(
        self, ruleset: str, options: Options | None = None, room_options: Options | None = None
    ) -> None:
        """Change ruleset and options as a whole (host). Raises: Refused."""
        await self._client.call(
            say.SetOptions(self._client.new_id(), self.id, ruleset, options or {}, room_options or {})
        )

    async def end_match(self) -> None:
        """End an open-ended match between two hands (host). Raises: Refused."""
        await self._client.call(say.EndMatch(self._client.new_id(), self.id))

    async def phrase(self, phrase: int) -> None:
        """Say a quick phrase. Raises: Refused."""
        await self._client.call(say.Phrase(self._client.new_id(), self.id, phrase))

    async def consent(self, to: Literal["seat", "early"], given: bool = True) -> None:
        """Let the own hand be watched, or watchers see sooner, or no more (CO-8.2). Raises: Refused."""
        await self._client.call(say.Consent(self._client.new_id(), self.id, to, given))

    async def leave(self, *, confirm: bool = False) -> None:
        """Leave; while a match runs for good, which must be confirmed (CO-3.3). Raises: Refused."""
        await self._client.call(say.Leave(self._client.new_id(), self.id, confirm))

    async def unwatch(self) -> None:
        """Stop looking on. Raises: Refused."""
        await self._client.call(say.Unwatch(self._client.new_id(), self.id))

    # ------------------------------------------------------------ for the client

    def told(self, each: Happening) -> None:
        """Take in a happening of this room (the client calls it)."""
        match each:
            case h.Checked() if not each.check.holds and self._client.unfair == "raise":
                self._unfair.append(each.check)
            case h.Happened() | h.CaughtUp():
                self._keep_result()
            case _:
                pass
        for subscription in self._subscriptions:
            subscription.put(each)
        self.wake()

    def wake(self) -> None:
        """Let everybody who waits look again (the client calls it)."""
        if self._is_over():
            for subscription in self._subscriptions:
                subscription.close()
        self._bell.ring()

    def _keep_result(self) -> None:
        if self.table.phase == "lobby":
            self.results.clear()
        result = self.table.result
        if result is not None and (not self.results or self.results[-1].hand != result.hand):
            self.results.append(result)

    def _is_over(self) -> bool:
        return self.model.closed is not None or self._client.ended is not None

    def _raise_unfair(self) -> None:
        if self._unfair:
            raise FairnessBroken(self.id, self._unfair.pop(0))

    def _raise_over(self) -> None:
        if self.model.closed is not None:
            raise RoomOver(self.id, self.model.closed.cause)
        if self._client.ended is not None:
            raise self._client.ended
