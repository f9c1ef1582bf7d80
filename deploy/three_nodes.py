#!/usr/bin/env python3
"""Three nodes on one machine, with all they need, as plain processes: a cluster to try, and to copy from.

    python deploy/three_nodes.py [--folder DIR] [--port 8765]     until Ctrl-C
    python deploy/three_nodes.py --check                          until all are ready, then it ends

It starts a Redis with a replica and three Sentinels, a Mosquitto and three `sifang serve`, all on loopback,
and writes their configuration into a folder: the files are what an operator would put on machines of their
own, with his own addresses and passwords. It runs by the Python that Sifang is installed for
(`.venv/bin/python`) and needs `redis-server` (7.0 or newer; `valkey-server` will do) and `mosquitto` on the
path. When it ends all of it ends; on Linux also when it is killed.

Exit codes: 0 ended as asked, or all were ready; 1 something is missing or ended, in one line; 2 wrong use.
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
import http.client
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from server.embedded import leash

NODES: Final = (1, 2, 3)
SENTINELS: Final = (1, 2, 3)
MASTER: Final = "sifang"
"""The name by which Sentinels know the store."""
PATIENCE_S: Final = 60.0
"""Seconds all may take to be ready."""
GRACE_S: Final = 10.0
"""Seconds a process may take to end."""
LOOK_EVERY_S: Final = 0.1
HERE: Final = "127.0.0.1"
_DAEMONS: Final = os.pathsep.join(["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"])


class Trouble(Exception):
    """Say in one line what keeps the cluster from running."""


# ---------------------------------------------------------------- what is written


class Layout:
    """Who listens where, and the passwords; everything on loopback."""

    def __init__(self, ports: Iterator[int]) -> None:
        self.nodes = {number: next(ports) for number in NODES}
        self.admin = {number: next(ports) for number in NODES}
        self.metrics = {number: next(ports) for number in NODES}
        self.redis = {"redis-1": next(ports), "redis-2": next(ports)}
        self.sentinels = {number: next(ports) for number in SENTINELS}
        self.broker = next(ports)
        self.password = secrets.token_urlsafe(24)
        self.token = secrets.token_urlsafe(24)

    def ports(self) -> list[int]:
        """List every port."""
        groups = (self.nodes, self.admin, self.metrics, self.redis, self.sentinels)
        return [port for group in groups for port in group.values()] + [self.broker]

    @property
    def store(self) -> str:
        """The store's address, as a node is given it: the Sentinels know who is primary."""
        watchers = ",".join(f"{HERE}:{port}" for port in self.sentinels.values())
        return f"sentinel://:{self.password}@{watchers}/{MASTER}"


def redis_conf(layout: Layout, name: str, folder: Path) -> str:
    """Write a Redis: what was acknowledged is on disk, nothing is evicted, either may be the primary."""
    lines = [
        f"bind {HERE}", f"port {layout.redis[name]}", f"dir {folder}",
        "", "# What Sifang asks of a store: synced before it is acknowledged, nothing thrown away.",
        "appendonly yes", "appendfsync always", 'save ""', "maxmemory-policy noeviction",
        "repl-diskless-sync-delay 0",
        "", "# The same password for clients and for the other one, since either may become the primary.",
        f"requirepass {layout.password}", f"masterauth {layout.password}",
    ]  # fmt: skip
    if name != "redis-1":
        lines.append(f"replicaof {HERE} {layout.redis['redis-1']}")
    return _text(lines)


def sentinel_conf(layout: Layout, number: int, folder: Path) -> str:
    """Write a Sentinel; it writes into the file what it finds out."""
    return _text([
        f"bind {HERE}", f"port {layout.sentinels[number]}", f"dir {folder}",
        "", "# Two of the three must agree that the primary is gone.",
        f"sentinel monitor {MASTER} {HERE} {layout.redis['redis-1']} 2",
        f"sentinel auth-pass {MASTER} {layout.password}",
        f"sentinel down-after-milliseconds {MASTER} 2000",
        f"sentinel failover-timeout {MASTER} 10000",
    ])  # fmt: skip


def mosquitto_conf(layout: Layout, folder: Path) -> str:
    """Write a broker for the feed: what is published there is public."""
    return _text([
        f"listener {layout.broker} {HERE}",
        "# On a net, give nodes a user that may write and displays one that may only read (password_file,",
        "# acl_file), and TLS.",
        "allow_anonymous true", "persistence true", f"persistence_location {folder}/",
        f"user {getpass.getuser()}",
    ])  # fmt: skip


