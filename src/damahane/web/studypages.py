"""The pages to study on: the analysis board, a game looked back at, the list of one's games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_args

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from damahane import RULE_SETS, Board, Piece

from . import study_words, words
from .analysis import cells_text
from .archive import studied
from .endgames import EndgameRules
from .pages import in_page, modules, page
from .seats import RoomsOf, Share, find_seat
from .state import STONES, position
from .study import StudyOf, why_no_review
from .visitors import VisitorOf

router = APIRouter(include_in_schema=False)


@cache
def _boards() -> dict[str, Any]:
    """What the scripts have to know of each rule set, and of the boards they are played on."""
    shapes, rules = {}, {}
    for name, rule_set in RULE_SETS.items():
        board = Board(rule_set)
        shown = position(board).model_dump(mode="json")
        shapes[rule_set.shape.name] = shown["board"]
        rules[name] = {
            "shape": rule_set.shape.name,
            "removal": shown["removal"],
            "cells": cells_text(board),
            "huff": rule_set.may_huff,
            "tables": name in get_args(EndgameRules),
        }
    return {"shapes": shapes, "rules": rules}


def boards_named() -> dict[str, Any]:
    """What the scripts have to know, each rule set with its name."""
    boards = _boards()
    rules = {
        name: {**known, "name": words.rules_name(RULE_SETS[name])}
        for name, known in boards["rules"].items()
    }
    return {**boards, "rules": rules}


def data(**values: Any) -> str:
    """Values for the scripts."""
    return in_page(json.dumps(values, separators=(",", ":")))


@router.get("/analysis")
async def analysis(study: StudyOf) -> HTMLResponse:
    """The analysis board."""
    rules = [(name, words.rules_name(rule_set)) for name, rule_set in RULE_SETS.items()]
    study.engines.prepare()
    study.clerk.prepare()
    return page(
        "analysis.html",
        given=data(boards=boards_named()),
        rules=rules,
        nags=study_words.nags(),
        palette=[(STONES[piece], words.piece_name(piece)) for piece in Piece],
        modules=modules("js/study/analysis.js"),
    )


@router.get("/games")
async def games() -> HTMLResponse:
    """The list of one's games."""
    rules = [(name, words.rules_name(rule_set)) for name, rule_set in RULE_SETS.items()]
    return page("games.html", rules=rules, modules=modules("js/study/games.js"))


@router.get("/game/{game_id}/review")
async def review(
    game_id: str, rooms: RoomsOf, study: StudyOf, visitor: VisitorOf, share: Share = None
) -> HTMLResponse:
    """A game looked back at, by its owner or somebody with a link to it."""
    if await rooms.find(game_id) is None:
        return page("missing.html", 404, text=str(words.NO_SUCH_GAME))
    seat = await find_seat(rooms, game_id, visitor, share)
    if seat is None:
        return page("missing.html", 403, text=words.private_game())
    play = seat.room.play
    game = studied(play, await study.shelf.created(game_id), None, reader=seat.reader)
    given = data(
        boards=boards_named(),
        game=game.model_dump(mode="json"),
        why=str(why_no_review(play) or ""),
        share=share if seat.reader else None,
        path=f"/api/games/{game_id}",
    )
    return page(
        "review.html",
        given=given,
        game=game,
        share=share if seat.reader else None,
        modules=modules("js/study/review.js"),
    )
