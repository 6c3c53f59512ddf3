"""The prover against a search of everything by the reference generator, and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from damahane import RULE_SETS, Board
from damahane.endgame.check import Forward
from damahane.errors import RulesError
from damahane.kernel.position import words
from damahane.puzzles.prover import Proof, Prover, ProverError, Winning

SQUARES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]


def random_position(chance: random.Random, rules: str, pieces: int) -> Board:
    """Pieces anywhere they can be, White to move."""
    while True:
        squares = chance.sample(SQUARES, pieces)
        cut = chance.randint(1, pieces - 1)
        sides = []
        for side in (squares[:cut], squares[cut:]):
            named = [("K" if s[1] in "18" or chance.random() < 0.4 else "") + s for s in side]
            sides.append(",".join(named))
        board = Board.from_fen(f"W:W{sides[0]}:B{sides[1]}", rules)
        if board.outcome() is None:
            return board


def brute_force(board: Board, most: int) -> int | None:
    """Own moves to a win by a plain search with the reference generator, no tables."""
    found = Forward(board.rules).within(board, 2 * most - 1)
    return (found.plies + 1) // 2 if found.value > 0 else None


@pytest.mark.parametrize("rules", ["dama", "federation", "ludoteka"])
def test_distances_are_those_of_a_plain_search(rules: str) -> None:
    """Random positions of three to five pieces, with tables and without."""
    chance = random.Random(17)
    provers = [Prover(rules), Prover(rules, tables=False, positions=64)]
    seen = set()
    for _ in range(40):
        board = random_position(chance, rules, chance.randint(3, 5))
        expected = brute_force(board, 2)
        seen.add(expected)
        for prover in provers:
            assert prover.distance(board, 2) == expected, board.fen()
    assert seen == {1, 2, None}


def test_three_moves_are_those_of_a_plain_search() -> None:
    """Deeper, for a few positions of few pieces."""
    chance = random.Random(4)
    with_tables, without = Prover(), Prover(tables=False)
    for _ in range(6):
        board = random_position(chance, "dama", chance.randint(2, 3))
        expected = brute_force(board, 3)
        assert with_tables.distance(board, 3) == expected, board.fen()
        assert without.distance(board, 3) == expected, board.fen()


def test_many_positions_at_once_get_the_same_distances() -> None:
    """The distances of an array are those of its positions one by one."""
    chance = random.Random(8)
    boards = [random_position(chance, "dama", chance.randint(4, 8)) for _ in range(60)]
    positions = np.array([words(board) for board in boards], dtype=np.uint64)
    found = Prover().distances(positions, 2)
    one = Prover()
    assert found.tolist() == [one.distance(board, 2) or 0 for board in boards]


def assert_wins(board: Board, winning: Winning) -> None:
    """Played out by the rules, every line of a tree ends with the winner's last move, in time."""
    board = board.copy()
    side = board.turn
    assert winning.move in board.legal_moves
    for other in winning.others:
        assert other in board.legal_moves
        assert other != winning.move
    board.push(winning.move)
    outcome = board.outcome()
    if outcome is not None:
        assert outcome.winner is side
        assert winning.moves == 1
        assert winning.replies == ()
        return
    assert [reply for reply, _ in winning.replies] == list(board.legal_moves)
    assert max(below.moves for _, below in winning.replies) == winning.moves - 1
    for reply, below in winning.replies:
        board.push(reply)
        assert_wins(board, below)
        board.pop()


def proofs(count: int, moves: int) -> list[tuple[Board, Proof]]:
    """Random positions that are won in exactly so many moves, with their proofs."""
    chance, prover = random.Random(3), Prover()
    found: list[tuple[Board, Proof]] = []
    while len(found) < count:
        board = random_position(chance, "dama", chance.randint(4, 7))
        if prover.distance(board, moves) == moves:
            proof = prover.prove(board, moves)
            assert proof is not None
            found.append((board, proof))
    return found


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_a_tree_wins_against_every_reply(moves: int) -> None:
    """All legal replies are in it, and each line ends the game with a win after so many moves."""
    for board, proof in proofs(4, moves):
        assert proof.moves == proof.tree.moves == moves
        assert_wins(board, proof.tree)
        lines = list(proof.tree.lines(board))
        assert max((len(line) + 1) // 2 for line in lines) == moves
        assert len(proof.tree) >= moves


def test_keys_are_all_moves_that_win_in_time() -> None:
    """Each first move is a key exactly if a plain search finds no defence to it."""
    for board, proof in proofs(3, 2):
        winners = []
        for move in list(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            if outcome is not None:
                won = outcome.winner is board.turn.other
            else:
                found = Forward(board.rules).within(board, 2)
                won = found.value < 0
            board.pop()
            if won:
                winners.append(move)
        assert list(proof.keys) == winners, board.fen()
        assert proof.is_unique == (len(winners) == 1)
        assert proof.tree.move == winners[0]
        assert proof.tree.others == tuple(winners[1:])


def test_a_count_that_runs_out_ends_the_game() -> None:
    """With 49 plies gone a quiet move draws; only what wins or captures at once still counts."""
    prover = Prover()
    fen = "W:WKa1,Kb3,Kd4:BKh8"
    assert prover.distance(Board.from_fen(fen), 6) == 4
    assert prover.distance(Board.from_fen(f"{fen}:H43"), 6) == 4
    assert prover.distance(Board.from_fen(f"{fen}:H49"), 6) is None
    # A capture of the last piece is a win whatever the count says.
    assert prover.distance(Board.from_fen("W:WKa1,Kc1:BKa5:H49"), 2) == 1


def test_a_finished_game_has_no_proof() -> None:
    """Neither where the material is a draw nor where the side to move has lost."""
    prover = Prover()
    assert prover.prove(Board.from_fen("W:WKa1:BKa5"), 3) is None
    assert prover.prove(Board.from_fen("W:Wa7:BKa8,b7,Kc7"), 3) is None
    assert prover.keys(Board.from_fen("W:WKa1:BKa5"), 3) == ()


def test_what_cannot_be_asked_is_refused() -> None:
    """Another board's rules, another rule set's board and numbers out of range are errors."""
    with pytest.raises(RulesError, match="international"):
        Prover("international")
    prover = Prover("dama")
    with pytest.raises(ProverError, match="'dama' asked about 'ludoteka'"):
        prover.wins(Board("ludoteka"), 1)
    with pytest.raises(ValueError, match="moves=0; expected 1 to"):
        prover.wins(Board(), 0)
    with pytest.raises(ValueError, match="most=99; expected 1 to"):
        prover.distances(np.zeros((0, 4), dtype=np.uint64), 99)
    with pytest.raises(ValueError, match="positions=0; expected 1 or more"):
        Prover(positions=0)
    assert RULE_SETS["dama"] == prover.rules
