"""What the end-to-end tests share."""

from tests.harness.valkey import valkey

__all__ = ["valkey"]
