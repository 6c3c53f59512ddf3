"""Moves of the orthogonal 8x8 board for the side that plays up the board.

A position is four `uint64` words: own men, own kings, their men, their kings; the bit of a square
is rank * 8 + file. A move is a word `start | end << 6` and a word of captured squares.

The chain of a man never meets a piece it has taken, nor its starting square: its stops keep the
parity of file and rank, its victims do not, and it cannot turn back. So men are searched on fixed
sets, all at once; kings one by one.

Functions here take and return `np.uint64` only; see design.md on mixing with Python integers.
"""

from __future__ import annotations

import numpy as np

from .bits import bswap, ctz, popcount
from .jit import entry, inner
from .moves import (
    ANY,
    BEST,
    LENGTH_SHIFT,
    NUMBER,
    OVERFLOW,
    STEP,
    better,
    jump_downwards,
    jump_upwards,
    put_quiet,
    rays_of,
    record,
)
from .moves import HEADER as HEADER
from .moves import MAX_QUIET as MAX_QUIET
from .moves import ONE as ONE
from .moves import SIX as SIX
from .moves import SIXTY_THREE as SIXTY_THREE
from .moves import ZERO as ZERO
from .moves import is_finished as is_finished

TWO = np.uint64(2)
EIGHT = np.uint64(8)
SIXTEEN = np.uint64(16)
FAR_RANK = np.uint64(0xFF00000000000000)
NOT_FILE_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_FILE_H = np.uint64(0x7F7F7F7F7F7F7F7F)
FILES_A_TO_F = np.uint64(0x3F3F3F3F3F3F3F3F)
FILES_C_TO_H = np.uint64(0xFCFCFCFCFCFCFCFC)

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
"""Directions; see `moves.ANY`."""

RAYS = rays_of(
    {divmod(square, 8): square for square in range(64)}, ((1, 0), (0, 1), (-1, 0), (0, -1))
)


@inner
def men_jumps(men, enemy, empty):
    """Men that can capture up, right and left: three sets of starting squares."""
    up = men & (enemy >> EIGHT) & (empty >> SIXTEEN)
    right = men & FILES_A_TO_F & (enemy >> ONE) & (empty >> TWO)
    left = men & FILES_C_TO_H & (enemy << ONE) & (empty << TWO)
    return up, right, left


@inner
def reach_up(kings, empty):
    """The kings and the empty squares they reach going up."""
    reach, free = kings, empty
    reach |= free & (reach << EIGHT)
    free &= free << EIGHT
    reach |= free & (reach << SIXTEEN)
    free &= free << SIXTEEN
    return reach | (free & (reach << np.uint64(32)))


@inner
def reach_right(kings, empty):
    """The kings and the empty squares they reach going right."""
    reach, free = kings, empty & NOT_FILE_A
    reach |= free & (reach << ONE)
    free &= free << ONE
    reach |= free & (reach << TWO)
    free &= free << TWO
    return reach | (free & (reach << np.uint64(4)))


@inner
def reach_down(kings, empty):
    """The kings and the empty squares they reach going down."""
    reach, free = kings, empty
    reach |= free & (reach >> EIGHT)
    free &= free >> EIGHT
    reach |= free & (reach >> SIXTEEN)
    free &= free >> SIXTEEN
    return reach | (free & (reach >> np.uint64(32)))


@inner
def reach_left(kings, empty):
    """The kings and the empty squares they reach going left."""
    reach, free = kings, empty & NOT_FILE_H
    reach |= free & (reach >> ONE)
    free &= free >> ONE
    reach |= free & (reach >> TWO)
    free &= free >> TWO
    return reach | (free & (reach >> np.uint64(4)))


@inner
def kings_can_jump(kings, enemy, empty):
    """Whether some king has a capture."""
    hit = (reach_up(kings, empty) << EIGHT) & (empty >> EIGHT)
    hit |= (reach_down(kings, empty) >> EIGHT) & (empty << EIGHT)
    hit |= ((reach_right(kings, empty) & NOT_FILE_H) << ONE) & ((empty & NOT_FILE_A) >> ONE)
    hit |= ((reach_left(kings, empty) & NOT_FILE_A) >> ONE) & ((empty & NOT_FILE_H) << ONE)
    return (hit & enemy) != ZERO


@inner
def nearest_jump(direction, square, blockers, enemy):
    """The enemy a king on `square` can capture in one direction and where it can land."""
    if direction < 2:
        return jump_upwards(RAYS[direction, square], blockers, enemy)
    return jump_downwards(RAYS[direction, square], blockers, enemy)


@inner
def can_capture(own_men, own_kings, their_men, their_kings):
    """Whether a capture is due."""
    enemy = their_men | their_kings
    empty = ~(own_men | own_kings | enemy)
    up, right, left = men_jumps(own_men, enemy, empty)
    if (up | right | left) != ZERO:
        return True
    return own_kings != ZERO and kings_can_jump(own_kings, enemy, empty)


