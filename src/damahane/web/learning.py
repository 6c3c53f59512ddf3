"""The pages to learn from: what dama is, and the rules of each rule set to try out."""

from __future__ import annotations

import json
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from damahane import RULE_SETS, Board
from damahane.svg import board_svg

from . import lessons, words
from .lessons import Step
from .pages import in_page, modules, page
from .state import STONES, position
from .texts import _

router = APIRouter(prefix="/learn", include_in_schema=False)

DAY: Final = 24 * 60 * 60  # seconds


@router.get("")
async def learn() -> HTMLResponse:
    """What dama is, good advice, common mistakes and questions."""
    rules = [
        {"id": rules.id, "name": words.rules_name(rules), "line": words.rules_line(rules)}
        for rules in RULE_SETS.values()
    ]
    return page(
        "learn.html",
        rules=rules,
        basics=lessons.BASICS,
        tips=lessons.TIPS,
        mistakes=lessons.MISTAKES,
        questions=lessons.QUESTIONS,
    )


@router.get("/{rules}")
async def rules_of(rules: str) -> HTMLResponse:
    """The lessons of a rule set."""
    if rules not in RULE_SETS:
        return page(
            "missing.html", 404, text=str(words.NO_SUCH_RULES), way=("/learn", _("Learn dama"))
        )
    steps = lessons.steps(rules)
    given = {"rules": rules, "steps": {step.id: _step(step, rules) for step in steps}}
    return page(
        "lessons.html",
        rules=rules,
        name=words.rules_name(RULE_SETS[rules]),
        line=words.rules_line(RULE_SETS[rules]),
        steps=steps,
        facts=lessons.facts(rules),
        modules=modules("js/learn.js"),
        others=[(other.id, words.rules_name(other)) for other in RULE_SETS.values()],
        given=in_page(json.dumps(given, separators=(",", ":"))),
    )


@router.get("/{rules}/{name}.svg")
async def picture(rules: str, name: str) -> Response:
    """The position of a lesson as a picture, for those without scripts."""
    found = [step for step in lessons.steps(rules) if step.id == name] if rules in RULE_SETS else []
    if not found:
        return Response(status_code=404)
    headers = {"Cache-Control": f"public, max-age={DAY}"}
    return Response(board_svg(found[0].board(rules)), 200, headers, "image/svg+xml")


def _step(step: Step, rules: str) -> dict[str, Any]:
    """What the script needs of a step."""
    board = step.board(rules)
    return {
        "position": position(board).model_dump(mode="json"),
        "goals": [] if step.huff else _goals(step, rules, board),
        "done": str(step.done),
        "huff": step.huff,
    }


def _goals(step: Step, rules: str, board: Board) -> list[dict[str, Any]]:
    """The moves asked for, each with the piece that stands on its last square then."""
    names, goals = board.shape.names, {}
    for route in step.asked(rules):
        after = board.copy()
        after.push(route)
        piece = after.piece_at(route.end)
        goals[route.move] = {
            "start": names[route.start],
            "end": names[route.end],
            "captured": sorted(names[square] for square in route.captured),
            "stone": STONES[piece] if piece is not None else None,
        }
    return list(goals.values())
