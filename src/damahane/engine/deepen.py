"""Iterative deepening: ever deeper searches of one position, on one thread or several.

Each depth is searched within a narrow window about the value of the one before, widened where the
value falls outside. Further threads search the same position and share what they find in the
transposition table; with one thread the same position and limits have the same result.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from damahane.endgame.tables import Tables
from damahane.kernel.moves import HEADER
from damahane.kernel.position import Flags, Words

from . import clocks, endings, layout, search
from .layout import LENGTHS, MAX_PLY, ROOM
from .request import Limits
from .stop import Stop
from .table import DECIDED, WIN
from .workspace import Workspace, helper, workspace

NO_LIMIT = 2**63 - 1
_NARROW_FROM = 5
"""Depth from which a window is tried."""
_NARROW = 24
_WIDEST = 400

Line = list[tuple[int, int]]
"""Moves in the kernel's terms, each with what it captures."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position to be searched.

    Attributes:
        flags: the rules.
        past: the positions since the last move that can't be taken back, the last one included.
        clock: plies without progress.
        ending_clock: plies since the present ending arose, if it is one that is counted.
        tables: endgame tables of the rules, if there are any.
    """

    flags: Flags
    past: tuple[Words, ...]
    clock: int
    ending_clock: int = 0
    tables: Tables | None = None


@dataclass(slots=True)
class Found:
    """The result of a search: the best lines, and how far it went."""

    lines: list[tuple[int, Line]]
    depth: int = 0
    nodes: int = 0

    @property
    def score(self) -> int:
        """The value of the best line."""
        return self.lines[0][0]

    @property
    def line(self) -> Line:
        """The best line."""
        return self.lines[0][1]


@contextmanager
def _alarm(workspace: Workspace, seconds: float | None) -> Iterator[None]:
    """Stop the search of a workspace after some seconds."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, workspace.end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@dataclass(slots=True)
class _Root:
    """The search of one thread.

    Attributes:
        task: what to search.
        space: where.
        table: the transposition table, shared by the threads.
        path: the hashes of the past.
    """

    task: Task
    space: Workspace
    table: npt.NDArray[np.uint64]
    path: npt.NDArray[np.uint64] = field(init=False)
    count: int = field(init=False)
    first: tuple[int, int] = field(init=False)
    net: npt.NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        numbers, flags, past = self.space.numbers, self.task.flags, self.task.past
        self.space.clear()
        clocks.load_rules(flags, numbers)
        endings.load_tables(self.task.tables, past, numbers)
        numbers[layout.NODE_LIMIT] = NO_LIMIT
        numbers[layout.ROOT] = len(past) - 1
        self.path = np.zeros(len(past) + MAX_PLY, dtype=np.uint64)
        clocks.load_path(np.array(past, dtype=np.uint64).ravel(), self.path)
        clocks.note_root_ending(*self.position, self.task.ending_clock, numbers)
        self.net = self.space.net(flags.game)
        search.look_at_root(*self.position, flags.game, self.net)
        self.count = search.root_moves(*self.position, flags.game, self.space.words)
        words = self.space.words
        self.first = int(words[HEADER]), int(words[HEADER + ROOM])

    @property
    def position(self) -> tuple[np.uint64, ...]:
        """The words of the position."""
        return tuple(np.uint64(word) for word in self.task.past[-1])

    @property
    def told(self) -> int | None:
        """The score of the root by the endgame tables, or None where they don't say."""
        score: int = endings.told_of_root(*self.position, self.task.clock, self.space.numbers)
        return None if score == endings.UNTOLD else score

    @property
    def stopped(self) -> bool:
        """Whether the search was ended."""
        return bool(self.space.numbers[layout.STOPPED])

    def look(self, depth: int, low: int, high: int) -> int:
        """Search to a depth; the line found is in the workspace."""
        space = self.space
        space.numbers[LENGTHS] = 0
        score: int = search.search(
            *self.position, low, high, depth, 0, self.task.clock, len(self.task.past) - 1,
            self.table, self.path, space.words, space.numbers, self.net,
        )  # fmt: skip
        return score

    def look_closely(self, depth: int, before: int, found: Callable[[int, Line], object]) -> int:
        """Search to a depth, about the value of the depth before; tells each line found."""
        numbers, width = self.space.numbers, _NARROW
        low, high = -search.INFINITE, search.INFINITE
        if depth >= _NARROW_FROM and abs(before) < DECIDED:
            low, high = before - width, before + width
        while True:
            score = self.look(depth, low, high)
            if numbers[LENGTHS]:
                found(int(numbers[layout.ROOT_SCORE]), self.space.line())
            if self.stopped or low < score < high:
                return score
            width *= 4
            if score <= low:
                low = before - width if width <= _WIDEST else -search.INFINITE
            else:
                high = before + width if width <= _WIDEST else search.INFINITE


