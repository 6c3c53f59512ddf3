"""How much sooner two threads reach the same depth as one, over the positions of `damahane bench`.

Each position is searched to the depth that one thread reaches in about a second (in so many nodes),
by one thread and by two in turn. The size of a search changes by chance from depth to depth, and
two threads never search quite alike, so the last depths count together, and each search is made
several times.

Where other programs run, two threads hardly ever get two processors: then the time on the clock
means little. The nodes tell how soon two threads would have been there with two processors, as far
as they are as fast together as alone.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from damahane.engine import Limits, Request, Thought, think
from damahane.training.bench import POSITIONS

DEPTHS = 3
"""The last depths that count."""
LEAST = 0.1
"""A position in which the last depth was reached so early among the nodes is decided: left out."""


@dataclass(slots=True)
class Search:
    """When the depths of a search were reached: seconds and nodes of each."""

    seconds: dict[int, float] = field(default_factory=dict)
    nodes: dict[int, float] = field(default_factory=dict)

    def note(self, thought: Thought) -> None:
        """Note how far it is."""
        self.seconds[thought.depth] = thought.seconds
        self.nodes[thought.depth] = thought.nodes


def searched(fen: str, limits: Limits, threads: int, mebibytes: int) -> Search:
    """Search a position."""
    search = Search()
    request = Request(fen=fen, limits=limits, threads=threads, table_mib=mebibytes)
    search.note(think(request, on_info=search.note))
    return search


def gain(one: Iterable[dict[int, float]], several: Iterable[dict[int, float]]) -> float:
    """How many times less several take than one, to the last depths that all have reached."""
    one, several = list(one), list(several)
    shared = set.intersection(*(set(each) for each in (*one, *several)))
    ratios = [
        statistics.median(each[depth] for each in one)
        / statistics.median(each[depth] for each in several)
        for depth in sorted(shared)[-DEPTHS:]
    ]
    return statistics.geometric_mean(ratios)


def main() -> None:
    """Print a line for each position, and the medians."""
    parser = argparse.ArgumentParser(description="Time to depth on several threads.")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=3_000_000, help="of one thread, at most")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64, help="the table's size, in MiB")
    options = parser.parse_args()
    think(Request(limits=Limits(nodes=1)))
    found = []
    for number, fen in enumerate(POSITIONS["orthogonal8"], 1):
        reached = searched(fen, Limits(nodes=options.nodes), 1, options.hash)
        depth = max(reached.nodes)
        before = reached.nodes.get(depth - 1, 0)
        if before < LEAST * options.nodes:
            print(f"{number:2}  decided at depth {depth}, left out")
            continue
        one, several = [], []
        for _ in range(options.rounds):
            one.append(searched(fen, Limits(depth=depth), 1, options.hash))
            several.append(searched(fen, Limits(depth=depth), options.threads, options.hash))
        clock = gain((each.seconds for each in one), (each.seconds for each in several))
        nodes = gain((each.nodes for each in one), (each.nodes for each in several))
        found.append((clock, options.threads * nodes))
        print(
            f"{number:2}  depth {depth:2}, {one[0].seconds[depth]:5.2f} s on one thread; "
            f"on {options.threads} {clock:4.2f} times as soon, "
            f"{options.threads * nodes:4.2f} times by nodes",
            flush=True,
        )
    by_clock, by_nodes = (statistics.median(column) for column in zip(*found, strict=True))
    print(f"median {by_clock:.2f} times as soon, {by_nodes:.2f} times by nodes")


if __name__ == "__main__":
    main()
