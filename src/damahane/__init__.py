"""damahane: play, study and program Turkish draughts (dama) and its relatives.

>>> import damahane
>>> board = damahane.Board("dama")
>>> [board.text(move) for move in board.legal_moves][:3]
['a3-a4', 'b3-b4', 'c3-c4']
"""

from __future__ import annotations

from .backing import use_kernel, uses_kernel
from .board import Board, LegalMoves
from .errors import (
    AmbiguousMoveError,
    DamahaneError,
    DrawOfferError,
    FenError,
    GameError,
    HuffError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    PdnError,
    RulesError,
    SquareError,
)
from .game import Game, Huff, Played
from .movegen import Move, Route
from .outcome import Outcome, Termination
from .rules import RULE_SETS, RuleSet
from .squares import Color, Piece, Shape

__version__ = "0.1.0"

__all__ = [
    "RULE_SETS",
    "AmbiguousMoveError",
    "Board",
    "Color",
    "DamahaneError",
    "DrawOfferError",
    "FenError",
    "Game",
    "GameError",
    "Huff",
    "HuffError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "MoveError",
    "Outcome",
    "PdnError",
    "Piece",
    "Played",
    "Route",
    "RuleSet",
    "RulesError",
    "Shape",
    "SquareError",
    "Termination",
    "use_kernel",
    "uses_kernel",
]
