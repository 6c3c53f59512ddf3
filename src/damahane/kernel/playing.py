"""Random games in compiled code, with every draw of the rules."""

from __future__ import annotations

import numpy as np

from .boards import after, is_balance, is_forward, is_over, legal_moves
from .jit import entry, inner
from .moves import HEADER, ONE, OVERFLOW, SIX, SIXTY_THREE, ZERO
from .position import ADVANCE, ENDING, ENDING_PLIES, ENDING_PROGRESS, MAN_MOVE, NOTHING

# Places in the array of settings.
GAME, MOST_PLIES, CLOCK_LIMIT, CLOCK_PROGRESS, REPETITION = range(5)
SETTINGS = 5
# How a game stands.
GOES_ON, NO_PIECES, NO_MOVES, ONE_EACH, REPEATED, NO_PROGRESS, IN_ENDING = range(7)
# Columns of the array of results; the winner is 1 for the side that began, -1 for the other.
STATUS, WINNER, PLIES = range(3)
RESULTS = 3

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inner
def scrambled(state):
    """The random number of a state (splitmix64)."""
    state = (state ^ (state >> _30)) * _MIX_1
    state = (state ^ (state >> _27)) * _MIX_2
    return state ^ (state >> _31)


@inner
def is_progress(own_kings, move, captured, progress, game):
    """Whether a move starts a count anew (rules.md: "draw by no progress")."""
    if captured != ZERO:
        return True
    start, end = move & SIXTY_THREE, move >> SIX
    if progress == NOTHING or ((own_kings >> start) & ONE) != ZERO:
        return False
    return progress == MAN_MOVE or is_forward(start, end, game)


@inner
def ending_of(own_men, own_kings, their_men, their_kings, endings):
    """The row of the ending that a position belongs to, or -1."""
    if endings.shape[0] == 0:
        return -1
    for row in range(endings.shape[0]):
        k1, m1, k2, m2 = endings[row, 0], endings[row, 1], endings[row, 2], endings[row, 3]
        if is_balance(own_men, own_kings, their_men, their_kings, k1, m1, k2, m2):
            return row
    return -1


@inner
def is_repeated(path, ply, since, times):
    """Whether the position of a ply has arisen so often; `since` is the last that can't return."""
    found = 1
    for earlier in range(ply - 2, since - 1, -2):
        if (
            path[earlier, 0] == path[ply, 0]
            and path[earlier, 1] == path[ply, 1]
            and path[earlier, 2] == path[ply, 2]
            and path[earlier, 3] == path[ply, 3]
        ):
            found += 1
            if found >= times:
                return True
    return False


@inner
def standing(path, ply, count, clocks, row, settings, endings):
    """How a game stands after a ply, with so many legal moves; see `Board.outcome`."""
    om, ok, tm, tk = path[ply, 0], path[ply, 1], path[ply, 2], path[ply, 3]
    if (om | ok) == ZERO or (tm | tk) == ZERO:
        return NO_PIECES
    if count == 0:
        return NO_MOVES
    if is_over(om, ok, tm, tk, settings[GAME]):
        return ONE_EACH
    quiet, ending, since = clocks
    if is_repeated(path, ply, since, settings[REPETITION]):
        return REPEATED
    if settings[CLOCK_LIMIT] > 0 and quiet >= settings[CLOCK_LIMIT]:
        return NO_PROGRESS
    if row >= 0 and ending >= endings[row, ENDING_PLIES]:
        return IN_ENDING
    return GOES_ON


@inner
def wound(clocks, ply, own_kings, move, captured, row, arisen, settings, endings):
    """The clocks after a move of a ply that led from one ending's row to another.

    They are the plies without progress, those in the present ending, and the first ply whose
    position can still arise again.
    """
    game = settings[GAME]
    quiet, ending, since = clocks[0] + 1, clocks[1] + 1, clocks[2]
    if is_progress(own_kings, move, captured, settings[CLOCK_PROGRESS], game):
        quiet = np.int64(0)
    if (
        arisen < 0
        or row < 0
        or endings[arisen, ENDING] != endings[row, ENDING]
        or is_progress(own_kings, move, captured, endings[arisen, ENDING_PROGRESS], game)
    ):
        ending = np.int64(0)
    if is_progress(own_kings, move, captured, ADVANCE, game):
        since = ply + 1
    return quiet, ending, since


@entry(
    "int64(uint64[::1],int64[::1],int64[:,::1],uint64,uint64[::1],int64,uint64[:,::1],int64[::1])"
)
def play(start, settings, endings, state, buffer, room, path, result):
    """Play a random game from a position.

    Args:
        start: the words of the position.
        settings: rules and length; see the places above.
        endings: the rule set's endings; see the columns above.
        state: what chance starts from.
        buffer: a buffer for one list of moves.
        room: of how many moves.
        path: gets the words of every position, the start included.
        result: gets how the game stands, who has won, and the plies played.

    Returns:
        0, or 1 where a position had more captures than there was room for.
    """
    game = settings[GAME]
    om, ok, tm, tk = start[0], start[1], start[2], start[3]
    clocks = (np.int64(0), np.int64(0), np.int64(0))
    row, mover, ply = ending_of(om, ok, tm, tk, endings), np.int64(1), np.int64(0)
    while True:
        path[ply, 0], path[ply, 1], path[ply, 2], path[ply, 3] = om, ok, tm, tk
        count = legal_moves(om, ok, tm, tk, game, buffer, np.int64(HEADER), room)
        if buffer[OVERFLOW] != ZERO:
            return 1
        status = standing(path, ply, count, clocks, row, settings, endings)
        if status != GOES_ON or ply == settings[MOST_PLIES]:
            break
        state += _GOLDEN
        pick = np.int64(((scrambled(state) >> _32) * np.uint64(count)) >> _32)
        move, captured = buffer[HEADER + pick], buffer[HEADER + pick + room]
        kings = ok
        om, ok, tm, tk = after(om, ok, tm, tk, move, captured, game)
        arisen = ending_of(om, ok, tm, tk, endings)
        clocks = wound(clocks, ply, kings, move, captured, row, arisen, settings, endings)
        row, mover, ply = arisen, -mover, ply + 1
    result[STATUS], result[WINNER], result[PLIES] = status, 0, ply
    if status == NO_MOVES or (status == NO_PIECES and (om | ok) == ZERO):
        result[WINNER] = -mover
    elif status == NO_PIECES:
        result[WINNER] = mover
    return 0


@entry(
    "int64(uint64[::1],int64[::1],int64[:,::1],uint64,int64,uint64[::1],int64,uint64[:,::1],"
    "uint64[:,::1],int64[:,::1],uint64[:,:,::1])"
)
def play_many(start, settings, endings, seed, first, buffer, room, path, final, results, kept):
    """Play as many games as there are rows of results, numbered from `first`.

    What happens in a game depends on seed and number only. Where `kept` has rows, they get
    every position.

    Returns:
        How many games have been played: fewer than asked where one needed more room.
    """
    for i in range(results.shape[0]):
        state = scrambled(scrambled(seed + _GOLDEN) + np.uint64(first + i) * _MIX_1)
        if play(start, settings, endings, state, buffer, room, path, results[i]) != 0:
            return np.int64(i)
        last = results[i, PLIES]
        for word in range(4):
            final[i, word] = path[last, word]
        if kept.shape[0] > 0:
            for ply in range(last + 1):
                for word in range(4):
                    kept[i, ply, word] = path[ply, word]
    return np.int64(results.shape[0])
