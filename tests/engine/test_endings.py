"""The search with endgame tables: exact scores, shortest ways, held draws, counts."""

from __future__ import annotations

import random

import pytest

from damahane import Board
from damahane.endgame.index import layout_of
from damahane.endgame.shipped import shipped
from damahane.endgame.tables import Tables, listed
from damahane.engine import Idea, Limits, Request, hint, think
from damahane.engine.score import DECIDED, WIN
from damahane.puzzles.prover import Prover

FEW = Limits(nodes=3000)
THREE_KINGS = "W:WKa1,Kb3,Kd4:BKh8"


@pytest.fixture(scope="module")
def tables() -> Tables:
    found = shipped("dama")
    assert found is not None
    return found


def positions(tables: Tables, count: int, seed: int) -> list[Board]:
    """Positions of the tables in which a game can begin."""
    chance = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        signature = chance.choice(listed(4))
        board = tables.board(signature, chance.randrange(layout_of(signature).size))
        if board.outcome() is None:
            found.append(board)
    return found


def test_scores_are_those_of_the_tables(tables: Tables) -> None:
    """A win or loss in so many plies, or a draw; the move played keeps it."""
    for board in positions(tables, 60, 3):
        ending = tables.probe(board)
        assert ending is not None
        thought = think(Request(fen=board.fen(), limits=FEW))
        if ending.value == 0:
            assert thought.score == 0, board.fen()
        else:
            assert thought.score == ending.value * (WIN - ending.plies), board.fen()
            assert len(thought.pv) == ending.plies, board.fen()
        board.push(thought.move)
        after = tables.probe(board)
        assert after is None or after.before == ending


def test_the_line_of_a_win_goes_to_its_end() -> None:
    """The play expected is legal and ends the game after as many plies as the score says."""
    thought = think(Request(fen=THREE_KINGS, limits=FEW))
    board = Board.from_fen(THREE_KINGS)
    for text in thought.pv:
        assert board.outcome() is None
        board.push(text)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    assert thought.score == WIN - len(thought.pv)


def test_wins_are_told_in_moves() -> None:
    """A hint says in how many moves it wins."""
    found = hint(Request(fen=THREE_KINGS))
    assert found.reason.idea is Idea.WINS
    assert found.reason.text == "Wins in 4 moves."


def test_a_win_that_the_count_would_cut_is_not_claimed(tables: Tables) -> None:
    """With the count far on, a win is claimed only where a proof that counts finds it as well."""
    prover = Prover(tables=False)
    claimed = 0
    for board in positions(tables, 60, 9):
        ending = tables.probe(board)
        if ending is None or ending.value <= 0 or not 3 <= ending.plies <= 7:
            continue
        for clock in (40, 46, 48):
            fen = f"{board.fen()}:H{clock}"
            score = think(Request(fen=fen, limits=FEW)).score
            if score > DECIDED:
                claimed += 1
                assert prover.wins(Board.from_fen(fen), (WIN - score + 1) // 2), fen
    assert claimed > 0


def test_a_winning_move_that_repeats_for_the_third_time_is_not_played() -> None:
    """The position after it has come twice; another move wins as well and is played."""
    moves = ("h8-g8", "b1-b3", "g8-h8", "b3-b1", "h8-g8", "b1-b3", "g8-h8")
    fen = "B:WKa1,Kb1,Kd4:BKh8"
    assert think(Request(fen=THREE_KINGS, limits=FEW)).move == "b3-b1"
    thought = think(Request(fen=fen, moves=moves, limits=Limits(nodes=30_000)))
    assert thought.move != "b3-b1"
    assert thought.score > DECIDED


def test_captures_into_the_tables_are_exact(tables: Tables) -> None:
    """From five pieces, a move that leads into a won ending has its distance."""
    chance, found = random.Random(6), 0
    while found < 8:
        board = positions(tables, 1, chance.randrange(10**6))[0]
        square = chance.choice(sorted(set(range(8, 56)) - set(board.pieces())))
        board = Board.from_fen(board.fen().replace(":B", f":B{board.shape.names[square]},"))
        if not board.must_capture:
            continue
        best = -2 * WIN
        for move in list(board.legal_moves):
            board.push(move)
            outcome, told = board.outcome(), tables.probe(board)
            board.pop()
            if outcome is not None:
                value = 0 if outcome.winner is None else WIN - 1
            else:
                assert told is not None
                value = told.before.value * (WIN - told.before.plies) if told.value else 0
            best = max(best, value)
        assert think(Request(fen=board.fen(), limits=FEW)).score == best, board.fen()
        found += 1


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_spoilt_against_the_engine_without_tables(tables: Tables, seed: int) -> None:
    """Won endings are won in time, drawn ones are held, against an opponent who searches more."""
    board = next(
        b for b in positions(tables, 200, 40 + seed)
        if (e := tables.probe(b)) is not None and e.value == (seed + 1) % 2 and len(b.pieces()) > 3
    )  # fmt: skip
    ending, fen, side = tables.probe(board), board.fen(), board.turn
    assert ending is not None
    moves: list[str] = []
    while (outcome := board.outcome()) is None:
        own = board.turn is side
        limits = Limits(nodes=300 if own else 2000)
        moves.append(think(Request(fen=fen, moves=tuple(moves), limits=limits, tables=own)).move)
        board.push(moves[-1])
    if ending.value > 0:
        assert outcome.winner is side
        assert len(moves) <= ending.plies
    else:
        assert outcome.winner is not side.other


def test_the_same_request_has_the_same_answer() -> None:
    """Tables or not, a thought depends on its request alone."""
    for uses in (True, False):
        request = Request(fen="W:WKa1,b3,c4:BKh8,g6", limits=FEW, tables=uses)
        one, two = think(request), think(request)
        assert (one.move, one.score, one.depth, one.nodes, one.pv) == (
            two.move, two.score, two.depth, two.nodes, two.pv,
        )  # fmt: skip
