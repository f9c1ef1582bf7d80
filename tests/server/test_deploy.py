"""deploy/ says what the server is: every setting is there, every line of it is taken."""

from __future__ import annotations

import configparser
import re

import pytest

from server.config import NAMES, PREFIX, PURPOSE, Settings, load
from server.logs import WEIGHTS
from tests.repo.sources import ROOT

ENVIRONMENT = (ROOT / "deploy" / "sifang.env").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "sifang.service").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
LINE = re.compile(r"^(#?)(SIFANG_[A-Z_]+)=(.*)$", re.MULTILINE)


def test_the_environment_file_has_every_setting_once_and_in_order() -> None:
    assert [name for _, name, _ in LINE.findall(ENVIRONMENT)] == [f"{PREFIX}{name.upper()}" for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_says_what_it_is_for_and_what_it_is_by_itself(name: str) -> None:
    variable = f"{PREFIX}{name.upper()}"
    assert f"\n# {PURPOSE[name]}\n" in ENVIRONMENT
    off, value = next((off, value) for off, found, value in LINE.findall(ENVIRONMENT) if found == variable)
    default = getattr(Settings(), name)
    read = getattr(load({}, {variable: value}), name)
    assert (read == default) is bool(off), f"{variable}={value} stands where the default is {default!r}"


def test_the_environment_file_is_taken_as_it_stands() -> None:
    given = {name: value for off, name, value in LINE.findall(ENVIRONMENT) if not off}
    assert load({}, given).data == "/var/lib/sifang"


def test_the_unit_runs_the_command_with_that_file_in_its_own_folder() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]  # systemd's names have capitals
    unit.read_string(UNIT)
    service = unit["Service"]
    assert service["ExecStart"] == "/opt/sifang/bin/sifang serve"
    assert service["EnvironmentFile"] == "/etc/sifang/sifang.env"
    assert f"/var/lib/{service['StateDirectory']}" == "/var/lib/sifang"
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) > 5


def test_operations_names_every_setting_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| ([^|]*) \|", OPERATIONS, re.MULTILINE))
    assert list(rows) == list(NAMES)
    for name, shown in rows.items():
        default = getattr(Settings(), name)
        expected = "–" if default in ("", ()) else f"`{str(default).lower()}`"
        assert shown == expected, name


def test_operations_explains_every_event_of_the_log_that_asks_for_attention() -> None:
    rows = re.findall(r"^\| (error|warning) \| (`[a-z_`, ]+`) \|", OPERATIONS, re.MULTILINE)
    explained = {name: weight for weight, names in rows for name in re.findall(r"`([a-z_]+)`", names)}
    assert explained == {name: weight for name, weight in WEIGHTS.items() if weight != "debug"}
