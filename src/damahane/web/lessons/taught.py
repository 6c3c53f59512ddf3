"""Which lesson teaches the rule by which a move was refused or a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from damahane import Board, Termination
from damahane.refusal import Reason

from . import steps

#: By the code of a refusal, with the moves and captures of men and of kings told apart.
_REFUSED: Final[dict[str, tuple[str, str]]] = {
    Reason.CAPTURE_DUE.value: ("must", "must"),
    Reason.TAKES_FEWER.value: ("most", "most"),
    Reason.GOES_ON.value: ("chain", "chain"),
    Reason.HALF_TURN.value: ("half-turn", "half-turn"),
    Reason.REVISIT.value: ("twice", "twice"),
    Reason.NO_ROOM.value: ("man-takes", "king-takes"),
    Reason.OFF_LINE.value: ("man-moves", "king-moves"),
    Reason.BACKWARD.value: ("man-moves", "king-moves"),
    Reason.TOO_FAR.value: ("man-moves", "king-moves"),
    Reason.BLOCKED.value: ("man-moves", "king-moves"),
}
_ENDED: Final = {
    Termination.NO_MOVES: "win-moves",
    Termination.ONE_EACH: "one-each",
    Termination.REPETITION: "three-times",
    Termination.NO_PROGRESS: "count",
    Termination.ENDING: "lone-king",
}


def of_refusal(code: str, board: Board, stops: Sequence[int]) -> str | None:
    """The address of the lesson on why the squares tried are no move, if there is one."""
    found = _REFUSED.get(code)
    piece = board.piece_at(stops[0]) if stops else None
    if found is None or piece is None:
        return None
    return _address(board.rules.id, found[piece.is_king])


def of_end(ended: Termination, rules: str) -> str | None:
    """The address of the lesson on an end that no player chose, if there is one."""
    return _address(rules, _ENDED.get(ended))


def _address(rules: str, lesson: str | None) -> str | None:
    known = {step.id for step in steps(rules)}
    if lesson == "chain" and lesson not in known:
        lesson = "most"  # on the diagonal boards chains are told of there
    return f"/learn/{rules}#{lesson}" if lesson in known else None
