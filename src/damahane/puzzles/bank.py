"""The puzzles that come with the package, and the form in which they are kept."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from damahane.board import Board
from damahane.errors import DamahaneError

GRADES: Final = (1, 2, 3, 4, 5)
"""How hard a puzzle is, from what one sees at once to what takes a master."""
FILE: Final = "dama.jsonl.xz"


class BankError(DamahaneError):
    """What should be puzzles cannot be read as such."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A move that wins, and what wins against each reply.

    Attributes:
        move: the move as a full route, such as ``"d4xd6xf6"``.
        replies: each reply as a full route, and what wins against it; empty where the game is over.
    """

    move: str
    replies: Mapping[str, Solution] = field(default_factory=dict)

    def __len__(self) -> int:
        """How many positions it has in which the winner is to move."""
        return 1 + sum(len(solution) for solution in self.replies.values())

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Every line of play, as full routes."""
        if not self.replies:
            yield (self.move,)
        for reply, solution in self.replies.items():
            for line in solution.lines():
                yield (self.move, reply, *line)

    def pack(self) -> list[Any]:
        """As `unpack` reads it: the move, then what wins against each reply."""
        if not self.replies:
            return [self.move]
        return [self.move, {reply: after.pack() for reply, after in self.replies.items()}]

    @classmethod
    def unpack(cls, packed: list[Any]) -> Solution:
        """A solution from what `pack` made of it.

        Raises:
            ValueError: it is nothing that `pack` makes.
        """
        move, *rest = packed
        if not isinstance(move, str) or len(rest) > 1:
            raise ValueError(f"expected a move and its replies; found {packed!r:.60}")
        replies = rest[0] if rest else {}
        return cls(move, {reply: cls.unpack(after) for reply, after in replies.items()})


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which White, to move, wins in so many moves, and by one first move only.

    Attributes:
        id: its name for good: it is made of the position.
        fen: the position.
        moves: in how many of its own moves White wins, 2 or 3; not in fewer.
        grade: how hard it is, one of `GRADES`.
        difficulty: how hard it is among the puzzles of its grade: higher is harder.
        themes: what makes it worth looking at: ``"sacrifice"``, ``"quiet"``, ``"turn"``.
        source: ``"play"`` or ``"sparse"``: where the position was found.
        solution: what wins against every defence.
    """

    id: str
    fen: str
    moves: int
    grade: int
    difficulty: float
    themes: tuple[str, ...]
    source: str
    solution: Solution

    @property
    def key(self) -> str:
        """The first move, as a full route."""
        return self.solution.move

    def board(self) -> Board:
        """The position, to play on."""
        return Board.from_fen(self.fen, "dama")

    def pack(self) -> dict[str, Any]:
        """As `unpack` reads it: its attributes, such as JSON has."""
        kept = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return kept | {"themes": list(self.themes), "solution": self.solution.pack()}

    @classmethod
    def unpack(cls, kept: dict[str, Any]) -> Puzzle:
        """A puzzle from what `pack` made of it.

        Raises:
            ValueError: a value cannot be what it should.
            KeyError: something is missing.
            TypeError: likewise, or something is too much.
        """
        if not all(isinstance(kept[name], str) for name in ("id", "fen", "source")):
            raise ValueError(f"id {kept['id']!r}, position {kept['fen']!r}; expected two texts")
        themes, solution = tuple(kept["themes"]), Solution.unpack(kept["solution"])
        puzzle = cls(**kept | {"themes": themes, "solution": solution})
        if puzzle.grade not in GRADES or puzzle.moves not in (2, 3):
            raise ValueError(
                f"grade {puzzle.grade!r} and {puzzle.moves!r} moves; expected a grade from "
                f"{GRADES[0]} to {GRADES[-1]}, and 2 or 3 moves"
            )
        return puzzle


def write(puzzles: Iterable[Puzzle]) -> bytes:
    """Puzzles as the bytes of a file: packed JSON, one a line."""
    lines = [json.dumps(puzzle.pack(), separators=(",", ":")) + "\n" for puzzle in puzzles]
    return lzma.compress("".join(lines).encode(), preset=9)


def read(data: bytes, name: str = FILE) -> tuple[Puzzle, ...]:
    """The puzzles in the bytes of a file.

    Raises:
        BankError: it is not a file of puzzles; says which line is wrong.
    """
    try:
        lines = lzma.decompress(data).decode().splitlines()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise BankError(f"{name} is not a file of puzzles: {error}") from error
    return tuple(_puzzle(line, number, name) for number, line in enumerate(lines, 1))


def _puzzle(line: str, number: int, name: str) -> Puzzle:
    try:
        return Puzzle.unpack(json.loads(line))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BankError(f"line {number} of {name} is not a puzzle: {error}") from error


@cache
def bank() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, easiest first.

    Raises:
        BankError: the file is damaged, or cannot be read.
    """
    try:
        data = files("damahane.puzzles").joinpath("data", FILE).read_bytes()
    except OSError as error:
        raise BankError(f"{FILE} cannot be read: {error}") from error
    return read(data)
