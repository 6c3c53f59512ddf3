"""Choosing a move as a player of limited strength does: mostly a good one, never a hopeless one."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from damahane.movegen import Move

from .levels import Strength
from .score import DECIDED

GIFT = 80
"""Hundredths of a man that a move loses which gives a piece away for nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that could be played.

    Attributes:
        move: the move.
        score: its value as far as it was looked at, in hundredths of a man.
        seen: the value it seems to have to a player who overlooks something.
        line: the play that `score` expects, from this move on.
    """

    move: Move
    score: int
    seen: int
    line: tuple[Move, ...]


def best_of(candidates: Sequence[Candidate]) -> Candidate:
    """The best candidate; the first of equals."""
    return max(candidates, key=lambda candidate: candidate.score)


def is_gift(chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether a move gives a piece away for nothing."""
    return best_of(candidates).score - chosen.score >= GIFT


def choose(
    candidates: Sequence[Candidate],
    strength: Strength,
    rng: random.Random,
    *,
    careful: bool = False,
) -> Candidate:
    """Choose one: a win that is seen at once; else the likelier, the better it seems.

    Args:
        candidates: the legal moves; at least one.
        strength: how well to choose; its `worst` bounds what the move may cost.
        rng: where chance comes from.
        careful: give no piece away for nothing.
    """
    best = best_of(candidates)
    if best.score > DECIDED or strength.warmth == 0:
        return best
    left = [
        each
        for each in candidates
        if best.score - each.score <= strength.worst and not (careful and is_gift(each, candidates))
    ]
    best_seen = max(each.seen for each in left)
    weights = [math.exp((each.seen - best_seen) / strength.warmth) for each in left]
    return rng.choices(left, weights)[0]
