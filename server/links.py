"""The addresses a server prints when it is up: the page, the seat that was prepared, the link for friends."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable


def local_address() -> str:
    """Return this machine's address on the net, as others see it; loopback if it has none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def links(host: str, port: int, invite: str, practice: bool, own: Callable[[], str] = local_address) -> str:
    """Return the lines to print; `own` finds the address to show where the server listens on all."""
    base = f"http://{shown_host(host, own)}:{port}"
    if not practice:
        return f"Sifang 四方  {base}/\n"
    return f"play     {base}/play\nfriends  {base}/r/{invite}\n"


def shown_host(host: str, own: Callable[[], str] = local_address) -> str:
    """Return a host as it stands in an address that others can open."""
    try:
        parsed = ipaddress.ip_address(host)
    except ValueError:
        return host or own()
    if parsed.is_unspecified:
        return own()
    return f"[{host}]" if parsed.version == 6 else host
