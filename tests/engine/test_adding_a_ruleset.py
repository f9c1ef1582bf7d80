"""The guide's smallest ruleset, taken from its page, put together and played."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import RuleRefusal
from engine.position import read_position, score_position
from engine.ruleset import Mechanic, Ruleset
from engine.rulesets.registry import Registered
from engine.sheet import sheet
from tests.bench.hands import play_hand

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-ruleset.md"


@pytest.fixture(scope="module")
def registered() -> Registered:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (code,) = (block for block in blocks if "def build" in block)
    names: dict[str, Any] = {"__name__": "plain"}
    exec(compile(code, str(PAGE), "exec"), names)  # the page's own code is what is tried
    return Registered(names["POSITION"], names["build"], (names["WIN"],))


@pytest.fixture(scope="module")
def plain(registered: Registered) -> Ruleset:
    return registered.build(registered.position.options.defaults(), True)


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


def test_the_pages_ruleset_scores_positions_and_has_a_sheet(registered: Registered, plain: Ruleset) -> None:
    position = {
        "format": "sifang.position/1", "ruleset": "plain", "dealer": 0,
        "by": "discard", "from": 3, "tile": "2s",
    }  # fmt: skip

    def totals(concealed: str) -> object:
        given = {**position, "wins": [{"seat": 1, "concealed": concealed}]}
        return score_position(read_position(given, {"plain": registered.position}))["totals"]

    assert totals("234m678p123p55s34s") == [0, 1, 0, -1]
    with pytest.raises(RuleRefusal, match="seat 1"):
        totals("134m678p123p55s34s")
    made = sheet(plain, registered.rows, registered.position.options.options)
    assert [row.id for section in made.sections for row in section.rows].count("win") == 1


def test_the_page_names_every_hook_a_mechanism_has() -> None:
    text = PAGE.read_text(encoding="utf-8")
    everyday = {"fold", "react", "bar_win", "filter_claims", "filter_turn", "why_not", "perform", "forced",
                "before_settlement", "facts", "view", "mask"}  # fmt: skip
    assert everyday <= {name for name in vars(Mechanic) if not name.startswith("_")}
    assert [name for name in sorted(everyday) if f"`{name}" not in text] == []
