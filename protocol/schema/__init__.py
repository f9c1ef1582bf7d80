"""JSON Schema of both directions and the closed codes, written by ``python -m protocol.generate``."""
