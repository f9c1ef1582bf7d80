"""Whatever is sent, in whatever order: no traceback, no hole, no stuck table (BUG-REPORTS Z-16, L-15)."""

from __future__ import annotations

from random import Random

import pytest

from clients.bots.policy import choices
from engine.rulesets.registry import RULESETS
from protocol import to_server as ask
from protocol.events import HandEnded, MatchEnded
from protocol.to_client import Accepted, Frame, Prompt, Rejected
from protocol.view import TableView
from protocol.vocabulary import (
    TILES,
    Action,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Pass,
    Pong,
    Win,
)  # fmt: skip
from server.effects import Attach, StoreChanged, Submit
from tests.server.tables import ROOM, Bench, command_id, make_kit, seeded_chance

GAMES: list[tuple[str, dict[str, bool | int | str]]] = [
    *((key, {}) for key in sorted(RULESETS)),
    ("nanning", {"codes": 4, "fishing": 2, "show_concealed_kong": True, "dead_double": True}),
    ("nanning", {"false_win": "penalty"}),
]
NAMES = ["Player 0", "Player 1", "Player 2", "Watcher w", "nobody"]


def any_action(random: Random) -> Action:
    """Give any action, most of them nonsense."""
    tile = random.choice(TILES)
    return random.choice((
        Discard(tile), Chow((tile, random.choice(TILES))), Pong(), Kong(tile), Win(), Pass(),
        DeclareReady(tile),
    ))  # fmt: skip


def any_command(random: Random, number: int) -> ask.RoomCommand:
    """Give any command to the room."""
    own, seat = command_id(number), random.randrange(4)
    hand = random.randrange(1, 4)
    return random.choice([
        ask.Sit(own, ROOM, seat), ask.StandUp(own, ROOM), ask.AddBot(own, ROOM, seat),
        ask.RemoveBot(own, ROOM, seat), ask.Kick(own, ROOM, random.choice(NAMES)),
        ask.SetOptions(own, ROOM, "nanning", {"codes": random.randrange(12)}, {"turn": random.randrange(8)}),
        ask.AcceptOptions(own, ROOM, random.randrange(4)), ask.Ready(own, ROOM, random.random() < 0.8),
        ask.StartMatch(own, ROOM), ask.Rematch(own, ROOM, random.choice(("same", "drawn"))),
        ask.Leave(own, ROOM, random.random() < 0.1), ask.Unwatch(own, ROOM),
        ask.Consent(own, ROOM, "seat", True), ask.Phrase(own, ROOM, random.randrange(1, 20)),
        ask.Act(own, ROOM, random.randrange(1, 9), any_action(random)),
        ask.Nonce(own, ROOM, hand, "ab" * 32), ask.ReadyNext(own, ROOM, hand), ask.TakeBack(own, ROOM),
        ask.EndMatch(own, ROOM), ask.GetWaits(own, ROOM, random.choice((None, random.choice(TILES)))),
        ask.GetResult(own, ROOM, hand), ask.Resync(own, ROOM, random.choice(("seat0", "public", "all"))),
    ])  # fmt: skip


PEOPLE = ("p0", "p1", "p2", "p3", "w", "x")


def stir(bench: Bench, random: Random, number: int) -> None:
    """Let anybody do anything."""
    player = random.choice(PEOPLE)
    if player not in bench.present:
        _come(bench, player, random)
        return
    asked = bench.client(player).prompt
    if asked is not None and random.random() < 0.7:
        bench.act(player, random.choice(choices(asked.offers)))
    elif random.random() < 0.05:
        bench.drop(player)
    elif random.random() < 0.01:
        bench.crash()
    elif random.random() < 0.05:
        bench.give(StoreChanged(random.random() < 0.7))
    else:
        answer = bench.say(player, any_command(random, 5000 + number))
        assert isinstance(answer, Accepted | Rejected)
    bench.wait(random.choice((0, 0, 10, 900, 6000)))


@pytest.mark.parametrize("seed", range(8))
def test_five_hundred_commands_in_any_order_leave_a_lobby_in_one_piece(seed: int) -> None:
    random = Random(seed)
    bench = Bench(2, bots=2, kit=make_kit(seeded_chance(seed)), room={"hands": 4})
    for number in range(500):
        if bench.gone:
            break
        stir(bench, random, number)


@pytest.mark.parametrize("seed", range(8))
def test_five_hundred_commands_in_any_order_leave_a_match_in_one_piece(seed: int) -> None:
    random = Random(seed)
    bench = Bench(3, bots=1, kit=make_kit(seeded_chance(seed)), room={"hands": 0, "next_hand": 5})
    bench.start()
    played = 0
    for number in range(500):
        if bench.gone:
            break
        stir(bench, random, number)
        played += bench.room.members.in_match
    assert played > 50


