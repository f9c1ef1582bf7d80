"""The peers that install, measured beside us in the same run (ENGINE-SPEED names them).

They play other games, so only orders of magnitude compare: a score each by its own rules, whole riichi hands
against whole hands of ours. A peer that is not there is named as such.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine.melds import Meld, MeldKind
from engine.rulesets.registry import POSITION_RULES
from engine.scoring.facts import By, Facts, SeatFacts

__all__ = ["report"]

_SECONDS = 1.0


def _rate(step: Callable[[], object]) -> float:
    """Give how often a second the step can be made."""
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < _SECONDS:
        for _ in range(20):
            step()
        done += 20
    return done / spent


def _ours() -> Callable[[], object]:
    rules = POSITION_RULES["nanning"]
    scorer = rules.scorer(rules.options.defaults())
    winner = SeatFacts(
        concealed=(1, 2, 3, 14, 14, 14, 20, 21, 30, 30), melds=(Meld(MeldKind.PONG, 8, 2, 8),)
    )
    facts = Facts(dealer=0, by=By.DISCARD, winners=(1,), tile=22, source=3,
                  seats=(SeatFacts(), winner, SeatFacts(), SeatFacts()))  # fmt: skip
    return lambda: scorer.settle(facts)


def _mahjong() -> Callable[[], object]:
    calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator()
    tiles = importlib.import_module("mahjong.tile").TilesConverter
    hand = tiles.string_to_136_array(man="22444", pin="333567", sou="444")
    won = tiles.string_to_136_array(sou="4")[0]
    return lambda: calculator.estimate_hand_value(hand, won)


def _mahjong_gb() -> Callable[[], object]:
    calculate = importlib.import_module("MahjongGB").MahjongFanCalculator
    hand = ("W1", "W1", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W9", "W9")
    return lambda: calculate((), hand, "W5", 0, False, False, False, False, 0, 0)


def _riichienv_hands() -> Callable[[], object]:
    environment: Any = importlib.import_module("riichienv").RiichiEnv
    random = Random(1)

    def hand() -> None:
        table = environment(game_mode=0)
        seen = table.reset()
        while not table.done():
            seen = table.step({seat: random.choice(one.legal_actions()) for seat, one in seen.items()})

    return hand


def report() -> list[str]:
    """One line a peer, ours first."""
    lines = [f"{'sifang, one Nanning settlement':44}{_rate(_ours()):10.0f} a second"]
    for name, make in (
        ("mahjong (Python), one riichi score", _mahjong),
        ("PyMahjongGB (C++), one score", _mahjong_gb),
        ("riichienv (Rust), whole hands, random play", _riichienv_hands),
    ):
        try:
            step = make()
        except ImportError:
            lines.append(f"{name:44}{'not installed here':>20}")
            continue
        lines.append(f"{name:44}{_rate(step):10.0f} a second")
    return lines
