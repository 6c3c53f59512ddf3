"""Moves of the diagonal boards, 10x10 and 8x8, for the side that plays up the board.

A position is four `uint64` words: own men, own kings, their men, their kings. The dark squares of
a row are five bits, and after every second row a bit stays free:

    row 3    17 18 19 20 21        steps: up left   + 5, up right   + 6
    row 2      11 12 13 14 15             down left - 6, down right - 5
    row 1     6  7  8  9 10  (16)
    row 0      0  1  2  3  4   (5)

so that a step over the edge ends on a free bit, which is never empty nor a piece: no edge masks
are needed. The 8x8 board is the lower left corner of the 10x10 board, its other squares as good as
free bits: the same code with the same constant shifts plays both, and only three values differ
(`board`, `far_rank`, `turned`). A flag `small` says which.

Captured pieces leave after the move (rules.md: "removal"), so a piece that has been jumped stays
in the way and is only no enemy any more. Without `revisit`, squares that were passed are in the
way as well (rules.md: "passing twice").

A man comes upon a piece it has taken, or upon its starting square, after four captures at the
earliest: its stops stay a knight's grid apart from its victims. Up to three captures, men are
therefore counted all at once.

Functions here take and return `np.uint64` only; see design.md on mixing with Python integers.
"""

from __future__ import annotations

import numpy as np

from .bits import bitreverse, ctz, popcount
from .jit import entry, inner
from .moves import (
    ANY,
    BEST,
    LENGTH_SHIFT,
    ONE,
    OVERFLOW,
    SIX,
    SIXTY_THREE,
    STEP,
    ZERO,
    better,
    jump_downwards,
    jump_upwards,
    put_quiet,
    rays_of,
    record,
)
from .position import diagonal_bit

FIVE = np.uint64(5)
TEN = np.uint64(10)
TWELVE = np.uint64(12)


def _set(size: int, ranks: range) -> np.uint64:
    places = [(r, f) for r in ranks for f in range(size) if (r + f) % 2 == 0]
    return np.uint64(sum(1 << diagonal_bit(r, f) for r, f in places))


BOARD_10, BOARD_8 = _set(10, range(10)), _set(8, range(8))
FAR_10, FAR_8 = _set(10, range(9, 10)), _set(8, range(7, 8))
NEAR = _set(10, range(1))
LAST_10, LAST_8 = diagonal_bit(9, 9), diagonal_bit(7, 7)
TURN_10, TURN_8 = np.uint64(63 - LAST_10), np.uint64(63 - LAST_8)

UP_LEFT, UP_RIGHT, DOWN_RIGHT, DOWN_LEFT = 0, 1, 2, 3
"""Directions; see `moves.ANY`."""

RAYS = rays_of(
    {(r, f): diagonal_bit(r, f) for r in range(10) for f in range(10) if (r + f) % 2 == 0},
    ((1, -1), (1, 1), (-1, 1), (-1, -1)),
)


@inner
def board(small):
    """The squares there are."""
    return BOARD_8 if small else BOARD_10


@inner
def far_rank(small):
    """The squares on which men are crowned."""
    return FAR_8 if small else FAR_10


@inner
def turned(word, small):
    """The board turned by 180 degrees: the other side's view."""
    return bitreverse(word) >> (TURN_8 if small else TURN_10)


@inner
def men_jumps(men, enemy, empty):
    """Men that can capture up left, up right, down right, down left: four sets of starts."""
    up_left = men & (enemy >> FIVE) & (empty >> TEN)
    up_right = men & (enemy >> SIX) & (empty >> TWELVE)
    down_right = men & (enemy << FIVE) & (empty << TEN)
    down_left = men & (enemy << SIX) & (empty << TWELVE)
    return up_left, up_right, down_right, down_left


@inner
def reach_left(kings, empty):
    """The kings and the empty squares they reach going up left or down right."""
    up, down, free_up, free_down = kings, kings, empty, empty
    for shift in (FIVE, TEN, np.uint64(20), np.uint64(40)):
        up |= free_up & (up << shift)
        free_up &= free_up << shift
        down |= free_down & (down >> shift)
        free_down &= free_down >> shift
    return up, down


@inner
def reach_right(kings, empty):
    """The kings and the empty squares they reach going up right or down left."""
    up, down, free_up, free_down = kings, kings, empty, empty
    for shift in (SIX, TWELVE, np.uint64(24), np.uint64(48)):
        up |= free_up & (up << shift)
        free_up &= free_up << shift
        down |= free_down & (down >> shift)
        free_down &= free_down >> shift
    return up, down


