"""The reference move generator: the rules, as code that can be read next to them.

It is written to be checked, not to be fast; the kernel is held against it. It works on the
cells of a board, one code for each square: 0 for an empty square, else a `Piece`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from .rules import Removal, RuleSet
from .squares import DIRECTIONS, Color, Piece, opposite

EMPTY: Final = 0
#: In a chain, a square that can be neither crossed nor landed on nor jumped: a piece that was
#: jumped and leaves later, or a square that may not be passed again.
CLOSED: Final = 5


class Move(NamedTuple):
    """A move: from where, to where, and what it captures. That fixes the position it leads to.

    Attributes:
        start: the square the piece leaves.
        end: the square on which it stands afterwards.
        captured: the squares of the captured pieces, ascending; empty for a quiet move.
    """

    start: int
    end: int
    captured: tuple[int, ...] = ()

    @property
    def is_capture(self) -> bool:
        """Whether the move captures anything."""
        return bool(self.captured)


class Route(NamedTuple):
    """A way to play a move; several routes can be the same move.

    Attributes:
        stops: every square on which the piece stands, in order, from its start to its end.
        captured: the squares of the captured pieces, in order.
    """

    stops: tuple[int, ...]
    captured: tuple[int, ...] = ()

    @property
    def start(self) -> int:
        """The square the piece leaves."""
        return self.stops[0]

    @property
    def end(self) -> int:
        """The square on which it stands afterwards."""
        return self.stops[-1]

    @property
    def is_capture(self) -> bool:
        """Whether the route captures anything."""
        return bool(self.captured)

    @property
    def move(self) -> Move:
        """The move this is a route of."""
        return Move(self.stops[0], self.stops[-1], tuple(sorted(self.captured)))


class _Side(NamedTuple):
    """What the generator looks up for one side; the tuples are indexed by square or by code."""

    man: int
    king: int
    steps: tuple[tuple[int, ...], ...]
    jumps: tuple[tuple[tuple[int, int], ...], ...]
    enemy: tuple[bool, ...]
    crowning: frozenset[int]


class MoveGenerator:
    """The moves of one rule set. Stateless; take one from `generator`."""

    __slots__ = ("_half_turn", "_rays", "_removed", "_revisit", "_sides", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._rays = rules.shape.rays
        self._half_turn = rules.half_turn
        self._revisit = rules.revisit
        self._removed = EMPTY if rules.removal is Removal.AT_ONCE else CLOSED
        self._sides = tuple(_side(rules, color) for color in Color)

    def routes(self, cells: bytes | bytearray, turn: Color) -> list[Route]:
        """Every legal route of the side to move.

        A capture is compulsory, and it must be one of those that take the greatest number of
        pieces, kings and men counting one each.
        """
        return self.captures(cells, turn) or self.quiet(cells, turn)

    def quiet(self, cells: bytes | bytearray, turn: Color) -> list[Route]:
        """Every move without a capture, whether or not a capture is due."""
        side = self._sides[turn]
        man, king, steps, rays = side.man, side.king, side.steps, self._rays
        found = []
        for square, piece in enumerate(cells):
            if piece == man:
                found += [Route((square, to)) for to in steps[square] if not cells[to]]
            elif piece == king:
                for ray in rays[square]:
                    for target in ray:
                        if cells[target]:
                            break
                        found.append(Route((square, target)))
        return found

    def captures(
        self, cells: bytes | bytearray, turn: Color, *, any_length: bool = False
    ) -> list[Route]:
        """Every capture that takes the greatest number of pieces, or none if there is none.

        Args:
            cells: the position.
            turn: the side to move.
            any_length: list every capture, shorter ones and chains broken off early included
                (what a player may do where a missed capture is huffed).
        """
        chains = _Chains(self, self._sides[turn], bytearray(cells), any_length)
        return self._search(chains, cells)

    def captures_within(
        self, steps: int, cells: bytes | bytearray, turn: Color, *, any_length: bool = False
    ) -> list[Route] | None:
        """The captures, or None where finding them takes more jumps than `steps`.

        In play it seldom takes a hundred. A position set up by hand can take billions.

        Args:
            steps: the most jumps to try.
            cells: the position.
            turn: the side to move.
            any_length: as of `captures`.
        """
        chains = _CountedChains(self, self._sides[turn], bytearray(cells), any_length)
        chains.left = steps
        try:
            return self._search(chains, cells)
        except _OutOfSteps:
            return None

    def _search(self, chains: _Chains, cells: bytes | bytearray) -> list[Route]:
        man, king = chains.side.man, chains.side.king
        for square, piece in enumerate(cells):
            if piece == man:
                chains.begin(square)
                chains.extend_man(square)
                chains.end(square, man)
            elif piece == king:
                chains.begin(square)
                chains.extend_king(square, None)
                chains.end(square, king)
        return chains.found

    def apply(self, cells: bytes | bytearray, move: Move | Route, turn: Color) -> bytearray:
        """The cells after a move of this position; the move is not checked.

        The captured pieces go before the piece lands: a king may end where it captured. A man
        whose move ends on the far rank is crowned.
        """
        after = bytearray(cells)
        side = self._sides[turn]
        piece, end = after[move.start], move.end
        after[move.start] = EMPTY
        for square in move.captured:
            after[square] = EMPTY
        after[end] = side.king if end in side.crowning else piece
        return after


class _Chains:
    """A depth-first search for the captures of one position.

    The cells change as the chain grows: the moving piece is lifted off, and what is captured
    or may not be passed again is marked, so that looking at the cells is all there is to a step.
    """

    __slots__ = (
        "_any_length", "_captured", "_cells", "_generator", "_most", "_rays", "_stops", "found",
        "side",
    )  # fmt: skip

    def __init__(
        self, generator: MoveGenerator, side: _Side, cells: bytearray, any_length: bool
    ) -> None:
        self._generator = generator
        self._rays = generator._rays
        self.side = side
        self._cells = cells
        self._any_length = any_length
        self._stops: list[int] = []
        self._captured: list[int] = []
        self._most = 1
        self.found: list[Route] = []

    def begin(self, square: int) -> None:
        """Lift a piece off; its square is free to others' chains, or closed if none may return."""
        self._stops.append(square)
        self._cells[square] = EMPTY if self._generator._revisit else CLOSED

    def end(self, square: int, piece: int) -> None:
        """Put the piece back."""
        self._stops.pop()
        self._cells[square] = piece

    def extend_man(self, square: int) -> None:
        """Try every capture of a man from here: an adjacent enemy, the square behind it empty."""
        cells, enemy = self._cells, self.side.enemy
        for over, landing in self.side.jumps[square]:
            if enemy[cells[over]] and not cells[landing]:
                marks = self._take(over, (over, landing), landing)
                self.extend_man(landing)  # still a man, on the far rank too
                self._give_back(marks)

    def extend_king(self, square: int, arrived: int | None) -> None:
        """Try every capture of a king from here, in all lines but straight back.

        Args:
            square: where the king stands.
            arrived: the direction in which it came here by a capture; None at the start.
        """
        cells, enemy = self._cells, self.side.enemy
        barred = None if arrived is None or self._generator._half_turn else opposite(arrived)
        for direction in DIRECTIONS:
            if direction == barred:  # half turn
                continue
            ray = self._rays[square][direction]
            for distance, over in enumerate(ray):
                if not cells[over]:
                    continue
                if enemy[cells[over]]:
                    for beyond in range(distance + 1, len(ray)):
                        landing = ray[beyond]
                        if cells[landing]:
                            break
                        marks = self._take(over, ray[: beyond + 1], landing)
                        self.extend_king(landing, direction)
                        self._give_back(marks)
                break

    def _take(
        self, over: int, passed: tuple[int, ...], landing: int
    ) -> tuple[tuple[int, int], ...]:
        """Add a jump to the chain; gives what `_give_back` needs to take it off again."""
        cells = self._cells
        if self._generator._revisit:
            marks: tuple[tuple[int, int], ...] = ((over, cells[over]),)
            cells[over] = self._generator._removed
        else:
            marks = tuple((square, cells[square]) for square in passed)
            for square in passed:
                cells[square] = CLOSED
        self._stops.append(landing)
        self._captured.append(over)
        self._keep()
        return marks

    def _give_back(self, marks: tuple[tuple[int, int], ...]) -> None:
        self._stops.pop()
        self._captured.pop()
        for square, piece in marks:
            self._cells[square] = piece

    def _keep(self) -> None:
        """Keep the chain as it stands, unless longer ones are known."""
        count = len(self._captured)
        if count > self._most and not self._any_length:
            self._most = count
            self.found.clear()
        if count >= self._most or self._any_length:
            self.found.append(Route(tuple(self._stops), tuple(self._captured)))


class _OutOfSteps(Exception):  # noqa: N818 - a way out of the recursion
    """The chains took more jumps than were allowed."""


class _CountedChains(_Chains):
    """A search that gives up after so many jumps."""

    __slots__ = ("left",)

    left: int

    def _keep(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _OutOfSteps
        super()._keep()


def _side(rules: RuleSet, color: Color) -> _Side:
    rays = rules.shape.rays
    moves = rules.directions(rules.man_moves, color)
    captures = rules.directions(rules.man_captures, color)
    enemies = (Piece.of(color.other, False), Piece.of(color.other, True))
    return _Side(
        man=Piece.of(color, False).value,
        king=Piece.of(color, True).value,
        steps=tuple(tuple(lines[d][0] for d in moves if lines[d]) for lines in rays),
        jumps=tuple(
            tuple((lines[d][0], lines[d][1]) for d in captures if len(lines[d]) > 1)
            for lines in rays
        ),
        enemy=tuple(code in enemies for code in range(CLOSED + 1)),
        crowning=frozenset(rules.crowning_squares(color)),
    )


@cache
def generator(rules: RuleSet) -> MoveGenerator:
    """The move generator of a rule set; made once and shared."""
    return MoveGenerator(rules)
