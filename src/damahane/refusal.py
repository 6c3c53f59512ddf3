"""Why a move is refused: what a player should hear instead of "illegal move".

The reasons follow from the rules and the position; the sentence is for showing, the other fields
for pointing at the board or for saying it in another language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from .board import Board
from .movegen import Route, generator
from .rules import RuleSet
from .squares import Piece


class Reason(Enum):
    """The kinds of refusal."""

    NO_PIECE = "no_piece"
    NOT_YOURS = "not_yours"
    CAPTURE_DUE = "capture_due"
    """A capture is due, and this is none."""
    TAKES_FEWER = "takes_fewer"
    """It is a capture, but another takes more."""
    GOES_ON = "goes_on"
    """The chain is right but can't stop here."""
    HALF_TURN = "half_turn"
    """A king may not turn straight back within a chain."""
    REVISIT = "revisit"
    """No square may be passed twice within a chain."""
    STUCK = "stuck"
    """The piece has no move at all."""
    OCCUPIED = "occupied"
    """The target holds a piece of one's own."""
    NO_ROOM = "no_room"
    """The target holds an enemy: a capture lands behind it, if there is room."""
    OFF_LINE = "off_line"
    """Not a direction in which pieces move in this game."""
    BACKWARD = "backward"
    """Men don't step back."""
    TOO_FAR = "too_far"
    """Men step one square at a time."""
    BLOCKED = "blocked"
    """Something stands between."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move, or picking up a piece, is refused.

    Attributes:
        reason: the kind.
        text: a sentence in English, beginning with a capital and ending with a full stop.
        due: how many pieces the due capture takes; 0 if none is due.
        taken: how many the refused move would take.
        pieces: the squares of the pieces that can move now: those that can make the due capture
            if one is due.
    """

    reason: Reason
    text: str
    due: int
    taken: int
    pieces: tuple[int, ...]


def why_not(board: Board, stops: Sequence[int]) -> Refusal | None:
    """Why a piece can't be picked up, or can't go where it was sent.

    >>> board = Board.from_fen("W:Wd4,h2:Bd5,a7")
    >>> square = board.shape.square
    >>> why_not(board, [square("h2")]).text
    'A capture of 1 is due: the piece on d4 can make it.'
    >>> why_not(board, [square("d4"), square("d6")]) is None
    True

    Args:
        board: the position.
        stops: the square of the piece, then every square it was sent to; the last may be that of
            a whole chain.

    Returns:
        The refusal, or None if the piece may be picked up or the squares begin a legal route.

    Raises:
        ValueError: no square is given.
        IndexError: a square is off the board.
    """
    if not stops:
        raise ValueError("no square given; expected that of a piece, then where it should go")
    piece = board.piece_at(stops[0])
    for square in stops[1:]:
        board.piece_at(square)
    tried = tuple(stops)
    if piece is None:
        return _refuse(board, Reason.NO_PIECE, "There is no piece on {start}.", tried)
    if piece.color is not board.turn:
        return _refuse(board, Reason.NOT_YOURS, "It is {turn}'s turn.", tried)
    if any(_begins(tried, route) for route in board.routes()):
        return None
    if len(tried) == 1:
        return _why_no_pick(board, tried)
    return _why_no_move(board, tried, piece)


def _begins(tried: tuple[int, ...], route: Route) -> bool:
    """Whether the squares are the first stops of a route, or its start and its end."""
    return route.stops[: len(tried)] == tried or tried == (route.start, route.end)


def _why_no_pick(board: Board, tried: tuple[int, ...]) -> Refusal:
    if not board.must_capture:
        return _refuse(board, Reason.STUCK, "The piece on {start} has no free square to go.", tried)
    taken = max(
        (len(r.captured) for r in _captures(board, board.rules) if r.start == tried[0]), default=0
    )
    if taken:
        return _refuse(board, Reason.TAKES_FEWER, "That piece takes only {taken}.", tried, taken)
    return _refuse(board, Reason.CAPTURE_DUE, "", tried)


def _why_no_move(board: Board, tried: tuple[int, ...], piece: Piece) -> Refusal:
    fits = [r for r in _captures(board, board.rules) if _begins(tried, r)]
    taken = max((len(r.captured) for r in fits), default=0)
    if taken:
        return _refuse(board, Reason.TAKES_FEWER, "That way takes only {taken}.", tried, taken)
    for rules, reason, text in _loosened(board.rules):
        if any(_begins(tried, route) for route in _captures(board, rules)):
            return _refuse(board, reason, text, tried)
    for end in range(2, len(tried)):  # a good beginning, spoilt by the last square
        if any(r.stops[:end] == tried[:end] for r in board.routes()):
            return _refuse(board, Reason.GOES_ON, "The chain can't go on that way.", tried)
    if any(route.stops == tried for route in generator(board.rules).quiet(board.cells, board.turn)):
        return _refuse(board, Reason.CAPTURE_DUE, "", tried)
    reason, text = _geometry(board, tried[0], tried[-1], piece)
    return _refuse(board, reason, text, tried)


def _captures(board: Board, rules: RuleSet) -> list[Route]:
    """Every capture of the position by some rules, however small."""
    return generator(rules).captures(board.cells, board.turn, any_length=True)


@cache
def _loosened(rules: RuleSet) -> tuple[tuple[RuleSet, Reason, str], ...]:
    """The rules without one of their bans at a time, with what to say of a move that fits then."""
    loosened = []
    if not rules.half_turn:
        text = "A king can't turn straight back within a chain."
        loosened.append((replace(rules, half_turn=True), Reason.HALF_TURN, text))
    if not rules.revisit:
        text = "No square may be passed twice in one move."
        loosened.append((replace(rules, revisit=True), Reason.REVISIT, text))
    return tuple(loosened)


def _geometry(board: Board, start: int, end: int, piece: Piece) -> tuple[Reason, str]:
    """What is wrong with going straight from one square to another."""
    shape, rules = board.shape, board.rules
    target = board.piece_at(end)
    if target is not None and target.color is piece.color:
        return (Reason.OCCUPIED, "Your own piece stands on {end}.")
    direction, line = next(
        ((d, ray[: ray.index(end)]) for d, ray in enumerate(shape.rays[start]) if end in ray),
        (None, ()),
    )
    if direction is None:
        way = "diagonally" if shape.diagonal else "in straight lines, never diagonally"
        return (Reason.OFF_LINE, f"Pieces move {way}.")
    if target is not None:
        return (Reason.NO_ROOM, "A piece is taken by jumping it, to a free square behind it.")
    if not piece.is_king and direction not in rules.directions(rules.man_moves, piece.color):
        return (Reason.BACKWARD, "A man never moves back.")
    if any(board.piece_at(square) is not None for square in line):
        return (Reason.BLOCKED, "The way to {end} is not free.")
    return (Reason.TOO_FAR, "A man moves one square at a time.")


def _refuse(
    board: Board, reason: Reason, text: str, tried: tuple[int, ...], taken: int = 0
) -> Refusal:
    """The refusal, its sentence completed by the capture that is due."""
    usual = board.shape.usual
    pieces = board.capturing_pieces() or tuple(sorted({r.start for r in board.routes()}))
    said = text.format(
        start=usual(tried[0]), end=usual(tried[-1]), taken=taken, turn=str(board.turn).capitalize()
    )
    if board.due and reason not in (Reason.NOT_YOURS, Reason.NO_PIECE):
        names = " or ".join(usual(square) for square in pieces)
        said += f" A capture of {board.due} is due: the piece on {names} can make it."
    return Refusal(reason, said.strip(), board.due, taken, pieces)
