"""Options of a ruleset (and of a room): described as data, read strictly, frozen once read.

One description serves the rule files, the room form, the differences shown to those who join, and the checks:
an option has a name, a default, either a range or a list of choices, and label and help in Chinese and
English. Unknown names are refused (CO-8, FORMATS).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from engine.errors import MalformedError

__all__ = ["Choice", "Option", "OptionSet", "Preset", "Value", "Values"]

Value: TypeAlias = bool | int | str
Values: TypeAlias = Mapping[str, Value]
"""Options as read: every option of the set by name; frozen."""


class Choice(NamedTuple):
    """One value an option may take, with its names."""

    value: Value
    zh: str
    en: str


class Option(NamedTuple):
    """One option. ``kind`` of its value follows from ``default``; a number has ``low`` and ``high``, a word
    has ``choices``.

    A number may have ``choices`` too; then only those. ``unit`` is for display (``s``, ``points`` …).
    """

    name: str
    default: Value
    zh: str
    en: str
    help_zh: str
    help_en: str
    clause: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    unit: str = ""

    def read(self, value: object, path: str) -> Value:
        """Check one value.

        Raises:
            MalformedError: wrong type, out of range, or not among the choices.
        """
        if type(value) is not type(self.default):
            raise MalformedError(path, f"option {self.name!r} takes {_type_name(self.default)}")
        assert isinstance(value, bool | int | str)
        if self.choices:
            if value not in [choice.value for choice in self.choices]:
                allowed = ", ".join(str(choice.value) for choice in self.choices)
                raise MalformedError(path, f"option {self.name!r} takes one of: {allowed}")
        elif isinstance(value, int) and not isinstance(value, bool) and not self.low <= value <= self.high:
            raise MalformedError(path, f"option {self.name!r} takes a number from {self.low} to {self.high}")
        return value

    def describe(self) -> dict[str, object]:
        """Describe the option for a form: everything but the code."""
        out: dict[str, object] = {
            "name": self.name, "default": self.default, "zh": self.zh, "en": self.en, "help_zh": self.help_zh,
            "help_en": self.help_en, "clause": self.clause, "unit": self.unit,
            "choices": [{"value": choice.value, "zh": choice.zh, "en": choice.en} for choice in self.choices],
        }  # fmt: skip
        if not self.choices and isinstance(self.default, int) and not isinstance(self.default, bool):
            out["low"], out["high"] = self.low, self.high
        return out


def _type_name(default: Value) -> str:
    return {bool: "true or false", int: "a whole number", str: "a word"}[type(default)]


class Preset(NamedTuple):
    """A named starting point: values that differ from the defaults."""

    name: str
    zh: str
    en: str
    values: Values
    clause: str


class OptionSet(NamedTuple):
    """All options of one ruleset or room, with its presets."""

    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()

    def defaults(self) -> Values:
        """Give every option its default."""
        return MappingProxyType({option.name: option.default for option in self.options})

    def read(self, given: Mapping[str, object], path: str = "$.options") -> Values:
        """Read options strictly; ``preset`` names a starting point, the rest stand over it.

        Raises:
            MalformedError: an unknown option or preset, a wrong type, a value out of range; names the option.
        """
        values: dict[str, Value] = dict(self.defaults())
        known = {option.name: option for option in self.options}
        if "preset" in given:
            values.update(self._preset(given["preset"], path))
        for name, value in given.items():
            if name == "preset" or name.startswith("x_"):
                continue
            option = known.get(name)
            if option is None:
                raise MalformedError(f"{path}.{name}", f"unknown option {name[:40]!r}")
            values[name] = option.read(value, f"{path}.{name}")
        return MappingProxyType(values)

    def _preset(self, name: object, path: str) -> Values:
        for preset in self.presets:
            if preset.name == name:
                return preset.values
        raise MalformedError(f"{path}.preset", "unknown preset")

    def differences(self, values: Values) -> dict[str, Value]:
        """List the options that differ from their defaults."""
        default = self.defaults()
        return {name: values[name] for name in default if values[name] != default[name]}
