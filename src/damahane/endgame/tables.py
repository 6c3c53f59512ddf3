"""The tables of a rule set in memory, and what they say of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.kernel.position import Words, cells, words
from damahane.movegen import Move
from damahane.rules import RuleSet
from damahane.squares import Color

from .index import BASE, Layout, layout_of, number_of, places_of
from .probe import UNKNOWN, result_of
from .signature import Signature, signatures
from .store import Store
from .terms import Terms, terms_of


class Ending(NamedTuple):
    """What a position is worth under best play, counts and repetitions left aside.

    Attributes:
        value: 1 where the side to move wins, -1 where it loses, 0 for a draw.
        plies: how long the winner needs and the loser can hold out; 0 for a draw.
    """

    value: int
    plies: int

    @classmethod
    def of(cls, result: int) -> Ending:
        """From the byte of a table."""
        if result == 0:
            return cls(0, 0)
        return cls(1 if result % 2 == 0 else -1, result - 1)

    @property
    def before(self) -> Ending:
        """What a move to this position is worth for the side that makes it."""
        return Ending(-self.value, self.plies + 1 if self.value else 0)

    @property
    def moves(self) -> int:
        """The plies in moves of the side that makes the last one."""
        return (self.plies + 1) // 2

    @property
    def order(self) -> tuple[int, int]:
        """Greater for what is better for the side to move."""
        return (self.value, -self.value * self.plies)

    def __str__(self) -> str:
        if self.value == 0:
            return "draw"
        how = "wins" if self.value > 0 else "loses"
        return f"{how} in {self.moves}" if self.plies else "lost"


class Weighed(NamedTuple):
    """A legal move and what it is worth for the side that makes it."""

    move: Move
    ending: Ending


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The tables of a rule set.

    Attributes:
        rules: the rule set.
        pieces: up to how many pieces, both sides together.
        values: the results of all positions, uint8; see `probe`.
        places: where each signature's are; see `index`.
        lookup: the rows; see `index`.
        stretch: the most plies that a won position needs to come to progress (in the sense of the
            rule set's draw by count) or to its end, or 0 where it has not been measured.
    """

    rules: RuleSet
    pieces: int
    values: npt.NDArray[np.uint8]
    places: npt.NDArray[np.int64]
    lookup: npt.NDArray[np.int32]
    stretch: int = 0

    @classmethod
    def joined(
        cls,
        rules: RuleSet,
        pieces: int,
        values: npt.NDArray[np.uint8],
        stretch: int = 0,
        run: Callable[..., Iterable[Layout]] = map,
    ) -> Tables:
        """From the tables of all signatures, one behind the other in the order of `listed`.

        Args:
            rules: the rule set.
            pieces: up to how many pieces.
            values: the results.
            stretch: see above.
            run: does what `map` does, to lay the tables out on several threads.

        Raises:
            DamahaneError: there are not as many results as there are positions.
        """
        # Not by `layout_of`, which would keep the lookups once more.
        layouts = list(run(Layout.of, listed(pieces)))
        bases = np.cumsum([0, *(layout.size for layout in layouts)]).tolist()
        if values.size != bases[-1]:
            raise DamahaneError(
                f"tables of {pieces} pieces with {values.size} results; expected {bases[-1]}"
            )
        places, lookup = places_of(layouts, bases[:-1])
        return cls(rules, pieces, values, places, lookup, stretch)

    @classmethod
    def built(cls, rules: RuleSet, pieces: int, store: Store) -> Tables:
        """From the slices in a folder.

        Raises:
            DamahaneError: a slice is missing or damaged.
        """
        chunks = [table for count in range(2, pieces + 1) for table in store.tables(count).values()]
        return cls.joined(rules, pieces, np.concatenate(chunks))

    @property
    def terms(self) -> Terms:
        """The rules as the solver has them."""
        return terms_of(self.rules)

    @property
    def limit(self) -> int:
        """The plies without progress that make a draw; 0 for no such draw."""
        return self.terms.clock_limit

    def table(self, signature: Signature) -> npt.NDArray[np.uint8]:
        """The results of a signature's positions."""
        layout = layout_of(signature)
        base = int(self.places[number_of(signature), BASE])
        return self.values[base : base + layout.size]

    def result(self, position: Words) -> int:
        """The byte of a position, or `UNKNOWN`."""
        found: int = result_of(
            *(np.uint64(word) for word in position), self.pieces, self.values, self.places,
            self.lookup,
        )  # fmt: skip
        return found

    def probe(self, board: Board) -> Ending | None:
        """What a position is worth, or None where it is not in the tables.

        That is where there are too many pieces, or a man on its own first rank, or one side has
        none. The board's counts and past are not looked at.

        Raises:
            DamahaneError: the board is of another rule set.
        """
        if board.rules != self.rules:
            raise DamahaneError(f"tables of {self.rules.id!r} asked about {board.rules.id!r}")
        result = self.result(words(board))
        return None if result == UNKNOWN else Ending.of(result)

    def moves(self, board: Board) -> list[Weighed] | None:
        """Every legal move with what it is worth, the best first; None as in `probe`.

        Raises:
            DamahaneError: the board is of another rule set.
        """
        if self.probe(board) is None:
            return None
        found, board = [], board.copy()
        for move in list(board.legal_moves):
            board.push(move)
            # A side without pieces has lost.
            ending = self.probe(board) or Ending(-1, 0)
            board.pop()
            found.append(Weighed(move, ending.before))
        return sorted(found, key=lambda weighed: weighed.ending.order, reverse=True)

    def board(self, signature: Signature, place: int, turn: Color = Color.WHITE) -> Board:
        """The position at a place of a signature's table."""
        position = layout_of(signature).position(place)
        code = cells(position, turn, self.rules.shape)
        return Board.from_fen(_fen(code, turn, self.rules), self.rules)


def _fen(code: bytes, turn: Color, rules: RuleSet) -> str:
    from damahane.fen import Position, format_fen

    return format_fen(Position(bytearray(code), turn), rules)


def listed(pieces: int) -> tuple[Signature, ...]:
    """The signatures of up to so many pieces in the order in which their tables are joined."""
    return tuple(s for count in range(2, pieces + 1) for s in signatures(count))
