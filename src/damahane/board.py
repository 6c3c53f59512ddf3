"""A position, its legal moves, and making and taking back moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from . import fen as fens
from . import notation
from .backing import Backing, backing, note_listing
from .errors import GameError, IllegalMoveError
from .movegen import EMPTY, Move, MoveGenerator, Route, generator
from .outcome import Outcome, Termination
from .rules import Ending, Material, OneEach, Progress, RuleSet, rule_set
from .squares import Color, Piece, Shape

_OTHER = (Color.BLACK, Color.WHITE)
_KINGS = (Piece.WHITE_KING.value, Piece.BLACK_KING.value)


class LegalMoves(Collection[Move]):
    """The legal moves of a board as it stands: a live view, listed when it is first looked at.

    Two routes with the same start, end and captured pieces are one move. The order is that of
    `Board.routes`.
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._listed())

    def __len__(self) -> int:
        return len(self._board._listed())

    def __bool__(self) -> bool:
        return bool(self._board._listed())

    def __contains__(self, move: object) -> bool:
        return move in self._board._listed()

    def __repr__(self) -> str:
        texts = ", ".join(self._board.text(move) for move in self)
        return f"<LegalMoves: {texts or 'none'}>"


class _State(NamedTuple):
    """All that a move changes; a board is one of these and those before it."""

    cells: bytearray
    turn: Color
    quiet_clock: int
    ending: Ending | None
    ending_clock: int


