"""Endgame tables in the search: it stops where they say what a position is worth.

A draw of the tables is one, whatever the counts say. A win in so many plies is one unless the count
without progress may run out first: it has to be over before, or progress has to come soon enough,
which of a shortest win is known from the tables as a whole. Positions whose win may be cut are
searched as any others.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from damahane.endgame.probe import UNKNOWN, probe_at
from damahane.endgame.tables import Tables
from damahane.kernel.bits import popcount
from damahane.kernel.jit import entry, inner
from damahane.kernel.position import Words

from .layout import (
    CLOCK_LIMIT,
    TABLE_FROM,
    TABLE_LOOKUP,
    TABLE_PIECES,
    TABLE_PLACES,
    TABLE_STRETCH,
    TABLE_VALUES,
)
from .table import WIN

UNTOLD = WIN + 3
"""Instead of a score: the tables don't say."""
_REPEATED_FROM = 3
"""The least ply at which tables are asked where a position has come twice already: before it, a
third time is seen."""


@inner
def is_small(own_men, own_kings, their_men, their_kings, numbers):
    """Whether a position has few enough pieces for the tables."""
    pieces = popcount(own_men | own_kings | their_men | their_kings)
    return np.int64(pieces) <= numbers[TABLE_PIECES]


@inner
def told(own_men, own_kings, their_men, their_kings, ply, clock, numbers):
    """The score of a position in the tables, or UNTOLD; its side to move has a move."""
    result = probe_at(
        own_men, own_kings, their_men, their_kings, numbers[TABLE_PIECES],
        numbers[TABLE_VALUES], numbers[TABLE_PLACES], numbers[TABLE_LOOKUP],
    )  # fmt: skip
    if result == UNKNOWN:
        return np.int64(UNTOLD)
    if result == 0:
        return np.int64(0)
    plies, limit = result - 1, numbers[CLOCK_LIMIT]
    if limit != 0 and clock + min(plies, numbers[TABLE_STRETCH]) > limit:
        return np.int64(UNTOLD)
    return WIN - ply - plies if result % 2 == 0 else ply + plies - WIN


@entry("int64(uint64,uint64,uint64,uint64,int64,int64[::1])")
def told_of_root(own_men, own_kings, their_men, their_kings, clock, numbers):
    """What the tables say of the root, or UNTOLD."""
    if numbers[TABLE_FROM] > 1 or not is_small(own_men, own_kings, their_men, their_kings, numbers):
        return np.int64(UNTOLD)
    return told(own_men, own_kings, their_men, their_kings, np.int64(0), clock, numbers)


def load_tables(
    tables: Tables | None, past: tuple[Words, ...], numbers: npt.NDArray[np.int64]
) -> None:
    """Write down where the tables are, if any; the caller keeps them."""
    if tables is None:
        numbers[TABLE_PIECES] = 0
        return
    numbers[TABLE_PIECES] = tables.pieces
    numbers[TABLE_FROM] = _REPEATED_FROM if len(set(past)) < len(past) else 1
    # Not measured is as good as never.
    numbers[TABLE_STRETCH] = tables.stretch or np.iinfo(np.int32).max
    numbers[TABLE_VALUES] = tables.values.ctypes.data
    numbers[TABLE_PLACES] = tables.places.ctypes.data
    numbers[TABLE_LOOKUP] = tables.lookup.ctypes.data
