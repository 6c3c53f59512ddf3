"""Moves as text: ``d3-d4``, ``d4xd6xf6``, and on diagonal boards ``32-28``, ``28x19``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, SquareError
from .movegen import Move, Route
from .squares import Shape

_SEPARATOR: Final = re.compile(r"\s*[-x:×]\s*", re.IGNORECASE)
_GLUED: Final = re.compile(r"(?:[a-j][0-9]{1,2}){2,}", re.IGNORECASE)
_SQUARE: Final = re.compile(r"[a-j][0-9]{1,2}", re.IGNORECASE)
#: No chain can be longer: it takes at most all the pieces of a side, or half the squares.
_LONGEST: Final = 60


def parse_stops(text: str, shape: Shape) -> tuple[int, ...]:
    """The squares that a move's text names, in order.

    Names and numbers are read, parted by ``-``, ``x``, ``:`` or, for names, by nothing.

    Raises:
        InvalidMoveError: the text does not name two squares or more of the board.
    """
    trimmed = text.strip()
    parts = _SQUARE.findall(trimmed) if _GLUED.fullmatch(trimmed) else _SEPARATOR.split(trimmed)
    if not 2 <= len(parts) <= _LONGEST:
        raise InvalidMoveError(f"{text!r} is not a move; expected something like {_example(shape)}")
    try:
        return tuple(shape.square(part) for part in parts)
    except SquareError as error:
        raise InvalidMoveError(f"{text!r} is not a move: {error}") from None


def _example(shape: Shape) -> str:
    return "32-28 or 28x19" if shape.diagonal else "d3-d4 or d4xd6xf6"


def format_stops(stops: Sequence[int], capture: bool, shape: Shape) -> str:
    """The text of a move that stops on these squares."""
    return ("x" if capture else "-").join(shape.usual(square) for square in stops)


def find_route(stops: Sequence[int], routes: Sequence[Route], shape: Shape) -> Route:
    """The route that the given squares name: all its stops, or enough to tell it from others.

    Where several routes of one move fit, the first is taken.

    Raises:
        IllegalMoveError: no route fits.
        AmbiguousMoveError: routes of several moves fit.
    """
    wanted = tuple(stops)
    fitting = []
    for route in routes:
        if route.stops == wanted:
            return route
        if route.start == wanted[0] and route.end == wanted[-1] and _within(wanted, route.stops):
            fitting.append(route)
    moves = {route.move for route in fitting}
    if not moves:
        text = "-".join(shape.usual(square) for square in wanted)
        raise IllegalMoveError(f"{text} is not legal here; {_offer(routes, shape)}")
    if len(moves) > 1:
        raise AmbiguousMoveError(
            f"{format_stops(wanted, True, shape)} could be any of "
            + ", ".join(format_stops(route.stops, True, shape) for route in fitting)
        )
    return fitting[0]


def _within(wanted: Iterable[int], stops: Iterable[int]) -> bool:
    """Whether the wanted squares are among the stops, in that order."""
    remaining = iter(stops)
    return all(square in remaining for square in wanted)


def _offer(routes: Sequence[Route], shape: Shape) -> str:
    if not routes:
        return "there is no legal move"
    starts = ", ".join(shape.usual(square) for square in sorted({r.start for r in routes}))
    due = len(routes[0].captured)
    if due:
        return f"a capture of {due} is due, by the piece on {starts.replace(', ', ' or ')}"
    return f"the pieces that can move stand on {starts}"


def move_text(route: Route, routes: Sequence[Route], shape: Shape, *, full: bool = False) -> str:
    """How a route is written among all the routes of its position.

    A capture is written with its first and last square where that leaves no doubt which move
    it is, and with every stop where it does (or where `full` is set).
    """
    ends = (route.start, route.end)
    if not full and all(
        other.move == route.move for other in routes if (other.start, other.end) == ends
    ):
        return format_stops(ends, route.is_capture, shape)
    return format_stops(route.stops, route.is_capture, shape)


def route_of(move: Move, routes: Sequence[Route]) -> Route | None:
    """The first route of a move, or None if it has none."""
    return next((r for r in routes if r.start == move.start and r.move == move), None)
