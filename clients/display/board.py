"""A room of the feed as lines of text: who sits there, points, what lies on the table, what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clients.display.reader import Reader
from clients.sheet import final_table, settlement
from clients.words import OUTCOMES, RULESETS, both, melds, padded, tile_word, tiles
from protocol import events as happened
from protocol.events import Event
from protocol.view import Mark, SeatView, TableView

__all__ = ["lines"]

_NAME: Final = 14
_PHASES: Final = {
    "lobby": ("等人", "before the match"), "nonces": ("洗牌", "shuffling"), "playing": ("行牌", "playing"),
    "window": ("等候吃碰", "claims"), "hand_over": ("一局终了", "hand over"),
    "match_over": ("终局", "match over"),
}  # fmt: skip
_MELDS: Final = {
    "chow": ("吃", "chow"), "pong": ("碰", "pong"), "open_kong": ("明杠", "open kong"),
    "added_kong": ("加杠", "added kong"), "concealed_kong": ("暗杠", "concealed kong"),
}  # fmt: skip
_CONTROLS: Final = {"player": "", "autopilot": " 托管 autopilot", "bot": " 机 bot"}


def lines(reader: Reader) -> Iterator[str]:
    """Write the board, line by line. Signs that a terminal would not print are left out."""
    for line in _lines(reader):
        yield "".join(sign for sign in line if sign.isprintable())


def _lines(reader: Reader) -> Iterator[str]:
    about, table = reader.about, reader.table
    if about is None:
        yield "等候 waiting for the table"
        return
    hands = f"/{about.hands}" if about.hands else ""
    hand = f" · 第 hand {table.hand}{hands}" if table.hand else ""
    wall = f" · 余 {table.wall_left} tiles left" if table.phase in ("playing", "window") else ""
    yield f"四方 Sifang · {both(RULESETS, about.ruleset)}{hand} · {both(_PHASES, table.phase)}{wall}"
    if reader.owner_is_gone:
        yield "服务器不在线，牌局暂停 · the server is away; the table stands"
    elif reader.is_behind:
        yield "等候下一次更新 · waiting for the next update"
    yield ""
    names = [seat.name for seat in table.match.seats] if table.match else list(about.names)
    yield from _seats(table, names)
    marks = [_mark(mark) for mark in table.marks if mark.seat is None]
    if marks:
        yield f"桌面 table: {'  '.join(marks)}"
    yield ""
    if reader.last is not None and (said := _said(reader.last, names)):
        yield said
    if table.result is not None:
        yield from settlement(table.result, names)
    if table.match_result is not None:
        yield from final_table(table.match_result, names)


def _seats(table: TableView, names: Sequence[str]) -> Iterator[str]:
    if not table.seats:
        for name in names:
            yield f"     {name or '— 空位 free —'}"
        return
    for place, (seat, name) in enumerate(zip(table.seats, names, strict=True)):
        turn = "▶" if table.turn == place else " "
        dealer = "庄" if table.dealer == place else "  "
        yield f"{turn} {dealer} {padded(name, _NAME)} {seat.score:>+6}{_CONTROLS[seat.control]}"
        yield from _before(seat, [mark for mark in table.marks if mark.seat == place])


def _before(seat: SeatView, marks: Sequence[Mark]) -> Iterator[str]:
    """Write what lies before a seat."""
    parts = [f"手 hand {tiles(seat.tiles) if seat.tiles is not None else seat.count}"]
    if seat.melds:
        parts.append(f"副 melds {melds(seat.melds)}")
    if seat.flowers:
        parts.append(f"花 flowers {tiles(seat.flowers)}")
    parts += [_mark(mark) for mark in marks]
    yield f"       {'  '.join(parts)}"
    if seat.river:
        yield f"       河 river {' '.join(tile.tile for tile in seat.river)}"


def _mark(mark: Mark) -> str:
    value = "" if mark.value is None else f" {mark.value}"
    return f"{mark.key}{value}{' ' if mark.tiles else ''}{tiles(mark.tiles)} ({mark.clause})"


def _said(event: Event, names: Sequence[str]) -> str:
    """Say in a line what happened; nothing where the board shows it."""
    match event:
        case happened.Discarded(seat, tile):
            return f"{names[seat]} 打 discards {tile_word(tile)} {tile}"
        case happened.Drew(seat):
            return f"{names[seat]} 摸牌 draws"
        case happened.Melded(seat, meld):
            return f"{names[seat]} {both(_MELDS, meld.kind)} {melds((meld,))}"
        case happened.KongDeclared(seat, kind, tile):
            return f"{names[seat]} {both(_MELDS, kind)} {tile_word(tile)} {tile}"
        case happened.FlowersLaid(seat, laid):
            return f"{names[seat]} 补花 lays flowers {tiles(laid)}"
        case happened.HandStarted(hand):
            return f"第 {hand} 局开始 · hand {hand} begins"
        case happened.HandEnded(result):
            return both(OUTCOMES, result.outcome)
        case _:
            return ""
