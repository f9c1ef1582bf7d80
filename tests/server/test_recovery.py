"""The owner dies: another folds the journal and goes on, and nobody can tell but by the pause (DESIGN §4)."""

from __future__ import annotations

import pytest

from protocol import to_server as ask
from protocol.to_client import Accepted, Prompt
from protocol.view import HandResult
from tests.server.tables import ROOM, Bench, Crashed, greedy

PLAYERS = ("p0", "p1", "p2", "p3")


def play_hand(bench: Bench) -> HandResult:
    """Play to the end of the hand, greedily; after a crash all come back and send again what they had sent."""
    waits: list[tuple[str, ask.RoomCommand]] = []
    for _ in range(2000):
        try:
            view = bench.client("p0").view if "p0" in bench.present else None
            if view is not None and view.result is not None:
                return view.result
            if waits:
                player, command = waits[0]
            elif asked := bench.asked():
                player = asked[0]
                client = bench.client(player)
                assert client.view is not None and client.prompt is not None
                action = greedy(client.view, client.prompt, int(player[1]))
                command = ask.Act(bench.new_id(), ROOM, client.prompt.prompt, action)
                waits.append((player, command))
            else:
                bench.to_timer()
                continue
            assert isinstance(bench.say(player, command), Accepted)
            bench.client(player).prompt = None
            waits.clear()
        except Crashed:
            bench.crash()
            for player in PLAYERS:
                bench.back(player)
    raise AssertionError("the hand does not end")


def begun() -> Bench:
    """A table where the match has just begun and the nonces are out."""
    bench = Bench(room={"hands": 4})
    bench.start()
    return bench


UNDISTURBED = begun()
RESULT = play_hand(UNDISTURBED)
FIRST = len(begun().journal)
LAST = len(UNDISTURBED.journal)


def prompts(bench: Bench, player: str) -> list[tuple[int, object]]:
    """List every prompt a player ever got, each once."""
    seen: dict[int, object] = {}
    for client in bench.clients.values():
        if client.player == player:
            for prompt in client.all(Prompt):
                seen[prompt.prompt] = prompt.offers
    return list(seen.items())


@pytest.mark.parametrize("told", [False, True], ids=["before it is told", "after it is told"])
@pytest.mark.parametrize("index", range(FIRST + 1, LAST + 1))
def test_a_hand_killed_at_any_index_ends_as_the_undisturbed_one(index: int, told: bool) -> None:
    bench = begun()
    bench.crash_at = (index, told)
    assert play_hand(bench) == RESULT
    for player in PLAYERS:
        assert prompts(bench, player) == prompts(UNDISTURBED, player)
        assert bench.client(player).n == UNDISTURBED.client(player).n
        assert bench.client(player).inc == 1
        assert bench.client(player).view == UNDISTURBED.client(player).view
