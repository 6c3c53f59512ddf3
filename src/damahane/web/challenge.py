"""The day's challenge: its API, and what it and practice have in common."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Response
from fastapi.requests import HTTPConnection
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from damahane import Board, DamahaneError, MoveError, SquareError
from damahane.puzzles.bank import Puzzle
from damahane.puzzles.calendar import CalendarError, by_name, calendar, puzzle_of

from . import challenge_words, words
from .analysis import TreeModel
from .answers import ProblemModel, RefusalModel, problem
from .api import ALWAYS, SENT, Answers, Body, SquareName, Version
from .challenges import Challenges, Practice
from .explain import explain
from .judging import Judged, Referee
from .limits import LimitsOf
from .solutions import solution_model
from .state import LastModel, Model, PlayedModel, PositionModel, position, route_model, side
from .store import Conflict, Event, Store
from .study import AskerOf, sent
from .tries import MOST_TRIES, Challenge, Move, Result, Try, day_of, streaks
from .visitors import Visitor, VisitorOf
from .workers import WorkerGone

router = APIRouter(prefix="/api", tags=["challenge"])

Clock = Callable[[], datetime]
Stops = Annotated[tuple[SquareName, ...], Field(min_length=2, max_length=64)]
DayResult = Literal["solved", "failed", "given_up", "open"]
DAY: Final = timedelta(days=1)


class Desk:
    """What the routes of puzzles share.

    Attributes:
        challenges: the visitors' challenges.
        practice: what they have practised.
        referee: who judges.
        clock: tells the time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self.challenges = Challenges(store)
        self.practice = Practice(store)
        self.referee = Referee()
        self.clock = clock

    @property
    def today(self) -> date:
        """The day that it is."""
        return day_of(self.clock())

    async def close(self) -> None:
        """Send the referee home."""
        await self.referee.close()


def now() -> datetime:
    """The time, by the clock of the server."""
    return datetime.now(UTC)


def desk_of(connection: HTTPConnection) -> Desk:
    """What the app that serves a request shares."""
    desk: Desk = connection.app.state.puzzles
    return desk


DeskOf = Annotated[Desk, Depends(desk_of)]


# What is sent


class TryModel(Model):
    """A line that was tried, and how it ended; the last one may go on."""

    moves: tuple[str, ...] = Field(description="Both sides' moves, as they are written in full.")
    end: Literal["won", "wrong", "given_up"] | None


class ChallengeModel(Model):
    """A day's challenge, as far as you have come with it."""

    date: date
    number: int = Field(description="Which challenge it is, from 1.")
    today: bool
    moves: int = Field(description="Within how many of its own moves White wins.")
    grade: int = Field(description="How hard it is, from 1 to 5.")
    version: int = Field(description="The number of the last event; 0 before you begin.")
    most_tries: int
    tries: tuple[TryModel, ...]
    left: int = Field(description="Own moves that are left in this try.")
    position: PositionModel = Field(description="Where you stand; the first position at the end.")
    result: Literal["solved", "failed", "given_up"] | None
    counts: bool = Field(description="Whether it counts for your streak, or can come to.")
    text: str = Field(description="How it ended, in words.")
    share: str = Field(description="How it went, to be shown to friends; gives nothing away.")
    ends_in: int = Field(description="Seconds until the next challenge.")
    solution: TreeModel | None = Field(
        description="What wins against every defence; only at the end."
    )


class JudgedModel(Model):
    """What a move was worth, and the answer of the defence."""

    ruling: Literal["won", "right", "slow", "refuted", "loses", "draws"]
    right: bool = Field(description="Whether you have won, or still do in time.")
    text: str = Field(description="The same in words.")
    move: PlayedModel
    reply: PlayedModel | None = Field(description="The best defence; none at the end of a line.")
    between: PositionModel = Field(description="The position after the move, before the answer.")
    position: PositionModel = Field(description="The position after the answer.")


class MovedModel(Model):
    """What a move was worth, and the challenge as it stands now."""

    judged: JudgedModel
    challenge: ChallengeModel


class DayModel(Model):
    """How a day's challenge went."""

    date: date
    number: int
    result: DayResult
    tries: int = Field(description="How many tries it took, or has taken so far.")
    counts: bool = Field(description="Whether it counts for your streak, or can come to.")


class HistoryModel(Model):
    """How your challenges went."""

    today: date
    first: date = Field(description="The day of the first challenge.")
    ends_in: int = Field(description="Seconds until the next challenge.")
    streak: int = Field(description="Days in a row that you solved on their day.")
    longest: int = Field(description="The most there ever were.")
    solved: tuple[int, ...] = Field(description="How many at the first try, the second, the third.")
    failed: int
    days: tuple[DayModel, ...]


