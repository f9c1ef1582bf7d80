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
            return self._claim(sight, offers, prompt.tile) or _last_resort(offers)
        if not sight.is_whole(spare=1):
            return _last_resort(offers)
        ranked = best_discards(sight.packed, sight.sets_needed, sight.unseen, sight.wilds, sight.may_be_pairs)
        return (
            self._kong(sight, offers, ranked)
            or self._ready(sight, offers)
            or self._discard(sight, offers, ranked)
            or _last_resort(offers)
        )

    def _claim(self, sight: Sight, offers: Offers, tile: Tile | None) -> Action | None:
        """Take the discard if the hand is nearer with the meld than without, a kong also if it is as near."""
        if tile is None or not sight.is_whole(spare=0):
            return None
        kind, now = kind_of(tile), _distance(sight)
        if offers.kong and _after_meld(sight, (kind,) * 3, discards=False) <= now:
            return Kong(tile=offers.kong[0].tile)
        best: Action | None = None
        nearest = now
        if offers.pong and (reached := _after_meld(sight, (kind, kind))) < nearest:
            best, nearest = Pong(), reached
        for pair in offers.chow:
            if (reached := _after_meld(sight, [kind_of(one) for one in pair])) < nearest:
                best, nearest = Chow(tiles=pair), reached
        return best

    def _kong(self, sight: Sight, offers: Offers, ranked: Sequence[DiscardChoice]) -> Action | None:
        """Kong on the own turn where the hand is no farther for it than after the best discard."""
        for offer in offers.kong:
            added = offer.kind == "added_kong"
            counts = sight.counts[:]
            counts[kind_of(offer.tile)] -= 1 if added else 4
            sets = sight.sets_needed if added else sight.sets_needed - 1
            if not ranked or distance(pack(counts), sets, sight.wilds) <= ranked[0].distance:
                return Kong(tile=offer.tile)
        return None

    def _ready(self, sight: Sight, offers: Offers) -> Action | None:
        """Declare ready with the discard that leaves the most tiles to wait for, if any is left."""
        best: Action | None = None
        most = 0
        for offer in offers.ready:
            counts = sight.counts[:]
            counts[kind_of(offer.tile)] -= 1
            waited = waits(pack(counts), sight.sets_needed, sight.wilds, sight.may_be_pairs)
            live = sum(sight.unseen[kind] for kind in waited)
            if live > most:
                best, most = DeclareReady(tile=offer.tile, pushed=offer.pushed), live
        return best

    def _discard(self, sight: Sight, offers: Offers, ranked: Sequence[DiscardChoice]) -> Action | None:
        """Throw the tile the hand misses least; a wild tile only where nothing else may go."""
        allowed = {kind_of(tile) for tile in offers.discard}
        lawful = [choice for choice in ranked if choice.kind in allowed]
        if not lawful:
            return None
        best = (lawful[0].distance, lawful[0].live)
        alike = [choice for choice in lawful if (choice.distance, choice.live) == best]
        thrown = min(alike, key=lambda choice: (sight.unseen[choice.kind], -choice.kind))
        return Discard(tile=tile_of(thrown.kind))


def _last_resort(offers: Offers) -> Action:
    """Do what costs least where the hand says nothing: pass, else throw the last tile, else what there is."""
    if offers.pass_:
        return Pass()
    if offers.discard:
        return Discard(tile=offers.discard[-1])
    return choices(offers)[-1]


def _distance(sight: Sight) -> int:
    """Give the distance of a hand at rest to a win, by the nearer of the shapes that are open."""
    reached = distance(sight.packed, sight.sets_needed, sight.wilds)
    return min(reached, distance_seven_pairs(sight.packed, sight.wilds)) if sight.may_be_pairs else reached


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
"""Farther than any hand: nothing but wild tiles is left to throw."""


def make_policy(level: str, random: Random) -> Policy:
    """Build the policy of a bot level: ``random`` or ``greedy``."""
    return RandomPolicy(random) if level == "random" else GreedyPolicy()
