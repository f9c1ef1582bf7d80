"""`sifang admin`: an operator's commands, spoken to a node's own listener.

Where that is and what the token is comes from the same settings as the server's (`admin_host`, `admin_port`,
`admin_token`, `admin_token_file`: flags, environment, file), so on a server's own machine nothing need be
given twice. Exit codes: 0 done; 1 nobody answers there, or it cannot be done now; 2 wrong use or setting; 3
the token is not taken; 4 there is no such room or node.
"""

from __future__ import annotations

import argparse
import http.client
import ipaddress
import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NoReturn, TypeAlias

from msgspec import DecodeError, json

from server.config import PURPOSE, SettingError, Settings, admin_token, load
from server.names import width

EXIT_OK: Final = 0
EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
EXIT_TOKEN: Final = 3
EXIT_UNKNOWN: Final = 4
WIDTH: Final = 100
"""Cells a line of a table takes at most."""
_PATIENCE_S: Final = 10.0
_SETTINGS: Final = ("admin_host", "admin_port", "admin_token", "admin_token_file")
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_CODES: Final = {400: EXIT_USAGE, 401: EXIT_TOKEN, 404: EXIT_UNKNOWN, 429: EXIT_TOKEN}

Request: TypeAlias = Callable[[argparse.Namespace], tuple[str, str, object]]
Show: TypeAlias = Callable[[Any], list[str]]


class Failed(Exception):
    """Say in one line why a command came to nothing, with the exit code."""

    def __init__(self, code: int, line: str) -> None:
        super().__init__(line)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"sifang admin: {message}\n")


