"""How hard a puzzle is for a person, and what makes it worth looking at.

Both follow from the position and its solution alone, most of it from the main line: the defence
that holds out longest, and of several such the one that takes most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, starmap
from math import log2

from damahane.board import Board
from damahane.movegen import Move, Route
from damahane.squares import Color

from .bank import Solution

SACRIFICE, QUIET, TURN = "sacrifice", "quiet", "turn"
FEWEST_TRIES = 2
"""Other first moves that look like something, for a quiet key to be hidden."""
LONG_CHAIN = 3
MANY_TURNS = 2
CUTS = (5.0, 6.4, 7.6, 8.7)
"""Difficulties from which on the grades 2 to 5 begin: they cut the bank into fifths."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a person has to see.

    Attributes:
        moves: own moves to the win.
        pieces: on the board, both sides together.
        choices: legal first moves.
        tries: first moves, the key left out, that look like something: they capture, give a
            capture or threaten one.
        forced: whether the first move is a capture, so that only captures are legal.
        offers: moves of the main line to which the reply takes more than they took.
        given: pieces that the defender takes in the main line.
        hushed: moves of the main line before the last that take nothing and give no capture.
        quiet_key: whether the first move is such a move.
        chain: the most pieces that a move of the main line takes.
        turns: how often that chain changes its direction.
        positions: how many positions the whole solution has in which the winner is to move.
    """

    moves: int
    pieces: int
    choices: int
    tries: int
    forced: bool
    offers: int
    given: int
    hushed: int
    quiet_key: bool
    chain: int
    turns: int
    positions: int

    @property
    def themes(self) -> tuple[str, ...]:
        """What makes it worth looking at; empty where nothing does."""
        found = {
            SACRIFICE: self.offers > 0,
            QUIET: self.quiet_key and self.tries >= FEWEST_TRIES,
            TURN: self.chain >= LONG_CHAIN and self.turns >= MANY_TURNS,
        }
        return tuple(theme for theme, there in found.items() if there)

    @property
    def difficulty(self) -> float:
        """A number for how hard it is, about 1 to 10.

        A sum, each part with its reason:

        - 1.5 for a third move: a whole more move and reply to be seen before the first is made.
        - 1 for each offer, 0.5 for each further piece given: giving goes against the grain.
        - 1.5 for each hushed move: nothing compels the answer, so all answers have to be looked
          at, and one who looks for captures does not find it.
        - half of log2(1 + tries): each doubling of what looks like something takes as long to
          sort out as the one before.
        - half of log2(positions): likewise for the defences.
        - 0.2 for each piece of the longest chain above two and each turn of it: it has to be
          followed over a board that changes on the way.
        - 0.04 for each piece on the board: there is more to look at.
        - 1 less where the first move is a capture: few moves are legal, and it lies near.
        """
        return round(
            1.5 * (self.moves - 2)
            + 1.0 * self.offers
            + 0.5 * max(0, self.given - self.offers)
            + 1.5 * self.hushed
            + 0.5 * log2(1 + self.tries)
            + 0.5 * log2(self.positions)
            + 0.2 * (max(0, self.chain - 2) + self.turns)
            + 0.04 * self.pieces
            - 1.0 * self.forced,
            2,
        )


def grade_of(difficulty: float) -> int:
    """The grade, 1 to 5, that a difficulty belongs to."""
    return 1 + sum(difficulty >= cut for cut in CUTS)


def main_line(solution: Solution) -> tuple[str, ...]:
    """The moves of both sides, as full routes, where the defence holds out longest.

    Of defences that hold out as long it is the one that takes most, then the one with most
    answers to it, then the first.
    """
    return _ranked(solution)[1]


def _ranked(solution: Solution) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """How stubborn the best defence is, and the line."""
    best: tuple[tuple[int, int, int], tuple[str, ...]] = ((1, 0, 0), (solution.move,))
    for reply, after in solution.replies.items():
        (moves, taken, _), line = _ranked(after)
        rank = (moves + 1, taken + reply.count("x"), len(after))
        if rank > best[0]:
            best = (rank, (solution.move, reply, *line))
    return best


def sight_of(board: Board, solution: Solution) -> Sight:
    """What a person has to see to find a solution of a position.

    Raises:
        MoveError: the solution is not one of this position.
    """
    played = list(_played(board, main_line(solution)))
    key, after_key = played[0]
    offers = given = hushed = 0
    for place, (route, after) in enumerate(played[:-1]):
        if place % 2:
            continue
        reply = played[place + 1][0]
        offers += len(reply.captured) > len(route.captured)
        given += len(reply.captured)
        hushed += not (route.captured or after.must_capture)
    chain = max((route for route, _ in played[::2]), key=lambda r: (len(r.captured), turns_of(r)))
    return Sight(
        moves=(len(played) + 1) // 2,
        pieces=len(board.pieces()),
        choices=len(board.legal_moves),
        tries=sum(_is_try(board, move) for move in board.legal_moves if move != key.move),
        forced=bool(key.captured),
        offers=offers,
        given=given,
        hushed=hushed,
        quiet_key=not (key.captured or after_key.must_capture),
        chain=len(chain.captured),
        turns=turns_of(chain),
        positions=len(solution),
    )


def _played(board: Board, line: tuple[str, ...]) -> Iterator[tuple[Route, Board]]:
    """The routes of a line, each with the position after it."""
    board = board.copy()
    for text in line:
        route = board.parse_route(text)
        board.push(route)
        yield route, board.copy()


def turns_of(route: Route) -> int:
    """How often a capture changes its direction."""
    return sum(one != other for one, other in pairwise(directions(route)))


def directions(route: Route) -> str:
    """Where a move goes from each of its stops: ``u``, ``r``, ``d`` or ``l``, as White sees it."""
    return "".join(starmap(_direction, pairwise(route.stops)))


def _direction(start: int, end: int) -> str:
    """The direction from a square to another in line with it."""
    if start % 8 == end % 8:
        return "u" if end > start else "d"
    return "r" if end > start else "l"


def _is_try(board: Board, move: Move) -> bool:
    """Whether a first move looks like something."""
    if move.captured:
        return True
    after = board.copy()
    after.push(move)
    if after.must_capture:
        return True
    # What would be taken next if the other side did nothing?
    turn = "W" if after.turn is Color.BLACK else "B"
    return Board.from_fen(turn + after.fen()[1:], board.rules).must_capture
