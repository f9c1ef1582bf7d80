"""What the tests of the feed share: a broker of their own and the store that all tests share."""

from tests.harness.broker import mosquitto
from tests.harness.fixtures import valkey

__all__ = ["mosquitto", "valkey"]
