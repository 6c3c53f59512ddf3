"""The results of tables in a table of their own: who wins with what against what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .index import layout_of
from .signature import Signature
from .tables import Tables, listed


@dataclass(frozen=True, slots=True)
class Line:
    """The results of one signature.

    Attributes:
        signature: which; the side to move comes first.
        positions: how many there are, mirror images counted.
        won: how many of them the side to move wins.
        lost: how many it loses.
        longest_win: the most plies to a win; 0 where there is none.
        longest_loss: the most plies to a loss; 0 where there is none.
        example: a position that takes the longest win, or else the longest loss, as a FEN with
            White to move; empty where all are drawn.
    """

    signature: Signature
    positions: int
    won: int
    lost: int
    longest_win: int
    longest_loss: int
    example: str

    def share(self, number: int) -> float:
        """A number of positions in per cent of all."""
        return 100 * number / self.positions

    @property
    def drawn(self) -> int:
        """How many positions are drawn."""
        return self.positions - self.won - self.lost


def lines(tables: Tables) -> Iterator[Line]:
    """The results of each signature, those of fewer pieces and men first."""
    for signature in listed(tables.pieces):
        yield _line(tables, signature)


def _line(tables: Tables, signature: Signature) -> Line:
    layout, table = layout_of(signature), tables.table(signature)
    # A row stands for its mirror image, too, unless it is its own.
    rows = table.reshape(layout.rows, layout.columns)
    counts = 2 * np.bincount(table, minlength=256)
    counts -= np.bincount(rows[layout.symmetric].ravel(), minlength=256)
    won, lost = counts[2::2], counts[1::2]
    longest_win = 2 * int(won.nonzero()[0].max(initial=-1)) + 1
    longest_loss = 2 * int(lost.nonzero()[0].max(initial=0))
    result = longest_win + 1 if longest_win > 0 else longest_loss + 1
    example = ""
    if won.any() or lost.any():
        example = tables.board(signature, int((table == result).argmax())).fen()
    return Line(
        signature, int(counts.sum()), int(won.sum()), int(lost.sum()), max(longest_win, 0),
        longest_loss, example,
    )  # fmt: skip


def material(kings: int, men: int) -> str:
    """The pieces of one side, as 2K+M."""
    parts = [f"{count if count > 1 else ''}{name}" for count, name in ((kings, "K"), (men, "M"))
             if count]  # fmt: skip
    return "+".join(parts)


def markdown(found: list[Line]) -> Iterator[str]:
    """The lines as a table of Markdown."""
    yield "| to move | against | positions | wins | loses | draws | longest win | longest loss |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for line in found:
        a, b, c, d = line.signature
        shares = " | ".join(f"{line.share(n):.1f}" for n in (line.won, line.lost, line.drawn))
        win = line.longest_win or "–"
        loss = line.longest_loss if line.lost else "–"
        yield (
            f"| {material(b, a)} | {material(d, c)} | {line.positions:,} | {shares} "
            f"| {win} | {loss} |"
        )
