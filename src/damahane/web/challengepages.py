"""The pages of puzzles: the day's challenge with the calendar of past ones, and practice."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from damahane import RULE_SETS, Board
from damahane.puzzles.calendar import calendar

from . import challenge_words, words
from .analysis import cells_text
from .challenge import DeskOf, challenge_model, history_model
from .pages import in_page, modules, page
from .state import position
from .visitors import VisitorOf

router = APIRouter(include_in_schema=False)

RULES: Final = "dama"


def _boards() -> dict[str, Any]:
    """What the scripts have to know to let one walk through a solution."""
    rules = RULE_SETS[RULES]
    board = Board(rules)
    shown = position(board).model_dump(mode="json")
    known = {
        "shape": rules.shape.name,
        "removal": shown["removal"],
        "cells": cells_text(board),
        "name": words.rules_name(rules),
    }
    return {"shapes": {rules.shape.name: shown["board"]}, "rules": {RULES: known}}


def _data(**values: Any) -> str:
    """Values for the scripts."""
    return in_page(json.dumps({**values, "boards": _boards()}, separators=(",", ":")))


@router.get("/challenge")
async def today(desk: DeskOf, visitor: VisitorOf) -> HTMLResponse:
    """Today's challenge."""
    return await _challenge(desk.today, desk, visitor)


@router.get("/challenge/{asked}")
async def of_day(asked: str, desk: DeskOf, visitor: VisitorOf) -> HTMLResponse:
    """The challenge of a day, if it has come."""
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        return page("missing.html", 404, text=str(challenge_words.NO_SUCH_DAY), game=False)
    return await _challenge(day, desk, visitor)


async def _challenge(day: date, desk: DeskOf, visitor: VisitorOf) -> HTMLResponse:
    if day > desk.today:
        return page("missing.html", 403, text=str(challenge_words.NOT_YET), game=False)
    first = calendar().first
    if day < first:
        return page("missing.html", 404, text=challenge_words.first_day(first), game=False)
    challenge = await desk.challenges.find(visitor.id, day)
    history = await history_model(desk, visitor)
    if challenge.result is None:
        desk.referee.prepare()
    model = await challenge_model(desk, challenge)
    return page(
        "challenge.html",
        name=challenge_words.name(model.number),
        day=challenge_words.day_name(day),
        grade=challenge_words.grade(model.grade),
        task=challenge_words.task(model.moves),
        modules=modules("js/puzzles/challenge.js"),
        given=_data(
            challenge=model.model_dump(mode="json"), history=history.model_dump(mode="json")
        ),
    )


@router.get("/practice")
async def practice(desk: DeskOf) -> HTMLResponse:
    """Puzzles to practise on."""
    desk.referee.prepare()
    grades = [(number, str(text)) for number, text in challenge_words.GRADES.items()]
    return page(
        "practice.html", grades=grades, given=_data(), modules=modules("js/puzzles/practice.js")
    )