@inner
def kings_can_jump(kings, enemy, empty):
    """Whether some king has a capture."""
    up_left, down_right = reach_left(kings, empty)
    up_right, down_left = reach_right(kings, empty)
    hit = (up_left << FIVE) & (empty >> FIVE)
    hit |= (down_right >> FIVE) & (empty << FIVE)
    hit |= (up_right << SIX) & (empty >> SIX)
    hit |= (down_left >> SIX) & (empty << SIX)
    return (hit & enemy) != ZERO


@inner
def can_capture(own_men, own_kings, their_men, their_kings, small):
    """Whether a capture is due."""
    enemy = their_men | their_kings
    empty = board(small) & ~(own_men | own_kings | enemy)
    up_left, up_right, down_right, down_left = men_jumps(own_men, enemy, empty)
    if (up_left | up_right | down_right | down_left) != ZERO:
        return True
    return own_kings != ZERO and kings_can_jump(own_kings, enemy, empty)


@inner
def count_quiet(own_men, own_kings, empty):
    """Number of moves without capture."""
    count = popcount((own_men << FIVE) & empty) + popcount((own_men << SIX) & empty)
    if own_kings != ZERO:
        # Kings block one another, so along one direction no square is reached twice.
        up_left, down_right = reach_left(own_kings, empty)
        up_right, down_left = reach_right(own_kings, empty)
        count += popcount(up_left & empty) + popcount(down_right & empty)
        count += popcount(up_right & empty) + popcount(down_left & empty)
    return count


@inner
def nearest_jump(direction, square, blockers, enemy):
    """The enemy a king on `square` can capture in one direction and where it can land."""
    if direction < 2:
        return jump_upwards(RAYS[direction, square], blockers, enemy)
    return jump_downwards(RAYS[direction, square], blockers, enemy)


@inner
def passed(direction, square, stop):
    """The squares from the one next to `square` to `stop`, along one direction."""
    end = ONE << stop
    if direction < 2:
        return RAYS[direction, square] & (end | (end - ONE))
    return RAYS[direction, square] & ~(end - ONE)


@inner
def jumps_but(barred, men, enemy, empty):
    """As `men_jumps`, with none in one direction."""
    up_left, up_right, down_right, down_left = men_jumps(men, enemy, empty)
    if barred == UP_LEFT:
        return ZERO, up_right, down_right, down_left
    if barred == UP_RIGHT:
        return up_left, ZERO, down_right, down_left
    if barred == DOWN_RIGHT:
        return up_left, up_right, ZERO, down_left
    if barred == DOWN_LEFT:
        return up_left, up_right, down_right, ZERO
    return up_left, up_right, down_right, down_left


@entry("uint64(uint64,int64,uint64,uint64,uint64,int64)")
def count_short_routes(men, barred, enemy, empty, starts, length):
    """Count the longest chains of a set of men, as long as they take no more than three.

    Args:
        men: the men where they stand after `length` captures.
        barred: the direction they came from.
        enemy: all there is to capture.
        empty: the empty squares.
        starts: where the men began.
        length: the captures made.

    Returns:
        Length and number of the routes. A length of four says only that there are longer ones.
    """
    if length == 3:
        empty |= starts
    up_left, up_right, down_right, down_left = jumps_but(barred, men, enemy, empty)
    if (up_left | up_right | down_right | down_left) == ZERO:
        return popcount(men)
    if length == 3:
        return STEP
    best, done = ZERO, np.int64(length + 1)
    if up_left != ZERO:
        best = count_short_routes(up_left << TEN, np.int64(DOWN_RIGHT), enemy, empty, starts, done)
    if up_right != ZERO:
        best = better(
            best,
            count_short_routes(up_right << TWELVE, np.int64(DOWN_LEFT), enemy, empty, starts, done),
        )
    if down_right != ZERO:
        best = better(
            best,
            count_short_routes(down_right >> TEN, np.int64(UP_LEFT), enemy, empty, starts, done),
        )
    if down_left != ZERO:
        best = better(
            best,
            count_short_routes(down_left >> TWELVE, np.int64(UP_RIGHT), enemy, empty, starts, done),
        )
    return STEP + best


