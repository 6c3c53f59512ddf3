"""Whether tables are right: each result against those of all positions a move leads to.

Unlike the solver, which counts moves and undoes them, this lists the legal moves of every position,
as the search does.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import HEADER, SIX, SIXTY_THREE, ZERO, is_finished
from damahane.kernel.orthogonal import EIGHT, ONE, after, legal_moves

from .index import BASE, position_at, slot
from .parts import PART_AT, PART_COLUMNS, PART_FIRST, PART_INNER, PART_ROWS, PART_TABLE
from .solve import BUFFER, ROOM, value_of, weighed


@inner
def expected(
    own_men, own_kings, their_men, their_kings, half_turn, one_each,
    buffer, values, places, lookup,
):  # fmt: skip
    """The result of a position by those of its successors."""
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, np.int64(HEADER), ROOM
    )
    if count == 0:
        return np.int64(1)
    if is_finished(own_men, own_kings, their_men, their_kings, one_each):
        return np.int64(0)
    win, loss, drawn = np.int64(0), np.int64(0), False
    for i in range(HEADER, HEADER + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, buffer[i], buffer[i + ROOM]
        )
        value = value_of(om, ok, tm, tk, values, places, lookup)
        win, loss, drawn = weighed(value, win, loss, drawn)
    if win != 0:
        return win + 1
    return np.int64(0) if drawn else loss + 1


@entry(
    "int64(int64[::1],uint64[:,::1],int64,int64,boolean,int64,uint8[::1],int64[:,::1],int32[::1])",
    makes_arrays=True,
)
def first_wrong(part, leads, begin, end, half_turn, one_each, values, places, lookup):
    """The first place from row `begin` up to row `end` with a wrong result, or -1.

    Also wrong is a position that is not found where it stands. See `Parts` for `part` and `leads`.
    """
    buffer = np.zeros(BUFFER, dtype=np.uint64)
    has_men = part[0] + part[2] > 0
    for row in range(begin, end):
        for column in range(part[PART_COLUMNS]):
            om, ok, tm, tk = position_at(
                leads[row, 0], leads[row, 1], has_men, part[1], part[3],
                np.int64(column), part[PART_INNER],
            )  # fmt: skip
            number, index, _ = slot(om, ok, tm, tk, places, lookup)
            place = row * part[PART_COLUMNS] + column
            if index != place:
                return place
            found = np.int64(values[places[number, BASE] + place])
            if found != expected(
                om, ok, tm, tk, half_turn, one_each, buffer, values, places, lookup
            ):
                return place
    return np.int64(-1)


@inner
def is_progress(own_men, move, captured, sideways_resets):
    """Whether a move starts the count without progress anew."""
    start, end = move & SIXTY_THREE, move >> SIX
    if captured != ZERO:
        return True
    if (own_men >> start) & ONE == ZERO:
        return False
    return sideways_resets or end == start + EIGHT


@inner
def stretch_of(
    own_men, own_kings, their_men, their_kings, result, half_turn, sideways_resets,
    buffer, values, places, lookup, local, stretches,
):  # fmt: skip
    """Plies to progress or the end from a position that is not drawn."""
    wins = result % 2 == 0
    best = np.int64(255 if wins else 0)
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, np.int64(HEADER), ROOM
    )
    for i in range(HEADER, HEADER + count):
        move, captured = buffer[i], buffer[i + ROOM]
        om, ok, tm, tk = after(own_men, own_kings, their_men, their_kings, move, captured)
        value = value_of(om, ok, tm, tk, values, places, lookup)
        if wins and value != result - 1:
            continue
        stretch = np.int64(1)
        # With nothing left to move the end has come.
        if value != 1 and not is_progress(own_men, move, captured, sideways_resets):
            number, index, _ = slot(om, ok, tm, tk, places, lookup)
            stretch += np.int64(stretches[local[number] + index])
        best = min(best, stretch) if wins else max(best, stretch)
    return best


@entry(
    "int64(int64[:,::1],uint64[:,::1],boolean,boolean,uint8[::1],int64[:,::1],int32[::1],"
    "int64[::1],uint8[::1])",
    makes_arrays=True,
)
def longest_stretch(
    parts, leads, half_turn, sideways_resets, values, places, lookup, local, stretches
):
    """The most plies to progress or the end in the won and lost positions of some signatures.

    The winner plays a shortest way, of several moves that with the earliest progress; the loser
    plays anything.

    Args:
        parts: the signature and its exchange; see `Parts`.
        leads: likewise.
        half_turn: rules, as `Terms` has them.
        sideways_resets: likewise.
        values: all tables.
        places: where they are.
        lookup: likewise.
        local: where the tables of the two begin in `stretches`.
        stretches: room for as many bytes as the two have positions.
    """
    buffer = np.zeros(BUFFER, dtype=np.uint64)
    most, top, result = np.int64(0), np.int64(2), np.int64(2)
    while result <= top:
        for part in parts:
            has_men, columns = part[0] + part[2] > 0, part[PART_COLUMNS]
            table = values[part[PART_TABLE] : part[PART_TABLE] + part[PART_ROWS] * columns]
            for place in range(table.size):
                top = max(top, np.int64(table[place]))
                if table[place] != result:
                    continue
                row = part[PART_FIRST] + place // columns
                om, ok, tm, tk = position_at(
                    leads[row, 0], leads[row, 1], has_men, part[1], part[3],
                    place % columns, part[PART_INNER],
                )  # fmt: skip
                stretch = stretch_of(
                    om, ok, tm, tk, result, half_turn, sideways_resets,
                    buffer, values, places, lookup, local, stretches,
                )  # fmt: skip
                stretches[part[PART_AT] + place] = stretch
                most = max(most, stretch)
        result += 1
    return most
