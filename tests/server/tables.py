"""A room in a test's hands: a clock moved by hand, a journal in a list, players who hear and answer.

`Bench` plays the shell: it steps, saves and commits, delivers as the hub does, and lets every connection fold
its stream as a client would; a hole, a wrong number or a snapshot that disagrees fails the test at once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from clients.bots.policy import GreedyPolicy
from engine.events import HandStarted
from engine.match import committed_hand
from engine.record import StackedWall
from engine.record_wall import read_wall, stack
from engine.ruleset import NextHand, Ruleset
from protocol import to_server as ask
from protocol.codec import Codec, encode
from protocol.fold import fold
from protocol.to_client import Accepted, Frame, Message, Prompt, PromptClosed, Rejected, RoomState, Snapshot
from protocol.view import TableView
from protocol.vocabulary import Action, OptionValue, StreamPoint, View
from server.chance import Chance
from server.effects import (
    Attach,
    Detach,
    Effect,
    Enter,
    Input,
    Listen,
    Plan,
    RoomGone,
    SaveRecord,
    SetTimer,
    Submit,
    Tick,
    ToConnection,
    ToEachView,
    ToPlayer,
    ToRoom,
    ToView,
)  # fmt: skip
from server.games import RegisteredGames
from server.picture import snapshot
from server.recovery import Founding, Saved, found, recover
from server.rooms import Kit
from server.streams import EVERY_VIEW, VIEWS

Options = Mapping[str, OptionValue]
M = TypeVar("M")

ROOM = "r1"
CODE = "K7QX2M"


def command_id(number: int) -> str:
    """Make a command id."""
    return f"{number:032x}"


def seeded_chance(seed: int, deal: Callable[[Ruleset, int], HandStarted] | None = None) -> Chance:
    """Give a chance that draws the same every time; `deal` lays a wall out by hand."""
    random = Random(seed)
    matches = itertools.count(1)

    def dealt(
        rules: Ruleset, number: int, follows: NextHand | None, secret: bytes, nonces: Sequence[bytes],
        escaped: Iterable[int],
    ) -> HandStarted:  # fmt: skip
        if deal is not None:
            return deal(rules, number)
        return committed_hand(rules, number, follows or (0, 0, False), secret, nonces, escaped)

    return Chance(
        secret=lambda: random.randbytes(32),
        deal=dealt,
        order=lambda: (1, 2, 3, 0),
        match_id=lambda: f"match{next(matches)}",
    )


def make_kit(chance: Chance | None = None) -> Kit:
    """Give a room what it needs, with chance in the test's hands."""
    greedy = GreedyPolicy()
    return Kit(RegisteredGames(), chance or seeded_chance(1), lambda level: greedy, whole_check=1)


class Crashed(Exception):
    """Raised where the bench was told to lose the room's owner."""


