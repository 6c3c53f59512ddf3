"""Looking for puzzles: from games and set-ups to positions that are worth solving.

A round is a function of where to look, a seed and its number, and gives the same puzzles each time.
Compiled code plays and proves; what is left is judged here.
"""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from math import log2
from typing import Final

import numpy as np
import numpy.typing as npt

from damahane.board import Board
from damahane.rules import RuleSet, rule_set

from .alike import board_of, core, core_name, motif
from .arise import could_arise
from .bank import Puzzle, Solution
from .games import play
from .grade import QUIET, Sight, grade_of, main_line, sight_of
from .prover import Proof, Prover, Winning
from .setups import setups

PLAY: Final = "play"
SPARSE: Final = "sparse"
SOURCES: Final = (PLAY, SPARSE)
GAMES: Final = 100
SETUPS: Final = 15_000
LEAST_MOVES: Final = 2
MOST_MOVES: Final = 3
FEWEST_CHOICES: Final = 3
"""Legal first moves."""
FEWEST_PIECES: Final = 4
FEWEST_THEIRS: Final = 2
MOST_POSITIONS: Final = {2: 40, 3: 120}
"""Positions of a solution with the winner to move; nobody goes through more, by own moves."""
LEAST_MERIT: Final = 3.0
BYSTANDER: Final = 0.15
"""Merit lost by each piece that has no part, after the first three, which look like play."""
OF_A_GAME: Final = 2
"""Puzzles taken from one game."""
KING: Final = 3
"""Men that a king is worth, for who is ahead."""
MEMORY: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Find:
    """A puzzle that may come into the bank.

    Attributes:
        puzzle: the puzzle.
        merit: how much it is worth having.
        core: see `alike`.
        motif: see `alike`.
    """

    puzzle: Puzzle
    merit: float
    core: str
    motif: str


_local = threading.local()


def prover_of(rules: RuleSet) -> Prover:
    """The prover of the thread that asks."""
    provers: dict[RuleSet, Prover] = _local.__dict__.setdefault("provers", {})
    if rules not in provers:
        provers[rules] = Prover(rules, positions=MEMORY)
    return provers[rules]


def search_round(rules: str, source: str, seed: int, number: int) -> list[Find]:
    """Look through a round of games or set-ups.

    Args:
        rules: id of the rule set.
        source: one of `SOURCES`.
        seed: what is left to chance follows from it and the number.
        number: of the round.
    """
    chosen = rule_set(rules)
    own_seed = int(
        np.random.SeedSequence((seed, number, SOURCES.index(source))).generate_state(1)[0]
    )
    if source == PLAY:
        trails = play(GAMES, rules=chosen, seed=own_seed)
        positions, games = trails.words, trails.games
    else:
        positions = setups(SETUPS, own_seed)
        games = np.arange(len(positions))
    prover = prover_of(chosen)
    kept = sift(positions, prover)
    finds: list[Find] = []
    for game in dict.fromkeys(games[kept].tolist()):
        of_game = [
            find
            for place in kept[games[kept] == game]
            if (find := judge(board_of(positions[place].tolist(), chosen), source, prover))
        ]
        finds += unlike(of_game, OF_A_GAME)
    return finds


def sift(positions: npt.NDArray[np.uint64], prover: Prover) -> npt.NDArray[np.int64]:
    """The places of the positions that are won in 2 or 3 own moves by one key only.

    Those with very few pieces, with more than a side begins with, and all but the first of several
    that are equal are left out.
    """
    _, first = np.unique(positions, axis=0, return_index=True)
    counts = np.bitwise_count(positions).astype(np.int64)
    own, theirs = counts[:, 0] + counts[:, 1], counts[:, 2] + counts[:, 3]
    fits = (own + theirs >= FEWEST_PIECES) & (theirs >= FEWEST_THEIRS)
    first = np.sort(first)
    places = first[fits[first]]
    distances = prover.distances(positions[places], MOST_MOVES)
    distances[distances < LEAST_MOVES] = 0
    counted = prover.key_counts(positions[places], distances)
    found: npt.NDArray[np.int64] = places[counted == 1]
    return found


