"""The stand-in in memory answers everything as the real store does, whatever it is asked."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from server.store import Append, MemoryStore, Owner, Store, StoreError
from tests.harness.valkey import Valkey
from tests.server.store.conftest import open_empty

rooms = st.sampled_from(["r1", "r2"])
owners = st.sampled_from(["a/1", "b/1"])
small = st.integers(0, 6)


def taken_by(owner: str) -> int:
    """Return the epoch under which somebody has a room that he took over epoch 1."""
    return 2 + int(hashlib.sha1(owner.encode()).hexdigest()[:5], 16)


epochs = st.sampled_from([0, 1, 2, taken_by("a/1"), taken_by("b/1")])
entries = st.lists(st.sampled_from([b"a", b"b", b"1:2:"]), min_size=1, max_size=3).map(tuple)
starts = st.builds(Owner, st.just("n"), st.sampled_from(["1", "2", "3"]))
asks = st.one_of(
    st.tuples(st.just("append"), st.builds(Append, rooms, epochs, small, entries)),
    st.tuples(st.just("read"), rooms, small, st.none() | small),
    st.tuples(st.just("trim"), rooms, epochs, small),
    st.tuples(st.just("create_room"), rooms, owners, st.binary(max_size=3)),
    st.tuples(st.just("acquire"), rooms, owners, epochs),
    st.tuples(st.just("free_room"), rooms, epochs),
    st.tuples(st.just("restore"), st.builds(Append, rooms, epochs, small, entries), owners, st.just(b"meta")),
    st.tuples(st.just("put_meta"), rooms, epochs, st.binary(max_size=3)),
    st.tuples(st.just("delete_room"), rooms, epochs),
    st.tuples(st.just("heads"), st.just(["r1", "r2"])),
    st.tuples(st.just("list_rooms")),
    st.tuples(st.just("claim_code"), st.just("K"), rooms),
    st.tuples(st.just("release_code"), st.just("K"), rooms),
    st.tuples(st.just("find_code"), st.just("K")),
    st.tuples(st.just("beat"), starts, st.booleans()),
    st.tuples(st.just("forget_node"), starts),
)
tries = st.lists(asks, min_size=5, max_size=40)


async def answers(store: Store, asked: list[tuple[Any, ...]]) -> list[str]:
    """Return what came of each question, times left out."""
    told = []
    for name, *args in asked:
        try:
            named = {"drains": args.pop()} if name == "beat" else {}
            answer = await getattr(store, name)(*args, **named)
        except StoreError as error:
            told.append(f"{type(error).__name__} {sorted(vars(error).items())}")
            continue
        if name in ("append", "restore"):
            answer = (answer.length, answer.repeated)
        elif name == "read":
            answer = (answer.base, answer.length, [(e.position, e.epoch, e.data) for e in answer.entries])
        elif name == "beat":
            answer = (sorted(map(str, answer.signs)), sorted(answer.free), sorted(map(str, answer.draining)))
        elif name == "heads":
            answer = {room: replace(head, freed_ms=0) for room, head in answer.items()}
        told.append(repr(answer))
    return told


@settings(max_examples=60)
@given(tries)
def test_both_stores_answer_alike(valkey: Valkey, asked: list[tuple[Any, ...]]) -> None:
    async def both() -> tuple[list[str], list[str]]:
        real = await open_empty(valkey)
        try:
            return await answers(MemoryStore(), asked), await answers(real, asked)
        finally:
            await real.close()

    in_memory, in_valkey = asyncio.run(both())
    assert in_memory == in_valkey
