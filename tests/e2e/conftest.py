"""What the end-to-end tests share."""

from tests.harness.fixtures import valkey

__all__ = ["valkey"]
