"""How a connection reaches a room, wherever the room lives.

A gateway speaks to every room through a `Bus`: it posts an input, and what the room says comes by the hub. A
room of this node takes it in its mailbox; any other gets it through the store (`faraway.py`).
"""

from __future__ import annotations

from typing import Protocol

from server.effects import Input
from server.ports import Posted


class Bus(Protocol):
    """The way to rooms."""

    def post(self, room: str, what: Input) -> Posted:
        """Bring an input to a room's owner, at most once in effect.

        What is found out later, that there is no such room or that its owner is not to be had, is told to the
        connection that asked.
        """

    def come(self, room: str) -> None:
        """Take in that a room is here from now on: what is under way to it elsewhere goes to it here."""

    async def reach(self, room: str) -> bool:
        """Say whether there is such a room, here or elsewhere. Raises: StoreError."""
