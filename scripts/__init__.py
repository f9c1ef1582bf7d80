"""Helpers for working on the repository; nothing here is shipped."""
