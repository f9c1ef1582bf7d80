"""What happens at a table, every kind of event."""

from __future__ import annotations

from typing import NamedTuple

from protocol import events as e
from protocol import view as v
from protocol.vocabulary import Transfer
from tests.protocol.samples.parts import (
    COMMIT,
    HIDDEN_KONG,
    INFO,
    MATCH_RESULT,
    NONCE,
    OTHER_RESULT,
    PONG,
    RESULT,
    tiles,
)

__all__ = ["EVENTS", "Happening"]


class Happening(NamedTuple):
    """An event and what it means."""

    meaning: str
    event: e.Event


EVENTS = (
    Happening("A match begins.", e.MatchStarted(INFO, (0, 0, 0, 0))),
    Happening(
        "A hand begins: here is what its secret will be held to.", e.HandStarted(1, COMMIT, 0, False, 2000)
    ),
    Happening("These nonces count; bots send none.", e.NoncesListed(1, (NONCE, "aa" * 32, "", ""))),
    Happening(
        "The deal, as seat 1 sees it.",
        e.Dealt(
            1,
            0,
            (3, 4),
            (None, tiles("1m 1m 4m 5m 9m 2p 3p 9p 9p 9p 9p 1z 5z"), None, None),
            (14, 13, 13, 13),
            83,
        ),
    ),
    Happening("Another seat draws: what, one does not see.", e.Drew(2, None, "head", "turn", 82)),
    Happening("Oneself draws in place of a kong.", e.Drew(1, "1z", "tail", "kong", 81)),
    Happening("Flowers are laid out.", e.FlowersLaid(3, tiles("1f 7z"))),
    Happening("2m is thrown as it was drawn; whoever may claim it is asked now.", e.Discarded(3, "2m", True)),
    Happening("Ready is declared with 3p.", e.Discarded(0, "3p", False, declares=True)),
    Happening("A kong is declared that may be robbed.", e.KongDeclared(0, "added_kong", "7p")),
    Happening("A pong is made.", e.Melded(0, PONG)),
    Happening("A concealed kong lies face down.", e.Melded(1, HIDDEN_KONG)),
    Happening("Seat 1 is sealed by seat 0.", e.Marked(v.Mark("sealed", seat=1, other=0, clause="NN-10.1"))),
    Happening(
        "The treasure indicator is turned back.", e.Marked(v.Mark("treasure", clause="LJ-4.4", on=False))
    ),
    Happening(
        "Money on the spot.",
        e.Paid((Transfer(2, 0, 20, "NJ-7.1", "open kong", "9s"),), (20, 0, -20, 0)),
    ),
    Happening("The hand is over, won on a discard.", e.HandEnded(RESULT)),
    Happening("The hand is over by a false win.", e.HandEnded(OTHER_RESULT)),
    Happening("The match is over.", e.MatchEnded(MATCH_RESULT)),
    Happening("Autopilot plays seat 1 from here.", e.ControlChanged(1, "autopilot", "timeouts")),
)
