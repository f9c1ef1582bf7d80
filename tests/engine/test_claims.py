"""Claims: a window's outcome against brute force over all completions, and in every order of arrival
(CO-2)."""

from collections.abc import Iterator, Mapping
from itertools import permutations, product

import pytest

from engine.claims import Claim, Resolution, resolve
from engine.commands import KONG, PASS, PONG, WIN, Chow, Command, Win
from engine.events import WindowKind
from engine.state import Window

LOW, HIGH = Chow((1, 2)), Chow((4, 5))
Offers = Mapping[int, tuple[Command, ...]]
Answers = Mapping[int, Command]

# What the seats one, two and three steps from the source may be asked; a win in capitals is lawful.
ASKED: dict[str, tuple[Command, ...]] = {
    "-": (), "win": (WIN, PASS), "WIN": (WIN, PASS), "pong": (PONG, PASS), "kong": (KONG, PONG, PASS),
    "chow": (LOW, HIGH, PASS), "WIN pong": (WIN, PONG, PASS), "win pong chow": (WIN, PONG, LOW, PASS),
    "WIN chow": (WIN, LOW, PASS),
}  # fmt: skip
NEAR = list(ASKED)
FAR = ["-", "win", "WIN", "pong", "kong", "WIN pong"]  # only the next seat may chow


def expected(source: int, lawful: frozenset[int], answers: Answers, several: bool) -> Resolution:
    """Say what a full set of answers comes to, straight from CO-2.2, NN-11.2 and NN-12.1."""
    near = sorted(answers, key=lambda seat: (seat - source) % 4)
    wins = [seat for seat in near if answers[seat] == WIN]
    true = [seat for seat in wins if seat in lawful]
    if true:
        return Resolution(winners=tuple(true if several else true[:1]))
    if wins:
        return Resolution(false_winner=wins[0])
    for rank in ((PONG, KONG), (LOW, HIGH)):
        for seat in near:
            if answers[seat] in rank:
                return Resolution(claim=Claim(seat, answers[seat]))
    return Resolution()


def completions(offers: Offers, answers: Answers) -> Iterator[Answers]:
    """Give every full set of answers that these can become."""
    pending = [seat for seat in offers if seat not in answers]
    for chosen in product(*(offers[seat] for seat in pending)):
        yield {**answers, **dict(zip(pending, chosen, strict=True))}


def window_of(source: int, names: tuple[str, ...], answers: Answers) -> Window:
    """Open a window in which the seats after the source are asked these."""
    offers = {(source + step) % 4: ASKED[name] for step, name in enumerate(names, 1) if ASKED[name]}
    lawful = tuple((source + step) % 4 for step, name in enumerate(names, 1) if "WIN" in name)
    window = Window(1, WindowKind.DISCARD, source, 3, offers, lawful)
    window.answers = dict(answers)
    return window


ROOMS = [(source, several) for source in (0, 3) for several in (True, False)]


@pytest.mark.parametrize(("source", "several"), ROOMS)
@pytest.mark.parametrize("first", NEAR)
def test_the_outcome_is_known_as_soon_as_no_answer_can_change_it_and_not_before(
    source: int, several: bool, first: str
) -> None:
    """CO-2.1: for every window and every set of answers so far, by brute force."""
    for second, third in product(FAR, FAR):
        empty = window_of(source, (first, second, third), {})
        lawful, offers = frozenset(empty.lawful), empty.offers
        for given in product(*((None, *offers[seat]) for seat in offers)):
            answers = {seat: answer for seat, answer in zip(offers, given, strict=True) if answer is not None}
            outcomes = {expected(source, lawful, full, several) for full in completions(offers, answers)}
            found = resolve(window_of(source, (first, second, third), answers), several)
            assert found == (outcomes.pop() if len(outcomes) == 1 else None), (first, second, third, answers)


@pytest.mark.parametrize("several", [True, False])
def test_the_order_of_arrival_changes_nothing(several: bool) -> None:
    """CO-2.1, C-01, C-07, C-11: whatever comes first, the outcome when it is fixed is the one of all
    answers."""
    for names in product(NEAR, FAR, FAR):
        empty = window_of(0, names, {})
        for full in completions(empty.offers, {}):
            outcome = expected(0, frozenset(empty.lawful), full, several)
            for order in permutations(full):
                window = window_of(0, names, {})
                found = resolve(window, several)
                for seat in order:
                    if found is None:
                        window.answers[seat] = full[seat]
                        found = resolve(window, several)
                assert found == outcome


def test_nobody_asked_is_an_outcome_too() -> None:
    """CO-2.5: the window opens and closes with nothing."""
    assert resolve(window_of(2, ("-", "-", "-"), {}), True) == Resolution()


@pytest.mark.parametrize("source", range(4))
def test_nearest_in_turn_counts_from_the_source(source: int) -> None:
    """CO-2.2, CO-2.2a: from the discarder, or from who made the kong."""
    names = ("WIN", "WIN", "WIN")
    answers: Answers = {(source + step) % 4: Win() for step in (1, 2, 3)}
    nearest = [(source + step) % 4 for step in (1, 2, 3)]
    assert resolve(window_of(source, names, answers), False) == Resolution(winners=(nearest[0],))
    assert resolve(window_of(source, names, answers), True) == Resolution(winners=tuple(nearest))
    farthest: Answers = {nearest[0]: PASS, nearest[2]: WIN}
    assert resolve(window_of(source, names, farthest), False) is None
