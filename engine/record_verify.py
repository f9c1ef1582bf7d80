"""Hold a record against its own commitments (CO-5.1): ``sifang verify``.

Checked are, hand by hand: that the secret is the one committed to; who deals, the first dealer by the dice;
that the actions can have been played on the wall that secret and nonces determine; that they come to the
result. A stacked wall commits to nothing, so of it only the dealer and the result are held to.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import ActionRefused, Aspect, CheckFailed, RecordError
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
            _check_commitment(number, hand, hand.wall)
            if not number:
                _check_first(record, hand, hand.wall)
        _check_play(playing, hand)
    return Verified(len(record.hands), seeded, committed)


def _check_commitment(number: int, hand: HandRecord, wall: SeededWall) -> None:
    if hand.commit is not None and commitment(wall.secret) != hand.commit:
        raise CheckFailed(number, None, Aspect.COMMITMENT, "the seed is not the one that was committed to")


def _check_first(record: Record, hand: HandRecord, wall: SeededWall) -> None:
    """Hold the first hand to the dice. Dice and wall come from one secret: if the hand cannot have been
    played by either dealer, the wall is another."""
    dealer = first_dealer(*wall)
    if hand.dealer not in (None, dealer):
        if not any(_can_be_played(record, hand._replace(dealer=seat)) for seat in (hand.dealer, dealer)):
            raise CheckFailed(0, None, Aspect.WALL, "the actions cannot have been played on this wall")
        raise CheckFailed(0, None, Aspect.DEALER, f"the dice make seat {dealer} the first dealer")
    if hand.streak or hand.heated:
        raise CheckFailed(0, None, Aspect.DEALER, "a match begins with no streak and no heat")


def _can_be_played(record: Record, hand: HandRecord) -> bool:
    try:
        Replay(record._replace(hands=(hand,))).play_hand()
    except RecordError as error:
        return isinstance(error, CheckFailed)
    return True


def _check_play(playing: Replay, hand: HandRecord) -> None:
    seeded = isinstance(hand.wall, SeededWall)
    try:
        playing.play_hand()
    except ActionRefused as error:
        acted = error.action is not None and error.action < len(hand.actions)
        aspect = Aspect.WALL if seeded and acted else Aspect.RESULT
        message = f"cannot have been played so: {error.message}"
        raise CheckFailed(error.hand, error.action, aspect, message) from error
    except CheckFailed as error:
        aspect = Aspect.RESULT if error.aspect is Aspect.EXPECTATION else error.aspect
        raise CheckFailed(error.hand, error.action, aspect, error.message) from error