def unlike(finds: Iterable[Find], most: int) -> list[Find]:
    """The best finds, no two of them alike."""
    seen: set[str] = set()
    kept: list[Find] = []
    for find in sorted(finds, key=lambda find: (-find.merit, find.puzzle.id)):
        if len(kept) < most and not seen.intersection((find.core, find.motif)):
            seen.update((find.core, find.motif))
            kept.append(find)
    return kept


def judge(board: Board, source: str, prover: Prover) -> Find | None:
    """Make a puzzle of a position, if it is worth it.

    What was set up by lot is stripped of the pieces that have no part in it.

    Args:
        board: a position with White to move, won in 2 or 3 moves by one key.
        source: where it is from.
        prover: of its rules.
    """
    found = _solved(board, prover)
    if found is None:
        return None
    if source == SPARSE:
        board = board_of(core(board, main_line(found[1]), prover), board.rules)
        found = _solved(board, prover)
        if found is None:
            return None
    proof, solution, sight = found
    line = main_line(solution)
    merit = merit_of(board, proof, sight)
    if merit < LEAST_MERIT or not could_arise(board):
        return None
    name = core_name(board, line, prover)
    bystanders = sight.pieces - len(Board.from_fen(name, board.rules).pieces())
    merit -= BYSTANDER * max(0, bystanders - 3)
    if merit < LEAST_MERIT:
        return None
    puzzle = Puzzle(
        id=id_of(board.fen()),
        fen=board.fen(),
        moves=proof.moves,
        grade=grade_of(sight.difficulty),
        difficulty=sight.difficulty,
        themes=sight.themes,
        source=source,
        solution=solution,
    )
    return Find(puzzle, round(merit, 2), name, motif(board, line))


def _solved(board: Board, prover: Prover) -> tuple[Proof, Solution, Sight] | None:
    """The proof, the solution and what there is to see; None where it is no puzzle."""
    if len(board.legal_moves) < FEWEST_CHOICES or len(board.pieces()) < FEWEST_PIECES:
        return None
    proof = prover.prove(board, MOST_MOVES)
    if proof is None or not proof.is_unique or proof.moves < LEAST_MOVES:
        return None
    if len(proof.tree) > MOST_POSITIONS[proof.moves]:
        return None
    solution = solution_of(board, proof.tree)
    sight = sight_of(board, solution)
    return (proof, solution, sight) if sight.themes else None


def solution_of(board: Board, winning: Winning) -> Solution:
    """A proof's tree as it is kept."""
    board = board.copy()
    text = board.text(winning.move, full=True)
    board.push(winning.move)
    replies = {}
    for reply, after in winning.replies:
        name = board.text(reply, full=True)
        board.push(reply)
        replies[name] = solution_of(board, after)
        board.pop()
    return Solution(text, replies)


def id_of(fen: str) -> str:
    """The name of a puzzle, made of its position: eight letters and digits."""
    digest = hashlib.blake2b(fen.encode(), digest_size=5).digest()
    return base64.b32encode(digest).decode().lower()


def merit_of(board: Board, proof: Proof, sight: Sight) -> float:
    """How much a puzzle is worth having.

    What people like: pieces given and a long chain at the end, a win against more pieces, a key
    among many moves, men who do it alone, no second way to win later on, a solution one can go
    through.
    """
    own, theirs = (
        men + KING * kings
        for kings, men in (board.material(board.turn), board.material(board.turn.other))
    )
    ahead = own - theirs
    return (
        1.5 * min(sight.offers, 2)
        + 2.0 * (QUIET in sight.themes)
        + 1.0 * len(sight.themes)
        + 0.3 * min(sight.chain + sight.turns, 8)
        + min(1.5, 0.25 * sight.choices - 1)
        + (1.5 if ahead <= 0 else -0.6 * max(0, ahead - 2))
        - 0.5 * (len(board.pieces()) < 6)
        + 0.7 * (board.material(board.turn)[0] == 0)
        - 2.0 * sight.forced
        - 0.4 * max(0.0, log2(len(proof.tree)) - 4)
        - 1.0 * _second_ways(proof.tree)
    )


def _second_ways(tree: Winning) -> float:
    """The share of answers to replies for which another move does as well, the last ones aside."""
    answers = [after for _, after in tree.replies if after.moves > 1]
    return sum(bool(after.others) for after in answers) / len(answers) if answers else 0.0
