"""Looking back at games with planted mistakes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from damahane import RULE_SETS, Color, Game, GameError, IllegalMoveError
from damahane.engine import Idea, Level, Limits, Mark, Request, review
from damahane.engine.score import WIN

Turn = Callable[[str, str], str]

QUICK = Limits(nodes=5_000)
TRAP = Request(moves=("d3-d4", "d6-d5", "d4xd6xd8"), limits=QUICK)
"""Black steps in front of a man and loses two, and a king is crowned."""
SHUT_IN = "W:Wa3,b5,c5,Kf4,g2,h2:Ba5"
"""f4-a4 leaves Black without a move."""


def test_a_planted_blunder_is_found_and_nothing_else() -> None:
    """It says what it cost, what was better, and what it allowed."""
    first, blunder, last = review(TRAP)
    assert (first.mark, blunder.mark, last.mark) == (None, Mark.BLUNDER, None)
    assert (blunder.ply, blunder.color, blunder.move) == (1, Color.BLACK, "d6-d5")
    assert blunder.best not in ("d6-d5", "")
    assert blunder.line[0] == blunder.best
    assert blunder.loss == blunder.best_score - blunder.score > 150
    assert blunder.chance_lost > 0.15
    assert blunder.reply[0] == "d4xd6xd8"
    assert blunder.reason is not None
    assert blunder.allows is not None
    assert blunder.allows.taken
    assert (last.loss, last.best, last.score) == (0, "d4xd6xd8", last.best_score)
    game = Game()
    game.play("d3-d4")
    for text in blunder.line:
        game.play(text)


@pytest.mark.parametrize("turn_round", [False, True], ids=["white", "black"])
def test_a_man_left_to_be_taken_is_a_blunder(turned: Turn, turn_round: bool) -> None:
    """A man was attacked, and another one moved; for both colours."""
    fen, move = "W:Wd4,a2,b2,g2,h2:Bd5,d6,a7,g7,h7", "h2-h3"
    if turn_round:
        fen, move = turned(fen, "dama"), turned(move, "dama")
    (found,) = review(Request(fen=fen, moves=(move,), limits=QUICK))
    assert found.mark is Mark.BLUNDER
    assert found.color is (Color.BLACK if turn_round else Color.WHITE)
    assert found.loss >= 80


@pytest.mark.parametrize("turn_round", [False, True], ids=["white", "black"])
def test_a_forced_win_that_is_let_go_is_marked(turned: Turn, turn_round: bool) -> None:
    """Three kings beat one in four moves; one of them is given away."""
    fen, move = "W:WKa1,Kb1,Kc3:BKh8", "b1-b8"
    if turn_round:
        fen, move = turned(fen, "dama"), turned(move, "dama")
    (found,) = review(Request(fen=fen, moves=(move,)))
    assert found.mark is Mark.MISSED_WIN
    assert WIN - 15 <= found.best_score <= WIN - 7  # no such win takes more than 15 plies
    assert found.reason is not None
    assert found.reason.idea is Idea.WINS
    assert found.reason.moves in range(4, 9)


def test_a_win_that_comes_later_is_no_mistake() -> None:
    """One in three plies instead of one at once."""
    (found,) = review(Request(fen=SHUT_IN, moves=("g2-g3",), limits=QUICK))
    assert (found.best, found.best_score, found.score) == ("f4-a4", WIN - 1, WIN - 3)
    assert found.mark is None


def test_the_move_that_wins_the_game_costs_nothing() -> None:
    """A game that is over is judged up to its last move."""
    (found,) = review(Request(fen=SHUT_IN, moves=("f4-a4",), limits=QUICK))
    assert (found.mark, found.loss, found.score, found.reply) == (None, 0, WIN - 1, ())


def test_a_game_that_ends_in_a_draw_is_level_in_the_end() -> None:
    """One king each, by the rules; two kings would not have won either."""
    request = Request(fen="W:WKa1,Kb3:BKh8", moves=("b3-h3", "h8xh2"), limits=QUICK)
    assert [(each.score, each.mark) for each in review(request)] == [(0, None), (0, None)]


def test_a_game_can_be_judged_before_it_is_over_and_from_a_game() -> None:
    """By `Request.of`; whatever level it was played at."""
    game = Game("ludoteka")
    for text in TRAP.moves[:2]:
        game.play(text)
    request = Request.of(game, limits=QUICK, level=Level.EASY, seed=9)
    assert (request.rules, request.moves, request.seed) == ("ludoteka", TRAP.moves[:2], 9)
    assert review(request) == review(replace(request, level=None, seed=1))
    assert [each.mark for each in review(request)] == [None, Mark.BLUNDER]
    assert review(Request.of(Game(), limits=QUICK)) == []


def test_positions_are_searched_on_an_executor_with_the_same_result() -> None:
    """Threads or processes; the judgements travel."""
    alone = review(TRAP)
    with ThreadPoolExecutor(2) as threads:
        assert review(TRAP, executor=threads) == alone
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert review(TRAP, executor=processes) == alone
        assert processes.submit(review, TRAP).result() == alone
    assert pickle.loads(pickle.dumps(alone)) == alone  # noqa: S301  our own bytes


def test_progress_is_told_to_the_end() -> None:
    """One more position each time; checks of mistakes come on top."""
    told: list[tuple[int, int]] = []
    review(TRAP, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[0][1] == 4
    assert told[-1][0] == told[-1][1] == 5


def test_what_cannot_be_judged_is_refused() -> None:
    """A move that is not legal, and moves after the end."""
    with pytest.raises(IllegalMoveError, match="d3-d5"):
        review(Request(moves=("d3-d5",)))
    with pytest.raises(GameError, match="over"):
        review(Request(fen=SHUT_IN, moves=("f4-a4", "a5-a4")))


def test_a_missed_capture_that_was_huffed_is_judged_with_the_huff() -> None:
    """The man was to be had for nothing; missing it cost the man that could have taken."""
    game = Game(RULE_SETS["damas100"].with_huffing(), "W:W28,40,41,45:B22,5,6")
    game.play("40-35")
    game.huff(game.huffable[0])
    game.play("22-27")
    first, second = review(Request.of(game, limits=Limits(nodes=5000)))
    assert (first.ply, second.ply) == (0, 1)
    assert first.best == "28x17"
    assert first.loss > 100
    assert (first.move, second.move) == ("40-35", "22-27")
    assert first.reply
