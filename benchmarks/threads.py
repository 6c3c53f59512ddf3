"""How much sooner two threads reach the same depth as one, over the positions of `damahane bench`.

Each position is searched to the depth that one thread reaches in about a second, by one thread and
by two in turn. Two threads never search quite alike, so each does so several times. The processor
time they got is shown as well: where it is much less than the threads could use, other programs ran
and the figures mean little.
"""

from __future__ import annotations

import argparse
import statistics
import time

from damahane.engine import Limits, Request, think
from damahane.training.bench import POSITIONS

LEAST = 0.3
"""A position that is decided in less of the time asked for is left out."""


def seconds(fen: str, limits: Limits, threads: int) -> tuple[float, float, int]:
    """Seconds that a search takes, on the clock and of the processor, and its nodes."""
    begun, used = time.perf_counter(), time.process_time()
    thought = think(Request(fen=fen, limits=limits, threads=threads))
    return time.perf_counter() - begun, time.process_time() - used, thought.nodes


def compare(fen: str, depth: int, threads: int, rounds: int) -> tuple[float, float, float, float]:
    """How much sooner so many threads are there than one, in seconds of one thread.

    Returns:
        The ratio of the medians, the median of one thread, the nodes of several for one of one,
        and the share of the processors that they got.
    """
    one, several = [], []
    for _ in range(rounds):
        one.append(seconds(fen, Limits(depth=depth), 1))
        several.append(seconds(fen, Limits(depth=depth), threads))
    single = statistics.median(wall for wall, _, _ in one)
    shared = statistics.median(wall for wall, _, _ in several)
    nodes = statistics.median(nodes for _, _, nodes in several) / one[0][2]
    got = sum(used for _, used, _ in several) / sum(threads * wall for wall, _, _ in several)
    return single / shared, single, nodes, got


def main() -> None:
    """Print a line for each position, and the median."""
    parser = argparse.ArgumentParser(description="Time to depth on several threads.")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one thread, about")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    think(Request(limits=Limits(nodes=1)))
    ratios = []
    for number, fen in enumerate(POSITIONS["orthogonal8"], 1):
        begun = time.perf_counter()
        depth = think(Request(fen=fen, limits=Limits(soft=options.seconds / 2))).depth
        if time.perf_counter() - begun < LEAST * options.seconds:
            print(f"{number:2}  decided at depth {depth}, left out")
            continue
        ratio, single, nodes, got = compare(fen, depth, options.threads, options.rounds)
        ratios.append(ratio)
        print(
            f"{number:2}  depth {depth:2}  {single:5.2f} s on one thread  "
            f"{ratio:4.2f} times as soon on {options.threads}  "
            f"(nodes {nodes:.2f}, processors {got:.0%})",
            flush=True,
        )
    print(f"median {statistics.median(ratios):.2f}, mean {statistics.mean(ratios):.2f}")


if __name__ == "__main__":
    main()
