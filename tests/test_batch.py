"""Random games in batches, held against `Board`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from damahane import RULE_SETS, Board, Color, RulesError, Termination
from damahane.batch import TERMINATIONS, Playouts, playouts
from damahane.kernel.position import words
from damahane.rules import DAMA, Removal

# Positions from which random games end in every way that the rules know.
STARTS = {
    "dama": ["W:WKa1,Kc1:BKh8", "B:Wa2,Kd5:BKh7,b6"],
    "ludoteka": ["W:WKa1,Kc1:BKh8,Kf8", "W:Wa2,c3:Bh7,f6"],
    "federation": ["W:WKa1,Kc1:BKh8,Kf8", "W:Wa2,c3:Bh7,f6"],
    "damas100": ["W:WKa1,Kc1,Ke1:BKj10", "B:WKa1:BKj10,Kh10,Kf10,Kd10"],
    "damas64": ["W:WKa1,Kc1,c3:BKh8", "B:WKa1:BKh8,Kf8,Kb8,Kd8"],
    "international": ["W:WKa1,Kc1,Ke1:BKj10", "B:WKa1,Kc1:BKj10,Kh10"],
    "brazilian": ["W:WKa1,Kc1:BKh8,Kf8", "B:WKa1,Kc1,Ke1:BKh8,Kf8,Kd8"],
}


def replay(played: Playouts, game: int, start: Board) -> None:
    """Play a game of a batch over on a board, which must agree with it all the way."""
    board = start.copy()
    for ply in range(1, int(played.plies[game]) + 1):
        assert board.outcome() is None
        after = {}
        for move in board.legal_moves:
            board.push(move)
            after[words(board)] = move
            board.pop()
        assert played.positions is not None
        board.push(after[tuple(played.positions[game, ply].tolist())])
    assert board.outcome() == played.outcome(game)
    assert board.turn == played.turns[game]
    assert words(board) == tuple(played.words[game].tolist())
    last = played.board(game)
    assert (last.cells, last.turn) == (board.cells, board.turn)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_games_from_the_start_are_legal_and_end_as_a_board_says(rules: str) -> None:
    """Each position follows by a legal move, and no end is missed or invented."""
    played = playouts(rules, 8, 200, seed=11, positions=True)
    assert len(played) == 8
    for game in range(len(played)):
        replay(played, game, Board(rules))


@pytest.mark.parametrize(("rules", "fen"), [(r, fen) for r, fens in STARTS.items() for fen in fens])
def test_endings_end_as_a_board_says(rules: str, fen: str) -> None:
    """Draws by count, repetition and material are those of the rules, in both colours."""
    start = Board.from_fen(fen, rules)
    played = playouts(rules, 25, 120, seed=5, start=start, positions=True)
    for game in range(len(played)):
        replay(played, game, start)


def test_every_way_to_end_is_met() -> None:
    """The start and the endings above show each termination that a board can have."""
    met: set[Termination | None] = set()
    for rules, fens in STARTS.items():
        for start in (Board(rules), *(Board.from_fen(fen, rules) for fen in fens)):
            played = playouts(rules, 8_000, 150, seed=5, start=start)
            met.update(TERMINATIONS[number] for number in np.unique(played.terminations))
    assert met >= {
        Termination.NO_PIECES,
        Termination.NO_MOVES,
        Termination.ONE_EACH,
        Termination.REPETITION,
        Termination.NO_PROGRESS,
        Termination.ENDING,
    }


@pytest.mark.parametrize("rules", ["dama", "ludoteka", "brazilian", "international"])
def test_draws_by_count_come_on_the_same_ply(rules: str) -> None:
    """Of many games, those that end by a count do so exactly when a board says so."""
    start = Board.from_fen(STARTS[rules][0], rules)
    counted = (Termination.NO_PROGRESS, Termination.ENDING, Termination.REPETITION)
    found = 0
    played = playouts(rules, 4_000, 150, start=start, positions=True)
    for game in range(len(played)):
        if TERMINATIONS[played.terminations[game]] in counted and found < 20:
            found += 1
            replay(played, game, start)
    assert found


def test_the_seed_decides_and_the_threads_do_not() -> None:
    """The same arguments give the same games; another seed, other games; games differ."""
    one = playouts("dama", 1_200, 60, seed=1, threads=1)
    for threads in (2, 3):
        again = playouts("dama", 1_200, 60, seed=1, threads=threads)
        assert (one.words == again.words).all()
        assert (one.terminations == again.terminations).all()
    assert (one.words != playouts("dama", 1_200, 60, seed=2).words).any(axis=1).sum() > 1_100
    assert len({tuple(row) for row in one.words.tolist()}) > 1_100
    assert (playouts("dama", 5, 60, seed=-1).plies > 0).all()


def test_moves_are_equally_likely() -> None:
    """Of 80,000 first moves of `dama`, each of the eight is played about 10,000 times."""
    played = playouts("dama", 80_000, 1, seed=3)
    counts = Counter(tuple(row) for row in played.words.tolist())
    assert len(counts) == 8
    assert all(abs(count - 10_000) < 400 for count in counts.values())  # 4 standard deviations


def test_winners_are_named_by_colour() -> None:
    """A side without moves has lost, whichever began."""
    for fen, winner in (("W:Wa2:Ba3,b3,b2,a4,c2", -1), ("B:Ba7:Wa6,b6,b7,a5,c7", 1)):
        start = Board.from_fen(fen)
        outcome = start.outcome()
        assert outcome is not None
        assert outcome.termination is Termination.NO_MOVES
        played = playouts("dama", 2, start=start)
        assert played.winners.tolist() == [winner, winner]
        assert played.outcome(0) == outcome
        assert played.first is start.turn


def test_what_a_game_shows() -> None:
    """Types and shapes are as documented; positions behind the last are zeros."""
    played = playouts("international", 20, 90, positions=True)
    assert [a.dtype.name for a in (played.words, played.turns, played.plies)] == [
        "uint64",
        "uint8",
        "int32",
    ]
    assert [a.dtype.name for a in (played.winners, played.terminations)] == ["int8", "uint8"]
    assert played.positions is not None
    assert played.positions.shape == (20, 91, 4)
    for game in range(20):
        plies = int(played.plies[game])
        assert (played.positions[game, plies] == played.words[game]).all()
        assert not played.positions[game, plies + 1 :].any()
    assert played.board(0, 0).fen() == Board("international").fen()
    assert played.board(3, 7).turn is Color.BLACK
    assert played.board(3, 7).ply == 7


@pytest.mark.parametrize("numbers", [(-1, 5, 1), (5, -1, 1), (5, 5, -1)])
def test_negative_numbers_are_refused(numbers: tuple[int, int, int]) -> None:
    """Games, plies and threads are 0 or more."""
    count, plies, threads = numbers
    with pytest.raises(ValueError, match="-1"):
        playouts("dama", count, plies, threads=threads)


def test_what_does_not_fit_is_refused() -> None:
    """Rule sets that are not there or not played, positions of others, plies not kept."""
    with pytest.raises(RulesError, match="chess"):
        playouts("chess", 1)
    with pytest.raises(RulesError, match="dama"):
        playouts(replace(DAMA, removal=Removal.AFTER_MOVE), 1)
    with pytest.raises(ValueError, match="brazilian"):
        playouts("dama", 1, start=Board("brazilian"))
    played = playouts("dama", 1, 10)
    with pytest.raises(ValueError, match="positions"):
        played.board(0, 3)
    with pytest.raises(IndexError, match="11"):
        played.board(0, 11)


def test_no_games_and_no_plies() -> None:
    """Nothing asked for gives empty arrays, or the start itself."""
    assert len(playouts("dama", 0)) == 0
    played = playouts("dama", 3, 0)
    assert played.outcome(0) is None
    assert {tuple(row) for row in played.words.tolist()} == {words(Board("dama"))}


def test_more_captures_than_room_are_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that needs more room is played again with it, and is the same game."""
    crowd = Board.from_fen(
        "W:WKa7,Kd3,Ke5,Ka4,Ka3,Ka2,Ke3,Ka8,Ka6,Ka1:BKe8,Kf6,Kg5,Ke4,Ke1,Kf7,Kh3,Ke2,Kb5"
    )
    roomy = playouts("dama", 50, 30, seed=1, start=crowd)
    monkeypatch.setattr("damahane.batch._ROOM", 256)
    tight = playouts("dama", 50, 30, seed=1, start=crowd)
    assert (roomy.words == tight.words).all()
