"""What is kept back from watchers outlives its owner: the same frames, the same numbers, and none sooner."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from protocol.to_client import Frame, RoomClosed, Snapshot
from protocol.vocabulary import View
from server.journal import Kept, read_entry
from server.recovery import Saved
from server.streams import PUBLIC, VIEWS
from tests.server.tables import Bench, Crashed
from tests.server.test_watching import DELAY, PLAYERS, consent, next_hand, play_hand, room, some_moves

WATCHERS: dict[str, View] = {"w": "all", "v": "shown1", "u": "public"}


def table(early: bool) -> Bench:
    """A room whose hands are watched late, or among friends a little sooner."""
    bench = room(friends=early, watch_delay=DELAY, seed=5)
    consent(bench, "p1")
    for player in PLAYERS if early else ():
        consent(bench, player, to="early")
    for watcher, view in WATCHERS.items():
        bench.watch(watcher, view)
    bench.start()
    return bench


def all_back(bench: Bench) -> None:
    """Lose the owner, and let everybody come back."""
    bench.crash()
    for player in PLAYERS:
        bench.back(player)
    for watcher, view in WATCHERS.items():
        bench.back(watcher, view=view)


def two_hands(bench: Bench) -> None:
    """Play to the end of the second hand, coming back from every crash."""
    while True:
        try:
            bench.play_on(lambda: bench.view("p0").hand == 2 and bench.view("p0").phase == "hand_over")
            return
        except Crashed:
            all_back(bench)


def story(bench: Bench, watcher: str) -> list[tuple[int, int, object]]:
    """Give all that a watcher was told in frames, over all his connections."""
    return [
        (frame.inc, frame.n, frame.event)
        for client in bench.clients.values() if client.player == watcher for frame in client.all(Frame)
    ]  # fmt: skip


@cache
def undisturbed(early: bool) -> tuple[int, int, list[list[tuple[int, int, object]]]]:
    """Play without a crash: where the journal began and ended, and what everybody was told."""
    bench = table(early)
    begun = len(bench.journal)
    two_hands(bench)
    return begun, len(bench.journal), [story(bench, watcher) for watcher in WATCHERS]


@pytest.mark.parametrize("told", [False, True], ids=["before it is told", "after it is told"])
@pytest.mark.parametrize("early", [False, True], ids=["late", "friends"])
@pytest.mark.parametrize("part", range(7))
def test_an_owner_killed_at_any_index_leaves_the_same_kept_back(part: int, early: bool, told: bool) -> None:
    begun, ended, stories = undisturbed(early)
    bench = table(early)
    bench.crash_at = (begun + 1 + (ended - begun - 2) * part // 6, told)
    two_hands(bench)
    assert len(bench.clients) > len(PLAYERS) + len(WATCHERS), "nobody came back"
    assert [story(bench, watcher) for watcher in WATCHERS] == stories


@pytest.mark.parametrize("early", [False, True], ids=["late", "friends"])
def test_late_views_are_found_again_from_the_checkpoint_alone(early: bool) -> None:
    bench = table(early)
    play_hand(bench)
    next_hand(bench)
    some_moves(bench, DELAY + 5)
    heads = list(bench.room.streams.heads)
    views = [bench.view(watcher) for watcher in WATCHERS]
    del bench.journal[: bench.checkpoint]
    all_back(bench)
    assert bench.room.streams.heads == heads
    for watcher, view in zip(WATCHERS, views, strict=True):
        assert bench.client(watcher).all(Frame) == []
        bench.drop(watcher)
        again = bench.back(watcher, resume=False, view=WATCHERS[watcher])
        assert again.last(Snapshot).state == view
    play_hand(bench)
    assert bench.view("w").hand == 2


def test_a_new_owner_shows_a_late_joiner_nothing_of_the_hand() -> None:
    bench = table(early=False)
    some_moves(bench, 15)
    bench.crash()
    late = bench.watch("late", "all")
    assert late.view is not None and (late.view.hand, late.view.commit) == (0, None)
    assert late.all(Frame) == []


def test_a_consent_taken_back_is_remembered() -> None:
    bench = table(early=True)
    some_moves(bench, DELAY + 5)
    consent(bench, "p1", given=False)
    consent(bench, "p2", given=False, to="early")
    bench.crash()
    for player in PLAYERS:
        bench.back(player)
    assert bench.back("v", view="shown1").last(RoomClosed).cause == "forbidden"
    client = bench.back("w", view="all")
    at = client.n
    some_moves(bench, 5)
    assert client.n == at
    play_hand(bench)
    assert client.n == bench.room.streams.heads[PUBLIC]


def test_other_numbers_of_a_late_view_are_another_incarnation() -> None:
    bench = table(early=False)
    play_hand(bench)
    last = msgspec.msgpack.decode(bench.journal[-1].data)
    last[1][-1] += 1
    bench.journal[-1] = Saved(msgspec.msgpack.encode(last), bench.journal[-1].at_ms)
    view = bench.view("w")
    bench.crash()
    client = bench.back("w", view="all")
    assert (client.inc, client.view) == (2, view)
    assert client.all(Frame) == []


def test_a_match_of_a_program_without_late_views_goes_on_with_them() -> None:
    """Its checkpoint knows neither their numbers nor what they showed: they begin with seats and scores."""
    bench = table(early=False)
    play_hand(bench)
    next_hand(bench)
    del bench.journal[: bench.checkpoint]
    for at, saved in enumerate(bench.journal):
        entry = read_entry(saved.data)
        facts = [
            msgspec.structs.replace(fact, heads=fact.heads[: len(VIEWS)], late=None)
            if isinstance(fact, Kept) else fact
            for fact in entry.facts
        ]  # fmt: skip
        old = msgspec.structs.replace(entry, schema=2, heads=entry.heads[: len(VIEWS)], facts=facts)
        bench.journal[at] = Saved(msgspec.msgpack.encode(old), saved.at_ms)
    all_back(bench)
    client = bench.client("w")
    assert client.inc == 2
    assert client.view is not None and client.view.hand == 0
    scores = [seat.score for seat in client.view.seats]
    assert scores == [seat.score for seat in bench.view("u").seats]
    play_hand(bench)
    assert client.view.hand == 2
