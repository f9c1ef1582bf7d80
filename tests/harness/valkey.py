"""A real store server for tests: the embedded one's binary, or another, on a unix socket of its own.

It is started without waiting by the clock (its own log says when it is ready), dies with the test process,
and can be killed, paused and woken. `fixtures.py` has a shared one; use `running` for one that a
test harms.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from server.embedded import leash
from server.embedded.binary import find_binary

_PATIENCE = 30.0
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction")
"""The flags that the supervisor's own store has."""


class Valkey:
    """A server process with a data folder that outlives it; `flags` come after `DURABLE` and win."""

    def __init__(self, *flags: str, binary: str | Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sifang-test-"))
        self.socket = self.folder / "store.sock"
        self.url = f"unix://{self.socket}"
        self.log: list[str] = []
        self._binary = str(binary or find_binary())
        self._flags = flags
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def pid(self) -> int:
        """The process id of the present run."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start a run, and return when it is ready. Raises: RuntimeError, if it ends instead."""
        command = [
            self._binary, "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "600",
            "--dir", str(self.folder), *DURABLE, *self._flags,
        ]  # fmt: skip
        on_leash = [sys.executable, "-I", "-S", leash.__file__, str(int(signal.SIGKILL)), str(os.getpid())]
        self._process = subprocess.Popen(
            on_leash + command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        decided = threading.Event()
        ready = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process, decided, ready))
        self._reader.start()
        if not decided.wait(_PATIENCE) or not ready.is_set():
            self.kill()
            raise RuntimeError(f"the server did not start: {self.log[-5:]}")

    def stop(self) -> None:
        """End the run in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the run as `kill -9` does."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Stop the process in its tracks: it is there and answers nothing."""
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let a paused process go on."""
        os.kill(self.pid, signal.SIGCONT)

    def remove(self) -> None:
        """End the run and remove the data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _read(self, process: subprocess.Popen[str], decided: threading.Event, ready: threading.Event) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.log.append(line.rstrip())
            if "ready to accept connections" in line.lower():
                ready.set()
                decided.set()
        decided.set()

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.send_signal(how)
            process.wait()
            if self._reader is not None:
                self._reader.join()
            if process.stdout is not None:
                process.stdout.close()


@contextlib.contextmanager
def running(*flags: str, binary: str | Path | None = None) -> Iterator[Valkey]:
    """Run a server of one's own."""
    server = Valkey(*flags, binary=binary)
    try:
        server.start()
        yield server
    finally:
        server.remove()
