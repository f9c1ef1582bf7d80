"""A room's options as they go out: values, and what is not at its default."""

from __future__ import annotations

from engine.options import OptionSet, Values
from protocol.to_client import Difference

__all__ = ["Difference", "differences"]


def differences(
    ruleset: OptionSet, values: Values, room: OptionSet, room_values: Values, room_defaults: Values
) -> tuple[Difference, ...]:
    """List every option that is not at its default; a room's defaults follow from who plays."""
    return (
        *_differ("ruleset", ruleset, values, ruleset.defaults()),
        *_differ("room", room, room_values, room_defaults),
    )


def _differ(scope: str, options: OptionSet, values: Values, defaults: Values) -> list[Difference]:
    return [
        Difference(
            "ruleset" if scope == "ruleset" else "room", option.name, option.zh, option.en,
            values[option.name], defaults[option.name], option.clause,
        )
        for option in options.options
        if values[option.name] != defaults[option.name]
    ]  # fmt: skip
