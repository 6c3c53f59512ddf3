"""What is studied: the analysis board's API and live line, reviews, lists of games, downloads."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, HTTPException, Response, WebSocket, WebSocketDisconnect
from fastapi.requests import HTTPConnection
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from damahane import DamahaneError
from damahane.pdn import write

from . import study_words, words
from .analysis import AnalysisModel, GivenTree, Place, RulesId, look, record_of
from .answers import RefusalModel
from .api import ALWAYS, FOUND, SENT, Answers, RefusedModel
from .jobs import Analyse, FileModel, LinesModel, ReadFile, ReviewModel, spoken
from .language import current
from .limits import LimitsOf, TooMany
from .play import Play, Refused
from .reviews import MOST_AT_ONCE, Making, ProgressModel, Reviews
from .seats import GameId, RoomsOf, SeatOf, Share, find_seat
from .shelf import Shelf
from .state import Model
from .store import Store
from .telling import NO_SUCH_GAME, PRIVATE
from .texts import Text
from .visitors import Visitor, VisitorOf
from .workers import WorkerGone, Workers

router = APIRouter(prefix="/api")

READING_PATIENCE: Final = 45.0  # seconds; a process may have to be started first
LONGEST_THOUGHT: Final = 300.0  # seconds; who wants more asks again
FAIR_SHARE: Final = 20.0  # seconds of thought after which others who wait come first
LIVE_AT_ONCE: Final = 2
MOST_LINES: Final = 3
MOST_TEXT: Final = 400_000  # characters of a file
PDN: Final = "application/x-pdn; charset=utf-8"


class Study:
    """What the routes below share.

    Attributes:
        shelf: lists of games, and what is kept about them.
        engines: processes for live lines and reviews.
        clerk: a process that reads files.
        tables: a process that looks endings up, which keeps the tables open.
        counting: held while their results are counted.
        reviews: the reviews that are being made.
        thinking: how many live lines run for each client.
    """

    def __init__(self, store: Store, engines: int) -> None:
        self.shelf = Shelf(store)
        self.engines = Workers(engines)
        self.clerk = Workers(1)
        self.tables = Workers(1)
        self.counting = asyncio.Lock()
        self.reviews = Reviews(self.shelf, self.engines)
        self.thinking: Counter[str] = Counter()

    async def close(self) -> None:
        """End every process."""
        await self.reviews.close()
        await self.engines.close()
        await self.clerk.close()
        await self.tables.close()

    @contextlib.contextmanager
    def seat(self, client: str) -> Iterator[bool]:
        """A place to think; False where the client has enough of them."""
        free = self.thinking[client] < LIVE_AT_ONCE
        self.thinking[client] += free
        try:
            yield free
        finally:
            self.thinking[client] -= free
            if not self.thinking[client]:
                del self.thinking[client]


def study_of(connection: HTTPConnection) -> Study:
    """What the app that serves a request shares."""
    study: Study = connection.app.state.study
    return study


StudyOf = Annotated[Study, Depends(study_of)]


def name_of(visitor: Visitor) -> str:
    """What a visitor's work is counted by; those who bring no cookie are one by their address."""
    return visitor.id if visitor.known else f"at {visitor.address}"