def _come(bench: Bench, player: str, random: Random) -> None:
    """Let somebody in, or back."""
    known = any(client.player == player for client in bench.clients.values())
    if known and random.random() < 0.5:
        bench.back(player)
    elif player == "w":
        bench.watch(player)
    else:
        bench.enter(player, sit=random.random() < 0.8)


@pytest.mark.parametrize(("ruleset", "options"), GAMES, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_a_match_played_at_random_tells_one_story_and_ends(
    ruleset: str, options: dict[str, bool | int | str], seed: int
) -> None:
    """Snapshot and fold are compared after every step by the bench; sums are zero at every hand's end."""
    random = Random(seed)

    def choose(view: TableView, prompt: Prompt, seat: int) -> Action:
        offered = choices(prompt.offers)
        eager = [action for action in offered if not isinstance(action, Discard | Pass)]
        return random.choice(eager if eager and random.random() < 0.8 else offered)

    kit = make_kit(seeded_chance(seed))
    room = {"hands": 4, "pause_floor": 0, "next_hand": 5}
    bench = Bench(kit=kit, ruleset=ruleset, options=options, room=room)
    watcher = bench.watch("w")
    bench.start()
    bench.play_on(lambda: bench.view("w").phase == "match_over", choose, 6000)
    results = [frame.event.result for frame in watcher.all(Frame) if isinstance(frame.event, HandEnded)]
    assert len(results) == 4
    for result in results:
        assert sum(result.totals) + result.house == 0
    assert isinstance(watcher.all(Frame)[-1].event, MatchEnded)


@pytest.mark.parametrize("seed", range(10))
def test_whoever_leaves_or_drops_at_any_moment_the_match_ends(seed: int) -> None:
    """BUG-REPORTS Z-16: players go one by one, for good or by a broken line; the table never hangs."""
    random = Random(seed)
    bench = Bench(
        kit=make_kit(seeded_chance(seed)), room={"hands": 4, "pause_floor": 0, "turn": 3, "bank": 0}
    )
    bench.start()
    moves = 0
    while not bench.gone and bench.room.members.in_match and moves < 3000:
        moves += 1
        asked = bench.asked()
        going = [player for player in sorted(bench.present) if player.startswith("p")]
        if len(going) > 1 and random.random() < 0.01:
            player = random.choice(going)
            if random.random() < 0.5:
                bench.say(player, ask.Leave(bench.new_id(), ROOM, confirm=True))
                del bench.present[player]
            else:
                bench.drop(player)
        elif asked and random.random() < 0.7:
            prompt = bench.client(asked[0]).prompt
            assert prompt is not None
            bench.act(asked[0], random.choice(choices(prompt.offers)))
        else:
            bench.to_timer()
    assert bench.gone or bench.room.members.match_over


def test_one_story_over_lost_frames_resumes_and_snapshots() -> None:
    """BUG-REPORTS N-16, N-02: whatever a client missed, it comes to the same table."""
    random = Random(5)
    bench = Bench(kit=make_kit(seeded_chance(5)), room={"hands": 4, "pause_floor": 0})
    bench.start()
    for round_number in range(12):
        player = f"p{round_number % 4}"
        bench.drop(player)
        for _ in range(random.randrange(1, 20)):
            asked = bench.asked()
            if asked:
                prompt = bench.client(asked[0]).prompt
                assert prompt is not None
                bench.act(asked[0], random.choice(choices(prompt.offers)))
            else:
                bench.to_timer()
        bench.back(player, resume=random.random() < 0.7)


def test_a_run_too_long_to_be_kept_is_a_snapshot() -> None:
    bench = Bench(kit=make_kit(seeded_chance(5)), room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.drop("p3")
    bench.play_on(lambda: bench.room.streams.heads[3] > 300)
    client = bench.back("p3")
    assert client.all(Frame) == []
    assert client.n == bench.room.streams.heads[3]


def test_a_client_that_is_ahead_of_the_journal_gets_a_snapshot() -> None:
    bench = Bench()
    bench.start()
    client = bench.client("p1")
    client.n += 5
    bench.drop("p1")
    again = bench.connect("p1")
    again.view, again.inc, again.n, again.stream = client.view, client.inc, client.n, client.stream
    bench.give(Attach(again.number, "p1", "public", again.point))
    assert again.n == client.n - 5


def test_nobody_speaks_for_another() -> None:
    """BUG-REPORTS L-14, T-14: another's prompt number, room or hand in one's own command does nothing."""
    bench = Bench()
    bench.start()
    entries = len(bench.journal)
    number = bench.client("p0").last(Prompt).prompt
    tile = bench.client("p0").last(Prompt).offers.discard[0]
    for player in ("p1", "p2", "p3"):
        client = bench.client(player)
        bench.give(Submit(client.number, player, ask.Act(bench.new_id(), ROOM, number, Discard(tile))))
        assert isinstance(client.last(Rejected), Rejected)
    assert len(bench.journal) == entries
