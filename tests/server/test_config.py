"""Settings: where they come from, which one weighs more, and the line for what is wrong."""

from pathlib import Path

import pytest

from server.config import NAMES, PURPOSE, SettingError, Settings, admin_token, data_folder, load


def test_without_anything_given_all_is_at_its_default() -> None:
    assert load({}, {}) == Settings()


def test_the_limits_of_the_design_are_the_defaults() -> None:
    use = Settings()
    assert (use.frame_bytes, use.hello_s, use.commands_per_s, use.burst) == (4096, 5, 20, 40)
    assert (use.connections_per_address, use.rooms_per_minute, use.wrong_codes_per_minute) == (64, 5, 10)
    assert (use.ping_s, use.silence_s, use.hints_per_s) == (15, 10, 4)
    assert (use.player_buffer, use.watcher_buffer, use.watchers_per_room) == (262144, 65536, 2000)
    assert use.token_days == 180
    assert use.host == "127.0.0.1"


def test_a_flag_outweighs_the_environment_and_that_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sifang.toml"
    file.write_text('port = 1001\nhost = "::1"\nping_s = 7\norigins = ["https://a.example"]\n')
    environment = {"SIFANG_CONFIG": str(file), "SIFANG_PORT": "1002", "SIFANG_HOST": "0.0.0.0", "HOME": "/"}
    settings = load({"port": "1003"}, environment)
    assert (settings.port, settings.host, settings.ping_s) == (1003, "0.0.0.0", 7)
    assert settings.origins == ("https://a.example",)
    assert load({}, {}, str(file)).port == 1001


def test_a_list_in_the_environment_is_separated_by_commas() -> None:
    settings = load({}, {"SIFANG_TRUSTED_PROXIES": "10.0.0.0/8, ::1,", "SIFANG_ORIGINS": ""})
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert settings.origins == ()


@pytest.mark.parametrize(
    ("flags", "environment", "expected"),
    [
        ({"port": "http"}, {}, "--port"),
        ({"port": "65536"}, {}, "--port"),
        ({}, {"SIFANG_PORTS": "1"}, "SIFANG_PORTS"),
        ({}, {"SIFANG_PING_S": "0"}, "SIFANG_PING_S"),
        ({}, {"SIFANG_UVLOOP": "perhaps"}, "SIFANG_UVLOOP"),
        ({"frame_bytes": "5000"}, {}, "--frame-bytes"),
        ({"log_level": "loud"}, {}, "--log-level"),
        ({"trusted_proxies": "proxy.example"}, {}, "trusted_proxies"),
        ({"origins": "play.example"}, {}, "origins"),
        ({"origins": "https://play.example/"}, {}, "origins"),
        ({"burst": "3"}, {}, "burst"),
        ({"node": "a/b"}, {}, "--node"),
        ({"admin_port": "9"}, {}, "admin_port"),
        ({"admin_token": "fifteen-letters"}, {}, "admin_token"),
        ({"admin_token": "with a space in it"}, {}, "admin_token"),
        ({"admin_token": "sixteen--letters", "admin_token_file": "/f"}, {}, "admin_token"),
        ({"mqtt": "http://broker.example"}, {}, "mqtt"),
        ({}, {"SIFANG_HOST": ""}, "host: it is empty"),
        ({"metrics_host": ""}, {}, "metrics_host: it is empty"),
        ({"admin_host": ""}, {}, "admin_host: it is empty"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_it(
    flags: dict[str, str], environment: dict[str, str], expected: str
) -> None:
    with pytest.raises(SettingError) as caught:
        load(flags, environment)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("port", "http", "a whole number from 0 to 65535"),
        ("ping_s", "0", "a whole number from 1 to 3600"),
        ("uvloop", "perhaps", "true or false"),
        ("log_level", "loud", "one of debug, error, info, warning"),
        ("node", "a/b", "a name of at most 64 letters, digits and _ . -"),
    ],
)
def test_a_wrong_value_is_answered_with_what_the_setting_takes(name: str, value: str, wanted: str) -> None:
    with pytest.raises(SettingError) as caught:
        load({name: value}, {})
    assert str(caught.value) == f"--{name.replace('_', '-')}: {value!r} is not {wanted}"


def test_a_file_may_give_a_wrong_kind_of_value(tmp_path: Path) -> None:
    file = tmp_path / "sifang.toml"
    for text, wanted in (("host = 1", "1 is not a text"), ("origins = [1]", "[1] is not a list of texts")):
        file.write_text(text)
        with pytest.raises(SettingError) as caught:
            load({}, {}, str(file))
        assert wanted in str(caught.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"prot = 1\n", "prot"),
        (b"port = \n", "TOML"),
        (b'port = "80"\n\xff', "UTF-8"),
        (b"frame_bytes = true\n", "frame_bytes"),
        (b"[limits]\nburst = 50\n", "limits"),
    ],
)
def test_a_bad_file_is_one_line_that_names_it(content: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "sifang.toml"
    file.write_bytes(content)
    with pytest.raises(SettingError, match=expected) as caught:
        load({}, {}, str(file))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"nothing\.toml"):
        load({}, {"SIFANG_CONFIG": str(tmp_path / "nothing.toml")})


def test_every_setting_says_what_it_is_for() -> None:
    assert sorted(PURPOSE) == sorted(NAMES)


def test_the_data_folder_is_the_one_given_or_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder(Settings(data="/srv/games")) == Path("/srv/games")
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder(Settings(), {"XDG_DATA_HOME": "/xdg"}) == Path("/xdg/sifang")
    assert data_folder(Settings(), {"XDG_DATA_HOME": "no/path"}) == Path.home() / ".local/share/sifang"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder(Settings(), {}) == Path.home() / "Library/Application Support/sifang"


def test_the_operators_token_is_given_or_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("sixteen--letters\n")
    assert admin_token(load({}, {"SIFANG_ADMIN_TOKEN": "letters--sixteen"})) == "letters--sixteen"
    assert admin_token(load({"admin_port": "9", "admin_token_file": str(file)}, {})) == "sixteen--letters"
    assert admin_token(Settings()) == ""
    for wrong in ("", "short", "老" * 20):
        file.write_text(wrong)
        with pytest.raises(SettingError, match="admin_token_file"):
            admin_token(Settings(admin_token_file=str(file)))
    with pytest.raises(SettingError, match="cannot be read"):
        admin_token(Settings(admin_token_file=str(tmp_path / "none")))


def test_what_is_wrong_with_a_token_does_not_show_it() -> None:
    with pytest.raises(SettingError) as caught:
        load({"admin_token": "a secret word"}, {})
    assert "secret" not in str(caught.value)
