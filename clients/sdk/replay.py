"""A hand played again from its wall: does what a viewer saw come out of it, tile by tile?

All four hands are followed, the hidden ones too, since with the wall known nothing is hidden any more. A
concealed kong that lay face down is taken out of its hand when the hands are shown. Raises ``Unlike`` at the
first thing that cannot have come from this wall.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from clients.sdk.deal import dealt_hands
from protocol import events as happened
from protocol.events import Event
from protocol.fold import sort_tiles
from protocol.view import HandResult, ShownHand, Turned
from protocol.vocabulary import Meld, Tile

__all__ = ["Replay", "Unlike"]


class Unlike(Exception):
    """Raised when what was seen is not what the wall holds; says what."""


class Replay:
    """The wall and the four hands, as they follow from the events seen."""

    def __init__(self, wall: Sequence[Tile]) -> None:
        self._wall: deque[Tile] = deque(wall)
        self._hands: list[Counter[Tile]] = [Counter() for _ in range(4)]
        self._dealer = 0
        self._fishing: dict[int, int] = {}
        self._aside: dict[int, list[Tile]] = {}
        self._turned_up = 0
        self._face_down: set[int] = set()

    def see(self, event: Event) -> None:
        """Take in one event of the hand, after ``dealt``. Raises: Unlike."""
        match event:
            case happened.Dealt():
                self._deal(event)
            case happened.Drew():
                self._draw(event)
            case happened.FlowersLaid():
                self._take(event.seat, event.tiles, "laid out")
            case happened.Discarded():
                self._take(event.seat, (event.tile,), "threw")
            case happened.Melded():
                self._meld(event.seat, event.meld)
            case happened.Marked() if event.mark.key == "fishing" and event.mark.seat is not None:
                self._fishing[event.mark.seat] = event.mark.value or 0
            case happened.Marked() if event.mark.key == "treasure" and event.mark.on:
                self._turn_up(event.mark.tiles[0])
            case _:
                pass

    def end(self, result: HandResult) -> None:
        """Hold the hands laid open and the tiles turned against what the wall gave. Raises: Unlike."""
        self._set_aside()
        for winner in result.winners[:1]:
            if winner.by == "rob_kong" and winner.source is not None and winner.tile is not None:
                self._take(winner.source, (winner.tile,), "was robbed of")
        won = {winner.seat: winner.tile for winner in result.winners}
        for shown in result.shown:
            tile = won.get(shown.seat)
            self._shown(shown, () if tile is None else (tile,))
        for turned in result.turned:
            self._turned(turned)

    def _deal(self, event: happened.Dealt) -> None:
        self._dealer = event.dealer
        hands, rest = dealt_hands(list(self._wall), event.dealer)
        self._wall = deque(rest)
        self._hands = [Counter(hand) for hand in hands]
        for seat, (seen, hand) in enumerate(zip(event.hands, hands, strict=True)):
            if seen is not None and sort_tiles(seen) != sort_tiles(hand):
                raise Unlike(f"seat {seat} was dealt {' '.join(seen)}, not {' '.join(sort_tiles(hand))}")

    def _draw(self, event: happened.Drew) -> None:
        self._set_aside()
        if not self._wall:
            raise Unlike(f"seat {event.seat} drew from an empty wall")
        tile = self._wall.popleft() if event.end == "head" else self._wall.pop()
        if event.tile is not None and event.tile != tile:
            raise Unlike(f"seat {event.seat} drew {event.tile}, not {tile}")
        if event.wall_left != len(self._wall):
            raise Unlike(f"{event.wall_left} tiles left in the wall, not {len(self._wall)}")
        self._hands[event.seat][tile] += 1

    def _set_aside(self) -> None:
        """Take from the tail what was set aside after the deal, from the dealer on (NN-14.2)."""
        for step in range(4):
            seat = (self._dealer + step) % 4
            count = self._fishing.pop(seat, 0)
            if count > len(self._wall):
                raise Unlike(f"{count} tiles set aside of {len(self._wall)}")
            self._aside.setdefault(seat, []).extend(self._wall.pop() for _ in range(count))

    def _turn_up(self, tile: Tile) -> None:
        """Find the treasure's indicator in the stacks at the wall's end, from the fourth on forwards, in each
        the top tile first; when several were turned in one step only the last is told (LJ-4.1, LJ-4.4)."""
        size = len(self._wall)
        for turn in range(self._turned_up, size):
            place = size - 8 - 2 * (turn // 2) + turn % 2
            if place < 0:
                break
            if self._wall[place] == tile:
                self._turned_up = turn + 1
                return
        raise Unlike(f"the treasure's indicator {tile} lies in none of the stacks left")

    def _take(self, seat: int, tiles: Iterable[Tile], doing: str) -> None:
        hand = self._hands[seat]
        for tile in tiles:
            if hand[tile] <= 0:
                raise Unlike(f"seat {seat} {doing} {tile} and cannot have had it")
            hand[tile] -= 1

    def _meld(self, seat: int, meld: Meld) -> None:
        if not meld.tiles:
            self._face_down.add(seat)
            return
        used = list(meld.tiles[:1] if meld.kind == "added_kong" else meld.tiles)
        if meld.kind in ("chow", "pong", "open_kong") and meld.claimed in used:
            used.remove(meld.claimed)
        self._take(seat, used, "melded")

    def _shown(self, shown: ShownHand, won: tuple[Tile, ...]) -> None:
        """Compare an open hand; the tile won may lie in it or beside it."""
        if shown.seat in self._face_down:
            for kong in shown.melds:
                self._take(shown.seat, kong.tiles if kong.kind == "concealed_kong" else (), "laid face down")
        had, seen = +self._hands[shown.seat], Counter(shown.tiles)
        if seen not in (had, had + Counter(won)) and seen + Counter(won) != had:
            drawn = " ".join(sort_tiles(had.elements()))
            raise Unlike(f"seat {shown.seat} showed {' '.join(shown.tiles)}, not {drawn}")

    def _turned(self, turned: Turned) -> None:
        if turned.key == "fishing" and turned.seat in self._aside:
            if sort_tiles(turned.tiles) != sort_tiles(self._aside[turned.seat]):
                raise Unlike(f"seat {turned.seat}'s fishing tiles are not those set aside")
        elif turned.key == "codes":
            wall, count = list(self._wall), len(turned.tiles)
            head, tail = wall[:count], wall[::-1][:count]
            if list(turned.tiles) not in (head, tail):
                raise Unlike(f"codes {' '.join(turned.tiles)} lie at neither end of the wall")
