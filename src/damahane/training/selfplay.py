"""Games of the engine with itself, for the positions in them: what its network is fitted to.

A game begins with a few random moves and is played by searches of so many nodes. Positions in which
no capture is due are kept, each with the search's score and the result of the game, both for the
side to move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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
    ROOT_SCORE,
    STOPPED,
)
from damahane.engine.search import INFINITE, search
from damahane.engine.table import DECIDED, position_key
from damahane.engine.workspace import workspace
from damahane.kernel.boards import after, can_capture, legal_moves
from damahane.kernel.jit import entry
from damahane.kernel.moves import HEADER, ZERO
from damahane.kernel.position import flags_of
from damahane.kernel.position import words as words_of
from damahane.rules import RuleSet, rule_set

LONGEST = 300
"""Plies after which a game is taken to be drawn."""
FEWEST_RANDOM, MOST_RANDOM = 4, 12
LEVEL = 300
"""Hundredths of a man within which a game has to begin."""
TABLE = 1 << 14
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions and what became of them.

    Attributes:
        words: the four words of each, for the side to move.
        scores: what the search said, in hundredths of a man.
        results: 1 for a game won, 0 drawn, -1 lost.
    """

    words: npt.NDArray[np.uint64]
    scores: npt.NDArray[np.int64]
    results: npt.NDArray[np.int64]

    def save(self, path: Path) -> None:
        """Write a file."""
        np.savez(path, words=self.words, scores=self.scores, results=self.results)

    @classmethod
    def load(cls, *paths: Path) -> Positions:
        """Read the files that `save` wrote, one after the other."""
        files = [np.load(path) for path in paths]
        return cls(*(np.concatenate([file[name] for file in files])
                     for name in ("words", "scores", "results")))  # fmt: skip


@entry("void(int64)")
def sow(seed):
    """Make what is left to chance follow from a seed."""
    np.random.seed(seed)


@entry(
    "int64(uint64,uint64,uint64,uint64,int64[::1],uint64[::1],uint64[::1],uint64[::1],int64[::1],"
    "int16[::1],uint64[:,::1],int64[:,::1])",
    makes_arrays=True,
)
def play_game(  # noqa: C901
    own_men, own_kings, their_men, their_kings, settings, table, path, words, numbers, net,
    positions, notes,
):  # fmt: skip
    """Play a game; returns how many positions were written.

    `settings` are the numbers of a search that stay the same: its rules and limit of nodes.
    `notes` has columns for score, ply and result.
    """
    game = settings[GAME]
    numbers[:KILLERS] = settings
    row, since = ending_of(own_men, own_kings, their_men, their_kings, numbers), np.int64(0)
    table[:] = ZERO
    clock, reversible, written, ply = np.int64(0), np.int64(0), 0, 0
    random_plies = np.random.randint(FEWEST_RANDOM, MOST_RANDOM + 1)
    begun, result = False, 0
    while True:
        count = legal_moves(
            own_men, own_kings, their_men, their_kings, game, words, np.int64(HEADER), ROOM
        )
        if count == 0:
            result = -1
            break
        numbers[:RANKS] = 0
        numbers[:KILLERS] = settings
        numbers[ROOT], numbers[ENDING_ROWS], numbers[ENDING_CLOCKS] = reversible, row, since
        path[reversible] = position_key(own_men, own_kings, their_men, their_kings)
        if ply > LONGEST or is_drawn(
            own_men, own_kings, their_men, their_kings, 0, clock, reversible, path, numbers
        ):
            break
        move, captured = words[HEADER], words[HEADER + ROOM]
        if ply < random_plies:
            chosen = np.random.randint(count)
            move, captured = words[HEADER + chosen], words[HEADER + ROOM + chosen]
        else:
            look(own_men, own_kings, their_men, their_kings, 0, game, net)
            score = np.int64(0)
            for depth in range(1, DEEPEST):
                numbers[LENGTHS] = 0
                found = search(
                    own_men, own_kings, their_men, their_kings, np.int64(-INFINITE),
                    np.int64(INFINITE), np.int64(depth), np.int64(0), clock, reversible,
                    table, path, words, numbers, net,
                )  # fmt: skip
                if numbers[LENGTHS] != 0:
                    move, captured, score = words[LINES], words[LINES + 1], numbers[ROOT_SCORE]
                if numbers[STOPPED] != 0 or abs(found) > DECIDED or (count == 1 and depth >= 6):
                    break
            if not begun and abs(score) > LEVEL:
                return 0
            begun = True
            due = can_capture(own_men, own_kings, their_men, their_kings, game)
            if not due and abs(score) < DECIDED:
                positions[written, 0], positions[written, 1] = own_men, own_kings
                positions[written, 2], positions[written, 3] = their_men, their_kings
                notes[written, 0], notes[written, 1] = score, ply
                written += 1
        next_clock, next_reversible = counts_after(
            own_men, move, captured, clock, reversible, numbers
        )
        position = after(own_men, own_kings, their_men, their_kings, move, captured, game)
        note_ending(position, own_men, move, captured, 0, numbers)
        row, since = numbers[ENDING_ROWS + 1], numbers[ENDING_CLOCKS + 1]
        own_men, own_kings, their_men, their_kings = position
        clock, reversible, ply = np.int64(next_clock), np.int64(next_reversible), ply + 1
    for place in range(written):
        notes[place, 2] = result if (ply - notes[place, 1]) % 2 == 0 else -result
    return written


def play(
    seconds: float,
    *,
    rules: RuleSet | str = "dama",
    nodes: int = 600,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Positions:
    """Play for some seconds, at least one game.

    Args:
        seconds: how long.
        rules: what to play.
        nodes: positions looked at for a move.
        seed: what the random moves follow from.
        progress: told the games and the positions so far, after each game.
    """
    space, rules = workspace(), rule_set(rules)
    sow(seed)
    settings = np.zeros(KILLERS, dtype=np.int64)
    load_rules(flags_of(rules), settings)
    settings[NODE_LIMIT] = nodes
    net = space.net(int(settings[GAME]))
    table = np.zeros(2 * TABLE, dtype=np.uint64)
    path = np.zeros(LONGEST + MAX_PLY + 2, dtype=np.uint64)
    words = np.zeros((LONGEST + 2, 4), dtype=np.uint64)
    notes = np.zeros((LONGEST + 2, 3), dtype=np.int64)
    start = tuple(np.uint64(word) for word in words_of(Board(rules)))
    kept: list[tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]] = []
    total, ends = 0, time.perf_counter() + seconds
    while not kept or time.perf_counter() < ends:
        count = play_game(
            *start, settings, table, path, space.words, space.numbers, net, words, notes
        )
        if count:
            kept.append((words[:count].copy(), notes[:count].copy()))
            total += count
            if progress is not None:
                progress(len(kept), total)
    all_notes = np.concatenate([entry_notes for _, entry_notes in kept])
    return Positions(
        np.concatenate([entry_words for entry_words, _ in kept]), all_notes[:, 0], all_notes[:, 2]
    )
