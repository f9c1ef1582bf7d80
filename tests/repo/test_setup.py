"""Set-up does a step when its inputs change, not otherwise, and says in one line what it cannot do."""

import subprocess
from pathlib import Path

import pytest

from scripts import needs, setup


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand set-up in an empty folder instead of this checkout."""
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    return tmp_path


def test_a_step_is_done_while_its_inputs_stay_the_same(checkout: Path) -> None:
    source, stamp = checkout / "source", checkout / "made" / "stamp"
    source.write_text("one")
    with setup.stamped(stamp, setup.digest(["3.11", source])):
        pass
    assert setup.is_done(stamp, setup.digest(["3.11", source]))
    source.write_text("two")
    assert not setup.is_done(stamp, setup.digest(["3.11", source]))
    source.write_text("one")
    assert not setup.is_done(stamp, setup.digest(["3.12", source]))


def test_the_name_of_an_input_counts_as_much_as_its_content(checkout: Path) -> None:
    (checkout / "a").write_text("x")
    (checkout / "b").write_text("x")
    assert setup.digest([checkout / "a"]) != setup.digest([checkout / "b"])


def test_a_step_that_failed_is_not_done(checkout: Path) -> None:
    stamp = checkout / "stamp"
    stamp.write_text("wanted")
    with pytest.raises(setup.SetupError), setup.stamped(stamp, "wanted"):
        raise setup.SetupError("no")
    assert not setup.is_done(stamp, "wanted")


@pytest.mark.parametrize("command", [["false"], ["there-is-no-such-program"]])
def test_a_failing_command_is_told_in_the_words_of_its_step(command: list[str], tmp_path: Path) -> None:
    with pytest.raises(setup.SetupError, match=r"^the step failed$"):
        setup.run(command, "the step failed", cwd=tmp_path)


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v18.20.4", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0", True),
        ("nonsense", False),
    ],
)
def test_only_a_node_that_the_bundler_runs_on_is_taken(
    version: str, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert setup.find_node() == (version if fits else None)


def test_without_npm_there_is_no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert setup.find_node() is None


def test_what_npm_makes_is_no_source_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("src/page.ts", "node_modules/x/index.js", "dist/index.html", "package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setattr(setup, "WEB", tmp_path)
    assert setup.web_sources() == [tmp_path / "package.json", tmp_path / "src" / "page.ts"]


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> needs.Need:
    """Let one need be missing, on a machine where nothing may be installed."""
    need = needs.Need("a thing", "thing", "browser", lambda: None)
    monkeypatch.setattr(needs, "NEEDS", (need,))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    return need


def test_a_missing_need_is_named_with_the_tests_it_costs(
    lacking: needs.Need, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    setup.set_up_system()
    told = capsys.readouterr().err
    assert lacking.name in told
    assert lacking.marker in told


def test_in_ci_a_missing_need_is_a_failure(lacking: needs.Need, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(setup.SetupError):
        setup.set_up_system()


def test_servers_that_are_installed_are_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = tmp_path / "policy-rc.d"
    monkeypatch.setattr(setup, "POLICY", policy)
    with setup.no_services_started():
        assert subprocess.run([policy], check=False).returncode == 101  # Debian's "not allowed"
    assert not policy.exists()


def test_a_policy_that_stood_before_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = tmp_path / "policy-rc.d"
    policy.write_text("theirs")
    monkeypatch.setattr(setup, "POLICY", policy)
    with setup.no_services_started():
        assert policy.read_text() == "theirs"
    assert policy.read_text() == "theirs"
