"""What the end-to-end tests share."""

from tests.e2e.town import town
from tests.harness.fixtures import own_valkey, valkey

__all__ = ["own_valkey", "town", "valkey"]
