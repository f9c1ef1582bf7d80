"""Where a request comes from: whose address it counts under, whose page it is, whether it is this machine.

An address that the peer only claims is believed only of proxies that were named. A browser says which page it
speaks for (`Origin`); one that is not ours is refused, which leaves nothing for another site to do here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

from server.ratelimit import subscriber

_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
_PORTS = {"http": 80, "https": 443}


class Addresses:
    """Judges addresses and origins by the settings."""

    def __init__(self, trusted_proxies: Sequence[str], origins: Sequence[str]) -> None:
        self._trusted: list[_Network] = [ipaddress.ip_network(one, strict=False) for one in trusted_proxies]
        self._origins = {one.lower() for one in origins}

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return what a request counts under; `forwarded` are its `X-Forwarded-For` headers, in order.

        From the right, the first address that is no trusted proxy's is the client's: what stands before it
        anybody could have written.
        """
        address = peer
        hops = [hop.strip() for line in forwarded for hop in line.split(",")]
        while hops and self._is_trusted(address):
            address = hops.pop()
        return subscriber(address)

    def is_ours(self, origin: str | None, host: str | None) -> bool:
        """Say whether a page of this origin may connect; a client that is no page has none."""
        if origin is None or origin.lower() in self._origins:
            return True
        try:
            page = urlsplit(origin)
            here = urlsplit(f"//{host or ''}")
            port = page.port or _PORTS.get(page.scheme)
            own_port = here.port or _PORTS.get(page.scheme)
        except ValueError:
            return False
        return bool(page.hostname) and (page.hostname, port) == (here.hostname, own_port)

    def is_local(self, peer: str, own: str, forwarded: Sequence[str]) -> bool:
        """Say whether a request was made on this machine, by its two ends; what was forwarded was not."""
        if forwarded:
            return False
        try:
            return ipaddress.ip_address(peer).is_loopback or peer == own
        except ValueError:
            return False

    def _is_trusted(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._trusted)
