"""How a task is ended for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

__all__ = ["end"]

_AGAIN_S: Final = 0.5
"""Seconds a task may take to end before it is told again."""


async def end(tasks: Iterable[asyncio.Future[Any] | None]) -> None:
    """Cancel tasks, those there are, and return when they have ended, however they did.

    They are told until they have: before Python 3.12 ``asyncio.wait_for``, by which the store's library
    writes, keeps a cancellation to itself that comes just as its wait is over; a loop would go on for ever.
    """
    left = {task for task in tasks if task is not None}
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=_AGAIN_S)
        for task in ended:
            if not task.cancelled():
                task.exception()  # so that it counts as heard of
