"""Waiting for a process that is not our child, without looking again and again."""

from __future__ import annotations

import os
import select
import sys


def wait_until_gone(pid: int, seconds: float = 20.0) -> bool:
    """Return whether a process has ended, waiting for it that long at most."""
    try:
        if sys.platform == "darwin":
            end = select.kevent(
                pid, select.KQ_FILTER_PROC, select.KQ_EV_ADD | select.KQ_EV_ONESHOT, select.KQ_NOTE_EXIT
            )
            return bool(select.kqueue().control([end], 1, seconds))
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)
