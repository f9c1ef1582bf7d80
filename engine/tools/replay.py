"""``sifang replay FILE|-``: play a record again and print what every hand came to (FORMATS "Record").

Exit code 0; 2 for what is no record, 3 for an action that the rules refuse, 4 for a check that fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.replay import replay
from engine.tools.records import run

__all__ = ["USAGE", "main"]

USAGE = "usage: sifang replay FILE   (- reads standard input)"


def main(argv: Sequence[str]) -> int:
    """Replay a file's record and give the exit code; ``argv`` is what follows the command's name."""
    return run(argv, USAGE, lambda record: replay(record).as_json(), blunt=True)
