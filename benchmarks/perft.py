"""How fast the kernel counts: perft from the start of `dama`, every route and distinct moves.

Where the Python bindings of kish are installed, they count the same in the same run.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable

from damahane import Board
from damahane.kernel.perft import perft
from damahane.kernel.position import words

DEPTH = 8
ROUNDS = 5
EXPECTED = {"every route": 123_290_300, "distinct moves": 123_285_642}


def best_of(count: Callable[[], int], expected: int) -> float:
    """Million nodes a second in the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        found = count()
        best = min(best, time.perf_counter() - started)
        assert found == expected, found
    return expected / best / 1e6


def kish_perft() -> Callable[[int], int] | None:
    """The peer's count from the start, if it is installed."""
    try:
        kish = importlib.import_module("kish")
    except ImportError:
        return None
    count: Callable[[int], int] | None = getattr(kish, "perft", None)
    return count


def main() -> None:
    """Print a line for each way of counting."""
    start = words(Board("dama"))
    perft("dama", start, 1)
    speed = 0.0
    for way, expected in EXPECTED.items():
        distinct = way == "distinct moves"
        speed = best_of(lambda d=distinct: perft("dama", start, DEPTH, d), expected)  # type: ignore[misc]
        print(f"damahane, dama perft({DEPTH}), {way}: {speed:.0f} million nodes/s")
    peer = kish_perft()
    if peer is not None:
        theirs = best_of(lambda: peer(DEPTH), EXPECTED["every route"])
        print(f"kish, perft({DEPTH}), every route: {theirs:.0f} million nodes/s")


if __name__ == "__main__":
    main()