class StaleChallengeModel(BaseModel):
    """An answer to what comes too late, with the challenge as it stands."""

    refusal: RefusalModel
    challenge: ChallengeModel


# What is received


class Step(Body):
    """Something done in a challenge, at the version that was seen."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"version": 1}]})

    version: Version


class MoveStep(Step):
    """A move in a challenge: its squares in order, the start first; as few as make it clear."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"version": 1, "stops": ["d4", "d6", "f6"]}]}
    )

    stops: Stops


class Line(Body):
    """Your moves from the first position on; the answers in between are the best defence."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"line": [["d4", "d5"], ["d5", "d7"]]}]}
    )

    line: tuple[Stops, ...] = Field(min_length=1, max_length=8)


# The parts


def models_of(board: Board, text: str) -> tuple[PlayedModel, LastModel]:
    """A move of a position, as it is sent; it is made on the board."""
    route = board.parse_route(text)
    shown = route_model(route, board.shape.names).model_dump()
    written, mover = board.text(route), side(board.turn)
    board.push(route)
    return PlayedModel(text=written, **shown), LastModel(color=mover, **shown)


def standing(puzzle: Puzzle, line: Sequence[str] = ()) -> PositionModel:
    """The position of a puzzle after some moves."""
    board, last = puzzle.board(), None
    for text in line:
        _played, last = models_of(board, text)
    return position(board, over=board.outcome() is not None, last=last)


def judged_model(puzzle: Puzzle, judged: Judged) -> JudgedModel:
    """What the judge says, as it is sent."""
    board, reply, last = puzzle.board(), None, None
    for text in judged.line:
        board.push(text)
    move, last = models_of(board, judged.move)
    over = board.outcome() is not None
    between = after = position(board, over=True, last=last)
    if judged.reply is not None:
        reply, last = models_of(board, judged.reply)
        after = position(board, over=not judged.is_right, last=last)
    assert judged.ruling is not None  # noqa: S101 - refusals are told apart before
    left = puzzle.moves - len(judged.line) // 2 - 1
    return JudgedModel(
        ruling=judged.ruling.value,
        right=judged.is_right,
        text=challenge_words.verdict(judged.ruling, reply.text if reply else None, left, over=over),
        move=move,
        reply=reply,
        between=between,
        position=after,
    )


async def rule(
    desk: Desk, puzzle: Puzzle, line: Sequence[str], own: Sequence[Sequence[str]]
) -> Judged:
    """Have moves judged.

    Raises:
        HTTPException: one is no legal move, with the reason in words; or there is no judge.
    """
    try:
        judged = await desk.referee.judge(
            puzzle.fen, puzzle.moves, line, ["-".join(stops) for stops in own]
        )
    except (WorkerGone, TimeoutError):
        raise problem(503, "no_judge", str(challenge_words.NO_JUDGE)) from None
    if judged.ruling is None:
        board = puzzle.board()
        for text in judged.line:
            board.push(text)
        try:
            squares = [board.shape.square(name) for name in judged.move.split("-")]
        except SquareError:
            raise problem(422, "no_square", str(words.NO_SUCH_SQUARE)) from None
        refusal = explain(board, squares)
        raise problem(422, refusal.code, refusal.text, refusal.squares, refusal.lesson)
    return judged


# The day


async def day_asked(
    date: Annotated[date, Path(description="The day, such as 2026-12-24.")], desk: DeskOf
) -> date:
    """The day that is asked for.

    Raises:
        HTTPException: it has no challenge, or none yet.
    """
    if date > desk.today:
        raise problem(403, "not_yet", str(challenge_words.NOT_YET))
    check_day(date)
    return date


def check_day(day: date) -> None:
    """See that there was a challenge on a day.

    Raises:
        HTTPException: there was not.
    """
    try:
        calendar().puzzle_id(day)
    except CalendarError:
        raise problem(404, "no_such_day", challenge_words.first_day(calendar().first)) from None


DayOf = Annotated[date, Depends(day_asked)]


async def challenge_model(desk: Desk, challenge: Challenge) -> ChallengeModel:
    """A challenge as it is sent: nothing of its solution before the end."""
    moment = desk.clock()
    puzzle, number = puzzle_of(challenge.day), calendar().number(challenge.day)
    over = challenge.result is not None
    line = challenge.tries[-1].moves if challenge.tries and not over else []
    return ChallengeModel(
        date=challenge.day,
        number=number,
        today=challenge.day == day_of(moment),
        moves=puzzle.moves,
        grade=puzzle.grade,
        version=challenge.version,
        most_tries=MOST_TRIES,
        tries=tuple(_try_model(each) for each in challenge.tries),
        left=puzzle.moves - len(line) // 2,
        position=standing(puzzle, line),
        result=challenge.result.value if challenge.result else None,
        counts=challenge.counts(moment),
        text=challenge_words.how_it_ended(challenge),
        share=challenge_words.share(number, challenge) if over else "",
        ends_in=seconds_left(moment),
        solution=await solution_model(desk.referee, puzzle) if over else None,
    )


def _try_model(tried: Try) -> TryModel:
    return TryModel.model_validate({"moves": tried.moves, "end": tried.end})


def seconds_left(moment: datetime) -> int:
    """How many seconds a day still has."""
    tomorrow = datetime.combine(day_of(moment) + DAY, datetime.min.time(), UTC)
    return max(1, int((tomorrow - moment).total_seconds()))


_DAYS: Final[Answers] = {
    403: {
        "model": ProblemModel,
        "description": "The day has not come yet, or the request comes from another site's page.",
    },
    404: {"model": ProblemModel, "description": "There was no challenge on that day."},
    422: {"model": ProblemModel, "description": "It may not be done, and why."},
    **ALWAYS,
}
_DONE: Final[Answers] = {
    **_DAYS,
    **SENT,
    409: {
        "model": StaleChallengeModel,
        "description": "The challenge has gone on since the version named; nothing is changed.",
    },
}


@router.get("/challenges", responses={200: {"model": HistoryModel}, **ALWAYS})
async def history(desk: DeskOf, visitor: AskerOf) -> Response:
    """How your challenges went, and your streak."""
    return sent(await history_model(desk, visitor))


async def history_model(desk: Desk, visitor: Visitor) -> HistoryModel:
    """How a visitor's challenges went."""
    moment = desk.clock()
    begun = await desk.challenges.all_of(visitor.id)
    found = streaks(begun, moment)
    solved = [each.solved_at for each in begun.values()]
    return HistoryModel(
        today=day_of(moment),
        first=calendar().first,
        ends_in=seconds_left(moment),
        streak=found.current,
        longest=found.longest,
        solved=tuple(solved.count(number + 1) for number in range(MOST_TRIES)),
        failed=sum(each.result in (Result.FAILED, Result.GIVEN_UP) for each in begun.values()),
        days=tuple(
            DayModel.model_validate(
                {
                    "date": day,
                    "number": calendar().number(day),
                    "result": each.result.value if each.result else "open",
                    "tries": len(each.tries),
                    "counts": each.counts(moment),
                }
            )
            for day, each in sorted(begun.items())
        ),
    )


