"""The search: principal variation search with a transposition table.

Captures are searched until none is due. Every draw of the rules is seen: material, the count of
plies without progress, and repetition (a second time within the line searched, a third in the
game). A side without pieces or moves has lost, whatever the counts say.

Where endgame tables say what a position is worth, the search stops; see `endings`.

All state is in arrays that the caller owns; see `Workspace`.
"""

from __future__ import annotations

import numpy as np

from damahane.kernel.boards import (
    after,
    can_capture,
    captures,
    count_quiet,
    legal_moves,
    quiet_moves,
    turned,
)
from damahane.kernel.jit import entry, inner
from damahane.kernel.moves import HEADER, ZERO

from .clocks import counts_after, is_drawn, key_with_counts, note_ending
from .endings import UNTOLD, is_small, told
from .evaluation import evaluate, look, look_after
from .layout import (
    EXCLUDED,
    EXCLUDED_COUNT,
    GAME,
    LENGTHS,
    LINE_ROW,
    LINES,
    NODE_LIMIT,
    NODES,
    PLAYED,
    RANKS,
    REDUCTIONS,
    ROOM,
    ROOT,
    ROOT_FIRST,
    ROOT_SCORE,
    ROW,
    STOP,
    STOPPED,
    TABLE_FROM,
)
from .ordering import REFUTES, UNSAFE, bring_up, note_cutoff, rank_moves
from .table import (
    DECIDED,
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

INFINITE = WIN + 1
UNKNOWN = WIN + 2

# Where nothing can be taken, a position so much better than needed is taken to be good enough.
_SURE_DEPTH = 6
_SURE_MARGIN = 28
# The other side's capture is not looked at where the position is bad anyway, or that much too good.
_THREAT_MARGIN = 200
# A position that a shallow search finds so much better than needed is not searched deeper.
_PROBE_DEPTH = 5
_PROBE_MARGIN = 25
_HISTORY_PLY = 4000
"""How much a move has to have shown, good or bad, for a ply more or less."""


@inner
def is_threatened(own_men, own_kings, their_men, their_kings, game):
    """Whether the other side could capture if it were to move."""
    return can_capture(
        turned(their_men, game),
        turned(their_kings, game),
        turned(own_men, game),
        turned(own_kings, game),
        game,
    )


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
def reduction(depth, index, ply, numbers):
    """Plies by which a late quiet move is searched less deeply."""
    if depth < 2 or index < 2:
        return 0
    rank = numbers[RANKS + ply * ROOM + index]
    less = numbers[REDUCTIONS + 64 * min(depth, 63) + min(index, 63)]
    if rank >= REFUTES:
        less -= 1
    elif rank >= UNSAFE:
        less -= rank // _HISTORY_PLY
    return max(0, min(less, depth - 1))


@inner
def is_excluded(move, captured, numbers):
    """Whether a move is not to be looked at in the root."""
    sought = np.int64(signature(move, captured))
    for i in range(numbers[EXCLUDED_COUNT]):  # noqa: SIM110  Numba has no any()
        if numbers[EXCLUDED + i] == sought:
            return True
    return False


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
    own_men, own_kings, their_men, their_kings, capture, ply, clock, reversible, path, numbers
):
    """The value of a position at which the game ends; else UNKNOWN.

    The root is taken to be neither lost nor drawn.
    """
    if (
        not capture
        and count_quiet(own_men, own_kings, their_men, their_kings, numbers[GAME]) == ZERO
    ):
        return np.int64(ply - WIN)
    if ply > 0 and is_drawn(
        own_men, own_kings, their_men, their_kings, ply, clock, reversible, path, numbers
    ):
        return np.int64(0)
    return np.int64(UNKNOWN)