class Board:
    """A position of a rule set, with the moves that led to it.

    >>> board = Board("dama")
    >>> len(board.legal_moves)
    8
    >>> board.push("d3-d4")
    Move(start=19, end=27, captured=())
    >>> board.turn
    <Color.BLACK: 1>

    Attributes:
        rules: the rule set.
        shape: its board: the squares, their names and numbers.
    """

    __slots__ = ("_backing", "_first_ply", "_generator", "_most", "_moves", "_past", "_played",
                 "_routes", "_state", "rules", "shape")  # fmt: skip

    rules: RuleSet
    shape: Shape
    _backing: Backing
    _generator: MoveGenerator
    _most: int
    _state: _State
    _past: list[_State]
    _played: list[Move]
    _first_ply: int
    _routes: tuple[Route, ...] | None
    _moves: list[Move] | None

    def __init__(self, rules: RuleSet | str = "dama") -> None:
        """The starting position.

        Raises:
            RulesError: there is no such rule set.
        """
        rules = rule_set(rules)
        self._set(rules, fens.Position(bytearray(_made_of(rules).start), Color.WHITE))

    @classmethod
    def from_fen(cls, text: str, rules: RuleSet | str = "dama") -> Board:
        """The position that a FEN describes.

        >>> Board.from_fen("W:WKa1,b2:Bh7.").fen()
        'W:WKa1,b2:Bh7'

        Raises:
            FenError: the text is not a position, or not a possible one.
            RulesError: there is no such rule set.
        """
        board = cls.__new__(cls)
        board._set(rule_set(rules), fens.parse_fen(text, rule_set(rules)))
        return board

    def _set(self, rules: RuleSet, position: fens.Position) -> None:
        self.rules = rules
        self.shape = rules.shape
        made = _made_of(rules)
        self._generator, self._backing, self._most = made.generator, made.backing, made.most
        self._past = []
        self._played = []
        self._first_ply = 2 * (position.move_number - 1) + position.turn
        ending = _ending(rules, position.cells)
        self._state = _State(position.cells, position.turn, position.quiet_clock, ending, 0)
        self._forget()

    def _forget(self) -> None:
        self._routes = None
        self._moves = None

    # What stands where

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._state.turn

    @property
    def cells(self) -> bytes:
        """One code for each square: 0 where it is empty, else the value of its `Piece`."""
        return bytes(self._state.cells)

    @property
    def key(self) -> tuple[bytes, Color]:
        """What makes two positions the same for the draw by repetition; hashable."""
        return (bytes(self._state.cells), self._state.turn)

    @property
    def quiet_clock(self) -> int:
        """The plies since the last capture or other progress (see `RuleSet.no_progress`).

        Where the rule set has no such draw, a man's advance is the progress.
        """
        return self._state.quiet_clock

    @property
    def ending_clock(self) -> int:
        """The plies since the present ending arose (see `RuleSet.endings`), 0 outside of any."""
        return self._state.ending_clock

    @property
    def ending(self) -> Ending | None:
        """The ending whose count is running, if any."""
        return self._state.ending

    @property
    def ply(self) -> int:
        """The plies played since the game began, those before a given FEN included."""
        return self._first_ply + len(self._played)

    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves made on this board, oldest first."""
        return tuple(self._played)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square (0 up to the number of squares), or None."""
        if not 0 <= square < len(self._state.cells):
            raise IndexError(f"square {square} is off a board of {len(self._state.cells)} squares")
        code = self._state.cells[square]
        return Piece(code) if code else None

    def pieces(self) -> dict[int, Piece]:
        """Every piece by its square, ascending."""
        return {s: Piece(code) for s, code in enumerate(self._state.cells) if code}

    def material(self, color: Color) -> Material:
        """How many kings and how many men a side has."""
        return _material(self._state.cells, color)

    # What may be played

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: a view with ``in``, ``len`` and iteration.

        They follow from the position alone; a drawn position still has them.
        """
        return LegalMoves(self)

    def routes(self) -> tuple[Route, ...]:
        """Every legal route; several may be the same move."""
        if self._routes is None:
            cells, turn = self._state.cells, self._state.turn
            if self._backing.routes is None:
                note_listing()
            routes = self._backing.routes or self._generator.routes
            self._routes = tuple(routes(cells, turn))
        return self._routes

    def _listed(self) -> list[Move]:
        """The legal moves in their order."""
        if self._moves is None:
            listed = self._backing.moves
            if listed is None:
                self._moves = list(dict.fromkeys(route.move for route in self.routes()))
            else:
                self._moves = listed(self._state.cells, self._state.turn)
        return self._moves

    def playable_routes(self) -> tuple[Route, ...]:
        """Every route that `push` accepts: the legal ones, or with huffing any that looks legal.

        With huffing on, a due capture can be missed: by a quiet move, by a smaller capture or by
        breaking a chain off. The due captures come first.
        """
        if not self.rules.huffing or not self.must_capture:
            return self.routes()
        cells, turn = self._state.cells, self.turn
        others = self._generator.captures(cells, turn, any_length=True)
        others += self._generator.quiet(cells, turn)
        return tuple(dict.fromkeys((*self.routes(), *others)))

    @property
    def must_capture(self) -> bool:
        """Whether a capture is due."""
        return self.due > 0

    @property
    def due(self) -> int:
        """How many pieces the side to move must capture; 0 when there is nothing to capture."""
        moves = self._listed()
        return len(moves[0].captured) if moves else 0

    def capturing_pieces(self) -> tuple[int, ...]:
        """The squares of the pieces that can make a due capture, ascending."""
        if not self.must_capture:
            return ()
        return tuple(sorted({move.start for move in self._listed()}))

    def continuations(self, stops: Sequence[int] = ()) -> tuple[int, ...]:
        """Where a piece can stop next, ascending.

        Args:
            stops: the squares so far, the start included; empty to ask which pieces can move.
        """
        done = tuple(stops)
        count = len(done)
        return tuple(
            sorted({r.stops[count] for r in self.routes() if r.stops[:count] == done != r.stops})
        )

    # Playing

    def push(self, move: Move | Route | str) -> Move:
        """Make a move, given as a value or as text; gives it back.

        Raises:
            MoveError: it is not a legal move here, or the text is not clear. The board is as it
                was.
        """
        listed = self._moves
        if listed is None or not isinstance(move, Move) or move not in listed:
            move = self._playable(move)
        state = self._state
        cells, turn, clock, ending, ending_clock = state
        after = self._generator.apply(cells, move, turn)
        arisen = None
        if len(after) - after.count(EMPTY) <= self._most:
            arisen = _ending(self.rules, after)
        if arisen is None or arisen is not ending or self.is_progress(move, arisen.progress):
            ending_clock = 0
        else:
            ending_clock += 1
        draw = self.rules.no_progress
        progress = Progress.ADVANCE if draw is None else draw.progress
        clock = 0 if self.is_progress(move, progress) else clock + 1
        self._past.append(state)
        self._played.append(move)
        self._state = _State(after, _OTHER[turn], clock, arisen, ending_clock)
        self._routes = self._moves = None
        return move

    def _playable(self, move: Move | Route | str) -> Move:
        """The legal move meant.

        Raises:
            MoveError: there is none.
        """
        if isinstance(move, str):
            return self.parse(move)
        if isinstance(move, Route):
            if move in self.playable_routes():
                return move.move
        elif move in self._listed() or (
            self.rules.huffing and notation.route_of(move, self.playable_routes())
        ):
            return move
        # The general case of a move that is refused: say it in words.
        stops = move.stops if isinstance(move, Route) else (move.start, move.end)
        names = [self.shape.usual(s) if 0 <= s < len(self.shape) else repr(s) for s in stops]
        raise IllegalMoveError(
            f"{'x'.join(names) if move.captured else '-'.join(names)} is not legal in {self.fen()}"
        )

    def is_progress(self, move: Move, progress: Progress = Progress.ADVANCE) -> bool:
        """Whether a move of this position starts a count anew; asked before it is made.

        A move that is progress by `Progress.ADVANCE` can't be taken back: no position before it
        comes again.
        """
        if move.captured:
            return True
        if progress is Progress.CAPTURE or self._state.cells[move.start] in _KINGS:
            return False
        if progress is Progress.MAN_MOVE:
            return True
        rank_from, rank_to = (self.shape.coordinates[s][1] for s in (move.start, move.end))
        return rank_from != rank_to  # men never go back

    def pop(self) -> Move:
        """Take the last move back; gives it.

        Raises:
            GameError: no move has been made on this board.
        """
        if not self._past:
            raise GameError("no move to take back")
        self._state = self._past.pop()
        self._forget()
        return self._played.pop()

    def peek(self) -> Move:
        """The last move.

        Raises:
            GameError: no move has been made on this board.
        """
        if not self._played:
            raise GameError("no move has been made")
        return self._played[-1]

    def remove(self, square: int) -> None:
        """Take a piece off, as a huff does, and with it the moves that can be taken back.

        Counts start anew, and the side to move stays.

        Raises:
            GameError: there is no piece on the square.
        """
        if self.piece_at(square) is None:
            raise GameError(f"no piece on {self.shape.usual(square)} to remove")
        cells = bytearray(self._state.cells)
        cells[square] = EMPTY
        self._first_ply = self.ply
        self._past.clear()
        self._played.clear()
        self._state = _State(cells, self.turn, 0, _ending(self.rules, cells), 0)
        self._forget()

    # Text

    def parse(self, text: str) -> Move:
        """The legal move that a text names.

        Squares are names or, on diagonal boards, numbers. The first and last square are enough
        where they fit one move; otherwise as many stops between as make it clear.

        >>> Board.from_fen("W:WKd4,a2:Bd5,e6,f5,e4").parse("d4xd4").captured
        (28, 35, 37, 44)

        Raises:
            InvalidMoveError: the text cannot be read.
            IllegalMoveError: it names no legal move.
            AmbiguousMoveError: it names several.
        """
        return self.parse_route(text).move

    def parse_route(self, text: str) -> Route:
        """As `parse`, but gives the route; where several routes are the same move, the first."""
        return notation.parse_route(text, self.playable_routes(), self.shape)

    def route(self, move: Move) -> Route:
        """A route of a move of this position; the first where there are several.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        found = notation.route_of(self._playable(move), self.playable_routes())
        assert found is not None
        return found

    def text(self, move: Move | Route, *, full: bool = False) -> str:
        """How a move of this position is written: ``d3-d4``, ``d4xf6``.

        A capture is given by its first and last square where that is clear, else by all its
        stops.

        Args:
            move: a legal move or route.
            full: give all stops in any case.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        if isinstance(move, Route):
            self._playable(move)
            route = move
        else:
            route = self.route(move)
        return notation.move_text(route, self.playable_routes(), self.shape, full=full)

    def fen(self, *, clocks: bool = False) -> str:
        """The position as text, such as ``W:Wa2,Kb3:Ba7``.

        Args:
            clocks: add the plies without progress and the move number: ``:H12:F27``. There is no
                place for the count of an ending, nor for what has been repeated.
        """
        number = self.ply // 2 + 1
        position = fens.Position(self._state.cells, self.turn, self.quiet_clock, number)
        return fens.format_fen(position, self.rules, clocks=clocks)

    # Ends

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board, or None while it goes on.

        A side without pieces or moves has lost, whatever the counts say.
        """
        for color in (self.turn, self.turn.other):
            if not any(self.material(color)):
                return Outcome(Termination.NO_PIECES, color.other)
        if not self._listed():
            return Outcome(Termination.NO_MOVES, self.turn.other)
        termination = self._draw()
        return Outcome(termination, None) if termination else None

    def _draw(self) -> Termination | None:
        count, ending = self.rules.no_progress, self.ending
        if _is_one_each(self.rules, self._state.cells):
            return Termination.ONE_EACH
        if self.repetitions() >= self.rules.repetition:
            return Termination.REPETITION
        if count is not None and self.quiet_clock >= count.plies:
            return Termination.NO_PROGRESS
        if ending is not None and self.ending_clock >= ending.plies:
            return Termination.ENDING
        return None

    def repetitions(self) -> int:
        """How often the position, with this side to move, has arisen on this board; 1 or more.

        A man's sideways move can be taken back, so it does not end the search.
        """
        now = self._state
        return 1 + sum(old.turn == now.turn and old.cells == now.cells for old in self._past)

    def perft(self, depth: int, *, distinct: bool = False) -> int:
        """The number of leaves of the tree of legal moves.

        A finished position has none below it; as in all published counts, only what the position
        itself shows counts as finished, not repetition nor a count of plies.

        Args:
            depth: in plies; 0 gives 1.
            distinct: count moves, not routes.

        Raises:
            ValueError: the depth is negative.
        """
        if depth < 0:
            raise ValueError(f"perft depth {depth}; expected 0 or more")
        if depth > 0 and not all(any(self.material(color)) for color in Color):
            return 0
        if self._backing.moves is not None:
            return self._backing.perft(self, depth, distinct)
        return self._perft(self._state.cells, self.turn, depth, distinct)

    def _perft(self, cells: bytearray, turn: Color, depth: int, distinct: bool) -> int:
        if depth == 0:
            return 1
        if _is_one_each(self.rules, cells):
            return 0
        routes = self._generator.routes(cells, turn)
        moves = list(dict.fromkeys(r.move for r in routes)) if distinct else routes
        if depth == 1:
            return len(moves)
        apply = self._generator.apply
        return sum(
            self._perft(apply(cells, move, turn), turn.other, depth - 1, distinct) for move in moves
        )

    # Values

    def copy(self, *, stack: bool = True) -> Board:
        """An independent copy.

        Args:
            stack: with the moves made, so that they can be taken back and repetitions count.
        """
        twin = Board.__new__(Board)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._past = list(self._past) if stack else []
        twin._played = list(self._played) if stack else []
        twin._first_ply = self._first_ply if stack else self.ply
        return twin

    def __copy__(self) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether rule set, position, side to move and counts are the same; not how they arose."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.rules == other.rules and self._state == other._state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        switch = ".with_huffing()" if self.rules.huffing else ""
        rules = f"RULE_SETS[{self.rules.id!r}]{switch}" if switch else repr(self.rules.id)
        return f"Board.from_fen({self.fen(clocks=self.quiet_clock > 0)!r}, {rules})"

    def __str__(self) -> str:
        """A diagram: w and b are men, W and B kings, dots are empty squares."""
        rows = [["." if not self.shape.diagonal else " "] * self.shape.files
                for _ in range(self.shape.ranks)]  # fmt: skip
        for square, (file, rank) in enumerate(self.shape.coordinates):
            piece = self.piece_at(square)
            rows[rank][file] = piece.symbol if piece else "."
        return "\n".join(" ".join(row).rstrip() for row in reversed(rows))

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        return board_svg(self)


