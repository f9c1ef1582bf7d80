"""A real Mosquitto for tests, on a free port of its own; it can be killed, paused and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import pytest
from aiomqtt import Client, ProtocolVersion

from protocol.feed import Feed
from protocol.mqtt import read_broker
from scripts import needs
from server.embedded import leash
from tests.harness.clock import until

F = TypeVar("F")


class Mosquitto:
    """A broker's process. It keeps nothing on disk: a new run knows nothing of before.

    With `tls` it has a `certificate` of its own, which nobody trusts unless he is told to (`SSL_CERT_FILE`).
    """

    def __init__(self, password: str = "", *, tls: bool = False) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="sifang-test-")
        self._password = password
        self.certificate = make_certificate(Path(self.folder.name)) if tls else None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        user = f"club:{self._password}@" if self._password else ""
        return f"mqtt{'s' if self.certificate else ''}://{user}127.0.0.1:{self.port}"

    @property
    def tls_context(self) -> ssl.SSLContext | None:
        """What a reader needs that trusts it."""
        return ssl.create_default_context(cafile=self.certificate) if self.certificate else None

    def start(self) -> None:
        """Start a run, and return when it listens. Raises: RuntimeError, if it ends instead."""
        folder = Path(self.folder.name)
        lines = [f"listener {self.port} 127.0.0.1", "log_dest stderr", "user root"]
        lines += ["log_type information", "log_type error", "connection_messages false"]
        if self.certificate is not None:
            lines += [f"certfile {self.certificate}", f"keyfile {self.certificate.with_suffix('.key')}"]
        if self._password:
            passwords = folder / "passwords"
            passwords.write_text(f"club:{self._password}\n")
            subprocess.run(["mosquitto_passwd", "-U", str(passwords)], check=True)
            lines += [f"password_file {passwords}", "allow_anonymous false"]
        else:
            lines.append("allow_anonymous true")
        config = folder / "mosquitto.conf"
        config.write_text("\n".join(lines) + "\n")
        found = needs.MOSQUITTO.find()
        assert found is not None, "mosquitto is missing"
        on_leash = [sys.executable, "-I", "-S", leash.__file__, str(int(signal.SIGKILL)), str(os.getpid())]
        self._process = subprocess.Popen(
            [*on_leash, found, "-c", str(config)],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if line.rstrip().endswith("running"):
                return
        raise RuntimeError(f"the broker did not start: {said[-5:]}")

    def kill(self) -> None:
        """End the run as `kill -9` does."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            process.wait()
            if process.stderr is not None:
                process.stderr.close()

    def pause(self) -> None:
        """Stop the process in its tracks: it is there and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let a paused process go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


def make_certificate(folder: Path, name: str = "broker", host: str = "IP:127.0.0.1") -> Path:
    """Make a certificate for a host that signs itself, with its key beside it (`.key`)."""
    openssl, made = needs.OPENSSL.find(), folder / f"{name}.crt"
    assert openssl is not None, "openssl is missing"
    subprocess.run(
        [
            openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName={host}",
            "-addext", "keyUsage=critical,digitalSignature,keyCertSign",
            "-out", str(made), "-keyout", str(made.with_suffix(".key")),
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    return made


@contextlib.contextmanager
def broker(password: str = "", *, tls: bool = False) -> Iterator[Mosquitto]:
    """Run a broker of one's own."""
    mosquitto = Mosquitto(password, tls=tls)
    try:
        mosquitto.start()
        yield mosquitto
    finally:
        mosquitto.kill()
        mosquitto.folder.cleanup()


class Heard(NamedTuple):
    """One message as a reader got it; `told` is None where it was empty."""

    topic: str
    told: Feed | None
    qos: int
    retained: bool
    """It was there before the reader came."""


class Ear:
    """A reader of the whole feed."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []

    def of(self, kind: type[F]) -> list[F]:
        """List what was heard of one kind, in order."""
        return [each.told for each in self.heard if isinstance(each.told, kind)]

    async def _listen(self, client: Client) -> None:
        async for message in client.messages:
            payload = bytes(message.payload)
            told = msgspec.json.decode(payload, type=Feed) if payload else None
            self.heard.append(Heard(message.topic.value, told, message.qos, message.retain))


@contextlib.asynccontextmanager
async def ear(mosquitto: Mosquitto) -> AsyncIterator[Ear]:
    """Listen to everything that the feed says from now on, and to what is retained."""
    found = read_broker(mosquitto.url)
    hearing = Ear()
    async with Client(
        found.host, found.port, username=found.user, password=found.password, protocol=ProtocolVersion.V5,
        tls_context=mosquitto.tls_context,
    ) as client:  # fmt: skip
        await client.subscribe("sifang/v1/#", qos=1)
        task = asyncio.create_task(hearing._listen(client))
        try:
            yield hearing
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def retained(mosquitto: Mosquitto) -> dict[str, Feed | None]:
    """Return all that is retained, by topic."""
    async with ear(mosquitto) as hearing:
        end = f"sifang/v1/test/{os.urandom(8).hex()}"
        found = read_broker(mosquitto.url)
        async with Client(found.host, found.port, username=found.user, password=found.password) as client:
            await client.publish(end, b"", qos=1)
        await until(lambda: any(each.topic == end for each in hearing.heard))
        return {each.topic: each.told for each in hearing.heard if each.retained}


@pytest.fixture
def mosquitto() -> Iterator[Mosquitto]:
    """A broker for one test."""
    with broker() as server:
        yield server
