"""The process of one node: told by its parent what to be, ends with its parent.

What it is told comes in one variable of the environment, so that an address with a password in it stands on
no command line. It ends in good order on SIGTERM, and by itself when its parent is gone.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys

import msgspec

from server.app import CannotListen, Node, World
from server.embedded.child import parent_gone
from server.links import links
from server.logs import Log
from server.orders import EXIT_REFUSED, NODE_REFUSED, VARIABLE, Orders
from server.ownership import runs_elsewhere
from server.runner import make_house
from server.store import open_store
from server.store.base import StoreError, StoreRefused
from server.tasks import hear_faults


def main() -> int:
    """Run the node that the environment orders, and return the exit code."""
    orders = msgspec.json.decode(os.environ[VARIABLE], type=Orders)
    log = Log(orders.settings.log_level, node=orders.name)
    if orders.settings.uvloop:
        import uvloop  # an extra that need not be installed; the parent has checked that it is

        return int(uvloop.run(run(orders, log)))
    return asyncio.run(run(orders, log))


async def run(orders: Orders, log: Log) -> int:
    """Run a node until it is told to end, or its parent is gone."""
    hear_faults(log)
    try:
        store = await open_store(orders.store)
    except StoreRefused as error:
        return _refuse(error.message)
    try:
        # A parent of an embedded store holds its folder: nobody else can have started a node on it.
        if orders.settings.redis and await runs_elsewhere(store, orders.name, asyncio.sleep):
            return _refuse(f"a node named {orders.name} runs on this store: give each its own name (node)")
        node = Node(orders.settings, World(store, report=log), make_house, node=orders.name)
        try:
            await node.start(orders.number, practice=orders.practice, reuse_port=orders.share_port)
        except BaseException as error:
            # The loop would tell what has begun to end only once, and not all hear it (`tasks.py`).
            await node.stop()
            if isinstance(error, CannotListen):
                return _refuse(f"cannot listen on {error.where} ({error.setting}): {_reason(error.why)}")
            if isinstance(error, OSError):
                return _refuse(f"the server cannot start: {_reason(error)}")
            raise
        # Not before: who is refused reads one line, and it is the reason.
        for warned in store.warnings:
            log("store_warning", {"code": warned.code, "reason": warned.message})
        _calm_the_collector()
        if orders.number == 0:
            sys.stdout.write(links(orders.settings.host, node.port, node.invite, orders.practice))
            sys.stdout.flush()
        was_told = await _until_told(node.replaced)
        await node.stop()
        if not was_told:
            _say(f"another node named {orders.name} was started on this store; this one ends")
            return EXIT_REFUSED
    except StoreError as error:
        return _refuse(f"the store failed while the server started: {error}")
    finally:
        await store.close()
    return 0


def _calm_the_collector() -> None:
    """Let the collector of cycles look less often, and never at what is here before anybody comes.

    Nearly nothing here is in a cycle; with the interpreter's own settings it took a tenth of every action.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def _until_told(replaced: asyncio.Event) -> bool:
    """Wait until the node is to end; say whether it was told to, and not that another has its name."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    waits = [
        asyncio.create_task(told.wait()), asyncio.create_task(parent_gone()),
        asyncio.create_task(replaced.wait()),
    ]  # fmt: skip
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    return not replaced.is_set()


def _reason(error: OSError) -> str:
    # A name that cannot be looked up has a number of its own kind.
    if isinstance(error, socket.gaierror) or not error.errno:
        return error.strerror or str(error)
    return os.strerror(error.errno)


def _refuse(line: str) -> int:
    _say(line)
    return NODE_REFUSED


def _say(line: str) -> None:
    sys.stderr.write(f"sifang serve: {line}\n")


if __name__ == "__main__":
    sys.exit(main())
