"""Read melds of a position and the chain of kongs behind its last tile (FORMATS "Melds", ``chain``).

Which kinds of meld there are and which kong may be robbed the ruleset says, as data; nothing else here
depends on it.
"""

from __future__ import annotations

from typing import Final

from engine.errors import MalformedError
from engine.melds import KONGS, Meld, MeldKind
from engine.notation import format_tile
from engine.position_fields import Fields, read_kind, read_kinds, read_object
from engine.position_rules import PositionRules
from engine.scoring.facts import By, SeatFacts
from engine.seats import previous_seat
from engine.tiles import RANK_OF, SUIT_OF, is_suited

__all__ = ["MOST_MELDS", "read_chain", "read_melds"]

MOST_MELDS: Final = 4
_CHOW: Final = frozenset({"kind", "tiles", "from"})
_TAKEN: Final = frozenset({"kind", "tile", "from"})
_CONCEALED: Final = frozenset({"kind", "tile"})


def read_melds(fields: Fields, owner: int, rules: PositionRules) -> tuple[Meld, ...]:
    """Read the melds that lie before a seat, in the order written.

    Raises:
        MalformedError: more than four, or one that the ruleset does not have.
    """
    melds = tuple(read_meld(member, path, owner, rules) for path, member in fields.items("melds", []))
    if len(melds) > MOST_MELDS:
        raise MalformedError(fields.at("melds"), f"nobody has {len(melds)} melds")
    return melds


def read_meld(data: object, path: str, owner: int, rules: PositionRules) -> Meld:
    """Read one meld of a seat.

    Raises:
        MalformedError: no meld, or one that the ruleset does not have.
    """
    kind = _meld_kind(read_object(data, path, "a meld").get("kind"), f"{path}.kind", rules)
    if kind is MeldKind.CONCEALED_KONG:
        fields = Fields(data, path, _CONCEALED, "a concealed kong")
        return Meld(kind, read_kind(fields.text("tile"), fields.at("tile"), rules.tile_set))
    fields = Fields(data, path, _CHOW if kind is MeldKind.CHOW else _TAKEN, f"a meld of kind {kind.value}")
    source = fields.whole("from", 0, 3)
    if source == owner:
        raise MalformedError(fields.at("from"), "nobody takes a tile from himself")
    if kind is not MeldKind.CHOW:
        return Meld(kind, read_kind(fields.text("tile"), fields.at("tile"), rules.tile_set), source)
    if source != previous_seat(owner):
        raise MalformedError(fields.at("from"), "a chow is from the previous seat only")
    tiles = sorted(read_kinds(fields.text("tiles"), fields.at("tiles"), rules.tile_set))
    if not _is_sequence(tiles):
        raise MalformedError(fields.at("tiles"), "a chow is three tiles of one suit in a row")
    return Meld(kind, tiles[0], source)


def _meld_kind(name: object, path: str, rules: PositionRules) -> MeldKind:
    for kind in rules.melds:
        if kind.value == name:
            return kind
    raise MalformedError(path, f"a meld's kind is one of: {', '.join(sorted(rules.melds))}")


def _is_sequence(tiles: list[int]) -> bool:
    return (
        len(tiles) == 3
        and is_suited(tiles[0])
        and SUIT_OF[tiles[0]] == SUIT_OF[tiles[2]]
        and [RANK_OF[kind] - RANK_OF[tiles[0]] for kind in tiles] == [0, 1, 2]
    )


def read_chain(
    fields: Fields,
    by: By,
    owner: int | None,
    tile: int | None,
    seats: tuple[SeatFacts, ...],
    rules: PositionRules,
) -> tuple[Meld, ...]:
    """Read the chain of kongs and check it against its owner's melds.

    ``owner`` is who drew, discarded, or is robbed; ``None`` where no chain can stand.

    Raises: MalformedError: a kong that does not lie there, an open kong that is not the first, a robbed
    kong without its pong.
    """
    written = list(fields.items("chain", []))
    path = fields.at("chain")
    if owner is None:
        if written:
            raise MalformedError(path, "no chain of kongs can stand before this end")
        return ()
    chain = [read_meld(member, at, owner, rules) for at, member in written]
    lying = list(seats[owner].melds)
    if by is By.ROB_KONG:
        robbed = chain.pop() if chain else None
        robbed = _check_robbed(robbed, path, tile, seats[owner], rules)
        # An open kong robbed (Zhuji) stands first or not at all, like any other.
        _check_links([*chain, robbed], path)
        _check_lying(chain, path, lying)
        return (*chain, robbed)
    _check_links(chain, path)
    _check_lying(chain, path, lying)
    return tuple(chain)


def _check_robbed(
    robbed: Meld | None, path: str, tile: int | None, owner: SeatFacts, rules: PositionRules
) -> Meld:
    pongs = [meld for meld in owner.melds if meld.kind is MeldKind.PONG and meld.tile == tile]
    if robbed is None:
        if not pongs:
            raise MalformedError(path, "the pong of the robbed kong does not lie before its owner")
        return Meld(MeldKind.ADDED_KONG, pongs[0].tile, pongs[0].source)
    if robbed.kind not in rules.robbed:
        raise MalformedError(path, f"the last entry is the robbed kong; {robbed.kind.value} cannot be robbed")
    if robbed.tile != tile:
        raise MalformedError(path, "the last entry is the robbed kong, of the winning tile")
    if robbed.kind is MeldKind.ADDED_KONG and [meld.source for meld in pongs] != [robbed.source]:
        raise MalformedError(path, "the pong of the robbed kong does not lie before its owner")
    if robbed.kind is MeldKind.OPEN_KONG and not _holds_three(robbed.tile, owner):
        raise MalformedError(path, "the owner of the robbed open kong does not hold its other three tiles")
    return robbed


def _holds_three(tile: int, owner: SeatFacts) -> bool:
    if owner.concealed is None:
        return len(owner.melds) < MOST_MELDS
    return owner.concealed.count(tile) == 3


def _check_links(chain: list[Meld], path: str) -> None:
    for index, meld in enumerate(chain):
        if meld.kind not in KONGS:
            raise MalformedError(f"{path}[{index}]", "a chain is of kongs")
        if index and meld.kind is MeldKind.OPEN_KONG:
            raise MalformedError(f"{path}[{index}]", "an open kong can only come first in a chain")


def _check_lying(chain: list[Meld], path: str, lying: list[Meld]) -> None:
    for index, meld in enumerate(chain):
        if meld not in lying:
            raise MalformedError(
                f"{path}[{index}]", f"this kong of {format_tile(meld.tile)} does not lie before its owner"
            )
        lying.remove(meld)
