"""Where a server is, as people write it: the page's address, an invite link, or just host and port."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from clients.sdk import SdkError

__all__ = ["Address", "BadAddress", "DEFAULT", "read_address"]

DEFAULT: Final = "http://127.0.0.1:8765/"
"""Where `sifang serve` listens when nothing else is said."""
_SCHEMES: Final = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_SOCKET: Final = "/ws"


class BadAddress(SdkError):
    """Raised for an address that is none."""


class Address(NamedTuple):
    """A server's socket, and the invite code if the address was a link into a room."""

    url: str
    code: str | None


def read_address(text: str) -> Address:
    """Read an address or an invite link. Raises: BadAddress."""
    whole = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(whole)
        port = parts.port
    except ValueError:
        raise BadAddress(f"{text!r} is no address") from None
    scheme = _SCHEMES.get(parts.scheme)
    if scheme is None or not parts.hostname:
        raise BadAddress(f"{text!r} is no address: http://host:port/ or a link into a room")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    way = [step for step in parts.path.split("/") if step]
    code = way[1] if len(way) == 2 and way[0] == "r" else None
    return Address(f"{scheme}://{host}{'' if port is None else f':{port}'}{_SOCKET}", code)
