"""Whatever is done to a position's JSON, the command answers with an object and exits 0, 2 or 3."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import Code
from engine.tools.score import main
from tests.engine.positions import JSON, cases

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

CODES = {*Code, "malformed"}
RULESETS = ["nanning", "nanjing", "zhuji", "longjiang"]
SEEDS = [case["position"] for ruleset in RULESETS for case in cases(ruleset)[::3]]
WORDS = [
    "",
    "5m",
    "55m",
    "1f",
    "9z",
    "discard",
    "pong",
    "added_kong",
    "concealed_kong",
    "self_draw",
    "rob_kong",
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.sampled_from([10**30, -1.5, 1e300]),
    st.text(max_size=6),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(["1m", "9s", "7z"]), max_size=14).map("".join),
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=6,
)
NAMES = [
    "seat", "concealed", "melds", "flowers", "kind", "tile", "tiles", "from", "by",
    "wins", "others", "chain", "codes", "fishing", "wild", "treasure", "ready", "pushed",
    "wall_left", "first_turn", "options", "dealer", "streak", "heated", "0", "3", "x_",
]  # fmt: skip


def places(value: object) -> list[tuple[Any, Any]]:
    """List every place in a JSON value where something stands."""
    inside = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = [(value, at) for at in inside]
    for holder, at in list(found):
        found += places(holder[at])
    return found


@st.composite
def broken(draw: st.DrawFn) -> JSON:
    """Draw a worked position with one to four things done to it."""
    data: JSON = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 4))):
        spots = places(data)
        if not spots:
            break
        holder, at = draw(st.sampled_from(spots))
        what = draw(st.sampled_from(["replace", "remove", "add", "copy"]))
        if what == "replace":
            holder[at] = draw(JUNK)
        elif what == "remove":
            del holder[at]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(NAMES))] = draw(JUNK) if what == "add" else copy.deepcopy(holder[at])
        else:
            holder.append(draw(JUNK) if what == "add" else copy.deepcopy(holder[at]))
    return data


def answer(
    data: object, tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str]
) -> tuple[int, JSON]:
    """Run the command on a JSON value."""
    file = tmp_path_factory.getbasetemp() / "fuzz.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    code = main([str(file)])
    out, err = capfd.readouterr()
    assert err == ""
    found: JSON = json.loads(out)
    return code, found


@given(data=broken() | JUNK)
@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_json_makes_the_command_stumble(
    data: object, tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str]
) -> None:
    code, found = answer(data, tmp_path_factory, capfd)
    if isinstance(data, list):
        assert code == 0 and len(found) == len(data)
        return
    assert isinstance(found, dict)
    if code == 0:
        assert sum(found["totals"]) + found.get("house", 0) == 0
    else:
        assert found["error"]["exit"] == code
        assert found["error"]["code"] in CODES
        assert (code == 2) == ("path" in found["error"]) == (found["error"]["code"] == "malformed")