@router.get("/challenge", responses={200: {"model": ChallengeModel}, **_DAYS})
async def today(desk: DeskOf, visitor: AskerOf) -> Response:
    """Today's challenge, as far as you have come with it."""
    check_day(desk.today)
    challenge = await desk.challenges.find(visitor.id, desk.today)
    return sent(await challenge_model(desk, challenge))


@router.get("/challenge/{date}", responses={200: {"model": ChallengeModel}, **_DAYS})
async def of_day(day: DayOf, desk: DeskOf, visitor: AskerOf) -> Response:
    """The challenge of today or of a day that is past, as far as you have come with it."""
    challenge = await desk.challenges.find(visitor.id, day)
    return sent(await challenge_model(desk, challenge))


@router.post("/challenge/{date}/begin", responses={200: {"model": ChallengeModel}, **_DAYS, **SENT})
async def begin(day: DayOf, desk: DeskOf, visitor: AskerOf) -> Response:
    """Begin a challenge, unless that is done. The day on which you do is the one it counts for."""
    desk.referee.prepare()
    challenge = await desk.challenges.find(visitor.id, day)
    if challenge.begun is None:
        event = challenge.event("begin", desk.clock())
        if not await _keep(desk, visitor, challenge, event):
            challenge = await desk.challenges.find(visitor.id, day)
    return sent(await challenge_model(desk, challenge))


async def _keep(desk: Desk, visitor: Visitor, challenge: Challenge, event: Event) -> bool:
    """Keep an event; whether nothing else had happened."""
    try:
        await desk.challenges.append(visitor.id, challenge.day, event)
    except Conflict:
        return False
    challenge.add(event)
    return True


