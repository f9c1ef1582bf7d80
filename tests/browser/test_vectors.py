"""The vectors that the page's unit tests read are what Python computes today."""

from __future__ import annotations

from tests.browser import vectors


def test_the_page_is_checked_against_what_hashlib_and_the_engine_give() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in vectors.FOLDER.glob("*.json")}
    assert kept == vectors.files(), "stale: run `python -m tests.browser.vectors`"
