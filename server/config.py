"""The server's settings: what there is, where it comes from, and the one line for what is wrong.

A setting is given, in this order of weight, as a flag (`--ping-s 20`), in the environment
(`SIFANG_PING_S=20`), in a TOML file (`ping_s = 20`), or not at all. A name that is no setting is refused,
wherever it stands.
"""

from __future__ import annotations

import ipaddress
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

import msgspec
from msgspec import Meta, inspect

from protocol.mqtt import BadBroker, read_broker

PREFIX = "SIFANG_"
CONFIG = f"{PREFIX}CONFIG"
"""The environment's name for the TOML file."""

_Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
_Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=3600)]
_Port: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
_Buffer: TypeAlias = Annotated[int, Meta(ge=16_384, le=2**26)]

_TOKEN: Final = re.compile(r"[!-~]{16,256}")
_TOKEN_FORM: Final = "a token has 16 to 256 signs: letters, digits and punctuation, no spaces"


class SettingError(Exception):
    """Say in one line which setting is wrong, where it came from, and why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default; `PURPOSE` says what each is for.

    Times are seconds where the name ends in `_s`; buffers and frames are bytes.
    """

    host: str = "127.0.0.1"
    port: _Port = 8765
    data: str = ""
    redis: str = ""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    node: Annotated[str, Meta(pattern="^[0-9A-Za-z_.-]{0,64}$")] = ""
    metrics_host: str = "127.0.0.1"
    metrics_port: _Port = 0
    admin_host: str = "127.0.0.1"
    admin_port: _Port = 0
    admin_token: str = ""
    admin_token_file: str = ""
    mqtt: str = ""
    page: str = ""
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    uvloop: bool = False

    frame_bytes: Annotated[int, Meta(ge=512, le=4096)] = 4096
    hello_s: _Seconds = 5
    commands_per_s: _Count = 20
    burst: _Count = 40
    hints_per_s: _Count = 4
    connections: _Count = 10_000
    connections_per_address: _Count = 64
    rooms_per_minute: _Count = 5
    players_per_minute: _Count = 60
    wrong_codes_per_minute: _Count = 10
    ping_s: _Seconds = 15
    silence_s: _Seconds = 10
    player_buffer: _Buffer = 262_144
    watcher_buffer: _Buffer = 65_536
    watchers_per_room: Annotated[int, Meta(ge=1, le=2_000)] = 2_000
    token_days: Annotated[int, Meta(ge=1, le=3650)] = 180
    records_kept: Annotated[int, Meta(ge=0, le=10_000_000)] = 10_000
    records_days: Annotated[int, Meta(ge=0, le=36_500)] = 0
    stop_s: Annotated[int, Meta(ge=0, le=60)] = 1

    def __post_init__(self) -> None:
        """Check what a type cannot say. Raises: ValueError."""
        for name in ("host", "metrics_host", "admin_host"):
            if not getattr(self, name):
                raise ValueError(f"{name}: it is empty; give an address, 0.0.0.0 for all there are")
        for network in self.trusted_proxies:
            try:
                ipaddress.ip_network(network, strict=False)
            except ValueError:
                raise ValueError(f"trusted_proxies: {network!r} is no address or network") from None
        if self.mqtt:
            try:
                read_broker(self.mqtt)
            except BadBroker as error:
                raise ValueError(f"mqtt: it is no address of a broker: {error}") from None
        for origin in self.origins:
            scheme, _, host = origin.partition("://")
            if scheme not in ("http", "https") or not host or "/" in host:
                raise ValueError(f"origins: {origin!r} is not of the form https://host or https://host:port")
        if self.admin_token and self.admin_token_file:
            raise ValueError("admin_token: it is given twice, here and by admin_token_file")
        if self.admin_port and not (self.admin_token or self.admin_token_file):
            raise ValueError("admin_port: the operators' listener needs admin_token or admin_token_file")
        if self.admin_token and not _TOKEN.fullmatch(self.admin_token):
            raise ValueError(f"admin_token: {_TOKEN_FORM}")
        if self.burst < self.commands_per_s:
            raise ValueError("burst: it must not be less than commands_per_s")


