"""The loop that carries an append through lost answers and a store that is away.

It decides only when to ask again: the same position and bytes, until the store answers. It owns no clock.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from server.store.base import Append, Appended, OutcomeUnknown, Store, StoreDown


def pauses(first: float = 0.02, cap: float = 1.0) -> Iterator[float]:
    """Yield seconds to wait between tries: doubling from `first` up to `cap`, without end."""
    pause = first
    while True:
        yield min(pause, cap)
        pause = min(pause * 2, cap)


async def append_until_answered(
    store: Store,
    batch: Append,
    *,
    sleep: Callable[[float], Awaitable[None]],
    on_trouble: Callable[[StoreDown | OutcomeUnknown], None] = lambda error: None,
    first: Awaitable[Appended] | None = None,
) -> Appended:
    """Append, and repeat the very same call until the store has answered it.

    `sleep` takes seconds; `on_trouble` hears of every try that was not answered; `first` is a try that is
    under way already.

    Raises: StaleEpoch, JournalConflict, StoreFault.
    """
    waits = pauses()
    while True:
        try:
            return await (first or store.append(batch))
        except (StoreDown, OutcomeUnknown) as error:
            on_trouble(error)
        first = None
        await sleep(next(waits))
