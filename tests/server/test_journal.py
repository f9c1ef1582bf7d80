"""What is journaled can be read again: by this program, and by every later one (DESIGN §4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine import events
from protocol.answers import Entered
from server.journal import (
    SCHEMA,
    BotCame,
    Done,
    Entry,
    Fact,
    JournalFault,
    Kept,
    KeptChair,
    KeptMember,
    Listed,
    MatchOver,
    NonceGiven,
    Played,
    SeatTaken,
    read_entry,
    write_entry,
)  # fmt: skip
from server.play import _plain
from server.recovery import recover
from tests.server.journals import FOLDER, played, read, summary
from tests.server.tables import Bench, make_kit

KEPT = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_journals_of_every_release_fold(path: Path) -> None:
    saved, after = read(path)
    bench = Bench(1)
    bench.room, _ = recover(make_kit(), saved, saved[-1].at_ms, bench.now)
    assert summary(bench) == after
    assert bench.room.streams.inc == 1


def test_there_are_journals_of_every_ruleset() -> None:
    assert {path.stem.rpartition("-")[2] for path in KEPT} == {"nanning", "nanjing", "zhuji", "longjiang"}


def test_what_is_played_today_folds_to_what_it_was() -> None:
    bench = played("nanning")
    before = summary(bench)
    bench.crash()
    assert summary(bench) == before


def test_a_change_of_the_events_is_a_change_of_the_journal() -> None:
    """Raise ``journal.SCHEMA`` with ``engine.events.SCHEMA``, and write a step that lifts what is there."""
    assert (SCHEMA, events.SCHEMA) == (3, 1)


FACTS: list[Fact] = [
    BotCame(2, "greedy"),
    Played(1, "player", [["!Discarded", 1, 4, False, False]]),
    Done("p", "ab" * 16, Entered("r", "seat1", 1, "CODE")),
    Done("p", "ab" * 16),
    NonceGiven(3, b"\x00\xff" * 16),
    Listed(),
    MatchOver("host"),
    SeatTaken("p", 2, {"claim": 5}),
    Kept(
        "r", "c", "nanning", {"codes": 2}, {"turn": 9}, 3, 17, "p",
        [KeptMember("p", "P", [("ab" * 16, None)])], [KeptChair("p", "", True, True, "", False, False)] * 4,
        ["b"], {"q": "cd" * 16}, True, False, ["z"], [1, 2, 3, 4], 1, [5, 6, 7, 8, 9],
    ),
]  # fmt: skip


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_fact_is_read_as_it_was_written(fact: Fact) -> None:
    entry = Entry(SCHEMA, (1, 2, 3, 4, 5), {"floor": 800}, [fact])
    assert read_entry(write_entry(entry)) == entry


def test_every_fact_has_a_tag_of_its_own() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(Fact)]
    assert len(set(tags)) == len(tags)


def test_the_short_way_writes_an_event_as_the_engine_does() -> None:
    """Of every event that was journaled: loaded and dumped by the engine it is the same again."""
    bench = played("nanjing")
    table = bench.room.table
    assert table is not None and table.hand is not None
    journaled = [event for hand in table.past for event in msgspec.msgpack.decode(hand.events)]
    journaled += msgspec.to_builtins(table.hand.plain)
    assert {event[0][1:] for event in journaled} >= {"Drawn", "Discarded", "WindowClosed", "FlowerLaid"}
    for plain in journaled:
        assert msgspec.to_builtins(events.dump(events.load(plain))) == plain
        assert msgspec.to_builtins(_plain(events.load(plain))) == plain


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x90",
        b"\x91\xa1x",
        msgspec.msgpack.encode([SCHEMA]),
        msgspec.msgpack.encode([SCHEMA, [], {}, [["nothing"]]]),
    ],
)
def test_garbage_is_a_named_fault(data: bytes) -> None:
    with pytest.raises(JournalFault):
        read_entry(data)


def test_an_entry_of_a_newer_program_is_refused() -> None:
    with pytest.raises(JournalFault, match="newer"):
        read_entry(msgspec.msgpack.encode([SCHEMA + 1, [], {}, []]))


def test_an_old_entry_is_lifted_step_by_step() -> None:
    """As if an entry of schema 1 had no clocks."""
    old = msgspec.msgpack.encode([1, [0, 0, 0, 0, 0], [["nobot", 2]]])

    def to_2(plain: list[Any]) -> list[Any]:
        return [2, plain[1], {}, plain[2]]

    def to_3(plain: list[Any]) -> list[Any]:
        return [3, plain[1], {"floor": 1}, plain[3]]

    entry = read_entry(old, {1: to_2, 2: to_3}, 3)
    assert (entry.schema, entry.clocks) == (3, {"floor": 1})
    with pytest.raises(JournalFault, match="nothing lifts"):
        read_entry(old, {1: to_2}, 3)
