"""Why a move is refused, in the language of players: which capture is due, what a piece can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from damahane import Board
from damahane.refusal import Reason, why_not

from . import words
from .lessons.taught import of_refusal
from .naming import called


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is refused.

    Attributes:
        code: the reason, for programs.
        text: the reason, for people.
        squares: the pieces that could move instead, by name.
        lesson: the address of the lesson on the rule, if there is one.
    """

    code: str
    text: str
    squares: tuple[str, ...] = ()
    lesson: str | None = None


_SAID: Final = {
    Reason.OCCUPIED: words.OWN_PIECE_THERE,
    Reason.NO_ROOM: words.JUMP_TO_TAKE,
    Reason.TOO_FAR: words.ONE_STEP,
    Reason.BLOCKED: words.WAY_BLOCKED,
    Reason.HALF_TURN: words.NO_HALF_TURN,
    Reason.REVISIT: words.NO_SQUARE_TWICE,
}
#: What is said of them goes before the word that a capture is due.
_TELLING: Final = frozenset({Reason.TAKES_FEWER, Reason.HALF_TURN, Reason.REVISIT, Reason.GOES_ON})


def explain(board: Board, stops: Sequence[int]) -> Refusal:
    """Why the squares tried are no move.

    Args:
        board: the position.
        stops: the squares in the order they were tried; one for a piece that was only touched.
    """
    found = _explained(board, stops)
    return replace(found, lesson=of_refusal(found.code, board, stops))


def _explained(board: Board, stops: Sequence[int]) -> Refusal:
    found = why_not(board, stops)
    if found is None:
        return Refusal("several", str(words.SEVERAL_WAYS))
    reason = found.reason
    due = 0 if board.rules.huffing else found.due  # a capture that can be missed forbids nothing
    names = tuple(board.shape.names[square] for square in found.pieces) if due else ()
    if reason is Reason.NOT_YOURS:
        return Refusal(reason.value, words.not_your_piece(board.turn.other))
    if not due:
        return Refusal(reason.value, _simple(board, stops, reason))
    if reason not in _TELLING:
        taking = stops[0] in found.pieces and len(stops) > 1
        text = (
            words.this_piece_takes(found.due)
            if taking
            else words.capture_due(found.due, len(found.pieces))
        )
        return Refusal(Reason.CAPTURE_DUE.value, text, names)
    if reason is Reason.TAKES_FEWER:
        return Refusal(reason.value, words.takes_fewer(found.taken, found.due), names)
    onward = board.continuations(stops[:-1]) if reason is Reason.GOES_ON else ()
    if onward:
        goals = [called(board.shape, square) for square in onward]
        text = words.goes_on(called(board.shape, stops[-2]), goals)
        return Refusal(reason.value, text)
    return Refusal(reason.value, str(_SAID.get(reason, words.FOLLOW_THE_MARKS)))


def _simple(board: Board, stops: Sequence[int], reason: Reason) -> str:
    """Why a move is refused while nothing is to be captured."""
    piece = board.piece_at(stops[0])
    if piece is None:
        return str(words.PICK_UP_FIRST)
    diagonal = board.shape.diagonal
    routes = board.playable_routes()
    if reason is Reason.STUCK or not any(route.start == stops[0] for route in routes):
        return words.shut_in(piece, diagonal)
    if reason is Reason.OFF_LINE:
        return words.off_line(diagonal)
    if reason is Reason.BACKWARD:
        return words.never_back(diagonal)
    return str(_SAID.get(reason, words.NO_WAY))
