"""The offline commands (``sifang score`` …): the one corner of the engine that reads files and prints.

What they share stands here: JSON in, JSON out, the exit codes of FORMATS, one line for each fault and never
a traceback.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final, NoReturn

from engine.errors import MalformedError, RuleRefusal

__all__ = ["EXIT_MALFORMED", "EXIT_OK", "EXIT_REFUSED", "error_json", "print_json", "read_json"]

EXIT_OK: Final = 0
EXIT_REFUSED: Final = 3
EXIT_MALFORMED: Final = 2
_MOST_BYTES: Final = 64 * 1024 * 1024
_MOST_DIGITS: Final = 100
_STANDARD_INPUT: Final = "-"


def read_json(name: str) -> object:
    """Read a JSON file; ``-`` is standard input.

    Raises: MalformedError: the file cannot be read, is too large, no UTF-8, no JSON, nested too deeply, or
    names a member twice.
    """
    try:
        data = _read(name)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MalformedError("$", f"cannot read {name!r}: {reason}") from error
    if len(data) > _MOST_BYTES:
        raise MalformedError("$", f"more than {_MOST_BYTES} bytes")
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_members,
            parse_int=_whole,
            parse_constant=_no_constant,
        )
    except UnicodeDecodeError as error:
        raise MalformedError("$", f"no UTF-8: byte {error.start} cannot be read") from error
    except RecursionError as error:
        raise MalformedError("$", "nested too deeply") from error
    except ValueError as error:
        raise MalformedError("$", f"no JSON: {error}") from error


def _read(name: str) -> bytes:
    if name == _STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(_MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is named twice in one object")
    return members


def _whole(digits: str) -> int:
    """Read a whole number; of one longer than any field takes enough is read for its field to refuse it."""
    return int(digits[:_MOST_DIGITS])


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def error_json(error: MalformedError | RuleRefusal) -> tuple[dict[str, object], int]:
    """Write an error as FORMATS does, and give its exit code."""
    if isinstance(error, MalformedError):
        members: dict[str, object] = {"code": "malformed", "path": error.path, "message": error.message}
        code = EXIT_MALFORMED
    else:
        members = {"code": error.code.value, "message": error.message}
        code = EXIT_REFUSED
    return {"error": {**members, "exit": code}}, code


def print_json(value: object) -> None:
    """Print one JSON value in UTF-8, whatever the terminal's encoding; a reader may have gone away."""
    # A lone surrogate out of the input can only be written escaped; as it happens that is JSON too.
    data = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whatever is still buffered must not fail again when the interpreter closes standard output.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
