"""Mechanisms that more than one ruleset may use. Each is a ``Mechanic``; the kernel names none of them."""
