"""Proving puzzles again: everything that is said of one, from its position alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.squares import Color

from .alike import core_name, motif
from .arise import could_arise
from .bank import Puzzle, Solution
from .find import id_of
from .grade import grade_of, main_line, sight_of
from .prover import Prover


class PuzzleError(DamahaneError):
    """What is said of a puzzle is not so."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A puzzle of which all is so.

    Attributes:
        id: its name.
        lines: how many lines its solution has.
        names: its core and its motif; see `alike`.
    """

    id: str
    lines: int
    names: tuple[str, str]


def check(puzzle: Puzzle, prover: Prover) -> Checked:
    """Prove a puzzle again.

    It is won in as many own moves as it says and not in fewer, by its key only; its solution has
    every reply and wins in time against each, with no line longer and one as long; its grade and
    themes are those of its position.

    Raises:
        PuzzleError: something is not so; says of which puzzle and what.
        DamahaneError: the position cannot be read.
    """
    board = puzzle.board()
    _claim(puzzle, board.turn is Color.WHITE, "White is not to move")
    _claim(puzzle, puzzle.id == id_of(board.fen()), f"its name should be {id_of(board.fen())}")
    _claim(puzzle, could_arise(board), "it cannot come about in a game")
    distance = prover.distance(board, puzzle.moves)
    _claim(puzzle, distance == puzzle.moves, f"it is won in {distance or 'more'} moves")
    keys = [board.text(move, full=True) for move in prover.keys(board, puzzle.moves)]
    _claim(puzzle, keys == [puzzle.key], f"it is won by {', '.join(keys)}")
    longest, lines = _walk(puzzle, board, puzzle.solution)
    _claim(puzzle, longest == puzzle.moves, f"its solution takes {longest} moves")
    sight = sight_of(board, puzzle.solution)
    _claim(puzzle, sight.themes == puzzle.themes, f"its themes are {sight.themes}")
    _claim(puzzle, bool(sight.themes), "it has no theme")
    _claim(
        puzzle,
        (sight.difficulty, grade_of(sight.difficulty)) == (puzzle.difficulty, puzzle.grade),
        f"its difficulty is {sight.difficulty}, of grade {grade_of(sight.difficulty)}",
    )
    line = main_line(puzzle.solution)
    return Checked(puzzle.id, lines, (core_name(board, line, prover), motif(board, line)))


def check_unlike(checked: Iterable[Checked]) -> None:
    """Check that no two puzzles are the same or alike.

    Raises:
        PuzzleError: two are; says which.
    """
    seen: dict[str, str] = {}
    for one in checked:
        for name in (one.id, *one.names):
            if name in seen:
                raise PuzzleError(f"puzzles {seen[name]} and {one.id} are alike: {name}")
            seen[name] = one.id


def _claim(puzzle: Puzzle, holds: bool, otherwise: str) -> None:
    if not holds:
        raise PuzzleError(
            f"puzzle {puzzle.id}, {puzzle.fen}, is said to be won in {puzzle.moves} moves by "
            f"{puzzle.key}: {otherwise}"
        )


def _walk(puzzle: Puzzle, board: Board, solution: Solution) -> tuple[int, int]:
    """Play a solution out: the most own moves of its lines, and their number."""
    board.push(solution.move)
    outcome = board.outcome()
    expected = {board.text(move, full=True) for move in board.legal_moves} if not outcome else set()
    _claim(
        puzzle,
        set(solution.replies) == expected,
        f"replies are missing, or too many: {board.fen()}",
    )
    longest = lines = 0
    if outcome is not None:
        _claim(puzzle, outcome.winner is Color.WHITE, f"no win at the end: {board.fen()}")
        lines = 1
    for reply, after in solution.replies.items():
        board.push(reply)
        below, more = _walk(puzzle, board, after)
        board.pop()
        longest, lines = max(longest, below), lines + more
    board.pop()
    return longest + 1, lines
