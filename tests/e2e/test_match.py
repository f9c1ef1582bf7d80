"""A whole match over sockets: four players, watchers, drops, a crash. No clock has to move for it."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from protocol.answers import RecordFound
from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.events import Dealt, Drew
from protocol.to_client import Prompt
from protocol.to_server import (
    Act,
    CreateRoom,
    EndMatch,
    GetRecord,
    GetWaits,
    JoinRoom,
    Kick,
    Leave,
    Nonce,
    Phrase,
    QuickMatch,
    ReadyNext,
    SetOptions,
    Sit,
    StandUp,
    StartMatch,
    TakeBack,
    Watch,
)
from protocol.vocabulary import Action, Pass
from server.store import MemoryStore
from tests.e2e.table import TableOfFour, agree, story
from tests.harness.clock import ManualClock
from tests.harness.inside import Inside, running, stop
from tests.harness.raw import RawPlayer, comes_back, play_simply
from tests.harness.stacked import fixed_deals

ROOT = Path(__file__).parent.parent.parent


async def test_four_connections_play_a_match_and_its_record_verifies(tmp_path: Path) -> None:
    async with running() as inside:
        table = TableOfFour(lambda: inside.url)
        await table.sit()
        await table.begin()
        await table.finish()
        assert agree(table.players)
        host = table.players[0]
        assert len(host.mind.results) == 4
        assert all(sum(event.result.totals) + event.result.house == 0 for event in host.mind.results)
        await host.until(lambda: host.mind.record is not None)
        assert host.mind.record is not None
        record = await host.say(GetRecord("", host.mind.record))
        assert isinstance(record, RecordFound)
        await table.leave()
    file = tmp_path / "record.json"
    file.write_text(record.text, encoding="utf-8")
    verified = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server.cli", "verify", str(file), cwd=ROOT, stdout=PIPE, stderr=STDOUT
    )  # fmt: skip
    said, _ = await verified.communicate()
    assert verified.returncode == 0, said.decode()
    assert json.loads(record.text)["format"] == "sifang.record/1"
    assert inside.reports[0][0] == "listening"
    assert [event for event, _ in inside.reports if event != "listening"] == []


async def test_one_drops_when_asked_for_a_claim_and_is_asked_again(tmp_path: Path) -> None:
    """N-01: drop in a claim window; rejoin: same hand, same tiles, the same question, its answer counts."""
    dropped: list[Prompt] = []

    async with running() as inside:
        table = TableOfFour(lambda: inside.url)

        def drop_once(player: RawPlayer, prompt: Prompt) -> Action | None:
            if prompt.kind == "claim" and not dropped:
                dropped.append(prompt)
                player.drop()
                return None
            return play_simply(prompt)

        for player in table.players:
            player.choose = lambda prompt, player=player: drop_once(player, prompt)  # type: ignore[misc]  # bound now
        await table.sit()
        await table.begin()
        gone = asyncio.create_task(_first_gone(table))
        player = await gone
        asked_again: list[Prompt] = []

        def look(prompt: Prompt) -> Action | None:
            asked_again.append(prompt)
            return play_simply(prompt)

        player.choose = look
        snapshots = player.mind.snapshots
        welcome = await player.connect()
        assert welcome.running is not None and welcome.running.match
        await table.finish()
        assert player.mind.snapshots == snapshots
        first, again = dropped[0], asked_again[0]
        assert (again.prompt, again.offers, again.tile, again.n) == (
            first.prompt,
            first.offers,
            first.tile,
            first.n,
        )
        assert agree(table.players)
        await table.leave()


async def _first_gone(table: TableOfFour) -> RawPlayer:
    """Return the player whose connection ends first."""
    tasks = {asyncio.create_task(player.gone()): player for player in table.players}
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    return tasks[done.pop()]


async def test_a_watcher_sees_the_public_view_and_no_hidden_tile() -> None:
    """CO-4.1, L-01: all that a watcher is sent in a match, looked through for tiles that are not public."""
    async with running() as inside:
        table = TableOfFour(lambda: inside.url)
        await table.sit()
        watcher = RawPlayer(lambda: inside.url, Codec.JSON)
        await watcher.connect("watcher")
        await watcher.say(Watch("", room=table.players[0].mind.room))
        await table.begin()
        await table.finish()
        await watcher.until(lambda: watcher.mind.match is not None)
        assert watcher.mind.prompt is None
        for event in watcher.mind.events:
            if isinstance(event, Dealt):
                assert event.hands == (None,) * 4
            elif isinstance(event, Drew):
                assert event.tile is None
        assert story(watcher) == story(table.players[0])
        await watcher.leave()
        await table.leave()


@pytest.mark.parametrize("who", ["watcher", "stranger"])
async def test_who_is_no_player_can_do_nothing_at_the_table(who: str) -> None:
    """L-03, L-14: each kind of command from a watcher's and a stranger's socket is refused without effect."""
    async with running(deal=fixed_deals("four")) as inside:
        table = TableOfFour(lambda: inside.url, choose=lambda prompt: None)
        await table.sit()
        await table.begin()
        host = table.players[0]
        await host.until(lambda: host.mind.prompt is not None)
        room, prompt = host.mind.room, host.mind.prompt
        assert prompt is not None
        heads = [player.mind.last for player in table.players]
        other = RawPlayer(lambda: inside.url)
        await other.connect("other")
        if who == "watcher":
            await other.say(Watch("", room=room))
        for command in (
            Act("", room, prompt.prompt, play_simply(prompt)), Act("", room, 1, Pass()),
            Nonce("", room, 1, "00" * 32), ReadyNext("", room, 1), TakeBack("", room), EndMatch("", room),
            GetWaits("", room), StartMatch("", room), SetOptions("", room, "nanning"),
            Kick("", room, "player 1"), Sit("", room, 0), StandUp("", room), Phrase("", room, 1),
        ):  # fmt: skip
            answer = await other.ask(command)
            assert getattr(answer, "code", None) is not None, command
        assert [player.mind.last for player in table.players] == heads
        table.players[0].choose = play_simply
        await host.say(Act("", room, prompt.prompt, play_simply(prompt)))
        await other.leave()
        await table.leave()


async def test_a_player_in_a_match_is_kept_out_of_everything_else() -> None:
    """Z-07: create, join, quick match, watch: refused with the room of the running match."""
    async with running(deal=fixed_deals("four")) as inside:
        elsewhere = RawPlayer(lambda: inside.url)
        await elsewhere.connect("elsewhere")
        other = await elsewhere.create()
        table = TableOfFour(lambda: inside.url, choose=lambda prompt: None)
        await table.sit()
        await table.begin()
        host = table.players[0]
        for command in (
            CreateRoom("", "nanning"), JoinRoom("", other.code), QuickMatch("", "nanning"),
            Watch("", room=other.room),
        ):  # fmt: skip
            answer = await host.ask(command)
            assert getattr(answer, "code", None) is RejectCode.IN_MATCH
            assert getattr(answer, "room", None) == host.mind.room
        await table.leave()
        await elsewhere.leave()


async def test_the_same_command_sent_again_over_another_connection_is_one_command() -> None:
    """I-15: the answer was lost with the connection; the same id gets the same answer and nothing twice."""
    async with running(deal=fixed_deals("four")) as inside:
        table = TableOfFour(lambda: inside.url, choose=lambda prompt: None)
        await table.sit()
        await table.begin()
        player = table.players[0]
        await player.until(lambda: player.mind.prompt is not None)
        prompt = player.mind.prompt
        assert prompt is not None
        command_id = await player.send(Act("", player.mind.room, prompt.prompt, play_simply(prompt)))
        again = player.mind.pending[command_id]
        first = await player.answer(command_id)
        player.drop()
        await player.gone()
        del player.mind.answers[command_id]
        player.mind.pending[command_id] = again
        await player.connect()
        assert await player.answer(command_id) == first
        discards = [event for event in player.mind.events if type(event).__name__ == "Discarded"]
        assert len(discards) == 1
        await table.leave()


async def crash(inside: Inside, store: MemoryStore) -> None:
    """Let a node go without a word to anybody: what is not in the store is gone."""
    store.down = True
    await stop(inside)
    store.down = False


@pytest.mark.parametrize("at", [3, 40, 90])
async def test_the_hand_goes_on_after_the_server_was_lost(at: int) -> None:
    """Drop the node at some event, fold the journal in a new one, go on: the same end as undisturbed."""
    expected = await _play(None)
    assert await _play(at) == expected


async def _play(lost_at: int | None) -> list[object]:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    where: list[Inside] = []
    deal = fixed_deals("lost")
    async with running(store, clock=clock, deal=deal) as first:
        where.append(first)
        table = TableOfFour(lambda: where[-1].url)
        await table.sit()
        await table.begin()
        host = table.players[0]
        if lost_at is None:
            await table.finish()
            await table.leave()
            return story(host)
        await host.until(lambda: len(host.mind.events) >= lost_at)
        await crash(first, store)
        assert all([comes_back(await player.gone()) for player in table.players])
    async with running(store, clock=clock, deal=deal, seed="second") as second:
        where.append(second)
        for player in table.players:
            await player.connect()
        await table.finish()
        assert agree(table.players)
        await table.leave()
        return story(host)


async def test_a_server_that_stops_says_when_to_come_back() -> None:
    async with running() as inside:
        table = TableOfFour(lambda: inside.url, choose=lambda prompt: None)
        await table.sit()
        await inside.node.stop()
        for player in table.players:
            assert await player.gone() == CloseCode.RESTARTING.value


async def test_a_room_is_there_when_its_id_has_been_given_out() -> None:
    """N-18: lost right after the room was made: it is there."""
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    where: list[Inside] = []
    player = RawPlayer(lambda: where[-1].url)
    async with running(store, clock=clock) as first:
        where.append(first)
        await player.connect("host")
        made = await player.create(bots=3)
        await crash(first, store)
        await player.gone()
    async with running(store, clock=clock, seed="second") as second:
        where.append(second)
        welcome = await player.connect()
        assert welcome.running is not None
        assert (welcome.running.room, welcome.running.seat) == (made.room, 0)
        await player.ready()
        await player.until(lambda: player.mind.state is not None and player.mind.state.phase == "match")
        await player.say(Leave("", made.room, confirm=True))
        await player.leave()
