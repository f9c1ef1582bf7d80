"""What an operator sees of a room: whether it stands, and nothing of a hand (CO-4)."""

from __future__ import annotations

import re

import pytest
from msgspec import json

from protocol import to_server as ask
from protocol.to_client import Accepted
from protocol.vocabulary import Action, Discard, Pass, Pong, Win
from server.oversight import Place, SeenClosely, Standstill, look, look_closely
from server.store.base import Owner
from tests.server.tables import CODE, ROOM, Bench, stacked

OWNER = Owner("north-0", "abc")
# Seat 0 deals and throws 5m: in the first deal seats 1 and 3 can win on it and seat 2 can pong it.
ASKED = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "67m11s234s567p999s")
NOBODY = ("5m19m2z3z44567z886p9s", "149m258p369s1234z", "247m147p258s1123z", "268m34569p13479s")


class Office:
    """An operator's eye on one bench."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.stood = Standstill(bench.now)

    def look(self) -> SeenClosely:
        """Look as the watchdog does, then as an operator."""
        bench = self.bench
        self.stood.look(bench.room, bench.now)
        place = Place(OWNER, 3, bench.checkpoint, self.stood.since, False)
        seen = look_closely(bench.room, place, bench.now)
        assert seen.still_s == look(bench.room, place, bench.now).still_s
        return seen


def table(hands: tuple[str, ...]) -> Bench:
    bench = Bench(kit=stacked(hands, draws="1z2z3z4z5z6z"), room={"hands": 4, "pause_floor": 800})
    bench.start()
    return bench


def test_a_room_is_described_from_the_lobby_to_its_last_hand() -> None:
    bench = Bench(3)
    office = Office(bench)
    seen = office.look()
    assert (seen.room, seen.node, seen.start, seen.epoch, seen.state) == (ROOM, "north-0", "abc", 3, "open")
    assert (seen.phase, seen.players, seen.bots, seen.hands) == ("lobby", 3, 0, 0)
    assert [seat.kind for seat in seen.seats] == ["player", "player", "player", "free"]
    bench.say("p0", ask.AddBot(bench.new_id(), ROOM, 3))
    state = bench.room.members.options_rev
    for player in ("p1", "p2"):
        bench.say(player, ask.AcceptOptions(bench.new_id(), ROOM, state))
        bench.say(player, ask.Ready(bench.new_id(), ROOM, True))
    bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))
    assert office.look().phase == "nonces"
    bench.wait(2000)
    assert (office.look().phase, office.look().hand, office.look().bots) == ("playing", 1, 1)
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    seen = office.look()
    assert (seen.phase, [seat.score for seat in seen.seats]) == ("hand_over", bench.room.running.scores)  # type: ignore[union-attr]  # it runs
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    assert office.look().phase == "match_over"


def test_who_is_away_and_who_is_played_for_is_seen() -> None:
    bench = table(NOBODY)
    office = Office(bench)
    bench.watch("w")
    bench.drop("p0")
    since = bench.now
    while office.look().seats[0].control != "autopilot":
        bench.to_timer()
    seen = office.look()
    assert (seen.away, seen.autopilot, seen.watchers) == (1, 1, 1)
    assert (seen.seats[0].online, seen.seats[0].away_s) == (False, (bench.now - since) // 1000)
    assert (seen.seats[1].online, seen.seats[1].name) == (True, "Player 1")


def test_a_room_that_nothing_happens_in_is_seen_to_stand() -> None:
    bench = table(NOBODY)
    office = Office(bench)
    office.look()
    bench.now += 7_400
    assert office.look().still_s == 7
    bench.act("p0", Discard("5m"))
    assert office.look().still_s == 0


@pytest.mark.parametrize("action", [Win(), Pong(), Pass()], ids=str)
def test_an_answer_in_a_window_shows_nowhere_co_2_5(action: Action) -> None:
    """Not even that somebody was asked: the same is seen where nobody was, until the pause is over."""
    bench, other = table(ASKED), table(NOBODY)
    office, beside = Office(bench), Office(other)
    for each in (bench, other):
        assert isinstance(each.act("p0", Discard("5m")), Accepted)
    before = office.look()
    assert before.phase == "window"
    bench.wait(500)
    other.wait(500)
    entries = len(bench.journal)
    assert isinstance(bench.act("p2" if action != Win() else "p1", action), Accepted)
    assert len(bench.journal) > entries
    assert office.look() == before == beside.look()


def test_nothing_of_a_hand_or_of_who_may_come_in_is_in_it() -> None:
    bench = table(ASKED)
    office = Office(bench)
    bench.act("p0", Discard("5m"))
    said = json.encode(office.look()).decode()
    assert not re.search(r'"[1-9]+[mpszf]', said)
    assert CODE not in said and '"p0"' not in said
