"""Positions and moves as the Hub protocol writes them.

A position is one letter for the side to move, ``W`` or ``B``, and one for each square: ``w`` and
``b`` are men, ``W`` and ``B`` kings, ``e`` is empty. The squares come in the order of
`Shape.names`:

* on diagonal boards by their numbers, 1 at the top left as White sees the board: 50 squares on
  10×10, 32 on 8×8. This is what the protocol says.
* on the orthogonal board, of which the protocol says nothing, a1, b1, … h1, a2, … h8: 64 squares
  in the order of `Board.cells`.

A quiet move is written as usual: ``32-28``, ``d3-d4``. A capture lists the start, the end, and
then every piece taken, in any order: ``28x19x23``, ``d4xd8xd5xd7``. Where a chain comes back to
its start, start and end are the same: ``d4xd4xd5xe6xf5xe4``.
"""

from __future__ import annotations

from typing import Final

from damahane.board import Board
from damahane.errors import FenError, IllegalMoveError, InvalidMoveError, SquareError, quoted
from damahane.movegen import Move
from damahane.rules import RuleSet
from damahane.squares import Color, Piece, Shape

_EMPTY: Final = "e"
_LETTERS: Final = {0: _EMPTY} | {piece.value: piece.symbol for piece in Piece}
_PIECES: Final = {letter: code for code, letter in _LETTERS.items() if code}
_TURNS: Final = {"W": Color.WHITE, "B": Color.BLACK}
#: No move names more squares: start, end, and the pieces of a side.
_MOST_SQUARES: Final = 66


def format_position(board: Board) -> str:
    """A position; what it does not tell are the counts that may end the game.

    >>> format_position(Board("brazilian"))
    'Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    return "WB"[board.turn] + "".join(_LETTERS[code] for code in board.cells)


def parse_position(text: str, rules: RuleSet) -> Board:
    """The board that a position describes.

    Raises:
        FenError: it has not a letter for each square, or is not a possible position.
    """
    squares = len(rules.shape)
    if len(text) != squares + 1:
        raise FenError(
            f"position {quoted(text)} has {len(text)} letters; expected {squares + 1} for "
            f"{rules.id}: W or B for the side to move, and one of w b W B e for each square"
        )
    if text[0] not in _TURNS:
        raise FenError(f"side to move {text[0]!r} in position {quoted(text)}; expected W or B")
    sides: dict[Color, list[str]] = {color: [] for color in Color}
    for square, letter in enumerate(text[1:]):
        code = _PIECES.get(letter)
        if code is not None:
            piece = Piece(code)
            sides[piece.color].append("K" * piece.is_king + rules.shape.usual(square))
        elif letter != _EMPTY:
            raise FenError(
                f"{letter!r} on {rules.shape.usual(square)} in position {quoted(text)}; "
                "expected one of w b W B e"
            )
    white, black = (",".join(sides[color]) for color in Color)
    return Board.from_fen(f"{text[0]}:W{white}:B{black}", rules)


def format_move(move: Move, shape: Shape) -> str:
    """A move, with every piece it takes."""
    squares = (move.start, move.end, *move.captured)
    return ("x" if move.captured else "-").join(shape.usual(square) for square in squares)


def parse_move(text: str, board: Board) -> Move:
    """The legal move that a text names.

    Where the pieces taken are left out, the text is read as `Board.parse` does.

    Raises:
        InvalidMoveError: it cannot be read as a move.
        IllegalMoveError: it is not a legal move here.
        AmbiguousMoveError: it names none of the pieces taken, and fits several moves.
    """
    parts = text.split("x") if "x" in text else text.split("-")
    if not 2 <= len(parts) <= _MOST_SQUARES or ("x" not in text and len(parts) > 2):
        raise InvalidMoveError(f"{quoted(text)} is not a move; expected {_example(board.shape)}")
    try:
        start, end, *captured = (board.shape.square(part) for part in parts)
    except SquareError as error:
        raise InvalidMoveError(f"{quoted(text)} is not a move: {error}") from None
    if "x" in text and not captured:
        return board.parse(text)
    move = Move(start, end, tuple(sorted(captured)))
    if move not in board.legal_moves:
        raise IllegalMoveError(f"{quoted(text)} is not legal in {board.fen()}{_offer(board)}")
    return move


def _example(shape: Shape) -> str:
    return "32-28 or 28x19x23" if shape.diagonal else "d3-d4 or d4xd6xd5"


def _offer(board: Board) -> str:
    listed = [format_move(move, board.shape) for move in board.legal_moves]
    return f"; expected one of {', '.join(listed)}" if 0 < len(listed) <= 8 else ""


def recent(board: Board) -> tuple[Board, tuple[Move, ...]]:
    """The position from which on all that the rules count can be seen, and the moves since.

    It is the one after the last move that can't be taken back, or an earlier one where a count
    began before it. The board keeps its moves: it is one that was played on.
    """
    base = board.copy()
    moves: list[Move] = []
    counted = max(board.quiet_clock, board.ending_clock)
    while base.move_stack:
        move = base.pop()
        if len(moves) >= counted and base.is_progress(move):
            base.push(move)
            break
        moves.append(move)
    return base, tuple(reversed(moves))
