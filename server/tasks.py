"""How a task is ended for good, and how a fault of ours does not end one that is to live on."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from server.logs import place_of

if TYPE_CHECKING:
    from server.ports import Report

__all__ = ["end", "hear_faults", "surviving"]

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


@contextlib.contextmanager
def surviving(report: Report) -> Iterator[None]:
    """Report a fault of ours in what is done here, and go on after it: one round must not end a loop."""
    try:
        yield
    except Exception as error:
        _tell(report, error)


def hear_faults(report: Report) -> None:
    """Have the running loop report faults in what nobody waits for, in place of its own log.

    Its own would hold whatever words the error has, and not one line.
    """

    def hear(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            report("fault", {"where": "loop", "reason": context["message"]})
        else:
            _tell(report, error)

    asyncio.get_running_loop().set_exception_handler(hear)


def _tell(report: Report, error: BaseException) -> None:
    about = {"where": place_of(error), "error": type(error).__name__}
    if isinstance(error, OSError) and error.errno:  # the system's own words, such as of too many open files
        about["reason"] = os.strerror(error.errno)
    report("fault", about)
