"""From boards to the kernel's words and back."""

from __future__ import annotations

from dataclasses import dataclass

from damahane.board import Board
from damahane.errors import RulesError
from damahane.movegen import Move
from damahane.rules import OneEach, Progress, Removal, RuleSet, rule_set
from damahane.squares import Color, Piece

Words = tuple[int, int, int, int]
"""Own men, own kings, their men, their kings; bit = rank * 8 + file as the side to move sees it."""

SHAPE = "orthogonal8"
TURN_ROUND = 56
"""`square ^ TURN_ROUND` is the same square seen from the other side."""


@dataclass(frozen=True, slots=True)
class Flags:
    """What the kernel asks of a rule set.

    Attributes:
        half_turn: whether a king may turn by 180 degrees within a chain.
        one_each: 0 where one piece each is played on, 1 where two kings are a draw, 2 for any two.
        clock_limit: plies without progress that make a draw; 0 for no such draw.
        sideways_resets: whether a man's sideways move is progress.
    """

    half_turn: bool
    one_each: int
    clock_limit: int
    sideways_resets: bool


_ONE_EACH = {OneEach.PLAYED_ON: 0, OneEach.KINGS: 1, OneEach.ANY: 2}


def flags_of(rules: RuleSet | str) -> Flags:
    """The flags of a rule set.

    Raises:
        RulesError: the compiled generator does not play it.
    """
    rules = rule_set(rules)
    if rules.shape.name != SHAPE or rules.removal is not Removal.AT_ONCE or rules.endings:
        raise RulesError(
            f"the compiled generator does not play {rules.id!r} on {rules.shape.name}; "
            f"expected a rule set on {SHAPE}"
        )
    count = rules.no_progress
    return Flags(
        half_turn=rules.half_turn,
        one_each=_ONE_EACH[rules.one_each],
        clock_limit=count.plies if count else 0,
        sideways_resets=count is not None and count.progress is Progress.MAN_MOVE,
    )


def words(board: Board) -> Words:
    """The four words of a board, for its side to move.

    Raises:
        RulesError: the board is not of the kernel's shape.
    """
    flags_of(board.rules)
    own_man, own_king = Piece.of(board.turn, False), Piece.of(board.turn, True)
    their_man, their_king = Piece.of(board.turn.other, False), Piece.of(board.turn.other, True)
    sets = {own_man: 0, own_king: 0, their_man: 0, their_king: 0}
    turned = TURN_ROUND if board.turn is Color.BLACK else 0
    for square, code in enumerate(board.cells):
        if code:
            sets[Piece(code)] |= 1 << (square ^ turned)
    return sets[own_man], sets[own_king], sets[their_man], sets[their_king]


def to_move(packed: int, captured: int, turn: Color) -> Move:
    """The `Move` of a kernel move: `start | end << 6` and the set of captured squares."""
    turned = TURN_ROUND if turn is Color.BLACK else 0
    victims = sorted(square ^ turned for square in range(64) if captured >> square & 1)
    return Move((packed & 63) ^ turned, (packed >> 6) ^ turned, tuple(victims))
