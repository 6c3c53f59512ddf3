"""How the app says no: to programs as JSON, to people as text, always with the reason in words."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import PlainTextResponse, Response

from . import words
from .limits import TooMany

logger = logging.getLogger(__name__)

RETRY: Final = 5  # seconds


class RefusalModel(BaseModel):
    """Why something is refused, and the stones that could move instead."""

    code: str = Field(description="The reason, for programs.")
    text: str = Field(description="The reason, for people, in their language.")
    squares: tuple[str, ...] = Field((), description="The pieces that could move instead.")
    lesson: str | None = Field(
        default=None, description="The page that teaches the rule, if there is one."
    )


class ProblemModel(BaseModel):
    """Why a request was not answered."""

    refusal: RefusalModel


def refusal(
    path: str,
    status: int,
    code: str,
    text: str,
    headers: dict[str, str] | None = None,
    *,
    squares: tuple[str, ...] = (),
    lesson: str | None = None,
) -> Response:
    """A no, in the form that suits whoever asks for a path."""
    headers = {"Cache-Control": "no-store", **(headers or {})}
    if not path.startswith("/api/"):
        return PlainTextResponse(f"{text}\n", status, headers)
    why = RefusalModel(code=code, text=text, squares=squares, lesson=lesson)
    problem = ProblemModel(refusal=why)
    return Response(problem.model_dump_json(), status, headers, "application/json")


def add_answers(app: FastAPI) -> None:
    """Have an app say no as this module does."""
    app.add_exception_handler(StarletteHTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(TooMany, _too_many)
    for away in (DBAPIError, PoolTimeout, OSError):
        app.add_exception_handler(away, _no_database)
    app.add_exception_handler(Exception, _fault)


def problem(
    status: int, code: str, text: str, squares: tuple[str, ...] = (), lesson: str | None = None
) -> HTTPException:
    """What to raise in order to say no.

    Args:
        status: the status of the answer.
        code: the reason, for programs.
        text: the reason in words.
        squares: those of pieces that could move instead.
        lesson: the page that teaches the rule.
    """
    more = {"squares": squares, "lesson": lesson}
    return HTTPException(status, {"code": code, "text": text, **more})


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)  # noqa: S101 - it is registered for these
    detail: Any = error.detail
    more: dict[str, Any] = {}
    if isinstance(detail, dict):
        more = dict(detail)
        code, text = more.pop("code"), more.pop("text")
    else:
        code, text = HTTPStatus(error.status_code).name.lower(), str(detail)
    headers = dict(error.headers or {})
    return refusal(request.url.path, error.status_code, code, text, headers, **more)


def _invalid(request: Request, error: Exception) -> Response:
    """What was sent is not what is described: say where, and what was expected."""
    assert isinstance(error, RequestValidationError)  # noqa: S101
    found = [".".join(map(str, one["loc"])) + f": {one['msg']}" for one in list(error.errors())[:5]]
    return refusal(request.url.path, 422, "invalid", "; ".join(found))


def _too_many(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooMany)  # noqa: S101
    headers = {"Retry-After": str(error.seconds)}
    return refusal(request.url.path, 429, error.code, error.text, headers)


def _no_database(request: Request, error: Exception) -> Response:
    logger.error("the database does not answer: %s", error)
    headers = {"Retry-After": str(RETRY)}
    return refusal(request.url.path, 503, "no_database", words.no_database(), headers)


def _fault(request: Request, _error: Exception) -> Response:
    """Whatever else goes wrong; it is in the log."""
    return refusal(request.url.path, 500, "fault", words.fault())
