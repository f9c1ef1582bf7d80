"""``sifang score FILE|-``: settle positions (FORMATS "Position").

One position gives one outcome and its exit code: 0, 2 for what is no lawful position, 3 for a win that is
none. A list gives the list of outcomes, errors included, and 0.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from engine.errors import MalformedError, RuleRefusal
from engine.position import read_position, score_position
from engine.rulesets.registry import POSITION_RULES
from engine.tools import EXIT_MALFORMED, EXIT_OK, error_json, print_json, read_json

__all__ = ["USAGE", "main"]

USAGE: Final = "usage: sifang score FILE   (- reads standard input)"
_CASE: Final = "position"


def main(argv: Sequence[str]) -> int:
    """Score a file's positions and give the exit code; ``argv`` is what follows the command's name."""
    if list(argv) in (["-h"], ["--help"]):
        print(USAGE)
        return EXIT_OK
    if len(argv) != 1 or (argv[0].startswith("-") and argv[0] != "-"):
        print(USAGE, file=sys.stderr)
        return EXIT_MALFORMED
    try:
        data = read_json(argv[0])
    except MalformedError as error:
        refused, code = error_json(error)
        print_json(refused)
        return code
    outcome, code = _score_file(data)
    print_json(outcome)
    return code


def _score_file(data: object) -> tuple[object, int]:
    if isinstance(data, list):
        return [_score_listed(member, f"$[{index}]")[0] for index, member in enumerate(data)], EXIT_OK
    return _score(data, "$")


def _score_listed(member: object, path: str) -> tuple[dict[str, object], int]:
    if isinstance(member, dict) and _CASE in member:
        return _score(member[_CASE], f"{path}.{_CASE}")
    return _score(member, path)


def _score(data: object, path: str) -> tuple[dict[str, object], int]:
    try:
        return score_position(read_position(data, POSITION_RULES, path)), EXIT_OK
    except (MalformedError, RuleRefusal) as error:
        return error_json(error)
