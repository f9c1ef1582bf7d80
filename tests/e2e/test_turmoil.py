"""Whatever dies, stops, stalls or is cut off, in whatever order: nothing is lost or told otherwise.

Each epoch of a journal has one writer, each command is done once, nothing that was accepted is missing, no
table stands once all is mended (`turmoil.py`). With even seeds fixed deals are played without clocks, so that
every hand must come to what it comes to undisturbed; with odd ones in earnest, against the clock, and the
records must verify.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence

import pytest

from engine.record_read import read_record
from engine.record_verify import verify
from engine.rulesets.registry import make_ruleset
from protocol.answers import RecordFound
from protocol.to_client import Rejected
from protocol.to_server import GetRecord
from server.journal import Done, read_entry
from server.recovery import recover
from server.store import Append, Journal, open_store
from server.streams import EVERY_VIEW
from tests.e2e.nomads import Caravan
from tests.e2e.table import QUICK, TableOfFour, story, told
from tests.e2e.turmoil import DEALS, Turmoil, turmoil
from tests.harness.chronicle import Past, Writers, read_past
from tests.harness.inside import running
from tests.harness.proxy import proxy_to
from tests.harness.stacked import fixed_deals
from tests.harness.valkey import Valkey
from tests.harness.valkey import running as running_store
from tests.server.tables import make_kit

_undisturbed: dict[str, list[object]] = {}


async def undisturbed(ruleset: str) -> list[object]:
    """Play a whole match of the fixed deals on one node where nothing happens, once."""
    if ruleset not in _undisturbed:
        async with running(deal=fixed_deals(DEALS)) as inside:
            table = TableOfFour(lambda: inside.url)
            await table.sit(ruleset, turn=0, claim=0)
            await table.begin()
            await table.finish()
            _undisturbed[ruleset] = story(table.players[0])
            await table.leave()
    return _undisturbed[ruleset]


def each_epoch_has_one_writer(room: str, past: Past, writers: Writers) -> None:
    """By the store's own file and by what went over the links; and epochs never fall."""
    epochs = [epoch for epoch, _ in past.entries]
    assert epochs == sorted(epochs)
    runs: dict[str, str] = {}
    for epoch in dict.fromkeys(epochs):
        (owner,) = past.owners[epoch]
        (run,) = writers.of[room, epoch]
        assert run.partition("#")[0] == owner.partition("-")[0]
        assert runs.setdefault(owner, run) == run
    assert len(set(runs.values())) == len(runs)
    assert all(len(asked) == 1 for (where, _), asked in writers.of.items() if where == room), writers.of


async def all_kept(url: str, tables: Sequence[Caravan]) -> list[Journal]:
    """Return what the store keeps of each table."""
    store = await open_store(url)
    kept = [await store.read(table.players[0].mind.room) for table in tables]
    await store.close()
    return kept


def the_journal_is_whole(kept: Journal, past: Past, table: Caravan) -> None:
    """What is kept is the end of all that was written; it folds, and so does all, to what people heard."""
    assert [entry.data for entry in kept.entries] == [
        saved.data for _, saved in past.entries[kept.base : kept.length]
    ]
    assert len(kept.entries) == kept.length - kept.base > 0
    # What stands before a checkpoint may be trimmed while we look.
    assert kept.base <= past.base < kept.length <= len(past.entries)
    facts = [fact for _, saved in past.entries for fact in read_entry(saved.data).facts]
    done = [fact.id for fact in facts if isinstance(fact, Done)]
    assert len(done) == len(set(done)), "a command was done twice"
    for nomad in table.nomads:
        assert nomad.accepted <= set(done), "what was accepted is lost"
    last = past.entries[-1][1]
    for start in (0, past.base):
        folded, _ = recover(make_kit(), [saved for _, saved in past.entries[start:]], last.at_ms, 0)
        heads = dict(zip(EVERY_VIEW, folded.streams.heads, strict=False))
        for nomad in table.everybody:
            assert (nomad.mind.inc, nomad.mind.last) == (folded.streams.inc, heads[nomad.mind.view])