def _material(cells: bytearray, color: Color) -> Material:
    return (cells.count(Piece.of(color, True)), cells.count(Piece.of(color, False)))


def _is_one_each(rules: RuleSet, cells: bytearray) -> bool:
    """Whether the position is drawn by one piece against one."""
    if rules.one_each is OneEach.PLAYED_ON or len(cells) - cells.count(EMPTY) != 2:
        return False
    white, black = (_material(cells, color) for color in Color)
    if rules.one_each is OneEach.KINGS:
        return white == black == (1, 0)
    return sum(white) == sum(black) == 1


def _ending(rules: RuleSet, cells: bytearray) -> Ending | None:
    """The ending of the rule set that the position belongs to."""
    if not rules.endings:
        return None
    white, black = (_material(cells, color) for color in Color)
    return next((ending for ending in rules.endings if ending.holds(white, black)), None)


class _Made(NamedTuple):
    """What all boards of a rule set have in common.

    Attributes:
        generator: the reference generator.
        backing: what lists the moves.
        most: a position of more pieces than this is in none of the rule set's endings.
        start: the cells of the starting position.
    """

    generator: MoveGenerator
    backing: Backing
    most: int
    start: bytes


@cache
def _made_of(rules: RuleSet) -> _Made:
    """What the boards of a rule set share; made once."""
    cells = bytearray(len(rules.shape))
    for color in Color:
        for square in rules.home_squares(color):
            cells[square] = Piece.of(color, king=False)
    balances = [pair for ending in rules.endings for pair in ending.balances]
    most = max((sum(map(sum, pair)) * 2 // len(pair) for pair in balances), default=0)
    return _Made(generator(rules), backing(rules), most, bytes(cells))
