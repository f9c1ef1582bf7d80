"""Sample messages with what they mean: the source of the conformance kit and of several tests."""

from tests.protocol.samples.clients import FROM_CLIENTS
from tests.protocol.samples.events import EVENTS, Happening
from tests.protocol.samples.parts import Sample, ident, tiles
from tests.protocol.samples.server import FROM_SERVER

__all__ = ["EVENTS", "FROM_CLIENTS", "FROM_SERVER", "Happening", "Sample", "ident", "tiles"]
