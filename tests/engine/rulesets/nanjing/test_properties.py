"""What holds for every Nanjing position, whatever it comes to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import JSON, outcome
from tests.engine.rulesets.nanjing.lawful import positions
from tests.engine.rulesets.nanjing.naive import best
from tests.engine.symmetry import recoloured, score, turned

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone


@given(positions())
@settings(max_examples=150)
def test_nj_2_4_no_other_reading_pays_more(data: JSON) -> None:
    """The slow way, every reading and every place of the winning tile tried, comes to the same."""
    found = outcome(data)
    assert (found["error"]["code"] if "error" in found else found["wins"][0]["value"]) == best(data)


@given(positions())
@settings(max_examples=120)
def test_a_settlement_sums_to_zero_or_is_refused_by_the_rules(data: JSON) -> None:
    found = score(data)
    assert found == "below_minimum" or sum(map(int, found)) == 0


@given(positions(), st.integers(1, 3))
@settings(max_examples=100)
def test_the_seats_names_do_not_matter(data: JSON, step: int) -> None:
    found, moved = score(data), score(turned(data, step))
    if isinstance(found, str):
        assert moved == found
    else:
        assert [moved[(seat + step) % 4] for seat in range(4)] == found


@given(positions(), st.permutations("mps"))
@settings(max_examples=100)
def test_the_three_suits_are_alike(data: JSON, suits: list[str]) -> None:
    other = recoloured(data, str.maketrans("mps", "".join(suits)))
    assert isinstance(other, dict)
    assert score(other) == score(data)


@given(positions())
@settings(max_examples=120)
def test_what_is_told_adds_up_and_nobody_is_paid_nothing(data: JSON) -> None:
    found = outcome(data)
    for win in found.get("wins", []):
        text = [step["text"].replace("×", "*") for step in win["steps"]]
        assert [eval(one, {"__builtins__": {}}) for one in text] == [step["result"] for step in win["steps"]]
        assert win["value"] in [step["result"] for step in win["steps"]]
    for transfer in found.get("transfers", []):
        assert transfer["points"] > 0
        assert transfer["from"] != transfer["to"]


@given(positions())
@settings(max_examples=150)
def test_one_share_or_three_are_paid_for_a_win(data: JSON) -> None:
    """NJ-2.3, NJ-6: three shares for what is drawn or robbed, one for a discard, whoever pays them."""
    found = outcome(data)
    if "error" in found:
        return
    (win,) = found["wins"]
    paid = sum(
        move["points"] for move in found["transfers"]
        if move["to"] == win["seat"] and not move["clause"].startswith("NJ-7")
    )  # fmt: skip
    assert paid == win["value"] * (1 if data["by"] == "discard" else 3)
