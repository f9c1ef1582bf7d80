"""``sifang rules [RULESET]``: list the rulesets, or print the sheet of one.

Exit code 0; 2 for a ruleset or option there is not, with one line on standard error: what is printed here is
for people. ``NAME=VALUE`` after the ruleset shows the sheet under
other options.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import MalformedError
from engine.notation import format_tiles
from engine.options import Option
from engine.rulesets.registry import RULESETS, make_ruleset, make_sheet
from engine.sheet import SheetRow, shown
from engine.tools import EXIT_MALFORMED, EXIT_OK

__all__ = ["USAGE", "main"]

USAGE: Final = "usage: sifang rules [RULESET [OPTION=VALUE ...]]"


def main(argv: Sequence[str]) -> int:
    """Print the list or a sheet and give the exit code; ``argv`` is what follows the command's name."""
    if argv and argv[0] in ("-h", "--help"):
        print(USAGE)
        return EXIT_OK
    try:
        lines = list(_list() if not argv else _sheet(argv[0], _options(argv[0], argv[1:])))
    except MalformedError as error:
        print(f"sifang rules: {error.message}", file=sys.stderr)
        return EXIT_MALFORMED
    print("\n".join(lines))
    return EXIT_OK


def _list() -> Iterator[str]:
    for key in RULESETS:
        rules = make_ruleset(key, {})
        about = f"{rules.tile_set.size} tiles, revision {rules.revision}"
        yield f"{key:12}{rules.name_zh}  {rules.name_en} ({about})"


def _options(key: str, words: Sequence[str]) -> dict[str, object]:
    """Read ``NAME=VALUE`` words; numbers and true/false as such, by what the option takes."""
    described = RULESETS.get(key)
    known = () if described is None else described.position.options.options
    kinds = {option.name: type(option.default) for option in known}
    options: dict[str, object] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise MalformedError(f"$.options.{name}", f"write options as NAME=VALUE, not {word[:40]!r}")
        options[name] = _value(kinds.get(name, str), text)
    return options


def _value(kind: type, text: str) -> object:
    if kind is bool and text in ("true", "false"):
        return text == "true"
    if kind is int and text.removeprefix("-").isdecimal():
        return int(text)
    return text


def _sheet(key: str, given: dict[str, object]) -> Iterator[str]:
    if key not in RULESETS:
        known = ", ".join(RULESETS)
        raise MalformedError("$.ruleset", f"there is no ruleset {key[:40]!r}; there are {known}")
    made = make_sheet(key, given)
    rules = made.rules
    yield f"{rules.name_zh}  {rules.name_en}  ({key}/{rules.revision})"
    described = {option.name: option for option in RULESETS[key].position.options.options}
    *statements, options_section = made.sections
    for section in statements:
        yield from ("", f"## {section.zh}  {section.en}")
        for row in section.rows:
            yield from _row(row)
    yield from ("", f"## {options_section.zh}  {options_section.en}")
    for row in options_section.rows:
        yield from _option(row, described[row.id])


def _row(row: SheetRow) -> Iterator[str]:
    value = "" if row.value is None else f"  = {row.value} {_counted(row.value, row.unit)}"
    yield f"  {row.zh}  {row.en}{value}  [{row.clause}]"
    yield f"      {row.text_zh}"
    yield f"      {row.text_en}"
    if row.tiles:
        yield f"      {format_tiles(row.tiles)}"


def _counted(value: int, unit: str) -> str:
    """Write the unit of a value; all are English plurals, or the same for one and many."""
    return unit.removesuffix("s") if value == 1 else unit


def _option(row: SheetRow, option: Option) -> Iterator[str]:
    zh, en = shown(option, option.default)
    yield f"  {row.zh}  {row.en}  [{row.clause}]"
    yield f"      {row.id} = {row.text_zh}  {row.text_en}  (默认 default {zh} {en}; {_range(option)})"
    yield f"      {option.help_zh}"
    yield f"      {option.help_en}"


def _range(option: Option) -> str:
    if option.choices:
        return " | ".join(str(choice.value) for choice in option.choices)
    if isinstance(option.default, bool):
        return "true | false"
    return f"{option.low} … {option.high}" if isinstance(option.default, int) else "a word"
