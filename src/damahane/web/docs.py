"""The page that describes the API to people, made from the description for programs."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup, escape

router = APIRouter(include_in_schema=False)

Described = dict[str, Any]
INTRODUCTION: Final = """\
Everything the page does, a program can do: begin games, play, and hear at once what happens.

Who you are is told by a cookie that the first answer brings. Keep it: your games are yours alone,
and whoever comes without it is somebody else.

A game is a list of numbered events, and `version` is the number of the last one. Whatever you do,
you say at which version you saw the game. If something has happened since, nothing is done, and the
answer is 409 with the game as it stands. So a request that was sent twice, or whose answer was
lost, does no harm.

Every answer that is not a success says why in `refusal`: a code for programs, a text for people, in
the language you ask for. Beyond your share of requests the answer is 429, and `Retry-After` says
how many seconds to wait.
"""
LIVE: Final = """\
The WebSocket `/api/games/{game_id}/live?since=5` first says what happened after event 5, then
everything that happens: JSON with the new `events` and the `state`, and `{"beat": true}` every 20
seconds. Send nothing. If the line ends, connect again with the last number you know and nothing is
missed; do not if it ends with code 4404 (no such game) or 4403 (another visitor's).
"""
TAGS: Final[list[Described]] = [
    {"name": "games", "description": "Begin and read games."},
    {"name": "play", "description": "Whatever is done in a game."},
    {"name": "share", "description": "Let others look on."},
    {"name": "positions", "description": "Questions about positions."},
    {"name": "reviews", "description": "What each move of a finished game was worth."},
    {"name": "analysis", "description": "Positions by the way to them, and files of games."},
    {
        "name": "challenge",
        "description": "A puzzle a day, the same for everyone. Days are those of UTC, by the "
        "server's clock. Yours counts for your streak if you begin it on its day and end it before "
        "the next day is over.",
    },
    {"name": "practice", "description": "Puzzles to practise on, by grade, without end."},
]
BOT: Final = """\
import random, time
import httpx

with httpx.Client(base_url="{address}") as client:  # it keeps the cookie
    game = client.post("/api/games", json={"level": "medium", "side": "lot"}).json()
    while not game["outcome"]:
        if game["turn"] == game["you"] and game["routes"]:
            stops = random.choice(game["routes"])["stops"]
            body = {"version": game["version"], "stops": stops}
            answer = client.post(f"/api/games/{game['id']}/moves", json=body)
            if answer.status_code == 429:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            game = answer.json()["state"] if answer.status_code == 409 else answer.json()
        else:
            time.sleep(0.2)
            game = client.get(f"/api/games/{game['id']}").json()
    print(game["outcome"]["text"])
"""


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("damahane.web"),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["marked"] = marked
    return environment


def marked(text: str) -> Markup:
    """A text with what stands between backticks set as code.

    >>> marked("`a<b` & c")
    Markup('<code>a&lt;b</code> &amp; c')
    """
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part
        for place, part in enumerate(parts)
    )


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """The description of the API, to be read."""
    described: Described = request.app.openapi()
    text = (
        _templates()
        .get_template("api.html")
        .render(
            api=described,
            introduction=INTRODUCTION.strip().split("\n\n"),
            live=LIVE,
            bot=BOT.replace("{address}", str(request.base_url).rstrip("/")),
            groups=_groups(described),
            schemas=_schemas(described),
        )
    )
    return HTMLResponse(text)


def _groups(described: Described) -> list[Described]:
    """The operations under their headings."""
    groups = []
    for tag in TAGS:
        operations = [
            _operation(described, path, method, operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
            if operation.get("tags") == [tag["name"]]
        ]
        if operations:
            groups.append({**tag, "operations": operations})
    return groups


def _operation(described: Described, path: str, method: str, operation: Described) -> Described:
    """An operation: what it takes, an example of it, and what it answers."""
    parameters = [
        {
            "name": found["name"],
            "type": type_of(found["schema"]),
            "needed": found.get("required", False),
            "text": found.get("description") or found["schema"].get("description", ""),
        }
        for found in operation.get("parameters", ())
    ]
    body = _content(operation.get("requestBody", {}))
    named = described["components"]["schemas"].get(body, {})
    answers = [
        {"status": status, "text": answer.get("description", ""), "model": _content(answer)}
        for status, answer in sorted(operation["responses"].items())
    ]
    examples = named.get("examples", ())
    return {
        "id": operation["operationId"],
        "path": path,
        "method": method.upper(),
        "text": operation.get("description", ""),
        "parameters": parameters,
        "body": body,
        "examples": [json.dumps(example) for example in examples],
        "answers": answers,
    }


def _content(described: Described) -> str:
    """The name of the schema of a body."""
    content = described.get("content", {}).get("application/json", {})
    return type_of(content["schema"]) if content.get("schema") else ""


def _schemas(described: Described) -> list[Described]:
    """Every schema with its fields."""
    schemas = []
    for name, schema in sorted(described["components"]["schemas"].items()):
        needed = schema.get("required", ())
        fields = [
            {
                "name": field,
                "type": type_of(found),
                "needed": field in needed,
                "text": found.get("description", ""),
            }
            for field, found in schema.get("properties", {}).items()
        ]
        schemas.append({"name": name, "text": schema.get("description", ""), "fields": fields})
    return schemas


def type_of(schema: Described) -> str:
    """What a value may be, in a few words.

    >>> type_of({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'list of string, or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return ", or ".join(type_of(choice) for choice in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return "(" + ", ".join(type_of(item) for item in schema["prefixItems"]) + ")"
        case "array":
            return f"list of {type_of(schema.get('items', {}))}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {type_of(schema['additionalProperties'])}"
        case None:
            return "anything"
        case kind:
            return str(kind)
