"""Moves as text: ``d3-d4``, ``d4xd6xf6``, and on diagonal boards ``32-28``, ``28x19``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, SquareError, quoted
from .movegen import Move, Route
from .squares import Shape

_SEPARATOR: Final = re.compile(r"\s*[-x:×]\s*", re.IGNORECASE)
_CAPTURES: Final = re.compile(r"[x:×]", re.IGNORECASE)
_GLUED: Final = re.compile(r"(?:[a-j][0-9]{1,2}){2,}", re.IGNORECASE)
_SQUARE: Final = re.compile(r"[a-j][0-9]{1,2}", re.IGNORECASE)
#: No chain can be longer: it takes at most all the pieces of a side, or half the squares.
_LONGEST: Final = 60


def parse_stops(text: str, shape: Shape) -> tuple[int, ...]:
    """The squares that a move's text names, in order.

    Names and numbers are read, parted by ``-``, ``x``, ``:`` or blanks, names also by nothing.

    Raises:
        InvalidMoveError: the text does not name two squares or more of the board.
    """
    trimmed = text.strip()
    if _GLUED.fullmatch(trimmed):
        parts = _SQUARE.findall(trimmed)
    else:
        parts = _SEPARATOR.split(trimmed) if _SEPARATOR.search(trimmed) else trimmed.split()
    if not 2 <= len(parts) <= _LONGEST or not all(parts):
        raise InvalidMoveError(f"{quoted(text)} is not a move; expected {_example(shape)}")
    try:
        return tuple(shape.square(part) for part in parts)
    except SquareError as error:
        raise InvalidMoveError(f"{quoted(text)} is not a move: {error}") from None


def _example(shape: Shape) -> str:
    return "a move such as " + ("32-28 or 28x19" if shape.diagonal else "d3-d4 or d4xd6xf6")


def format_stops(stops: Sequence[int], capture: bool, shape: Shape) -> str:
    """The text of a move that stops on these squares."""
    return ("x" if capture else "-").join(shape.usual(square) for square in stops)


def parse_route(text: str, routes: Sequence[Route], shape: Shape) -> Route:
    """The route that a text names among those of a position.

    What is written with ``x`` is a capture; what is written with ``-`` is a quiet move where there
    is such a one.

    Raises:
        InvalidMoveError: the text cannot be read.
        IllegalMoveError: no route fits.
        AmbiguousMoveError: routes of several moves fit.
    """
    stops = parse_stops(text, shape)
    captures = [route for route in routes if route.is_capture]
    quiet = [route for route in routes if not route.is_capture]
    if _CAPTURES.search(text):
        candidates = captures
    else:
        candidates = quiet if any(route.stops == stops for route in quiet) else captures
    try:
        return find_route(stops, candidates)
    except AmbiguousMoveError as error:
        raise AmbiguousMoveError(f"{quoted(text)} {error}") from None
    except IllegalMoveError:
        offer = _offer(routes, shape)
        raise IllegalMoveError(f"{quoted(text)} is not legal here; {offer}") from None


def find_route(stops: Sequence[int], routes: Sequence[Route]) -> Route:
    """The route that squares name: all its stops, or enough of them to tell it from others.

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
        if (route.start, route.end) == (wanted[0], wanted[-1]) and _within(wanted, route.stops):
            fitting.append(route)
    moves = {route.move for route in fitting}
    if not moves:
        raise IllegalMoveError(f"no legal route stops on {wanted}")
    if len(moves) > 1:
        raise AmbiguousMoveError(f"could be any of {len(moves)} moves: name more of the stops")
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