def _help(root: _Root, start: int) -> None:
    """Search ever deeper until ended; what is found stays in the table."""
    before = 0
    for depth in range(start, search.MAX_DEPTH + 1):
        before = root.look_closely(depth, before, lambda _score, _line: None)
        if root.stopped:
            return


@contextmanager
def _helpers(task: Task, table: npt.NDArray[np.uint64], count: int) -> Iterator[list[_Root]]:
    """So many further threads that search the same, until the block is left."""
    roots = [_Root(task, helper(index), table) for index in range(count)]
    threads = [
        threading.Thread(target=_help, args=(root, 1 + index % 2), daemon=True)
        for index, root in enumerate(roots)
    ]
    for thread in threads:
        thread.start()
    try:
        yield roots
    finally:
        for root in roots:
            root.space.end()
        for thread in threads:
            thread.join()


def deepen(
    task: Task,
    limits: Limits,
    *,
    lines: int = 1,
    threads: int = 1,
    on_depth: Callable[[Found], object] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Deepen until a limit is met, or a win or loss is certain, or another thread ends it.

    `on_depth` is told what was found after each depth but the last.
    """
    started, space = time.perf_counter(), workspace()
    table = space.cleared_table(limits.nodes)
    root = _Root(task, space, table)
    found = Found([(0, [root.first])])
    if root.count < 0:
        return Found([(WIN - 1, [root.first])], 1, 1)
    if limits.nodes is not None:
        space.numbers[layout.NODE_LIMIT] = limits.nodes
    told = root.told
    lines = min(lines, root.count, layout.MOST_EXCLUDED)
    with (
        _helpers(task, table, threads - 1 if limits.nodes is None else 0) as others,
        _alarm(space, limits.seconds),
        stop.calls(space.end) if stop else nullcontext(),
    ):
        for depth in range(1, min(limits.depth or search.MAX_DEPTH, search.MAX_DEPTH) + 1):
            score = _search_lines(root, depth, lines, found)
            found.nodes = sum(int(r.space.numbers[layout.NODES]) for r in (root, *others))
            if root.stopped:
                break
            found.depth = depth
            if (abs(score) > DECIDED and WIN - abs(score) <= depth) or found.score == told:
                break
            if on_depth is not None:
                on_depth(found)
            if limits.soft is not None and time.perf_counter() - started >= limits.soft:
                break
    return found


def _signature(move: tuple[int, int]) -> int:
    found: int = search.signed(np.uint64(move[0]), np.uint64(move[1]))
    return found


def _search_lines(root: _Root, depth: int, lines: int, found: Found) -> int:
    """Search the best lines to a depth; returns the least of their values.

    A single line takes the place of the one of the depth before as soon as it is found; several
    do so together.
    """
    numbers, score = root.space.numbers, 0
    before = list(found.lines)
    done: list[tuple[int, Line]] = []
    for index in range(lines):
        numbers[layout.EXCLUDED_COUNT] = index
        for place, (_, line) in enumerate(done):
            numbers[layout.EXCLUDED + place] = _signature(line[0])
        if lines > 1:
            numbers[layout.ROOT_FIRST] = (
                _signature(before[index][1][0]) if index < len(before) else 0
            )
        current: list[tuple[int, Line]] = []

        def note(value: int, line: Line, current: list[tuple[int, Line]] = current) -> None:
            current[:] = [(value, line)]

        score = root.look_closely(depth, before[index][0] if index < len(before) else 0, note)
        done += current
        complete = index + 1 == lines and not root.stopped
        if complete or lines == 1 or found.depth == 0:
            rest = [entry for entry in before if all(entry[1][0] != d[1][0] for d in done)]
            found.lines = (sorted(done, key=lambda entry: -entry[0]) + rest)[:lines]
        if root.stopped:
            break
    return score
