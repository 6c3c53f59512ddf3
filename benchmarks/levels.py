"""How strong the levels are: matches against each other and two simple players, and how they vary.

The strength is that of nodes and chance, so the table is the same on any machine; only the time it
takes is not. `python benchmarks/levels.py --games 20 --only easy` is a quick look; `--rules` plays
another game than dama, by which the levels were made.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass

from damahane import Board, Game
from damahane.engine import Level, Request, think
from damahane.movegen import Move
from damahane.rules import RuleSet, rule_set
from damahane.training.openings import read_openings
from damahane.training.players import GreedyPlayer, Player, RandomPlayer
from damahane.training.statistics import DEVIATE_95, Score

HISTORY = 4
"""Plies before the position that a level is shown, more where they can be taken back."""


@dataclass(slots=True)
class LevelPlayer:
    """A level of the engine, asked in this process."""

    level: Level
    seed: int

    def move(self, board: Board) -> Move:
        """What it plays."""
        base, moves = board.copy(), list[Move]()
        while base.move_stack and len(moves) < max(HISTORY, board.quiet_clock):
            moves.append(base.pop())
        fen, texts = base.fen(clocks=True), []
        for move in reversed(moves):
            texts.append(base.text(move, full=True))
            base.push(move)
        request = Request(board.rules.id, fen, tuple(texts), level=self.level, seed=self.seed)
        return board.parse(think(request).move)


Mover = Callable[[Board], Move]
Maker = Callable[[int], Mover]
"""Makes someone who plays a game with a seed."""


def level(which: Level) -> Maker:
    """A level."""
    return lambda seed: LevelPlayer(which, seed).move


def simple(make: Callable[[], Player]) -> Maker:
    """One of the players without an engine."""

    def maker(seed: int) -> Mover:
        player = make()
        player.new_game(seed)
        return lambda board: player.choose(board).move

    return maker


def play(rules: RuleSet, white: Mover, black: Mover, opening: tuple[str, ...] = ()) -> Game:
    """A game to its end."""
    game = Game(rules)
    for text in opening:
        game.play(text)
    while game.outcome is None:
        game.play((white, black)[game.turn](game.board))
    return game


@dataclass(frozen=True, slots=True)
class Row:
    """A match and what it should bring, in hundredths of the points."""

    name: str
    first: Maker
    second: Maker
    least: float
    most: float = 100.0


ROWS = (
    Row("easy v random", level(Level.EASY), simple(RandomPlayer), 90),
    Row("easy v greedy", level(Level.EASY), simple(GreedyPlayer), 35, 65),
    Row("medium v easy", level(Level.MEDIUM), level(Level.EASY), 90),
    Row("hard v medium", level(Level.HARD), level(Level.MEDIUM), 95),
)


def match(row: Row, games: int, rules: RuleSet) -> str:
    """Play a match, each opening with both colours; its line of the table."""
    openings = read_openings(None, rules)
    random.Random(1).shuffle(openings)
    score, results, plies = Score(), [0, 0, 0], 0
    for pair, opening in enumerate(itertools.islice(openings, games // 2)):
        points = 0.0
        for half in (0, 1):
            players = [row.first(2 * pair + half), row.second(2 * pair + half)]
            game = play(rules, players[half], players[1 - half], opening.moves)
            assert game.outcome is not None
            winner = game.outcome.winner
            gained = 0.5 if winner is None else float(winner == half)
            points += gained
            results[round(2 - 2 * gained)] += 1
            plies += len(game.moves)
        score = score.with_pair(points)
        if sys.stderr.isatty():
            print(f"\r{row.name}: {2 * score.pairs}/{games}", end="\r", file=sys.stderr)
    share = 100 * score.share
    error = 100 * DEVIATE_95 * math.sqrt(score.variance / max(score.pairs - 1, 1))
    wanted = f"{row.least:g} or more" if row.most == 100 else f"{row.least:g} to {row.most:g}"
    counts = f"+{results[0]} ={results[1]} -{results[2]}"
    verdict = "as wanted" if row.least <= share <= row.most else "NOT as wanted"
    return (
        f"{row.name:15} {games:4} games  {counts:14} {share:5.1f} ± {error:3.1f} % "
        f"({wanted}: {verdict}), {plies / games:.0f} plies a game"
    )


def variety(maker: Maker, rules: RuleSet, games: int = 10) -> str:
    """How much games of a player against itself differ: where they part, and how many firsts."""
    lines = [
        [route.move for route in play(rules, maker(2 * n), maker(2 * n + 1)).moves]
        for n in range(games)
    ]
    parting = [
        next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a)) + 1
        for a, b in itertools.combinations(lines, 2)
    ]
    lengths = ", ".join(
        f"{len({tuple(line[:n]) for line in lines})} after {n}" for n in (1, 2, 4, 6)
    )
    return (
        f"part at ply {sum(parting) / len(parting):.1f} on average and {max(parting)} at the "
        f"latest; different games of {games}: {lengths} plies"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rules", default="dama")
    parser.add_argument("--only", default="", help="rows whose name begins so")
    options = parser.parse_args()
    rules = rule_set(options.rules)
    for row in ROWS:
        if row.name.startswith(options.only):
            print(match(row, options.games, rules), flush=True)
    for name, maker in (
        ("easy v itself", level(Level.EASY)),
        ("random v itself", simple(RandomPlayer)),
    ):
        if name.startswith(options.only):
            print(f"{name:15} {variety(maker, rules)}")


if __name__ == "__main__":
    main()
