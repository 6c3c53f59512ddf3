"""Solving a slice backwards: from its ends to all positions that lead there.

A result is a byte: 0 for a draw, else 1 + the plies to the end under best play. Who has no move or
no piece has lost in 0 plies, so even numbers of plies are losses, odd ones wins.

What moves out of the slice are worth is known. Of each position is kept the number of plies at
which it would be decided by what is known so far, and how many of its moves within the slice have
not been refuted. Then ply by ply, each position that is decided is told to those from which a move
leads to it. What is never decided is a draw.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.bits import bswap, popcount
from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import HEADER, ONE, ZERO, is_finished
from damahane.kernel.orthogonal import (
    EIGHT,
    FAR_RANK,
    NOT_FILE_A,
    NOT_FILE_H,
    after,
    can_capture,
    captures,
    count_quiet,
    king_targets,
)

from .index import BASE, FLIP, SYMMETRIC, mirrored, position_at, slot
from .parts import PART_AT, PART_COLUMNS, PART_FIRST, PART_INNER, PART_ROWS

ROOM = 512
"""Captures of one position; with five pieces there are far fewer."""
BUFFER = HEADER + 3 * ROOM
MOST_PLIES = 252

SAFE, CLOSED, DRAWN = 255, 254, 253
"""Instead of a number of moves: a move is known not to lose; all moves are known; and draw."""


@inner
def value_of(own_men, own_kings, their_men, their_kings, values, places, lookup):
    """The result of a position with at most as many pieces as there are tables."""
    if (own_men | own_kings) == ZERO:
        return np.int64(1)
    number, index, _ = slot(own_men, own_kings, their_men, their_kings, places, lookup)
    return np.int64(values[places[number, BASE] + index])


@inner
def weighed(value, win, loss, drawn):
    """What is known of a position with one more move, to a position of this result.

    That is: in how many plies it wins at least, and loses at most if all moves lose, 0 where
    there is nothing; whether a move draws.
    """
    if value == 0:
        return win, loss, True
    if value % 2 == 1:
        return (value if win == 0 else min(win, value)), loss, drawn
    return win, max(loss, value), drawn


@inner
def weigh_captures(
    own_men, own_kings, their_men, their_kings, half_turn, buffer, values, places, lookup
):
    """What is known of a position in which a capture is due."""
    count = captures(
        own_men, own_kings, their_men, their_kings, half_turn, buffer, np.int64(HEADER), ROOM
    )
    win, loss, drawn = np.int64(0), np.int64(0), False
    for i in range(HEADER, HEADER + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, buffer[i], buffer[i + ROOM]
        )
        value = value_of(om, ok, tm, tk, values, places, lookup)
        win, loss, drawn = weighed(value, win, loss, drawn)
    return win, loss, drawn


@inner
def weigh_steps(own_men, own_kings, their_men, their_kings, values, places, lookup):
    """What is known of a position by its men's steps forward; and how many there are."""
    win, loss, drawn = np.int64(0), np.int64(0), False
    ends = (own_men << EIGHT) & ~(own_men | own_kings | their_men | their_kings)
    count = popcount(ends)
    while ends != ZERO:
        end = ends & (ZERO - ends)
        ends ^= end
        men, crowned = own_men ^ (end >> EIGHT), end & FAR_RANK
        value = value_of(
            bswap(their_men), bswap(their_kings), bswap(men | (end ^ crowned)),
            bswap(own_kings | crowned), values, places, lookup,
        )  # fmt: skip
        win, loss, drawn = weighed(value, win, loss, drawn)
    return win, loss, drawn, count


@inner
def begin(
    own_men, own_kings, their_men, their_kings, half_turn, one_each,
    buffer, values, places, lookup,
):  # fmt: skip
    """Plies to the end as far as moves out of the slice decide, and moves within it."""
    if can_capture(own_men, own_kings, their_men, their_kings):
        if is_finished(own_men, own_kings, their_men, their_kings, one_each):
            return np.int64(0), np.int64(DRAWN)
        win, loss, drawn = weigh_captures(
            own_men, own_kings, their_men, their_kings, half_turn, buffer, values, places, lookup
        )
        if win == 0 and drawn:
            return np.int64(0), np.int64(DRAWN)
        return (win if win != 0 else loss), np.int64(CLOSED)
    empty = ~(own_men | own_kings | their_men | their_kings)
    count = np.int64(count_quiet(own_men, own_kings, empty))
    if count == 0:
        return np.int64(0), np.int64(CLOSED)
    if is_finished(own_men, own_kings, their_men, their_kings, one_each):
        return np.int64(0), np.int64(DRAWN)
    win, loss, drawn, steps = weigh_steps(
        own_men, own_kings, their_men, their_kings, values, places, lookup
    )
    if win != 0:
        return win, np.int64(SAFE)
    if drawn:
        return np.int64(0), np.int64(SAFE)
    return loss, count - np.int64(steps)


@inner
def tell(place, ply, plies, counts):
    """Tell a position that a move of it leads to one decided in `ply` plies."""
    count, known = counts[place], np.int64(plies[place])
    if count in (CLOSED, DRAWN):
        return
    if ply % 2 == 0:
        if known % 2 == 0 or known > ply + 1:
            plies[place] = ply + 1
    elif known % 2 == 0 and count != SAFE:
        counts[place] = count - 1
        if known < ply + 1:
            plies[place] = ply + 1


