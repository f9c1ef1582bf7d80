"""The books: every way of breaking them is found; they are broken here by hand, since no play can."""

import random
from collections.abc import Callable

import pytest

from engine.errors import InvariantBroken
from engine.invariants import check, check_sums
from engine.ledger import Transfer
from engine.state import Phase, RiverTile, State
from tests.engine.hands import lawful, play_hand, shuffled
from tests.engine.script import table
from tests.engine.toys import NANNING


def on_turn() -> State:
    """Give a hand in which seat 1 has drawn."""
    match, _ = table("0 discard 9p", ["9p", "", "", ""], codes="7z")
    assert match.state is not None
    return match.state


def lose_a_tile(state: State) -> None:
    state.rivers[0].pop()


def double_a_tile(state: State) -> None:
    state.rivers[0].append(RiverTile(17, False))


def give_one_too_many(state: State) -> None:
    """Take it from the wall, so that only the hand's size is wrong."""
    state.hands[2].add(state.wall[state.head])
    state.head += 1


def owe_a_tile(state: State) -> None:
    counts = state.hands[1].counts
    kind = next(kind for kind in range(34) if not counts[kind])
    state.hands[1].remove(kind)
    state.hands[2].add(kind)


def miscount_the_size(state: State) -> None:
    state.hands[1].size -= 1


def mispack(state: State) -> None:
    state.hands[1].packed[0] += 1


def pay_nothing(state: State) -> None:
    state.ledger.append(Transfer(0, 1, 0, "CO-6.2", "nothing"))


def pay_backwards(state: State) -> None:
    state.ledger.append(Transfer(0, 1, -5, "CO-6.2", "backwards"))


def forget_the_window(state: State) -> None:
    state.phase = Phase.CLAIMS
    state.hands[1].remove(33)
    state.rivers[1].append(RiverTile(33, True))


@pytest.mark.parametrize(
    "fault",
    [
        lose_a_tile, double_a_tile, give_one_too_many, owe_a_tile, miscount_the_size, mispack, pay_nothing,
        pay_backwards, forget_the_window,
    ],
)  # fmt: skip
def test_a_broken_book_is_found(fault: Callable[[State], None]) -> None:
    """W-11, F-12, K-19, S-02, S-12."""
    state = on_turn()
    check(state)
    fault(state)
    with pytest.raises(InvariantBroken):
        check(state)


@pytest.mark.parametrize(
    "fault",
    [
        lose_a_tile, double_a_tile, give_one_too_many, miscount_the_size, pay_nothing, pay_backwards,
        forget_the_window,
    ],
)  # fmt: skip
def test_counting_finds_what_changes_a_number(fault: Callable[[State], None]) -> None:
    state = on_turn()
    check_sums(state)
    fault(state)
    with pytest.raises(InvariantBroken):
        check_sums(state)


def test_what_counting_does_not_find_the_whole_check_does() -> None:
    """One tile has become another."""
    state = on_turn()
    held = state.hands[1].tiles()[0]
    state.hands[1].remove(held)
    state.hands[1].add(next(kind for kind in range(34) if kind != held and state.hands[1].counts[kind] < 4))
    check_sums(state)
    with pytest.raises(InvariantBroken):
        check(state)


def test_whoever_passes_the_whole_check_passes_the_count() -> None:
    source = random.Random(2)

    def both(state: State) -> None:
        check(state)
        check_sums(state)

    play_hand(NANNING, shuffled(NANNING, source), source, lawful, both)


def test_before_the_deal_there_is_nothing_to_check() -> None:
    check(State())
    check_sums(State())


@pytest.mark.parametrize("phase", [Phase.CLAIMS, Phase.DRAW])
def test_a_hand_has_13_tiles_less_three_a_meld_while_nobody_has_drawn(phase: Phase) -> None:
    """F-12."""
    source = random.Random(1)

    def sizes(state: State) -> None:
        if state.phase is phase:
            held = [hand.size + 3 * len(melds) for hand, melds in zip(state.hands, state.melds, strict=True)]
            assert held == [13, 13, 13, 13]

    play_hand(NANNING, shuffled(NANNING, source), source, lawful, sizes)
