"""Games of the engine with itself, every position of them, to look for puzzles in.

They begin with random moves and are played by searches of few nodes, with a slip now and then: so
that the positions are such as come about between people.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from damahane.board import Board
from damahane.engine.clocks import counts_after, ending_of, is_drawn, load_rules, note_ending
from damahane.engine.evaluation import look
from damahane.engine.layout import (
    ENDING_CLOCKS,
    ENDING_ROWS,
    GAME,
    KILLERS,
    LENGTHS,
    LINES,
    MAX_PLY,
    NODE_LIMIT,
    RANKS,
    ROOM,
    ROOT,
    STOPPED,
)
from damahane.engine.search import INFINITE, search
from damahane.engine.table import DECIDED, position_key
from damahane.engine.workspace import workspace
from damahane.kernel.boards import after, legal_moves
from damahane.kernel.jit import entry
from damahane.kernel.moves import HEADER, ZERO
from damahane.kernel.position import flags_of
from damahane.kernel.position import words as words_of
from damahane.rules import RuleSet, rule_set

LONGEST = 240
"""Plies after which a game is broken off."""
RANDOM, SLIPS = 0, 1
"""Places in `manner`: how many random moves a game begins with; one move in how many is a slip."""
FEWEST_NODES, MOST_NODES = 30, 600
FEWEST_RANDOM, MOST_RANDOM = 4, 16
SELDOM, OFTEN = 60, 6
TABLE = 1 << 12
DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Trails:
    """Positions of games.

    Attributes:
        words: the four words of each, for its side to move, uint64, (positions, 4).
        games: the number of the game it is from, ascending, int64, (positions,).
    """

    words: npt.NDArray[np.uint64]
    games: npt.NDArray[np.int64]


@entry("void(int64)")
def sow(seed):
    """Make what is left to chance follow from a seed."""
    np.random.seed(seed)


@entry(
    "int64(uint64,uint64,uint64,uint64,int64[::1],int64[::1],uint64[::1],uint64[::1],uint64[::1],"
    "int64[::1],int16[::1],uint64[:,::1])",
    makes_arrays=True,
)
def play_game(
    own_men, own_kings, their_men, their_kings, settings, manner, table, path, words, numbers, net,
    trail,
):  # fmt: skip
    """Play a game and write its positions; returns how many.

    `settings` are the numbers of a search that stay the same: its rules and limit of nodes.
    """
    game = settings[GAME]
    numbers[:KILLERS] = settings
    row, since = ending_of(own_men, own_kings, their_men, their_kings, numbers), np.int64(0)
    table[:] = ZERO
    clock, reversible, ply = np.int64(0), np.int64(0), 0
    while ply < LONGEST:
        count = legal_moves(
            own_men, own_kings, their_men, their_kings, game, words, np.int64(HEADER), ROOM
        )
        numbers[:RANKS] = 0
        numbers[:KILLERS] = settings
        numbers[ROOT], numbers[ENDING_ROWS], numbers[ENDING_CLOCKS] = reversible, row, since
        path[reversible] = position_key(own_men, own_kings, their_men, their_kings)
        if count == 0 or is_drawn(
            own_men, own_kings, their_men, their_kings, 0, clock, reversible, path, numbers
        ):
            break
        trail[ply, 0], trail[ply, 1] = own_men, own_kings
        trail[ply, 2], trail[ply, 3] = their_men, their_kings
        chosen = np.random.randint(count)
        move, captured = words[HEADER + chosen], words[HEADER + ROOM + chosen]
        if ply >= manner[RANDOM] and np.random.randint(manner[SLIPS]) != 0:
            look(own_men, own_kings, their_men, their_kings, 0, game, net)
            for depth in range(1, DEEPEST):
                numbers[LENGTHS] = 0
                found = search(
                    own_men, own_kings, their_men, their_kings, np.int64(-INFINITE),
                    np.int64(INFINITE), np.int64(depth), np.int64(0), clock, reversible,
                    table, path, words, numbers, net,
                )  # fmt: skip
                if numbers[LENGTHS] != 0:
                    move, captured = words[LINES], words[LINES + 1]
                if numbers[STOPPED] != 0 or abs(found) > DECIDED or count == 1:
                    break
        next_clock, next_reversible = counts_after(
            own_men, move, captured, clock, reversible, numbers
        )
        position = after(own_men, own_kings, their_men, their_kings, move, captured, game)
        note_ending(position, own_men, move, captured, 0, numbers)
        row, since = numbers[ENDING_ROWS + 1], numbers[ENDING_CLOCKS + 1]
        own_men, own_kings, their_men, their_kings = position
        clock, reversible, ply = np.int64(next_clock), np.int64(next_reversible), ply + 1
    return np.int64(ply)


def play(count: int, *, rules: RuleSet | str = "dama", seed: int = 0) -> Trails:
    """Play games.

    Args:
        count: how many.
        rules: what to play.
        seed: what is left to chance follows from it.
    """
    space, rules = workspace(), rule_set(rules)
    chance = np.random.default_rng(seed)
    sow(int(chance.integers(1 << 31)))
    settings = np.zeros(KILLERS, dtype=np.int64)
    load_rules(flags_of(rules), settings)
    net = space.net(int(settings[GAME]))
    table = np.zeros(2 * TABLE, dtype=np.uint64)
    path = np.zeros(LONGEST + MAX_PLY + 2, dtype=np.uint64)
    trail = np.zeros((LONGEST, 4), dtype=np.uint64)
    start = tuple(np.uint64(word) for word in words_of(Board(rules)))
    kept, manner = [], np.zeros(2, dtype=np.int64)
    for _ in range(count):
        settings[NODE_LIMIT] = chance.integers(FEWEST_NODES, MOST_NODES + 1)
        manner[RANDOM] = chance.integers(FEWEST_RANDOM, MOST_RANDOM + 1)
        manner[SLIPS] = chance.integers(OFTEN, SELDOM + 1)
        plies = play_game(
            *start, settings, manner, table, path, space.words, space.numbers, net, trail
        )
        kept.append(trail[:plies].copy())
    games = np.repeat(np.arange(count), [len(positions) for positions in kept])
    return Trails(np.concatenate(kept), games)
