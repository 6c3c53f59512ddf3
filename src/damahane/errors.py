"""What can go wrong, each with its own type.

Every error is a `ValueError`, says what was wrong, where, and what was expected, and leaves
everything as it was::

    ValueError
     └── DamahaneError
          ├── RulesError             no such rule set, or one that this part cannot serve
          ├── SquareError            no such square on this board
          ├── FenError               a text that is not a position
          ├── MoveError              a text or value that is not a move here
          │    ├── InvalidMoveError      it cannot be read as a move at all
          │    ├── IllegalMoveError      it can be read, but the rules do not allow it
          │    └── AmbiguousMoveError    it fits several moves
          ├── GameError              not possible at this point of the game
          │    ├── DrawOfferError        an offer or answer out of turn
          │    └── HuffError             a claim that does not hold
          └── PdnError               a damaged game file, with line and column
"""

from __future__ import annotations

_SHOWN = 80


def quoted(text: str) -> str:
    """A text as an error quotes it: as Python writes it, and only its beginning if it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


class DamahaneError(ValueError):
    """The base of every error of this package."""


class RulesError(DamahaneError):
    """No such rule set, or one that the part asked cannot serve."""


class SquareError(DamahaneError):
    """No such square on the board."""


class FenError(DamahaneError):
    """A text that does not describe a position of the rule set.

    Attributes:
        kind: what is wrong: ``"turn"``, ``"empty"``, ``"square"``, ``"twice"``, ``"crowning"``, or
            ``"text"`` for whatever else cannot be read.
        where: the square or the part of the text that it is about, if there is one.
    """

    def __init__(self, message: str, kind: str = "text", where: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.where = where

    def __reduce__(self) -> tuple[type[FenError], tuple[str, str, str]]:
        return (FenError, (str(self), self.kind, self.where))


class MoveError(DamahaneError):
    """A text or value that is not a move in the position."""


class InvalidMoveError(MoveError):
    """A text that cannot be read as a move."""


class IllegalMoveError(MoveError):
    """A move that the rules do not allow in the position."""


class AmbiguousMoveError(MoveError):
    """A text that fits several legal moves."""


class GameError(DamahaneError):
    """An action that is not possible at this point of the game."""


class DrawOfferError(GameError):
    """A draw offered or answered when it may not be."""


class HuffError(GameError):
    """A huff without the right to it, or of the wrong piece."""


class PdnError(DamahaneError):
    """A damaged game file.

    Attributes:
        line: the line of the damage, from 1.
        column: the column of the damage, from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[PdnError], tuple[str, int, int]]:
        return (PdnError, (self.message, self.line, self.column))