def node_toml(layout: Layout, number: int, token: Path) -> str:
    """Write a node's settings; on machines of their own only `node` differs."""
    return _text([
        f'node = "node{number}"',
        f'redis = "{layout.store}"', f'mqtt = "mqtt://{HERE}:{layout.broker}"',
        f'host = "{HERE}"', f"port = {layout.nodes[number]}",
        f"metrics_port = {layout.metrics[number]}",
        f"admin_port = {layout.admin[number]}", f'admin_token_file = "{token}"',
        'log_level = "info"',
        "# Behind a balancer: trusted_proxies, and origins if it does not pass Host on.",
    ])  # fmt: skip


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- processes


class Cluster:
    """All processes, in the order they were started."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        self.folder = folder
        self.layout = layout
        self._running: list[tuple[str, subprocess.Popen[bytes]]] = []

    def start(self, until: float, stopped: threading.Event) -> None:
        """Start everything, each when what it needs answers. Raises: Trouble."""
        redis = _program("redis-server", "valkey-server")
        mosquitto = _program("mosquitto")
        layout = self.layout
        _claim(layout.ports())

        def ready(name: str, what: Callable[[], bool]) -> None:
            self._wait(name, what, until, stopped)

        for name in layout.redis:
            conf = self._write(f"{name}.conf", redis_conf(layout, name, self._folder(name)))
            self._spawn(name, [redis, str(conf)])
        ready("redis-1", lambda: "role:master" in self._redis("redis-1", "INFO replication"))
        ready("redis-2", lambda: "master_link_status:up" in self._redis("redis-2", "INFO replication"))
        for number in SENTINELS:
            name = f"sentinel-{number}"
            conf = self._write(f"{name}.conf", sentinel_conf(layout, number, self._folder(name)))
            self._spawn(name, [redis, str(conf), "--sentinel"])
        for number, port in layout.sentinels.items():
            ready(f"sentinel-{number}", lambda port=port: _knows_all(port))  # type: ignore[misc]  # bound now
        conf = self._write("mosquitto.conf", mosquitto_conf(layout, self._folder("mosquitto")))
        self._spawn("mosquitto", [mosquitto, "-c", str(conf)])
        ready("mosquitto", lambda: _listens(layout.broker))
        token = self._write("admin-token", layout.token + "\n")
        for number in NODES:
            conf = self._write(f"node{number}.toml", node_toml(layout, number, token))
            command = [sys.executable, "-P", "-m", "server.cli", "serve", "--config", str(conf)]
            self._spawn(f"node{number}", command)
        for number, port in layout.nodes.items():
            ready(f"node{number}", lambda port=port: _is_ready(port))  # type: ignore[misc]  # bound now

    def ended(self) -> list[str]:
        """Name each process that has ended, with the last words of one that gave up."""
        return [
            f"{name} ended with {process.returncode}"
            + (f": {self._last_words(name)}" if process.returncode > 0 else "")
            for name, process in self._running
            if process.poll() is not None
        ]

    def stop(self) -> None:
        """End all, the newest first; nodes hand over what they have while the store is still there."""
        nodes = [one for one in self._running if one[0].startswith("node")]
        others = [one for one in reversed(self._running) if one not in nodes]
        for group in (nodes, *([other] for other in others)):
            for _, process in group:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
            for _, process in group:
                try:
                    process.wait(GRACE_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        self._running.clear()

    def _spawn(self, name: str, command: Sequence[str]) -> None:
        """Start a process whose end is ours; a Ctrl-C is heard by us alone, who end all in order."""
        hold = signal.SIGTERM if name.startswith("node") else signal.SIGKILL
        on_leash = [sys.executable, "-I", "-S", leash.__file__, str(int(hold)), str(os.getpid()), *command]
        clean = {key: value for key, value in os.environ.items() if not key.startswith("SIFANG_")}
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                on_leash, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=clean, start_new_session=True
            )
        self._running.append((name, process))

    def _wait(self, name: str, what: Callable[[], bool], until: float, stopped: threading.Event) -> None:
        while not what():
            if stopped.is_set():
                raise Trouble("it was ended before all were ready")
            if ended := self.ended():
                raise Trouble(ended[0])
            if time.monotonic() > until:
                raise Trouble(f"{name} is not ready after {PATIENCE_S:.0f} s: {self._last_words(name)}")
            stopped.wait(LOOK_EVERY_S)

    def _redis(self, name: str, command: str) -> str:
        return _say(self.layout.redis[name], f"AUTH {self.layout.password}", command)

    def _last_words(self, name: str) -> str:
        lines = (self.folder / f"{name}.log").read_text("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def _folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        return folder

    def _write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
        return path


def _program(*names: str) -> str:
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), _DAEMONS])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise Trouble(f"{' or '.join(names)} is missing: install it, or put it on the path")


def _claim(ports: Sequence[int]) -> None:
    """Raise: Trouble, if a port is taken."""
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HERE, port))
            except OSError as error:
                raise Trouble(f"port {port} cannot be had: {error.strerror}") from None


def _say(port: int, *commands: str) -> str:
    """Say commands to a Redis or a Sentinel, as one would by hand, and return all it answers."""
    end, heard = b"that is all", b""
    try:
        with socket.create_connection((HERE, port), timeout=2) as line:
            line.sendall("".join(f"{command}\r\n" for command in commands).encode())
            line.sendall(b'PING "' + end + b'"\r\n')
            while end not in heard and (more := line.recv(65_536)):
                heard += more
    except OSError:
        return ""
    return heard.decode("utf-8", "replace")


def _knows_all(port: int) -> bool:
    """Say whether a Sentinel knows the others and enough of them to fail over."""
    return f"OK {len(SENTINELS)} usable Sentinels" in _say(port, f"SENTINEL CKQUORUM {MASTER}")


def _listens(port: int) -> bool:
    try:
        socket.create_connection((HERE, port), timeout=2).close()
    except OSError:
        return False
    return True


def _is_ready(port: int) -> bool:
    line = http.client.HTTPConnection(HERE, port, timeout=2)
    try:
        line.request("GET", "/readyz")
        return line.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


# ---------------------------------------------------------------- the command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the cluster, and return the exit code."""
    given = _parser().parse_args(argv)
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stopped.set())
    with contextlib.ExitStack() as leaving:
        try:
            folder = _make_folder(given.folder, leaving)
            cluster = Cluster(folder, Layout(_ports(given.port)))
            leaving.callback(cluster.stop)
            cluster.start(time.monotonic() + PATIENCE_S, stopped)
            _print(cluster, given.check)
            if not given.check:
                _stay(cluster, stopped)
        except Trouble as trouble:
            print(f"three_nodes: {trouble}", file=sys.stderr)
            return 1
    return 0


