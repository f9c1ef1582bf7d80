"""How bots choose: a view and its offers in (``TableView``, ``Prompt``), an action out; no clock, no I/O.

The server uses the same policies to fill seats and to stand in for players who are away. A bot sees what its
seat sees, so it cannot cheat; randomness, where a policy wants any, is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final, Protocol

from clients.bots.plans import Plan, plans_of, value
from clients.bots.ready import declared_worth
from clients.bots.sight import Sight, kind_of, look, tile_of
from clients.bots.traits import Melded
from engine.patterns import POW5, SUIT_OF, is_seven_pairs, is_standard_win, pack
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
    """Goes for the hand that promises most: what it brings times how likely it gets there (``plans``).

    It wins whenever it may, claims and kongs what makes its hand worth more, declares where that pays best,
    keeps wild tiles, feeds nobody a third meld, and of equal discards throws the kind of which most copies
    are in sight.
    """

    def choose(self, table: TableView, seat: int, prompt: Prompt) -> Action:
        """Choose the offer that serves the hand best."""
        offers = prompt.offers
        return self.judge(look(table, seat), prompt.kind, offers, prompt.tile)

    def judge(self, sight: Sight, kind: str, offers: Offers, tile: Tile | None) -> Action:
        """Choose from what is seen; ``kind`` and ``tile`` are the prompt's."""
        if offers.win and _is_lawful(sight, kind, tile):
            return Win()
        if sight.is_whole(spare=kind == "turn"):
            action = _claim(sight, offers, tile) if kind == "claim" else _turn(sight, offers)
            if action is not None:
                return action
        return _last_resort(offers)


def _is_lawful(sight: Sight, kind: str, tile: Tile | None) -> bool:
    """Tell whether a win on offer is one: where unlawful ones are on offer too, look for oneself."""
    option, asked = sight.traits.false_win
    if not option or sight.options.get(option) != asked:
        return True
    if sight.sealed or (kind == "claim" and (sight.barred or sight.insured)):
        return False
    counts = sight.counts[:]
    if kind == "claim" and tile is not None:
        counts[kind_of(tile)] += 1
    if max(counts) > _COPIES or sum(counts) != 3 * sight.sets_needed + 2:
        return False
    return is_standard_win(pack(counts), sight.sets_needed) or (sight.may_be_pairs and is_seven_pairs(counts))


def _claim(sight: Sight, offers: Offers, tile: Tile | None) -> Action | None:
    """Take the discard if the hand is worth more with the meld than without."""
    if tile is None or not (offers.pong or offers.kong or offers.chow):
        return None
    kind = kind_of(tile)
    best: Action | None = None
    most = value(sight)
    if offers.kong:
        worth = value(_with_meld(sight, "open_kong", kind, (kind,) * 3))
        worth += sight.traits.kongs.get("open_kong", 0)
        if worth and worth >= most:  # as good is better: it draws another tile
            best, most = Kong(tile=tile), worth
    if offers.pong and (worth := value(_with_meld(sight, "pong", kind, (kind, kind)))) > most:
        best, most = Pong(), worth
    for pair in offers.chow:
        used = [kind_of(one) for one in pair]
        if (worth := value(_with_meld(sight, "chow", min(kind, *used), used))) > most:
            best, most = Chow(tiles=pair), worth
    return best


def _turn(sight: Sight, offers: Offers) -> Action | None:
    """Declare, kong or discard, whichever is worth most."""
    declared = _declare(sight, offers)
    if declared is not None:
        return declared
    thrown, most = _discard(sight, offers)
    best: Action | None = None if thrown is None else Discard(tile=tile_of(thrown))
    for offer in offers.kong:
        kind = kind_of(offer.tile)
        if offer.kind == "added_kong":
            melded = tuple([("added_kong" if low == kind else meld, low) for meld, low in sight.melded])
            after = _changed(sight, melded, (kind,))
        else:
            after = _with_meld(sight, "concealed_kong", kind, (kind,) * 4)
        worth = value(after) + sight.traits.kongs.get(offer.kind, 0)
        if worth >= most:
            best, most = Kong(tile=offer.tile), worth
    return best


