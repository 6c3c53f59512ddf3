"""What makes the page an app that can be installed: manifest, service worker, the offline page."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from damahane import __version__

from . import language
from .pages import STATIC, page
from .texts import _

router = APIRouter(include_in_schema=False)

#: The pages that are kept with the shell; others of the lessons are kept once they were opened.
PAGES: Final = ("/offline", "/learn", "/learn/dama")
#: What makes up a version: code and texts as well, since pages are made from them.
KINDS: Final = frozenset({".py", ".html", ".po", ".js", ".css", ".svg", ".png"})
ROOMS: Final = {"light": "#efe6d6", "dark": "#16100c"}


@cache
def version() -> str:
    """A name for all that is served, which changes whenever any of it does."""
    found = hashlib.sha256(__version__.encode())
    root = Path(__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in KINDS:
            found.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


@cache
def shell() -> tuple[str, ...]:
    """The addresses of the files that are kept for times without a connection."""
    files = sorted(path for path in STATIC.rglob("*") if path.suffix in {".js", ".css", ".svg"})
    names = [f"/static/{path.relative_to(STATIC).as_posix()}" for path in files]
    return tuple(name for name in names if name != "/static/worker.js")


@router.get("/worker.js")
async def worker() -> Response:
    """The service worker of this version."""
    values = {"VERSION": version(), "PAGES": PAGES, "FILES": shell()}
    lines = [f"self.{name} = {json.dumps(value)};\n" for name, value in values.items()]
    text = "".join(lines) + (STATIC / "worker.js").read_text(encoding="utf-8")
    return Response(text, 200, {"Cache-Control": "no-cache"}, "text/javascript")


@router.get("/offline")
async def offline() -> HTMLResponse:
    """What is shown when there is no connection."""
    return page("offline.html")


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What the app is called and looks like once it is installed."""
    icons = [
        {"src": "/static/favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *(
            {
                "src": f"/static/icons/maskable-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in (192, 512)
            for purpose in ("any", "maskable")
        ),
    ]
    shortcuts = [
        {"name": _("New game"), "url": "/"},
        {"name": _("Today’s challenge"), "url": "/challenge"},
        {"name": _("Learn dama"), "url": "/learn"},
    ]
    text = {
        "id": "/",
        "name": "damahane",
        "short_name": "damahane",
        "description": _(
            "Play dama, Turkish draughts, in the browser: against the computer or a friend."
        ),
        "lang": language.current(),
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": ROOMS["light"],
        "background_color": ROOMS["light"],
        "categories": ["games"],
        "icons": icons,
        "shortcuts": shortcuts,
    }
    body = json.dumps(text, ensure_ascii=False, indent=1)
    return Response(body, 200, {"Cache-Control": "no-cache"}, "application/manifest+json")
