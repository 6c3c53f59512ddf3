"""That the kernel and the reference generator agree: 100,000 random positions of each rule set.

Half of them come from random games from the start, half are sparse and rich in kings, which is
where the rules of chains show. Compared are the distinct moves, the number of routes of each, every
stop of every route, and the order of all. Prints a line for each rule set and stops at the first
difference.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from damahane import RULE_SETS, Board, Color, Piece, use_kernel
from damahane.batch import playouts
from damahane.kernel.listing import Lister, move_counts
from damahane.rules import RuleSet

POSITIONS = 100_000
LONGEST = 150


def from_games(rules: RuleSet, count: int, seed: int) -> Iterator[Board]:
    """Positions of random games, one of each game, from all its plies alike."""
    chance = random.Random(seed)
    played = playouts(rules, count, LONGEST, seed, positions=True)
    for game in range(count):
        yield played.board(game, chance.randint(0, int(played.plies[game])))


def sparse(rules: RuleSet, count: int, seed: int) -> Iterator[Board]:
    """Positions of few pieces, most of them kings, the enemy in the majority."""
    chance = random.Random(seed)
    crowning = {
        Piece.WHITE_MAN: set(rules.crowning_squares(Color.WHITE)),
        Piece.BLACK_MAN: set(rules.crowning_squares(Color.BLACK)),
    }
    kinds = [Piece.WHITE_MAN, Piece.BLACK_MAN, *2 * [Piece.WHITE_KING], *3 * [Piece.BLACK_KING]]
    for number in range(count):
        sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
        for square in chance.sample(range(len(rules.shape)), chance.randint(2, 14)):
            piece = chance.choice(kinds)
            if square not in crowning.get(piece, ()):
                name = ("K" if piece.is_king else "") + rules.shape.names[square]
                sides[piece.color].append(name)
        white, black = (",".join(sides[color]) for color in Color)
        if number % 2:
            yield Board.from_fen(f"B:W{white}:B{black}", rules)
        else:
            yield Board.from_fen(f"W:W{white}:B{black}", rules)


def compare(rules: RuleSet, boards: Iterator[Board]) -> tuple[int, int]:
    """Hold the kernel against the reference; returns how many positions and routes there were."""
    lister, positions, routes = Lister(rules), 0, 0
    for board in boards:
        expected = Counter(route.move for route in board.routes())
        positions += 1
        routes += expected.total()
        assert move_counts(board) == expected, board.fen()
        cells = bytearray(board.cells)
        assert lister.moves(cells, board.turn) == list(board.legal_moves), board.fen()
        assert lister.routes(cells, board.turn) == list(board.routes()), board.fen()
    return positions, routes


def main() -> None:
    """Compare rule set by rule set; a number as argument asks for other than 100,000 positions."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    use_kernel(False)
    for number, rules in enumerate(RULE_SETS.values()):
        begun = time.perf_counter()
        games = compare(rules, from_games(rules, count // 2, number))
        kings = compare(rules, sparse(rules, count - count // 2, number))
        seconds = time.perf_counter() - begun
        print(
            f"{rules.id}: {games[0] + kings[0]:,} positions, {games[1] + kings[1]:,} routes, "
            f"no difference ({seconds:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
