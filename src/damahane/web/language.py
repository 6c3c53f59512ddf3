"""Which language a visitor reads: the one chosen on the page, or else the browser's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Each language by its code, with its own name; the texts in the sources are in the first.
LANGUAGES: Final = {"en": "English", "es": "Español", "pt": "Português", "tr": "Türkçe"}
SOURCE: Final = "en"
COOKIE: Final = "language"
PARAMETER: Final = "lang"
YEAR: Final = 365 * 24 * 60 * 60  # seconds

_current: ContextVar[str] = ContextVar("language", default=SOURCE)


def current() -> str:
    """The code of the language to speak now."""
    return _current.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def preferred(accepted: str) -> str:
    """The language that suits an ``Accept-Language`` header best.

    >>> preferred("fr, pt-BR;q=0.9, en;q=0.8")
    'pt'
    """
    wanted = []
    for place, item in enumerate(accepted.split(",")):
        name, _, parameter = item.partition(";")
        try:
            weight = float(parameter.partition("=")[2] or 1)
        except ValueError:
            weight = 0.0
        code = name.strip().lower().partition("-")[0]
        if code in LANGUAGES and weight > 0:
            wanted.append((-weight, place, code))
    return min(wanted)[2] if wanted else SOURCE


def chosen(scope: Scope) -> str | None:
    """The language that the address of a request asks for."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(PARAMETER, [""])[0]
    return asked if asked in LANGUAGES else None


def of_request(scope: Scope) -> str:
    """The language of a request: by its address, else its cookie, else the browser's wishes."""
    headers = Headers(scope=scope)
    try:
        kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        kept = None
    if (asked := chosen(scope)) is not None:
        return asked
    if kept is not None and kept.value in LANGUAGES:
        return kept.value
    return preferred(headers.get("accept-language", ""))


def cookie(language: str) -> str:
    """The ``Set-Cookie`` header that keeps a choice."""
    return f"{COOKIE}={language}; Path=/; Max-Age={YEAR}; SameSite=Lax"


def way_back(headers: Headers) -> str:
    """The page that a request came from, on this host, without a choice of language in it."""
    try:
        parts = urlsplit(headers.get("referer", ""))
    except ValueError:
        return "/"
    if parts.netloc != headers.get("host") or not parts.path.startswith("/"):
        return "/"
    query = "&".join(
        part for part in parts.query.split("&") if part and not part.startswith(f"{PARAMETER}=")
    )
    path = "/" + parts.path.lstrip("/\\")
    return f"{path}?{query}" if query else path


class LanguageMiddleware:
    """Speaks each visitor's language, and says which in the headers of what is not a file."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request in its language."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        language = of_request(scope)
        is_file = scope["path"].startswith("/static/")
        speaks = scope["type"] == "http" and not is_file
        with speaking(language):
            told = _telling(send, language, chosen(scope)) if speaks else send
            await self.app(scope, receive, told)


def _telling(send: Send, language: str, asked: str | None) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Language", language)
            headers.add_vary_header("Accept-Language")
            headers.add_vary_header("Cookie")
            if asked is not None:
                headers.append("Set-Cookie", cookie(asked))
        await send(message)

    return wrapped
