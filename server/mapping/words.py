"""Engine values in the wire's words and back: tiles, melds, payments, commands, offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from engine import commands as asked
from engine.commands import Command
from engine.errors import Code
from engine.ledger import HOUSE
from engine.ledger import Transfer as Payment
from engine.melds import Meld as Laid
from engine.notation import format_tile, parse_tile
from engine.state import State
from engine.tiles import KINDS
from protocol import vocabulary as wire
from protocol.codes import RejectCode
from protocol.to_client import KongOffer, Offers, ReadyOffer
from protocol.vocabulary import TILES, Account, Meld, Tile, Transfer

__all__ = [
    "FACE_DOWN", "action_of", "command_of", "four", "meld_of", "offers_of", "reject_code", "tile_of",
    "tiles_of", "transfer_of", "transfers_of",
]  # fmt: skip

T = TypeVar("T")

_TILES: Final[tuple[Tile, ...]] = TILES
assert [format_tile(kind) for kind in range(KINDS)] == list(_TILES)

FACE_DOWN: Final = Meld("concealed_kong", ())
"""A concealed kong whose kind a viewer may not know."""


def four(things: Sequence[T]) -> tuple[T, T, T, T]:
    """Give four things, one for each seat, as the wire wants them."""
    first, second, third, fourth = things
    return first, second, third, fourth


def tile_of(kind: int) -> Tile:
    """Write one tile."""
    return _TILES[kind]


def tiles_of(kinds: Iterable[int]) -> tuple[Tile, ...]:
    """Write tiles in the order given."""
    return tuple([_TILES[kind] for kind in kinds])


@lru_cache(maxsize=4096)
def meld_of(laid: Laid) -> Meld:
    """Write a meld face up."""
    claimed = None if laid.claimed is None else _TILES[laid.claimed]
    return Meld(laid.kind.value, tiles_of(laid.tiles), laid.source, claimed)


def transfer_of(paid: Payment) -> Transfer:
    """Write a payment."""
    return Transfer(_account(paid.payer), _account(paid.payee), paid.points, paid.clause, paid.reason)


def transfers_of(payments: Sequence[Payment]) -> tuple[Transfer, ...]:
    """Write payments in their order."""
    return tuple([transfer_of(paid) for paid in payments])


def _account(account: int) -> Account:
    return "house" if account == HOUSE else account


def reject_code(code: Code) -> RejectCode:
    """Give the wire's code for the rules' reason; they bear the same names."""
    return RejectCode(code.value)


def command_of(action: wire.Action, window_tile: int | None) -> Command:
    """Read what a player answers a prompt with; in a window a kong is of the tile it is about."""
    match action:
        case wire.Discard(tile=tile):
            return asked.DISCARD[parse_tile(tile)]
        case wire.Chow(tiles=tiles):
            low, high = sorted(parse_tile(tile) for tile in tiles)
            return asked.Chow((low, high))
        case wire.Pong():
            return asked.PONG
        case wire.Kong(tile=tile):
            kind = parse_tile(tile)
            return asked.KONG if kind == window_tile else asked.KONG_OF[kind]
        case wire.Win():
            return asked.WIN
        case wire.Pass():
            return asked.PASS
        case wire.DeclareReady(tile=tile, pushed=pushed):
            return asked.Ready(parse_tile(tile), None if pushed is None else parse_tile(pushed))


def action_of(command: Command, window_tile: int | None) -> wire.Action | None:
    """Write a command as the action it was; a kong in a window is of the tile it is about."""
    match command:
        case asked.Discard(tile):
            return wire.Discard(_TILES[tile])
        case asked.Chow(tiles):
            return wire.Chow(tiles_of(tiles))
        case asked.Pong():
            return wire.Pong()
        case asked.Kong(tile):
            kind = window_tile if tile is None else tile
            return None if kind is None else wire.Kong(_TILES[kind])
        case asked.Win():
            return wire.Win()
        case asked.Pass():
            return wire.Pass()
        case asked.Ready(tile, pushed):
            return wire.DeclareReady(_TILES[tile], None if pushed is None else _TILES[pushed])
        case _:
            return None


def offers_of(state: State, seat: int, offered: Sequence[Command]) -> Offers:
    """Write what may be answered: exactly what ``legal`` lists."""
    discard = tuple([_TILES[command.tile] for command in offered if type(command) is asked.Discard])
    chow: list[tuple[Tile, ...]] = []
    kong: list[KongOffer] = []
    ready: list[ReadyOffer] = []
    plain: set[type] = set()
    for command in offered if len(discard) < len(offered) else ():
        match command:
            case asked.Discard():
                pass
            case asked.Chow(tiles):
                chow.append(tiles_of(tiles))
            case asked.Kong(tile):
                kong.append(_kong_offer(state, seat, tile))
            case asked.Ready(tile, pushed):
                ready.append(ReadyOffer(_TILES[tile], None if pushed is None else _TILES[pushed]))
            case _:
                plain.add(type(command))
    return Offers(
        discard=discard,
        chow=tuple(chow),
        pong=asked.Pong in plain,
        kong=tuple(kong),
        win=asked.Win in plain,
        ready=tuple(ready),
        pass_=asked.Pass in plain,
    )


def _kong_offer(state: State, seat: int, tile: int | None) -> KongOffer:
    if tile is None:
        assert state.window is not None
        return KongOffer(_TILES[state.window.tile], "open_kong")
    concealed = state.hands[seat].counts[tile] == 4
    return KongOffer(_TILES[tile], "concealed_kong" if concealed else "added_kong")
