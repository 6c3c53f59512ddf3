"""Iterative deepening: ever deeper searches of one position, on one thread or several.

Each depth is searched within a narrow window about the value of the one before, widened where the
value falls outside. Further threads search the same position and share what they find in the
transposition table; with one thread the same position and limits have the same result.
"""

from __future__ import annotations

import math
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
from .pace import LEAST, Pace
from .request import TABLE_MIB, Limits
from .stop import Stop
from .table import DECIDED, WIN
from .workspace import FASTEST, Workspace, helper, workspace

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
    """Stop the search of a workspace after some seconds, in which it finds a move at least."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(max(seconds, LEAST), workspace.end)
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


class _Team:
    """Threads that search one position, each depth together.

    They share the table, so that what one has found the others need not look for. Whoever is the
    first to have searched a depth in full has done so for all: the others leave it, and go on with
    the next one. Where several lines are wanted the first member alone looks for them all.

    Attributes:
        joint: whether a depth that any member has searched is done.
        depth: the last depth that has been searched in full.
        score: the value found there.
        line: the line found there.
    """

    def __init__(self, members: list[_Root], deepest: int, joint: bool) -> None:
        self.joint = joint
        self._lock = threading.Lock()
        self._members = members
        self._deepest = deepest
        self._at = [0 for _ in members]
        self.depth = self.score = 0
        self.line: Line = []

    @property
    def nodes(self) -> int:
        """The positions that all have looked at."""
        return sum(int(root.space.numbers[layout.NODES]) for root in self._members)

    def begin(self, number: int) -> int:
        """The depth that a member is to search next, deeper than before; 0 if there is none."""
        with self._lock:
            depth = max(self.depth, 0 if self.joint else self._at[number]) + 1
            if depth > self._deepest:
                return 0
            self._at[number] = depth
            self._members[number].space.resume()
            return depth

    def finish(self, depth: int, score: int, line: Line) -> None:
        """Take what a member has found at a depth if it is the first, and call off the others."""
        with self._lock:
            if depth <= self.depth:
                return
            self.depth, self.score, self.line = depth, score, line
            for root, at in zip(self._members, self._at, strict=True):
                if at <= depth:
                    root.space.interrupt()


def _help(team: _Team, root: _Root, number: int) -> None:
    """Search with the team until ended."""
    line: list[Line] = [[]]

    def note(_: int, found: Line) -> None:
        line[0] = found

    while not root.space.ended and (depth := team.begin(number)):
        score = root.look_closely(depth, team.score, note)
        if team.joint and not root.stopped:
            team.finish(depth, score, line[0])


@contextmanager
def _gathered(first: _Root, helpers: int, deepest: int, joint: bool) -> Iterator[_Team]:
    """A thread and so many others that help it, until the block is left."""
    others = [_Root(first.task, helper(index), first.table) for index in range(helpers)]
    team = _Team([first, *others], deepest, joint)
    threads = [
        threading.Thread(target=_help, args=(team, root, number), daemon=True)
        for number, root in enumerate(others, 1)
    ]
    for thread in threads:
        thread.start()
    try:
        yield team
    finally:
        for root in others:
            root.space.end()
        for thread in threads:
            thread.join()


def deepen(
    task: Task,
    limits: Limits,
    *,
    lines: int = 1,
    threads: int = 1,
    table_mib: int = TABLE_MIB,
    on_depth: Callable[[Found], object] | None = None,
    stop: Stop | None = None,
    started: float | None = None,
) -> Found:
    """Deepen until a limit is met, or a win or loss is certain, or another thread ends it.

    `on_depth` is told what was found after each depth but the last. The time after which the search
    is ended runs from `started` on, by `time.perf_counter`; that after which no depth is begun runs
    from now on, so that something is looked at even where getting ready took long.
    """
    begun = time.perf_counter()
    space, hard = workspace(), _hard_limit(limits)
    nodes = limits.nodes if hard is None or limits.nodes else FASTEST * threads * hard
    root = _Root(task, space, space.cleared_table(table_mib, nodes))
    found = Found([(0, [root.first])])
    if root.count < 0:
        return Found([(WIN - 1, [root.first])], 1, 1)
    if limits.nodes is not None:
        space.numbers[layout.NODE_LIMIT] = limits.nodes
    told = root.told
    lines = min(lines, root.count, layout.MOST_EXCLUDED)
    pace = Pace(limits.clock.share, root.count == 1) if limits.clock else None
    deepest = min(limits.depth or search.MAX_DEPTH, search.MAX_DEPTH)
    helpers = threads - 1 if limits.nodes is None else 0
    spent = time.perf_counter() - (begun if started is None else started)
    with (
        _gathered(root, helpers, deepest, lines == 1) as team,
        _alarm(space, None if hard is None else hard - spent),
        stop.calls(space.end) if stop else nullcontext(),
    ):
        while depth := team.begin(0):
            _catch_up(found, team, root)
            score = _search_lines(root, depth, lines, found)
            found.nodes = team.nodes
            if not root.stopped:
                found.depth = depth
                team.finish(depth, score, found.line)
            elif team.depth >= depth:
                _catch_up(found, team, root)
                score = team.score
            else:
                break
            if (abs(score) > DECIDED and WIN - abs(score) <= found.depth) or found.score == told:
                break
            if on_depth is not None:
                on_depth(found)
            if pace is not None:
                pace.note(found.line[0], found.score)
            if time.perf_counter() - begun >= _soft_limit(limits, pace):
                break
        else:
            _catch_up(found, team, root)
    return found


def _catch_up(found: Found, team: _Team, root: _Root) -> None:
    """Take what other members have found at greater depths."""
    if team.joint and team.depth > found.depth:
        found.depth, found.lines = team.depth, [(team.score, team.line)]
        root.space.numbers[layout.ROOT_FIRST] = _signature(team.line[0])


def _hard_limit(limits: Limits) -> float | None:
    """Seconds after which the search is ended."""
    both = (limits.seconds, None if limits.clock is None else limits.clock.hard)
    return min((seconds for seconds in both if seconds is not None), default=None)


def _soft_limit(limits: Limits, pace: Pace | None) -> float:
    """Seconds after which no further depth is begun."""
    both = (limits.soft, None if pace is None else pace.seconds)
    return min((seconds for seconds in both if seconds is not None), default=math.inf)


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
