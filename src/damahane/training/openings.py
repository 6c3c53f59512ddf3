"""Openings for matches: level positions a few moves into the game, no two of them alike.

``damahane openings`` makes a suite: it plays random moves, keeps what the engine holds to be level,
and no position that is another's mirror image, or the same with the colours exchanged. A suite is a
text file with an opening a line: its moves, a semicolon, and its score in hundredths of a man for
the side to move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from damahane.board import Board
from damahane.engine import Limits, Request, think
from damahane.errors import DamahaneError, MoveError
from damahane.rules import RuleSet, rule_set
from damahane.squares import Color, Piece, Shape

#: The suite of a board; its games begin alike under every rule set, since no king stands yet.
SUITES: Final = {
    "orthogonal8": "openings-dama.txt",
    "diagonal10": "openings-international.txt",
    "diagonal8": "openings-brazilian.txt",
}
FEWEST_PLIES: Final = 4
MOST_PLIES: Final = 10
#: Hundredths of a man within which a position is level.
LEVEL_SCORE: Final = 30
#: A first look at a position, and how far from level it may then seem.
_GLANCE: Final = Limits(nodes=3000)
_GLANCE_SCORE: Final = 2 * LEVEL_SCORE
_SWAPPED: Final = {0: 0} | {p.value: Piece.of(p.color.other, p.is_king).value for p in Piece}


class OpeningError(DamahaneError):
    """A file that is not a suite of openings."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of a game.

    Attributes:
        moves: as they are written.
        score: what a deep search said, for the side to move; None where none was made.
    """

    moves: tuple[str, ...]
    score: int | None = None

    def __str__(self) -> str:
        text = " ".join(self.moves)
        return text if self.score is None else f"{text} ; {self.score:+d}"

    def board(self, rules: RuleSet | str) -> Board:
        """The position after the moves.

        Raises:
            MoveError: one of them is not legal.
        """
        board = Board(rules)
        for move in self.moves:
            board.push(move)
        return board


def read_openings(path: Path | None, rules: RuleSet | str) -> list[Opening]:
    """The openings of a file, by default those that come with the package.

    Raises:
        OpeningError: the file cannot be read, or a line is no opening.
    """
    rules = rule_set(rules)
    if path is None:
        name = SUITES[rules.shape.name]
        text = (files("damahane.training") / "data" / name).read_text(encoding="utf-8")
        return _parsed(text, name, rules)
    try:
        return _parsed(path.read_text(encoding="utf-8"), str(path), rules)
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningError(f"cannot read the openings of {path}: {error}") from None


def _parsed(text: str, name: str, rules: RuleSet) -> list[Opening]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        moves, _, score = line.partition("#")[0].partition(";")
        if not moves.strip():
            continue
        try:
            opening = Opening(tuple(moves.split()), int(score) if score.strip() else None)
            over = opening.board(rules).outcome()
        except (MoveError, ValueError) as error:
            raise OpeningError(f"line {number} of {name}: {error}") from None
        if over is not None:
            raise OpeningError(f"line {number} of {name}: the game is over after these moves")
        found.append(opening)
    if not found:
        raise OpeningError(f"no opening in {name}; expected lines such as d3-d4 e6-e5")
    return found


def random_openings(rules: RuleSet | str, seed: int) -> Iterator[Opening]:
    """Openings of random moves without end, none like another, whoever stands better."""
    rng = random.Random(seed)
    seen = set()
    while True:
        board, moves = Board(rules), []
        for _ in range(rng.randint(FEWEST_PLIES, MOST_PLIES)):
            move = rng.choice(list(board.legal_moves))
            moves.append(board.text(move))
            board.push(move)
            if board.outcome() is not None:
                break
        if board.outcome() is not None or board.must_capture:
            continue
        key = canonical(board)
        if key not in seen:
            seen.add(key)
            yield Opening(tuple(moves))


def level_openings(
    rules: RuleSet | str,
    count: int,
    *,
    seed: int = 1,
    nodes: int = 200_000,
    progress: Callable[[int], object] | None = None,
) -> list[Opening]:
    """Random openings that the engine holds to be level.

    Args:
        rules: the rule set.
        count: how many.
        seed: the same seed makes the same openings, as long as the engine is the same.
        nodes: how many positions it looks at for each.
        progress: told how many there are, each time that one is found.

    Raises:
        RulesError: the engine does not play the rule set.
    """
    rules = rule_set(rules)
    found: list[Opening] = []
    for opening in random_openings(rules, seed):
        if len(found) == count:
            break
        fen = opening.board(rules).fen(clocks=True)
        if abs(think(Request(rules.id, fen, limits=_GLANCE)).score) > _GLANCE_SCORE:
            continue
        score = think(Request(rules.id, fen, limits=Limits(nodes=nodes))).score
        if abs(score) <= LEVEL_SCORE:
            found.append(Opening(opening.moves, score))
            if progress is not None:
                progress(len(found))
    return found


def canonical(board: Board) -> bytes:
    """What positions have in common that are mirror images, or each other's with colours exchanged.

    On the orthogonal board left and right can be exchanged; on a diagonal one they cannot, since
    only the dark squares are played on.
    """
    cells = board.cells
    if board.turn is Color.BLACK:
        cells = bytes(_SWAPPED[cells[square]] for square in _turned(board.shape))
    if board.shape.diagonal:
        return cells
    return min(cells, bytes(cells[square] for square in _mirrored(board.shape)))


@cache
def _turned(shape: Shape) -> tuple[int, ...]:
    """For each square the one that the other side sees there."""
    last_file, last_rank = shape.files - 1, shape.ranks - 1
    at = {place: square for square, place in enumerate(shape.coordinates)}
    return tuple(
        at[last_file - file if shape.diagonal else file, last_rank - rank]
        for file, rank in shape.coordinates
    )


@cache
def _mirrored(shape: Shape) -> tuple[int, ...]:
    """For each square the one that a mirror shows there."""
    at = {place: square for square, place in enumerate(shape.coordinates)}
    return tuple(at[shape.files - 1 - file, rank] for file, rank in shape.coordinates)
