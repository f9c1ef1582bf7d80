"""The durable store: rooms, journals, players, records, signs of life."""

from server.store.base import (
    Append,
    Appended,
    Beats,
    Entry,
    Journal,
    JournalConflict,
    Message,
    OutcomeUnknown,
    Owner,
    Publication,
    RoomExists,
    RoomHead,
    StaleEpoch,
    Store,
    StoreDown,
    StoreError,
    StoreFault,
    StoreRefused,
    Subscriber,
)
from server.store.health import Health
from server.store.memory import MemoryStore
from server.store.redis_store import RedisStore, open_store
from server.store.repeat import append_until_answered

__all__ = [
    "Append",
    "Appended",
    "Beats",
    "Entry",
    "Health",
    "Journal",
    "JournalConflict",
    "MemoryStore",
    "Message",
    "OutcomeUnknown",
    "Owner",
    "Publication",
    "RedisStore",
    "RoomExists",
    "RoomHead",
    "StaleEpoch",
    "Store",
    "StoreDown",
    "StoreError",
    "StoreFault",
    "StoreRefused",
    "Subscriber",
    "append_until_answered",
    "open_store",
]