async def _stale(desk: Desk, visitor: Visitor, day: date) -> Response:
    challenge = await desk.challenges.find(visitor.id, day)
    reason = RefusalModel(code="stale", text=str(challenge_words.STALE), squares=())
    known = await challenge_model(desk, challenge)
    return sent(StaleChallengeModel(refusal=reason, challenge=known), 409)


def _running(challenge: Challenge) -> None:
    """See that something can be done in a challenge.

    Raises:
        HTTPException: it is not begun, or it is over.
    """
    if challenge.begun is None:
        raise problem(422, "not_begun", str(challenge_words.NOT_BEGUN))
    if challenge.result is not None:
        raise problem(422, "over", str(challenge_words.OVER))


def _repeats(last: Move, puzzle: Puzzle, stops: Sequence[str]) -> bool:
    """Whether a move is the one that was made last."""
    board = puzzle.board()
    for text in last.before:
        board.push(text)
    try:
        return board.text(board.parse_route("-".join(stops)), full=True) == last.move
    except MoveError:
        return False


@router.post("/challenge/{date}/moves", responses={200: {"model": MovedModel}, **_DONE})
async def move(
    day: DayOf, body: MoveStep, desk: DeskOf, visitor: VisitorOf, limits: LimitsOf
) -> Response:
    """Make a move: any that still wins in time is right, and is answered by the best defence.

    A wrong one ends the try, and three wrong ones the challenge. Made again at the version at which
    it was made, the same move is answered again, and nothing is changed: an answer can get lost.
    """
    limits.thoughts.take(visitor)
    puzzle = puzzle_of(day)
    challenge = await desk.challenges.find(visitor.id, day)
    if challenge.version != body.version:
        last = challenge.last if challenge.version == body.version + 1 else None
        if last is None or not _repeats(last, puzzle, body.stops):
            return await _stale(desk, visitor, day)
        judged = await rule(desk, puzzle, last.before, [body.stops])
        known = await challenge_model(desk, challenge)
        return sent(MovedModel(judged=judged_model(puzzle, judged), challenge=known))
    _running(challenge)
    judged = await rule(desk, puzzle, challenge.tries[-1].moves, [body.stops])
    model = judged_model(puzzle, judged)
    kind = {"won": "won", "right": "move"}.get(model.ruling, "wrong")
    event = challenge.event(kind, desk.clock(), move=judged.move, reply=judged.reply)
    if not await _keep(desk, visitor, challenge, event):
        return await _stale(desk, visitor, day)
    known = await challenge_model(desk, challenge)
    return sent(MovedModel(judged=model, challenge=known))


@router.post("/challenge/{date}/give-up", responses={200: {"model": ChallengeModel}, **_DONE})
async def give_up(day: DayOf, body: Step, desk: DeskOf, visitor: AskerOf) -> Response:
    """Give a challenge up, which counts as failing it; the answer has the solution."""
    challenge = await desk.challenges.find(visitor.id, day)
    if challenge.version != body.version:
        return await _stale(desk, visitor, day)
    _running(challenge)
    event = challenge.event("given_up", desk.clock())
    if not await _keep(desk, visitor, challenge, event):
        return await _stale(desk, visitor, day)
    return sent(await challenge_model(desk, challenge))


@router.post("/challenge/{date}/again", responses={200: {"model": JudgedModel}, **_DAYS, **SENT})
async def again(
    day: DayOf, body: Line, desk: DeskOf, visitor: VisitorOf, limits: LimitsOf
) -> Response:
    """Play a challenge again after its end: a line is judged, and nothing is kept."""
    limits.thoughts.take(visitor)
    if (await desk.challenges.find(visitor.id, day)).result is None:
        raise problem(422, "not_over", str(challenge_words.NOT_OVER))
    puzzle = puzzle_of(day)
    return sent(judged_model(puzzle, await rule(desk, puzzle, (), body.line)))


async def line_of_today(desk: Desk, visitor: Visitor) -> tuple[str, str] | None:
    """The name of today's challenge and how far a visitor is with it; None where there is none."""
    day = desk.today
    try:
        number, puzzle = calendar().number(day), puzzle_of(day)
    except DamahaneError:  # before the first day; or a file is damaged, as the log says
        return None
    challenge = Challenge(day)
    if visitor.known:
        # The board is there to be played on even while the database is not.
        with contextlib.suppress(DBAPIError, PoolTimeout, OSError):
            challenge = await desk.challenges.find(visitor.id, day)
    return challenge_words.name(number), challenge_words.line(puzzle.moves, challenge)


def puzzles_ready() -> None:
    """Read the puzzles and the calendar, so that no visitor waits for it.

    Raises:
        DamahaneError: one of the files is damaged.
    """
    by_name()
    calendar()
