"""The worked positions of every ruleset: what each comes to, to the point."""

import pytest

from engine.rulesets.registry import RULESETS
from tests.engine.positions import JSON, cases, error, totals


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{ruleset} {case['id']}") for ruleset in RULESETS for case in cases(ruleset)],
)
def test_a_worked_position_comes_to_what_is_written_beside_it(case: JSON) -> None:
    if "totals" in case["expect"]:
        assert totals(case["position"]) == case["expect"]["totals"]
    else:
        assert error(case["position"])[0] in ([case["exit"]] if "exit" in case else (2, 3))
