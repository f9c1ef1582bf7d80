"""The owner dies: another folds the journal and goes on, and nobody can tell but by the pause (DESIGN §4)."""

from __future__ import annotations

import json

import msgspec
import pytest

from protocol import to_server as ask
from protocol.answers import HandResultFound
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Frame, Prompt, Rejected, RoomState
from protocol.view import HandResult
from server.recovery import Saved
from tests.server.tables import ROOM, Bench, Crashed, command_id, greedy, make_kit, seeded_chance

PLAYERS = ("p0", "p1", "p2", "p3")


def play_hand(bench: Bench) -> HandResult:
    """Play the hand to its end, greedily; after a crash all come back and send again what they sent."""
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
    bench.compares = False  # every test but this one does, and this one plays many hands
    bench.crash_at = (index, told)
    assert play_hand(bench) == RESULT
    for player in PLAYERS:
        assert prompts(bench, player) == prompts(UNDISTURBED, player)
        assert bench.client(player).n == UNDISTURBED.client(player).n
        assert bench.client(player).inc == 1
        assert bench.client(player).view == UNDISTURBED.client(player).view


# ---------------------------------------------------------------- before, between and after matches


def lobby_script(bench: Bench) -> list[tuple[str, ask.RoomCommand]]:
    """List everything that leads from an empty room to a second match."""
    state = bench.client("p0").last(RoomState)
    return [
        (
            "p0",
            ask.SetOptions(command_id(501), ROOM, "nanning", {"codes": 2}, {"hands": 4, "pause_floor": 0}),
        ),
        ("p1", ask.Sit(command_id(502), ROOM, 3)),
        ("p0", ask.AddBot(command_id(503), ROOM, 1)),
        ("p0", ask.RemoveBot(command_id(504), ROOM, 1)),
        ("p2", ask.StandUp(command_id(505), ROOM)),
        ("p0", ask.AddBot(command_id(506), ROOM, 2, "random")),
        ("p2", ask.Sit(command_id(507), ROOM, 1)),
        ("p1", ask.Consent(command_id(508), ROOM, "seat", True)),
        ("p0", ask.Kick(command_id(509), ROOM, "Player 3")),
        *(
            (player, ask.AcceptOptions(command_id(510 + number), ROOM, state.options_rev + 1))
            for number, player in enumerate(("p1", "p2"))
        ),
        ("p1", ask.Ready(command_id(520), ROOM, True)),
        ("p2", ask.Ready(command_id(521), ROOM, True)),
        ("p0", ask.Ready(command_id(522), ROOM, True)),
        ("p0", ask.Nonce(command_id(530), ROOM, 1, "0a" * 32)),
        ("p2", ask.Nonce(command_id(531), ROOM, 1, "0b" * 32)),
        ("p1", ask.Nonce(command_id(532), ROOM, 1, "0c" * 32)),
    ]


def run_script(bench: Bench) -> tuple[object, ...]:
    """Do all of it, sending again what a crash left unanswered, and say what the room then is."""
    for player, command in lobby_script(bench):
        while True:
            try:
                answer = bench.say(player, command)
                break
            except Crashed:
                bench.crash()
                for each in ("p0", "p1", "p2", "p3"):
                    if each in bench.room.members.people:
                        bench.back(each)
        assert isinstance(answer, Accepted), (command, answer)
    views = [bench.view(player) for player in ("p0", "p1", "p2")]
    return bench.client("p0").last(RoomState), views, bench.room.streams.heads


def gathered() -> Bench:
    """A room with three players in it, and one who stands."""
    bench = Bench(3)
    bench.enter("p3", sit=False)
    return bench


WHOLE = gathered()
GATHERED = len(WHOLE.journal)
AS_IT_WAS = run_script(WHOLE)


@pytest.mark.parametrize("told", [False, True], ids=["before it is told", "after it is told"])
@pytest.mark.parametrize("index", range(GATHERED + 1, len(WHOLE.journal) + 1))
def test_a_room_killed_at_any_index_on_the_way_to_a_match_is_as_it_was(index: int, told: bool) -> None:
    bench = gathered()
    bench.crash_at = (index, told)
    state, views, heads = run_script(bench)
    assert isinstance(state, RoomState) and isinstance(AS_IT_WAS[0], RoomState)
    assert state == AS_IT_WAS[0]
    assert (views, heads) == AS_IT_WAS[1:]


