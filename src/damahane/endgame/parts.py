"""Signatures as compiled code goes through their positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .index import BASE, SIGNATURES, layout_of, leads_of, number_of
from .signature import Signature

PART_ROWS, PART_AT, PART_COLUMNS, PART_INNER, PART_FIRST, PART_TABLE = 4, 5, 6, 7, 8, 9
"""Columns of `parts` behind the counts of pieces: rows; where their positions begin in what is
worked on; columns of a row; ways in which the other side's kings can stand; where the rows begin
among the leads; and where they begin among the values, if all are there."""
PART_SIZE = 10


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Some signatures, whole or one layer of them.

    Attributes:
        parts: a row for each, with the columns above, int64.
        leads: the leads of their rows, one signature behind the other, uint64, (rows, 2).
        local: by their numbers, where their tables begin, or would begin, in what is worked on.
        size: how many positions there are.
    """

    parts: npt.NDArray[np.int64]
    leads: npt.NDArray[np.uint64]
    local: npt.NDArray[np.int64]
    size: int

    @classmethod
    def of(
        cls,
        chosen: Sequence[Signature],
        layer: int | None = None,
        places: npt.NDArray[np.int64] | None = None,
    ) -> Parts:
        """One layer of some signatures, or all, with their places among the values if there are."""
        parts = np.zeros((len(chosen), PART_SIZE), dtype=np.int64)
        local, leads, size, first = np.zeros(SIGNATURES, dtype=np.int64), [], 0, 0
        for row, signature in zip(parts, chosen, strict=True):
            layout, number = layout_of(signature), number_of(signature)
            begin, end = (0, layout.rows) if layer is None else layout.rows_of(layer)
            base = 0 if places is None else int(places[number, BASE])
            row[:] = (
                *signature, end - begin, size, layout.columns, layout.inner, first,
                base + begin * layout.columns,
            )  # fmt: skip
            local[number] = size - begin * layout.columns
            leads.append(leads_of(signature)[begin:end])
            size, first = size + (end - begin) * layout.columns, first + end - begin
        return cls(parts, np.concatenate(leads), local, size)
