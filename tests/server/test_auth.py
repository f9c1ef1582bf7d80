"""Who a player is: tokens, device codes, and which connection speaks for him."""

import pytest

from server.auth import DEVICE_CODE_S, Player, Players, Speakers, Tokens
from server.store import MemoryStore, OutcomeUnknown, StoreDown
from tests.server.doubles import CountingChance

DAY = 86_400_000


class Time:
    now = 0


@pytest.fixture
def store() -> MemoryStore:
    Time.now = 0
    return MemoryStore(lambda: Time.now)


@pytest.fixture
def players(store: MemoryStore) -> Players:
    return Players(store, Tokens(b"k" * 32), 180, CountingChance())


def test_a_token_is_read_by_whoever_has_the_key_and_by_nobody_else() -> None:
    token = Tokens(b"a" * 32).sign("player")
    assert Tokens(b"a" * 32).read(token) == "player"
    assert Tokens(b"b" * 32).read(token) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1], lambda token: token + "0", lambda token: "x" + token, lambda token: "",
        lambda token: token.partition(".")[0], lambda token: ".", lambda token: token.replace(".", ""),
        lambda token: "." + token.partition(".")[2], lambda token: "玩家." + token.partition(".")[2],
    ],
)  # fmt: skip
def test_a_changed_token_is_worth_nothing(change) -> None:  # type: ignore[no-untyped-def]  # lambdas
    tokens = Tokens(b"a" * 32)
    assert tokens.read(change(tokens.sign("player"))) is None


async def test_a_player_is_remembered_for_180_days_from_his_last_coming(players: Players) -> None:
    made = await players.make("小明", "zh")
    Time.now = 179 * DAY
    assert await players.find(made.id) == made
    await players.keep(made)
    Time.now = (179 + 179) * DAY
    assert await players.find(made.id) == made
    Time.now = (179 + 180) * DAY
    assert await players.find(made.id) is None


async def test_a_forgotten_players_token_is_worth_nothing(players: Players, store: MemoryStore) -> None:
    made = await players.make("小明", "zh")
    await players.revoke(made.id)
    assert await players.find(made.id) is None
    store.down = True
    with pytest.raises(StoreDown):
        await players.find(made.id)


async def test_who_was_here_lately_is_known_while_the_store_is_away(
    players: Players, store: MemoryStore
) -> None:
    made = await players.make("小明", "zh")
    store.down = True
    assert await players.find(made.id) == made
    with pytest.raises(StoreDown):
        await players.find("somebody else")


async def test_a_token_works_across_processes(players: Players, store: MemoryStore) -> None:
    """N-08: another gateway, after a restart: the key and the player are the store's."""
    made = await players.make("小明", "zh")
    elsewhere = Players(store, Tokens(await store.server_key()), 180, CountingChance())
    here = Players(store, Tokens(await store.server_key()), 180, CountingChance())
    assert elsewhere.tokens.read(here.tokens.sign(made.id)) == made.id
    assert await elsewhere.find(made.id) == Player(made.id, "小明", "zh")


async def test_a_device_code_is_good_once_and_for_ten_minutes(players: Players) -> None:
    code = await players.make_device_code("player")
    for _ in range(2):
        assert await players.find_device_code(f" {code.lower()} ") == "player"
    assert await players.use_device_code(f" {code.lower()} ")
    assert await players.find_device_code(code) is None
    assert not await players.use_device_code(code)
    late = await players.make_device_code("player")
    Time.now = DEVICE_CODE_S * 1000
    assert await players.find_device_code(late) is None


async def test_a_device_code_used_up_by_a_call_whose_answer_is_lost_counts_as_used(
    players: Players, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, take = await players.make_device_code("player"), store.take_once

    async def unanswered(code: str) -> bytes | None:
        monkeypatch.setattr(store, "take_once", take)
        await take(code)
        raise OutcomeUnknown("the store's answer was lost")

    monkeypatch.setattr(store, "take_once", unanswered)
    assert await players.use_device_code(code)
    assert await players.find_device_code(code) is None


async def test_a_device_code_that_is_taken_is_not_given_again(store: MemoryStore) -> None:
    chance = iter([b"\1" * 12, b"\1" * 12, b"\2" * 12])
    players = Players(store, Tokens(b"k" * 32), 180, lambda size: next(chance))
    first = await players.make_device_code("one")
    second = await players.make_device_code("two")
    assert first != second
    assert await players.find_device_code(first) == "one"


async def test_only_so_many_are_known_without_the_store(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.auth._REMEMBERED", 2)
    players = Players(store, Tokens(b"k" * 32), 180, CountingChance())
    made = [await players.make(f"p{number}", "en") for number in range(3)]
    store.down = True
    assert await players.find(made[2].id) == made[2]
    with pytest.raises(StoreDown):
        await players.find(made[0].id)


def test_the_newer_connection_speaks_and_the_older_ones_end_changes_nothing() -> None:
    speakers = Speakers()
    assert speakers.take("p", 1) is None
    assert speakers.take("p", 2) == 1
    assert not speakers.drop("p", 1)
    assert speakers.of("p") == 2
    assert speakers.drop("p", 2)
    assert speakers.of("p") is None
    assert len(speakers) == 0


def test_a_connection_that_was_overtaken_while_it_said_hello_has_to_go() -> None:
    speakers = Speakers()
    speakers.take("p", 2)
    assert speakers.take("p", 1) == 1
    assert speakers.of("p") == 2
