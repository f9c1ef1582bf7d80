"""Fixtures that several folders of tests share; the harness itself can be used without pytest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.harness.valkey import Valkey, running


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A server shared by the tests of one process; each user empties it first."""
    with running() as server:
        yield server


@pytest.fixture
def own_valkey() -> Iterator[Valkey]:
    """A server for one test, to be killed."""
    with running() as server:
        yield server
