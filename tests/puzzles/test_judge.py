"""The judge: every move of some puzzles against an independent search, and the best defence."""

from __future__ import annotations

import pytest

from damahane import Board
from damahane.puzzles.bank import Puzzle, Solution, bank
from damahane.puzzles.judge import Judge, Ruling, Verdict
from damahane.puzzles.prover import Prover


@pytest.fixture(scope="module")
def judge() -> Judge:
    """A judge of dama."""
    return Judge(Prover("dama"))


def keeps(board: Board, moves: int) -> bool:
    """Whether the side that has just moved wins within so many more moves: nothing but rules."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner is board.turn.other
    if not moves:
        return False
    for reply in list(board.legal_moves):
        board.push(reply)
        found = board.outcome() is None and wins(board, moves)
        board.pop()
        if not found:
            return False
    return True


def wins(board: Board, moves: int) -> bool:
    """Whether the side to move wins within so many moves."""
    for move in list(board.legal_moves):
        board.push(move)
        found = keeps(board, moves - 1)
        board.pop()
        if found:
            return True
    return False


def sample(moves: int, most: int) -> list[Puzzle]:
    """Some puzzles with few pieces, in which an independent search is soon done."""
    found = [puzzle for puzzle in bank() if puzzle.moves == moves]
    return sorted(found, key=lambda puzzle: (len(puzzle.board().pieces()), puzzle.id))[:most]


def depth(solution: Solution) -> int:
    """In how many moves a solution wins against the longest defence."""
    return 1 + max((depth(after) for after in solution.replies.values()), default=0)


@pytest.mark.parametrize("number", range(6))
def test_a_move_is_right_when_it_wins_in_time(judge: Judge, number: int) -> None:
    """Every first move of puzzles with few pieces, against a search that knows only the rules."""
    puzzle = sample(2, 6)[number]
    board = puzzle.board()
    for move in list(board.legal_moves):
        after = board.copy()
        after.push(move)
        assert judge.judge(board, move, 2).is_right == keeps(after, 1), board.text(move)


def test_of_all_first_moves_the_key_alone_is_right(judge: Judge) -> None:
    """For every tenth puzzle, and the key's reply is one of those that the solution knows."""
    for puzzle in bank()[::10]:
        board = puzzle.board()
        verdicts = [judge.judge(board, move, puzzle.moves) for move in list(board.legal_moves)]
        right = [board.text(each.move, full=True) for each in verdicts if each.is_right]
        assert right == [puzzle.key]
        assert all(each.ruling is not Ruling.WON for each in verdicts)


def test_the_defence_holds_out_as_long_as_it_can(judge: Judge) -> None:
    """No other reply of the stored solution lasts longer."""
    for puzzle in bank()[::10]:
        board = puzzle.board()
        verdict = judge.judge(board, board.parse(puzzle.key), puzzle.moves)
        assert verdict.reply is not None
        board.push(verdict.move)
        known = {board.parse(text): after for text, after in puzzle.solution.replies.items()}
        assert depth(known[verdict.reply]) == puzzle.moves - 1


def test_it_says_the_same_again(judge: Judge) -> None:
    """Whatever it has been asked before."""
    board = bank()[0].board()
    asked = list(board.legal_moves)
    first = [Judge(Prover("dama")).judge(board, move, 2) for move in asked]
    assert [judge.judge(board, move, 2) for move in reversed(asked)] == first[::-1]


def test_a_win_that_takes_a_move_more_is_too_late(judge: Judge) -> None:
    """The key of a puzzle, when there is a move less for it than it needs."""
    for puzzle in (sample(2, 1)[0], sample(3, 1)[0]):
        board = puzzle.board()
        verdict = judge.judge(board, board.parse(puzzle.key), puzzle.moves - 1)
        assert verdict.ruling is Ruling.SLOW
        assert (verdict.reply is None) == (puzzle.moves == 2)  # no answer to the last move


@pytest.mark.parametrize(
    ("fen", "move", "moves", "ruling", "reply"),
    [
        ("W:Wd4:Bd5", "d4-d6", 1, Ruling.WON, None),
        # One king each is a draw: White makes it so itself, or lets its man be taken.
        ("W:WKa1:BKh8,a4", "a1xa7", 2, Ruling.DRAWS, None),
        ("W:WKa1,d2:BKd8", "a1-a2", 2, Ruling.DRAWS, "d8xd1"),
        ("W:Wd4:Bd6", "d4-d5", 2, Ruling.LOSES, "d6xd4"),
        ("W:Wa2,b2:Ba7,b7,c7", "a2-a3", 2, Ruling.REFUTED, "c7-d7"),
        ("W:Wa2,b2:Ba7,b7,c7", "a2-a3", 1, Ruling.REFUTED, None),
    ],
)
def test_what_is_said_of_hand_made_positions(
    judge: Judge, fen: str, move: str, moves: int, ruling: Ruling, reply: str | None
) -> None:
    """A win, a draw, a loss, and a defence: of equals the last by name; none to a last move."""
    board = Board.from_fen(fen)
    verdict: Verdict = judge.judge(board, board.parse(move), moves)
    board.push(verdict.move)
    said = None if verdict.reply is None else board.text(verdict.reply)
    assert (verdict.ruling, said) == (ruling, reply)
