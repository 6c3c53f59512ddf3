"""What is won and lost by captures alone, by the rules as the reference generator has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from damahane.movegen import Move, MoveGenerator, Route, generator
from damahane.rules import RuleSet
from damahane.squares import Color, Piece

from .score import WIN

MAN = 100
KING = 300

Cells = bytes | bytearray


def worth(pieces: Iterable[Piece]) -> int:
    """What pieces are worth, in hundredths of a man."""
    return sum(KING if piece.is_king else MAN for piece in pieces)


@dataclass(slots=True)
class Exchanges:
    """Plays captures out.

    Attributes:
        rules: the rule set.
        nodes: how many positions may be looked at.
        looked: how many were.
    """

    rules: RuleSet
    nodes: int
    looked: int = 0
    generator: MoveGenerator = field(init=False)

    def __post_init__(self) -> None:
        self.generator = generator(self.rules)

    def best(self, cells: Cells, turn: Color, depth: int) -> tuple[int, tuple[Move, ...]]:
        """What the side to move wins by capturing, and by which captures; nothing where it cannot.

        Args:
            cells: the position.
            turn: the side to move.
            depth: captures in turn that are looked at, 1 or more.
        """
        return self.best_of(cells, turn, depth, self.generator.captures(cells, turn))

    def best_of(
        self, cells: Cells, turn: Color, depth: int, routes: list[Route]
    ) -> tuple[int, tuple[Move, ...]]:
        """As `best`, where the captures have been listed."""
        best, best_line = -WIN, tuple[Move, ...]()
        for move in dict.fromkeys(route.move for route in routes):
            self.looked += 1
            gain, line = self.gain(cells, move, turn), tuple[Move, ...]()
            if depth > 1 and self.looked < self.nodes:
                after = self.generator.apply(cells, move, turn)
                loss, line = self.best(after, turn.other, depth - 1)
                gain -= loss
            if gain > best:
                best, best_line = gain, (move, *line)
        return (best, best_line) if routes else (0, ())

    def gain(self, cells: Cells, move: Move, turn: Color) -> int:
        """What a move takes, and what a man gains by being crowned."""
        taken = worth(Piece(cells[square]) for square in move.captured)
        crowned = self.is_crowned(cells, move, turn)
        return taken + (KING - MAN) * crowned

    def is_crowned(self, cells: Cells, move: Move, turn: Color) -> bool:
        """Whether a move crowns a man."""
        is_man = not Piece(cells[move.start]).is_king
        return is_man and move.end in self.rules.crowning_squares(turn)
