"""How soon `damahane hub` is ready: with everything compiled, and with nothing."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time

from damahane import Board
from damahane.engine import Limits
from damahane.protocol import HubEngine

COMMAND = [sys.executable, "-m", "damahane", "hub"]
ROUNDS = 5


def start(env: dict[str, str] | None = None) -> float:
    """The seconds from the start of the process to `ready`, after which it answers."""
    begun = time.perf_counter()
    with HubEngine(COMMAND, env=env) as engine:
        seconds = time.perf_counter() - begun
        assert engine.think(Board("dama"), Limits(depth=4)).move in Board("dama").legal_moves
    return seconds


def main() -> None:
    """Print a line for each kind of start."""
    start()
    warm = statistics.median(start() for _ in range(ROUNDS))
    print(f"damahane hub, all compiled: ready in {warm:.2f} s (median of {ROUNDS})")
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ) | {"NUMBA_CACHE_DIR": folder}
        print(f"damahane hub, nothing compiled: ready in {start(env):.1f} s")
        print(f"damahane hub, the second process: ready in {start(env):.2f} s")


if __name__ == "__main__":
    main()