@entry("uint64(uint64,int64,uint64,uint64,boolean)")
def count_man_routes(man, barred, enemy, empty, revisit):
    """Count the longest chains of one man; `empty` has its start where it may come back."""
    up_left, up_right, down_right, down_left = men_jumps(man, enemy, empty)
    best = ZERO
    if up_left != ZERO and barred != UP_LEFT:
        to = man << TEN
        free = empty if revisit else empty ^ to
        best = STEP + count_man_routes(
            to, np.int64(DOWN_RIGHT), enemy ^ (man << FIVE), free, revisit
        )
    if up_right != ZERO and barred != UP_RIGHT:
        to = man << TWELVE
        free = empty if revisit else empty ^ to
        best = better(
            best,
            STEP + count_man_routes(to, np.int64(DOWN_LEFT), enemy ^ (man << SIX), free, revisit),
        )
    if down_right != ZERO and barred != DOWN_RIGHT:
        to = man >> TEN
        free = empty if revisit else empty ^ to
        best = better(
            best,
            STEP + count_man_routes(to, np.int64(UP_LEFT), enemy ^ (man >> FIVE), free, revisit),
        )
    if down_left != ZERO and barred != DOWN_LEFT:
        to = man >> TWELVE
        free = empty if revisit else empty ^ to
        best = better(
            best,
            STEP + count_man_routes(to, np.int64(UP_RIGHT), enemy ^ (man >> SIX), free, revisit),
        )
    if best == ZERO:
        return ONE
    return best


@entry("uint64(uint64,int64,uint64,uint64,boolean)")
def count_king_routes(square, barred, blockers, enemy, revisit):
    """Count the longest chains of one king.

    Args:
        square: where it stands.
        barred: the direction it came from, in which a piece it has taken is next.
        blockers: every square that is not free to it.
        enemy: what it can still capture.
        revisit: whether it may pass a square twice.
    """
    best = ZERO
    for direction in range(4):
        if direction == barred:
            continue
        victim, landings = nearest_jump(direction, square, blockers, enemy)
        if landings == ZERO:
            continue
        back, rest = np.int64(direction ^ 2), enemy ^ victim
        while landings != ZERO:
            stop = ctz(landings)
            landings &= landings - ONE
            closed = blockers if revisit else blockers | passed(direction, square, stop)
            best = better(best, STEP + count_king_routes(stop, back, closed, rest, revisit))
    if best == ZERO:
        return ONE
    return best


@inner
def count_captures(own_men, own_kings, their_men, their_kings, small, revisit):
    """Length and number of the routes of the largest captures; length 0 where there is none."""
    enemy = their_men | their_kings
    empty = board(small) & ~(own_men | own_kings | enemy)
    best = ZERO
    up_left, up_right, down_right, down_left = men_jumps(own_men, enemy, empty)
    men = up_left | up_right | down_right | down_left
    if men != ZERO:
        best = count_short_routes(men, np.int64(ANY), enemy, empty, men, np.int64(0))
        if (best >> LENGTH_SHIFT) > np.uint64(3):
            best = ZERO
            while men != ZERO:
                man = men & (ZERO - men)
                men ^= man
                free = empty | man if revisit else empty
                best = better(best, count_man_routes(man, np.int64(ANY), enemy, free, revisit))
    kings = own_kings
    while kings != ZERO:
        king = kings & (ZERO - kings)
        kings ^= king
        blockers = ~(empty | king) if revisit else ~empty
        routes = count_king_routes(ctz(king), np.int64(ANY), blockers, enemy, revisit)
        if (routes >> LENGTH_SHIFT) != ZERO:
            best = better(best, routes)
    return best


@inner
def count_routes(own_men, own_kings, their_men, their_kings, small, revisit):
    """Length and number of the legal routes; length 0 where there is no capture."""
    enemy = their_men | their_kings
    empty = board(small) & ~(own_men | own_kings | enemy)
    up_left, up_right, down_right, down_left = men_jumps(own_men, enemy, empty)
    jumps = up_left | up_right | down_right | down_left
    if own_kings == ZERO:
        if jumps == ZERO:
            return count_quiet(own_men, ZERO, empty)
        landings = (up_left << TEN) | (up_right << TWELVE) | (down_right >> TEN)
        more = men_jumps(landings | (down_left >> TWELVE), enemy, empty)
        if (more[0] | more[1] | more[2] | more[3]) == ZERO:
            routes = popcount(up_left) + popcount(up_right)
            return STEP + routes + popcount(down_right) + popcount(down_left)
    elif jumps == ZERO and not kings_can_jump(own_kings, enemy, empty):
        return count_quiet(own_men, own_kings, empty)
    return count_captures(own_men, own_kings, their_men, their_kings, small, revisit)


@entry(
    "int64(uint64,uint64,int64,uint64,uint64,uint64,uint64,boolean,uint64[::1],int64,int64,int64)"
)
def man_captures(
    start, man, barred, captured, length, enemy, empty, revisit, buffer, base, room, count
):
    """Record the captures of the man that began on `start` and stands on the bit `man`."""
    up_left, up_right, down_right, down_left = men_jumps(man, enemy, empty)
    ended = True
    for direction in range(4):
        if direction == barred:
            continue
        if direction == UP_LEFT:
            jump, over, to = up_left, man << FIVE, man << TEN
        elif direction == UP_RIGHT:
            jump, over, to = up_right, man << SIX, man << TWELVE
        elif direction == DOWN_RIGHT:
            jump, over, to = down_right, man >> FIVE, man >> TEN
        else:
            jump, over, to = down_left, man >> SIX, man >> TWELVE
        if jump == ZERO:
            continue
        ended = False
        free = empty if revisit else empty ^ to
        count = man_captures(
            start, to, np.int64(direction ^ 2), captured | over, length + ONE, enemy ^ over, free,
            revisit, buffer, base, room, count,
        )  # fmt: skip
    if ended and length > ZERO:
        count = record(start, ctz(man), captured, length, buffer, base, room, count)
    return count


