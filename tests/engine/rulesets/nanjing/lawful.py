"""Lawful Nanjing positions at random, made from the rules, not by the reader: sets out of 144 tiles."""

import random
from collections import Counter

from hypothesis import strategies as st

from tests.engine.positions import JSON, position, win

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 5)]
FLOWERS = [f"{rank}z" for rank in (5, 6, 7) for _ in range(4)] + [f"{rank}f" for rank in range(1, 9)]
SEQUENCES = [[f"{rank + step}{suit}" for step in range(3)] for suit in "mps" for rank in range(1, 8)]
WALL_AFTER_DEAL = 91


class Table:
    """The tiles not yet given out, and the choices of one random position."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = Counter(dict.fromkeys(TILES, 4))
        self.flowers = chance.sample(FLOWERS, len(FLOWERS))
        self.favourite = chance.choice(["", "", "", "m", "p", "s"])
        self.extra = 0

    def take(self, tiles: list[str]) -> list[str]:
        """Give out tiles that must be there."""
        for tile in tiles:
            assert self.left[tile] > 0
            self.left[tile] -= 1
        return tiles

    def alike(self, number: int) -> list[str] | None:
        """Give out so many of one kind, if some kind has them; of the favourite suit or a wind, if any."""
        kinds = [tile for tile in TILES if self.left[tile] >= number]
        liked = [tile for tile in kinds if self.favourite and tile[1] in (self.favourite, "z")]
        return self.take([self.chance.choice(liked or kinds)] * number) if kinds else None

    def three(self, triplets: float) -> list[str]:
        """Give out a triplet or a sequence."""
        runs = [run for run in SEQUENCES if all(self.left[tile] for tile in run)]
        liked = [run for run in runs if self.favourite and run[0][1] == self.favourite]
        if runs and self.chance.random() >= triplets:
            return self.take(self.chance.choice(liked or runs))
        found = self.alike(3)
        assert found is not None
        return found

    def meld(self, seat: int, sources: list[int]) -> JSON:
        """Lay a pong or a kong before a seat."""
        kind = self.chance.choice(["pong", "pong", "open_kong", "added_kong", "concealed_kong"])
        found = self.alike(3 if kind == "pong" else 4) or self.alike(3)
        assert found is not None
        if len(found) == 3:
            kind = "pong"
        self.extra += kind != "pong"
        meld: JSON = {"kind": kind, "tile": found[0]}
        if kind != "concealed_kong":
            meld["from"] = self.chance.choice(sources)
        return meld

    def melds(self, seat: int, number: int) -> list[JSON]:
        """Lay melds, often from one player; never so that a fourth mouth would have ended the hand."""
        others = [other for other in range(4) if other != seat]
        sources = self.chance.choice([others, [self.chance.choice(others)]])
        found = [self.meld(seat, sources) for _ in range(number)]
        if number == 4 and len({meld.get("from") for meld in found[:3]}) == 1 and "from" in found[0]:
            found[0]["from"] = next(other for other in others if other != found[0]["from"])
        return found

    def flower(self, number: int) -> str:
        """Give out flowers."""
        taken, self.flowers = self.flowers[:number], self.flowers[number:]
        self.extra += len(taken)
        return "".join(taken)


@st.composite
def positions(draw: st.DrawFn) -> JSON:
    """Draw a position with one winner who has a hand; it may be too small to win."""
    return some_position(draw(st.randoms(use_true_random=False)))


def some_position(chance: random.Random) -> JSON:
    """Make up such a position."""
    table = Table(chance)
    seat, dealer = chance.randrange(4), chance.randrange(4)
    melds = table.melds(seat, chance.choice([0, 0, 1, 2, 3, 3, 4]))
    hand = _hand(table, 4 - len(melds))
    tile = hand.pop(chance.randrange(len(hand)))
    others: JSON = {
        str(other): {
            "melds": _others(table, other, tile), "flowers": table.flower(chance.choice([0, 0, 1, 5])),
        }
        for other in range(4) if other != seat
    }  # fmt: skip
    won = win(seat, "".join(hand), *melds, flowers=table.flower(chance.choice([0, 1, 2, 4, 4, 8])))
    by = chance.choice(["self_draw", "discard", "rob_kong"])
    data = position("nanjing", by, won, options=_options(chance), dealer=dealer, tile=tile, others=others)
    melds, others = data["wins"][0]["melds"], data["others"]
    owner = seat
    if by != "self_draw":
        owner = data["from"] = chance.choice([other for other in range(4) if other != seat])
        if by == "rob_kong" and (len(others[str(owner)]["melds"]) == 4 or table.left[tile] < 3):
            by = data["by"] = "discard"
    theirs = melds if owner == seat else others[str(owner)]["melds"]
    chain = _chain(chance, theirs)
    if by == "rob_kong":
        givers = [
            other
            for other in range(4)
            if other != owner and [other] != [meld.get("from") for meld in theirs[:1]]
        ]
        source = chance.choice(givers)
        table.take([tile] * 3)
        theirs.insert(0, {"kind": "pong", "tile": tile, "from": source})
        chain.append({"kind": "added_kong", "tile": tile, "from": source})
    data["chain"] = chain
    _extras(table, data)
    return data


def _others(table: Table, seat: int, tile: str) -> list[JSON]:
    """Lay melds before another seat; sometimes a pong of the winning tile, so that it is the fourth."""
    found = table.melds(seat, table.chance.choice([0, 0, 1, 2, 3]))
    if table.left[tile] == 3 and table.chance.random() < 0.5:
        table.take([tile] * 3)
        found.append({"kind": "pong", "tile": tile, "from": (seat + table.chance.randrange(1, 4)) % 4})
    if len(found) == 4 and len({meld.get("from") for meld in found[:3]}) == 1:
        found = found[1:] + found[:1] if "from" not in found[0] else found[:3]
    return found


def _hand(table: Table, sets: int) -> list[str]:
    if sets == 4 and table.chance.random() < 0.3:
        return [tile for _ in range(7) for tile in table.alike(2) or []]
    triplets = table.chance.choice([0.1, 0.4, 1.0])
    return [tile for _ in range(sets) for tile in table.three(triplets)] + (table.alike(2) or [])


def _chain(chance: random.Random, melds: list[JSON]) -> list[JSON]:
    kongs = [meld for meld in melds if meld["kind"] != "pong"]
    chain = chance.sample(kongs, chance.randint(0, len(kongs)))
    opened = [meld for meld in chain if meld["kind"] == "open_kong"][:1]
    return opened + [meld for meld in chain if meld["kind"] != "open_kong"]


def _options(chance: random.Random) -> JSON:
    return {
        "flower_value": chance.choice([1, 1, 5]),
        "bixiahu": chance.choice(["pagoda", "new", "off"]),
        "concealed_kong_each": chance.choice([20, 10, 0]),
        "flower_kong_each": chance.choice([20, 0]),
        "multiple_wins": chance.random() < 0.5,
    }


def _extras(table: Table, data: JSON) -> None:
    """Add what is left of the wall, what the hand before left, and the first turns where they can stand."""
    chance = table.chance
    data["wall_left"] = max(
        chance.choice([0, 15, 16, WALL_AFTER_DEAL - table.extra]), int(data["by"] == "rob_kong")
    )
    data["streak"] = chance.choice([0, 0, 1, 3])
    data["heated"] = chance.random() < 0.5
    (won,) = data["wins"]
    if not won["melds"]:
        won["pre_ready"] = chance.random() < 0.3
    if won["flowers"] and data["by"] == "self_draw":
        data["flower_draw"] = chance.random() < 0.3
    places = [won, *data["others"].values()]
    if data["by"] != "rob_kong" and not any("from" in meld for place in places for meld in place["melds"]):
        data["first_turn"] = chance.random() < 0.5
