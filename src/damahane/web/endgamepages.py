"""The pages of the endgame tables: any position with the result of each move, and all results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, get_args

from babel.numbers import format_decimal, format_percent
from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from damahane import RULE_SETS, Piece

from . import endgame_words, language, words
from .answers import RefusalModel
from .endgames import EndgameModel, EndgameRules, Fen, Ledger, find, reason, results
from .explain import Refusal
from .pages import modules, page
from .state import STONES, Model
from .study import AskerOf, StudyOf, sent
from .studypages import boards_named, data
from .texts import N_, Text, _n

router = APIRouter(prefix="/endgame", include_in_schema=False)

RESULTS: Final = N_("Who wins with what against what")
RULES: Final[tuple[EndgameRules, ...]] = get_args(EndgameRules)


@dataclass(frozen=True, slots=True)
class Example:
    """A position to begin with, and how such positions end; figures of `dama` (docs/endgames.md).

    Attributes:
        name: what stands against what.
        fen: the position.
        share: per cent of all positions with these pieces that the side to move wins.
        plies: the longest win among them.
    """

    name: Text
    fen: str
    share: float
    plies: int


EXAMPLES: Final = (
    Example(N_("Three kings against one"), "W:WKc2,Kc3,Ke3:BKh3", 99.6, 15),
    Example(N_("Two kings against one"), "W:WKa1,Kb1:BKb8", 30.6, 5),
    Example(N_("Two kings and a man against a king"), "W:Wa2,Kg4,Kf6:BKa1", 98.4, 35),
    Example(N_("A king and two men against a king"), "W:Wf2,b4,Kh5:BKf1", 82.6, 73),
    Example(N_("Three men against a king"), "W:Wb2,g4,a6:BKc7", 31.8, 69),
    Example(N_("Two men against one"), "W:Wa2,b2:Bd7", 64.7, 31),
    Example(N_("Two men against two"), "W:Wb2,a3:Bb5,c7", 30.1, 63),
)


def _percent(share: float) -> str:
    """A share as the language writes it, to a tenth of a per cent."""
    return format_percent(round(share, 3), locale=language.current(), decimal_quantization=False)


def _figures(example: Example) -> str:
    return _n(
        "{share} of positions won, in {moves} move at most.",
        "{share} of positions won, in {moves} moves at most.",
        (example.plies + 1) // 2,
    ).format(share=_percent(example.share / 100), moves=(example.plies + 1) // 2)


@router.get("")
async def endgame(study: StudyOf) -> HTMLResponse:
    """A position of up to four pieces with the exact result of each move."""
    study.tables.prepare()
    first = EXAMPLES[0]
    return page(
        "endgame.html",
        given=data(boards=boards_named(), tables=RULES, first=first.fen),
        rules=[(name, words.rules_name(RULE_SETS[name])) for name in RULES],
        palette=[(STONES[piece], words.piece_name(piece)) for piece in Piece],
        examples=[
            {"fen": example.fen, "name": str(example.name), "line": _figures(example)}
            for example in EXAMPLES
        ],
        modules=modules("js/study/endgame.js"),
    )


class LookedUp(Model):
    """What the page asks for: unlike a program it is not to be alarmed where there is nothing."""

    found: EndgameModel | None
    refusal: RefusalModel | None


@router.get("/look")
async def look_up(
    fen: Fen, study: StudyOf, _visitor: AskerOf, rules: EndgameRules = "dama"
) -> Response:
    """The result of a position, or why it is not known; see `/api/endgame` for programs."""
    found = await find(study, rules, fen)
    if isinstance(found, Refusal):
        return sent(LookedUp(found=None, refusal=reason(found)))
    return sent(LookedUp(found=found, refusal=None))


@router.get("/results")
async def all_results(study: StudyOf, rules: str = "dama") -> HTMLResponse:
    """Who wins with what against what, and how long it takes."""
    chosen: EndgameRules | None = next((name for name in RULES if name == rules), None)
    if chosen is None:
        way = ("/endgame/results", str(RESULTS))
        return page("missing.html", 404, text=str(words.NO_SUCH_RULES), way=way)
    found = await results(study, chosen)
    if found is None:
        way = (f"/endgame/results?rules={chosen}", str(RESULTS))
        return page("missing.html", 503, text=str(endgame_words.NO_TABLES), way=way)
    return page(
        "endgames.html",
        rules=chosen,
        name=words.rules_name(RULE_SETS[chosen]),
        others=[(name, words.rules_name(RULE_SETS[name])) for name in RULES],
        lines=[_line(ledger) for ledger in found],
    )


def _line(ledger: Ledger) -> dict[str, Any]:
    drawn = ledger.positions - ledger.won - ledger.lost
    return {
        "own": words.material(ledger.own),
        "theirs": words.material(ledger.theirs),
        "positions": format_decimal(ledger.positions, locale=language.current()),
        "shares": [_percent(ledger.share(count)) for count in (ledger.won, drawn, ledger.lost)],
        "win": (ledger.longest_win + 1) // 2 if ledger.won else None,
        "loss": (ledger.longest_loss + 1) // 2 if ledger.lost else None,
        "fen": ledger.example,
    }
