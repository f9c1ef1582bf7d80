"""The conformance kit: recorded wire samples that every client must read, written to tests/data/wire.

``python -m tests.protocol.kit`` writes what is stale. The session comes from docs/protocol.md, everything
else from the samples beside this file; nothing in it depends on time or chance.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from protocol.codec import Codec, encode
from protocol.fold import fold
from protocol.to_client import Frame, Snapshot
from tests.protocol.samples import FROM_CLIENTS, FROM_SERVER, Sample
from tests.protocol.samples.refusals import REFUSALS
from tests.protocol.samples.streams import STREAMS
from tests.protocol.samples.tolerance import NEWER

__all__ = ["ROOT", "kit", "session", "write"]

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "data" / "wire"


def session() -> list[tuple[str, str]]:
    """Read the annotated session out of the document: who speaks, and the frame."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    lines = re.findall(r"^([→←]) (\{.*\})$", page, re.MULTILINE)
    return [("client" if arrow == "→" else "server", frame) for arrow, frame in lines]


def _both(message: msgspec.Struct) -> dict[str, str]:
    return {"json": encode(message, Codec.JSON).decode(), "msgpack": encode(message, Codec.MSGPACK).hex()}


def _samples(samples: tuple[Sample, ...]) -> list[dict[str, str]]:
    return [{"meaning": meaning, **_both(message)} for meaning, message in samples]


def _newer() -> list[dict[str, Any]]:
    return [
        {
            "meaning": each.meaning,
            "reads": each.reads,
            "json": json.dumps(each.value, ensure_ascii=False, separators=(",", ":")),
            "msgpack": msgspec.msgpack.encode(each.value).hex(),
        }
        for each in NEWER
    ]


def _refusals() -> list[dict[str, str]]:
    return [
        {
            "meaning": each.meaning,
            "codec": each.codec.value,
            **({"text": each.frame} if isinstance(each.frame, str) else {"hex": each.frame.hex()}),
            "code": each.code.value,
            "field": each.field,
        }
        for each in REFUSALS
    ]


def _streams() -> list[dict[str, Any]]:
    streams = []
    for stream in STREAMS:
        state, frames = stream.start.state, []
        for n, event in enumerate(stream.events, stream.start.n + 1):
            state = fold(state, event)
            frames.append(Frame(stream.start.room, stream.start.view, stream.start.inc, n, event))
        end = Snapshot(stream.start.room, stream.start.view, stream.start.inc, frames[-1].n, state)
        streams.append(
            {
                "meaning": stream.meaning,
                "start": _both(stream.start),
                "frames": [_both(frame) for frame in frames],
                "end": _both(end),
            }
        )
    return streams


def kit() -> dict[Path, str]:
    """Make every file's text, by path."""
    files: dict[str, list[Any]] = {
        "to_server": _samples(FROM_CLIENTS),
        "to_client": _samples(FROM_SERVER),
        "tolerant": _newer(),
        "refused": _refusals(),
        "streams": _streams(),
        "session": [{"from": speaker, "json": frame} for speaker, frame in session()],
    }
    return {
        FOLDER / f"{name}.json": json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        for name, content in files.items()
    }


def write() -> None:
    """Write what is stale and name it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in kit().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print("wrote:", path.relative_to(ROOT).as_posix(), file=sys.stderr)


if __name__ == "__main__":
    write()
