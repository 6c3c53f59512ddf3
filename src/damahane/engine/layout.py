"""Where a search keeps what, in its arrays of words and numbers.

The search passes few arrays down, since each costs as much as seven numbers. `words` (uint64) is
a buffer of the generator with a list of moves for each ply; behind them, for each ply, the best
line from there: moves and captures in turn. `numbers` (int64) holds what the other places name.
"""

from __future__ import annotations

from damahane.kernel.moves import HEADER
from damahane.kernel.position import ENDING_COLUMNS

MAX_PLY = 128
"""Plies of a line: the depth, and as many captures as there can be pieces (fewer than 64)."""
ROOM = 512
"""Moves kept of a position: all quiet ones; of more captures only so many are looked at."""
ROW = 3 * ROOM
LINES = HEADER + MAX_PLY * ROW
LINE_ROW = 2 * MAX_PLY
WORDS_SIZE = LINES + MAX_PLY * LINE_ROW

STOP, STOPPED = 0, 1
"""Set from outside to end the search; set by the search once it has ended early."""
NODES, NODE_LIMIT = 2, 3
GAME = 4
"""The number of the game that is played; see `damahane.kernel.position.game_of`."""
CLOCK_LIMIT, SIDEWAYS_RESETS = 6, 7
ROOT = 8
"""Place of the root in the path."""
ROOT_SCORE, ROOT_FIRST = 11, 12
"""Value of the line found so far at the root; signature of its move."""
ENDING_COUNT, ENDING_PIECES = 13, 14
"""Rows of endings there are, and the most pieces of any."""
EXCLUDED_COUNT = 15
ENDINGS = 16
"""Rows of endings; see `damahane.kernel.position.ending_rows`."""
MOST_ENDINGS = 16
TABLE_PIECES = ENDINGS + MOST_ENDINGS * ENDING_COLUMNS
"""Up to how many pieces there are endgame tables, and what else is asked of them: from which ply
on, the most plies to progress in a shortest win, and the addresses of the arrays."""
TABLE_FROM = TABLE_PIECES + 1
TABLE_STRETCH = TABLE_PIECES + 2
TABLE_VALUES = TABLE_PIECES + 3
TABLE_PLACES = TABLE_PIECES + 4
TABLE_LOOKUP = TABLE_PIECES + 5
EXCLUDED = TABLE_PIECES + 6
"""Signatures of moves that are not looked at in the root, `EXCLUDED_COUNT` of them."""
KILLERS = 512
MOST_EXCLUDED = KILLERS - EXCLUDED

HISTORY = KILLERS + 2 * MAX_PLY
COUNTERS = HISTORY + 64 * 64
"""The quiet move that last refuted a move."""
PLAYED = COUNTERS + 64 * 64
"""The moves of the line that is searched, for each ply."""
LENGTHS = PLAYED + MAX_PLY
ENDING_ROWS = LENGTHS + MAX_PLY
"""The ending that each position of the line belongs to, or -1, and the plies since it arose."""
ENDING_CLOCKS = ENDING_ROWS + MAX_PLY
RANKS = ENDING_CLOCKS + MAX_PLY
REDUCTIONS = RANKS + MAX_PLY * ROOM
"""Plies by which the n-th move is reduced, for each depth; what is before is cleared each time."""
NUMBERS_SIZE = REDUCTIONS + 64 * 64
