"""What a Longjiang hand is worth by trying everything there is; and positions to try it on.

Written from the rules document alone (LJ-2 to LJ-5), in another way than the engine scores: hands are lists
of tiles, split group by group, and the winning tile is tried in every group that holds one like it.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from engine.notation import format_tiles, parse_tiles
from tests.engine.positions import JSON, position, win

RED = 33
KINDS = [*range(27), RED]
ENDS = {0, 8, 9, 17, 18, 26, RED}
Group = tuple[int, ...]


class Way(NamedTuple):
    """One way to see a whole hand: its sets and pair, melds not among them."""

    sets: tuple[Group, ...]
    pair: int


def splits(tiles: Sequence[int], sets: int) -> Iterator[Way]:
    """Split a hand into sets and a pair in every way, lowest tile first."""
    if not tiles:
        return
    for pair in {kind for kind in tiles if tiles.count(kind) >= 2}:
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        yield from (Way(tuple(found), pair) for found in _sets(sorted(rest)) if len(found) == sets)


def _sets(tiles: list[int]) -> Iterator[list[Group]]:
    if not tiles:
        yield []
        return
    low = tiles[0]
    if tiles.count(low) >= 3:
        yield from ([(low,) * 3, *more] for more in _sets(tiles[3:]))
    run = (low, low + 1, low + 2)
    if low < 27 and low % 9 < 7 and all(kind in tiles for kind in run):
        rest = list(tiles)
        for kind in run:
            rest.remove(kind)
        yield from ([run, *more] for more in _sets(rest))


def meets(way: Way, melds: Sequence[Group]) -> bool:
    """Tell whether a hand seen so meets LJ-2.1."""
    sets = [*way.sets, *melds]
    tiles = [kind for group in sets for kind in group] + [way.pair]
    triplet = any(group[0] == group[1] for group in sets) or way.pair == RED
    sequence = any(group[0] != group[1] for group in sets)
    suits = {kind // 9 for kind in tiles if kind != RED}
    return triplet and sequence and bool(ENDS & {*tiles}) and len(suits) >= 2


class Standing(NamedTuple):
    """A hand without the tile it wins on."""

    tiles: tuple[int, ...]
    melds: tuple[Group, ...]
    pushed: int | None

    def ways(self, tile: int) -> list[Way]:
        """List the ways to see the hand with a tile that count; with a pair pushed out only with its triplet,
        the rest being whole by itself (LJ-3.3)."""
        sets = 4 - len(self.melds)
        if self.pushed is None:
            found = list(splits([*self.tiles, tile], sets))
        elif tile != self.pushed:
            found = []
        else:
            rest = list(self.tiles)
            rest.remove(tile)
            rest.remove(tile)
            found = [way._replace(sets=(*way.sets, (tile,) * 3)) for way in splits(rest, sets - 1)]
        return [way for way in found if meets(way, self.melds)]

    def accepted(self) -> list[int]:
        """List the waits (LJ-2.2)."""
        own = Counter(self.tiles) + Counter(kind for group in self.melds for kind in group)
        if len(self.tiles) < 4:
            return []
        return [kind for kind in KINDS if own[kind] < 4 and self.ways(kind)]

    def is_dear(self, tile: int) -> bool:
        """Tell whether a wait is 边, 卡 or 吊 (LJ-5.3, LJ-5.9)."""
        if self.pushed is not None:
            return False
        for way in self.ways(tile):
            if way.pair == tile and self.accepted() == [tile]:
                return True
            for group in way.sets:
                if group[0] != group[1] and tile in group:
                    place, low = group.index(tile), group[0] % 9
                    if place == 1 or (place == 2 and low == 0) or (place == 0 and low == 6):
                        return True
        return False

    def has_triplet(self, kind: int) -> bool:
        """Tell whether the fourth of a kind would be 大风 (LJ-5.7)."""
        if (kind,) * 3 in self.melds:
            return True
        if self.tiles.count(kind) != 3:
            return False
        for tile in self.accepted():
            for way in self.ways(tile):
                # The triplet is of tiles in hand: what is accepted stands elsewhere, not on a pushed pair.
                elsewhere = tile != kind or any(group[0] != group[1] and kind in group for group in way.sets)
                if (kind,) * 3 in way.sets and elsewhere and kind != self.pushed:
                    return True
        return False


def treasure(indicator: int) -> set[int]:
    """List the treasure kinds (LJ-4.1)."""
    if indicator == RED:
        return {RED}
    return {indicator, indicator + 1 if indicator % 9 < 8 else indicator - 8}


def worth(data: JSON) -> int | str:
    """Return what the base is multiplied by, or why the winner does not win."""
    (own,) = data["wins"]
    melds = [_meld(meld) for meld in own["melds"]]
    tile = parse_tiles(data["tile"])[0]
    pushed = parse_tiles(own["pushed"])[0] if "pushed" in own else None
    standing = Standing(tuple(parse_tiles(own["concealed"])), tuple(melds), pushed)
    drawn = data["by"] == "self_draw"
    if not own["ready"]:
        whole = [way for way in splits([*standing.tiles, tile], 4 - len(melds)) if meets(way, melds)]
        if whole and drawn and data["first_turn"] and own["seat"] == data["dealer"]:
            return 64
        return "not_ready" if whole else "not_a_win"
    accepted = standing.accepted()
    if not accepted:
        return "not_ready"
    kinds = treasure(parse_tiles(data["treasure"])[0]) if "treasure" in data else set()
    extra = 2 if pushed is not None or standing.is_dear(tile) else 1
    if not drawn:
        if tile not in accepted:
            return "not_a_win"
        never = data["options"].get("discarded_treasure") != "natural"
        return "treasure" if tile in kinds and never else extra
    if standing.has_triplet(tile):
        return 16 if tile in accepted and standing.is_dear(tile) else 4
    ways = [2 * extra] if tile in accepted else []
    if tile in kinds:
        ways += [8 if pushed is not None or standing.is_dear(other) else 4 for other in accepted]
        if tile in accepted and standing.is_dear(tile):
            ways.append(16)
    return max(ways) if ways else "not_a_win"


def _meld(meld: JSON) -> Group:
    """Give a meld's tiles; of a kong all four."""
    if meld["kind"] == "chow":
        return tuple(parse_tiles(meld["tiles"]))
    return (parse_tiles(meld["tile"])[0],) * (3 if meld["kind"] == "pong" else 4)


