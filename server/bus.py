"""How a node reaches a room and hears of it, wherever the room lives.

A gateway speaks to every room through a `Bus` and says which views of which rooms it has listeners for.
With one node all rooms are here: what is posted goes straight into the mailbox and what rooms say comes by
the hub, so there is nothing to subscribe to. Between nodes the same three words go over the store's channels.
"""

from __future__ import annotations

from typing import Protocol

from protocol.vocabulary import View
from server.effects import Input
from server.ports import House, Posted


class Bus(Protocol):
    """The way to rooms."""

    def post(self, room: str, what: Input) -> Posted:
        """Bring an input to a room's owner, at most once."""

    def listen(self, room: str, view: View) -> None:
        """Say that somebody here listens to a view from now on."""

    def ignore(self, room: str, view: View) -> None:
        """Say that nobody here listens to a view any more."""


class LocalBus:
    """The bus of a node that is alone."""

    def __init__(self, house: House) -> None:
        self._house = house

    def post(self, room: str, what: Input) -> Posted:
        """See `Bus.post`."""
        return self._house.post(room, what)

    def listen(self, room: str, view: View) -> None:
        """See `Bus.listen`: what the rooms of this node say reaches the hub by itself."""

    def ignore(self, room: str, view: View) -> None:
        """See `Bus.ignore`."""
