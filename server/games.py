"""The games that can be played here, as the room needs them: options read, rules made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.options import OptionSet
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS, make_ruleset

__all__ = ["Games", "RegisteredGames"]


class Games(Protocol):
    """Every ruleset by its key."""

    def make(self, key: str, options: Mapping[str, object], timeout_wins: bool) -> Ruleset:
        """Put a ruleset together.

        Raises:
            MalformedError: an unknown ruleset or option, or a value it does not take.
        """

    def options(self, key: str) -> OptionSet:
        """Give a ruleset's options."""


class RegisteredGames:
    """The games of the engine's registry."""

    def make(self, key: str, options: Mapping[str, object], timeout_wins: bool) -> Ruleset:
        """See ``Games.make``."""
        return make_ruleset(key, options, timeout_wins)

    def options(self, key: str) -> OptionSet:
        """See ``Games.options``."""
        return RULESETS[key].position.options
