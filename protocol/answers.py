"""What an accepted command may bring back: the ``result`` of ``Accepted``, a closed tagged union.

Most commands bring back nothing: that they were accepted is all there is to say, and what they led to
comes in the stream.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from protocol.codes import RejectCode
from protocol.view import HandResult
from protocol.vocabulary import Open, Options, OptionValue, RoomId, Seat, TaggedOpen, Tile, View

__all__ = [
    "Catalogue", "DeviceCodeMade", "DiscardWaits", "Entered", "HandResultFound", "LiveGame", "Lobby",
    "OpenRoom", "OptionChoice", "OptionInfo", "PhraseInfo", "PresetInfo", "RecordFound", "Renamed",
    "Result", "RuleRow", "RuleSection", "RulesSheet", "RulesetInfo", "Wait", "Waits",
]  # fmt: skip


class Entered(TaggedOpen, frozen=True):
    """Into a room one came, by making, joining or watching it.

    Its state and the stream of ``view`` follow.
    """

    room: RoomId
    view: View
    seat: Seat | None = None
    code: str = ""
    """The invite code; empty for watchers."""


class Renamed(TaggedOpen, frozen=True):
    """The name as it now stands."""

    name: str


class DeviceCodeMade(TaggedOpen, frozen=True):
    """A code another device can use once."""

    code: str
    valid_ms: int


# ---------------------------------------------------------------- lobby


class OpenRoom(Open, frozen=True):
    """A listed room that can be joined."""

    room: RoomId
    code: str
    ruleset: str
    host: str
    seats: tuple[Literal["free", "player", "bot"], ...]
    hands: int
    differences: int
    """How many options are not at their default."""


class LiveGame(Open, frozen=True):
    """A match that can be watched."""

    room: RoomId
    ruleset: str
    names: tuple[str, ...]
    hand: int
    hands: int
    watchers: int


class Lobby(TaggedOpen, frozen=True):
    """Open rooms and live games."""

    rooms: tuple[OpenRoom, ...]
    live: tuple[LiveGame, ...]


# ---------------------------------------------------------------- rules and options


class OptionChoice(Open, frozen=True):
    """One value an option may take."""

    value: OptionValue
    zh: str
    en: str


class OptionInfo(Open, frozen=True):
    """An option described for a form.

    A number has ``low`` and ``high``, or ``choices``; a word has ``choices``.
    """

    name: str
    default: OptionValue
    zh: str
    en: str
    help_zh: str
    help_en: str
    clause: str
    unit: str = ""
    choices: tuple[OptionChoice, ...] = ()
    low: int | None = None
    high: int | None = None


class PresetInfo(Open, frozen=True):
    """A named starting point."""

    name: str
    zh: str
    en: str
    values: Options
    clause: str = ""


class RulesetInfo(Open, frozen=True):
    """A ruleset that can be played here."""

    key: str
    rules: int
    zh: str
    en: str
    about_zh: str
    about_en: str
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]
    tiles: tuple[Tile, ...] = ()
    """Every kind it plays with."""
    unit_zh: str = ""
    """What a point is called."""
    unit_en: str = ""
    chow: bool = False
    """Whether the next seat may chow."""


class PhraseInfo(Open, frozen=True):
    """A quick phrase."""

    id: int
    zh: str
    en: str


class Catalogue(TaggedOpen, frozen=True):
    """Everything a room form and a table need to know beforehand."""

    rulesets: tuple[RulesetInfo, ...]
    room_options: tuple[OptionInfo, ...]
    phrases: tuple[PhraseInfo, ...]


class RuleRow(Open, frozen=True):
    """One row of a sheet: an item with its value, or a plain statement."""

    zh: str
    en: str
    clause: str
    id: str = ""
    value: int | None = None
    unit: str = ""
    text_zh: str = ""
    text_en: str = ""
    tiles: tuple[Tile, ...] = ()


class RuleSection(Open, frozen=True):
    """Rows under one heading."""

    zh: str
    en: str
    rows: tuple[RuleRow, ...]


class RulesSheet(TaggedOpen, frozen=True):
    """A ruleset's sheet, made from the data the engine scores with."""

    ruleset: str
    rules: int
    options: Options
    sections: tuple[RuleSection, ...]


# ---------------------------------------------------------------- hints, results, records


class Wait(Open, frozen=True):
    """One kind that completes the hand.

    A value is what one payer would owe, where hints tell points; a code says why not, with the clause. With
    ``not_ready`` a value is what it would be once ready is declared.
    """

    tile: Tile
    left: int
    """Copies not in the asker's sight."""
    discard_value: int | None = None
    discard_code: RejectCode | None = None
    draw_value: int | None = None
    draw_code: RejectCode | None = None
    discard_clause: str = ""
    draw_clause: str = ""


class DiscardWaits(Open, frozen=True):
    """What the hand would wait for if this tile were thrown."""

    tile: Tile
    waits: tuple[Wait, ...]


class Waits(TaggedOpen, frozen=True):
    """Waits of the hand as it rests or after the discard asked about; on one's turn, of every discard."""

    discard: Tile | None
    waits: tuple[Wait, ...]
    discards: tuple[DiscardWaits, ...] = ()


class HandResultFound(TaggedOpen, frozen=True):
    """An earlier hand's result."""

    result: HandResult


class RecordFound(TaggedOpen, frozen=True):
    """A match's record (``sifang.record/1``), as its exact JSON text."""

    match: str
    text: str


Result: TypeAlias = (
    Entered | Renamed | DeviceCodeMade | Lobby | Catalogue | RulesSheet | Waits | HandResultFound
    | RecordFound
)  # fmt: skip
"""Everything an acceptance may bring."""
