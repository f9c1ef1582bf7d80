"""Addresses as people write them."""

from __future__ import annotations

import pytest

from clients.address import Address, BadAddress, read_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8765/", Address("ws://127.0.0.1:8765/ws", None)),
        ("127.0.0.1:8765", Address("ws://127.0.0.1:8765/ws", None)),
        ("play.example.org", Address("ws://play.example.org/ws", None)),
        ("https://play.example.org/r/K7MD", Address("wss://play.example.org/ws", "K7MD")),
        ("ws://[::1]:8765/ws", Address("ws://[::1]:8765/ws", None)),
        ("wss://play.example.org", Address("wss://play.example.org/ws", None)),
    ],
)
def test_an_address_leads_to_the_socket_and_a_link_into_the_room(text: str, address: Address) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["", "ftp://host/", "http://", "http://host:port/", "http://[::1/"])
def test_what_is_no_address_is_said_in_one_line(text: str) -> None:
    with pytest.raises(BadAddress) as caught:
        read_address(text)
    assert "\n" not in str(caught.value)
