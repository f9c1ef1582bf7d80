"""Where the feed is: a broker's address, the topics, and the key that tells an event that comes twice."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

__all__ = [
    "ANY_NODE", "LOBBY", "BadBroker", "Broker", "events_topic", "key_of", "node_topic", "read_broker",
    "state_topic",
]  # fmt: skip

_ROOT: Final = "sifang/v1"
LOBBY: Final = f"{_ROOT}/lobby"
"""Where each node lists its rooms that have a feed."""
ANY_NODE: Final = f"{_ROOT}/nodes/+/status"
"""The status of every node."""
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_IN_TOPICS: Final = str.maketrans("/+#", "___")


def state_topic(room: str) -> str:
    """Give the topic of a room's state."""
    return f"{_ROOT}/rooms/{room.translate(_IN_TOPICS)}/state"


def events_topic(room: str) -> str:
    """Give the topic of a room's events."""
    return f"{_ROOT}/rooms/{room.translate(_IN_TOPICS)}/events"


def node_topic(node: str) -> str:
    """Give the topic of a node's status."""
    return f"{_ROOT}/nodes/{node.translate(_IN_TOPICS)}/status"


def key_of(room: str, inc: int, n: int) -> str:
    """Give an event's key, by which one that comes twice is known."""
    return f"{room}/{inc}/{n}"


class BadBroker(ValueError):
    """Raised for an address that is no broker's. It does not hold the address, which may hold a password."""


class Broker(NamedTuple):
    """Where a broker is, and how one comes in."""

    host: str
    port: int
    tls: bool
    user: str | None
    password: str | None


def read_broker(url: str) -> Broker:
    """Read a broker's address: ``mqtt://user:password@host:port`` or, with TLS, ``mqtts://``.

    Raises:
        BadBroker: it is none; says why.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadBroker("its host or port does not read") from None
    if parts.scheme not in _PORTS:
        raise BadBroker("it begins with neither mqtt:// nor mqtts://")
    if not parts.hostname or port == 0:
        raise BadBroker("it names no host, or no port that can be")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadBroker("nothing may follow host and port")
    if parts.password is not None and not parts.username:
        raise BadBroker("it has a password and no user")
    user = unquote(parts.username) if parts.username else None
    password = None if parts.password is None else unquote(parts.password)
    return Broker(parts.hostname, port or _PORTS[parts.scheme], parts.scheme == "mqtts", user, password)
