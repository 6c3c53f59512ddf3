"""Positions set up by hand: whether they can be played from, and in plain words why not."""

from __future__ import annotations

from damahane import Board, Color, FenError, RuleSet

from . import words
from .explain import Refusal
from .naming import called
from .play import Refused, check


def read(fen: str, rules: RuleSet) -> Board | Refusal:
    """The position that a text describes, or what is wrong with the text."""
    try:
        return Board.from_fen(fen, rules)
    except FenError as error:
        return Refusal("bad_position", unreadable(error, rules), _squares(error, rules))


def _squares(error: FenError, rules: RuleSet) -> tuple[str, ...]:
    if error.kind not in ("twice", "crowning"):
        return ()
    return (rules.shape.names[rules.shape.square(error.where)],)


def _called(error: FenError, rules: RuleSet) -> str:
    return called(rules.shape, rules.shape.square(error.where))


def unreadable(error: FenError, rules: RuleSet) -> str:
    """What is wrong with a text that describes no position."""
    match error.kind:
        case "turn":
            text = str(words.FEN_NEEDS_TURN)
        case "square":
            text = words.fen_no_such_square(error.where)
        case "twice":
            text = words.fen_two_on(_called(error, rules))
        case "crowning":
            text = words.fen_uncrowned(_called(error, rules))
        case _:
            text = words.fen_looks_like(
                "W:W31,K32:B19,20" if rules.shape.diagonal else "W:Wa2,Kb3:Ba7,b7"
            )
    return text


def trouble(board: Board) -> Refusal | None:
    """Why a position cannot be played from, or None where it can."""
    try:
        check(board)
    except Refused as refused:
        return refused.refusal
    for side in Color:
        if not any(board.material(side)):
            return Refusal("bad_position", words.side_is_missing(side))
    outcome = board.outcome()
    if outcome is not None:
        return Refusal("over", words.over_already(words.ending(outcome, board, None)))
    return None
