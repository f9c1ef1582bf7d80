"""Lawful Nanning positions at random, made from the rules, not by the reader: sets out of 136 tiles."""

import random
from collections import Counter

from hypothesis import strategies as st

from tests.engine.positions import JSON, position, win

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
SEQUENCES = [[f"{rank + step}{suit}" for step in range(3)] for suit in "mps" for rank in range(1, 8)]
WALL_AFTER_DEAL = 83


class Table:
    """The tiles not yet given out, and the choices of one random position."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = Counter(dict.fromkeys(TILES, 4))
        self.kongs = 0

    def take(self, tiles: list[str]) -> list[str]:
        """Give out tiles that must be there."""
        for tile in tiles:
            assert self.left[tile] > 0
            self.left[tile] -= 1
        return tiles

    def alike(self, number: int) -> list[str] | None:
        """Give out so many of one kind, if some kind has them."""
        kinds = [tile for tile in TILES if self.left[tile] >= number]
        return self.take([self.chance.choice(kinds)] * number) if kinds else None

    def three(self) -> list[str]:
        """Give out a triplet or a sequence."""
        runs = [run for run in SEQUENCES if all(self.left[tile] for tile in run)]
        if runs and self.chance.random() < 0.4:
            return self.take(self.chance.choice(runs))
        found = self.alike(3)
        assert found is not None
        return found

    def meld(self, seat: int, tile: str | None = None) -> JSON:
        """Lay a pong or a kong before a seat."""
        kind = self.chance.choice(["pong", "pong", "open_kong", "added_kong", "concealed_kong"])
        number = 3 if kind == "pong" else 4
        found = self.alike(number) or self.alike(3)
        assert found is not None
        if len(found) == 3:
            kind = "pong"
        self.kongs += kind != "pong"
        meld: JSON = {"kind": kind, "tile": found[0]}
        if kind != "concealed_kong":
            meld["from"] = self.chance.choice([other for other in range(4) if other != seat])
        return meld

    def some(self, number: int) -> str:
        """Give out any tiles, as text."""
        bag = [tile for tile in TILES for _ in range(self.left[tile])]
        return "".join(self.take(self.chance.sample(bag, number)))


@st.composite
def positions(draw: st.DrawFn) -> JSON:
    """Draw a position with one winner who has a hand; he may be sealed, the robbed kong insured."""
    table = Table(draw(st.randoms(use_true_random=False)))
    chance = table.chance
    seat, dealer = chance.randrange(4), chance.randrange(4)
    melds = [table.meld(seat) for _ in range(chance.choice([0, 0, 1, 2, 3, 4]))]
    hand = _hand(table, 4 - len(melds))
    others: JSON = {
        str(other): {"melds": [table.meld(other) for _ in range(chance.choice([0, 0, 1, 2, 4]))]}
        for other in range(4)
        if other != seat
    }
    by = chance.choice(["self_draw", "discard", "rob_kong"])
    tile = hand.pop(chance.randrange(len(hand)))
    won = win(seat, "".join(hand), *melds)
    data = position("nanning", by, won, options=_options(chance), dealer=dealer, tile=tile, others=others)
    others, melds = data["others"], data["wins"][0]["melds"]
    owner = seat
    if by != "self_draw":
        owner = data["from"] = chance.choice([other for other in range(4) if other != seat])
        lying = others[str(owner)]["melds"]
        if by == "rob_kong" and (len(lying) == 4 or table.left[tile] < 3):
            by = data["by"] = "discard"
    theirs = melds if owner == seat else others[str(owner)]["melds"]
    chain = _chain(chance, theirs)
    if by == "rob_kong":
        table.take([tile] * 3)
        source = (owner + chance.randrange(1, 4)) % 4
        theirs.append({"kind": "pong", "tile": tile, "from": source})
        chain.append({"kind": "added_kong", "tile": tile, "from": source})
    data["chain"] = chain
    _extras(table, data, chain)
    return data


def _hand(table: Table, sets: int) -> list[str]:
    if sets == 4 and table.chance.random() < 0.2:
        return [tile for _ in range(7) for tile in table.alike(2) or []]
    tiles = [tile for _ in range(sets) for tile in table.three()]
    return tiles + (table.alike(2) or [])


def _chain(chance: random.Random, melds: list[JSON]) -> list[JSON]:
    kongs = [meld for meld in melds if meld["kind"] != "pong"]
    chain = chance.sample(kongs, chance.randint(0, len(kongs)))
    opened = [meld for meld in chain if meld["kind"] == "open_kong"][:1]
    return opened + [meld for meld in chain if meld["kind"] != "open_kong"]


def _options(chance: random.Random) -> JSON:
    return {
        "concealed_self_draw": chance.choice(["base4", "plus1"]),
        "cannon_ignores_concealed": chance.random() < 0.5,
        "dead_double": chance.random() < 0.5,
        "codes": chance.choice([0, 2, 8]),
        "fishing": chance.choice([0, 1, 2]),
    }


def _extras(table: Table, data: JSON, chain: list[JSON]) -> None:
    """Add fishing tiles, what is left of the wall, codes and the first go-around where they can stand."""
    chance, options = table.chance, data["options"]
    if options["fishing"]:
        data["fishing"] = {str(seat): table.some(options["fishing"]) for seat in range(4)}
    most = WALL_AFTER_DEAL - table.kongs - 4 * options["fishing"]
    data["wall_left"] = max(chance.choice([0, 1, 40, most]), 1 if data["by"] == "rob_kong" else 0)
    exposed = any("from" in meld for meld in chain)
    if options["codes"] and data["by"] == "self_draw" and (not exposed or data["wall_left"] == 0):
        data["codes"] = table.some(chance.randint(0, min(options["codes"], data["wall_left"])))
    taken = [
        meld
        for place in [*data["wins"], *data["others"].values()]
        for meld in place["melds"]
        if "from" in meld
    ]
    if not taken:
        data["first_turn"] = chance.random() < 0.5
