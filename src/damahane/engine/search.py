"""The search: principal variation search with a transposition table.

Captures are searched until none is due. Every draw of the rules is seen: material, the count of
plies without progress, and repetition (a second time within the line searched, a third in the
game). A side without pieces or moves has lost, whatever the counts say.

All state is in arrays that the caller owns; see `Workspace`.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.jit import entry, inner
from damahane.kernel.orthogonal import (
    EIGHT,
    FAR_RANK,
    HEADER,
    ONE,
    SIX,
    SIXTY_THREE,
    ZERO,
    after,
    can_capture,
    captures,
    count_quiet,
    count_routes,
    is_finished,
    legal_moves,
    quiet_moves,
)

from .evaluation import evaluate
from .table import (
    EXACT,
    LOWER,
    UPPER,
    WIN,
    bound_of,
    depth_of,
    mixed,
    position_key,
    probe,
    score_of,
    signature,
    signature_of,
    store,
)

MAX_DEPTH = 60
MAX_PLY = 128
"""Plies of a line: the depth, and as many captures as there can be pieces (fewer than 64)."""
ROOM = 512
"""Moves kept of a position: all quiet ones; of more captures only so many are looked at."""

# The search passes few arrays down, since each costs as much as seven numbers. `words` (uint64) is
# a buffer of the generator with a list of moves for each ply; behind them, for each ply, the best
# line from there: moves and captures in turn. `numbers` (int64) holds what these places name.
ROW = 3 * ROOM
LINES = HEADER + MAX_PLY * ROW
LINE_ROW = 2 * MAX_PLY
WORDS_SIZE = LINES + MAX_PLY * LINE_ROW

STOP, STOPPED = 0, 1
"""Set from outside to end the search; set by the search once it has ended early."""
NODES, NODE_LIMIT = 2, 3
HALF_TURN, ONE_EACH, CLOCK_LIMIT, SIDEWAYS_RESETS = 4, 5, 6, 7
ROOT, NOISE, SEED = 8, 9, 10
"""Place of the root in the path; how far off evaluations are; what makes them so."""
ROOT_SCORE, ROOT_FIRST = 11, 12
"""Value of the line found so far at the root; signature of its move."""
KILLERS = 16
HISTORY = KILLERS + 2 * MAX_PLY
LENGTHS = HISTORY + 64 * 64
RANKS = LENGTHS + MAX_PLY
NUMBERS_SIZE = RANKS + MAX_PLY * ROOM

INFINITE = WIN + 1
UNKNOWN = WIN + 2
_FIRST = 1 << 40
_CROWNS = 1 << 36
_KILLER = 1 << 35
_SHIFT_20 = np.uint64(20)


@inner
def is_repeated(path, place, reversible, root):
    """Whether the position at `place` is drawn by repetition.

    The last `reversible` plies can be taken back, so an equal position is among them or nowhere.
    """
    seen = 0
    key = path[place]
    for i in range(place - 2, max(place - reversible, 0) - 1, -2):
        if path[i] == key:
            if i >= root:
                return True
            seen += 1
            if seen == 2:
                return True
    return False


@inner
def is_drawn(own_men, own_kings, their_men, their_kings, ply, clock, reversible, path, numbers):
    """Whether the counts or the material make a draw; the side to move is taken to have a move."""
    if is_finished(own_men, own_kings, their_men, their_kings, numbers[ONE_EACH]):
        return True
    if numbers[CLOCK_LIMIT] != 0 and clock >= numbers[CLOCK_LIMIT]:
        return True
    return is_repeated(path, numbers[ROOT] + ply, reversible, numbers[ROOT])


@inner
def leaf_value(own_men, own_kings, their_men, their_kings, key, numbers):
    """The evaluation, with the noise of the level."""
    value = evaluate(own_men, own_kings, their_men, their_kings)
    noise = numbers[NOISE]
    if noise != 0:
        chance = mixed(key, numbers[SEED]) >> _SHIFT_20
        value += np.int64(chance % np.uint64(2 * noise + 1)) - noise
    return value


@inner
def crowns(own_men, move):
    """Whether a man reaches the far rank."""
    is_man = (own_men >> (move & SIXTY_THREE)) & ONE
    return is_man != ZERO and ((ONE << (move >> SIX)) & FAR_RANK) != ZERO


@inner
def rank_moves(own_men, count, ply, first, capture, words, numbers):
    """Give each move a rank; the highest is to be searched first. `first` is a signature."""
    base, ranks = HEADER + ply * ROW, RANKS + ply * ROOM
    for i in range(count):
        move = words[base + i]
        rank = numbers[HISTORY + np.int64(move)]
        if first != ZERO and signature(move, words[base + ROOM + i]) == first:
            rank = np.int64(_FIRST)
        elif capture:
            pass
        elif crowns(own_men, move):
            rank += _CROWNS
        elif np.int64(move) == numbers[KILLERS + 2 * ply]:
            rank += _KILLER + 1
        elif np.int64(move) == numbers[KILLERS + 2 * ply + 1]:
            rank += _KILLER
        numbers[ranks + i] = rank


@inner
def bring_up(index, count, ply, words, numbers):
    """Exchange the move at `index` of a list with the highest ranked one from there on."""
    base, ranks = HEADER + ply * ROW, RANKS + ply * ROOM
    best = index
    for i in range(index + 1, count):
        if numbers[ranks + i] > numbers[ranks + best]:
            best = i
    if best != index:
        i, j = base + index, base + best
        words[i], words[j] = words[j], words[i]
        words[i + ROOM], words[j + ROOM] = words[j + ROOM], words[i + ROOM]
        numbers[ranks + best] = numbers[ranks + index]


@inner
def note_cutoff(move, depth, ply, numbers):
    """Remember a quiet move that refuted the one before."""
    packed, killer = np.int64(move), KILLERS + 2 * ply
    if numbers[killer] != packed:
        numbers[killer + 1] = numbers[killer]
        numbers[killer] = packed
    numbers[HISTORY + packed] += depth * depth


@inner
def extend_line(ply, move, captured, words, numbers):
    """Put a move in front of the line found one ply deeper."""
    row, below = LINES + ply * LINE_ROW, LINES + (ply + 1) * LINE_ROW
    words[row] = move
    words[row + 1] = captured
    length = numbers[LENGTHS + ply + 1]
    for i in range(2 * length):
        words[row + 2 + i] = words[below + i]
    numbers[LENGTHS + ply] = length + 1


@inner
def counts_after(own_men, move, captured, clock, reversible, sideways_resets):
    """The plies without progress, and those that can be taken back, after a move."""
    if captured != ZERO:
        return np.int64(0), np.int64(0)
    start, end = move & SIXTY_THREE, move >> SIX
    if (own_men >> start) & ONE == ZERO:
        return clock + 1, reversible + 1
    if end == start + EIGHT:
        return np.int64(0), np.int64(0)
    if sideways_resets != 0:
        return np.int64(0), reversible + 1
    return clock + 1, reversible + 1


@inner
def reduction(depth, index, capture, own_men, move):
    """Plies by which a late quiet move is searched less deeply."""
    if capture or depth < 3 or index < 4 or crowns(own_men, move):
        return 0
    return 2 if index >= 12 and depth >= 5 else 1


@inner
def is_enough(data, depth, ply, alpha, beta):
    """Whether what is known of a position settles it for a window that holds nothing."""
    if data == ZERO or depth_of(data) < depth or beta - alpha > 1:
        return False
    score, bound = score_of(data, ply), bound_of(data)
    if bound == EXACT:
        return True
    return score >= beta if bound == LOWER else score <= alpha


@inner
def is_over_limit(numbers):
    """Whether the search has to end, and remember it; otherwise count a node."""
    if numbers[STOPPED] != 0:
        return True
    if numbers[STOP] != 0 or numbers[NODES] >= numbers[NODE_LIMIT]:
        numbers[STOPPED] = 1
        return True
    numbers[NODES] += 1
    return False


@inner
def value_at_once(
    own_men, own_kings, their_men, their_kings, capture, depth, ply, clock, reversible,
    path, numbers,
):  # fmt: skip
    """The value of a position at which the game or the search ends; else UNKNOWN.

    The root is taken to be neither lost nor drawn.
    """
    empty = ~(own_men | own_kings | their_men | their_kings)
    if not capture and count_quiet(own_men, own_kings, empty) == ZERO:
        return np.int64(ply - WIN)
    if ply > 0 and is_drawn(
        own_men, own_kings, their_men, their_kings, ply, clock, reversible, path, numbers
    ):
        return np.int64(0)
    if not capture and depth <= 0:
        key = path[numbers[ROOT] + ply]
        return leaf_value(own_men, own_kings, their_men, their_kings, key, numbers)
    return np.int64(UNKNOWN)


@inner
def key_with_clock(key, clock, depth, numbers):
    """The key of a position in the table.

    Where the count without progress may run out below, it is part of the position.
    """
    if numbers[CLOCK_LIMIT] != 0 and clock + depth >= numbers[CLOCK_LIMIT]:
        return mixed(key, clock + 1)
    return key


@inner
def list_moves(own_men, own_kings, their_men, their_kings, capture, ply, data, words, numbers):
    """List the moves and rank them; returns how many."""
    base = HEADER + ply * ROW
    if capture:
        half_turn = numbers[HALF_TURN] != 0
        count = captures(own_men, own_kings, their_men, their_kings, half_turn, words, base, ROOM)
    else:
        count = quiet_moves(own_men, own_kings, their_men, their_kings, words, base, ROOM)
    first = np.uint64(numbers[ROOT_FIRST]) if ply == 0 else signature_of(data)
    rank_moves(own_men, count, ply, first, capture, words, numbers)
    return count


@inner
def bound_kind(score, alpha, beta):
    """What a score says that was searched for between two bounds."""
    if score >= beta:
        return LOWER
    return EXACT if score > alpha else UPPER


# One function, since functions that call each other cannot be compiled.
@entry(
    "int64(uint64,uint64,uint64,uint64,int64,int64,int64,int64,int64,int64,"
    "uint64[::1],uint64[::1],uint64[::1],int64[::1])"
)
def search(  # noqa: C901
    own_men, own_kings, their_men, their_kings, alpha, beta, depth, ply, clock, reversible,
    table, path, words, numbers,
):  # fmt: skip
    """The value of a position for its side to move, between `alpha` and `beta`.

    Once `numbers[STOPPED]` is set the value means nothing. At ply 0 the line found so far stays in
    the first row of lines, its value in `numbers[ROOT_SCORE]`; its move is tried first next time.
    """
    if is_over_limit(numbers):
        return np.int64(0)
    numbers[LENGTHS + ply] = 0
    key = position_key(own_men, own_kings, their_men, their_kings)
    path[numbers[ROOT] + ply] = key
    capture = can_capture(own_men, own_kings, their_men, their_kings)
    value = value_at_once(
        own_men, own_kings, their_men, their_kings, capture, depth, ply, clock, reversible,
        path, numbers,
    )  # fmt: skip
    if value != UNKNOWN:
        return value
    depth = max(depth, np.int64(0))
    key = key_with_clock(key, clock, depth, numbers)
    data = probe(table, key)
    if ply > 0 and is_enough(data, depth, ply, alpha, beta):
        return score_of(data, ply)

    count = list_moves(
        own_men, own_kings, their_men, their_kings, capture, ply, data, words, numbers
    )
    base = HEADER + ply * ROW
    below = depth if capture and count == 1 else depth - 1
    best, best_signature, old_alpha = np.int64(-INFINITE), ZERO, alpha
    for index in range(count):
        bring_up(index, count, ply, words, numbers)
        move, captured = words[base + index], words[base + ROOM + index]
        om, ok, tm, tk = after(own_men, own_kings, their_men, their_kings, move, captured)
        next_clock, next_reversible = counts_after(
            own_men, move, captured, clock, reversible, numbers[SIDEWAYS_RESETS]
        )
        less = np.int64(reduction(depth, index, capture, own_men, move))
        score = np.int64(0)
        if index > 0:
            score = -search(
                om, ok, tm, tk, np.int64(-alpha - 1), np.int64(-alpha), np.int64(below - less),
                np.int64(ply + 1), next_clock, next_reversible, table, path, words, numbers,
            )  # fmt: skip
        if index == 0 or (score > alpha and (less > 0 or beta - alpha > 1)):
            score = -search(
                om, ok, tm, tk, np.int64(-beta), np.int64(-alpha), np.int64(below),
                np.int64(ply + 1), next_clock, next_reversible, table, path, words, numbers,
            )  # fmt: skip
        if numbers[STOPPED] != 0:
            return np.int64(0)
        if score > best:
            best, best_signature = score, signature(move, captured)
        if score > alpha:
            alpha = score
            extend_line(ply, move, captured, words, numbers)
            if ply == 0:
                numbers[ROOT_SCORE], numbers[ROOT_FIRST] = score, np.int64(best_signature)
            if score >= beta:
                if not capture:
                    note_cutoff(move, depth, ply, numbers)
                break
    bound = bound_kind(best, old_alpha, beta)
    store(table, key, best_signature, best, depth, bound, ply)
    return best


@entry("int64(uint64,uint64,uint64,uint64,boolean,uint64[::1])")
def root_moves(own_men, own_kings, their_men, their_kings, half_turn, words):
    """Write the moves of a position into the first list, one that wins at once in front.

    Returns their number, negative where the first one wins at once.
    """
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, half_turn, words, np.int64(HEADER), ROOM
    )
    for i in range(HEADER, HEADER + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, words[i], words[i + ROOM]
        )
        if count_routes(om, ok, tm, tk, half_turn) == ZERO:
            words[HEADER], words[HEADER + ROOM] = words[i], words[i + ROOM]
            return -count
    return count


@entry("void(uint64[::1],uint64[::1])")
def load_path(positions, path):
    """Hash positions, four words each, into the front of a path."""
    for i in range(positions.size // 4):
        p = 4 * i
        path[i] = position_key(positions[p], positions[p + 1], positions[p + 2], positions[p + 3])
