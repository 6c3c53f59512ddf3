"""The pages of puzzles: the day's challenge with the calendar of past ones, and practice."""

from __future__ import annotations

import json
from calendar import monthcalendar
from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from damahane import RULE_SETS, Board
from damahane.puzzles.calendar import calendar

from . import challenge_words, words
from .analysis import cells_text
from .challenge import DeskOf, challenge_model, history_model
from .pages import in_page, modules, page
from .state import position
from .tries import MOST_TRIES
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


Again = Annotated[str | None, Query()]


@router.get("/challenge")
async def today(desk: DeskOf, visitor: VisitorOf, again: Again = None) -> HTMLResponse:
    """Today's challenge; `again` after its end has it played once more."""
    return await _challenge(desk.today, desk, visitor, again=again is not None)


@router.get("/challenge/{asked}")
async def of_day(asked: str, desk: DeskOf, visitor: VisitorOf, again: Again = None) -> HTMLResponse:
    """The challenge of a day, if it has come."""
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        return _missing(404, str(challenge_words.NO_SUCH_DAY))
    return await _challenge(day, desk, visitor, again=again is not None)


def _missing(status: int, text: str) -> HTMLResponse:
    """The page of a day that has no challenge, or none yet."""
    return page("missing.html", status, text=text, way=("/challenge", str(challenge_words.TODAYS)))


async def _challenge(day: date, desk: DeskOf, visitor: VisitorOf, *, again: bool) -> HTMLResponse:
    if day > desk.today:
        return _missing(403, str(challenge_words.NOT_YET))
    first = calendar().first
    if day < first:
        return _missing(404, challenge_words.first_day(first))
    challenge = await desk.challenges.find(visitor.id, day)
    history = await history_model(desk, visitor)
    if challenge.result is None:
        desk.referee.prepare()
    model = await challenge_model(desk, challenge)
    over = model.result is not None
    return page(
        "challenge.html",
        name=challenge_words.name(model.number),
        day=challenge_words.day_name(day),
        grade=challenge_words.grade(model.grade),
        task=challenge_words.task(model.moves),
        past=None if model.today else model,
        over=over,
        again=over and again,
        solved=over and not again,
        # So much room is kept for what the script draws.
        lines=len(model.tries) if over else MOST_TRIES,
        weeks=len(monthcalendar(day.year, day.month)),
        tally=any(each.result != "open" for each in history.days),
        address=f"/challenge/{day}",
        modules=modules("js/puzzles/challenge.js"),
        given=_data(
            challenge=model.model_dump(mode="json"),
            history=history.model_dump(mode="json"),
            again=over and again,
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
