"""Games as files and pictures, and the list of one's games with its deletions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from damahane import RULE_SETS, Board, Color, DamahaneError, Route
from damahane.pdn import GameRecord, Node, Variation, write
from damahane.svg import board_svg

from . import study_words, words
from .analysis import RulesId, TreeModel, board_after, tree_model
from .answers import problem
from .api import FOUND, SENT, Answers
from .jobs import JudgementModel, ReviewModel, told
from .play import Play
from .seats import GameId, OwnRoom, RoomsOf, SeatOf
from .shelf import MOST_EXPORTED, PAGE, Card, Filter
from .state import Model, Side
from .store import GameSetup
from .study import PDN, REFUSES, AskerOf, StudyOf, refused, sent

router = APIRouter(prefix="/api")

SVG: Final = "image/svg+xml"
_MARKS: Final = {"mistake": 2, "blunder": 4, "missed_win": 4}
"""What is wrong with a move as a mark in a game file: ? and ??."""
_PICTURES_KEPT: Final = "private, max-age=86400"


# One game


def record_of_game(
    play: Play, created: datetime | None, review: ReviewModel | None, *, reader: bool = False
) -> GameRecord:
    """A game as a game file has it; with a review, its mistakes and what was better.

    Somebody who reads another's game is not called "you" in it.
    """
    setup = play.setup
    computer = study_words.computer(setup.level)
    names = (str(study_words.WHITE), str(study_words.BLACK))
    if setup.you is not None:
        own = study_words.WHITE if setup.you == "white" else study_words.BLACK
        you = str(own if reader else study_words.YOU)
        names = (you, computer) if setup.you == "white" else (computer, you)
    event = study_words.TWO_PLAYERS if setup.you is None else study_words.AGAINST_COMPUTER
    tags = {"Event": str(event), "White": names[0], "Black": names[1]}
    if created is not None:
        tags["Date"] = created.strftime("%Y.%m.%d")
    record = GameRecord.from_game(play.game, tags)
    if review is not None:
        board = play.start_board()
        for node, judgement in zip(record.moves, review.judgements, strict=False):
            _annotate(node, board, judgement)
            board = board_after(board, node)
    return record


def _annotate(node: Node, board: Board, judgement: JudgementModel) -> None:
    if judgement.mark is None:
        return
    node.nags.append(_MARKS[judgement.mark])
    if judgement.better is None:
        return
    reply, moves = board.copy(), []
    for move in judgement.better.moves:
        route = reply.parse_route(move.full)
        moves.append(Node(route, reply.text(route)))
        reply.push(route)
    if judgement.reason is not None and moves:
        moves[0].comment = told(judgement.reason, board.rules)
    node.variations.append(Variation(moves))


class StudiedModel(Model):
    """A game to look through: its moves, and how it was played."""

    id: str
    mode: Literal["computer", "two"]
    level: str | None
    you: Side | None
    version: int
    over: str | None = Field(description="How it ended, in words; None while it goes on.")
    tree: TreeModel


def studied(
    play: Play, created: datetime | None, review: ReviewModel | None, *, reader: bool = False
) -> StudiedModel:
    """A game to look through, by its owner or by somebody who reads it."""
    outcome, setup = play.game.outcome, play.setup
    return StudiedModel.model_validate(
        {
            "id": setup.id,
            "mode": setup.mode,
            "level": setup.level,
            "you": setup.you,
            "version": play.version,
            "over": outcome
            and words.ending(outcome, play.game.board, None if reader else play.you),
            "tree": tree_model(record_of_game(play, created, review, reader=reader)),
        }
    )


@router.get(
    "/games/{game_id}/tree", tags=["games"], responses={200: {"model": StudiedModel}, **FOUND}
)
async def read_tree(seat: SeatOf, study: StudyOf, annotated: bool = False) -> Response:
    """A game as a tree of moves; annotated with its review, if that has been made."""
    play = seat.room.play
    review = await study.reviews.find(play) if annotated else None
    created = await study.shelf.created(play.setup.id)
    return sent(await asyncio.to_thread(studied, play, created, review, reader=seat.reader))


_FILE: Final[Answers] = {200: {"content": {PDN: {}}, "description": "The text of the file."}}


@router.get(
    "/games/{game_id}/pdn", tags=["games"], response_class=Response, responses={**_FILE, **FOUND}
)
async def read_pdn(seat: SeatOf, study: StudyOf) -> Response:
    """A game as a PDN, with its review if that has been made."""
    play = seat.room.play
    review = await study.reviews.find(play)
    created = await study.shelf.created(play.setup.id)
    record = partial(record_of_game, play, created, review, reader=seat.reader)
    text = await asyncio.to_thread(lambda: write(record()))
    return _file(text, f"damahane-{play.setup.id[:8]}.pdn")


def _file(text: str, name: str) -> Response:
    return Response(text, media_type=PDN, headers=_attached(name))


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}


@router.get(
    "/picture.svg",
    tags=["positions"],
    response_class=Response,
    responses={200: {"content": {SVG: {}}, "description": "The picture."}, **REFUSES},
)
async def picture(
    _visitor: AskerOf,
    fen: Annotated[str, Query(max_length=1024)],
    rules: RulesId = "dama",
    last: Annotated[str, Query(max_length=256, description="Squares, with commas between.")] = "",
    below: Side = "white",
    size: Annotated[int | None, Query(ge=64, le=2048)] = None,
    plain: bool = False,
) -> Response:
    """A picture of a position."""
    try:
        board = Board.from_fen(fen, rules)
        stops = tuple(board.shape.square(name) for name in last.split(",") if name)
    except DamahaneError as error:
        return refused("bad_position", str(error))
    text = await asyncio.to_thread(
        lambda: board_svg(
            board,
            last_move=Route(stops, ()) if stops else None,
            orientation=Color.WHITE if below == "white" else Color.BLACK,
            coordinates=not plain,
            size=size,
        )
    )
    return Response(text, media_type=SVG, headers={"Cache-Control": _PICTURES_KEPT})


# All of one's games


class CardModel(Model):
    """A game in a list."""

    id: str
    rules: str
    rules_name: str
    mode: Literal["computer", "two"]
    level: str | None
    you: Side | None
    opponent: str
    result: str
    fate: Literal["won", "lost", "drawn", "open", "white", "black"]
    ending: str | None
    plies: int
    opening: str
    picture: str
    played: datetime


class ListModel(Model):
    """Some of the games, and how many there are in all."""

    games: tuple[CardModel, ...]
    total: int
    offset: int


def _wanted(
    rules: RulesId | None = None,
    against: Literal["easy", "medium", "hard", "two"] | None = None,
    result: Literal["won", "lost", "drawn", "open"] | None = None,
    opening: Annotated[str, Query(max_length=80, description="Part of the first moves.")] = "",
) -> Filter:
    return Filter(rules, against, result, opening)


Wanted = Annotated[Filter, Depends(_wanted)]


def _card(setup: GameSetup, card: Card) -> CardModel:
    rules, outcome = RULE_SETS[setup.rules], card.outcome
    you = None
    if setup.you is not None:
        you = Color.WHITE if setup.you == "white" else Color.BLACK
    below = setup.you or "white"
    query = {"rules": setup.rules, "fen": card.fen, "last": card.last, "below": below, "plain": 1}
    played = card.played if card.played.tzinfo else card.played.replace(tzinfo=UTC)
    fate = "open"
    if outcome is not None and outcome.winner is None:
        fate = "drawn"
    elif outcome is not None and outcome.winner is not None:
        fate = str(outcome.winner) if you is None else "won" if outcome.winner is you else "lost"
    two = setup.mode == "two"
    return CardModel.model_validate(
        {
            "id": setup.id,
            "rules": setup.rules,
            "rules_name": words.rules_name(rules),
            "mode": setup.mode,
            "level": setup.level,
            "you": setup.you,
            "opponent": str(study_words.TWO_PLAYERS) if two else study_words.computer(setup.level),
            "result": card.result,
            "fate": fate,
            "ending": outcome and words.ending(outcome, Board.from_fen(card.final, rules), you),
            "plies": card.plies,
            "opening": card.opening,
            "picture": f"/api/picture.svg?{urlencode(query)}",
            "played": played,
        }
    )


@router.get("/games", tags=["games"], responses={200: {"model": ListModel}, **REFUSES})
async def list_games(
    study: StudyOf,
    visitor: AskerOf,
    wanted: Wanted,
    offset: Annotated[int, Query(ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = PAGE,
) -> Response:
    """Your games in which a move was made, the last played first."""
    games, total = await study.shelf.games(visitor.id, wanted, offset, limit)
    cards = tuple(_card(setup, card) for setup, card in games)
    return sent(ListModel(games=cards, total=total, offset=offset))


@router.get("/games.pdn", tags=["games"], response_class=Response, responses={**_FILE, **REFUSES})
async def export_games(study: StudyOf, visitor: AskerOf, wanted: Wanted) -> Response:
    """Your games as one PDN, as many as 2000."""
    games, _ = await study.shelf.games(visitor.id, wanted, limit=MOST_EXPORTED)

    async def parts() -> AsyncIterator[str]:
        for number, (setup, _card) in enumerate(games):
            play = await study.shelf.play(setup)
            created = await study.shelf.created(setup.id)
            review = await study.reviews.find(play)
            text = await asyncio.to_thread(write, record_of_game(play, created, review))
            yield "\n" * bool(number) + text

    day = datetime.now(UTC).strftime("%Y-%m-%d")
    return StreamingResponse(parts(), media_type=PDN, headers=_attached(f"damahane-{day}.pdn"))


@router.delete("/games/{game_id}", status_code=204, tags=["games"], responses=FOUND)
async def delete_game(room: OwnRoom, rooms: RoomsOf, study: StudyOf) -> Response:
    """Delete a game; within a day it can be restored."""
    game_id = room.play.setup.id
    try:
        await study.shelf.discard(game_id)
    finally:  # it may be done although nobody could be told so; else the room is opened anew
        await rooms.forget(game_id)
    return Response(status_code=204)


@router.post(
    "/games/{game_id}/restore", status_code=204, tags=["games"], responses={**FOUND, **SENT}
)
async def restore_game(game_id: GameId, study: StudyOf, visitor: AskerOf) -> Response:
    """Bring a deleted game back."""
    if not await study.shelf.restore(game_id, visitor.id):
        raise problem(404, "no_such_game", str(words.NO_SUCH_GAME))
    return Response(status_code=204)