def main(argv: list[str]) -> int:
    """Run one command and return the exit code."""
    try:
        given = _parser().parse_args(argv)
    except SystemExit as done:
        return int(done.code or 0)
    flags = {name: getattr(given, name) for name in _SETTINGS if getattr(given, name, None) is not None}
    try:
        settings = load(flags, os.environ, getattr(given, "config", None))
        told = _ask(settings, *given.request(given))
        lines = [] if getattr(given, "json", False) else _shown(settings, given.show, told)
    except SettingError as error:
        return _complain(str(error), EXIT_USAGE)
    except Failed as failed:
        return _complain(str(failed), failed.code)
    if getattr(given, "json", False):
        sys.stdout.write(json.format(json.encode(told)).decode() + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    return EXIT_OK


# ---------------------------------------------------------------- asking


def _ask(settings: Settings, method: str, path: str, body: object) -> Any:
    """Ask the listener, and return what it said. Raises: SettingError, Failed."""
    token = admin_token(settings)
    if not settings.admin_port or not token:
        raise SettingError("say where and by which token: admin_port, and admin_token or admin_token_file")
    host = _reachable(settings.admin_host)
    where = f"{settings.admin_host}:{settings.admin_port}"
    connection = http.client.HTTPConnection(host, settings.admin_port, timeout=_PATIENCE_S)
    try:
        data = None if body is None else json.encode(body)
        connection.request(method, path, data, {"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        said = answer.read()
    except http.client.RemoteDisconnected:
        raise Failed(
            EXIT_FAILED, f"who listens at {where} hung up without an answer: is admin_port right?"
        ) from None
    except http.client.HTTPException:
        raise _no_listener(settings) from None
    except OSError as error:
        what = str(error) or type(error).__name__
        raise Failed(EXIT_FAILED, f"no operators' listener answers at {where}: {what}") from None
    finally:
        connection.close()
    try:
        told = json.decode(said)
        line = None if answer.status == http.client.OK else str(told["error"]["message"])
    except (DecodeError, KeyError, TypeError):
        raise _no_listener(settings) from None
    if line is not None:
        raise Failed(_CODES.get(answer.status, EXIT_FAILED), line)
    return told


def _no_listener(settings: Settings) -> Failed:
    """Say that somebody answers, but otherwise than what is spoken to here: the page's port, say."""
    where = f"{settings.admin_host}:{settings.admin_port}"
    return Failed(EXIT_FAILED, f"what answers at {where} is no operators' listener: is admin_port right?")


def _reachable(host: str) -> str:
    """Return where a listener on this host is reached from its own machine."""
    try:
        parsed = ipaddress.ip_address(host)
    except ValueError:
        return host
    if parsed.is_unspecified:
        return "127.0.0.1" if parsed.version == 4 else "::1"
    return host


# ---------------------------------------------------------------- showing


def _shown(settings: Settings, show: Show, told: object) -> list[str]:
    """Write for people what came. Raises: Failed, if it is nothing that a listener of ours would say."""
    try:
        return show(told)
    except (KeyError, TypeError):
        raise _no_listener(settings) from None


def _rooms(told: Any) -> list[str]:
    rows = told["rooms"]
    head = ("ROOM", "NODE", "EPOCH", "RULES", "HAND", "PHASE", "STILL", "SEATS", "AWAY", "AUTO", "WATCH")
    lines = _table(head, [_room_row(row) for row in rows], shrinks=1)
    lines.append(f"{len(rows)} room{'' if len(rows) == 1 else 's'}")
    if any(row.get("overdue") for row in rows):
        lines.append("! a deadline passed unheeded: sifang admin room ID")
    if not told["complete"]:
        lines.append("not all is known: the store, or the owner of some room, does not answer")
    return lines


def _room_row(row: Mapping[str, Any]) -> tuple[str, ...]:
    first = (str(row["room"]), str(row["node"]), str(row["epoch"]))
    if row["state"] != "open":
        return (*first, "", "", str(row["state"]), "", "", "", "", "")
    phase = str(row["phase"]) + ("!" if row["overdue"] else "")
    return (
        *first, str(row["ruleset"]), _hand(row), phase, _span(row["still_s"]),
        f"{row['players']}+{row['bots']}", str(row["away"]), str(row["autopilot"]), str(row["watchers"]),
    )  # fmt: skip


def _room(told: Any) -> list[str]:
    owner = f"{told['node']} (start {told['start']}), epoch {told['epoch']}" if told["node"] else "nobody"
    lines = [f"room     {told['room']}", f"owner    {owner}"]
    if told["state"] != "open":
        return [*lines, f"state    {told['state']}" + (f": {told['reason']}" if told.get("reason") else "")]
    lines += [
        f"game     {told['ruleset']}, hand {_hand(told)}, {told['phase']}",
        f"still    {_span(told['still_s'])}" + (", a deadline passed unheeded" if told["overdue"] else ""),
        f"clocks   {'stand: ' + ', '.join(told['stands']) if told['stands'] else 'run'}",
        f"lobby    {'listed' if told['listed'] else 'not listed'}, watching {told['watch']}, "
        f"{told['watchers']} watching, {told['standing']} standing",
        f"journal  {told['journal']} entries when the hand began",
    ]
    if told["match"]:
        lines.append(f"match    {told['match']}")
    if told["draining"]:
        lines.append("drains   no new match begins here")
    head = ("SEAT", "WHO", "NAME", "THERE", "PLAYED BY", "POINTS")
    return lines + _table(head, [_seat_row(seat, each) for seat, each in enumerate(told["seats"])], shrinks=2)


def _seat_row(seat: int, each: Mapping[str, Any]) -> tuple[str, ...]:
    there = ""
    if each["kind"] == "player":
        there = "yes" if each["online"] else f"no, {_span(each['away_s'])}"
    return (str(seat), str(each["kind"]), str(each["name"]), there, str(each["control"]), str(each["score"]))


def _nodes(told: Any) -> list[str]:
    head = ("NODE", "START", "SIGN", "STATE", "ROOMS", "PLAYERS", "OVERDUE", "VERSION", "PID")
    lines = _table(head, [_node_row(row) for row in told["nodes"]], shrinks=0)
    return lines if told["complete"] else [*lines, "not all is known: the store does not answer"]


def _node_row(row: Mapping[str, Any]) -> tuple[str, ...]:
    about = row["about"]
    sign = "" if row["sign_ms"] is None else _span(row["sign_ms"] // 1000)
    name = str(row["node"]) + ("*" if row["here"] else "")
    rooms = str(row["rooms"])
    if about is None:
        return (name, "", sign, "silent" if row["alive"] else "gone", rooms, "", "", "", "")
    began = datetime.fromtimestamp(time.time() - about["up_s"], UTC).astimezone()
    return (
        name, f"{began:%Y-%m-%d %H:%M}", sign, "drains" if about["draining"] else "up", rooms,
        str(about["players"]), str(about["overdue"]), str(about["version"]),
        str(about.get("pid", "")),  # an older program does not tell
    )  # fmt: skip


def _hand(row: Mapping[str, Any]) -> str:
    if not row["hand"]:
        return "-"
    return f"{row['hand']}/{row['hands']}" if row["hands"] else str(row["hand"])


def _span(seconds: int) -> str:
    """Write a time for people: 8s, 3m, 5h, 2d."""
    for size, letter in ((86_400, "d"), (3_600, "h"), (60, "m")):
        if seconds >= 2 * size:
            return f"{seconds // size}{letter}"
    return f"{seconds}s"


def _table(head: Sequence[str], rows: Sequence[tuple[str, ...]], shrinks: int) -> list[str]:
    """Lay out rows in columns; where they are too wide for a line, column `shrinks` is cut."""
    widths = [max(width(row[place]) for row in (head, *rows)) for place in range(len(head))]
    spare = WIDTH - sum(widths) - len(widths) + 1
    if spare < 0:
        widths[shrinks] = max(widths[shrinks] + spare, width(head[shrinks]))
    gap = "  " if spare >= len(widths) - 1 else " "
    return [
        gap.join(_cell(text, wide) for text, wide in zip(row, widths, strict=True)).rstrip()
        for row in (head, *rows)
    ]


def _cell(text: str, wide: int) -> str:
    if width(text) > wide:
        while width(text) >= wide:
            text = text[:-1]
        text += "…"
    return text + " " * (wide - width(text))


# ---------------------------------------------------------------- the command line


def _parser() -> argparse.ArgumentParser:
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    for name in _SETTINGS:
        common.add_argument(f"--{name.replace('_', '-')}", dest=name, metavar="VALUE", help=PURPOSE[name])
    common.add_argument("--config", metavar="FILE", help="read settings from this TOML file")
    common.add_argument("--json", action="store_true", help="print what came as JSON")
    parser = _Parser(
        prog="sifang admin", parents=[common], allow_abbrev=False,
        description="Look at rooms and nodes, drain, close a room. Where to ask and the token are settings,"
        " as the server's: a flag, SIFANG_ADMIN_PORT and the like in the environment, or a TOML file.",
    )  # fmt: skip
    words = parser.add_subparsers(metavar="COMMAND", required=True)

    def word(name: str, summary: str, request: Request, show: Show) -> argparse.ArgumentParser:
        one = words.add_parser(name, parents=[common], help=summary, description=summary, allow_abbrev=False)
        one.set_defaults(request=request, show=show)
        return one

    rooms = word("rooms", "list the rooms of all nodes", _ask_rooms, _rooms)
    rooms.add_argument("--here", action="store_true", help="only those of the node that is asked")
    room = word("room", "show one room", lambda given: ("GET", _path(given.room), None), _room)
    room.add_argument("room", metavar="ID")
    word("nodes", "list the nodes; * is the one asked", lambda given: ("GET", "/v1/nodes", None), _nodes)
    drain = word("drain", "drain a node: no new rooms, and what runs moves away", _ask_drain, _drained)
    drain.add_argument("node", metavar="NODE", nargs="?", default="", help="its name; else the one asked")
    close = word("close", "close a room; its hand is void", _ask_close, _closed)
    close.add_argument("room", metavar="ID")
    close.add_argument("--reason", metavar="TEXT", required=True, help="what its members are told")
    return parser


def _ask_rooms(given: argparse.Namespace) -> tuple[str, str, object]:
    return "GET", "/v1/rooms?here=1" if given.here else "/v1/rooms", None


def _ask_drain(given: argparse.Namespace) -> tuple[str, str, object]:
    return "POST", "/v1/drain", {"node": given.node}


def _ask_close(given: argparse.Namespace) -> tuple[str, str, object]:
    return "POST", f"{_path(given.room)}/close", {"reason": given.reason}


def _path(room: str) -> str:
    if not _ID.fullmatch(room):
        raise Failed(EXIT_UNKNOWN, f"there is no room {room!r}")
    return f"/v1/rooms/{room}"


def _drained(told: Any) -> list[str]:
    return [f"node {told['node']} drains"]


def _closed(told: Any) -> list[str]:
    return [f"room {told['room']} closes"]


def _complain(line: str, code: int) -> int:
    sys.stderr.write(f"sifang admin: {line}\n")
    return code
