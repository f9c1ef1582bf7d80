"""What really was written: read from the store's own append-only file, and off the links of its clients.

The file has every effect of every script in the order in which they were done, also what was trimmed since.
The links say which process asked for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from server.recovery import Saved
from server.store import keys, scripts

_WRITES = {
    name.encode() for script in (scripts.APPEND, scripts.RESTORE) for name in (script.sha, script.text)
}  # fmt: skip


def read_commands(data: bytes) -> tuple[list[list[bytes]], bytes]:
    """Read whole commands (RESP arrays), and give what is left: the beginning of the next."""
    commands, at = [], 0
    while (read := _read_command(data, at)) is not None:
        command, at = read
        commands.append(command)
    return commands, data[at:]


def _read_command(data: bytes, at: int) -> tuple[list[bytes], int] | None:
    sizes = _read_size(data, at, b"*")
    if sizes is None:
        return None
    count, at = sizes
    parts = []
    for _ in range(count):
        size = _read_size(data, at, b"$")
        if size is None or len(data) < size[0] + size[1] + 2:
            return None
        length, at = size
        parts.append(data[at : at + length])
        at += length + 2
    return parts, at


def _read_size(data: bytes, at: int, kind: bytes) -> tuple[int, int] | None:
    end = data.find(b"\r\n", at)
    if end < 0:
        return None
    assert data[at : at + 1] == kind, data[at : at + 40]
    return int(data[at + 1 : end]), end + 2


def _room(key: bytes) -> str:
    return key.decode().partition("{")[2].partition("}")[0]


class Writers:
    """Which runs of nodes asked to write under which epoch of which room."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, int], set[str]] = {}

    def ear(self, run: str) -> Callable[[bytes], None]:
        """Return a hearer of one connection that a run of a node has."""
        rest = b""

        def hear(data: bytes) -> None:
            nonlocal rest
            commands, rest = read_commands(rest + data)
            for command in commands:
                if command[0] in (b"EVALSHA", b"EVAL") and command[1] in _WRITES:
                    self.of.setdefault((_room(command[3]), int(command[5])), set()).add(run)

        return hear


@dataclass
class Past:
    """All that ever happened to a room: who owned it by epoch, and every entry with the epoch it has."""

    epoch: int = 0
    base: int = 0
    owners: dict[int, set[str]] = field(default_factory=dict)
    entries: list[tuple[int, Saved]] = field(default_factory=list)

    def note_head(self, fields: dict[bytes, bytes]) -> None:
        """Take in that fields of the head were set."""
        if b"base" in fields:
            self.base = int(fields[b"base"])
        if b"epoch" in fields:
            epoch = int(fields[b"epoch"])
            assert epoch >= self.epoch, f"epoch {epoch} after {self.epoch}"
            self.epoch = epoch
            if fields[b"owner"]:
                self.owners.setdefault(epoch, set()).add(fields[b"owner"].decode())

    def note_entry(self, value: bytes) -> None:
        """Take in that an entry was appended."""
        at_ms, epoch, body = value.split(b":", 2)
        assert int(epoch) == self.epoch, f"an entry of epoch {epoch!r} under {self.epoch}"
        assert self.epoch in self.owners, f"an entry while nobody owned the room, under {self.epoch}"
        self.entries.append((int(epoch), Saved(body, int(at_ms))))


def read_past(folder: Path) -> dict[str, Past]:
    """Read what happened to every room of a store whose data is in a folder, and that still lives."""
    pasts: dict[str, Past] = {}
    for file in sorted(folder.glob("appendonlydir/*.incr.aof")):
        commands, _ = read_commands(file.read_bytes())
        for command in commands:
            _take(pasts, command)
    return pasts


def _take(pasts: dict[str, Past], command: list[bytes]) -> None:
    name = command[0].upper()
    if len(command) < 2 or not command[1].startswith(b"sifang:{"):
        return
    room = _room(command[1])
    if command[1] == keys.head(room).encode() and name == b"HSET":
        pasts.setdefault(room, Past()).note_head(dict(zip(command[2::2], command[3::2], strict=True)))
    elif command[1] == keys.journal(room).encode() and name == b"RPUSH":
        for value in command[2:]:
            pasts[room].note_entry(value)
    elif name in (b"DEL", b"UNLINK"):
        pasts.pop(room, None)
