"""Settings that hold for every test: Hypothesis profiles, and what happens when a need is missing.

The tests of engine and protocol cover these to the last branch by themselves. In all others nothing is
counted: it would hide what lacks a test of its own, and counting makes the engine three times as slow.

A test whose need (a browser, a broker) this machine lacks is left out and the report says so at its head; in
CI nothing may be left out, so there a missing need, a skip or an expected failure is a failure.
"""

import os
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

from scripts import needs

# No test depends on speed, so no example has a deadline. `usual` draws the same examples every time: what was
# green stays green until the code changes; `long` (make chaos) looks further and anew each time.
hypothesis.settings.register_profile("usual", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("long", deadline=None, max_examples=2000, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

MISSING = needs.missing()
COUNTED = tuple(Path(__file__).parent / package for package in ("engine", "protocol"))


def pytest_report_header() -> list[str]:
    """Name what this machine lacks and which tests are therefore left out."""
    return [f"left out: tests marked '{need.marker}', since {need.name} is missing" for need in MISSING]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say where nothing is counted; leave out the tests whose need is missing, but let them fail in CI."""
    for item in items:
        if not any(item.path.is_relative_to(package) for package in COUNTED):
            item.add_marker("no_cover")
    if needs.is_strict():
        return
    lacking = {need.marker for need in MISSING}
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in lacking)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count a skip as a failure in CI: what was not run has not passed."""
    report = yield
    if report.skipped and needs.is_strict():
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report
