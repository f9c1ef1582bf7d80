"""Playing and watching from Python: a client that keeps its connection, its seat, and the server honest.

    async with Client("ws://127.0.0.1:8765/ws", name="甲") as client:
        room = await client.create_room("nanning", bots=3)
        await room.begin()
        async for prompt in room.prompts():
            await room.act(prompt, policy.choose(room.table, room.seat, prompt))

``Client`` and ``Room`` are the asyncio shell; ``session`` underneath has no I/O and may be driven by hand.
"""

from clients.sdk.client import Client, ConnectionState
from clients.sdk.errors import FairnessBroken, Gone, Refused, RoomOver, SdkError, Unreachable
from clients.sdk.fairness import Fault, HandCheck
from clients.sdk.room import Room
from clients.sdk.session import Habits, Session
from clients.sdk.waiting import Clock, RealClock, Subscription

__all__ = [
    "Client", "Clock", "ConnectionState", "FairnessBroken", "Fault", "Gone", "Habits", "HandCheck",
    "RealClock", "Refused", "Room", "RoomOver", "SdkError", "Session", "Subscription", "Unreachable",
]  # fmt: skip
