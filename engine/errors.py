"""What can go wrong in the engine, split by whose fault it is.

* ``NotationError``    the text of a tile or file is at fault; nothing was tried.
* ``MalformedError``   a position, record or option is no lawful input; names its ``path``. Exit code 2.
* ``RuleRefusal``      the rules refuse what was asked: a closed code (``Code``). Exit code 3.
  ``IllegalCommand``   the same at the table: a command that is not on offer. It changed nothing.
* ``RecordError``      a record's replay stops at a hand and an action of it.
  ``ActionRefused``    the rules refuse the action, with their ``Code``. Exit code 3.
  ``CheckFailed``      a check, a result or the deal does not hold (``Aspect``). Exit code 4.
* ``InvariantBroken``  our fault: stop the table and raise the alarm.

Tests assert codes and paths, never wording.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "ActionRefused", "Aspect", "CheckFailed", "Code", "EngineError", "IllegalCommand", "InvariantBroken",
    "MalformedError", "NotationError", "RecordError", "RuleRefusal",
]  # fmt: skip


class Code(StrEnum):
    """Why the rules refuse something (FORMATS, "Error codes of the rules")."""

    NOT_A_WIN = "not_a_win"
    BELOW_MINIMUM = "below_minimum"
    SEALED = "sealed"
    BARRED = "barred"
    INSURED = "insured"
    NOT_READY = "not_ready"
    TREASURE = "treasure"
    NOT_YOUR_TURN = "not_your_turn"
    NO_REPLACEMENT = "no_replacement"
    NOT_OFFERED = "not_offered"
    STALE = "stale"


class EngineError(Exception):
    """Base of all errors the engine raises on purpose."""


class NotationError(EngineError):
    """Raised for text that is no tile or run of tiles."""


class MalformedError(EngineError):
    """Raised for input that is no lawful position, record or set of options.

    ``path`` names the field at fault, such as ``$.wins[0].concealed``.
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{message} (at {path})")
        self.path = path
        self.message = message


class RuleRefusal(EngineError):
    """Raised where the rules refuse what was asked; ``code`` says why, ``clause`` by which rule, where one
    says so."""

    def __init__(self, code: Code, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause


class IllegalCommand(RuleRefusal):
    """Raised by ``decide`` for a command that is not on offer; the state is untouched."""


class InvariantBroken(EngineError):
    """Raised when the engine finds its own books wrong; the table must stop."""


class RecordError(EngineError):
    """Base of what a record's replay finds, at which hand and action (indices; ``None``: at none)."""

    def __init__(self, hand: int, action: int | None, message: str) -> None:
        super().__init__(message)
        self.hand = hand
        self.action = action
        self.message = message


class ActionRefused(RecordError):
    """Raised for an action of a record that the rules refuse."""

    def __init__(self, hand: int, action: int, code: Code, message: str) -> None:
        super().__init__(hand, action, message)
        self.code = code


class Aspect(StrEnum):
    """What of a record does not hold (``CheckFailed``; FORMATS, ``sifang verify``)."""

    EXPECTATION = "expectation"
    COMMITMENT = "commitment"
    WALL = "wall"
    DEALER = "dealer"
    RESULT = "result"


class CheckFailed(RecordError):
    """Raised where a record says otherwise than its own deal and actions; ``aspect`` says in what."""

    def __init__(self, hand: int, action: int | None, aspect: Aspect, message: str) -> None:
        super().__init__(hand, action, message)
        self.aspect = aspect
