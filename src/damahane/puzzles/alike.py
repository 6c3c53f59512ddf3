"""When two puzzles are the same one in another dress.

Two names are given to each puzzle; two puzzles that share one of them are alike.

- The *core*: its pieces without those that have no part in it, or the mirror image. A piece has no
  part where the position without it is won in as many moves, by the same key only, and the
  main line can still be played. So pieces that have no part may stand elsewhere or be missing.
- The *motif*: the kinds of the pieces that move and are taken in the main line, and the directions
  in which they move, or the mirror image: wherever on the board it is played, and from however far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.fen import Position, format_fen
from damahane.kernel.position import Words, cells, words
from damahane.movegen import Move
from damahane.rules import RuleSet
from damahane.squares import Color

from .grade import directions
from .prover import Prover

_SIDE = 8
_MIRROR = str.maketrans("rl", "lr")


def board_of(position: Sequence[int], rules: RuleSet) -> Board:
    """A board with White to move, from the words of the side to move."""
    a, b, c, d = (int(word) for word in position)
    at = bytearray(cells((a, b, c, d), Color.WHITE, rules.shape))
    return Board.from_fen(format_fen(Position(at, Color.WHITE), rules), rules)


def mirror_square(square: int) -> int:
    """Where a square is seen from behind the board's middle line: a1 is h1."""
    return square ^ (_SIDE - 1)


def mirrored(position: Iterable[int]) -> Words:
    """The words of the mirror image: left and right exchanged."""
    a, b, c, d = (_mirrored_set(int(word)) for word in position)
    return a, b, c, d


def _mirrored_set(squares: int) -> int:
    return sum(1 << mirror_square(bit) for bit in range(64) if squares >> bit & 1)


def core(board: Board, line: Sequence[str], prover: Prover) -> Words:
    """The words of a puzzle without the pieces that have no part in it.

    They are tried one by one and again until all that are left are needed.

    Args:
        board: the puzzle, White to move.
        line: its main line, as full routes.
        prover: of the same rules.
    """
    key, moves = board.parse(line[0]), (len(line) + 1) // 2
    left, before = words(board), None
    while left != before:
        before = left
        for bit in _bits(left):
            less = _without(left, bit)
            if _still(less, line, key, moves, board.rules, prover):
                left = less
    return left


def _bits(position: Words) -> list[int]:
    every = position[0] | position[1] | position[2] | position[3]
    return [1 << square for square in range(64) if every >> square & 1]


def _without(position: Words, bit: int) -> Words:
    a, b, c, d = (word & ~bit for word in position)
    return a, b, c, d


def _still(
    position: Words, line: Sequence[str], key: Move, moves: int, rules: RuleSet, prover: Prover
) -> bool:
    """Whether a position has the same key and line."""
    row = np.array([position], dtype=np.uint64)
    distances = prover.distances(row, moves)
    if distances[0] != moves or prover.key_counts(row, distances)[0] != 1:
        return False
    board = board_of(position, rules)
    if prover.keys(board, moves) != (key,):
        return False
    try:
        for text in line:
            board.push(text)
    except DamahaneError:
        return False
    outcome = board.outcome()
    return outcome is not None and outcome.winner is Color.WHITE


def core_name(board: Board, line: Sequence[str], prover: Prover) -> str:
    """The name of a puzzle's core, the same for its mirror image.

    Which pieces are left can depend on the order in which they are tried; so both the position and
    its mirror image are looked at, and of all the names the least is taken.
    """
    shape = board.shape
    image = [_mirrored_text(text) for text in line]
    one = core(board, line, prover)
    other = core(board_of(mirrored(words(board)), board.rules), image, prover)
    found = (one, mirrored(one), other, mirrored(other))
    least = min(found)
    return format_fen(
        Position(bytearray(cells(least, Color.WHITE, shape)), Color.WHITE), board.rules
    )


def _mirrored_text(text: str) -> str:
    """A route on a mirrored board."""
    last = ord("a") + _SIDE - 1
    return "".join(chr(ord("a") + last - ord(c)) if "a" <= c <= "h" else c for c in text)


def motif(board: Board, line: Sequence[str]) -> str:
    """The name of a main line, such as ``1r 31d 243ru``, the same for its mirror image.

    For each move it has the kinds of the piece that moves and of those it takes, as in
    `Board.cells`, and the directions in which it goes.
    """
    board = board.copy()
    steps = []
    for text in line:
        route, standing = board.parse_route(text), board.cells
        kinds = "".join(str(standing[s]) for s in (route.start, *route.captured))
        steps.append(kinds + directions(route))
        board.push(route)
    name = " ".join(steps)
    return min(name, name.translate(_MIRROR))