PURPOSE: Final[Mapping[str, str]] = MappingProxyType({
    "host": "address to listen on; 0.0.0.0 opens it to the net",
    "port": "port of page and socket; 0 takes a free one",
    "data": "data folder of the embedded store; empty: the user's own",
    "redis": "address of an outside store; empty: the embedded one",
    "workers": "nodes to run on this machine, sharing its port and its store",
    "node": "name of this machine among the nodes of one store; empty: its own",
    "metrics_host": "address of the metrics' own listener",
    "metrics_port": "its port, one more for each further node; 0: none",
    "admin_host": "address of the operators' own listener",
    "admin_port": "its port, one more for each further node; 0: none",
    "admin_token": "what an operator must show there: at least 16 signs",
    "admin_token_file": "file that holds the token, in place of admin_token",
    "mqtt": "address of the broker that is fed for outside displays; empty: no feed",
    "page": "folder of the built page; empty: the one that came along",
    "origins": "further origins whose pages may connect, such as https://play.example.org",
    "trusted_proxies": "addresses or networks whose X-Forwarded-For is believed",
    "log_level": "least weight of what is logged: debug, info, warning, error",
    "uvloop": "run on uvloop, if it is installed",
    "frame_bytes": "largest frame taken from a client",
    "hello_s": "time to say hello in",
    "commands_per_s": "commands a second of one connection",
    "burst": "commands at once of one connection",
    "hints_per_s": "questions after waits a second of one player",
    "connections": "connections in all",
    "connections_per_address": "connections of one address",
    "rooms_per_minute": "new rooms a minute of one address",
    "players_per_minute": "new guests a minute of one address",
    "wrong_codes_per_minute": "wrong codes a minute of one address",
    "ping_s": "how often a connection is pinged",
    "silence_s": "how long its answer may take",
    "player_buffer": "most that may wait for a player who does not read",
    "watcher_buffer": "most that may wait for a watcher who does not read",
    "watchers_per_room": "watchers of one room",
    "token_days": "days for which a player is remembered after he was last here",
    "records_kept": "finished matches kept; 0: all",
    "records_days": "days for which they are kept; 0: no limit",
    "stop_s": "time to close connections in good order when it stops",
})  # fmt: skip
"""What each setting is for, in one line."""

NAMES: Final = tuple(field.name for field in msgspec.structs.fields(Settings))
_TYPES = get_type_hints(Settings, include_extras=True)
_LISTS = frozenset(field.name for field in msgspec.structs.fields(Settings) if field.default == ())


def load(flags: Mapping[str, str], environment: Mapping[str, str], config: str | None = None) -> Settings:
    """Return the settings as they come from flags, environment and file. Raises: SettingError."""
    config = config or environment.get(CONFIG)
    given: dict[str, tuple[str, object]] = {}
    if config:
        given.update((name, (f"{config}: {name}", value)) for name, value in _read_file(config).items())
    for variable, text in environment.items():
        if variable.startswith(PREFIX) and variable != CONFIG:
            given[_known(variable.removeprefix(PREFIX).lower(), variable)] = (variable, text)
    for name, text in flags.items():
        given[name] = (f"--{name.replace('_', '-')}", text)
    values = {name: _convert(name, source, value) for name, (source, value) in given.items()}
    try:
        return Settings(**values)
    except ValueError as error:
        raise SettingError(str(error)) from None


def data_folder(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder: the one that was given, or the user's own."""
    if settings.data:
        return Path(settings.data)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sifang"
    shared = environment.get("XDG_DATA_HOME", "")
    return (Path(shared) if os.path.isabs(shared) else Path.home() / ".local" / "share") / "sifang"


def admin_token(settings: Settings) -> str:
    """Return the operators' token: the one given, or what its file holds. Raises: SettingError."""
    path = settings.admin_token_file
    if not path:
        return settings.admin_token
    try:
        token = Path(path).read_text(encoding="ascii").strip()
    except OSError as error:
        raise SettingError(f"admin_token_file: {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        token = ""
    if not _TOKEN.fullmatch(token):
        raise SettingError(f"admin_token_file: {path}: {_TOKEN_FORM}")
    return token


def _read_file(path: str) -> dict[str, object]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise SettingError(f"the settings file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingError(f"the settings file {path} is no UTF-8 text") from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingError(f"the settings file {path} is no TOML: {error}") from None
    return {_known(name, f"{path}: {name}"): value for name, value in found.items()}


def _known(name: str, source: str) -> str:
    if name not in NAMES:
        raise SettingError(f"{source} is no setting")
    return name


def _convert(name: str, source: str, value: object) -> Any:
    if name in _LISTS and isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        return msgspec.convert(value, _TYPES[name], strict=not isinstance(value, str))
    except msgspec.ValidationError:
        raise SettingError(f"{source}: {value!r} is not {_takes(_TYPES[name])}") from None


def _takes(kind: Any) -> str:
    """Say in words what a setting takes."""
    match inspect.type_info(kind):
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.StrType(pattern=str()):
            return "a name of at most 64 letters, digits and _ . -"
        case inspect.StrType():
            return "a text"
        case _:
            return "a list of texts"
