"""The Lua scripts, and how a call of one is put into a command.

A script is called by its digest; a store that does not know it (restarted, flushed) says so without having
done anything, and gets the whole text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

Argument = bytes | str | int
Command = tuple[Argument, ...]


def packed(command: Command) -> bytes:
    """Return a command as the wire wants it: a list of byte strings (RESP).

    What the client library does, for the kinds of argument there are here.
    """
    # A script's digest and a room's keys are the same in every call.
    again = 3 + int(command[2]) if command[0] == "EVALSHA" else 0
    return b"*%d\r\n%b%b" % (len(command), _strings_again(command[:again]), _strings(command[again:]))


def _strings(arguments: Command) -> bytes:
    parts: list[bytes] = []
    for argument in arguments:
        data = argument if isinstance(argument, bytes) else str(argument).encode()
        parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    return b"".join(parts)


_strings_again = lru_cache(maxsize=4096)(_strings)


@dataclass(frozen=True, slots=True)
class Script:
    """One Lua script; `sha` is what the store knows it by."""

    text: str
    sha: str

    def call(self, keys: Sequence[str], args: Sequence[Argument]) -> Command:
        """Return the command that runs the script by its digest."""
        return ("EVALSHA", self.sha, len(keys), *keys, *args)


def _load(name: str) -> Script:
    text = resources.files("server.store").joinpath("lua", f"{name}.lua").read_text("utf-8")
    return Script(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


APPEND = _load("append")
READ = _load("read")
TRIM = _load("trim")
CREATE = _load("create")
ACQUIRE = _load("acquire")
PUT_META = _load("put_meta")
DELETE = _load("delete")
HEAD = _load("head")
RELEASE = _load("release")
FREE = _load("free")
RESTORE = _load("restore")
INDEX_RECORD = _load("index_record")
BEAT = _load("beat")
SIGNS = _load("signs")
FORGET_NODE = _load("forget_node")
SPEAK = _load("speak")
UNMEMBER = _load("unmember")
WAIT = _load("wait")

ALL = (
    APPEND, READ, TRIM, CREATE, ACQUIRE, PUT_META, DELETE, HEAD, RELEASE, FREE, RESTORE, INDEX_RECORD,
    BEAT, SIGNS, FORGET_NODE, SPEAK, UNMEMBER, WAIT,
)  # fmt: skip
_TEXTS = {script.sha: script.text for script in ALL}


def in_full(command: Command) -> Command:
    """Return a command with a script's whole text in place of its digest; other commands as they are."""
    if command[0] != "EVALSHA":
        return command
    return ("EVAL", _TEXTS[str(command[1])], *command[2:])
