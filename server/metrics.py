"""What is measured: how long each stage of a command's way takes, and what goes wrong, for the whole node.

Nothing is labelled by room, player or kind of command: who was asked and how long he thought could be read
off such numbers (CO-4.2). They are given out on a listener of their own, never on the public port.
"""

from __future__ import annotations

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
from server.listener import Listener, Reply, Request

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


class _Durations:
    """How long something took, by buckets. The loop alone counts here, so nothing is locked: it does so four
    times for every action."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def buckets(self) -> list[tuple[str, float]]:
        bounds = (*map(floatToGoString, _BOUNDS), "+Inf")
        return list(zip(bounds, map(float, accumulate(self.counts)), strict=True))


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
        durations = self._stages[name]
        durations.counts[bisect_left(_BOUNDS, seconds)] += 1
        durations.total += seconds

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


class MetricsListener(Listener):
    """Gives the measurements out on a port of their own: GET or HEAD of /metrics."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(self._answer)
        self._metrics = metrics

    async def _answer(self, request: Request) -> Reply:
        if request.method not in ("GET", "HEAD"):
            return Reply(405, b"only GET and HEAD\n")
        if request.path != "/metrics":
            return Reply(404, b"not found\n")
        return Reply(200, self._metrics.text(), CONTENT_TYPE_LATEST)
