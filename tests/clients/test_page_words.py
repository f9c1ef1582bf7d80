"""The page has words of its own for every reason the rules pay by (CO-6.2)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from engine.melds import MeldKind
from engine.rulesets.longjiang import items

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"[A-Z]{2}-\d+(\.\d+[a-z]?)?")
REASON = re.compile(r"[a-z][a-z ,-]+")
WORDS = (ROOT / "clients/web/src/app/words.ts").read_text(encoding="utf-8")
TABLE = WORDS.split("const REASONS")[1].split("};")[0]
KNOWN = set(re.findall(r"^  '?([a-z][a-z -]*)'?: both\(", TABLE, re.MULTILINE))


def written() -> Iterator[str]:
    """Every reason that stands behind its clause in the engine."""
    for path in sorted((ROOT / "engine" / "rulesets").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call | ast.Tuple):
                parts = node.args if isinstance(node, ast.Call) else node.elts
                texts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
                yield from (
                    reason for clause, reason in pairwise(texts)
                    if CLAUSE.fullmatch(clause) and REASON.fullmatch(reason)
                )  # fmt: skip


LAID = (MeldKind.OPEN_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
MADE = [kind.value.replace("_", " ") for kind in LAID]
"""Reasons that are made of what was laid."""
MORE = ["won from another", *[row.name_en.lower() for row in (items.DEALER, items.UNDECLARED)]]
"""What a reason in Longjiang begins with, and what is put behind it (LJ-6.1 to LJ-6.3)."""


def test_there_are_reasons_to_look_for() -> None:
    assert {"discard", "self-draw", "robbed kong", "three mouths"} <= set(written())


@pytest.mark.parametrize("reason", sorted({*written(), *MADE, *MORE}))
def test_the_page_has_words_for_a_reason(reason: str) -> None:
    assert reason in KNOWN
