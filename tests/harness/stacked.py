"""Deals that a test chooses: the one place where a wall can be put into a server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.events import HandStarted
from engine.match import committed_hand
from engine.record import StackedWall
from engine.record_wall import read_wall, stack
from engine.ruleset import NextHand, Ruleset
from server.app import Around
from server.chance import Dealer, real_chance
from server.games import RegisteredGames
from server.rooms import Kit
from server.runner import Rooms
from server.stand_in import make_policies


def fixed_deals(seed: str) -> Dealer:
    """Deal every hand by its number alone, whatever the secret and the nonces; seat 0 deals first."""

    def deal(
        rules: Ruleset,
        number: int,
        follows: NextHand | None,
        secret: bytes,
        nonces: Sequence[bytes],
        escaped: Iterable[int],
    ) -> HandStarted:
        own = hashlib.sha256(f"{seed}/{number}".encode()).digest()
        return committed_hand(rules, number, follows or (0, 0, False), own, (b"",) * 4, escaped)

    return deal


def laid_deals(hands: Sequence[str], draws: str, **behind: str) -> Dealer:
    """Deal these tiles in every hand, seat 0 dealing, and then these in the order they are drawn.

    ``behind``: ``tail``, the tiles at the wall's end in the order they are taken, and ``reserve``, those of
    the stacks set apart there, the one turned up first in front.
    """

    def deal(
        rules: Ruleset,
        number: int,
        follows: NextHand | None,
        secret: bytes,
        nonces: Sequence[bytes],
        escaped: Iterable[int],
    ) -> HandStarted:
        wall = read_wall({"hands": list(hands), "draws": draws, **behind}, "$", rules)
        assert isinstance(wall, StackedWall)
        return HandStarted(0, 0, False, stack(wall, 0), wall.chance)

    return deal


def house_with(deal: Dealer) -> Callable[[Around], Rooms]:
    """Return a maker of rooms whose hands are dealt so."""

    def make(around: Around) -> Rooms:
        chance = replace(real_chance(around.world.random), deal=deal)
        return Rooms(around, Kit(RegisteredGames(), chance, make_policies(), whole_check=1))

    return make
