"""The page and its neighbours, from memory: what a browser gets that does not ask for the socket.

Only what was read at the start is given out, under the very path it has; a path that is a screen of the page
(`/`, `/r/CODE`, …) gets the page itself. Every answer carries the headers that keep the page to itself. It
knows no socket: a request is a method, a path and headers, an answer is a status, headers and bytes.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer. An invite code is in the address: no other page is told where one came from."""

_SCREENS: Final = re.compile(r"/(?!assets)(?:[a-z]{1,16}(?:/[0-9A-Za-z_-]{1,64})?)?/?")
_HASHED: Final = re.compile(r"-[0-9A-Za-z_-]{8,}\.[0-9a-z]+$")
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
_NEVER: Final = "no-store"
_PACKED: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest",
)
_UNBUILT: Final = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Sifang</title>"
    b"<p>The page is not built: run <code>make setup</code>. The game server itself is up."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request gets."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    plain: bytes
    packed: bytes | None
    caching: str


class Site:
    """All that is given out. `ready` says, in a word, what keeps the server from serving (empty: nothing).

    `play` is asked where `/play` leads for whoever asks from this machine (True) or from elsewhere; without
    it there is no such address.
    """

    def __init__(
        self,
        folder: Path,
        ready: Callable[[], str] = str,
        play: Callable[[bool], Awaitable[str]] | None = None,
    ) -> None:
        self._files = _read(folder)
        self._ready = ready
        self._play = play

    @property
    def has_page(self) -> bool:
        """Whether there is a built page to give out."""
        return "/index.html" in self._files

    async def answer(self, method: str, target: str, packed: bool, local: bool = False) -> Answer:
        """Answer a request; `packed`: the client takes gzip, `local`: it is on this machine."""
        if method not in ("GET", "HEAD"):
            return _text(405, "only GET and HEAD\n", {"Allow": "GET, HEAD"})
        path = target.partition("?")[0]
        if path == "/healthz":
            return _text(200, "ok\n")
        if path == "/readyz":
            why = self._ready()
            return _text(503, f"{why}\n") if why else _text(200, "ready\n")
        if path == "/play" and self._play is not None:
            return _text(303, "", {"Location": await self._play(local)})
        file = self._files.get(path)
        if file is None and _SCREENS.fullmatch(path):
            file = self._files.get("/index.html")
            if file is None:
                return _give(503, _File("text/html; charset=utf-8", _UNBUILT, None, _NEVER), False)
        return _text(404, "not found\n") if file is None else _give(200, file, packed)


def _read(folder: Path) -> dict[str, _File]:
    found: dict[str, _File] = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            found["/" + path.relative_to(folder).as_posix()] = _file(path)
    return found


def _file(path: Path) -> _File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if kind.startswith(_PACKED) else None
    if packed is not None and len(packed) >= len(plain):
        packed = None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return _File(kind, plain, packed, _FOREVER if _HASHED.search(path.name) else _ASK_AGAIN)


def _give(status: int, file: _File, packed: bool) -> Answer:
    headers = {**SECURITY, "Content-Type": file.kind, "Cache-Control": file.caching}
    if file.packed is None:
        return Answer(status, headers, file.plain)
    headers["Vary"] = "Accept-Encoding"
    if not packed:
        return Answer(status, headers, file.plain)
    headers["Content-Encoding"] = "gzip"
    return Answer(status, headers, file.packed)


def _text(status: int, text: str, more: Mapping[str, str] | None = None) -> Answer:
    headers = {
        **SECURITY,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": _NEVER,
        **(more or {}),
    }
    return Answer(status, headers, text.encode())
