"""A match in words: while it goes on, and when it is over."""

from __future__ import annotations

import math

from .match import Effort, Match, Standing
from .statistics import Sprt, Verdict

_VERDICTS = {
    Verdict.GOING_ON: "undecided",
    Verdict.ACCEPTED: "accepted",
    Verdict.REJECTED: "rejected",
}


def brief(match: Match, standing: Standing) -> str:
    """How a match stands, in a line.

    Wins, draws and losses are the first player's.
    """
    parts = [f"+{standing.wins} ={standing.draws} -{standing.losses}", elo_text(standing)]
    if match.sprt is not None:
        parts.append(f"LLR {match.sprt.ratio(standing.score):+.2f} {_bounds(match.sprt)}")
    return "  ".join(parts)


def elo_text(standing: Standing) -> str:
    """The difference in strength with its error, as far as it can be told."""
    if standing.score.pairs < 2:
        return "Elo ?"
    low, high = standing.score.elo_interval
    return f"Elo {_shown(standing.score.elo)} ({_shown(low)} to {_shown(high)})"


def _shown(elo: float) -> str:
    if math.isinf(elo):
        return "∞" if elo > 0 else "-∞"
    return f"{round(elo):+d}"


def _bounds(sprt: Sprt) -> str:
    low, high = sprt.bounds
    return f"({low:.2f}, {high:.2f}) [{sprt.elo0:g}, {sprt.elo1:g}]"


def summary(match: Match, standing: Standing) -> list[str]:
    """A match that is over, in lines."""
    first, second = match.names
    score = standing.score
    counts = ", ".join(str(count) for count in score.counts)
    results = f"+{standing.wins} ={standing.draws} -{standing.losses}"
    stronger = f"the first is the stronger one with {100 * score.superiority:.1f} %"
    lines = [
        f"{first} v {second}, {match.rules.id}, {standing.games} games",
        f"{results}, {100 * score.share:.1f} % of the points",
        f"pairs with 0, ½, 1, 1½ and 2 points: {counts}",
        f"{elo_text(standing)}, 95 % interval; {stronger}",
    ]
    if match.sprt is not None:
        lines.append(
            f"SPRT: {_VERDICTS[standing.verdict]}, LLR {match.sprt.ratio(standing.score):+.2f} "
            f"{_bounds(match.sprt)}"
        )
    if standing.resumed:
        lines.append(f"{standing.resumed} pairs were in the file already")
    ends = sorted(standing.endings.items(), key=lambda item: -item[1])
    lines.append("ends: " + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in ends))
    for name, effort in zip(match.names, standing.efforts, strict=True):
        if effort.moves:
            lines.append(f"{name}: {_effort(effort)}")
    return [*lines, *standing.faults]


def _effort(effort: Effort) -> str:
    return (
        f"{effort.moves} moves, {1000 * effort.seconds / effort.moves:.1f} ms a move "
        f"(at most {1000 * effort.longest:.0f}), {effort.nodes / effort.moves:.0f} nodes, "
        f"depth {effort.depth / effort.moves:.1f}"
    )
