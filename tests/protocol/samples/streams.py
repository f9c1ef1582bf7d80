"""Runs of events to be folded: a snapshot, what happens then, for several viewers and every kind of event."""

from __future__ import annotations

from typing import NamedTuple

from protocol import events as e
from protocol import view as v
from protocol.to_client import Snapshot
from protocol.vocabulary import Meld, Transfer
from tests.protocol.samples.parts import COMMIT, INFO, MATCH_RESULT, NONCE, OTHER_RESULT, RESULT, ROOM, tiles

__all__ = ["STREAMS", "Stream"]


class Stream(NamedTuple):
    """A snapshot and the events after it."""

    meaning: str
    start: Snapshot
    events: tuple[e.Event, ...]


EMPTY = v.TableView("lobby")
START = (
    e.MatchStarted(INFO, (0, 0, 0, 0)),
    e.HandStarted(1, COMMIT, 0, False, 2000),
    e.NoncesListed(1, (NONCE, "", "", "")),
)

OWN = (
    *START,
    e.Dealt(
        1, 0, (3, 4), (tiles("2m 2m 3m 5m 5m 5m 6p 6p 6p 7s 8s 9s 1z 4f"), None, None, None),
        (14, 13, 13, 13), 83,
    ),
    e.FlowersLaid(0, tiles("4f")),
    e.Drew(0, "5m", "tail", "flower", 82),
    e.Paid((Transfer(1, 0, 20, "NJ-7.3", "flower kong"),), (20, -20, 0, 0)),
    e.Melded(0, Meld("concealed_kong", tiles("5m 5m 5m 5m"))),
    e.Drew(0, "1z", "tail", "kong", 81),
    e.Marked(v.Mark("wild", tiles=tiles("5s"), clause="ZJ-2.1")),
    e.Discarded(0, "3m", False),
    e.Drew(1, None, "head", "turn", 80),
    e.Discarded(1, "2m", True),
    e.Melded(0, Meld("pong", tiles("2m 2m 2m"), 1, "2m")),
    e.Discarded(0, "7s", False),
    e.Melded(1, Meld("chow", tiles("6s 7s 8s"), 0, "7s")),
    e.Discarded(1, "6p", False, declares=True),
    e.Marked(v.Mark("ready", seat=1, clause="LJ-3.1")),
    e.Melded(0, Meld("open_kong", tiles("6p 6p 6p 6p"), 1, "6p")),
    e.Drew(0, "2m", "tail", "kong", 79),
    e.KongDeclared(0, "added_kong", "2m"),
    e.Melded(0, Meld("added_kong", tiles("2m 2m 2m 2m"), 1, "2m")),
    e.Drew(0, "9p", "tail", "kong", 78),
    e.Discarded(0, "9p", True),
    e.ControlChanged(2, "autopilot", "timeouts"),
    e.Marked(v.Mark("ready", seat=1, clause="LJ-3.1", tiles=tiles("3p"))),
    e.Marked(v.Mark("wild", on=False)),
    e.Marked(v.Mark("treasure", on=False)),
)  # fmt: skip

PUBLIC = (
    *START,
    e.Dealt(1, 3, (6, 6), (None, None, None, None), (13, 13, 13, 14), 83),
    e.FlowersLaid(3, tiles("1f")),
    e.Drew(3, None, "tail", "flower", 82),
    e.Melded(3, Meld("concealed_kong", ())),
    e.Drew(3, None, "tail", "kong", 81),
    e.Discarded(3, "2p", False),
    e.Melded(1, Meld("open_kong", tiles("2p 2p 2p 2p"), 3, "2p")),
    e.Drew(1, None, "tail", "kong", 80),
    e.Discarded(1, "9s", True),
    e.HandEnded(RESULT),
    e.HandStarted(2, COMMIT, 1, True, 2000, dealer=0),
    e.NoncesListed(2, ("", "", "", "")),
    e.Dealt(2, 0, (), (None, None, None, None), (14, 13, 13, 13), 83),
    e.HandEnded(OTHER_RESULT),
    e.MatchEnded(MATCH_RESULT),
)

STREAMS = (
    Stream(
        "A hand as its dealer sees it, with every kind of meld.", Snapshot(ROOM, "seat0", 1, 0, EMPTY), OWN
    ),
    Stream(
        "Two hands as the public sees them, to the match's end.",
        Snapshot(ROOM, "public", 2, 40, EMPTY),
        PUBLIC,
    ),
)
