"""Two nodes of one name on one store: the second is refused in one line, whoever started it."""

from __future__ import annotations

from tests.harness.serve import Serve
from tests.harness.valkey import running


async def test_a_second_node_of_a_name_is_refused_and_the_first_goes_on() -> None:
    """The store lacks something too, which is told to who is taken, and no news beside a refusal."""
    with running("--appendonly", "no") as careless:
        flags = ("--redis", careless.url, "--node", "twin", "--port", "0")
        first, second = Serve(*flags), Serve(*flags, "--log-level", "warning")
        await first.start()
        try:
            await first.logs("store_warning")
            await second.start()
            assert await second.ended() == 1
            (line,) = second.complained
            assert line.startswith("sifang serve: a node named twin-0 runs on this store")
            assert second.logged == []
            assert not [one for one in first.logged if one["event"] in ("node_replaced", "ended")]
        finally:
            await first.stop()