@entry(
    "int64(uint64,uint64,int64,uint64,uint64,uint64,uint64,boolean,uint64[::1],int64,int64,int64)"
)
def king_captures(
    start, square, barred, captured, length, blockers, enemy, revisit, buffer, base, room, count
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
        while landings != ZERO:
            stop = ctz(landings)
            landings &= landings - ONE
            closed = blockers if revisit else blockers | passed(direction, square, stop)
            count = king_captures(
                start, stop, np.int64(direction ^ 2), captured | victim, length + ONE, closed,
                enemy ^ victim, revisit, buffer, base, room, count,
            )  # fmt: skip
    if ended and length > ZERO:
        count = record(start, square, captured, length, buffer, base, room, count)
    return count


@inner
def captures(own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room):
    """Write the largest captures into a list, each once, with the number of its routes.

    Never writes more than `room` moves; `buffer[OVERFLOW]` is 1 where some had to be left out.
    Returns how many were written; `buffer[BEST]` is the number of pieces each takes.
    """
    buffer[BEST] = ZERO
    buffer[OVERFLOW] = ZERO
    enemy = their_men | their_kings
    empty = board(small) & ~(own_men | own_kings | enemy)
    count = np.int64(0)
    up_left, up_right, down_right, down_left = men_jumps(own_men, enemy, empty)
    men = up_left | up_right | down_right | down_left
    while men != ZERO:
        man = men & (ZERO - men)
        men ^= man
        free = empty | man if revisit else empty
        count = man_captures(
            ctz(man), man, np.int64(ANY), ZERO, ZERO, enemy, free, revisit,
            buffer, base, room, count,
        )  # fmt: skip
    kings = own_kings
    while kings != ZERO:
        king = kings & (ZERO - kings)
        kings ^= king
        square = ctz(king)
        blockers = ~(empty | king) if revisit else ~empty
        count = king_captures(
            square, square, np.int64(ANY), ZERO, ZERO, blockers, enemy, revisit,
            buffer, base, room, count,
        )  # fmt: skip
    return count


@inner
def king_targets(king, empty):
    """Empty squares one king reaches."""
    up_left, down_right = reach_left(king, empty)
    up_right, down_left = reach_right(king, empty)
    return (up_left | down_right | up_right | down_left) & empty


@inner
def quiet_moves(own_men, own_kings, their_men, their_kings, small, buffer, base, room):
    """Write the moves without capture into a list with a room of `MAX_QUIET`; returns how many."""
    empty = board(small) & ~(own_men | own_kings | their_men | their_kings)
    place = base
    targets = (own_men << FIVE) & empty
    while targets != ZERO:
        end = ctz(targets)
        targets &= targets - ONE
        place = put_quiet((end - FIVE) | (end << SIX), buffer, place, room)
    targets = (own_men << SIX) & empty
    while targets != ZERO:
        end = ctz(targets)
        targets &= targets - ONE
        place = put_quiet((end - SIX) | (end << SIX), buffer, place, room)
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
def legal_moves(own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room):
    """Write the legal moves into a list, as `captures` does; its room is `MAX_QUIET` or more."""
    if can_capture(own_men, own_kings, their_men, their_kings, small):
        return captures(
            own_men, own_kings, their_men, their_kings, small, revisit, buffer, base, room
        )
    buffer[BEST] = ZERO
    buffer[OVERFLOW] = ZERO
    return quiet_moves(own_men, own_kings, their_men, their_kings, small, buffer, base, room)


@inner
def after(own_men, own_kings, their_men, their_kings, move, captured, small):
    """The position after a move, turned round for the other side."""
    start = ONE << (move & SIXTY_THREE)
    end = ONE << (move >> SIX)
    their_men &= ~captured
    their_kings &= ~captured
    if (own_kings & start) != ZERO:
        own_kings = (own_kings ^ start) | end
    else:
        own_men ^= start
        if (end & far_rank(small)) != ZERO:
            own_kings |= end
        else:
            own_men |= end
    return (
        turned(their_men, small),
        turned(their_kings, small),
        turned(own_men, small),
        turned(own_kings, small),
    )