@inner
def list_moves(own_men, own_kings, their_men, their_kings, capture, ply, data, words, numbers):
    """List the moves and rank them; returns how many."""
    base, game = HEADER + ply * ROW, numbers[GAME]
    if capture:
        count = captures(own_men, own_kings, their_men, their_kings, game, words, base, ROOM)
    else:
        count = quiet_moves(own_men, own_kings, their_men, their_kings, game, words, base, ROOM)
    first = np.uint64(numbers[ROOT_FIRST]) if ply == 0 else signature_of(data)
    rank_moves(
        own_men, own_kings, their_men, their_kings, count, ply, first, capture, game, words, numbers
    )
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
    "uint64[::1],uint64[::1],uint64[::1],int64[::1],int16[::1])"
)
def search(  # noqa: C901
    own_men, own_kings, their_men, their_kings, alpha, beta, depth, ply, clock, reversible,
    table, path, words, numbers, net,
):  # fmt: skip
    """The value of a position for its side to move, between `alpha` and `beta`.

    Once `numbers[STOPPED]` is set the value means nothing. At ply 0 the line found so far stays in
    the first row of lines, its value in `numbers[ROOT_SCORE]`; its move is tried first next time.
    """
    if is_over_limit(numbers):
        return np.int64(0)
    numbers[LENGTHS + ply], game = 0, numbers[GAME]
    key = position_key(own_men, own_kings, their_men, their_kings)
    path[numbers[ROOT] + ply] = key
    capture = can_capture(own_men, own_kings, their_men, their_kings, game)
    value = value_at_once(
        own_men, own_kings, their_men, their_kings, capture, ply, clock, reversible, path, numbers
    )
    if value != UNKNOWN:
        return value
    small = is_small(own_men, own_kings, their_men, their_kings, numbers)
    if small and ply > 0 and ply >= numbers[TABLE_FROM]:
        value = told(own_men, own_kings, their_men, their_kings, ply, clock, numbers)
        if value != UNTOLD:
            return value
    threatened = capture or is_threatened(own_men, own_kings, their_men, their_kings, game)
    if not capture and (depth < 0 or (depth == 0 and not threatened)):
        return np.int64(evaluate(own_men, own_kings, their_men, their_kings, ply, game, net))

    table_key = key_with_counts(key, clock, max(depth, np.int64(0)), ply, numbers)
    if small:
        # How much of the count has passed decides which wins of the tables hold.
        table_key = mixed(table_key, clock + 1)
    data = probe(table, table_key)
    if ply > 0 and is_enough(data, max(depth, np.int64(0)), ply, alpha, beta):
        return score_of(data, ply)

    is_wide = beta - alpha > 1
    if not (capture or is_wide) and abs(beta) < DECIDED and (depth == 0 or not threatened):
        value = np.int64(evaluate(own_men, own_kings, their_men, their_kings, ply, game, net))
        if depth == 0 and (value <= alpha or value - _THREAT_MARGIN >= beta):
            return value
        if 0 < depth <= _SURE_DEPTH and value - _SURE_MARGIN * depth >= beta:
            return value
        if depth >= _PROBE_DEPTH and value >= beta:
            bar = np.int64(beta + _PROBE_MARGIN)
            value = search(
                own_men, own_kings, their_men, their_kings, np.int64(bar - 1), bar,
                np.int64(depth * 2 // 5), ply, clock, reversible, table, path, words, numbers, net,
            )  # fmt: skip
            if numbers[STOPPED] != 0:
                return np.int64(0)
            if value >= bar:
                return value
            data = probe(table, table_key)

    count = list_moves(
        own_men, own_kings, their_men, their_kings, capture, ply, data, words, numbers
    )
    base = HEADER + ply * ROW
    below = depth if capture and (count == 1 or depth <= 0) else depth - 1
    best, best_signature, old_alpha = np.int64(-INFINITE), ZERO, alpha
    for index in range(count):
        bring_up(index, count, ply, words, numbers)
        move, captured = words[base + index], words[base + ROOM + index]
        if ply == 0 and is_excluded(move, captured, numbers):
            continue
        less = np.int64(0 if capture else reduction(depth, index, ply, numbers))
        om, ok, tm, tk = after(own_men, own_kings, their_men, their_kings, move, captured, game)
        next_clock, next_reversible = counts_after(
            own_men, move, captured, clock, reversible, numbers
        )
        note_ending((om, ok, tm, tk), own_men, move, captured, ply, numbers)
        look_after(own_kings, their_men, their_kings, move, captured, ply, game, net)
        numbers[PLAYED + ply] = np.int64(move)
        score = np.int64(0)
        if best > -INFINITE:
            score = -search(
                om, ok, tm, tk, np.int64(-alpha - 1), np.int64(-alpha), np.int64(below - less),
                np.int64(ply + 1), next_clock, next_reversible, table, path, words, numbers, net,
            )  # fmt: skip
        if best == -INFINITE or (score > alpha and (less > 0 or is_wide)):
            score = -search(
                om, ok, tm, tk, np.int64(-beta), np.int64(-alpha), np.int64(below),
                np.int64(ply + 1), next_clock, next_reversible, table, path, words, numbers, net,
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
                    note_cutoff(index, depth, ply, words, numbers)
                break
    if ply > 0 or numbers[EXCLUDED_COUNT] == 0:
        bound = bound_kind(best, old_alpha, beta)
        store(table, table_key, best_signature, best, max(depth, np.int64(0)), bound, ply)
    return best


@entry("int64(uint64,uint64,uint64,uint64,int64,uint64[::1])")
def root_moves(own_men, own_kings, their_men, their_kings, game, words):
    """Write the moves of a position into the first list, one that wins at once in front.

    Returns their number, negative where the first one wins at once.
    """
    count = legal_moves(
        own_men, own_kings, their_men, their_kings, game, words, np.int64(HEADER), ROOM
    )
    for i in range(HEADER, HEADER + count):
        om, ok, tm, tk = after(
            own_men, own_kings, their_men, their_kings, words[i], words[i + ROOM], game
        )
        if count_quiet(om, ok, tm, tk, game) == ZERO and not can_capture(om, ok, tm, tk, game):
            words[HEADER], words[HEADER + ROOM] = words[i], words[i + ROOM]
            return -count
    return count


@entry("void(uint64,uint64,uint64,uint64,int64,int16[::1])")
def look_at_root(own_men, own_kings, their_men, their_kings, game, net):
    """Make the views of the position that is to be searched."""
    look(own_men, own_kings, their_men, their_kings, 0, game, net)


@entry("int64(uint64,uint64)")
def signed(move, captured):
    """The signature of a move as the numbers hold it."""
    return np.int64(signature(move, captured))
