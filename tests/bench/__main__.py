"""``make bench``: the engine, its peers, and the server, in one run.

``--quick`` plays fewer hands; ``--only engine`` or ``--only server`` measures one half.
"""

from __future__ import annotations

import argparse
import platform

from tests.bench import adoption, bots, hands, nodes, patterns, peers, server, storm


def _print(title: str, lines: list[str]) -> None:
    print(f"\n{title}\n" + "\n".join(f"  {line}" for line in lines), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer hands")
    parser.add_argument("--only", choices=["engine", "server"], help="one half")
    chosen = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}; medians; ratios are the result")
    if chosen.only != "server":
        _print("Hand analysis, µs a call", patterns.report(patterns.run()))
        _print("Whole hands", hands.report(*((300, 100) if chosen.quick else (1000, 20000))))
        _print("Whole hands by four greedy bots", bots.report(100 if chosen.quick else 500))
        _print("Peers", peers.report())
    if chosen.only != "engine":
        _print("Server", server.report(*(((1, 50), 5.0) if chosen.quick else ((1, 10, 50, 200), 15.0))))
        _print("A storm of reconnects", storm.report(50 if chosen.quick else 200))
        _print("A node's death", adoption.report((20, 200) if chosen.quick else (20, 200, 2000)))
        _print("Two nodes", nodes.report(5.0 if chosen.quick else 15.0))


if __name__ == "__main__":
    main()
