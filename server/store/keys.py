"""The names of all keys and channels.

Everything of one room carries its id as hash tag, so that in a cluster it lies in one slot and one script can
work on it. What belongs to no room has a tag of its own kind or none. No other file builds a key.
"""

from __future__ import annotations

ROOMS = "sifang:rooms"
BEATS = "sifang:beats"
FREE = "sifang:free"
DRAINING = "sifang:draining"
MARK = "sifang:mark"
SERVER_KEY = "sifang:server_key"
RECORDS = "sifang:records"
STARTS = "sifang:starts"


def head(room: str) -> str:
    """Return the hash of a room: epoch, owner, base, meta."""
    return f"sifang:{{{room}}}:head"


def journal(room: str) -> str:
    """Return the list of a room's journal."""
    return f"sifang:{{{room}}}:journal"


def channel(room: str, view: str) -> str:
    """Return the channel that carries one view of a room, masked and numbered."""
    return f"sifang:{{{room}}}:view:{view}"


def node(owner: str) -> str:
    """Return the channel of one start of one node: what is meant for it alone."""
    return f"sifang:node:{{{owner}}}"


def code(invite: str) -> str:
    """Return the key of an invite code; its value is the room's id."""
    return f"sifang:code:{invite}"


def player(ident: str) -> str:
    """Return the key of a player's record."""
    return f"sifang:player:{ident}"


def speaker(player: str) -> str:
    """Return the key of the connection that speaks for a player: counter, node's number, node's owner."""
    return f"sifang:{{{player}}}:speaker"


def member(player: str) -> str:
    """Return the key of where a player is a member: the room's id, and what the room says of it."""
    return f"sifang:{{{player}}}:member"


def queue(ruleset: str) -> str:
    """Return the key of who waits for a quick match of a ruleset."""
    return f"sifang:queue:{ruleset}"


def lobby(owner: str) -> str:
    """Return the key of what a start of a node lists."""
    return f"sifang:lobby:{owner}"


def once(secret: str) -> str:
    """Return the key of a one-time code."""
    return f"sifang:once:{secret}"


def record(ident: str) -> str:
    """Return the key of a finished match's record."""
    return f"sifang:record:{ident}"
