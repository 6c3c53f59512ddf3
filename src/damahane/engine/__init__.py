"""The opponent: `think(request) -> Thought`, a pure function that runs on any executor.

Importing this package neither imports Numba nor compiles anything; the first thought does, or
`warm()` ahead of it.
"""

from __future__ import annotations

from .advice import Hint, Idea, MoveReason, explain, hint
from .huffing import choose_huff
from .levels import Level
from .pace import Clock
from .request import Answer, Limits, Request, Thought, Variation
from .review import Judgement, Mark, review
from .stop import Stop
from .think import accept_draw, think
from .warm import warm

__all__ = [
    "Answer",
    "Clock",
    "Hint",
    "Idea",
    "Judgement",
    "Level",
    "Limits",
    "Mark",
    "MoveReason",
    "Request",
    "Stop",
    "Thought",
    "Variation",
    "accept_draw",
    "choose_huff",
    "explain",
    "hint",
    "review",
    "think",
    "warm",
]
