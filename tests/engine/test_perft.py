"""Mahjong *perft*: from fixed walls, how many sequences of commands there are, and in which order.

As in chess engines: any change of what is legal changes a number here. The first level is counted by hand in
a test of its own; the deeper ones are golden.
"""

import pytest

from engine.commands import DISCARD, as_action
from engine.decide import play, run, start
from engine.legal import awaited, legal
from engine.match import committed_hand
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.state import State
from tests.engine.script import table
from tests.engine.toys import CHOWS, NANNING

NONCES = (b"", b"", b"", b"")

# Sequences of 1, 2, 3, 4 … commands, from the committed wall of a secret that is one byte 32 times over.
GOLDEN: list[tuple[str, dict[str, object], int, list[int]]] = [
    ("nanning", {}, 1, [12, 144, 1619]),
    ("nanning", {}, 2, [13, 136, 1760]),
    ("nanning", {}, 3, [14, 158, 1581, 15966]),
    ("nanning", {"false_win": "penalty"}, 1, [13, 72, 240, 336]),
    ("nanning", {"false_win": "penalty"}, 3, [15, 85, 287, 408]),
    ("nanjing", {}, 1, [9, 108, 1320]),
    ("nanjing", {}, 2, [13, 146, 1364]),
    ("longjiang", {}, 1, [11, 103, 895]),
    ("longjiang", {}, 3, [12, 106, 978]),
    ("zhuji", {}, 1, [12, 124, 1201]),
    ("zhuji", {}, 3, [14, 158, 1282]),
]


def begun(rules: Ruleset, byte: int) -> State:
    """Deal the committed hand 1 of a secret."""
    state = start(rules, committed_hand(rules, 1, (0, 0, False), bytes([byte]) * 32, NONCES))
    follow(rules, state)
    return state


def follow(rules: Ruleset, state: State) -> None:
    """Take every automatic step that is due."""
    while run(rules, state):
        pass


def perft(rules: Ruleset, state: State, depth: int) -> int:
    """Count sequences of commands, of all seats that are awaited, in any order of theirs."""
    if not depth:
        return 1
    number = 0
    for seat in awaited(rules, state):
        for command in legal(rules, state, seat):
            after = state.copy()
            play(rules, after, seat, command)
            follow(rules, after)
            number += perft(rules, after, depth - 1)
    return number


@pytest.mark.parametrize(("key", "options", "byte", "counts"), GOLDEN, ids=str)
def test_there_are_so_many_ways_to_go_on(
    key: str, options: dict[str, object], byte: int, counts: list[int]
) -> None:
    """STYLE 19: golden; a change of the rules changes them, and nothing else may."""
    rules = make_ruleset(key, options)
    state = begun(rules, byte)
    assert [perft(rules, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("byte", [1, 2, 3])
def test_the_first_level_is_the_kinds_the_dealer_holds(byte: int) -> None:
    """CO-1.1: these hands hold no four alike and win nothing."""
    rules = make_ruleset("nanning", {})
    state = begun(rules, byte)
    kinds = sorted(set(state.hands[0].tiles()))
    assert legal(rules, state, 0) == tuple(DISCARD[kind] for kind in kinds)
    assert perft(rules, state, 1) == len(kinds)


@pytest.mark.parametrize(
    ("rules", "script", "hands", "seat", "verbs"),
    [
        (NANNING, "", ["1111m123456p34s55z", "", "", ""], 0, "kong 1m|discard"),
        (NANNING, "", ["111123456m34588s", "", "", ""], 0, "win|kong 1m|discard"),
        (CHOWS, "0 discard 5m", ["5m", "3467m55m", "", ""], 1, "pong|chow 34m|chow 46m|chow 67m|pass"),
        (CHOWS, "0 discard 5m", ["5m", "34m555m", "", ""], 1, "kong|pong|chow 34m|pass"),
        (NANNING, "0 discard 4s", ["4s", "123456789m44s55z", "", ""], 1, "win|pong|pass"),
    ],
)
def test_offers_stand_in_a_fixed_order(
    rules: Ruleset, script: str, hands: list[str], seat: int, verbs: str
) -> None:
    """Wins, then kongs by kind, then pongs, chows from the lowest up, discards by kind; passing last."""
    match, _ = table(script, hands, rules=rules)
    assert match.state is not None
    words = [" ".join(map(str, as_action(seat, offer)[1:])) for offer in legal(rules, match.state, seat)]
    discards = [word for word in words if word.startswith("discard")]
    assert [word for word in words if not word.startswith("discard")] == verbs.replace("|discard", "").split(
        "|"
    )
    assert words[len(words) - len(discards) :] == discards or not discards
