"""The guide's smallest ruleset, taken from its page, put together and played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.ruleset import Mechanic, Ruleset
from tests.bench.hands import play_hand

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-ruleset.md"


@pytest.fixture(scope="module")
def plain() -> Ruleset:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (code,) = (block for block in blocks if "def build" in block)
    names: dict[str, Any] = {"__name__": "plain"}
    exec(compile(code, str(PAGE), "exec"), names)  # the page's own code is what is tried
    build: Callable[[], Ruleset] = names["build"]
    return build()


def test_the_pages_ruleset_plays_whole_hands_with_its_books_in_order(plain: Ruleset) -> None:
    outcomes: Counter[str] = Counter()
    random = Random(7)
    for _ in range(60):
        state, _ = play_hand(plain, random, checked=True)
        assert state.outcome is not None
        outcomes[state.outcome.value] += 1
        assert state.next_dealer == (state.dealer + 1) % 4
        for score in state.scores:
            paid = sum(transfer.points for transfer in state.ledger if transfer.payee == score.seat)
            assert paid == (3 if state.win_source is None else 1)
    assert outcomes["draw"] + outcomes["win"] == 60


def test_the_page_names_every_hook_a_mechanism_has() -> None:
    text = PAGE.read_text(encoding="utf-8")
    everyday = {"fold", "react", "bar_win", "filter_claims", "filter_turn", "why_not", "perform", "forced",
                "before_settlement", "facts", "view", "mask"}  # fmt: skip
    assert everyday <= {name for name in vars(Mechanic) if not name.startswith("_")}
    assert [name for name in sorted(everyday) if f"`{name}" not in text] == []
