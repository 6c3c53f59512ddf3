"""Looking positions up from compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from damahane.kernel.bits import popcount
from damahane.kernel.jit import entry, inner, intrinsic
from damahane.kernel.moves import ZERO

from .index import BASE, FIRST_RANK, LAST_RANK, PLACE_COLUMNS, SIGNATURES, slot

UNKNOWN = -1
"""Instead of a result: the position is not in the tables."""


@inner
def probe(own_men, own_kings, their_men, their_kings, most, values, places, lookup):
    """The result of a position, or `UNKNOWN`.

    A draw is 0; else it is 1 + the plies to the end under best play, so that even results are won
    for the side to move and odd ones lost. Counts and repetitions are not looked at. The four words
    are those of the kernel, `np.uint64`; `most` is how many pieces there are tables of (0 for
    none), and with `values`, `places` and `lookup` comes from `Tables`.
    """
    own, theirs = own_men | own_kings, their_men | their_kings
    if (
        np.int64(popcount(own | theirs)) > most
        or own == ZERO
        or theirs == ZERO
        or (own_men & FIRST_RANK) != ZERO
        or (their_men & LAST_RANK) != ZERO
    ):
        return np.int64(UNKNOWN)
    number, index, _ = slot(own_men, own_kings, their_men, their_kings, places, lookup)
    return np.int64(values[places[number, BASE] + index])


@intrinsic
def pointer_to(_context: Any, _address: Any) -> Any:
    """The pointer of an address."""

    def make(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), make


@entry("int64(uint64,uint64,uint64,uint64,int64,int64,int64,int64)", makes_arrays=True)
def probe_at(own_men, own_kings, their_men, their_kings, most, values, places, lookup):
    """As `probe`, for callers that would have to pass the arrays through many calls.

    They are given by their addresses, `array.ctypes.data`; who does so keeps the arrays alive.
    """
    return probe(
        own_men, own_kings, their_men, their_kings, most,
        carray(pointer_to(values), (1,), np.uint8),
        carray(pointer_to(places), (SIGNATURES, PLACE_COLUMNS), np.int64),
        carray(pointer_to(lookup), (1,), np.int32),
    )  # fmt: skip


@entry("int64(uint64,uint64,uint64,uint64,int64,uint8[::1],int64[:,::1],int32[::1])")
def result_of(own_men, own_kings, their_men, their_kings, most, values, places, lookup):
    """See `probe`; for callers in Python."""
    return probe(own_men, own_kings, their_men, their_kings, most, values, places, lookup)


@entry("int64(uint64[:,::1],int64,uint8[::1],int64[:,::1],int32[::1],int16[::1])")
def results_of(positions, most, values, places, lookup, results):
    """Write the result of each position, four words a row; returns how many are in the tables."""
    found = np.int64(0)
    for i in range(positions.shape[0]):
        result = probe(
            positions[i, 0], positions[i, 1], positions[i, 2], positions[i, 3],
            most, values, places, lookup,
        )  # fmt: skip
        results[i] = result
        found += result != UNKNOWN
    return found