def all_were_told_the_same(table: Caravan) -> None:
    # Who was away for long came back to a snapshot, and has not heard how the hands before it ended.
    ends = {event.result.hand: event for player in table.players for event in player.mind.results}
    assert all(event == ends[event.result.hand] for player in table.players for event in player.mind.results)
    assert len({str(story(player)[-1]) for player in table.players}) == 1
    assert all(sum(event.result.totals) + event.result.house == 0 for event in ends.values())
    assert all(nomad.mind.inc == 1 for nomad in table.nomads), "the streams began anew: a fold differed"


async def who_comes_back_is_told_the_same(all_of_it: Turmoil, table: Caravan) -> None:
    """Let all come back for the last hundred events; what they had been told they compare by themselves."""
    for nomad in table.nomads:
        end, known, snapshots = nomad.mind.last, len(nomad.mind.events), nomad.mind.snapshots
        again = min(100, end)
        nomad.drop()
        nomad.mind.last -= again
        await all_of_it.until("told again", lambda end=end, nomad=nomad: nomad.mind.last >= end)  # type: ignore[misc]  # bound now
        assert nomad.mind.last == end
        # A snapshot, if an owner has come since who has not told so much himself.
        assert nomad.mind.snapshots > snapshots or len(nomad.mind.events) == known + again


async def the_record_verifies(all_of_it: Turmoil, table: Caravan) -> None:
    host = table.players[0]
    assert host.mind.match is not None
    asked = GetRecord("", host.mind.match.result.match)
    while isinstance(answer := await host.ask(asked), Rejected):
        await all_of_it.tick()
    assert isinstance(answer.result, RecordFound)
    assert verify(read_record(json.loads(answer.result.text), make_ruleset)).hands == QUICK["hands"]


async def weather(store: Valkey, seed: int, tables: int, rounds: int) -> None:
    async with turmoil(store, seed, tables) as all_of_it:
        await all_of_it.sit_down()
        await all_of_it.go_wrong(rounds)
        await all_of_it.finish()
        journals = await all_kept(store.url, all_of_it.tables)
        pasts = read_past(store.folder)
        for table, kept in zip(all_of_it.tables, journals, strict=True):
            room = table.players[0].mind.room
            each_epoch_has_one_writer(room, pasts[room], all_of_it.writers)
            the_journal_is_whole(kept, pasts[room], table)
            if all_of_it.in_haste:
                await all_of_it.meanwhile(the_record_verifies(all_of_it, table))
            else:
                *hands, match = await undisturbed(table.ruleset)
                assert all(each in hands for player in table.players for each in told(player))
                assert story(table.players[0])[-1] == match
            all_were_told_the_same(table)
            await who_comes_back_is_told_the_same(all_of_it, table)


@pytest.fixture
def store() -> Iterator[Valkey]:
    """A store that keeps in its file all that was ever done."""
    with running_store("--auto-aof-rewrite-percentage", "0") as server:
        yield server


async def test_a_second_writer_under_an_epoch_would_be_seen(store: Valkey) -> None:
    writers = Writers()
    async with contextlib.AsyncExitStack() as stack:
        ways = []
        for run in ("a#1", "b#1"):
            link = await stack.enter_async_context(proxy_to(store.socket))
            link.spy = lambda run=run: writers.ear(run)
            ways.append(await open_store(link.url))
            stack.push_async_callback(ways[-1].close)
        await ways[0].create_room("room", "a-0/1", b"")
        await ways[0].append(Append("room", 1, 0, (b"one",)))
        each_epoch_has_one_writer("room", read_past(store.folder)["room"], writers)
        await ways[1].append(Append("room", 1, 1, (b"two",)))
        with pytest.raises(ValueError, match="too many values"):
            each_epoch_has_one_writer("room", read_past(store.folder)["room"], writers)


@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_lost_or_told_otherwise_whatever_goes_wrong(store: Valkey, seed: int) -> None:
    await weather(store, seed, 2, 4)


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(3, 33))
async def test_nothing_is_lost_or_told_otherwise_for_long(store: Valkey, seed: int) -> None:
    await weather(store, seed, 4, 9)