def _declare(sight: Sight, offers: Offers) -> Action | None:
    """Declare ready in the way that pays best."""
    rules = sight.traits.ready
    if rules is None:
        return None
    best: Action | None = None
    most = 0.0
    for offer in offers.ready:
        pushed = None if offer.pushed is None else kind_of(offer.pushed)
        worth = declared_worth(sight, kind_of(offer.tile), pushed, rules)
        if worth > most:
            best, most = DeclareReady(tile=offer.tile, pushed=offer.pushed), worth
    return best


def _discard(sight: Sight, offers: Offers) -> tuple[int | None, float]:
    """Find the tile that the hand misses least, and what the hand is worth without it; a wild tile goes only
    where nothing else may."""
    held = sight.counts
    allowed = [kind for kind in map(kind_of, offers.discard) if kind < len(held) and held[kind]]
    if not allowed:
        return None, 0.0
    plans = [] if sight.sealed else plans_of(sight)
    wanted = [any(suit) for suit in zip(*[plan.aim.suits for plan in plans], strict=True)] or [False] * 4
    free = [kind for kind in allowed if not wanted[SUIT_OF[kind]]]
    if free:
        # No plan misses these at all.
        return min(free, key=_in_sight(sight)), sum([plan.now for plan in plans])
    worths = _worths(sight, plans, allowed)
    if sight.traits.feeding and sight.fed + 1 >= sight.traits.feeding:
        for kind in allowed:
            # Who has taken two melds of this seat's may well hold a pair of what lies nowhere yet.
            worths[kind] *= 1 - _FEEDS * (sight.unseen[kind] >= 2)
    most = max(worths.values())
    return min([kind for kind in allowed if worths[kind] >= most - _SAME], key=_in_sight(sight)), most


def _in_sight(sight: Sight) -> Callable[[int], tuple[int, int]]:
    """Order kinds by how many copies are in sight, most first: what nobody can want."""
    return lambda kind: (sight.unseen[kind], -kind)


def _worths(sight: Sight, plans: Sequence[Plan], allowed: Sequence[int]) -> dict[int, float]:
    """Give what the hand is worth without one tile of each kind, for the best of them by what helps next."""
    counts, packed = sight.counts, sight.packed
    by_plan = [plan.without(allowed, counts, packed) for plan in plans]
    worths = dict(zip(allowed, [sum(each) for each in zip(*by_plan, strict=True)], strict=True))
    first, near = plans[0], max(worths.values()) * _NEAR
    total = sum(sight.unseen) + sight.wild_left
    outside: float | None = None
    for kind, before in zip(allowed, by_plan[0], strict=True):
        suit = SUIT_OF[kind]
        if worths[kind] < near:
            worths[kind] = 0.0
        elif first.aim.suits[suit] or outside is None:
            left = list(packed)
            left[suit] -= POW5[kind]
            counts[kind] -= 1
            better = first.next(counts, left, sight.unseen, sight.wild_left, total) - before
            counts[kind] += 1
            worths[kind] += better
            if not first.aim.suits[suit]:
                outside = better
        else:
            worths[kind] += outside
    return worths


_COPIES: Final = 4
_NEAR: Final = 0.85
"""By distance alone, so near to the best must be what is looked at closer."""
_FEEDS: Final = 0.15
"""What of its worth a hand loses by a discard that may well seal its owner."""
_SAME: Final = 1e-9


def _last_resort(offers: Offers) -> Action:
    """Do what costs least where the hand says nothing: pass, else throw the last tile, else what there is."""
    if offers.pass_:
        return Pass()
    if offers.discard:
        return Discard(tile=offers.discard[-1])
    return choices(offers)[-1]


def _with_meld(sight: Sight, meld: str, kind: int, used: Sequence[int]) -> Sight:
    """Lay a meld down that takes these tiles from the hand."""
    return _changed(sight, (*sight.melded, (meld, kind)), used)


def _changed(sight: Sight, melded: Melded, used: Sequence[int]) -> Sight:
    counts = sight.counts[:]
    for kind in used:
        counts[kind] -= 1
    return replace(sight, melded=melded, counts=counts)


def make_policy(level: str, random: Random) -> Policy:
    """Build the policy of a bot level: ``random`` or ``greedy``."""
    return RandomPolicy(random) if level == "random" else GreedyPolicy()
