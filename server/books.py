"""What can be looked up by anybody, as the desk needs it; `mapping.catalogue` makes it from the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from protocol.answers import Catalogue, RulesSheet
from protocol.vocabulary import Options


class BadOption(Exception):
    """Say which ruleset or option there is not, or which value it does not take; `field` names it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Books:
    """What can be looked up by anybody: the catalogue, and a ruleset's sheet under options.

    `sheet` raises `BadOption`.
    """

    catalogue: Callable[[], Catalogue]
    sheet: Callable[[str, Options], RulesSheet]
    has_ruleset: Callable[[str], bool]
