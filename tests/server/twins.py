"""Twin games: the same moves from walls that differ in places that a viewer has not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from engine.events import HandStarted
from engine.rulesets.registry import make_ruleset
from protocol.to_client import Accepted, Rejected
from protocol.vocabulary import Action
from server.rooms import Kit
from tests.server.tables import Bench, greedy, make_kit, seeded_chance

SETS = make_ruleset("nanning", {}).tile_set
B = TypeVar("B", bound=Bench)


def wall_kit(wall: tuple[int, ...]) -> Kit:
    """A kit that deals this very wall to dealer 0; commitment, ids and all else are held equal."""
    return make_kit(seeded_chance(1, lambda rules, number: HandStarted(0, 0, False, wall)))


def record_game(
    make: Callable[[Kit], B], wall: tuple[int, ...], moves: int
) -> tuple[B, list[tuple[str, Action]]]:
    """Play a game greedily from a wall and note what everybody did."""
    bench = make(wall_kit(wall))
    bench.start()
    played: list[tuple[str, Action]] = []
    while len(played) < moves and bench.view("p0").phase != "hand_over":
        asked = bench.asked()
        if not asked:
            bench.to_timer()
            continue
        player = asked[0]
        prompt = bench.client(player).prompt
        assert prompt is not None
        action = greedy(bench.view(player), prompt, int(player[1]))
        assert isinstance(bench.act(player, action), Accepted)
        played.append((player, action))
    return bench, played


def dealt_to(seat: int) -> set[int]:
    """Places in the wall that are dealt to a seat when seat 0 deals."""
    places, place = set(), 0
    for share in (4, 4, 4, 1):
        for owner in range(4):
            if owner == seat:
                places |= set(range(place, place + share))
            place += share
    return places | ({52} if seat == 0 else set())


def run_with(
    make: Callable[[Kit], B], wall: tuple[int, ...], moves: list[tuple[str, Action]]
) -> B | None:
    """Play the same moves from another wall; None where they are not lawful or others are asked."""
    bench = make(wall_kit(wall))
    bench.start()
    played = 0
    while played < len(moves):
        asked = bench.asked()
        if not asked:
            bench.to_timer()
            continue
        player, action = moves[played]
        if player != asked[0] or isinstance(bench.act(player, action), Rejected):
            return None
        played += 1
    return bench


def twins(
    make: Callable[[Kit], B],
    wall: tuple[int, ...],
    moves: list[tuple[str, Action]],
    places: list[int],
    random: Random,
) -> list[B]:
    """Find games with the same moves from walls that differ in two of these places."""
    found = []
    for _ in range(40):
        first, second = random.sample(places, 2)
        if wall[first] == wall[second]:
            continue
        tiles = list(wall)
        tiles[first], tiles[second] = tiles[second], tiles[first]
        bench = run_with(make, tuple(tiles), moves)
        if bench is not None:
            found.append(bench)
        if len(found) == 2:
            break
    return found


def hidden_from(bench: Bench, viewer: int) -> list[int]:
    """List the places in the wall that a seat, or a watcher (4), has not seen the tiles of."""
    table = bench.room.table
    assert table is not None and table.hand is not None and table.hand.state is not None
    state = table.hand.state
    known = (dealt_to(viewer) if viewer < 4 else set()) | set(range(53, state.head))
    known |= set(range(state.tail, len(state.wall)))
    return [place for place in range(len(state.wall)) if place not in known]


def twin_games(
    make: Callable[[Kit], B], viewer: int, *, games: int, most: int
) -> Iterator[tuple[B, list[B]]]:
    """Play games of fewer than ``most`` moves, each with others that differ in what a viewer has not seen."""
    for seed in range(games):
        random = Random(100 * viewer + seed)
        wall = SETS.tiles()
        random.shuffle(wall)
        original, moves = record_game(make, tuple(wall), random.randrange(4, most))
        yield original, twins(make, tuple(wall), moves, hidden_from(original, viewer), random)
