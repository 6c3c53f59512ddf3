"""What the server tells those who run it: a log that programs can read, and Prometheus metrics."""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import Settings

router = APIRouter(include_in_schema=False)
requests = logging.getLogger("damahane.requests")

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LONG: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0)

GAMES: Final = Counter("damahane_games", "Games begun.", ("rules", "against"))
EVENTS: Final = Counter("damahane_events", "Events taken in: moves and the rest.", ("kind",))
CONFLICTS: Final = Counter("damahane_conflicts", "Events that came too late.")
ENDED: Final = Counter("damahane_games_ended", "Games that came to their end.", ("termination",))
ROOMS: Final = Gauge("damahane_rooms", "Games held in memory.")
LINES: Final = Gauge("damahane_live_lines", "Live lines that are open.")
REFUSED: Final = Counter("damahane_over_limit", "Requests beyond a visitor's share.", ("code",))
REQUESTS: Final = Histogram(
    "damahane_request_seconds",
    "Seconds until a request was answered.",
    ("method", "path", "status"),
    buckets=QUICK,
)
THINKING: Final = Histogram(
    "damahane_thinking_seconds",
    "Seconds until a thought was had, waiting for a process included.",
    ("what",),
    buckets=LONG,
)
WAITING: Final = Gauge("damahane_thoughts_waiting", "Thoughts that wait for a process.")
RESTARTS: Final = Counter("damahane_worker_restarts", "Thinking processes that were replaced.")


class TelemetryMiddleware:
    """Measures every request, and logs it where the log is for programs."""

    def __init__(self, app: ASGIApp, log: bool = False) -> None:
        self.app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request and measure it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            seconds = time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", None)
            path = route if route is not None else "other"
            method = scope["method"] if status != 405 else "other"
            REQUESTS.labels(method, path, str(status)).observe(seconds)
            if self._log:
                extra = {
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "milliseconds": round(seconds * 1000, 2),
                    "address": (scope.get("client") or ("",))[0],
                }
                requests.info("request", extra={"fields": extra})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Everything above, as Prometheus reads it."""
    settings: Settings = request.app.state.settings
    address = request.client.host if request.client else ""
    local = address in ("127.0.0.1", "::1")
    if settings.metrics == "off" or (settings.metrics == "local" and not local):
        return Response("Not here.\n", 404, media_type="text/plain")
    ROOMS.set(len(request.app.state.rooms))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


class JsonFormatter(logging.Formatter):
    """Writes each record as a JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def log_as(settings: Settings) -> None:
    """Have the log of the app and the server written as the settings say, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.log == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    for name in ("damahane", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        log.setLevel(settings.log_level.upper())
    if settings.log == "plain" and settings.log_level == "info":
        logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it greets at length
