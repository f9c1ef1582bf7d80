"""What is measured: how long each stage of a command's way takes, and what goes wrong, for the whole node.

Nothing is labelled by room, player or kind of command: who was asked and how long he thought could be read
off such numbers (CO-4.2). They are given out on a listener of their own, never on the public port.
"""

from __future__ import annotations

import asyncio
import contextlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.utils import floatToGoString

from protocol.codes import RejectCode

Stage = Literal["receive", "decide", "journal", "publish", "flush"]
STAGES: Final[tuple[Stage, ...]] = ("receive", "decide", "journal", "publish", "flush")
_BOUNDS: Final = (
    0.00005,
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    1.0,
    5.0,
)
_LONGEST_REQUEST: Final = 4096
_PATIENCE_S: Final = 5.0


class _Durations:
    """How long something took, by buckets. The loop alone counts here, so nothing is locked: it does so four
    times for every action."""

    __slots__ = ("_counts", "total")

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        bounds = (*map(floatToGoString, _BOUNDS), "+Inf")
        return list(zip(bounds, map(float, accumulate(self._counts)), strict=True))


class Metrics:
    """The measurements of one node; `gauges` are asked for when somebody looks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._stages = {stage: _Durations() for stage in STAGES}
        rejected = Counter("sifang_rejected", "Commands refused, by code", ["code"], registry=self.registry)
        self._rejected = {code.value: rejected.labels(code.value) for code in RejectCode}
        self.registry.register(_Gauges(self.gauges))
        self._sources: dict[str, tuple[str, Callable[[], float]]] = {}

    def stage(self, name: Stage, seconds: float) -> None:
        """See `Meter.stage`."""
        self._stages[name].add(seconds)

    def rejected(self, code: str) -> None:
        """See `Meter.rejected`."""
        self._rejected[code].inc()

    def watch(self, name: str, purpose: str, source: Callable[[], float]) -> None:
        """Ask `source` for a number whenever somebody looks."""
        self._sources[name] = (purpose, source)

    def gauges(self) -> Iterator[Metric]:
        """Yield the numbers that are asked for."""
        yield self._stage_family()
        for name, (purpose, source) in self._sources.items():
            yield GaugeMetricFamily(f"sifang_{name}", purpose, value=source())

    def _stage_family(self) -> HistogramMetricFamily:
        family = HistogramMetricFamily("sifang_stage_seconds", "How long a stage took", labels=["stage"])
        for stage, durations in self._stages.items():
            family.add_metric([stage], durations.buckets(), durations.total)
        return family

    def text(self) -> bytes:
        """Return everything in the exposition format."""
        return generate_latest(self.registry)


class _Gauges:
    def __init__(self, collect: Callable[[], Iterator[Metric]]) -> None:
        self.collect = collect


class MetricsListener:
    """Gives the measurements out on a port of their own: GET or HEAD of /metrics, one a connection."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> None:
        """Begin to listen. Raises: OSError."""
        self._server = await asyncio.start_server(self._serve, host, port, limit=_LONGEST_REQUEST)

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(head))
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        status, kind, body = b"404 Not Found", "text/plain; charset=utf-8", b"not found\n"
        if method not in (b"GET", b"HEAD"):
            status, body = b"405 Method Not Allowed", b"only GET and HEAD\n"
        elif path == b"/metrics":
            status, kind, body = b"200 OK", CONTENT_TYPE_LATEST, self._metrics.text()
        lines = [
            b"HTTP/1.1 " + status, f"Content-Type: {kind}".encode(), f"Content-Length: {len(body)}".encode(),
            b"Cache-Control: no-store", b"Connection: close", b"", b"" if method == b"HEAD" else body,
        ]  # fmt: skip
        return b"\r\n".join(lines)
