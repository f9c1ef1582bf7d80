"""Tables by hand: what a seat sees and is asked, written in notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from protocol.fold import sort_tiles
from protocol.to_client import KongOffer, Offers, Prompt
from protocol.view import Mark, MatchInfo, RiverTile, SeatName, SeatView, TableView
from protocol.vocabulary import TILES, Meld, MeldKind, Tile

__all__ = ["claim", "kong", "meld", "table", "tiles", "turn"]


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles: ``123m44z``."""
    read: list[Tile] = []
    digits = ""
    for sign in text.replace(" ", ""):
        if sign.isdigit():
            digits += sign
        else:
            read += [tile for digit in digits for tile in TILES if tile == digit + sign]
            digits = ""
    return tuple(read)


def meld(kind: MeldKind, text: str, source: int | None = 1) -> Meld:
    """Make a meld of the own."""
    return Meld(kind, tiles(text), source, tiles(text)[0] if source is not None else None)


def table(
    hand: str,
    drawn: str = "",
    melds: Sequence[Meld] = (),
    river: str = "",
    ruleset: str = "nanning",
    marks: Sequence[Mark] = (),
) -> TableView:
    """Make seat 0's view: his hand, what he drew, his melds, and what seat 1 has thrown."""
    seats = tuple(SeatName(f"p{seat}", name, False) for seat, name in enumerate("甲乙丙丁"))
    own = SeatView(
        "player", 0, len(tiles(hand)) + len(tiles(drawn)), tiles=sort_tiles(tiles(hand)),
        drawn=tiles(drawn)[0] if drawn else None, melds=tuple(melds),
    )  # fmt: skip
    thrown = tuple(RiverTile(tile) for tile in tiles(river))
    others = SeatView("player", 0, 13)
    return TableView(
        "playing", match=MatchInfo("m1", ruleset, 1, {}, {}, 4, seats), hand=1, turn=0, wall_left=60,
        seats=(own, SeatView("player", 0, 13, river=thrown), others, others), marks=tuple(marks),
    )  # fmt: skip


def kong(text: str, kind: MeldKind) -> KongOffer:
    return KongOffer(tiles(text)[0], kind)


def turn(view: TableView, *, win: bool = False, kongs: Sequence[KongOffer] = (), only: str = "") -> Prompt:
    """Ask seat 0 on his turn: every tile he holds may be thrown, or ``only`` these."""
    own = view.seats[0]
    held = (*(own.tiles or ()), *(() if own.drawn is None else (own.drawn,)))
    discards = tiles(only) if only else tuple(dict.fromkeys(sort_tiles(held)))
    return _prompt("turn", Offers(discard=discards, kong=tuple(kongs), win=win), own.drawn)


def claim(
    tile: str, *, pong: bool = False, is_kong: bool = False, win: bool = False, chow: Sequence[str] = ()
) -> Prompt:
    """Ask seat 0 about seat 1's discard."""
    (claimed,) = tiles(tile)
    kongs = (KongOffer(claimed, "open_kong"),) if is_kong else ()
    pairs = tuple(tiles(pair) for pair in chow)
    return _prompt("claim", Offers(chow=pairs, pong=pong, kong=kongs, win=win, pass_=True), claimed)


def _prompt(kind: Literal["turn", "claim"], offers: Offers, tile: Tile | None) -> Prompt:
    return Prompt("r1", 1, 5, kind, offers, 5000, 20_000, 1 if kind == "claim" else None, tile)