def test_a_match_is_found_again_from_its_checkpoint_alone() -> None:
    """What stands in the journal before a match can be dropped; ids, bans and numbers are kept."""
    bench = begun()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    kicked = bench.say("p0", ask.Kick(bench.new_id(), ROOM, "Player 3"))
    assert isinstance(kicked, Accepted)
    bench.say("p0", ask.AddBot(bench.new_id(), ROOM, 3))
    before = bench.checkpoint
    for player in ("p0", "p1", "p2"):
        bench.say(player, ask.Rematch(bench.new_id(), ROOM))
    assert bench.checkpoint > before
    bench.wait(2000)
    bench.play_on(lambda: len(bench.asked()) > 0)
    heads, state = list(bench.room.streams.heads), bench.client("p0").last(RoomState)
    del bench.journal[: bench.checkpoint]
    bench.crash()
    assert bench.room.streams.heads == heads
    for player in ("p0", "p1", "p2"):
        client = bench.back(player)
        assert client.last(RoomState) == state
        if client.prompt is not None:
            assert client.prompt.prompt == bench.room.counts[bench.room.members.seat_of(player) or 0]
    assert isinstance(bench.say("p0", ask.Kick(kicked.id, ROOM, "Player 3")), Accepted)
    bench.enter("p3")
    assert bench.client("p3").last(Rejected).code is RejectCode.BANNED
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    assert list(bench.records) == ["match1", "match2"]


def test_the_record_of_a_match_is_made_again_after_the_next_has_begun() -> None:
    """Its owner may have died before it was kept; the journal holds the match until then."""
    bench = Bench(1, bots=3, room={"hands": 4})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    first = bench.records.pop("match1")
    bench.say("p0", ask.Rematch(bench.new_id(), ROOM))
    assert bench.view("p0").phase != "match_over" and not bench.records
    bench.crash()
    assert bench.records == {"match1": first}


def test_a_hand_is_found_again_from_the_checkpoint_before_it() -> None:
    """Scores, history, who deals, who has left, and the record of what was played before."""
    whole = Bench(kit=make_kit(seeded_chance(4)), room={"hands": 4, "pause_floor": 0})
    whole.start()
    whole.play_on(lambda: whole.view("p0").phase == "hand_over")
    whole.say("p3", ask.Leave(whole.new_id(), ROOM, confirm=True))
    whole.play_on(lambda: whole.view("p0").hand == 3 and len(whole.asked()) > 0)
    before = [whole.view(player) for player in ("p0", "p1", "p2")]
    assert whole.checkpoint > 100
    del whole.journal[: whole.checkpoint]
    assert len(whole.journal) < 20
    whole.crash()
    for player in ("p0", "p1", "p2"):
        whole.back(player)
    assert [whole.view(player) for player in ("p0", "p1", "p2")] == before
    found = whole.say("p1", ask.GetResult(whole.new_id(), ROOM, 1))
    assert isinstance(found, Accepted) and isinstance(found.result, HandResultFound)
    whole.enter("p3")
    assert whole.client("p3").last(Rejected).code is RejectCode.LEFT
    whole.play_on(lambda: whole.view("p0").phase == "match_over")
    record = json.loads(whole.records["match1"])
    assert len(record["hands"]) == 4
    assert [hand["result"]["totals"] for hand in record["hands"]] == [
        list(totals) for totals in whole.view("p0").history
    ]


def test_a_hand_is_found_again_that_began_as_the_last_who_was_awaited_left() -> None:
    """He leaves and the next hand begins in one step: its checkpoint stands behind his going."""
    bench = Bench(kit=make_kit(seeded_chance(4)), room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    for player in ("p0", "p1", "p2"):
        bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
    before = bench.checkpoint
    left = bench.say("p3", ask.Leave(bench.new_id(), ROOM, confirm=True))
    assert bench.checkpoint > before
    bench.play_on(lambda: len(bench.asked()) > 0)
    views = [bench.view(player) for player in ("p0", "p1", "p2")]
    del bench.journal[: bench.checkpoint]
    bench.crash()
    for player in ("p0", "p1", "p2"):
        bench.back(player)
    assert [bench.view(player) for player in ("p0", "p1", "p2")] == views
    bench.connect("p3")
    assert bench.say("p3", ask.Leave(left.id or "", ROOM, confirm=True)) == left
    bench.play_on(lambda: bench.view("p0").phase == "match_over")


# ---------------------------------------------------------------- when the journal is not as it should be


def test_streams_that_fold_to_other_numbers_begin_anew() -> None:
    """An owner that comes to other heads starts another incarnation; who resumes gets a snapshot."""
    bench = begun()
    last = msgspec.msgpack.decode(bench.journal[-1].data)
    last[1] = [head + 1 for head in last[1]]
    bench.journal[-1] = Saved(msgspec.msgpack.encode(last), bench.journal[-1].at_ms)
    bench.crash()
    client = bench.back("p1")
    assert client.inc == 2
    assert client.all(Frame) == []
    bench.crash()
    assert bench.back("p1").inc == 2


def test_a_players_prompt_is_the_same_after_a_crash_with_less_time() -> None:
    bench = begun()
    asked = bench.client("p0").last(Prompt)
    bench.crash(alive_ms=1000)
    again = bench.back("p0").last(Prompt)
    assert again == msgspec.structs.replace(asked, turn_ms=4000)