class Client:
    """One connection: everything it was sent, and what a client makes of it."""

    def __init__(self, number: int, player: str) -> None:
        self.number = number
        self.player = player
        self.heard: list[tuple[int, Message]] = []
        self.view: TableView | None = None
        self.inc = self.n = 0
        self.stream: View | None = None
        self.prompt: Prompt | None = None

    def hear(self, at: int, message: Message) -> None:
        """Take a message as a client does."""
        self.heard.append((at, message))
        match message:
            case Snapshot():
                self.view, self.inc, self.n = message.state, message.inc, message.n
                self.stream = message.view
            case Frame():
                assert (message.inc, message.n) == (self.inc, self.n + 1), "a hole in the stream"
                assert message.view == self.stream
                assert self.view is not None
                self.view, self.n = fold(self.view, message.event), message.n
            case Prompt():
                assert message.n == self.n
                self.prompt = message if message.answered is None else None
            case PromptClosed():
                self.prompt = None
            case _:
                pass

    def all(self, kind: type[M]) -> list[M]:
        """List what was heard of one kind."""
        return [message for _, message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """Give the last that was heard of one kind."""
        return self.all(kind)[-1]

    def raw(self) -> bytes:
        """Give every byte this connection was sent."""
        return b"".join(encode(message, Codec.JSON) for _, message in self.heard)

    @property
    def point(self) -> StreamPoint:
        """How far this client has its stream."""
        assert self.stream is not None
        return StreamPoint(ROOM, self.stream, self.inc, self.n)


class Bench:
    """A room, its shell and its players."""

    def __init__(
        self,
        players: int = 4,
        *,
        bots: int = 0,
        options: Options | None = None,
        room: Options | None = None,
        kit: Kit | None = None,
        ruleset: str = "nanning",
    ) -> None:
        self.now = 1000
        self.kit = kit or make_kit()
        self.journal: list[Saved] = []
        self.checkpoint = 0
        self.clients: dict[int, Client] = {}
        self.listens: dict[int, tuple[View, bool]] = {}
        self.present: dict[str, int] = {}
        self.records: dict[str, bytes] = {}
        self.gone: list[str] = []
        self.timer: int | None = None
        self.compares = True
        self.crash_at: tuple[int, bool] | None = None
        """At which length of the journal the owner dies, and whether what was saved is still told."""
        self._connections = itertools.count(1)
        self._ids = itertools.count(1)
        create = ask.CreateRoom(
            command_id(next(self._ids)), ruleset, dict(options or {}), dict(room or {}), bots
        )
        host = Enter(self.connect("p0").number, "p0", "Player 0", create.id, "player", "public")
        self.room, plan = found(self.kit, Founding(ROOM, CODE, create, host), self.now)
        self._save(plan)
        for number in range(1, players):
            self.enter(f"p{number}")

    # ---------------------------------------------------------------- the shell

    def connect(self, player: str) -> Client:
        """Open a connection; a player's newest is his present one."""
        client = Client(next(self._connections), player)
        self.clients[client.number] = client
        self.present[player] = client.number
        return client

    def give(self, given: Input) -> list[Effect]:
        """Let an input go its way: step, save, commit, deliver."""
        return self._save(self.room.step(given, self.now))

    def _save(self, plan: Plan) -> list[Effect]:
        if plan.checkpoint:
            self.checkpoint = len(self.journal)
        self.journal.extend(Saved(entry, self.now) for entry in plan.entries)
        dies = self._dies()
        if dies == "untold":
            raise Crashed
        effects = self.room.commit(plan, self.now)
        for effect in effects:
            self._deliver(effect)
        if self.compares and not self.gone:
            self._compare()
        if dies == "told":
            raise Crashed
        return effects

    def _compare(self) -> None:
        """Hold every client's folded view against what a snapshot would say now: they are one story."""
        for connection, (view, _) in self.listens.items():
            client = self.clients[connection]
            shown = snapshot(self.room, client.player, EVERY_VIEW.index(view))
            assert (shown.inc, shown.n, shown.state) == (client.inc, client.n, client.view)

    def _dies(self) -> str:
        """Tell whether the owner dies now, before or after he has told what was saved."""
        if self.crash_at is None or len(self.journal) < self.crash_at[0]:
            return ""
        told = self.crash_at[1]
        self.crash_at = None
        return "told" if told else "untold"

    def _deliver(self, effect: Effect) -> None:
        match effect:
            case ToConnection(connection, message):
                self._to(connection, message)
            case ToPlayer(player, message):
                present = self.present.get(player, -1)
                if present in self.listens:
                    self._to(present, message)
            case ToView(view, message):
                for connection, (listens, _) in list(self.listens.items()):
                    if listens == view:
                        self._to(connection, message)
            case ToEachView(messages):
                for view, message in zip(VIEWS, messages, strict=True):
                    self._deliver(ToView(view, message))
            case ToRoom(message, to):
                for connection, (_, member) in list(self.listens.items()):
                    if to == "all" or member is (to == "members"):
                        self._to(connection, message)
            case Listen(connection, None):
                self.listens.pop(connection, None)
            case Listen(connection, view, member) if view is not None:
                self.listens[connection] = (view, member)
            case SetTimer(_, due):
                self.timer = due
            case SaveRecord(match, data):
                self.records[match] = data
            case RoomGone(cause):
                self.gone.append(cause)
            case _:
                pass

    def _to(self, connection: int, message: Message) -> None:
        if connection in self.clients:
            self.clients[connection].hear(self.now, message)

    # ---------------------------------------------------------------- players

    def client(self, player: str) -> Client:
        """Give a player's present connection."""
        return self.clients[self.present[player]]

    def view(self, player: str) -> TableView:
        """Give the table as a player's client has it."""
        view = self.client(player).view
        assert view is not None
        return view

    def enter(self, player: str, sit: bool = True, name: str | None = None) -> Client:
        """Let a player come in by the code."""
        client = self.connect(player)
        shown = name or f"Player {player[1:]}"
        self.give(Enter(client.number, player, shown, self.new_id(), "player", "public", sit))
        return client

    def watch(self, player: str, view: View = "public") -> Client:
        """Let somebody look on."""
        client = self.connect(player)
        self.give(Enter(client.number, player, f"Watcher {player}", self.new_id(), "watcher", view))
        return client

    def drop(self, player: str) -> None:
        """Cut a player's connection."""
        connection = self.present.pop(player)
        self.listens.pop(connection, None)
        self.give(Detach(connection, player))

    def back(self, player: str, resume: bool = True, view: View = "public") -> Client:
        """Let a player come back by a new connection, going on where his last one stopped."""
        last = next((each for each in reversed(self.clients.values()) if each.player == player), None)
        client = self.connect(player)
        point = None
        if resume and last is not None and last.stream is not None:
            client.view, client.inc, client.n, client.stream = last.view, last.inc, last.n, last.stream
            point = last.point
        self.give(Attach(client.number, player, view, point, f"Player {player[1:]}"))
        return client

    def new_id(self) -> str:
        """Make a new command id."""
        return command_id(next(self._ids))

    def say(self, player: str, command: ask.RoomCommand, rtt_ms: int = 0) -> Accepted | Rejected:
        """Send a command and give its answer."""
        client = self.client(player)
        seen = len(client.heard)
        self.give(Submit(client.number, player, command, rtt_ms))
        answers = [
            message for _, message in client.heard[seen:]
            if isinstance(message, Accepted | Rejected) and message.id == command.id
        ]  # fmt: skip
        assert len(answers) == 1, "every command gets one answer"
        return answers[0]

    def act(self, player: str, action: Action, prompt: int | None = None) -> Accepted | Rejected:
        """Answer the open prompt."""
        number = prompt
        if number is None:
            asked = self.client(player).prompt
            assert asked is not None, f"{player} is not asked"
            number = asked.prompt
        answer = self.say(player, ask.Act(self.new_id(), ROOM, number, action))
        asked = self.client(player).prompt
        if isinstance(answer, Accepted) and asked is not None and asked.prompt == number:
            self.client(player).prompt = None
        return answer

    # ---------------------------------------------------------------- time

    def wait(self, ms: int) -> None:
        """Let time pass, with every timer on its way."""
        end = self.now + ms
        while self.timer is not None and self.timer <= end:
            self.now, self.timer = max(self.now, self.timer), None
            self.give(Tick("room"))
        self.now = end

    def to_timer(self) -> None:
        """Let time pass to the next timer."""
        assert self.timer is not None, "no timer is armed"
        self.wait(max(self.timer - self.now, 0))

    # ---------------------------------------------------------------- crash

    def crash(self, alive_ms: int = 0, keep: int | None = None) -> None:
        """Lose the room's owner: another one folds the journal. Connections are lost with it."""
        died = self.now + alive_ms
        self.now = died + 3000
        self.present.clear()
        self.listens.clear()
        self.timer = None
        self.room, plan = recover(self.kit, self.journal[:keep], died, self.now)
        if keep is not None:
            del self.journal[keep:]
        self._save(plan)

    # ---------------------------------------------------------------- a match

    def start(self) -> None:
        """Begin the match: everybody accepts, is ready, and gives no nonce."""
        state = self.client("p0").last(RoomState)
        for seat in state.seats:
            if seat.kind == "player" and seat.player != "p0":
                accept = ask.AcceptOptions(self.new_id(), ROOM, state.options_rev)
                assert isinstance(self.say(seat.player, accept), Accepted)
                if not self.room.members.in_match:
                    self.say(seat.player, ask.Ready(self.new_id(), ROOM, True))
        answer = self.say("p0", ask.StartMatch(self.new_id(), ROOM))
        assert isinstance(answer, Accepted), answer
        self.wait(2000)

    def asked(self) -> list[str]:
        """List the players who have an open prompt."""
        return [player for player in sorted(self.present) if self.client(player).prompt is not None]

    def play_on(self, until: Callable[[], bool], choose: Chooser | None = None, most: int = 3000) -> None:
        """Let everybody answer what he is asked, and time pass where nobody is, until something is so."""
        choice = choose or greedy
        for _ in range(most):
            if until():
                return
            asked = self.asked()
            if asked:
                player = asked[0]
                prompt = self.client(player).prompt
                assert prompt is not None
                view = self.view(player)
                seat = self.room.members.seat_of(player)
                assert seat is not None
                answer = self.act(player, choice(view, prompt, seat))
                assert isinstance(answer, Accepted), answer
            else:
                self.to_timer()
        raise AssertionError("it never came to that")


Chooser = Callable[[TableView, Prompt, int], Action]
_GREEDY = GreedyPolicy()


def greedy(view: TableView, prompt: Prompt, seat: int) -> Action:
    """Choose as a greedy bot does."""
    return _GREEDY.choose(view, seat, prompt)


def stacked(hands: Sequence[str], draws: str = "", tail: str = "", dealer: int = 0, **more: str) -> Kit:
    """Give a kit that deals these hands, the dealer's of 14 tiles, and this wall, in every hand."""

    def deal(rules: Ruleset, number: int) -> HandStarted:
        behind = {"tail": tail} if tail else {}
        wall = read_wall({"hands": list(hands), "draws": draws, **behind, **more}, "$", rules)
        assert isinstance(wall, StackedWall)
        return HandStarted(dealer, 0, False, stack(wall, dealer), wall.chance)

    return make_kit(seeded_chance(1, deal))
