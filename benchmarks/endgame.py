"""How long it takes to read the endgame tables, to look a position up, and to prove wins.

Run it as ``python benchmarks/endgame.py``. Positions are drawn from all signatures by their size,
so that they are spread over the whole of the tables, as bad for the caches as can be.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numba
import numpy as np
from numpy.typing import NDArray

from damahane.batch import playouts
from damahane.endgame.index import layout_of
from damahane.endgame.probe import probe
from damahane.endgame.shipped import shipped
from damahane.endgame.tables import Tables, listed
from damahane.puzzles.prover import Prover


def best_of(times: int, task: Callable[[], object]) -> float:
    """The least seconds of this thread that a task takes."""
    seconds = []
    for _ in range(times):
        begun = time.thread_time()
        task()
        seconds.append(time.thread_time() - begun)
    return min(seconds)


def drawn(tables: Tables, count: int) -> NDArray[np.uint64]:
    """Positions from anywhere in the tables, in no order."""
    chance = np.random.default_rng(1)
    signatures = listed(tables.pieces)
    sizes = np.array([layout_of(signature).size for signature in signatures])
    shares = chance.multinomial(count, sizes / sizes.sum())
    found = [
        layout_of(signature).position(int(place))
        for signature, share in zip(signatures, shares, strict=True)
        for place in chance.integers(0, layout_of(signature).size, share)
    ]
    positions = np.array(found, dtype=np.uint64)
    chance.shuffle(positions)
    return positions


@numba.njit(nogil=True)
def one_by_one(positions, times, most, values, places, lookup):  # type: ignore[no-untyped-def]
    """Look positions up, each one chosen by the result of the one before."""
    at, count = np.int64(0), positions.shape[0]
    for _ in range(times):
        result = probe(
            positions[at, 0], positions[at, 1], positions[at, 2], positions[at, 3],
            most, values, places, lookup,
        )  # fmt: skip
        at = (at + 1 + result) % count
    return at


@numba.njit(nogil=True)
def walk(positions, times):  # type: ignore[no-untyped-def]
    """Go through positions in the same way without looking them up."""
    at, count = np.int64(0), positions.shape[0]
    for _ in range(times):
        word = positions[at, 0] ^ positions[at, 1] ^ positions[at, 2] ^ positions[at, 3]
        at = (at + 1 + np.int64(word & np.uint64(63))) % count
    return at


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="dama")
    parser.add_argument("--positions", type=int, default=200_000)
    options = parser.parse_args()
    begun = time.perf_counter()
    tables = shipped(options.rules)
    assert tables is not None
    print(f"read: {tables.values.size:,} results in {time.perf_counter() - begun:.2f} s")
    positions = drawn(tables, options.positions)
    given = (tables.pieces, tables.values, tables.places, tables.lookup)
    times = 2_000_000
    one_by_one(positions, 1, *given)
    walk(positions, 1)
    probing = best_of(5, lambda: one_by_one(positions, times, *given)) / times
    walking = best_of(5, lambda: walk(positions, times)) / times
    print(
        f"probe: {1e9 * probing:.0f} ns, {1e9 * (probing - walking):.0f} ns without getting at the "
        "position"
    )
    prove(options.rules)


def prove(rules: str) -> None:
    """Print how many positions of random games a prover decides in a second."""
    played = playouts(rules, 300, plies=150, seed=5, positions=True)
    assert played.positions is not None
    found = np.concatenate([played.positions[i, :n] for i, n in enumerate(played.plies)])
    pieces = np.bitwise_count(found).sum(axis=1)
    prover = Prover(rules)
    for low, high in ((5, 8), (9, 16), (17, 32)):
        chosen = np.ascontiguousarray(found[(pieces >= low) & (pieces <= high)][:2000])
        for moves in (2, 3):
            begun = time.thread_time()
            won = int((prover.distances(chosen, moves) > 0).sum())
            rate = len(chosen) / (time.thread_time() - begun)
            print(
                f"prove: within {moves} moves, {low}-{high} pieces: {rate:,.0f} positions/s "
                f"({won} of {len(chosen)} won)"
            )


if __name__ == "__main__":
    main()
