"""From boards to the kernel's words and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from damahane.board import Board
from damahane.errors import RulesError
from damahane.movegen import Move
from damahane.rules import OneEach, Progress, Removal, RuleSet, rule_set
from damahane.squares import ORTHOGONAL8, Color, Piece, Shape

Words = tuple[int, int, int, int]
"""Own men, own kings, their men, their kings, as the side to move sees them.

The bit of a square is that of `bits_of`: rank * 8 + file on the orthogonal board.
"""

HALF_TURN, DIAGONAL, SMALL, REVISIT = 1, 2, 4, 8
"""Bits of a game's number: half turns allowed; diagonal board; of 8x8; passing twice allowed."""
ONE_EACH_SHIFT = 4
"""Above it stands what one piece each means: 0 played on, 1 a draw of two kings, 2 of any two."""

NOTHING, ADVANCE, MAN_MOVE = 0, 1, 2
"""What is progress besides a capture."""
KINGS_1, MEN_1, KINGS_2, MEN_2, ENDING_PLIES, ENDING_PROGRESS, ENDING = range(7)
"""Columns of the endings; see `ending_rows`."""
ENDING_COLUMNS = 7

_ONE_EACH = {OneEach.PLAYED_ON: 0, OneEach.KINGS: 1, OneEach.ANY: 2}


PROGRESS = {Progress.CAPTURE: NOTHING, Progress.ADVANCE: ADVANCE, Progress.MAN_MOVE: MAN_MOVE}


@dataclass(frozen=True, slots=True)
class Flags:
    """What the engine asks of a rule set.

    Attributes:
        game: which moves it has; see `game_of`.
        clock_limit: plies without progress that make a draw; 0 for no such draw.
        sideways_resets: whether a man's sideways move is progress.
        endings: the draws by a count in an ending; see `ending_rows`.
    """

    game: int
    clock_limit: int
    sideways_resets: bool
    endings: tuple[tuple[int, ...], ...]


def flags_of(rules: RuleSet | str) -> Flags:
    """The flags of a rule set.

    Raises:
        RulesError: the kernel does not play it.
    """
    rules = rule_set(rules)
    count = rules.no_progress
    return Flags(
        game=game_of(rules),
        clock_limit=count.plies if count else 0,
        sideways_resets=count is not None and count.progress is Progress.MAN_MOVE,
        endings=ending_rows(rules),
    )


def ending_rows(rules: RuleSet) -> tuple[tuple[int, ...], ...]:
    """The endings of a rule set, a row for each balance of material.

    A row has the (kings, men) of two sides, the plies that make the draw, what starts their count
    anew beside a capture, and the number of the ending.
    """
    rows = []
    for number, ending in enumerate(rules.endings):
        for balance in ending.balances:
            sides = sorted(balance)
            rows.append((*sides[0], *sides[-1], ending.plies, PROGRESS[ending.progress], number))
    return tuple(sorted(rows))


@cache
def game_of(rules: RuleSet | str) -> int:
    """The number that tells compiled code which moves a rule set has.

    Draws by count, repetition and huffing are not in it.

    Raises:
        RulesError: the compiled generators do not play the rule set.
    """
    rules = rule_set(rules)
    shape = rules.shape
    forward, others = ((3, 0), (1, 2)) if shape.diagonal else ((0,), (1, 3))
    sideways = () if shape.diagonal else others
    captures = forward + others
    # Late removal on the orthogonal board and removal at once on a diagonal one are nobody's game.
    removal = Removal.AFTER_MOVE if shape.diagonal else Removal.AT_ONCE
    if (
        rules.removal is not removal
        or set(rules.man_moves) != {*forward, *sideways}
        or set(rules.man_captures) != set(captures)
        or not (shape.diagonal or rules.revisit)
    ):
        raise RulesError(
            f"the compiled generators do not play {rules.id!r}: on {shape.name} they expect "
            f"men that move and capture as in the rule sets there are, and removal {removal.value}"
        )
    number = _ONE_EACH[rules.one_each] << ONE_EACH_SHIFT
    number |= HALF_TURN * rules.half_turn | REVISIT * rules.revisit
    if shape.diagonal:
        number |= DIAGONAL | SMALL * (shape.ranks == 8)
    return number


def board_of(game: int) -> int:
    """The place of a game's board in tables of one for each: 8×8, 10×10 diagonal, 8×8 diagonal."""
    if not game & DIAGONAL:
        return 0
    return 2 if game & SMALL else 1


def diagonal_bit(rank: int, file: int) -> int:
    """The bit of a dark square, rank and file from 0 as the side to move sees them."""
    return 5 * rank + (rank + 1) // 2 + file // 2


@cache
def bits_of(shape: Shape, turn: Color) -> tuple[int, ...]:
    """The bit of each square when `turn` is to move."""
    if shape.diagonal:
        bits = [diagonal_bit(rank, file) for file, rank in shape.coordinates]
        last = max(bits)
        return tuple(last - bit if turn is Color.BLACK else bit for bit in bits)
    last = shape.ranks - 1
    return tuple(8 * (last - r if turn is Color.BLACK else r) + f for f, r in shape.coordinates)


@cache
def squares_of(shape: Shape, turn: Color) -> tuple[int, ...]:
    """The square of each bit when `turn` is to move; -1 where there is none."""
    squares = [-1] * 64
    for square, bit in enumerate(bits_of(shape, turn)):
        squares[bit] = square
    return tuple(squares)


def words(board: Board) -> Words:
    """The four words of a board, for its side to move."""
    found = [0, 0, 0, 0]
    bits = bits_of(board.shape, board.turn)
    other = 2 * board.turn
    for square, code in enumerate(board.cells):
        if code:
            found[(code - 1) ^ other] |= 1 << bits[square]
    return (found[0], found[1], found[2], found[3])


def cells(position: Words, turn: Color, shape: Shape) -> bytes:
    """The cells of a board (see `Board.cells`) from the words of its side to move."""
    found = bytearray(len(shape))
    squares = squares_of(shape, turn)
    for i, word in enumerate(position):
        code = Piece(1 + (i ^ 2 * turn))
        rest = int(word)
        while rest:
            bit = rest.bit_length() - 1
            found[squares[bit]] = code
            rest ^= 1 << bit
    return bytes(found)


def to_move(packed: int, captured: int, turn: Color, shape: Shape = ORTHOGONAL8) -> Move:
    """The `Move` of a kernel move: `start | end << 6` and the set of captured squares."""
    squares = squares_of(shape, turn)
    victims = sorted(squares[bit] for bit in range(64) if captured >> bit & 1)
    return Move(squares[packed & 63], squares[packed >> 6], tuple(victims))
