"""The table of `--play`: made once, held, found again, and made anew when it is gone."""

from __future__ import annotations

import asyncio

import pytest

from protocol.to_client import Running
from protocol.to_server import CreateRoom
from server.auth import Players, Tokens
from server.effects import Attach, Enter
from server.ports import Made
from server.practice import Practice
from server.store import MemoryStore
from tests.server.doubles import CountingChance, PaperHouse


class Prepared:
    """A practice table over paper rooms."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.house = PaperHouse()
        self.members: dict[str, Running] = {}
        self.players = Players(self.store, Tokens(b"k" * 32), 180, CountingChance())

    def practice(self) -> Practice:
        return Practice(
            store=self.store, house=self.house, players=self.players, running=self.running,
            random=CountingChance(),
        )  # fmt: skip

    async def running(self, player: str) -> Running | None:
        return self.members.get(player)

    def host(self) -> str:
        return self.house.created[-1][0].player

    def seat(self, match: bool = False) -> None:
        self.members[self.host()] = Running(f"room{len(self.house.created)}", 0, match, "seat0")


@pytest.fixture
def prepared() -> Prepared:
    return Prepared()


async def test_a_table_with_three_bots_is_made_and_its_code_known(prepared: Prepared) -> None:
    practice = prepared.practice()
    assert practice.code == ""
    await practice.prepare()
    ((host, command),) = prepared.house.created
    assert (command.bots, command.ruleset, host.role) == (3, "nanning", "player")
    assert practice.code == "CODE1"


async def test_on_this_machine_play_leads_to_the_hosts_seat_by_a_code_that_works_once(
    prepared: Prepared,
) -> None:
    practice = prepared.practice()
    await practice.prepare()
    prepared.seat()
    first, second = await practice.where(True), await practice.where(True)
    assert first != second
    assert first.startswith("/#device=")
    assert await prepared.players.find_device_code(first.partition("=")[2]) == prepared.host()
    assert len(prepared.house.created) == 1


async def test_from_elsewhere_play_leads_to_the_friends_link(prepared: Prepared) -> None:
    practice = prepared.practice()
    await practice.prepare()
    prepared.seat()
    assert await practice.where(False) == "/r/CODE1"


async def test_a_table_that_is_gone_is_made_anew_for_the_same_host(prepared: Prepared) -> None:
    practice = prepared.practice()
    await practice.prepare()
    host = prepared.host()
    assert await practice.where(False) == "/r/CODE2"
    assert prepared.host() == host
    prepared.seat()
    prepared.members[host] = Running("elsewhere", 0, False, "seat0")
    assert await practice.where(False) == "/r/CODE3"


async def test_two_who_ask_while_the_table_is_gone_get_the_same_new_one(
    prepared: Prepared, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice, create = prepared.practice(), prepared.house.create

    async def slow(host: Enter, command: CreateRoom) -> Made | None:
        await asyncio.sleep(0)
        made = await create(host, command)
        prepared.seat()
        return made

    monkeypatch.setattr(prepared.house, "create", slow)
    assert set(await asyncio.gather(practice.where(False), practice.where(False))) == {"/r/CODE1"}
    assert len(prepared.house.created) == 1


async def test_a_host_who_is_in_another_room_by_now_is_left_there(prepared: Prepared) -> None:
    practice = prepared.practice()
    await practice.prepare()
    host = prepared.host()
    prepared.members[host] = Running("elsewhere", 0, True, "seat0")
    assert await practice.where(False) == "/r/CODE2"
    assert prepared.host() != host


@pytest.mark.parametrize("match", [False, True])
async def test_a_server_started_anew_leads_back_and_holds_the_seat_of_a_host_not_here(
    prepared: Prepared, match: bool
) -> None:
    await prepared.practice().prepare()
    prepared.seat(match)
    again = prepared.practice()
    await again.prepare()
    assert again.code == "CODE1"
    assert len(prepared.house.created) == 1
    held = [("room1", Attach(0, prepared.host(), "seat0"))]
    assert prepared.house.take() == ([] if match else held)


async def test_while_the_store_is_away_play_leads_to_the_page(prepared: Prepared) -> None:
    practice = prepared.practice()
    await practice.prepare()
    prepared.seat()
    prepared.store.down = True
    assert await practice.where(True) == "/"
