"""How bots choose: a view and its offers in (``TableView``, ``Prompt``), an action out; no clock, no I/O.

The server uses the same policies to fill seats and to stand in for players who are away. A bot sees what its
seat sees, so it cannot cheat; randomness, where a policy wants any, is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from clients.bots.sight import Sight, kind_of, look, tile_of
from engine.patterns import DiscardChoice, best_discards, distance, distance_seven_pairs, pack, waits
from protocol.to_client import Offers, Prompt
from protocol.view import TableView
from protocol.vocabulary import Action, Chow, DeclareReady, Discard, Kong, Pass, Pong, Tile, Win

__all__ = ["GreedyPolicy", "Policy", "RandomPolicy", "choices", "make_policy"]


class Policy(Protocol):
    """Chooses what a seat does."""

    def choose(self, table: TableView, seat: int, prompt: Prompt) -> Action:
        """Choose one of what the prompt offers."""


def choices(offers: Offers) -> list[Action]:
    """List every action that the offers allow, in a fixed order."""
    listed: list[Action] = []
    if offers.win:
        listed.append(Win())
    listed.extend(Kong(tile=offer.tile) for offer in offers.kong)
    if offers.pong:
        listed.append(Pong())
    listed.extend(Chow(tiles=tiles) for tiles in offers.chow)
    listed.extend(DeclareReady(tile=offer.tile, pushed=offer.pushed) for offer in offers.ready)
    listed.extend(Discard(tile=discard) for discard in offers.discard)
    if offers.pass_:
        listed.append(Pass())
    return listed


class RandomPolicy:
    """Chooses evenly among all that is offered."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, table: TableView, seat: int, prompt: Prompt) -> Action:
        """Choose any offer."""
        return self._random.choice(choices(prompt.offers))


class GreedyPolicy:
    """Goes the shortest way to a win: by distance, then by how many unseen tiles bring the hand nearer.

    It wins whenever it may, claims what brings it nearer, kongs where that costs nothing, and of equal
    discards throws the kind of which most copies are in sight.
    """

    def choose(self, table: TableView, seat: int, prompt: Prompt) -> Action:
        """Choose the offer that serves the hand best."""
        offers = prompt.offers
        if offers.win:
            return Win()
        sight = look(table, seat)
        if prompt.kind == "claim":
            return self._claim(sight, offers, prompt.tile)
        return self._kong(sight, offers) or self._ready(sight, offers) or self._discard(sight, offers)

    def _claim(self, sight: Sight, offers: Offers, tile: Tile | None) -> Action:
        """Take the discard if the hand is nearer with the meld than without, a kong also if it is as near."""
        now = _distance(sight.counts, sight)
        if tile is None:
            return Pass()
        kind = kind_of(tile)
        if offers.kong and _after_meld(sight, (kind,) * 3, discards=False) <= now:
            return Kong(tile=offers.kong[0].tile)
        best: Action = Pass()
        nearest = now
        if offers.pong and (reached := _after_meld(sight, (kind, kind))) < nearest:
            best, nearest = Pong(), reached
        for pair in offers.chow:
            if (reached := _after_meld(sight, [kind_of(one) for one in pair])) < nearest:
                best, nearest = Chow(tiles=pair), reached
        return best

    def _kong(self, sight: Sight, offers: Offers) -> Action | None:
        """Kong on the own turn where the hand is no farther for it than after the best discard."""
        if not offers.kong or not offers.discard:
            return None
        best = min(choice.distance for choice in self._ranked(sight))
        for offer in offers.kong:
            used = 1 if offer.kind == "added_kong" else 4
            counts = sight.counts[:]
            counts[kind_of(offer.tile)] -= used
            sets = sight.sets_needed if offer.kind == "added_kong" else sight.sets_needed - 1
            if distance(pack(counts), sets, sight.wilds) <= best:
                return Kong(tile=offer.tile)
        return None

    def _ready(self, sight: Sight, offers: Offers) -> Action | None:
        """Declare ready with the discard that leaves the most tiles to wait for."""
        best: tuple[int, Action] | None = None
        for offer in offers.ready:
            counts = sight.counts[:]
            counts[kind_of(offer.tile)] -= 1
            live = sum(sight.unseen[kind] for kind in waits(pack(counts), sight.sets_needed, sight.wilds))
            if best is None or live > best[0]:
                best = live, DeclareReady(tile=offer.tile, pushed=offer.pushed)
        return best[1] if best is not None and best[0] else None

    def _discard(self, sight: Sight, offers: Offers) -> Action:
        """Throw the tile the hand misses least; a wild tile only where nothing else may go."""
        allowed = {kind_of(tile) for tile in offers.discard}
        ranked = [choice for choice in self._ranked(sight) if choice.kind in allowed]
        if not ranked:
            return Discard(tile=offers.discard[-1])
        alike = [
            choice
            for choice in ranked
            if (choice.distance, choice.live) == (ranked[0].distance, ranked[0].live)
        ]
        thrown = min(alike, key=lambda choice: (sight.unseen[choice.kind], -choice.kind))
        return Discard(tile=tile_of(thrown.kind))

    def _ranked(self, sight: Sight) -> Sequence[DiscardChoice]:
        return best_discards(sight.packed, sight.sets_needed, sight.unseen, sight.wilds, sight.may_be_pairs)


def _distance(counts: Sequence[int], sight: Sight) -> int:
    """Give the distance of a hand of 13 to a win, by the nearer of the shapes that are open."""
    packed = pack(counts)
    reached = distance(packed, sight.sets_needed, sight.wilds)
    return min(reached, distance_seven_pairs(packed, sight.wilds)) if sight.may_be_pairs else reached


def _after_meld(sight: Sight, used: Sequence[int], discards: bool = True) -> int:
    """Give the distance after a meld made with these tiles from hand and, unless one draws, a discard."""
    counts = sight.counts[:]
    for kind in used:
        counts[kind] -= 1
    sets = sight.sets_needed - 1
    if not discards:
        return distance(pack(counts), sets, sight.wilds)
    left = []
    for kind, count in enumerate(counts):
        if count:
            counts[kind] -= 1
            left.append(distance(pack(counts), sets, sight.wilds))
            counts[kind] += 1
    return min(left, default=_FAR)


_FAR: Final = 99


def make_policy(level: str, random: Random) -> Policy:
    """Build the policy of a bot level: ``random`` or ``greedy``."""
    return RandomPolicy(random) if level == "random" else GreedyPolicy()
