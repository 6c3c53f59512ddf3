"""The memory a search works in: once for each thread, so that thoughts never share any."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from .evaluation import board_of, new_net
from .layout import LENGTHS, LINES, NUMBERS_SIZE, RANKS, REDUCTIONS, STOP, WORDS_SIZE
from .ordering import reductions

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Net = npt.NDArray[np.int16]

LARGEST_TABLE = 1 << 20
SMALLEST_TABLE = 1 << 12


@dataclass(slots=True)
class Workspace:
    """The arrays of one search; `search` says what is where.

    Attributes:
        entries: the transposition table at its largest; a search uses the front of it.
        words: moves and lines.
        numbers: limits, rules, counters and what orders the moves.
        nets: for each board the network, and its views of the positions of a line.
    """

    entries: Words = field(default_factory=lambda: np.zeros(2 * LARGEST_TABLE, dtype=np.uint64))
    words: Words = field(default_factory=lambda: np.zeros(WORDS_SIZE, dtype=np.uint64))
    numbers: Numbers = field(default_factory=lambda: np.zeros(NUMBERS_SIZE, dtype=np.int64))
    nets: dict[int, Net] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers[REDUCTIONS:] = reductions()

    def cleared_table(self, nodes: int | None) -> Words:
        """An empty transposition table of a size that fits a number of nodes."""
        size = LARGEST_TABLE
        if nodes is not None:
            size = min(size, max(SMALLEST_TABLE, 1 << (2 * nodes).bit_length()))
        table = self.entries[: 2 * size]
        table.fill(0)
        return table

    def net(self, game: int) -> Net:
        """The network of a game's board."""
        found = self.nets.get(kind := board_of(game))
        if found is None:
            found = self.nets[kind] = new_net(game)
        return found

    def clear(self) -> None:
        """Forget what earlier searches left."""
        self.numbers[:RANKS] = 0

    def end(self) -> None:
        """End a search that runs in another thread."""
        self.numbers[STOP] = 1

    def line(self) -> list[tuple[int, int]]:
        """The best line from the root: moves and what they capture."""
        length = int(self.numbers[LENGTHS])
        row = self.words[LINES : LINES + 2 * length].tolist()
        return list(zip(row[::2], row[1::2], strict=True))


_local = threading.local()


def workspace() -> Workspace:
    """The workspace of the thread that asks."""
    found: Workspace | None = getattr(_local, "workspace", None)
    if found is None:
        found = _local.workspace = Workspace()
    return found


def helper(index: int) -> Workspace:
    """The workspace of the n-th thread that helps the one that asks."""
    found: list[Workspace] | None = getattr(_local, "helpers", None)
    if found is None:
        found = _local.helpers = []
    while len(found) <= index:
        found.append(Workspace(entries=np.zeros(0, dtype=np.uint64)))
    return found[index]
