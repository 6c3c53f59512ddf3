"""The pages: the first one, with a board ready to play on, and one for each game."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from damahane import RULE_SETS, Board, Piece

from . import challenge, language, texts, words
from .api import PLAYABLE
from .options import TOURNAMENT_SECONDS
from .seats import RoomsOf, Share, find_seat
from .state import STONES, PositionModel, State, position
from .visitors import VisitorOf

router = APIRouter(include_in_schema=False)

STATIC: Final = Path(__file__).parent / "static"
_IMPORT: Final = re.compile(r"^(?:import|export) [^;]*?from '(\.[^']+)';", re.MULTILINE)


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
def modules(script: str) -> tuple[str, ...]:
    """A script and every module it needs from the first, so that they are all fetched at once."""
    found: dict[Path, None] = {}
    waiting = [STATIC / script]
    while waiting:
        path = waiting.pop().resolve()
        if path not in found:
            found[path] = None
            waiting += [path.parent / name for name in _IMPORT.findall(path.read_text("utf-8"))]
    return tuple(sorted(str(path.relative_to(STATIC.resolve())) for path in found))


@cache
def _preview() -> PositionModel:
    """The position before a game."""
    return position(Board("dama"))


def in_page(data: str) -> str:
    """JSON as it may stand in a page: "<" is the one character that could end it early."""
    return data.replace("<", "\\u003c")


def page(template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """A page made from a template, in the language to speak now."""
    spoken = language.current()
    values.setdefault("modules", modules("js/page.js"))
    text = (
        _templates()
        .get_template(template)
        .render(
            status=status,
            language=spoken,
            languages=language.LANGUAGES,
            texts=in_page(texts.script_texts(spoken)),
            **values,
        )
    )
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def _table(kind: str, game: State | None = None, **values: Any) -> HTMLResponse:
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
            "huff": rule_set.may_huff,
            "diagonal": rule_set.shape.diagonal,
        }
        for rule_set in rules
    ]
    return page(
        "table.html",
        kind=kind,
        rules=choices,
        palette=[(STONES[piece], words.piece_name(piece)) for piece in Piece],
        tournament=TOURNAMENT_SECONDS,
        given=in_page(json.dumps(given, separators=(",", ":"))),
        **values,
    )


@router.get("/")
async def first(desk: challenge.DeskOf, visitor: VisitorOf) -> HTMLResponse:
    """A board ready to play on, with the day's challenge beside it."""
    return _table("start", challenge=await challenge.line_of_today(desk, visitor))


@router.get("/setup")
async def set_up() -> HTMLResponse:
    """A board to set a position up on and play on from."""
    return _table("setup")


@router.get("/game/{game_id}")
async def game(
    game_id: str, rooms: RoomsOf, visitor: VisitorOf, share: Share = None
) -> HTMLResponse:
    """A game, for its owner or for somebody with a link to it."""
    if await rooms.find(game_id) is None:
        return page("missing.html", 404, text=str(words.NO_SUCH_GAME))
    seat = await find_seat(rooms, game_id, visitor, share)
    if seat is None:
        return page("missing.html", 403, text=words.private_game())
    return _table("game", seat.state)


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
