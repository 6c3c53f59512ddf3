"""The memory a search works in: once for each thread, so that thoughts never share any."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from damahane.errors import DamahaneError
from damahane.kernel.position import board_of

from .evaluation import new_net
from .layout import LENGTHS, LINES, NUMBERS_SIZE, RANKS, REDUCTIONS, STOP, STOPPED, WORDS_SIZE
from .ordering import reductions

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Net = npt.NDArray[np.int16]

ENTRY_BYTES = 16
SMALLEST_TABLE = 1 << 12
"""Entries; fewer serve nobody."""
FASTEST = 4_000_000
"""Nodes a thread may look at in a second, for what a table needs."""


def table_entries(mebibytes: int, nodes: float | None) -> int:
    """The entries of a table that is no larger than allowed, nor than so many nodes can use."""
    largest = 1 << ((mebibytes << 20) // ENTRY_BYTES).bit_length() - 1
    if nodes is None or nodes >= largest:
        return largest
    return min(largest, max(SMALLEST_TABLE, 1 << (2 * int(nodes)).bit_length()))


@dataclass(slots=True)
class Workspace:
    """The arrays of one search; `search` says what is where.

    Attributes:
        entries: the transposition table as large as it has been; a search uses the front of it.
        words: moves and lines.
        numbers: limits, rules, counters and what orders the moves.
        nets: for each board the network, and its views of the positions of a line.
        ended: whether the search is to end for good.
    """

    entries: Words = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    words: Words = field(default_factory=lambda: np.zeros(WORDS_SIZE, dtype=np.uint64))
    numbers: Numbers = field(default_factory=lambda: np.zeros(NUMBERS_SIZE, dtype=np.int64))
    nets: dict[int, Net] = field(default_factory=dict)
    ended: bool = False

    def __post_init__(self) -> None:
        self.numbers[REDUCTIONS:] = reductions()

    def cleared_table(self, mebibytes: int, nodes: float | None) -> Words:
        """An empty transposition table.

        Its memory is kept for the next thought; what is more than that one allows is given back.

        Args:
            mebibytes: its size at most.
            nodes: how many positions may be looked at; None if nobody knows.

        Raises:
            DamahaneError: there is not so much memory.
        """
        size = 2 * table_entries(mebibytes, nodes)
        if not size <= self.entries.size <= 2 * table_entries(mebibytes, None):
            self.entries = np.zeros(0, dtype=np.uint64)  # before there are two of them
            try:
                # Not np.zeros, whose memory comes in small pages, one after another.
                self.entries = np.empty(size, dtype=np.uint64)
            except MemoryError:
                raise DamahaneError(f"no memory for a table of {mebibytes} MiB") from None
        table = self.entries[:size]
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
        self.ended = False

    def end(self) -> None:
        """End a search that runs in another thread, for good."""
        self.ended = True
        self.numbers[STOP] = 1

    def interrupt(self) -> None:
        """Stop a search that runs in another thread; it may go on with another depth."""
        self.numbers[STOP] = 1

    def resume(self) -> None:
        """Go on after an interrupt; an end stays one, even one that comes meanwhile."""
        self.numbers[STOP] = self.numbers[STOPPED] = 0
        if self.ended:
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
        found.append(Workspace())
    return found[index]
