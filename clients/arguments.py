"""What the commands of clients take as a number: one within bounds, or the line that names them."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable
from typing import TypeVar

__all__ = ["within"]

N = TypeVar("N", int, float)


def within(least: N, most: N, kind: Callable[[str], N]) -> Callable[[str], N]:
    """Return a reader of numbers for `argparse`; what it refuses is named with both bounds."""

    def read(text: str) -> N:
        with contextlib.suppress(ValueError):
            number = kind(text)
            if least <= number <= most:
                return number
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read