@inner
def count_quiet(own_men, own_kings, empty):
    """Number of moves without capture."""
    count = popcount((own_men << EIGHT) & empty)
    count += popcount(((own_men & NOT_FILE_H) << ONE) & empty)
    count += popcount(((own_men & NOT_FILE_A) >> ONE) & empty)
    if own_kings != ZERO:
        # Kings block one another, so along one direction no square is reached twice.
        count += popcount(reach_up(own_kings, empty) & empty)
        count += popcount(reach_right(own_kings, empty) & empty)
        count += popcount(reach_down(own_kings, empty) & empty)
        count += popcount(reach_left(own_kings, empty) & empty)
    return count


@entry("uint64(uint64,int64,uint64,uint64)")
def count_men_routes(men, barred, enemy, empty):
    """Count the longest chains of a set of men that may not jump in the direction `barred`."""
    up, right, left = men_jumps(men, enemy, empty)
    best = ZERO
    if up != ZERO:
        best = STEP + count_men_routes(up << SIXTEEN, np.int64(ANY), enemy, empty)
    if right != ZERO and barred != RIGHT:
        best = better(best, STEP + count_men_routes(right << TWO, np.int64(LEFT), enemy, empty))
    if left != ZERO and barred != LEFT:
        best = better(best, STEP + count_men_routes(left >> TWO, np.int64(RIGHT), enemy, empty))
    if best == ZERO:
        return popcount(men)
    return best


@entry("uint64(uint64,int64,uint64,uint64,boolean)")
def count_king_routes(square, barred, blockers, enemy, half_turn):
    """Count the longest chains of one king; `blockers` leaves out the king itself."""
    best = ZERO
    for direction in range(4):
        if direction == barred:
            continue
        victim, landings = nearest_jump(direction, square, blockers, enemy)
        if landings == ZERO:
            continue
        back = np.int64(ANY) if half_turn else np.int64(direction ^ 2)
        while landings != ZERO:
            stop = ctz(landings)
            landings &= landings - ONE
            best = better(
                best,
                STEP + count_king_routes(stop, back, blockers ^ victim, enemy ^ victim, half_turn),
            )
    if best == ZERO:
        return ONE
    return best


@inner
def count_captures(own_men, own_kings, their_men, their_kings, half_turn):
    """Length and number of the routes of the largest captures; length 0 where there is none."""
    enemy = their_men | their_kings
    occupied = own_men | own_kings | enemy
    empty = ~occupied
    up, right, left = men_jumps(own_men, enemy, empty)
    best = ZERO
    if (up | right | left) != ZERO:
        best = count_men_routes(own_men, np.int64(ANY), enemy, empty)
    kings = own_kings
    while kings != ZERO:
        king = kings & (ZERO - kings)
        kings ^= king
        routes = count_king_routes(ctz(king), np.int64(ANY), occupied ^ king, enemy, half_turn)
        if (routes >> LENGTH_SHIFT) != ZERO:
            best = better(best, routes)
    return best


@inner
def count_routes(own_men, own_kings, their_men, their_kings, half_turn):
    """Number of legal routes."""
    enemy = their_men | their_kings
    empty = ~(own_men | own_kings | enemy)
    up, right, left = men_jumps(own_men, enemy, empty)
    jumps = up | right | left
    if own_kings == ZERO:
        if jumps == ZERO:
            return count_quiet(own_men, ZERO, empty)
        up, right, left = up << SIXTEEN, right << TWO, left >> TWO
        up2, right2, left2 = men_jumps(up | right | left, enemy, empty)
        if (up2 | right2 | left2) == ZERO:
            return popcount(up) + popcount(right) + popcount(left)
    elif jumps == ZERO and not kings_can_jump(own_kings, enemy, empty):
        return count_quiet(own_men, own_kings, empty)
    return count_captures(own_men, own_kings, their_men, their_kings, half_turn) & NUMBER


@entry("int64(uint64,uint64,int64,uint64,uint64,uint64,uint64,uint64[::1],int64,int64,int64)")
def man_captures(
    start, square, barred, captured, length, enemy, empty, buffer, base, room, count
):  # fmt: skip
    """Record the captures of the man that began on `start` and stands on `square`."""
    up, right, left = men_jumps(ONE << square, enemy, empty)
    ended = True
    if up != ZERO:
        ended = False
        count = man_captures(
            start, square + SIXTEEN, np.int64(ANY), captured | (up << EIGHT), length + ONE,
            enemy, empty, buffer, base, room, count,
        )  # fmt: skip
    if right != ZERO and barred != RIGHT:
        ended = False
        count = man_captures(
            start, square + TWO, np.int64(LEFT), captured | (right << ONE), length + ONE,
            enemy, empty, buffer, base, room, count,
        )  # fmt: skip
    if left != ZERO and barred != LEFT:
        ended = False
        count = man_captures(
            start, square - TWO, np.int64(RIGHT), captured | (left >> ONE), length + ONE,
            enemy, empty, buffer, base, room, count,
        )  # fmt: skip
    if ended and length > ZERO:
        count = record(start, square, captured, length, buffer, base, room, count)
    return count