def _stay(cluster: Cluster, stopped: threading.Event) -> None:
    """Stay until asked to end. Who dies, or is killed to see what comes of it, is named and left dead."""
    seen: set[str] = set()
    while not stopped.wait(LOOK_EVERY_S):
        for line in cluster.ended():
            if line not in seen:
                print(f"three_nodes: {line}", file=sys.stderr, flush=True)
                seen.add(line)


def _print(cluster: Cluster, is_check: bool) -> None:
    layout, folder = cluster.layout, cluster.folder
    lines: Mapping[str, str] = {
        "folder": str(folder),
        **{f"node{number}": f"http://{HERE}:{port}/" for number, port in layout.nodes.items()},
        **{name: f"{HERE}:{port}" for name, port in layout.redis.items()},
        **{f"sentinel-{number}": f"{HERE}:{port}" for number, port in layout.sentinels.items()},
        "mosquitto": f"mqtt://{HERE}:{layout.broker}",
        "displays": f"sifang display --mqtt mqtt://{HERE}:{layout.broker} ROOM",
        "operators": f"sifang admin --config {folder / 'node1.toml'} nodes",
        "ready": "all of it" if is_check else "until Ctrl-C",
    }
    print("".join(f"{name:<11} {where}\n" for name, where in lines.items()), end="", flush=True)


def _make_folder(given: str, leaving: contextlib.ExitStack) -> Path:
    """Return an empty folder: one that stays, or, if none is given, one that goes when we do."""
    if not given:
        return Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="sifang-three-")))
    folder = Path(given).resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Trouble(f"{folder} is not empty: an earlier run's data would be mixed up with this one's")
    except OSError as error:
        raise Trouble(f"{folder} cannot be used: {error.strerror}") from None
    return folder


def _ports(first: int) -> Iterator[int]:
    """Yield ports from the first on; from 0 on, any that are free."""
    if first:
        yield from range(first, 65_536)
    with contextlib.ExitStack() as held:
        while True:
            probe = held.enter_context(socket.socket())
            probe.bind((HERE, 0))
            yield int(probe.getsockname()[1])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], allow_abbrev=False)
    parser.add_argument("--folder", metavar="DIR", default="", help="an empty one, kept; else one that goes")
    parser.add_argument("--port", type=_port, default=8765, help="the first of 15 ports (8765); 0: free ones")
    parser.add_argument("--check", action="store_true", help="end when all are ready")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_500:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 65500")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
