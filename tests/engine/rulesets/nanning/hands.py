"""Nanning hands by name, and the ways to win with them, so that a test reads like a rule.

The winner is seat 1, the dealer seat 0, who discards or is robbed seat 3, unless a test says otherwise.
Nobody is sealed: melds are taken from seats 0 and 2 in turn.
"""

from typing import NamedTuple

from tests.engine.positions import JSON, added_kong, concealed_kong, open_kong, pong, position, win


class Hand(NamedTuple):
    """A winning hand: what stands in hand, the winning tile, the melds."""

    concealed: str
    tile: str
    melds: tuple[JSON, ...] = ()


PLAIN = Hand("234m678p55s34s", "2s", (pong("9m", 2),))
CONCEALED = Hand("234m678p123p55s34s", "2s")
FLUSH = Hand("234m234m55m67m", "8m", (pong("9m", 2),))
FLUSH_CONCEALED = Hand("123m234m678m55m67m", "8m")
TRIPLETS = Hand("222p88s55m", "8s", (pong("9m", 2), pong("1z", 0)))
TRIPLETS_CONCEALED = Hand("222p333s777m11z88s", "8s")
TRIPLETS_FLUSH = Hand("222m55m77m", "5m", (pong("9m", 2), pong("1m", 0)))
TRIPLETS_FLUSH_CONCEALED = Hand("222m444m666m88m99m", "9m")
PAIRS = Hand("1133m5577p2288s6z", "6z")
PAIRS_FLUSH = Hand("1133557799m22m4m", "4m")
BIG_PAIRS_1 = Hand("1111m5577p2288s6z", "6z")
BIG_PAIRS_1_FLUSH = Hand("1111m33557799m4m", "4m")
BIG_PAIRS_2 = Hand("1111m5555p2288s6z", "6z")
BIG_PAIRS_2_FLUSH = Hand("11113333m5577m9m", "9m")
BIG_PAIRS_3 = Hand("1111m5555p2222s6z", "6z")
BIG_PAIRS_3_FLUSH = Hand("11113333m5555m9m", "9m")
BEGGING = Hand("5s", "5s", (pong("7p", 2), pong("9m", 0), pong("1z", 2), pong("2s", 0)))
BEGGING_FLUSH = Hand("3m", "3m", (pong("9m", 2), pong("1m", 0), pong("5m", 2), pong("7m", 0)))
SEALING = Hand("55s34s", "2s", (pong("9m", 2), pong("1z", 2), pong("7p", 2)))
"""Three sets from seat 2: it is sealed."""
SEALING_TRIPLETS = Hand("88s55m", "8s", (pong("9m", 2), pong("1z", 2), pong("3z", 2)))

STANDS_ON_FOUR = (pong("4z", 0), pong("3z", 2), pong("7z", 0), pong("5z", 2))
"""What lies before a 全求人 at seat 3."""
KONGS = (open_kong("4z", 0), concealed_kong("3z"), added_kong("2z", 1), concealed_kong("8s"))
"""A chain of kongs made by seat 3; its points are subtracted by ``without_kongs``."""


def nanning(by: str, *wins: JSON, **more: object) -> JSON:
    """Return a Nanning position; options are given by ``options``."""
    source = more.pop("source", None)
    assert source is None or isinstance(source, int)
    return position("nanning", by, *wins, source=source, **more)


def discarded(hand: Hand, *, seat: int = 1, source: int = 3, **more: object) -> JSON:
    """Return the hand won on a discard."""
    return nanning("discard", win(seat, hand.concealed, *hand.melds), source=source, tile=hand.tile, **more)


def drawn(hand: Hand, *, seat: int = 1, **more: object) -> JSON:
    """Return the hand won by self-draw."""
    return nanning("self_draw", win(seat, hand.concealed, *hand.melds), tile=hand.tile, **more)


def robbed(
    hand: Hand,
    *,
    seat: int = 1,
    source: int = 3,
    before: tuple[JSON, ...] = (),
    beside: tuple[JSON, ...] = (),
    **more: object,
) -> JSON:
    """Return the hand won by robbing a kong, its pong taken from seat 0.

    ``before`` are the kongs of its chain before it, ``beside`` what else lies before the robbed seat.
    """
    giver = 0 if source else 1
    return nanning(
        "rob_kong", win(seat, hand.concealed, *hand.melds), source=source, tile=hand.tile,
        others={str(source): {"melds": [*beside, *before, pong(hand.tile, giver)]}},
        chain=[*before, added_kong(hand.tile, giver)], **more,
    )  # fmt: skip


def without_kongs(totals: list[int], melds: tuple[JSON, ...], owner: int) -> list[int]:
    """Take the points of kongs out of totals (NN-3.1, NN-3.2), to see the win alone."""
    rest = list(totals)
    for meld in melds:
        payers = [meld["from"]] if "from" in meld else [seat for seat in range(4) if seat != owner]
        if meld["kind"] == "pong":
            continue
        for payer in payers:
            rest[payer] += 1
            rest[owner] -= 1
    return rest