@entry(
    "int64(uint64,uint64,int64,uint64,uint64,uint64,uint64,boolean,uint64[::1],int64,int64,int64)"
)
def king_captures(
    start, square, barred, captured, length, blockers, enemy, half_turn, buffer, base, room, count
):
    """Record the captures of the king that began on `start` and stands on `square`."""
    ended = True
    for direction in range(4):
        if direction == barred:
            continue
        victim, landings = nearest_jump(direction, square, blockers, enemy)
        if landings == ZERO:
            continue
        ended = False
        back = np.int64(ANY) if half_turn else np.int64(direction ^ 2)
        while landings != ZERO:
            stop = ctz(landings)
            landings &= landings - ONE
            count = king_captures(
                start, stop, back, captured | victim, length + ONE,
                blockers ^ victim, enemy ^ victim, half_turn, buffer, base, room, count,
            )  # fmt: skip
    if ended and length > ZERO:
        count = record(start, square, captured, length, buffer, base, room, count)
    return count


@inner
def captures(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room):
    """Write the largest captures into a list, each once, with the number of its routes.

    Never writes more than `room` moves; `buffer[OVERFLOW]` is 1 where some had to be left out.
    Returns how many were written; `buffer[BEST]` is the number of pieces each takes.
    """
    buffer[BEST] = ZERO
    buffer[OVERFLOW] = ZERO
    enemy = their_men | their_kings
    occupied = own_men | own_kings | enemy
    empty = ~occupied
    count = np.int64(0)
    up, right, left = men_jumps(own_men, enemy, empty)
    men = up | right | left
    while men != ZERO:
        square = ctz(men)
        men &= men - ONE
        count = man_captures(
            square, square, np.int64(ANY), ZERO, ZERO, enemy, empty, buffer, base, room, count
        )
    kings = own_kings
    while kings != ZERO:
        square = ctz(kings)
        king = kings & (ZERO - kings)
        kings ^= king
        count = king_captures(
            square, square, np.int64(ANY), ZERO, ZERO, occupied ^ king, enemy, half_turn,
            buffer, base, room, count,
        )  # fmt: skip
    return count


@inner
def king_targets(king, empty):
    """Empty squares one king reaches."""
    reach = reach_up(king, empty) | reach_right(king, empty)
    return (reach | reach_down(king, empty) | reach_left(king, empty)) & empty


@inner
def quiet_moves(own_men, own_kings, their_men, their_kings, buffer, base, room):
    """Write the moves without capture into a list with a room of `MAX_QUIET`; returns how many."""
    empty = ~(own_men | own_kings | their_men | their_kings)
    place = base
    targets = (own_men << EIGHT) & empty
    while targets != ZERO:
        end = ctz(targets)
        targets &= targets - ONE
        place = put_quiet((end - EIGHT) | (end << SIX), buffer, place, room)
    targets = ((own_men & NOT_FILE_H) << ONE) & empty
    while targets != ZERO:
        end = ctz(targets)
        targets &= targets - ONE
        place = put_quiet((end - ONE) | (end << SIX), buffer, place, room)
    targets = ((own_men & NOT_FILE_A) >> ONE) & empty
    while targets != ZERO:
        end = ctz(targets)
        targets &= targets - ONE
        place = put_quiet((end + ONE) | (end << SIX), buffer, place, room)
    kings = own_kings
    while kings != ZERO:
        start = ctz(kings)
        targets = king_targets(kings & (ZERO - kings), empty)
        kings &= kings - ONE
        while targets != ZERO:
            end = ctz(targets)
            targets &= targets - ONE
            place = put_quiet(start | (end << SIX), buffer, place, room)
    return place - base


@inner
def legal_moves(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room):
    """Write the legal moves into a list, as `captures` does; its room is `MAX_QUIET` or more."""
    if can_capture(own_men, own_kings, their_men, their_kings):
        return captures(own_men, own_kings, their_men, their_kings, half_turn, buffer, base, room)
    buffer[BEST] = ZERO
    buffer[OVERFLOW] = ZERO
    return quiet_moves(own_men, own_kings, their_men, their_kings, buffer, base, room)


@inner
def after(own_men, own_kings, their_men, their_kings, move, captured):
    """The position after a move, turned round for the other side."""
    start = ONE << (move & SIXTY_THREE)
    end = ONE << (move >> SIX)
    # Victims go first: a king may end where it captured.
    their_men &= ~captured
    their_kings &= ~captured
    if (own_kings & start) != ZERO:
        own_kings = (own_kings ^ start) | end
    else:
        own_men ^= start
        if (end & FAR_RANK) != ZERO:
            own_kings |= end
        else:
            own_men |= end
    return bswap(their_men), bswap(their_kings), bswap(own_men), bswap(own_kings)
