"""How long it takes to read the puzzles, to prove them all again, and to find new ones.

Run it as ``python benchmarks/puzzles.py``; times are of one thread's processor time. Everything
that `damahane puzzles check` compares is compared.
"""

from __future__ import annotations

import argparse
import time

from damahane.puzzles.bank import bank
from damahane.puzzles.check import check, check_unlike
from damahane.puzzles.find import SOURCES, prover_of, search_round
from damahane.rules import rule_set


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=2, help="rounds of each source to look through"
    )
    options = parser.parse_args()
    begun = time.thread_time()
    puzzles = bank()
    print(f"read: {len(puzzles):,} puzzles in {time.thread_time() - begun:.2f} s")
    prover = prover_of(rule_set("dama"))
    begun, nodes = time.thread_time(), prover.nodes
    checked = [check(puzzle, prover) for puzzle in puzzles]
    check_unlike(checked)
    seconds = time.thread_time() - begun
    positions = sum(len(puzzle.solution) for puzzle in puzzles)
    print(
        f"check: {len(checked):,} puzzles, {positions:,} positions of their solutions, "
        f"{prover.nodes - nodes:,} looked at, in {seconds:.1f} s"
    )
    for source in SOURCES:
        search_round("dama", source, 0, 0)
        begun = time.thread_time()
        found = sum(len(search_round("dama", source, 0, n)) for n in range(1, options.rounds + 1))
        seconds = time.thread_time() - begun
        print(
            f"find: {found} from {source} in {seconds:.1f} s, {60 * found / seconds:,.0f} a minute"
        )


if __name__ == "__main__":
    main()
