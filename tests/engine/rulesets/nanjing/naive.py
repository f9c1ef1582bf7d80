"""What a Nanjing win is worth, the slow way: every reading, every place of the winning tile (NJ-2 to NJ-5).

Written from the rules document alone, on tiles as text; it shares no code with the scorer.
"""

from collections import Counter
from collections.abc import Iterator

from tests.engine.positions import JSON

Group = tuple[str, ...]
WINDS = ("1z", "2z", "3z", "4z")
ALL = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + list(WINDS)


def split(text: str) -> list[str]:
    """Split ``123m4z`` into tiles."""
    tiles: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            tiles += [digit + sign for digit in digits]
            digits = ""
    return tiles


def readings(tiles: list[str], sets: int) -> Iterator[list[Group]]:
    """Yield every way to read tiles as so many sets and a pair."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = Counter(tiles)
            rest[pair] -= 2
            for groups in _sets(+rest, sets):
                yield [(pair, pair), *groups]


def _sets(rest: Counter[str], sets: int) -> Iterator[list[Group]]:
    if not sets:
        if not rest:
            yield []
        return
    if not rest:
        return
    first = min(rest, key=lambda tile: (tile[1], tile[0]))
    rank, suit = int(first[0]), first[1]
    candidates: list[Group] = [(first,) * 3]
    if suit != "z":
        candidates.append((first, f"{rank + 1}{suit}", f"{rank + 2}{suit}"))
    for group in candidates:
        needed = Counter(group)
        if all(rest[tile] >= count for tile, count in needed.items()):
            for more in _sets(rest - needed, sets - 1):
                yield [group, *more]


def wins(tiles: list[str], sets: int) -> bool:
    """Tell whether tiles win: sets and a pair, or seven pairs."""
    pairs = sets == 4 and all(count % 2 == 0 for count in Counter(tiles).values())
    return pairs or next(readings(tiles, sets), None) is not None


def best(data: JSON) -> int | str:
    """Give what one payer owes the only winner, or why he may not win."""
    (won,) = data["wins"]
    hand, tile, melds = split(won["concealed"]), data["tile"], won["melds"]
    tiles, sets = [*hand, tile], 4 - len(melds)
    lying = [meld["tile"] for meld in melds]
    found: list[int] = []
    complete = False
    quads = [kind for kind, count in Counter(tiles).items() if count == 4]
    if sets == 4 and all(count % 2 == 0 for count in Counter(tiles).values()):
        complete = True
        found += _worth(data, 80 * (1 + len(quads)), big=True, concealed=False, closed=False, crushed=False)
    for groups in readings(tiles, sets):
        complete = True
        triplets = all(len(set(group)) == 1 for group in groups)
        for group in groups:
            if tile in group:
                closed, edge = _place(group, tile)
                ponged = any(
                    meld["kind"] == "pong" and meld["tile"] == tile
                    for place in [won, *data["others"].values()] for meld in place["melds"]
                )  # fmt: skip
                crushed = ponged and (closed or edge)
                concealed = not any(meld["kind"] in ("pong", "added_kong") for meld in melds)
                bonus = 40 * triplets + 60 * (len(melds) == 4) + 40 * crushed
                big = triplets or crushed
                found += _worth(data, bonus, big=big, concealed=concealed, closed=closed, crushed=crushed)
    assert set(lying) or not melds
    return max(found) if found else "below_minimum" if complete else "not_a_win"


def _place(group: Group, tile: str) -> tuple[bool, bool]:
    if len(set(group)) == 1:
        return False, False
    ranks = sorted(int(one[0]) for one in group)
    closed = int(tile[0]) == ranks[1]
    edge = (ranks == [1, 2, 3] and tile[0] == "3") or (ranks == [7, 8, 9] and tile[0] == "7")
    return closed, edge


def _worth(data: JSON, bonus: int, *, big: bool, concealed: bool, closed: bool, crushed: bool) -> list[int]:
    (won,) = data["wins"]
    melds, hand = won["melds"], split(won["concealed"])
    flowers = split(won["flowers"])
    suits = {tile[1] for tile in [*hand, data["tile"], *(meld["tile"] for meld in melds)]}
    colours = suits - {"z"}
    kongs = sum(meld["kind"] != "pong" for meld in melds)
    soft = 2 * kongs + (len(colours) == 2)
    if not crushed:
        soft += int(closed or _waits(won) == 1)
    if suits == {"z"} or (len(suits) == 1):
        bonus, big = bonus + 60, True
    elif len(colours) == 1:
        bonus, big = bonus + 40, True
    extra, event = _event(data)
    bonus, big = bonus + extra, big or event
    # Without melds a hand is 门清 also where its 20 do not count, as with seven pairs.
    if not (big or concealed or not melds or len(flowers) >= 4):
        return []
    value = 2 * (len(flowers) + soft) + 20 + bonus + 20 * concealed + 40 * (not flowers)
    options = data["options"]
    if options["bixiahu"] == "pagoda" and data["streak"]:
        value = (value + 10 * data["streak"]) * 2
    elif options["bixiahu"] == "new" and data["heated"]:
        value *= 2
    return [value * int(options["flower_value"])]


def _waits(won: JSON) -> int:
    hand, melds = split(won["concealed"]), won["melds"]
    own = Counter(hand)
    for meld in melds:
        own[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
    return sum(own[tile] < 4 and wins([*hand, tile], 4 - len(melds)) for tile in ALL)


def _event(data: JSON) -> tuple[int, bool]:
    """Give the flowers of the way of winning, and whether it makes the win big."""
    (won,) = data["wins"]
    drawn = data["by"] == "self_draw"
    flowers, big = 0, False
    if drawn and data.get("first_turn") and won["seat"] == data["dealer"] and not won["melds"]:
        flowers, big = 320, True
    else:
        if drawn and data["chain"]:
            flowers, big = 40, True
        elif drawn and data.get("flower_draw"):
            flowers, big = 20, True
        if won.get("pre_ready"):
            flowers, big = flowers + 280, True
    return flowers + 10 * (drawn and data["wall_left"] <= 15), big
