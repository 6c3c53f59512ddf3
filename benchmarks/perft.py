"""How fast the kernel counts: plain perft from the start, and hashed perft to depth.

Where the Python bindings of kish (`dama`) or dame-rs (10x10) are installed, they count the same in
the same run. Plain counts are the best of some rounds on one thread, in processor time; with a
number as argument, `dama` is also counted to that depth on all cores with a table of 2 GiB.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable

from damahane import Board
from damahane.kernel.perft import Table, perft
from damahane.kernel.position import words

ROUNDS = 7
TABLE_MIB = 2048
COUNTS = {
    # rules.md: rule set, depth, every route, distinct moves
    ("dama", 8): (123_290_300, 123_285_642),
    ("international", 9): (41_022_614, 41_022_423),
}


def best_of(count: Callable[[], int], expected: int) -> float:
    """Million nodes a second in the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.thread_time()
        found = count()
        best = min(best, time.thread_time() - started)
        assert found == expected, found
    return expected / best / 1e6


def peer(rules: str, depth: int) -> tuple[str, Callable[[], int]] | None:
    """A peer's name and its count from the start, if it is installed."""
    try:
        if rules == "dama":
            kish = importlib.import_module("kish")
            return "kish", lambda: int(kish.perft(depth))
        dame = importlib.import_module("dame")
    except ImportError:
        return None
    return "dame-rs", lambda: int(dame.perft(dame.Board(), depth))


def plain(rules: str, depth: int, routes: int, moves: int) -> None:
    """Count every leaf, both ways, and let the peer do so."""
    start = words(Board(rules))
    speed = best_of(lambda: perft(rules, start, depth), routes)
    print(f"damahane, {rules} perft({depth}), every route: {speed:.0f} million nodes/s")
    distinct = best_of(lambda: perft(rules, start, depth, True), moves)
    print(f"damahane, {rules} perft({depth}), distinct moves: {distinct:.0f} million nodes/s")
    other = peer(rules, depth)
    if other is not None:
        name, count = other
        expected = count()
        ours = speed if expected == routes else distinct
        theirs = best_of(count, expected)
        print(
            f"{name}, perft({depth}) = {expected:,}: {theirs:.0f} million nodes/s; "
            f"damahane is {ours / theirs:.2f} times as fast"
        )


def hashed(depth: int) -> None:
    """Count `dama` with a table on all cores."""
    start, threads = words(Board("dama")), os.cpu_count() or 1
    for distinct in (False, True):
        begun = time.perf_counter()
        count = perft("dama", start, depth, distinct, table=Table(TABLE_MIB), threads=threads)
        seconds = time.perf_counter() - begun
        way = "distinct moves" if distinct else "every route"
        print(
            f"damahane, dama perft({depth}), {way}: {count:,} in {seconds:.1f} s "
            f"({threads} threads, table of {TABLE_MIB} MiB)"
        )


def main() -> None:
    """Print a line for each count."""
    for (rules, depth), (routes, moves) in COUNTS.items():
        plain(rules, depth, routes, moves)
    if len(sys.argv) > 1:
        hashed(int(sys.argv[1]))


if __name__ == "__main__":
    main()
