"""Counting the leaves of the move tree with the compiled generators."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from damahane.board import Board
from damahane.movegen import Move
from damahane.rules import RuleSet

from .counting import count_leaves, count_with_table, list_children
from .counts import BUCKET
from .moves import FAILED, HEADER
from .position import Words, game_of, to_move, words

FIRST_ROOM = 256
"""At least `moves.MAX_QUIET`."""
LEAST = 3
"""Plies below which counts are not kept: two plies are counted faster than they are looked up."""
TASKS = 256
"""Positions into which a count for several threads, or one with progress, is split at least."""
SHALLOW = 5
"""Plies below which a count is not split."""
ALIGNMENT = 64

Buffer = np.ndarray[tuple[int], np.dtype[np.uint64]]
Progress = Callable[[int, int], object]
"""Called with the positions done and the number of positions."""


class Table:
    """A table of counts for hashed perft; see `damahane.kernel.counts`.

    It may be passed from one count to the next, whatever the position and depth, as long as the
    rules and the way of counting are the same.

    Attributes:
        mebibytes: its size.
    """

    def __init__(self, mebibytes: int) -> None:
        """An empty table, as large as a power of two allows.

        Raises:
            ValueError: there is to be less than one mebibyte.
            MemoryError: there is not so much memory.
        """
        if mebibytes < 1:
            raise ValueError(f"a table of {mebibytes} MiB; expected 1 or more")
        size = 1 << (mebibytes << 17).bit_length() - 1
        self.mebibytes = size >> 17
        # Not np.zeros: its memory comes in small pages, and a table is all over the place.
        raw = np.empty(size + BUCKET, dtype=np.uint64)
        raw.fill(0)
        skip = -raw.ctypes.data % ALIGNMENT // raw.itemsize
        self.counts: Buffer = raw[skip : skip + size]


@dataclass(frozen=True, slots=True)
class _Count:
    """What a count asks, apart from position and depth."""

    game: int
    distinct: bool
    table: Table | None

    def of(self, position: Iterable[int], depth: int) -> int:
        """The leaves `depth` plies below a position, with as much room as that takes."""
        if depth == 0:
            return 1
        at = tuple(np.uint64(word) for word in position)
        room = FIRST_ROOM
        while True:
            buffer = np.zeros(HEADER + depth * 3 * room, dtype=np.uint64)
            if self.table is None:
                count = count_leaves(*at, depth, self.game, self.distinct, buffer, room)
            else:
                counts = self.table.counts
                count = count_with_table(
                    *at, depth, self.game, self.distinct, buffer, room, counts, LEAST
                )
            if not buffer[FAILED]:
                return int(count)
            room *= 8

    def children(self, position: Words) -> list[tuple[int, int, int, Words]]:
        """Each move of a position: the move, what it captures, how often it counts, and to where.

        A finished game has none.
        """
        room = FIRST_ROOM
        at = tuple(np.uint64(word) for word in position)
        while True:
            buffer = np.zeros(HEADER + 3 * room, dtype=np.uint64)
            after = np.zeros((room, 4), dtype=np.uint64)
            count = list_children(*at, self.game, buffer, room, after)
            if not buffer[FAILED]:
                break
            room *= 8
        columns = buffer[HEADER:].reshape(3, room)[:, :count].tolist()
        times = [1] * count if self.distinct else columns[2]
        return [
            (move, captured, number, (to[0], to[1], to[2], to[3]))
            for move, captured, number, to in zip(
                columns[0], columns[1], times, after[:count].tolist(), strict=True
            )
        ]


def perft(
    rules: RuleSet | str,
    words: Sequence[int],
    depth: int,
    distinct: bool = False,
    *,
    table: Table | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> int:
    """Count the leaves of the move tree.

    Args:
        rules: a rule set, or its id.
        words: own men, own kings, their men, their kings, as `damahane.kernel.position.words`.
        depth: plies; 0 counts the position itself.
        distinct: count moves (start, end, captured set) instead of every route.
        table: where to keep the counts of positions that can be reached in several ways. Two
            positions are never taken for one another. Without a table all leaves are counted.
        threads: how many threads count; they share the table. 0 stands for one for each core.
        progress: called from time to time.

    Returns:
        The number of leaves. A finished game counts no leaf below it.

    Raises:
        RulesError: the compiled generators do not play the rule set.
        ValueError: the depth or the number of threads is negative.
    """
    asked = _Count(_checked(rules, depth, threads), distinct, table)
    position = (int(words[0]), int(words[1]), int(words[2]), int(words[3]))
    if depth < SHALLOW or (threads == 1 and progress is None):
        return asked.of(position, depth)
    tasks, rest = _split(asked, [{position: 1}], depth)
    return _sums(asked, tasks, rest, threads, progress)[0]


def divide(
    board: Board,
    depth: int,
    distinct: bool = False,
    *,
    table: Table | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> dict[Move, int]:
    """The leaves below each legal move of a board, moves ascending; they add up to its perft.

    The arguments are those of `perft`; where routes are counted, a move counts for all of its own.

    Raises:
        RulesError: the compiled generators do not play the rule set.
        ValueError: the depth is below 1, or the number of threads negative.
    """
    game = _checked(board.rules, depth, threads)
    if depth == 0:
        raise ValueError("depth 0 has no moves to divide the count among; expected 1 or more")
    asked = _Count(game, distinct, table)
    moves, tasks = [], []
    for packed, captured, times, after in asked.children(words(board)):
        moves.append(to_move(packed, captured, board.turn, board.shape))
        tasks.append({after: times})
    if depth > SHALLOW:
        tasks, rest = _split(asked, tasks, depth - 1)
    else:
        rest = depth - 1
    counts = _sums(asked, tasks, rest, threads, progress)
    return dict(sorted(zip(moves, counts, strict=True)))


def _checked(rules: RuleSet | str, depth: int, threads: int) -> int:
    if depth < 0:
        raise ValueError(f"depth {depth}: expected 0 or more plies")
    if threads < 0:
        raise ValueError(f"{threads} threads: expected 0 or more")
    return game_of(rules)


_Tasks = list[dict[Words, int]]
"""For each sum that is asked for, the positions to count and how often each counts."""


def _split(asked: _Count, tasks: _Tasks, depth: int) -> tuple[_Tasks, int]:
    """Play the first plies, until there are enough positions to share out; the depth left."""
    while depth >= SHALLOW and 0 < sum(map(len, tasks)) < TASKS:
        tasks = [_next_ply(asked, positions) for positions in tasks]
        depth -= 1
    return tasks, depth


def _next_ply(asked: _Count, positions: dict[Words, int]) -> dict[Words, int]:
    following: dict[Words, int] = {}
    for position, times in positions.items():
        for _, _, number, after in asked.children(position):
            following[after] = following.get(after, 0) + times * number
    return following


def _sums(
    asked: _Count, tasks: _Tasks, depth: int, threads: int, progress: Progress | None
) -> list[int]:
    """Count below every position once, on several threads, and add up for each task."""
    positions = list(dict.fromkeys(position for task in tasks for position in task))
    counts: dict[Words, int] = {}
    ended = threading.Event()

    def count(position: Words) -> tuple[Words, int]:
        return position, 0 if ended.is_set() else asked.of(position, depth)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        waiting: set[Future[tuple[Words, int]]] = {pool.submit(count, p) for p in positions}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                counts.update(future.result() for future in done)
                if progress is not None:
                    progress(len(counts), len(positions))
        finally:
            ended.set()  # after an interrupt, what has not begun is not counted any more
    return [sum(counts[position] * times for position, times in task.items()) for task in tasks]