@inner
def tell_position(
    own_men, own_kings, their_men, their_kings, symmetric, ply,
    local, places, lookup, plies, counts,
):  # fmt: skip
    """Tell a position from which a move leads to one decided.

    A position stands for its mirror image, too, unless its lead is symmetric; the moves counted
    are those of the one that stands there. So where a move goes between the two kinds, it is told
    twice or every other time.
    """
    number, index, found = slot(own_men, own_kings, their_men, their_kings, places, lookup)
    if symmetric and (found & (SYMMETRIC | FLIP)) == FLIP:
        return
    tell(local[number] + index, ply, plies, counts)
    if not symmetric and (found & SYMMETRIC) != 0:
        number, index, _ = slot(
            mirrored(own_men), mirrored(own_kings), mirrored(their_men), mirrored(their_kings),
            places, lookup,
        )  # fmt: skip
        tell(local[number] + index, ply, plies, counts)


@inner
def tell_those_before(
    own_men, own_kings, their_men, their_kings, symmetric, ply,
    local, places, lookup, plies, counts,
):  # fmt: skip
    """Tell all positions of the slice from which a move leads to this one."""
    men, kings = bswap(their_men), bswap(their_kings)
    tm, tk = bswap(own_men), bswap(own_kings)
    empty = ~(men | kings | tm | tk)
    rest = kings
    while rest != ZERO:
        king = rest & (ZERO - rest)
        rest ^= king
        starts = king_targets(king, empty)
        while starts != ZERO:
            start = starts & (ZERO - starts)
            starts ^= start
            tell_position(
                men, kings ^ king | start, tm, tk, symmetric, ply,
                local, places, lookup, plies, counts,
            )  # fmt: skip
    rest = men
    while rest != ZERO:
        man = rest & (ZERO - rest)
        rest ^= man
        starts = (((man & NOT_FILE_H) << ONE) | ((man & NOT_FILE_A) >> ONE)) & empty
        while starts != ZERO:
            start = starts & (ZERO - starts)
            starts ^= start
            tell_position(
                men ^ man | start, kings, tm, tk, symmetric, ply,
                local, places, lookup, plies, counts,
            )  # fmt: skip


@inner
def is_due(plies, count, ply):
    """Whether a position is decided in `ply` plies."""
    return plies == ply and (ply % 2 == 1 or count in (0, CLOSED))


@entry(
    "int64(int64[:,::1],uint64[:,::1],boolean,int64,uint8[::1],int64[:,::1],int32[::1],"
    "int64[::1],uint8[::1],uint8[::1],uint8[::1])",
    makes_arrays=True,
)
def solve(parts, leads, half_turn, one_each, values, places, lookup, local, plies, counts, results):
    """Solve a slice.

    Args:
        parts: a row for each signature in the slice; see `parts`.
        leads: the leads of their rows.
        half_turn: rules, as `Terms` has them.
        one_each: likewise.
        values: the results of all positions that moves out of the slice lead to.
        places: where they and those of the slice stand.
        lookup: likewise.
        local: for the signatures of the slice, where their table would begin in the slice.
        plies: room for as many bytes as the slice has positions.
        counts: likewise.
        results: likewise; gets the results.

    Returns:
        The most plies to an end, or -1 where there are more than fit into a result.
    """
    buffer = np.zeros(BUFFER, dtype=np.uint64)
    for part in parts:
        has_men, place = part[0] + part[2] > 0, part[PART_AT]
        for row in range(part[PART_FIRST], part[PART_FIRST] + part[PART_ROWS]):
            for column in range(part[PART_COLUMNS]):
                om, ok, tm, tk = position_at(
                    leads[row, 0], leads[row, 1], has_men, part[1], part[3],
                    np.int64(column), part[PART_INNER],
                )  # fmt: skip
                plies[place], counts[place] = begin(
                    om, ok, tm, tk, half_turn, one_each, buffer, values, places, lookup
                )
                place += 1
    longest, ply = np.int64(0), np.int64(0)
    while True:
        later = np.int64(0)
        for part in parts:
            has_men, first = part[0] + part[2] > 0, part[PART_AT]
            for place in range(first, first + part[PART_ROWS] * part[PART_COLUMNS]):
                later = max(later, np.int64(plies[place]))
                if not is_due(plies[place], counts[place], ply):
                    continue
                results[place], longest = ply + 1, ply
                row = part[PART_FIRST] + (place - first) // part[PART_COLUMNS]
                om, ok, tm, tk = position_at(
                    leads[row, 0], leads[row, 1], has_men, part[1], part[3],
                    (place - first) % part[PART_COLUMNS], part[PART_INNER],
                )  # fmt: skip
                lead_own, lead_their = (om, tm) if has_men else (ok, ZERO)
                symmetric = mirrored(lead_own) == lead_own and mirrored(lead_their) == lead_their
                tell_those_before(
                    om, ok, tm, tk, symmetric, ply, local, places, lookup, plies, counts
                )
        # What has been told during this ply is due in the next.
        if later <= ply and longest < ply:
            return longest
        ply += 1
        if ply > MOST_PLIES:
            return np.int64(-1)
