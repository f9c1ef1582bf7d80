"""What ``sifang replay`` and ``sifang verify`` share: a record in, JSON out, the exit codes of FORMATS."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from engine.errors import ActionRefused, Aspect, CheckFailed, MalformedError
from engine.record import Record
from engine.record_read import read_record
from engine.rulesets.registry import make_ruleset
from engine.tools import EXIT_MALFORMED, EXIT_OK, EXIT_REFUSED, error_json, print_json, read_json

__all__ = ["EXIT_FAILED", "run"]

EXIT_FAILED: Final = 4
"""A check, a result or a commitment does not hold."""


def run(argv: Sequence[str], usage: str, work: Callable[[Record], dict[str, object]], blunt: bool) -> int:
    """Read the record that ``argv`` names, work on it, print what comes of it and give the exit code.

    ``blunt``: whatever a record says otherwise than its actions is called an ``expectation``, as ``replay``
    does.
    """
    if list(argv) in (["-h"], ["--help"]):
        print(usage)
        return EXIT_OK
    if len(argv) != 1 or (argv[0].startswith("-") and argv[0] != "-"):
        print(usage, file=sys.stderr)
        return EXIT_MALFORMED
    outcome, code = _outcome(argv[0], work, blunt)
    print_json(outcome)
    return code


def _outcome(
    name: str, work: Callable[[Record], dict[str, object]], blunt: bool
) -> tuple[dict[str, object], int]:
    try:
        return work(read_record(read_json(name), make_ruleset)), EXIT_OK
    except MalformedError as error:
        return error_json(error)
    except ActionRefused as error:
        code, exit_code = error.code.value, EXIT_REFUSED
        hand, action, message = error.hand, error.action, error.message
    except CheckFailed as error:
        code, exit_code = (Aspect.EXPECTATION if blunt else error.aspect).value, EXIT_FAILED
        hand, action, message = error.hand, error.action, error.message
    members: dict[str, object] = {"code": code, "hand": hand}
    if action is not None:
        members["action"] = action
    return {"error": {**members, "message": message, "exit": exit_code}}, exit_code
