"""Where players are members, as it is noted in the store: the last word counts, whenever it gets there."""

from __future__ import annotations

import asyncio

import pytest

from protocol.to_client import Running
from server.store import MemoryStore, StoreDown
from server.whereabouts import Whereabouts
from tests.harness.clock import settle

SEATED, STANDING = Running("r", 2, True, "seat2"), Running("r", None, False, "public")


@pytest.fixture
def here() -> set[str]:
    """The rooms of the node."""
    return {"r", "s"}


@pytest.fixture
def notes(here: set[str]) -> Whereabouts:
    return Whereabouts(MemoryStore(), here.__contains__)


def store_of(notes: Whereabouts) -> MemoryStore:
    assert isinstance(notes._store, MemoryStore)
    return notes._store


async def try_again(notes: Whereabouts) -> None:
    """Let the store be back, and what it did not take be noted again."""
    store_of(notes).down = False
    await settle()
    notes.retry()
    await settle()


async def test_what_the_store_did_not_take_is_noted_when_it_is_back(notes: Whereabouts) -> None:
    store_of(notes).down = True
    notes.note("p", "r", SEATED)
    await settle()
    notes.retry()
    await try_again(notes)
    assert await notes.find("p") == SEATED


@pytest.mark.parametrize("last", [SEATED, None])
async def test_of_two_notes_that_fail_together_the_later_is_noted_again(
    notes: Whereabouts, last: Running | None
) -> None:
    notes.note("p", "r", STANDING)
    store_of(notes).down = True
    notes.note("p", "r", STANDING if last is None else None)
    notes.note("p", "r", last)
    await try_again(notes)
    assert await notes.find("p") == last


async def test_a_note_that_fails_late_does_not_come_after_a_newer_one(
    notes: Whereabouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = asyncio.get_running_loop().create_future()
    with monkeypatch.context() as slow:
        slow.setattr(store_of(notes), "note_member", lambda player, room, data: late)
        notes.note("p", "r", STANDING)
    notes.note("p", "r", SEATED)
    late.set_exception(StoreDown("the answer was lost"))
    await try_again(notes)
    assert await notes.find("p") == SEATED


async def test_of_a_room_that_has_moved_its_new_owner_speaks(notes: Whereabouts, here: set[str]) -> None:
    store = store_of(notes)
    store.down = True
    notes.note("p", "r", STANDING)
    await settle()
    store.down = False
    here.remove("r")
    Whereabouts(store, lambda room: True).note("p", "r", SEATED)
    await try_again(notes)
    assert await notes.find("p") == SEATED


async def test_that_he_has_left_one_room_is_noted_whatever_another_says_of_him(notes: Whereabouts) -> None:
    notes.note("p", "r", SEATED)
    store_of(notes).down = True
    notes.note("p", "r", None)
    notes.note("p", "s", None)
    await try_again(notes)
    assert await notes.find("p") is None
