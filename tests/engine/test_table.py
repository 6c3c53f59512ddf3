"""The hash under which positions are kept."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numba import njit

from damahane.engine.table import position_key

Words = np.ndarray[Any, np.dtype[np.uint64]]


def _keys_of(positions: Words, keys: Words) -> None:
    for i in range(keys.size):
        keys[i] = position_key(positions[i, 0], positions[i, 1], positions[i, 2], positions[i, 3])


#: The key of every position, four words each.
keys_of: Any = njit(_keys_of)


def pairs(squares: range) -> Words:
    return np.array([1 << a | 1 << b for a, b in combinations(squares, 2)], dtype=np.uint64)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
def test_no_two_positions_of_two_pieces_and_two_have_one_key(first: int, second: int) -> None:
    """All of the 2.3 to 4.1 million ways to put two pairs into two of the words differ in key."""
    kinds = [range(8, 56), range(64), range(8, 56), range(64)]  # men stand on the inner ranks
    left, right = pairs(kinds[first]), pairs(kinds[second])
    positions = np.zeros((left.size * right.size, 4), dtype=np.uint64)
    positions[:, first] = np.repeat(left, right.size)
    positions[:, second] = np.tile(right, left.size)
    keys = np.zeros(len(positions), dtype=np.uint64)
    keys_of(positions, keys)
    assert len(np.unique(keys)) == len(positions)
    # The place in a table is taken from the low bits: they have to be spread as evenly.
    counts = np.bincount((keys & np.uint64(0xFFFF)).astype(np.int64), minlength=1 << 16)
    assert counts.max() < 3 * counts.mean()
