"""How fast random games are played, in plies a second, and as ratios to other libraries.

A playout through `Board` lists the legal moves, picks one and pushes it, for at most 120 plies from
the start. The batch interface plays whole games in compiled code. Where py-draughts or dame-rs are
installed, they play the same in the same run, in turns; the best round of each counts, in
processor time.
"""

from __future__ import annotations

import importlib
import os
import random
import time
from collections.abc import Callable
from typing import Any

from damahane import Board, use_kernel
from damahane.batch import playouts

PLIES = 120
ROUNDS = 12
SECONDS = 0.5


def games(make: Callable[[], Any], chance: random.Random) -> int:
    """Play a random game; returns its plies."""
    board = make()
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(chance.choice(moves))
    return PLIES


def speed(make: Callable[[], Any]) -> float:
    """Plies a second of a round."""
    chance, plies = random.Random(1), 0
    begun = time.thread_time()
    while (spent := time.thread_time() - begun) < SECONDS:
        plies += games(make, chance)
    return plies / spent


def peer(module: str, name: str) -> Callable[[], Any] | None:
    """Another library's board, if it is installed."""
    try:
        found: Callable[[], Any] = getattr(importlib.import_module(module), name)
    except ImportError:
        return None
    return found


def best(makers: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The best round of each, the rounds taken in turns."""
    found = dict.fromkeys(makers, 0.0)
    for _ in range(ROUNDS):
        for label, make in makers.items():
            found[label] = max(found[label], speed(make))
    return found


def main() -> None:
    """Print a line for each way of playing."""
    use_kernel()
    makers: dict[str, Callable[[], Any]] = {
        "damahane, international": lambda: Board("international"),
        "damahane, dama": lambda: Board("dama"),
    }
    py_draughts, dame = peer("draughts", "StandardBoard"), peer("dame", "Board")
    if py_draughts is not None:
        makers["py-draughts, StandardBoard"] = py_draughts
    if dame is not None:
        makers["dame-rs, Board"] = dame
    found = best(makers)
    base = found.get("py-draughts, StandardBoard")
    for label, plies in found.items():
        ratio = f", {plies / base:.2f} times py-draughts" if base else ""
        print(f"{label}: {plies:,.0f} plies/s{ratio}")
    use_kernel(False)
    for rules in ("international", "dama"):
        plies = speed(lambda rules=rules: Board(rules))  # type: ignore[misc]
        print(f"damahane, {rules}, reference generator: {plies:,.0f} plies/s")
    threads = os.cpu_count() or 1
    for rules in ("dama", "international"):
        playouts(rules, 100, PLIES)
        begun = time.perf_counter()
        played = playouts(rules, 20_000, PLIES, threads=threads)
        spent = time.perf_counter() - begun
        total = int(played.plies.sum())
        print(f"damahane, {rules}, batch on {threads} threads: {total / spent:,.0f} plies/s")


if __name__ == "__main__":
    main()
