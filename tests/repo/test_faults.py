"""docs/faults.md holds every kind of reported fault against every ruleset, by tests that are there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from engine.rulesets.registry import RULESETS

ROOT = Path(__file__).resolve().parents[2]
KINDS = (
    "Win detection", "Kongs", "Several winners", "Claims", "Passing", "Flowers, wall and tile counts",
    "Declared ready and indicator", "Last tile, draw, dealer, next hand", "Settlement", "Replay and log",
)  # fmt: skip


def cells() -> dict[tuple[str, str], list[str]]:
    """Read the document: by kind and ruleset the tests named, or the reason why there is none."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    kind = ruleset = ""
    for line in (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = line[3:]
        elif match := re.fullmatch(r"- (\w+):(?: (none: .+))?", line):
            ruleset = match[1]
            found[kind, ruleset] += [match[2]] if match[2] else []
        elif match := re.fullmatch(r"  - `(\S+)`", line):
            found[kind, ruleset].append(match[1])
    return found


CELLS = cells()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_fault_is_covered(kind: str, ruleset: str) -> None:
    """Tests that exist, or the reason with its clause why this ruleset cannot have it."""
    named = CELLS[kind, ruleset]
    assert named
    for each in named:
        if each.startswith("none: "):
            assert re.search(r"\((CO|NN|NJ|ZJ|LJ)-\d", each)
            continue
        path, _, test = each.partition("::")
        text = (ROOT / "tests" / path).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {test}\(", text, re.MULTILINE), each


def test_every_kind_and_ruleset_of_the_document_is_known() -> None:
    assert {kind for kind, _ in CELLS} == set(KINDS)
    assert {ruleset for _, ruleset in CELLS} == set(RULESETS)
