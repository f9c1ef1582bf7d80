"""The best reading of a hand with wilds, held against every reading there is (ZJ-2.2, ZJ-4)."""

import random
from collections import Counter

import pytest

from engine.melds import Meld, MeldKind
from engine.rulesets.registry import make_ruleset
from engine.rulesets.zhuji.best import Best, Colour, best_reading, counted
from engine.rulesets.zhuji.hand import MELDED_TAI, Held, hold
from engine.rulesets.zhuji.layout import lay_out
from engine.rulesets.zhuji.wins import WildWins
from engine.scoring.facts import By
from engine.state import State
from tests.engine.rulesets.zhuji import oracle
from tests.engine.rulesets.zhuji.oracle import WILDS, Dealt, broken, made_hand

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

CHOW, PONG = MeldKind.CHOW, MeldKind.PONG


def held(dealt: Dealt) -> Held:
    """Look at a hand as the engine does."""
    return hold(dealt.tiles, dealt.melds, WILDS)


def compare(dealt: Dealt, beside: int, special: bool) -> Best | None:
    """Check the engine's best reading against the most over all readings."""
    mine = held(dealt)
    real = beside + MELDED_TAI[mine.melded]
    best = best_reading(mine, real, special)
    found = None if best is None else counted(real + best.tai, best.colour is Colour.HONOURS, special)
    assert found == oracle.most(dealt, beside, special), dealt
    return best


@pytest.mark.parametrize("seed", range(6))
def test_the_best_reading_scores_the_most_of_all(seed: int) -> None:
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(150):
        dealt = made_hand(chance)
        if number % 4 == 3:
            dealt = broken(chance, dealt)
        best = compare(dealt, chance.choice([0, 0, 1, 3]), chance.random() < 0.5)
        seen["none" if best is None else best.colour.value] += 1
    assert len(seen) == 5  # every colour, and hands that are not complete


@pytest.mark.parametrize(("sets", "wilds"), [(4, 4), (3, 5), (2, 6), (1, 5), (0, 2)])
def test_the_best_reading_scores_the_most_with_many_wilds(sets: int, wilds: int) -> None:
    chance = random.Random(10 * sets + wilds)
    for _ in range(8):
        assert compare(made_hand(chance, wilds, sets), 2, False) is not None


@pytest.mark.parametrize(
    "melds",
    [
        (Meld(CHOW, 0, 0), Meld(CHOW, 6, 0)),
        (Meld(PONG, 27, 0), Meld(PONG, 33, 0)),
    ],
    ids=["one suit", "honours"],
)
def test_the_best_reading_scores_the_most_with_eight_wilds_and_nothing_else_in_hand(
    melds: tuple[Meld, ...],
) -> None:
    assert compare(Dealt((25,) * 4 + (26,) * 4, melds), 2, False) is not None


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_laid_out_as_it_was_scored(seed: int) -> None:
    """The groups told have the 台 told, use every tile once, and each wild stands for one thing."""
    chance = random.Random(100 + seed)
    for _ in range(250):
        dealt = made_hand(chance)
        mine = held(dealt)
        best = best_reading(mine, MELDED_TAI[mine.melded], False)
        assert best is not None
        wild_tiles = [kind for kind in dealt.tiles if kind in WILDS]
        layout = lay_out(mine, best, wild_tiles)
        *sets, pair = layout.groups
        laid = [*(tuple(meld.tiles[:3]) for meld in dealt.melds), *sets]
        tai, honours = oracle.own_tai(laid, pair)
        assert (tai, honours) == (best.tai + MELDED_TAI[mine.melded], best.colour is Colour.HONOURS)
        assert sorted(wild for wild, _ in layout.wilds) == sorted(wild_tiles)
        own = [kind for kind in dealt.tiles if kind not in WILDS]
        stand_ins = [kind for _, kind in layout.wilds]
        assert sorted(own + stand_ins) == sorted(kind for group in layout.groups for kind in group)


def test_a_wild_stands_for_itself_where_its_own_kind_is_wanted() -> None:
    dealt = Dealt((24, 25, 26, 28, 28, 0, 1, 2, 9, 10, 11, 3, 4, 5), ())
    best = best_reading(held(dealt), 0, False)
    assert best is not None
    assert lay_out(held(dealt), best, [26, 25]).wilds == ((25, 25), (26, 26))


@pytest.mark.parametrize("wilds", range(5))
def test_w_16_a_hand_waits_for_what_completes_it_wilds_among_it(wilds: int) -> None:
    """The table's own check, kind by kind, beside trying everything."""
    rules = make_ruleset("zhuji", {"wild": "8s", "wild_kinds": 2})
    wins = rules.wins
    assert isinstance(wins, WildWins)
    chance = random.Random(wilds)
    for _ in range(4):
        dealt = made_hand(chance, wilds + 1, chance.choice([2, 3, 3]))
        tiles = list(dealt.tiles)
        tiles.remove(WILDS[0])
        state = State()
        state.ext["wild"] = WILDS
        state.melds[2] = list(dealt.melds)
        for kind in tiles:
            state.hands[2].add(kind)
        for kind in range(34):
            if state.hands[2].counts[kind] < 4:
                whole = Dealt((*tiles, kind), dealt.melds)
                expected = next(oracle.every_reading(whole), None) is not None
                assert wins.is_complete(state, 2, By.DISCARD, kind) is expected


def test_w_03_any_number_of_wilds_is_read() -> None:
    """Eight of them, and whatever else; no table has room for four only."""
    for number in range(9):
        tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 27, 33, 33]
        tiles[:number] = (25, 25, 25, 25, 26, 26, 26, 26)[:number]
        assert best_reading(hold(tiles, (), WILDS), 0, False) is not None
