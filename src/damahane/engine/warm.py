"""Compiling ahead of time, so that nobody waits for it in front of the board."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from damahane.kernel.cache import mark_warm

_STEPS = (
    ("bit operations", "damahane.kernel.bits"),
    ("moves", "damahane.kernel.orthogonal"),
    ("moves of diagonal boards", "damahane.kernel.diagonal"),
    ("listing", "damahane.kernel.listing"),
    ("counting", "damahane.kernel.perft"),
    ("random games", "damahane.kernel.playing"),
    ("endgame tables", "damahane.endgame.shipped"),
    ("search", "damahane.engine.search"),
    ("proofs of wins", "damahane.puzzles.proof"),
)


def warm(progress: Callable[[int, int, str], object] | None = None) -> None:
    """Compile what `think`, `perft` and proofs need, or load it where it has been compiled before.

    Args:
        progress: called with the steps done, the number of steps and what comes next.
    """
    from .request import Limits, Request
    from .think import think

    total = len(_STEPS) + 1
    for done, (label, module) in enumerate(_STEPS):
        if progress is not None:
            progress(done, total, label)
        importlib.import_module(module)
    if progress is not None:
        progress(total - 1, total, "first thought")
    think(Request(limits=Limits(nodes=100)))
    think(Request(fen="W:WKa1,b3:BKh8", limits=Limits(nodes=100)))  # reads the endgame tables
    mark_warm()
    if progress is not None:
        progress(total, total, "ready")
