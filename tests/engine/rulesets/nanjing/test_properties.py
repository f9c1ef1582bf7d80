"""What holds for every Nanjing position, whatever it comes to."""

import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import JSON, outcome
from tests.engine.rulesets.nanjing.lawful import positions
from tests.engine.rulesets.nanjing.naive import best


def score(data: JSON) -> list[int] | str:
    """Return the totals, or why the winner may not win."""
    found = outcome(data)
    if "error" in found:
        assert found["error"]["exit"] == 3, (found, data)
        code: str = found["error"]["code"]
        return code
    totals: list[int] = found["totals"]
    return totals


def turned(data: JSON, step: int) -> JSON:
    """Return the position with everybody so many seats further on."""
    moved: JSON = copy.deepcopy(data)

    def turn(seat: int) -> int:
        return (seat + step) % 4

    def turn_melds(melds: list[JSON]) -> list[JSON]:
        return [{**meld, "from": turn(meld["from"])} if "from" in meld else meld for meld in melds]

    moved["dealer"] = turn(data["dealer"])
    if "from" in data:
        moved["from"] = turn(data["from"])
    moved["chain"] = turn_melds(data["chain"])
    moved["wins"] = [
        {**win, "seat": turn(win["seat"]), "melds": turn_melds(win["melds"])} for win in data["wins"]
    ]
    moved["others"] = {
        str(turn(int(seat))): {**lies, "melds": turn_melds(lies["melds"])}
        for seat, lies in data["others"].items()
    }
    return moved


def recoloured(value: object, suits: dict[int, int]) -> object:
    """Return a position's tiles with the three suits exchanged."""
    if isinstance(value, dict):
        texts = ("kind", "by", "format", "ruleset", "options", "flowers")
        return {name: one if name in texts else recoloured(one, suits) for name, one in value.items()}
    if isinstance(value, list):
        return [recoloured(one, suits) for one in value]
    return value.translate(suits) if isinstance(value, str) else value


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
