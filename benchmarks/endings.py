"""The engine with endgame tables against the same engine without, from endings of 5 to 7 pieces.

Run it as ``python benchmarks/endings.py``. Half of the endings are won for the side to move, by a
search with tables that proves it, half are level by a deeper one. The engine with tables has that
side, then the one without. Once few enough pieces are left, the tables say what a position is
worth, and every result short of that is counted.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from damahane import Board, Color
from damahane.batch import playouts
from damahane.endgame.shipped import shipped
from damahane.engine import Limits, Request, think
from damahane.engine.score import DECIDED

WON, DRAWN, LOST = "won", "drawn", "lost"
LEVEL = 30


@dataclass(slots=True)
class Report:
    """How games went for one of the two players.

    Attributes:
        results: by what the ending was at the start, how many were won, drawn and lost.
        spoilt: FENs of positions in the tables with the player to move, what they were worth and
            what came of them, where that is less.
        reached: how many games came to a position in the tables.
        without: how many such positions the other player spoilt, in how many games.
    """

    results: Counter[tuple[str, str]] = field(default_factory=Counter)
    spoilt: list[str] = field(default_factory=list)
    reached: int = 0
    without: Counter[str] = field(default_factory=Counter)


def endings(rules: str, count: int, nodes: int, seed: int) -> Iterator[tuple[str, str]]:
    """Endings and what they are for the side to move, won and drawn ones in turn."""
    chance, wanted = random.Random(seed), WON
    seen: set[str] = set()
    found = 0
    while found < count:
        played = playouts(rules, 200, plies=300, seed=chance.randrange(1 << 40), positions=True)
        assert played.positions is not None
        pieces = np.bitwise_count(played.positions).sum(axis=2)
        for game in range(len(played)):
            few = (pieces[game] >= 5) & (pieces[game] <= 7)
            places = few[: int(played.plies[game])].nonzero()[0].tolist()
            if not places or found == count:
                continue
            board = played.board(game, chance.choice(places))
            if board.must_capture:
                continue
            fen = board.fen()
            score = think(Request(rules, fen, limits=Limits(nodes=nodes))).score
            kind = WON if score > DECIDED else DRAWN if abs(score) <= LEVEL else ""
            if kind == wanted and fen not in seen:
                seen.add(fen)
                found += 1
                wanted = DRAWN if wanted == WON else WON
                yield fen, kind


def play(rules: str, nodes: int, first: bool, ending: tuple[str, str]) -> tuple[bool, Report]:
    """Play one ending; `first` has tables where the side to move has them."""
    fen, kind = ending
    tables = shipped(rules)
    assert tables is not None
    board, moves = Board.from_fen(fen, rules), list[str]()
    side = board.turn
    worth: list[tuple[Color, str, int]] = []
    while (outcome := board.outcome()) is None:
        uses = first == (board.turn is side)
        limits = Limits(nodes=nodes)
        thought = think(Request(rules, fen, tuple(moves), limits, tables=uses))
        told = tables.probe(board)
        if told is not None:
            worth.append((board.turn, board.fen(), told.value))
        moves.append(thought.move)
        board.push(thought.move)
    player = side if first else side.other
    value = 0 if outcome.winner is None else 1 if outcome.winner is player else -1
    report = Report(reached=bool(worth))
    start = kind if first or kind == DRAWN else LOST
    report.results[start, (DRAWN, WON, LOST)[value]] += 1
    for color, at, told_value in worth:
        if color is player and value < told_value:
            report.spoilt.append(f"{at}: {told_value}, came to {value}")
        if color is not player and -value < told_value:
            report.without["positions"] += 1
    report.without["games"] = bool(report.without["positions"])
    return first, report


def main() -> None:
    """Print how the games went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="dama")
    parser.add_argument("--endings", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=5_000, help="nodes a move")
    parser.add_argument("--judge", type=int, default=100_000, help="nodes to judge an ending")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    chosen = list(endings(options.rules, options.endings, options.judge, options.seed))
    total = {True: Report(), False: Report()}
    with ProcessPoolExecutor(options.jobs) as pool:
        for first in (True, False):
            task = partial(play, options.rules, options.nodes, first)
            for which, report in pool.map(task, chosen, chunksize=8):
                total[which].results += report.results
                total[which].spoilt += report.spoilt
                total[which].reached += report.reached
                total[which].without += report.without
    for first, where in ((True, "the side to move"), (False, "the other side")):
        report = total[first]
        print(f"With tables for {where}: {report.reached} of {len(chosen)} games reached them.")
        for (kind, result), count in sorted(report.results.items()):
            print(f"  {kind} endings {result}: {count}")
        print(f"  positions in the tables spoilt: {len(report.spoilt)}")
        without = report.without
        print(f"  by the engine without: {without['positions']} in {without['games']} games")
        for line in report.spoilt[:10]:
            print(f"    {line}")


if __name__ == "__main__":
    main()
