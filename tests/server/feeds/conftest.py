"""What the tests of the feed share: a broker of their own and the store that all tests share."""

from tests.harness.broker import mosquitto
from tests.harness.valkey import valkey

__all__ = ["mosquitto", "valkey"]
