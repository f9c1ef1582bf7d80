"""What holds for every Longjiang position, whatever it comes to."""

import copy
from collections import Counter
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleRefusal
from engine.position import read_position
from engine.rulesets.longjiang.scoring import LongjiangScorer
from engine.rulesets.registry import POSITION_RULES
from tests.engine.positions import JSON, outcome
from tests.engine.rulesets.longjiang.oracle import positions, worth

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone


def found(data: JSON) -> int | str:
    """Return what one payer owes by the base, or why the winner may not win."""
    told = outcome(data)
    if "error" in told:
        assert told["error"]["exit"] == 3, (told, data)
        code: str = told["error"]["code"]
        return code
    value: int = told["wins"][0]["value"]
    base: int = data["options"]["base"]
    return value // base


@given(positions())
@settings(max_examples=400)
def test_lj_5_9_a_win_counts_as_what_pays_most_and_as_nothing_else(data: JSON) -> None:
    """Every reading, wait and use of the tile tried, written from the document, comes to the same."""
    assert found(data) == worth(data)


@given(positions())
@settings(max_examples=100)
def test_lj_6_1_all_others_pay_and_double_only_by_dealer_and_discarder(data: JSON) -> None:
    told = outcome(data)
    if "error" in told:
        return
    (win,) = told["wins"]
    paid = {move["from"]: move["points"] for move in told["transfers"]}
    assert sum(told["totals"]) == 0 and len(paid) == len(told["transfers"]) == 3
    heavenly = win["patterns"][-1]["id"] == "heavenly"
    dealer = 2 if not heavenly or data["options"]["heavenly_dealer_double"] else 1
    for payer, points in paid.items():
        times = dealer if data["dealer"] in (payer, win["seat"]) else 1
        if payer == data.get("from") and not data["others"][str(payer)]["ready"]:
            times *= 2
        assert points == times * win["value"]


@given(positions())
@settings(max_examples=100)
def test_what_is_told_adds_up(data: JSON) -> None:
    told = outcome(data)
    for win in told.get("wins", []):
        text = [step["text"].replace("×", "*") for step in win["steps"]]
        assert [eval(one, {"__builtins__": {}}) for one in text] == [step["result"] for step in win["steps"]]
        assert prod(pattern["value"] for pattern in win["patterns"]) == win["value"]


@given(positions())
@settings(max_examples=100)
def test_who_qualifies_is_whoever_is_scored(data: JSON) -> None:
    position = read_position(data, POSITION_RULES)
    scorer, facts = position.scorer, position.facts
    assert isinstance(scorer, LongjiangScorer)
    (seat,) = facts.winners
    why = scorer.qualifies(facts, seat)
    if why is None:
        assert scorer.settle(facts).wins
    else:
        with pytest.raises(RuleRefusal) as refused:
            scorer.settle(facts)
        assert refused.value.code is why


@given(positions(), st.permutations("mps"))
@settings(max_examples=100)
def test_the_three_suits_are_alike(data: JSON, suits: list[str]) -> None:
    other = copy.deepcopy(data)
    letters = str.maketrans("mps", "".join(suits))
    (win,) = other["wins"]
    for holder, names in ((other, ("tile", "treasure")), (win, ("concealed", "pushed"))):
        for name in names:
            if name in holder:
                holder[name] = holder[name].translate(letters)
    for meld in win["melds"]:
        name = "tile" if "tile" in meld else "tiles"
        meld[name] = meld[name].translate(letters)
    assert found(other) == found(data)


def test_the_positions_drawn_are_of_every_sort() -> None:
    """So that the properties above speak of something."""
    seen: Counter[int | str] = Counter()

    @given(positions())
    @settings(max_examples=300, database=None)
    def count(data: JSON) -> None:
        seen[found(data)] += 1

    count()
    assert {1, 2, 4, 8, 16, "not_a_win", "not_ready"} <= set(seen)
