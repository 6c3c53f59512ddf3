"""The pages: the first one, with a board ready to play on, and one for each game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from damahane import RULE_SETS, Board

from . import words
from .api import PLAYABLE, RoomsOf
from .state import PositionModel, State, position

router = APIRouter(include_in_schema=False)

STATIC: Final = Path(__file__).parent / "static"
MODULES: Final = tuple(
    str(path.relative_to(STATIC))
    for path in sorted((STATIC / "js").rglob("*.js"))
    if path.parent.name != "study"
)


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("damahane.web"),
        autoescape=select_autoescape(),
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(words.TRANSLATIONS, newstyle=True)  # type: ignore[attr-defined]
    return environment


@cache
def _preview() -> PositionModel:
    """The position before a game."""
    return position(Board("dama"))


def page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page made from a template."""
    values.setdefault("modules", MODULES)
    text = _templates().get_template(name).render(**values)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def _table(game: State | None) -> HTMLResponse:
    rules = [RULE_SETS[name] for name in PLAYABLE]
    given = {
        "game": None if game is None else game.model_dump(mode="json"),
        "preview": _preview().model_dump(mode="json"),
    }
    choices = [
        {
            "id": rule_set.id,
            "name": words.rules_name(rule_set),
            "line": words.rules_line(rule_set),
            "lot": rule_set.colors_by_lot,
        }
        for rule_set in rules
    ]
    # "<" is the one character that could end the data block early.
    text = json.dumps(given, separators=(",", ":")).replace("<", "\\u003c")
    return page("table.html", game=game, rules=choices, given=text)


@router.get("/")
async def first() -> HTMLResponse:
    """A board ready to play on."""
    return _table(None)


@router.get("/game/{game_id}")
async def game(game_id: str, rooms: RoomsOf) -> HTMLResponse:
    """A game."""
    room = await rooms.find(game_id)
    if room is None:
        return page("missing.html", 404, text=words.NO_SUCH_GAME)
    return _table(room.state)


@router.get("/favicon.ico")
async def icon() -> FileResponse:
    """The icon, for those who ask for it by its old name."""
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")


@router.get("/healthz")
async def health(request: Request) -> HTMLResponse:
    """Whether everything is ready, the engine included: 200, or 503 before."""
    ready = request.app.state.thinker.ready
    return HTMLResponse("ready\n" if ready else "warming up\n", 200 if ready else 503)
