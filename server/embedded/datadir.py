"""The folder that outlives the server, and the lock that keeps a second server out of it.

The lock is the kernel's (`flock`): it is gone the moment its holder is, however he ended. Only the supervisor
holds it, never a child.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from server.store.base import StoreRefused

_LOCK = "lock"


class DataDir:
    """A data folder that is ours: made if need be, closed to others, locked."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._lock: int | None = None

    def open(self) -> None:
        """Make, close and lock the folder. Raises: StoreRefused."""
        try:
            self._make()
            lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreRefused(
                "data_dir", f"the data folder {self.path} cannot be used: {error.strerror}"
            ) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(lock, 32, 0).decode("ascii", "replace").strip()
            os.close(lock)
            raise StoreRefused(
                "data_locked",
                f"the data folder {self.path} is in use by another server (pid {holder or 'unknown'})",
            ) from None
        self._lock = lock
        with contextlib.suppress(OSError):  # a full disk must not keep us out; the pid only helps people
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Let another server in."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _make(self) -> None:
        """Make the folder; close one to others only if it is ours alone (it might be somebody's home)."""
        try:
            self.path.mkdir(mode=0o700, parents=True)
        except FileExistsError:
            if not self.path.is_dir():
                raise NotADirectoryError(0, "it is not a folder") from None
        status = self.path.stat()
        if status.st_uid != os.geteuid():
            raise PermissionError(0, "it belongs to another user")
        if status.st_mode & 0o077:
            names = os.listdir(self.path)
            if names and _LOCK not in names:
                raise PermissionError(
                    0, "others may look into it and it holds other things; give it a new one"
                )
            self.path.chmod(0o700)
