"""Positions set up by lot: few pieces, anywhere they can stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

SQUARES = 64
FEWEST, MOST = 3, 13
"""Pieces of the side that is to lose, before any are taken off again."""
MOST_KINGS = 2
"""Kings of a side: more make a win a matter of course."""
KINGS = 0.08
"""How many of the pieces that could be men are kings."""
KINGLESS = 0.4
"""In how many the side to move has no king."""


def setups(count: int, seed: int) -> npt.NDArray[np.uint64]:
    """Set positions up.

    The side to move has as many pieces as the other or up to three fewer or one more. Pieces on
    the first and the last rank are kings, since no man ever stands there.

    Args:
        count: how many; some fewer come out, since those with too many kings are left out.
        seed: what is left to chance follows from it.

    Returns:
        The words of each as `kernel.position.words` has them, uint64, (positions, 4).
    """
    chance = np.random.default_rng(seed)
    theirs = chance.integers(FEWEST, MOST + 1, count)
    own = np.clip(theirs - chance.integers(-1, 4, count), FEWEST - 1, MOST)
    squares = chance.random((count, SQUARES)).argsort(axis=1)[:, : 2 * MOST]
    order = np.arange(2 * MOST)
    is_own = order < own[:, None]
    is_theirs = ~is_own & (order < (own + theirs)[:, None])
    ranks = squares // 8
    king = (ranks == 0) | (ranks == 7) | (chance.random(squares.shape) < KINGS)
    bits = np.uint64(1) << squares.astype(np.uint64)
    sets = (is_own & ~king, is_own & king, is_theirs & ~king, is_theirs & king)
    found = np.stack(
        [np.bitwise_or.reduce(np.where(chosen, bits, np.uint64(0)), axis=1) for chosen in sets],
        axis=1,
    )
    found[chance.random(count) < KINGLESS, 1] = 0
    kings = np.bitwise_count(found)[:, [1, 3]].max(axis=1)
    return np.ascontiguousarray(found[kings <= MOST_KINGS])
