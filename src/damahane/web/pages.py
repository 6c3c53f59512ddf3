"""The pages: the first one, with a board ready to play on, and one for each game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from damahane import RULE_SETS, Board

from . import language, texts, words
from .api import PLAYABLE, RoomsOf
from .state import PositionModel, State, position

router = APIRouter(include_in_schema=False)

STATIC: Final = Path(__file__).parent / "static"
MODULES: Final = tuple(
    str(path.relative_to(STATIC)) for path in sorted((STATIC / "js").rglob("*.js"))
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
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        texts.gettext, texts.ngettext, newstyle=True
    )
    return environment


@cache
def _preview() -> PositionModel:
    """The position before a game."""
    return position(Board("dama"))


def in_page(data: str) -> str:
    """JSON as it may stand in a page: "<" is the one character that could end it early."""
    return data.replace("<", "\\u003c")


def _page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    spoken = language.current()
    text = (
        _templates()
        .get_template(name)
        .render(
            modules=MODULES,
            language=spoken,
            languages=language.LANGUAGES,
            texts=in_page(texts.script_texts(spoken)),
            **values,
        )
    )
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
    text = in_page(json.dumps(given, separators=(",", ":")))
    return _page("table.html", game=game, rules=choices, given=text)


@router.get("/")
async def first() -> HTMLResponse:
    """A board ready to play on."""
    return _table(None)


@router.get("/game/{game_id}")
async def game(game_id: str, rooms: RoomsOf) -> HTMLResponse:
    """A game."""
    room = await rooms.find(game_id)
    if room is None:
        return _page("missing.html", 404, text=str(words.NO_SUCH_GAME))
    return _table(room.state)


@router.post("/language")
async def choose_language(request: Request) -> RedirectResponse:
    """Keep the choice of a language, and go back to the page where it was made."""
    chosen = parse_qs((await request.body()).decode("latin-1")).get("language", [""])[0]
    answer = RedirectResponse(language.way_back(request.headers), 303)
    if chosen in language.LANGUAGES:
        answer.headers.append("Set-Cookie", language.cookie(chosen))
    return answer


@router.get("/favicon.ico")
async def icon() -> FileResponse:
    """The icon, for those who ask for it by its old name."""
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")


@router.get("/healthz")
async def health(request: Request) -> HTMLResponse:
    """Whether everything is ready, the engine included: 200, or 503 before."""
    ready = request.app.state.thinker.ready
    return HTMLResponse("ready\n" if ready else "warming up\n", 200 if ready else 503)
