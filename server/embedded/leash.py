"""Become another program that dies when its parent does: `leash.py SIGNAL PARENT PROGRAM ARGUMENT...`.

Run as a script of its own, so that no Python code need run between fork and exec of a program with threads.
Linux keeps the leash across exec; other systems have none, there a child watches its standard input instead.
"""

from __future__ import annotations

import ctypes
import os
import sys

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Put the leash on and become the program."""
    signal_number, parent, program = int(arguments[0]), int(arguments[1]), arguments[2]
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if os.getppid() != parent:  # it died before the leash was on
        sys.exit(1)
    try:
        os.execv(program, arguments[2:])
    except OSError as error:
        sys.exit(f"{program} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
