"""`sifang serve`: the parent that holds the data folder and keeps store and nodes running.

It reads the settings, says in one line what is wrong with them, and hands over to the supervisor. Every
setting is a flag too.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import platform
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Final, NoReturn

from msgspec.structs import replace

from server.config import NAMES, PURPOSE, SettingError, Settings, admin_token, data_folder, load
from server.logs import Log
from server.orders import EXIT_REFUSED, NODE_REFUSED, Orders, environment
from server.store.base import StoreRefused
from server.store.link import check_url

EXIT_USAGE = 2
PLATFORMS: Final = ("linux", "darwin")
"""Where the parent can hold its children and its folder."""
_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})
"""Hosts on which a listener takes its port on all addresses."""
_LAST_PORT: Final = 65_535
_DEFAULTS = Settings()


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"sifang serve: {message}\n")


def main(argv: list[str]) -> int:
    """Run the server until it is told to stop, and return the exit code."""
    try:
        given = vars(_parser().parse_args(argv))
    except SystemExit as done:
        return int(done.code or 0)
    practice, config = bool(given.pop("play")), given.pop("config")
    flags = {name: text for name, text in given.items() if text is not None}
    system = sys.platform
    if system not in PLATFORMS:
        return _say(f"it runs on Linux and macOS, not on {system}; on Windows, use WSL", EXIT_REFUSED)
    try:
        settings = load(flags, os.environ, config)
        check(settings)
        # The file is read once, here, where what is wrong with it can be said in one line.
        settings = replace(settings, admin_token=admin_token(settings), admin_token_file="")
    except SettingError as error:
        return _say(str(error), EXIT_USAGE)
    try:
        return asyncio.run(_supervise(settings, practice))
    except StoreRefused as error:
        return _say(error.message, EXIT_REFUSED)


def check(settings: Settings) -> None:
    """Refuse what cannot work on this machine. Raises: SettingError."""
    if settings.uvloop and importlib.util.find_spec("uvloop") is None:
        raise SettingError("uvloop is not installed: pip install 'sifang[uvloop]', or leave it off")
    if settings.workers > 1 and not settings.port:
        raise SettingError("workers: they share one port, so it must be named (port)")
    _check_ports(settings)
    if settings.page and not Path(settings.page, "index.html").is_file():
        raise SettingError(f"page: {settings.page} holds no built page (index.html)")
    if settings.redis:
        try:
            check_url(settings.redis)
        except StoreRefused as error:
            raise SettingError(f"redis: {error.message}") from None


def _check_ports(settings: Settings) -> None:
    """Refuse ports that there are not, and listeners that would want the same. Raises: SettingError."""
    wanted = [
        ("port", settings.host, settings.port, 1),
        ("metrics_port", settings.metrics_host, settings.metrics_port, settings.workers),
        ("admin_port", settings.admin_host, settings.admin_port, settings.workers),
    ]
    for name, _, first, many in wanted:
        if first + many - 1 > _LAST_PORT:
            raise SettingError(f"{name}: {many} workers take one each from {first} on, past {_LAST_PORT}")
    for (one, host, first, many), (other, its_host, its_first, its_many) in combinations(wanted, 2):
        both = range(max(first, its_first), min(first + many, its_first + its_many))
        if first and its_first and both and (host == its_host or _EVERYWHERE & {host, its_host}):
            more = f" ({settings.workers} workers take one each)" if settings.workers > 1 else ""
            raise SettingError(f"{other}: {one} takes {both[0]} too, each needs a port of its own{more}")


def node_name(settings: Settings, number: int) -> str:
    """Return a node's name among all, the same over restarts."""
    return f"{settings.node or platform.node() or 'node'}-{number}"


def is_news(event: str, particulars: Mapping[str, object]) -> bool:
    """Say whether the log is to hold what happened: a node that refuses to run has said why itself."""
    return event != "ended" or particulars.get("code") != NODE_REFUSED


async def _supervise(settings: Settings, practice: bool) -> int:
    from server.supervisor import NodeStart, Supervisor  # not to be imported where it cannot run

    log = Log(settings.log_level, node=settings.node or "parent")

    def report(event: str, particulars: Mapping[str, object]) -> None:
        if is_news(event, particulars):
            log(event, particulars)

    def node(store: str, number: int) -> NodeStart:
        orders = Orders(
            settings=settings, store=store, number=number, name=node_name(settings, number),
            practice=practice, share_port=settings.workers > 1,
        )  # fmt: skip
        return NodeStart([sys.executable, "-P", "-m", "server.node"], environment(orders, _ours(os.environ)))

    supervisor = Supervisor(
        node,
        data=None if settings.redis else data_folder(settings),
        redis=settings.redis or None,
        nodes=settings.workers,
        report=report,
    )
    code = await supervisor.run()
    return EXIT_REFUSED if code == NODE_REFUSED else code


def _ours(environ: Mapping[str, str]) -> Mapping[str, str]:
    """Return what of our environment a node gets: all but the settings, which it gets as orders."""
    return {name: value for name, value in environ.items() if not name.startswith("SIFANG_")}


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sifang serve",
        description="Run the server with its page and its store. Every setting may also stand in the"
        " environment (SIFANG_PORT) or in a TOML file (port).",
        allow_abbrev=False,
    )
    parser.add_argument("--play", action="store_true", help="prepare a table with three bots and print it")
    parser.add_argument("--config", metavar="FILE", help="read settings from this TOML file")
    for name in NAMES:
        shown = getattr(_DEFAULTS, name)
        default = "" if shown in ("", ()) else f" ({shown})"
        parser.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar="VALUE", help=f"{PURPOSE[name]}{default}"
        )
    return parser


def _say(line: str, code: int) -> int:
    sys.stderr.write(f"sifang serve: {line}\n")
    return code