class Bag:
    """The tiles not yet given out."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = Counter(dict.fromkeys(KINDS, 4))

    def take(self, tiles: Sequence[int]) -> bool:
        """Give out tiles, if they are there."""
        if any(self.left[kind] < count for kind, count in Counter(tiles).items()):
            return False
        self.left.subtract(Counter(tiles))
        return True

    def group(self, size: int) -> Group:
        """Give out a sequence or so many alike, close together so that readings overlap."""
        while True:
            kind = self.chance.choice([*range(7), *range(7), *range(9, 16), *range(18, 27), RED])
            run = self.chance.random() < 0.6 and kind < 27 and kind % 9 < 7 and size == 3
            tiles = (kind, kind + 1, kind + 2) if run else (kind,) * size
            if self.take(tiles):
                return tiles


@st.composite
def positions(draw: st.DrawFn) -> JSON:
    """Draw a position of one winner who has four sets and a pair, or nearly, with every circumstance."""
    bag = Bag(random.Random(draw(st.integers(0, 2**40))))
    chance = bag.chance
    seat, dealer = chance.randrange(4), chance.randrange(4)
    melds = [_laid(bag, seat) for _ in range(chance.choice([0, 0, 0, 1, 2, 3]))]
    hand = [kind for _ in range(4 - len(melds)) for kind in bag.group(3)] + list(bag.group(2))
    tile = hand.pop(chance.randrange(len(hand)))
    if chance.random() < 0.5:
        bag.left[tile] += 1
        alike = [kind for kind in {*hand, *(group[0] for _, group in melds)} if bag.left[kind]]
        tile = chance.choice(alike or [tile])
        bag.take((tile,))
    by = chance.choice(["self_draw", "self_draw", "discard"])
    own: JSON = {"ready": chance.random() < 0.9}
    pairs = [kind for kind in {*hand} if hand.count(kind) >= 2]
    if own["ready"] and pairs and chance.random() < 0.3:
        own["pushed"] = format_tiles([chance.choice(pairs)])
    laid = [meld for meld, _ in melds]
    data = position("longjiang", by, win(seat, format_tiles(hand), *laid, **own), tile=format_tiles([tile]))
    data |= {"dealer": dealer, "options": _options(chance), "first_turn": False}
    near = [kind for kind in (tile, tile - 1, RED) if kind in KINDS and bag.left[kind]]
    if near and chance.random() < 0.6:
        data["treasure"] = format_tiles([chance.choice(near)])
    if by == "discard":
        data["from"] = (seat + chance.choice((1, 2, 3))) % 4
        data["others"] = {str(data["from"]): {"ready": chance.random() < 0.5}}
    elif not melds and chance.random() < 0.1:
        data["first_turn"] = True
        own["ready"] = data["wins"][0]["ready"] = False
        data["wins"][0].pop("pushed", None)
    return data


def _options(chance: random.Random) -> JSON:
    return {
        "base": chance.choice((1, 1, 3)),
        "discarded_treasure": chance.choice(("never", "natural")),
        "heavenly_dealer_double": chance.random() < 0.5,
    }


def _laid(bag: Bag, seat: int) -> tuple[JSON, Group]:
    group = bag.group(3)
    if group[0] != group[1]:
        return {"kind": "chow", "tiles": format_tiles(group), "from": (seat + 3) % 4}, group
    tile = format_tiles(group[:1])
    if bag.left[group[0]] and bag.chance.random() < 0.3:
        bag.take(group[:1])
        return {"kind": "concealed_kong", "tile": tile}, group
    return {"kind": "pong", "tile": tile, "from": (seat + 1) % 4}, group
