"""What a machine lacks costs it the tests that need it, and says so; in CI it costs the whole run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repo.sources import ROOT

Run = Callable[..., subprocess.CompletedProcess[str]]

NEEDY = """
import pytest

@pytest.mark.mosquitto
def test_feed():
    raise RuntimeError("this machine has no broker")

def test_plain():
    pass
"""
SKIPPING = """
import pytest

def test_skipping():
    pytest.skip("not today")
"""
NO_PROGRAMS = "import shutil; shutil.which = lambda *_, **__: None"


@pytest.fixture
def run_suite(tmp_path: Path) -> Run:
    """Return a function that runs a suite, under this project's settings, on a machine without programs."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "sitecustomize.py").write_text(NO_PROGRAMS)
    inherited = {key: value for key, value in os.environ.items() if key not in ("CI", "PYTEST_ADDOPTS")}
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "no:cacheprovider"]

    def run(suite: str, **variables: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "test_suite.py").write_text(suite)
        environment = {**inherited, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", **variables}
        command = [sys.executable, "-m", "pytest", *settings, str(tmp_path)]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


def test_a_test_whose_need_is_missing_is_left_out_and_named(run_suite: Run) -> None:
    run = run_suite(NEEDY)
    assert run.returncode == 0, run.stdout
    assert "left out: tests marked 'mosquitto', since mosquitto is missing" in run.stdout
    assert "1 passed, 1 deselected" in run.stdout


def test_in_ci_a_test_whose_need_is_missing_fails(run_suite: Run) -> None:
    run = run_suite(NEEDY, CI="true")
    assert run.returncode == 1, run.stdout
    assert "1 failed, 1 passed" in run.stdout


def test_in_ci_a_skip_is_a_failure(run_suite: Run) -> None:
    assert run_suite(SKIPPING, CI="true").returncode == 1
    assert run_suite(SKIPPING).returncode == 0
