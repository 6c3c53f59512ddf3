"""Whether the side to move wins within so many of its own moves, against every defence.

A search of all moves and all replies, nothing left out: what it says is so. It stops at endgame
tables, and remembers positions; an entry holds the whole position, so no two are taken for one
another. Moves that leave few replies are tried first, replies that leave no capture first.
"""

from __future__ import annotations

import numpy as np

from damahane.endgame.probe import UNKNOWN, probe
from damahane.kernel.bits import popcount
from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import HEADER, NUMBER, ONE, OVERFLOW, SIX, SIXTY_THREE, ZERO, is_finished
from damahane.kernel.orthogonal import (
    EIGHT,
    after,
    can_capture,
    count_captures,
    count_quiet,
    legal_moves,
)

ROOM = 1024
"""Moves of one position; more make the search fail."""
ROW = 3 * ROOM
MOST_MOVES = 30
WORDS_SIZE = HEADER + 2 * MOST_MOVES * ROW

HALF_TURN, ONE_EACH, CLOCK_LIMIT, SIDEWAYS_RESETS = 0, 1, 2, 3
NODES, TOO_MANY, MOST_PIECES = 4, 5, 6
"""Places in `numbers`: rules as `Terms` has them; positions looked at; whether a position had more
than `ROOM` captures; up to how many pieces there are tables of."""
NUMBERS_SIZE = 7

