"""A supervisor in a process of its own, to be killed: `python -m tests.harness.parent DATA NODE-CODE`.

Its only node runs the Python code given. What it reports comes out as lines of JSON; so does a refusal.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from server.store import StoreRefused
from server.supervisor import NodeStart, Supervisor

WAITING = "import signal; signal.pause()"
"""A node that does nothing until it is told to end."""
STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('{"event": "deaf"}', flush=True)
signal.pause()
"""
"""A node that does not end when asked."""


class Parent:
    """The process, and what it reports."""

    def __init__(self, data: Path, node: str = WAITING) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.harness.parent", str(data), node], stdout=subprocess.PIPE, text=True
        )
        self.url = ""

    def until(self, event: str, child: str = "") -> dict[str, Any]:
        """Return the next report of this kind."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                report: dict[str, Any] = json.loads(line)
                if report["event"] == event and child in ("", report.get("child")):
                    return report
        raise AssertionError(f"the parent ended without {event} of {child}")

    def until_up(self) -> tuple[int, int]:
        """Return the pids of store and node, once both have come up."""
        store = self.until("started", "store")["pid"]
        node = self.until("started", "node-0")["pid"]
        self.url = self.until("up")["url"]
        return store, node

    def ended(self) -> int:
        """Wait for the process and return its exit code."""
        code = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextlib.contextmanager
def parent_of(data: Path, node: str = WAITING) -> Iterator[Parent]:
    """Run one, and see that it is gone afterwards."""
    parent = Parent(data, node)
    try:
        yield parent
    finally:
        parent.process.send_signal(signal.SIGTERM)
        parent.ended()


def _say(event: str, particulars: Mapping[str, object]) -> None:
    print(json.dumps({"event": event, **particulars}), flush=True)


async def _main(data: str, node: str) -> int:
    def start(url: str, number: int) -> NodeStart:
        return NodeStart([sys.executable, "-I", "-S", "-c", node])

    def report(event: str, particulars: Mapping[str, object]) -> None:
        _say(event, particulars)
        if event == "started" and particulars["child"] == "node-0" and particulars["run"] == 1:
            _say("up", {"url": supervisor.url})

    supervisor = Supervisor(start, data=Path(data), report=report)
    try:
        return await supervisor.run()
    except StoreRefused as refused:
        _say("refused", {"code": refused.code, "message": refused.message})
        return 1


if __name__ == "__main__":
    sys.exit(asyncio.run(_main(*sys.argv[1:])))
