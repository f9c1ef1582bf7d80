"""The operators' door: JSON over HTTP on a listener of its own, always with its token.

What may be seen and done there is in ``overseer.py``. The token is compared in constant time; after ten wrong
ones in a minute an address is not listened to for a while, right token or not. Whatever is asked is logged:
a look as `info`, an act and a wrong token as `warning`.

| request | does |
|---|---|
| `GET /v1/rooms` | lists all rooms; with `?here=1` those of this node |
| `GET /v1/rooms/ID` | describes one room |
| `POST /v1/rooms/ID/close` `{"reason": …}` | closes it, its hand void; its members are told the reason |
| `GET /v1/nodes` | lists the nodes |
| `POST /v1/drain` `{"node": …}` | empties a node, this one if none is named |

What is refused: `{"error": {"code": …, "message": …}}`.
"""

from __future__ import annotations

import hmac
import re
from typing import Annotated, Final, TypeVar

from msgspec import DecodeError, Meta, Struct, json

from server.listener import Listener, Reply, Request
from server.overseer import Overseer, Refusal
from server.ports import Clock, Report
from server.ratelimit import PerAddress, subscriber

__all__ = ["Admin", "WRONG_TOKENS_PER_MINUTE"]

WRONG_TOKENS_PER_MINUTE: Final = 10
_JSON: Final = "application/json"
T = TypeVar("T")
_ROOM: Final = re.compile(r"/v1/rooms/([0-9A-Za-z_-]{1,64})(/close)?")


class _Close(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str


class _Drain(Struct, frozen=True, forbid_unknown_fields=True):
    node: Annotated[str, Meta(max_length=128)] = ""


class Admin(Listener):
    """Lets whoever has the token ask an overseer."""

    def __init__(self, token: str, overseer: Overseer, clock: Clock, report: Report) -> None:
        super().__init__(self.answer)
        self._expected = f"Bearer {token}".encode()
        self._overseer = overseer
        self._clock = clock
        self._report = report
        self._wrong = PerAddress(WRONG_TOKENS_PER_MINUTE)

    async def answer(self, request: Request) -> Reply:
        """Answer one request."""
        try:
            self._let_in(request)
            reply = Reply(200, json.encode(await self._do(request)) + b"\n", _JSON)
        except Refusal as refusal:
            error = {"error": {"code": refusal.code, "message": refusal.message}}
            more = {401: {"WWW-Authenticate": "Bearer"}, 405: {"Allow": "GET, POST"}}.get(refusal.status)
            reply = Reply(refusal.status, json.encode(error) + b"\n", _JSON, more)
        acted = reply.status in (401, 429) or request.method == "POST"
        self._report(
            "admin_acted" if acted else "admin_looked",
            {"address": request.address, "path": request.path, "code": reply.status},
        )
        return reply

    def _let_in(self, request: Request) -> None:
        address, now = subscriber(request.address), self._clock.now()
        if not self._wrong.has_one(address, now):
            raise Refusal(429, "too_many", "too many wrong tokens: wait a minute")
        given = request.headers.get("authorization", "").encode("latin-1", "replace")
        if not hmac.compare_digest(given, self._expected):
            self._wrong.take(address, now)
            raise Refusal(401, "wrong_token", "the token is missing or wrong")

    async def _do(self, request: Request) -> object:
        path, is_post = request.path, request.method == "POST"
        named = _ROOM.fullmatch(path)
        if path not in ("/v1/rooms", "/v1/nodes", "/v1/drain") and named is None:
            raise Refusal(404, "unknown_path", "there is nothing under this path")
        if request.method != ("POST" if path == "/v1/drain" or (named and named[2]) else "GET"):
            raise Refusal(405, "wrong_method", "GET looks, POST acts")
        if path == "/v1/rooms":
            return await self._overseer.rooms("here=1" in request.query.split("&"))
        if path == "/v1/nodes":
            return await self._overseer.nodes()
        if named is None:
            node = await self._overseer.drain(_read(request.body or b"{}", _Drain).node)
            return {"node": node}
        if not is_post:
            return await self._overseer.room(named[1])
        await self._overseer.close(named[1], _read(request.body, _Close).reason)
        return {"room": named[1]}


def _read(body: bytes, kind: type[T]) -> T:
    try:
        return json.decode(body, type=kind)
    except DecodeError as error:
        raise Refusal(400, "malformed", f"the body is not what is taken here: {error}") from None
