"""The log: one JSON object a line, of fields from a closed list, so that no hand and no wall can get in.

Whoever reports something gives a name and particulars. A field that is not on the list is left out and only
its name is noted; a value that is no short plain one likewise. So a careless line, somewhere, some day, leaks
nothing (CO-4.2).
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from typing import Any, Final, TextIO

import structlog

FIELDS: Final = frozenset({
    "address", "cause", "child", "code", "connection", "connections", "count", "epoch", "error", "host",
    "inc", "lived", "ms", "node", "path", "pid", "port", "position", "reason", "room", "rooms", "run",
    "seconds", "server", "setting", "store", "url", "version", "warning", "where",
})  # fmt: skip
"""What may stand in a line beside its name, weight and time."""
LONGEST: Final = 200
WEIGHTS: Final[Mapping[str, str]] = {
    "fault": "error", "table_fault": "error", "table_overdue": "error", "store_fault": "error",
    "start_failed": "error", "node_replaced": "error", "feed_fault": "error",
    "ended": "warning", "orphan_stopped": "warning", "store_down": "warning", "store_warning": "warning",
    "replica_late": "warning", "replicas_changed": "warning", "room_let_go": "warning",
    "journal_mended": "warning", "feed_down": "warning", "admin_acted": "warning",
    "admin_closed": "warning", "admin_drained": "warning", "no_takers": "warning", "silent": "debug",
}  # fmt: skip
"""The weight of what is reported; `info` where it is not named."""


class Log:
    """Writes reports to a stream; call it like a `Report`."""

    def __init__(self, level: str = "info", stream: TextIO | None = None, **always: str | int) -> None:
        self._logger = structlog.wrap_logger(
            # One write a line: several processes write to the same pipe, and only a whole write stays whole.
            structlog.WriteLogger(stream or sys.stderr),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
                only_allowed,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(
                logging.getLevelNamesMapping()[level.upper()]
            ),
        ).bind(**always)

    def __call__(self, event: str, particulars: Mapping[str, object]) -> None:
        """See `Report`."""
        getattr(self._logger, WEIGHTS.get(event, "info"))(event, **particulars)


def only_allowed(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave out of a line whatever is not on the list, or no short plain value."""
    kept: dict[str, Any] = {name: line[name] for name in ("event", "level", "at") if name in line}
    dropped = []
    for name, value in line.items():
        if name in kept:
            continue
        if name not in FIELDS or not isinstance(value, bool | int | float | str | None):
            dropped.append(name)
        else:
            kept[name] = value[:LONGEST] if isinstance(value, str) else value
    if dropped:
        kept["dropped"] = sorted(dropped)
    return kept


def place_of(error: BaseException) -> str:
    """Return the line that raised an error, `file:number`: never its words, which may hold what it was about.

    It is empty if no line did.
    """
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{last[0].filename.rsplit('/', 1)[-1]}:{last[0].lineno}" if last else ""
