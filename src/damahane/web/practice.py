"""Practice: puzzles by grade, one after another, without end."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import Field

from damahane.puzzles.bank import GRADES, Puzzle
from damahane.puzzles.calendar import by_name, calendar

from . import challenge_words
from .analysis import TreeModel
from .answers import ProblemModel, problem
from .api import ALWAYS, SENT, Answers
from .challenge import Desk, DeskOf, JudgedModel, Line, judged_model, rule, standing
from .challenges import Practised
from .limits import LimitsOf
from .solutions import solution_model
from .state import Model, PositionModel
from .study import AskerOf, sent
from .visitors import VisitorOf

router = APIRouter(prefix="/api", tags=["practice"])


class GradeModel(Model):
    """How far you have come with the puzzles of a grade."""

    grade: int
    name: str
    puzzles: int = Field(description="How many there are.")
    solved: int
    clean: int = Field(description="How many of them you solved at once.")


class PracticeModel(Model):
    """How far you have come with each grade."""

    grades: tuple[GradeModel, ...]


class PuzzleModel(Model):
    """A puzzle to practise on, and how you have fared with it."""

    id: str
    grade: int
    moves: int = Field(description="Within how many of its own moves White wins.")
    position: PositionModel
    wrong: int = Field(description="How many lines went wrong before you solved it.")
    shown: bool = Field(description="Whether you looked at the solution before you solved it.")
    solved: bool


@lru_cache(maxsize=4)
def open_puzzles(today: date) -> dict[int, tuple[Puzzle, ...]]:
    """The puzzles that can be practised on, by grade: none that is a challenge yet to come."""
    kept_back = calendar().kept_back(today)
    found = [puzzle for name, puzzle in by_name().items() if name not in kept_back]
    return {grade: tuple(each for each in found if each.grade == grade) for grade in GRADES}


def following(
    puzzles: Sequence[Puzzle], results: dict[str, Practised], visitor: str, after: str | None
) -> Puzzle:
    """The puzzle that a visitor is given next, in an order of their own.

    First come those that they have not solved, then those that they solved, the longest ago first.

    Args:
        puzzles: those of a grade; at least one.
        results: how the visitor has fared.
        visitor: whose order it is.
        after: the one that they have now, which comes again only when there is no other.
    """

    def turn(puzzle: Puzzle) -> tuple[bool, bool, str, bytes]:
        result = results.get(puzzle.id, Practised(puzzle.id))
        solved = "" if result.solved is None else result.solved.isoformat()
        lot = hashlib.sha256(f"{visitor} {puzzle.id}".encode()).digest()
        return bool(solved), result.shown, solved, lot

    ordered = sorted(puzzles, key=turn)
    open_ones = [puzzle for puzzle in ordered if not turn(puzzle)[0]]
    names = [puzzle.id for puzzle in open_ones]
    if after in names and len(names) > 1:  # skipped: on to the one after it
        return open_ones[(names.index(after) + 1) % len(names)]
    return next((puzzle for puzzle in ordered if puzzle.id != after), ordered[0])


async def puzzle_asked(
    puzzle: Annotated[str, Path(max_length=32, description="The name of a puzzle.")], desk: DeskOf
) -> Puzzle:
    """The puzzle that is asked for.

    Raises:
        HTTPException: there is no such puzzle, or it is not to be practised on now.
    """
    found = by_name().get(puzzle)
    if found is None or puzzle in calendar().kept_back(desk.today):
        raise problem(404, "no_such_puzzle", str(challenge_words.NO_SUCH_PUZZLE))
    return found


PuzzleOf = Annotated[Puzzle, Depends(puzzle_asked)]
_FOUND: Final[Answers] = {
    404: {"model": ProblemModel, "description": "There is no such puzzle to practise on."},
    422: {"model": ProblemModel, "description": "It may not be done, and why."},
    **ALWAYS,
}
_SENT: Final[Answers] = {
    **_FOUND,
    **SENT,
    403: {"model": ProblemModel, "description": "The request comes from another site's page."},
}


async def _results(desk: Desk, visitor: str) -> dict[str, Practised]:
    return {each.puzzle: each for each in await desk.practice.results(visitor)}


def _puzzle_model(puzzle: Puzzle, result: Practised | None) -> PuzzleModel:
    result = result or Practised(puzzle.id)
    values: dict[str, Any] = {
        "id": puzzle.id,
        "grade": puzzle.grade,
        "moves": puzzle.moves,
        "position": standing(puzzle),
        "wrong": result.wrong,
        "shown": result.shown,
        "solved": result.solved is not None,
    }
    return PuzzleModel(**values)


@router.get("/practice", responses={200: {"model": PracticeModel}, **ALWAYS})
async def progress(desk: DeskOf, visitor: AskerOf) -> Response:
    """How far you have come."""
    results = await _results(desk, visitor.id)
    grades = []
    for grade, puzzles in open_puzzles(desk.today).items():
        found = [results[each.id] for each in puzzles if each.id in results]
        grades.append(
            GradeModel(
                grade=grade,
                name=challenge_words.grade(grade),
                puzzles=len(puzzles),
                solved=sum(each.solved is not None for each in found),
                clean=sum(each.is_clean for each in found),
            )
        )
    return sent(PracticeModel(grades=tuple(grades)))


@router.get("/practice/next", responses={200: {"model": PuzzleModel}, **_FOUND})
async def next_puzzle(
    desk: DeskOf,
    visitor: AskerOf,
    grade: Annotated[int, Query(ge=1, le=5, description="How hard, from 1 to 5.")] = 1,
    after: Annotated[
        str | None, Query(max_length=32, description="The puzzle that you have now.")
    ] = None,
) -> Response:
    """The next puzzle of a grade: one that you have not solved, as long as there is any."""
    desk.referee.prepare()
    puzzles = open_puzzles(desk.today)[grade]
    if not puzzles:
        raise problem(404, "no_such_puzzle", str(challenge_words.NO_SUCH_PUZZLE))
    results = await _results(desk, visitor.id)
    puzzle = following(puzzles, results, visitor.id, after)
    return sent(_puzzle_model(puzzle, results.get(puzzle.id)))


@router.get("/practice/{puzzle}", responses={200: {"model": PuzzleModel}, **_FOUND})
async def read_puzzle(puzzle: PuzzleOf, desk: DeskOf, visitor: AskerOf) -> Response:
    """A puzzle to practise on."""
    results = await _results(desk, visitor.id)
    return sent(_puzzle_model(puzzle, results.get(puzzle.id)))


@router.post("/practice/{puzzle}/moves", responses={200: {"model": JudgedModel}, **_SENT})
async def move(
    puzzle: PuzzleOf, body: Line, desk: DeskOf, visitor: VisitorOf, limits: LimitsOf
) -> Response:
    """Have a line judged: any move that still wins in time is right; as many tries as you like."""
    limits.thoughts.take(visitor)
    judged = await rule(desk, puzzle, (), body.line)
    model = judged_model(puzzle, judged)
    if model.ruling == "won":
        await desk.practice.solved(visitor.id, puzzle.id, desk.clock())
    elif not model.right:
        await desk.practice.wrong(visitor.id, puzzle.id)
    return sent(model)


@router.post("/practice/{puzzle}/solution", responses={200: {"model": TreeModel}, **_SENT})
async def solution(puzzle: PuzzleOf, desk: DeskOf, visitor: AskerOf) -> Response:
    """What wins against every defence."""
    await desk.practice.shown(visitor.id, puzzle.id)
    return sent(await solution_model(desk.referee, puzzle))
