"""Hold a record against its own commitments (CO-5.1): ``sifang verify``.

Checked are, hand by hand: that the secret is the one committed to; who deals, the first dealer by the dice;
that the actions can have been played on the wall that secret and nonces determine; that they come to the
result. A stacked wall commits to nothing, so of it only the dealer and the result are held to.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import ActionRefused, Aspect, CheckFailed
from engine.match import first_dealer
from engine.record import HandRecord, Record, SeededWall
from engine.replay import Replay
from engine.shuffle import commitment

__all__ = ["Verified", "verify"]


class Verified(NamedTuple):
    """How much of a record could be checked, all of which holds: hands, of them with a secret, with a
    commitment."""

    hands: int
    seeded: int
    committed: int

    def as_json(self) -> dict[str, object]:
        """Write it for ``sifang verify``."""
        return {"verified": True, "hands": self.hands, "seeded": self.seeded, "committed": self.committed}


def verify(record: Record) -> Verified:
    """Check everything that can be checked.

    Raises:
        CheckFailed: something does not hold; its aspect is commitment, wall, dealer or result.
        MalformedError: see ``replay``.
    """
    playing = Replay(record)
    seeded = committed = 0
    for number, hand in enumerate(record.hands):
        if isinstance(hand.wall, SeededWall):
            seeded += 1
            committed += hand.commit is not None
            _check_seeded(number, hand, hand.wall)
        _check_play(playing, hand)
    return Verified(len(record.hands), seeded, committed)


def _check_seeded(number: int, hand: HandRecord, wall: SeededWall) -> None:
    if hand.commit is not None and commitment(wall.secret) != hand.commit:
        raise CheckFailed(number, None, Aspect.COMMITMENT, "the seed is not the one that was committed to")
    if number:
        return
    dealer = first_dealer(*wall)
    if hand.dealer not in (None, dealer):
        raise CheckFailed(number, None, Aspect.DEALER, f"the dice make seat {dealer} the first dealer")
    if hand.streak or hand.heated:
        raise CheckFailed(number, None, Aspect.DEALER, "a match begins with no streak and no heat")


def _check_play(playing: Replay, hand: HandRecord) -> None:
    seeded = isinstance(hand.wall, SeededWall)
    try:
        playing.play_hand()
    except ActionRefused as error:
        aspect = Aspect.WALL if seeded else Aspect.RESULT
        message = f"cannot have been played so: {error.message}"
        raise CheckFailed(error.hand, error.action, aspect, message) from error
    except CheckFailed as error:
        aspect = Aspect.RESULT if error.aspect is Aspect.EXPECTATION else error.aspect
        raise CheckFailed(error.hand, error.action, aspect, error.message) from error