def sent(model: BaseModel, status: int = 200) -> Response:
    """A model as an answer."""
    return Response(
        model.model_dump_json(),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def refused(code: str, text: Text | str, status: int = 422) -> Response:
    """A refusal as an answer."""
    return sent(RefusedModel(refusal=RefusalModel(code=code, text=str(text), squares=())), status)


def asked(visitor: VisitorOf, limits: LimitsOf) -> Visitor:
    """Whoever asks, if they may go on asking."""
    limits.questions.take(visitor)
    return visitor


AskerOf = Annotated[Visitor, Depends(asked)]
REFUSES: Final[Answers] = {
    422: {"model": RefusedModel, "description": "What is sent cannot be; the answer says why."},
    **ALWAYS,
}


# The analysis board


@router.post(
    "/analysis/position",
    tags=["analysis"],
    responses={200: {"model": AnalysisModel}, **REFUSES, **SENT},
)
async def analysis_position(place: Place, _visitor: AskerOf) -> Response:
    """A position by the way to it, with its legal routes."""
    try:
        return sent(await asyncio.to_thread(look, place))
    except Refused as no:
        return refused(no.refusal.code, no.refusal.text)
    except DamahaneError as error:
        return refused("bad_position", str(error))


class GivenFile(BaseModel):
    """A text to read games from."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"text": "1. d3-d4 d6-d5 2. d4xd8 *", "rules": "dama"}]},
    )

    text: str = Field(max_length=MOST_TEXT, description="A PDN, or a single FEN.")
    rules: RulesId = Field("dama", description="The rules of games that do not name theirs.")
    huffing: bool = False


@router.post(
    "/analysis/read", tags=["analysis"], responses={200: {"model": FileModel}, **REFUSES, **SENT}
)
async def read_file(given: GivenFile, study: StudyOf, _visitor: AskerOf) -> Response:
    """Read games from a PDN, up to the first damage, or a position from a FEN."""
    work = study.clerk.do(ReadFile(given.text, given.rules, given.huffing, current()))
    try:
        return sent(await asyncio.wait_for(work, READING_PATIENCE))
    except TimeoutError:
        return refused("too_long", study_words.TOO_LONG)
    except WorkerGone:
        return refused("failed", study_words.TOO_LONG, 503)


@router.post(
    "/analysis/write",
    tags=["analysis"],
    response_class=Response,
    responses={200: {"content": {PDN: {}}}, **REFUSES, **SENT},
)
async def write_file(given: GivenTree, _visitor: AskerOf) -> Response:
    """A tree of moves as a PDN; every move of it is checked."""
    try:
        text = await asyncio.to_thread(lambda: write(record_of(given)))
    except Refused as no:
        return refused(no.refusal.code, no.refusal.text)
    except DamahaneError as error:
        return refused("bad_tree", str(error))
    return Response(text, media_type=PDN)


class Order(BaseModel):
    """What is said on the live line: think about a place, or, without one, stop."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(ge=0, le=2**31)
    place: Place | None = None
    lines: int = Field(1, ge=1, le=MOST_LINES)


class ThoughtModel(Model):
    """What is heard on the live line, about the order of a number."""

    number: int
    state: Literal["waiting", "thinking", "done", "over", "refused"]
    text: str = ""
    thought: LinesModel | None = None


@router.websocket("/analysis/live")
async def analysis_live(socket: WebSocket, visitor: VisitorOf) -> None:
    """Think aloud about what is asked, until something else is, or the line is cut."""
    study, client = study_of(socket), name_of(visitor)
    await socket.accept()
    thinking: asyncio.Task[None] | None = None
    try:
        while True:
            said = await socket.receive_text()
            if thinking is not None:
                await _ended(thinking)
                thinking = None
            try:
                order = Order.model_validate_json(said)
            except ValidationError:
                await _say(socket, 0, "refused", study_words.NOT_UNDERSTOOD)
                continue
            if order.place is not None:
                thinking = asyncio.create_task(
                    _think_aloud(socket, study, client, order, order.place)
                )
    except (WebSocketDisconnect, KeyError):  # KeyError: bytes instead of text
        pass
    finally:
        if thinking is not None:
            await _ended(thinking)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _say(
    socket: WebSocket,
    number: int,
    state: Literal["waiting", "thinking", "done", "over", "refused"],
    text: Text | str = "",
    thought: LinesModel | None = None,
) -> None:
    said = ThoughtModel(number=number, state=state, text=str(text), thought=thought)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the listener has just left
        await socket.send_text(said.model_dump_json())


async def _think_aloud(
    socket: WebSocket, study: Study, client: str, order: Order, place: Place
) -> None:
    """Send on what an engine thinks; only the latest, if the line is slow."""
    number = order.number
    with study.seat(client) as free:
        if not free:
            await _say(socket, number, "refused", study_words.TOO_MANY_ANALYSES)
            return
        await _say(socket, number, "waiting")
        latest: list[LinesModel] = []
        news, begun = asyncio.Event(), asyncio.Event()

        def tell(thought: LinesModel) -> None:
            latest[:] = [thought]
            news.set()

        work = Analyse(place, order.lines, LONGEST_THOUGHT, current())
        thought = asyncio.create_task(study.engines.do(work, tell=tell, begun=begun.set))
        telling = asyncio.create_task(_tell_on(socket, number, latest, news))
        sharing = asyncio.create_task(_share(study.engines, begun, thought))
        try:
            found = await thought
        except DamahaneError as error:
            await _say(socket, number, "refused", str(error))
        except WorkerGone:
            await _say(socket, number, "refused", study_words.NO_ENGINE)
        except asyncio.CancelledError:
            if not sharing.done() or sharing.cancelled():
                raise
            await _say(socket, number, "done", study_words.OTHERS_WAIT, *latest)
        else:
            await _say(socket, number, "over" if found is None else "done", "", found)
        finally:
            for task in (thought, telling, sharing):
                task.cancel()
            await asyncio.gather(thought, telling, sharing, return_exceptions=True)


async def _tell_on(
    socket: WebSocket, number: int, latest: list[LinesModel], news: asyncio.Event
) -> None:
    while True:
        await news.wait()
        news.clear()
        await _say(socket, number, "thinking", "", latest[0])


async def _share(engines: Workers, begun: asyncio.Event, thought: asyncio.Task[Any]) -> None:
    """End a thought that has had its time once others wait for an engine."""
    await begun.wait()
    await asyncio.sleep(FAIR_SHARE)
    await engines.wanted.wait()
    thought.cancel()


# Reviews


class ReviewStateModel(Model):
    """The review of a game: there, being made, or neither; where it cannot be made, why not."""

    state: Literal["none", "making", "done", "impossible"]
    progress: ProgressModel | None = None
    review: ReviewModel | None = None
    text: str = ""


_REVIEWED: Final[Answers] = {200: {"model": ReviewStateModel}, **FOUND}


def why_no_review(play: Play) -> Text | None:
    """Why a game cannot be looked back at, if it can't."""
    if play.game.outcome is None:
        return study_words.GAME_GOES_ON
    if not play.game.played:
        return study_words.NO_MOVES
    return None


async def _review_state(study: Study, play: Play) -> ReviewStateModel:
    found = await study.reviews.find(play)
    if found is not None:
        return ReviewStateModel(state="done", review=spoken(found, play.game.rules))
    why = why_no_review(play)
    if why is not None:
        return ReviewStateModel(state="impossible", text=str(why))
    making = study.reviews.making(play)
    if making is None:
        return ReviewStateModel(state="none")
    return ReviewStateModel(state="making", progress=making.progress)


@router.get("/games/{game_id}/review", tags=["reviews"], responses=_REVIEWED)
async def read_review(seat: SeatOf, study: StudyOf) -> Response:
    """The review of a game, or how far it is."""
    return sent(await _review_state(study, seat.room.play))


@router.post("/games/{game_id}/review", tags=["reviews"], responses={**_REVIEWED, **SENT})
async def begin_review(seat: SeatOf, study: StudyOf) -> Response:
    """Have a game looked back at, unless that has been done."""
    play, client = seat.room.play, name_of(seat.visitor)
    state = await _review_state(study, play)
    if state.state == "impossible":
        return refused("impossible", state.text)
    if state.state == "none":
        if study.reviews.asked_by(client) >= MOST_AT_ONCE:
            raise TooMany("too_many_reviews", str(study_words.TOO_MANY_REVIEWS), 10.0)
        making = study.reviews.make(play, client)
        state = ReviewStateModel(state="making", progress=making.progress)
    return sent(state)


@router.websocket("/games/{game_id}/review/live")
async def review_live(
    socket: WebSocket, game_id: GameId, rooms: RoomsOf, visitor: VisitorOf, share: Share = None
) -> None:
    """Tell how far a review is, then the review."""
    study = study_of(socket)
    await socket.accept()
    try:
        seat = await find_seat(rooms, game_id, visitor, share)
    except HTTPException:
        await socket.close(NO_SUCH_GAME, str(words.NO_SUCH_GAME))
        return
    if seat is None:
        await socket.close(PRIVATE, words.private_game())
        return
    play = seat.room.play
    making = study.reviews.making(play)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        if making is not None:
            await _follow(socket, making)
        state = await _review_state(study, play)
        if making is not None and making.failure is not None:
            state = ReviewStateModel(state="impossible", text=_failure(making.failure))
        await socket.send_text(state.model_dump_json())
        await socket.close()


async def _follow(socket: WebSocket, making: Making) -> None:
    with making.listen() as changed:
        while not making.over:
            await changed.wait()
            changed.clear()
            state = ReviewStateModel(state="making", progress=making.progress)
            await socket.send_text(state.model_dump_json())


def _failure(error: Exception) -> str:
    return str(error if isinstance(error, DamahaneError) else study_words.NO_ENGINE)
