"""The worked positions of Longjiang: what each comes to, to the point."""

import pytest

from tests.engine.positions import JSON, cases, error, totals


@pytest.mark.parametrize("case", cases("longjiang"), ids=lambda case: case["id"])
def test_a_worked_position_comes_to_what_is_written_beside_it(case: JSON) -> None:
    if "totals" in case["expect"]:
        assert totals(case["position"]) == case["expect"]["totals"]
    else:
        assert error(case["position"])[0] in ([case["exit"]] if "exit" in case else (2, 3))
