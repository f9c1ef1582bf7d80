"""`make bench` runs in an environment that has the server and its peers, and nothing that tests need."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = ("hypothesis", "jsonschema", "msgpack", "playwright", "pytest", "pytest_asyncio")


def test_it_is_run_without_what_only_tests_need() -> None:
    hide = f"import sys; sys.modules.update(dict.fromkeys({WITHOUT!r})); import tests.bench.__main__"
    subprocess.run([sys.executable, "-c", hide], check=True, capture_output=True)
