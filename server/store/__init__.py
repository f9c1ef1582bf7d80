"""The durable store: rooms, journals, players, records, signs of life."""

from server.store.base import (
    Append,
    Appended,
    Beat,
    Beats,
    Entry,
    Journal,
    JournalConflict,
    Message,
    OutcomeUnknown,
    Publication,
    RoomExists,
    RoomHead,
    StaleEpoch,
    Store,
    StoreDown,
    StoreError,
    StoreRefused,
    Subscriber,
)
from server.store.memory import MemoryStore
from server.store.repeat import append_until_answered

__all__ = [
    "Append",
    "Appended",
    "Beat",
    "Beats",
    "Entry",
    "Journal",
    "JournalConflict",
    "MemoryStore",
    "Message",
    "OutcomeUnknown",
    "Publication",
    "RoomExists",
    "RoomHead",
    "StaleEpoch",
    "Store",
    "StoreDown",
    "StoreError",
    "StoreRefused",
    "Subscriber",
    "append_until_answered",
]
