"""How often somebody may do something: token buckets, one or one for each address.

Time is handed in, in milliseconds. A book of addresses forgets whoever has been quiet long enough to have his
full allowance again, so it holds no more than who is active.
"""

from __future__ import annotations

import ipaddress
from typing import Final

_FORGET_ABOVE: Final = 1024
_IPV6_SHARED: Final = 64
"""Bits of an IPv6 address that are one subscriber's."""


class Bucket:
    """An allowance of `burst`, refilled at `per_s` a second."""

    __slots__ = ("_at", "_burst", "_left", "_per_ms")

    def __init__(self, per_s: float, burst: float, now: int) -> None:
        self._per_ms = per_s / 1000
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: int) -> int:
        """Take one; return 0, or, if there is none, the ms until there will be."""
        self._refill(now)
        if self._left >= 1:
            self._left -= 1
            return 0
        return max(1, round((1 - self._left) / self._per_ms))

    def is_full(self, now: int) -> bool:
        """Say whether the whole allowance is there."""
        self._refill(now)
        return self._left >= self._burst

    def has_one(self, now: int) -> bool:
        """Say whether one could be taken."""
        self._refill(now)
        return self._left >= 1

    def _refill(self, now: int) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._per_ms)
        self._at = now


class PerAddress:
    """An allowance a minute for each address."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._buckets: dict[str, Bucket] = {}
        self._tidy_at = _FORGET_ABOVE

    def take(self, address: str, now: int) -> int:
        """Take one for an address; return 0, or the ms until there will be one."""
        return self._bucket(address, now).take(now)

    def has_one(self, address: str, now: int) -> bool:
        """Say whether an address could take one."""
        bucket = self._buckets.get(address)
        return bucket is None or bucket.has_one(now)

    def _bucket(self, address: str, now: int) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._tidy_at:
                self._buckets = {who: one for who, one in self._buckets.items() if not one.is_full(now)}
                # Looked through again only when as many have come anew: a flood of addresses costs little.
                self._tidy_at = max(_FORGET_ABOVE, 2 * len(self._buckets))
            bucket = self._buckets[address] = Bucket(self._per_minute / 60, self._per_minute, now)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)


def subscriber(address: str) -> str:
    """Return what an address is counted under: itself, or its network where that is one subscriber's."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, _IPV6_SHARED), strict=False).network_address)
    return str(parsed)
