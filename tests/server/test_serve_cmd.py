"""`sifang serve` before anything runs: what is wrong is one line, and nothing is touched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from server import serve_cmd
from server.config import NAMES, SettingError, Settings
from server.orders import NODE_REFUSED, VARIABLE, Orders, environment
from server.serve_cmd import check, is_news, main, node_name


def complain(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and err.startswith("sifang serve: ")
    return err


@pytest.mark.parametrize("system", ["win32", "freebsd14", "emscripten"])
def test_where_it_cannot_run_it_says_so(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert main(["--data", str(tmp_path / "data")]) == 1
    assert system in complain(capsys)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("argv", [["--po", "1"], ["--port=x"], ["--set"], ["--config", "/no/file"], ["x"]])
def test_a_wrong_option_is_one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    complain(capsys)


def test_a_wrong_setting_of_the_environment_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIFANG_PROT", "1")
    assert main([]) == 2
    assert "SIFANG_PROT" in complain(capsys)


def test_an_operators_listener_without_a_token_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for flags in ((), ("--admin-token-file", str(tmp_path / "none"))):
        assert main(["--data", str(tmp_path / "data"), "--admin-port", "9", *flags]) == 2
        assert "admin_token" in complain(capsys)
    assert not (tmp_path / "data").exists()


def test_what_this_machine_or_version_cannot_do_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check(Settings())
    with pytest.raises(SettingError, match="workers"):
        check(Settings(workers=2, port=0))
    check(Settings(workers=2))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SettingError, match="uvloop"):
        check(Settings(uvloop=True))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: "there")
    check(Settings(uvloop=True))


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"metrics_port": 8765}, "metrics_port: port takes 8765 too, each needs a port of its own"),
        ({"admin_port": 9, "port": 9}, "admin_port: port takes 9 too, each needs a port of its own"),
        (
            {"admin_port": 9001, "metrics_port": 9000, "workers": 2},
            "admin_port: metrics_port takes 9001 too, each needs a port of its own (2 workers take one each)",
        ),
        (
            {"admin_port": 8764, "workers": 2, "host": "10.0.0.1", "admin_host": "0.0.0.0"},
            "admin_port: port takes 8765 too, each needs a port of its own (2 workers take one each)",
        ),
        (
            {"metrics_port": 65_534, "workers": 3},
            "metrics_port: 3 workers take one each from 65534 on, past 65535",
        ),
        (
            {"admin_port": 65_535, "workers": 2},
            "admin_port: 2 workers take one each from 65535 on, past 65535",
        ),
        ({"admin_port": 65_534, "port": 65_533, "workers": 2}, ""),
        ({"admin_port": 9001, "metrics_port": 9000}, ""),
        ({"admin_port": 8765, "host": "10.0.0.1"}, ""),
        ({"port": 0}, ""),
    ],
)
def test_listeners_without_a_port_of_their_own_are_refused(settings: dict[str, Any], line: str) -> None:
    made = Settings(admin_token="a-token-for-operators", **settings)
    if not line:
        check(made)
        return
    with pytest.raises(SettingError) as told:
        check(made)
    assert str(told.value) == line


def test_a_folder_without_a_page_and_an_address_of_no_store_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for flag, value in (
        ("page", str(tmp_path)),
        ("redis", "http://127.0.0.1"),
        ("redis", "sentinel://127.0.0.1"),
    ):
        assert main(["--data", str(tmp_path / "data"), f"--{flag}", value]) == 2
        assert complain(capsys).startswith(f"sifang serve: {flag}: ")
    assert not (tmp_path / "data").exists()


def test_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in NAMES if f"--{name.replace('_', '-')}" not in shown] == []


def test_a_node_has_the_same_name_after_a_restart() -> None:
    assert node_name(Settings(node="a"), 0) == "a-0"
    assert node_name(Settings(), 1) == node_name(Settings(), 1)
    assert node_name(Settings(), 1).endswith("-1")


def test_what_a_node_refused_itself_is_no_news_and_an_accident_is() -> None:
    """A fault that nothing has caught ends a program in 1."""
    assert [is_news("ended", {"code": code}) for code in (NODE_REFUSED, 1, -9)] == [False, True, True]
    assert is_news("started", {})


def test_a_node_gets_its_orders_and_not_our_settings() -> None:
    orders = Orders(
        settings=Settings(port=1), store="unix:///s", number=0, name="n-0", practice=True, share_port=False
    )
    given = environment(orders, serve_cmd._ours({"PATH": "/bin", "SIFANG_PORT": "2"}))
    assert sorted(given) == ["PATH", VARIABLE]
    assert "unix:///s" in given[VARIABLE]
