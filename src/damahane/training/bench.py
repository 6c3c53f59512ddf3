"""A fixed set of positions to search: how fast the engine is, and whether it is the same still.

The signature tells two engines apart: it changes when a move, score, depth or node count does, and
for no other reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from damahane.engine import Limits, Request, Thought, think
from damahane.rules import rule_set

#: For each board: the start, openings, middle games and endings, from games of the engine with
#: itself.
POSITIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "orthogonal8": (
        (
            "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3"
            ":Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7"
        ),
        (
            "B:Wc2,d2,e2,f2,h2,a3,c3,d3,e3,f3,g3,h3,a4,g4,a5"
            ":Bc5,d5,e5,f5,b6,c6,d6,f6,g6,h6,a7,c7,e7,g7,h7"
        ),
        "W:Wa2,c2,f2,g2,h2,b3,c3,d3,e3,g3,b4,e4,f4,h4:Bc5,d5,c6,d6,e6,f6,g6,h6,a7,c7,e7,f7,g7,h7",
        "W:Wb2,c2,d2,e2,f2,g2,h2,b3,c3,e3,f3,g3,h3,Kg4:BKa1,a6,c6,d6,h6,a7,b7,c7,d7,e7,f7,h7",
        "W:Wd2,h2,a3,d3,e3,h3,a4,c4,d4,e4,h4:Bb4,e5,h5,a6,c6,e6,g6,h6,a7,c7,h7",
        "W:Wb2,c2,d2,e2,f2,h2,c3,e3,f3,Kb4,h5:Ba3,a6,c6,d6,f6,c7,d7,e7,h7,Kg8",
        "B:Wg2,h2,e3,f3,g3,h3,a4,d4,a5:Bg4,f5,g5,h5,a6,d6,f6,g6,d7,f7,h7",
        "W:Wg2,f3,g3,h3,a4,g4,h4,Kd8:BKc1,g5,h5,g6,h6,a7,f7,h7",
        "W:Wc2,g2,d3,h3,a4,h4:Bf3,g5,h5,a6,g6,h6,b7",
        "B:We2,h2,h3,Ka4,h4:Bd3,f5,d6,e6,f6,h6",
        "B:Wf3,Kc5,Kh8:BKa4,e5,f5,d6",
        "W:Wa3,a5,a6:Bh6,h7,Ka8",
    ),
    "diagonal10": (
        (
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"
            ":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
        ),
        (
            "B:W28,31,33,36,38,39,40,41,42,43,44,45,46,47,48,49,50"
            ":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19"
        ),
        (
            "B:W24,28,29,32,33,34,36,38,39,42,43,45,46,47,48,50"
            ":B1,4,5,6,7,8,9,10,11,12,13,15,16,17,18,25"
        ),
        "W:W24,25,27,31,32,35,36,37,38,39,42,43,44,45,50:B3,5,6,8,9,10,11,13,15,16,17,21,23,26",
        "B:W26,28,31,33,36,37,38,41,42,43,44,45,47,50:B1,3,6,7,8,9,10,11,13,14,16,20,29",
        "W:W27,28,31,32,33,34,35,37,38,39,42,43,50:B2,3,6,8,12,13,15,16,19,20,23,24,26",
        "B:W26,28,32,33,35,38,41,42,43,45,50:B3,4,6,8,9,10,13,16,18,19,25",
        "W:W27,28,32,34,37,38,40,48,50:B3,9,11,13,14,16,18,19,23,26,29",
        "B:W14,26,29,30,33,34,37,38,43,45:B4,17,18,22,27,36",
        "B:W16,25,30,37,41:B8,17,18,19,23,29",
        "B:W28,K35,48:B3,12,29,45",
        "B:W7:BK31,35",
    ),
    "diagonal8": (
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "B:W14,19,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,12,13,20",
        "W:W12,13,21,23,27,29,30,31,32:B1,2,3,5,7,8,15,20,28",
        "W:W17,22,23,27,28,30,31:B1,2,12,15,16,20",
        "W:W25,27,30,31,32:B1,2,8,10,15,28",
        "B:W19,20,23,30:B1,8,11,12,21",
        "B:WK10,13,15,21:B2,12,20,K26",
        "W:W17,18,22,26,28:B1,5,6,13,16,19",
        "W:W9,19,23,27:B7,10,12,20",
        "W:W10,21,22,32:B5,12,16,24",
        "W:W6,14,32:B12,13,K30",
        "B:W21,K28:B13,22,K29",
    ),
}


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark found.

    Attributes:
        thoughts: one for each position.
        signature: eight digits that change when a move, score, depth or node count does.
    """

    thoughts: tuple[Thought, ...]
    signature: str

    @property
    def nodes(self) -> int:
        """All nodes together."""
        return sum(thought.nodes for thought in self.thoughts)

    @property
    def seconds(self) -> float:
        """All time together."""
        return sum(thought.seconds for thought in self.thoughts)

    def lines(self) -> list[str]:
        """The report, a line for each position and three for all."""
        found = [
            f"{number:2}  {thought.move:12} {thought.score / 100:+8.2f} {thought.nodes:12,} nodes"
            for number, thought in enumerate(self.thoughts, 1)
        ]
        return [
            *found,
            f"nodes      {self.nodes:,}",
            f"speed      {self.nodes / max(self.seconds, 1e-9) / 1e6:.2f} million nodes/s",
            f"signature  {self.signature}",
        ]


def run(rules: str = "dama", depth: int = 10) -> Report:
    """Search each position of a rule set's board to a depth.

    Raises:
        RulesError: there is no such rule set.
    """
    shape = rule_set(rules).shape.name
    for fen in POSITIONS[shape]:  # loads what is compiled, and the tables of the endings
        think(Request(rules, fen, limits=Limits(nodes=1)))
    limits = Limits(depth=depth)
    thoughts = tuple(think(Request(rules, fen, limits=limits)) for fen in POSITIONS[shape])
    digest = hashlib.sha256()
    for thought in thoughts:
        digest.update(f"{thought.move} {thought.score} {thought.depth} {thought.nodes}\n".encode())
    return Report(thoughts, digest.hexdigest()[:8])