ENTRY = 5
"""Words of an entry of the memory: the position, and within how many moves it is won at most (low
byte, 255 for unknown) and not won (next byte)."""
_LOW_8 = np.uint64(0xFF)
_NEVER = np.uint64(0xFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX_3 = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_CAPTURE_LAST = np.uint64(1 << 20)


@inner
def place_of(own_men, own_kings, their_men, their_kings, memory):
    """Where in the memory a position is kept."""
    key = own_men * _MIX ^ own_kings
    key = (key ^ (key >> _HALF)) * _MIX_2 ^ their_men
    key = (key ^ (key >> _HALF)) * _MIX_3 ^ their_kings
    key = (key ^ (key >> _HALF)) * _MIX
    return np.int64((key >> _HALF) % np.uint64(memory.size // ENTRY)) * ENTRY


@inner
def is_kept(own_men, own_kings, their_men, their_kings, place, memory):
    """Whether a place in the memory holds this position."""
    return (
        memory[place] == own_men
        and memory[place + 1] == own_kings
        and memory[place + 2] == their_men
        and memory[place + 3] == their_kings
    )


@inner
def keep(own_men, own_kings, their_men, their_kings, won, moves, place, memory):
    """Remember that a position is won, or not won, within so many moves."""
    within, never = _NEVER, ZERO
    if is_kept(own_men, own_kings, their_men, their_kings, place, memory):
        within, never = memory[place + 4] & _LOW_8, memory[place + 4] >> EIGHT
    if won:
        within = min(within, np.uint64(moves))
    else:
        never = max(never, np.uint64(moves))
    memory[place], memory[place + 1] = own_men, own_kings
    memory[place + 2], memory[place + 3] = their_men, their_kings
    memory[place + 4] = within | (never << EIGHT)


@inner
def count_replies(own_men, own_kings, their_men, their_kings, half_turn):
    """Number of legal routes, 0 for a side without pieces or moves."""
    if can_capture(own_men, own_kings, their_men, their_kings):
        return count_captures(own_men, own_kings, their_men, their_kings, half_turn) & NUMBER
    empty = ~(own_men | own_kings | their_men | their_kings)
    return count_quiet(own_men, own_kings, empty)


@inner
def clock_after(own_men, move, captured, clock, sideways_resets):
    """The plies without progress after a move."""
    start, end = move & SIXTY_THREE, move >> SIX
    if captured != ZERO:
        return np.int64(0)
    if (own_men >> start) & ONE != ZERO and (sideways_resets != 0 or end == start + EIGHT):
        return np.int64(0)
    return clock + 1


@inner
def bring_least(index, base, count, words):
    """Exchange the move at a place of a list with the one of the least rank from there on."""
    least = index
    for i in range(index + 1, count):
        if words[base + 2 * ROOM + i] < words[base + 2 * ROOM + least]:
            least = i
    for column in range(base, base + ROW, ROOM):
        words[column + index], words[column + least] = words[column + least], words[column + index]


@inner
def list_moves(own_men, own_kings, their_men, their_kings, base, words, numbers):
    """List the moves; none where there are too many, which is noted."""
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, numbers[HALF_TURN] != 0, words, base, ROOM
    )
    if words[OVERFLOW] != ZERO:
        numbers[TOO_MANY] = 1
        return np.int64(0)
    return count


@inner
def rank_moves(own_men, own_kings, their_men, their_kings, base, count, words, numbers):
    """Rank moves by the number of replies; returns whether one leaves none."""
    half_turn = numbers[HALF_TURN] != 0
    for i in range(base, base + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, words[i], words[i + ROOM]
        )
        words[i + 2 * ROOM] = count_replies(om, ok, tm, tk, half_turn)
        if words[i + 2 * ROOM] == ZERO:
            return True
    return False


@inner
def rank_replies(own_men, own_kings, their_men, their_kings, base, count, words):
    """Rank replies: first those that leave no capture and many pieces."""
    for i in range(base, base + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, words[i], words[i + ROOM]
        )
        words[i + 2 * ROOM] = popcount(om | ok)
        if can_capture(om, ok, tm, tk):
            words[i + 2 * ROOM] += _CAPTURE_LAST


@inner
def known(own_men, own_kings, their_men, their_kings, moves, numbers, values, places, lookup):
    """Whether tables tell of a win within so many moves: 1, 0, or -1 where they don't say."""
    result = probe(
        own_men, own_kings, their_men, their_kings, numbers[MOST_PIECES], values, places, lookup
    )
    if result == UNKNOWN:
        return np.int64(UNKNOWN)
    return np.int64(result != 0 and result % 2 == 0 and result <= 2 * moves)


# One function, since functions that call each other cannot be compiled.
@entry(
    "boolean(uint64,uint64,uint64,uint64,int64,int64,int64,"
    "uint64[::1],uint64[::1],int64[::1],uint8[::1],int64[:,::1],int32[::1])"
)
def wins_within(  # noqa: C901
    own_men, own_kings, their_men, their_kings, moves, clock, base,
    words, memory, numbers, values, places, lookup,
):  # fmt: skip
    """Whether the side to move wins within so many of its own moves, against every defence.

    A draw by material or count ends the game; repetitions need not be looked at, since a shortest
    win repeats nothing. Where `numbers[TOO_MANY]` is set the answer means nothing.

    Args:
        own_men: the position, as the kernel has it.
        own_kings: likewise.
        their_men: likewise.
        their_kings: likewise.
        moves: how many; 1 to `MOST_MOVES`.
        clock: plies without progress so far.
        base: where in `words` lists may be put; `HEADER` to begin with.
        words: a buffer of `WORDS_SIZE`.
        memory: positions remembered; see `ENTRY`.
        numbers: rules and counts; see the places above.
        values: endgame tables.
        places: likewise.
        lookup: likewise.
    """
    numbers[NODES] += 1
    limit = numbers[CLOCK_LIMIT]
    if is_finished(own_men, own_kings, their_men, their_kings, numbers[ONE_EACH]):
        return False
    if limit != 0 and clock >= limit:
        return False
    # Otherwise the count is part of the position.
    alone = limit == 0 or clock + 2 * moves <= limit
    place = np.int64(0)
    if alone:
        told = known(
            own_men, own_kings, their_men, their_kings, moves, numbers, values, places, lookup
        )
        if told >= 0:
            return told == 1
        if moves > 1:
            place = place_of(own_men, own_kings, their_men, their_kings, memory)
            if is_kept(own_men, own_kings, their_men, their_kings, place, memory):
                if memory[place + 4] & _LOW_8 <= np.uint64(moves):
                    return True
                if memory[place + 4] >> EIGHT >= np.uint64(moves):
                    return False
    count = list_moves(own_men, own_kings, their_men, their_kings, base, words, numbers)
    won = rank_moves(own_men, own_kings, their_men, their_kings, base, count, words, numbers)
    if won or moves == 1:
        return won
    below, sideways = base + ROW, numbers[SIDEWAYS_RESETS]
    for index in range(count):
        bring_least(index, base, count, words)
        move, captured = words[base + index], words[base + ROOM + index]
        om, ok, tm, tk = after(own_men, own_kings, their_men, their_kings, move, captured)
        if is_finished(om, ok, tm, tk, numbers[ONE_EACH]):
            continue
        reply_clock = clock_after(own_men, move, captured, clock, sideways)
        if limit != 0 and reply_clock >= limit:
            continue
        replies = list_moves(om, ok, tm, tk, below, words, numbers)
        rank_replies(om, ok, tm, tk, below, replies, words)
        won = replies > 0
        for i in range(replies):
            bring_least(i, below, replies, words)
            reply, taken = words[below + i], words[below + ROOM + i]
            om2, ok2, tm2, tk2 = after(om, ok, tm, tk, reply, taken)
            won = wins_within(
                om2, ok2, tm2, tk2, np.int64(moves - 1),
                clock_after(om, reply, taken, reply_clock, sideways), np.int64(below + ROW),
                words, memory, numbers, values, places, lookup,
            )  # fmt: skip
            if not won:
                break
        if won or numbers[TOO_MANY] != 0:
            break
    if alone and numbers[TOO_MANY] == 0:
        keep(own_men, own_kings, their_men, their_kings, won, moves, place, memory)
    return won


@entry(
    "void(uint64[:,::1],int64,uint64[::1],uint64[::1],int64[::1],uint8[::1],int64[:,::1],"
    "int32[::1],int8[::1])"
)
def distances_of(positions, most, words, memory, numbers, values, places, lookup, results):
    """Write within how many own moves the side to move wins each position, four words a row.

    0 stands for no win within `most` moves, -1 for too many captures to tell.
    """
    for i in range(positions.shape[0]):
        results[i] = 0
        for moves in range(1, most + 1):
            won = wins_within(
                positions[i, 0], positions[i, 1], positions[i, 2], positions[i, 3],
                np.int64(moves), np.int64(0), np.int64(HEADER),
                words, memory, numbers, values, places, lookup,
            )  # fmt: skip
            if numbers[TOO_MANY] != 0:
                numbers[TOO_MANY], results[i] = 0, -1
                break
            if won:
                results[i] = moves
                break


@inner
def settles(om, ok, tm, tk, moves, words, memory, numbers, values, places, lookup):
    """Whether a move has won that leaves the other side a position, within so many more moves."""
    if is_finished(om, ok, tm, tk, numbers[ONE_EACH]):
        return (om | ok) == ZERO
    base = np.int64(HEADER + ROW)
    replies = list_moves(om, ok, tm, tk, base, words, numbers)
    if numbers[TOO_MANY] != 0:
        return False
    if replies == 0 or moves == 0:
        return replies == 0
    rank_replies(om, ok, tm, tk, base, replies, words)
    for i in range(replies):
        bring_least(i, base, replies, words)
        own_men, own_kings, their_men, their_kings = after(
            om, ok, tm, tk, words[base + i], words[base + ROOM + i]
        )
        if not wins_within(
            own_men, own_kings, their_men, their_kings, np.int64(moves), np.int64(0),
            np.int64(base + ROW), words, memory, numbers, values, places, lookup,
        ):  # fmt: skip
            return False
    return True


@entry(
    "void(uint64[:,::1],int8[::1],uint64[::1],uint64[::1],int64[::1],uint8[::1],int64[:,::1],"
    "int32[::1],int8[::1])"
)
def keys_of(positions, distances, words, memory, numbers, values, places, lookup, results):
    """Write how many first moves win each position within a number of own moves: 0, 1, 2 for more.

    -1 stands for too many captures to tell.
    """
    for i in range(positions.shape[0]):
        results[i] = 0
        if distances[i] < 1:
            continue
        own_men, own_kings = positions[i, 0], positions[i, 1]
        their_men, their_kings = positions[i, 2], positions[i, 3]
        count = list_moves(
            own_men, own_kings, their_men, their_kings, np.int64(HEADER), words, numbers
        )
        for j in range(HEADER, HEADER + count):
            om, ok, tm, tk = after(
                own_men, own_kings, their_men, their_kings, words[j], words[j + ROOM]
            )
            if settles(
                om, ok, tm, tk, distances[i] - 1,
                words, memory, numbers, values, places, lookup,
            ):  # fmt: skip
                results[i] += 1
                if results[i] == 2:
                    break
        if numbers[TOO_MANY] != 0:
            numbers[TOO_MANY], results[i] = 0, -1
