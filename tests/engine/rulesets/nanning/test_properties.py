"""What holds for every Nanning position, whatever it comes to."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import JSON, outcome
from tests.engine.rulesets.nanning.lawful import positions
from tests.engine.rulesets.nanning.test_scorer import worth
from tests.engine.symmetry import recoloured, score, turned

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone


@given(positions())
@settings(max_examples=400)
def test_a_settlement_sums_to_zero_or_is_refused_by_the_rules(data: JSON) -> None:
    found = score(data)
    assert found in ("sealed", "insured") or sum(map(int, found)) == 0


@given(positions(), st.integers(1, 3))
@settings(max_examples=200)
def test_the_seats_names_do_not_matter(data: JSON, step: int) -> None:
    found, moved = score(data), score(turned(data, step))
    if isinstance(found, str):
        assert moved == found
    else:
        assert [moved[(seat + step) % 4] for seat in range(4)] == found


@given(positions(), st.permutations("mps"))
@settings(max_examples=200)
def test_the_three_suits_are_alike(data: JSON, suits: list[str]) -> None:
    other = recoloured(data, str.maketrans("mps", "".join(suits)))
    assert isinstance(other, dict)
    assert score(other) == score(data)


@given(positions(), st.randoms())
@settings(max_examples=100)
def test_the_order_of_melds_does_not_matter(data: JSON, chance: object) -> None:
    other = copy.deepcopy(data)
    for place in [*other["wins"], *other["others"].values()]:
        place["melds"].reverse()
    assert score(other) == score(data)


@given(positions())
@settings(max_examples=200)
def test_every_step_told_is_true_and_nobody_is_paid_nothing(data: JSON) -> None:
    found = outcome(data)
    for win in found.get("wins", []):
        assert [worth(step["text"]) for step in win["steps"]] == [step["result"] for step in win["steps"]]
    for transfer in found.get("transfers", []):
        assert transfer["points"] > 0
        assert transfer["from"] != transfer["to"]


@given(positions())
@settings(max_examples=200)
def test_without_options_a_win_pays_its_row_and_kong_points_alone(data: JSON) -> None:
    """NN-2.3, NN-2.4: the shares of all payers together, from what is told: base and doublings."""
    plain = {name: value for name, value in data.items() if name not in ("options", "codes", "fishing")}
    found = outcome(plain)
    if "error" in found:
        return
    (win,) = found["wins"]
    base = next(pattern["value"] for pattern in win["patterns"] if pattern["unit"] == "points")
    k = sum(pattern["value"] for pattern in win["patterns"] if pattern["unit"] == "doublings")
    won = sum(
        transfer["points"]
        for transfer in found["transfers"]
        if transfer["to"] == win["seat"]
        and "kong of" not in transfer["reason"]
        and not transfer["clause"].startswith("NN-3")
    )
    sealed = any(transfer["clause"].startswith("NN-10") for transfer in found["transfers"])
    if plain["by"] == "self_draw":
        assert won == 3 * base * 2**k
    else:
        assert won == (base if k == 0 else 3 * base * 2 ** (k - 1)) * (2 if sealed else 1)
