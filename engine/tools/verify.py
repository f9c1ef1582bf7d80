"""``sifang verify FILE|-``: check that a record's deal and results are honest (CO-5.1, FORMATS "Record").

Exit code 0 when everything that can be checked holds; 4 when something does not, with which aspect of which
hand; 2 for what is no record.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.record_verify import verify
from engine.tools.records import run

__all__ = ["USAGE", "main"]

USAGE = "usage: sifang verify FILE   (- reads standard input)"


def main(argv: Sequence[str]) -> int:
    """Verify a file's record and give the exit code; ``argv`` is what follows the command's name."""
    return run(argv, USAGE, lambda record: verify(record).as_json(), blunt=False)
