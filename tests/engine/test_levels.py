"""Levels: bounded mistakes, blindness, chance that follows from the seed alone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from damahane import RULE_SETS, Board, Game
from damahane.engine import Level, Limits, Request, Stop, think
from damahane.engine.choice import GIFT, Candidate, best_of, choose, is_gift
from damahane.engine.exchange import Exchanges
from damahane.engine.glance import Glance, has_given_twice
from damahane.engine.levels import Sight, Strength
from damahane.engine.score import WIN, one_ply_earlier, win_distance, winning_chance
from damahane.movegen import Move

Turn = Callable[[str, str], str]

CLEAR = Sight(captures=2, blindness=(0,))
BLIND = Sight(captures=2, blindness=(100,))
GIVEN = "W:Wa2,b4,d4,f4,h2:Bb6,d6,f6,a7,h7"
"""Three men of each side stand two steps apart: who steps forward is taken."""
GIFTS = ("b4-b5", "b6xb4", "d4-d5", "d6xd4")


def glance(fen: str, sight: Sight = CLEAR, rules: str = "dama") -> dict[str, Candidate]:
    """What is seen of each move, by its text."""
    board = Board.from_fen(fen, rules)
    found = Glance(board, sight, random.Random(0), Exchanges(board.rules, 5000)).candidates()
    return {board.text(candidate.move): candidate for candidate in found}


@pytest.mark.parametrize("turn_round", [False, True], ids=["white", "black"])
@pytest.mark.parametrize(
    ("fen", "move", "score"),
    [
        ("W:Wd4,c5,a2:Bd5,a7", "d4xd6", 200),  # 3 v 2 men, and one is taken
        ("W:Wd4,d3,d2,a2:Bd6,e5,c5,c6,h7", "d4-d5", 0),  # 4 v 5 men, one given for two
        ("W:Wd7,a2:Bh6,b7", "d7-d8", 200),  # crowned: 2 v 2 men, and a king is worth three
        ("W:Wa3,b5,c5,Kf4,g2,h2:Ba5", "f4-a4", WIN - 1),
        ("W:Wd4,a2,a3:Bd5,d6,h7", "a3-b3", -100),  # 3 v 3 men, one lost
    ],
)
def test_a_glance_counts_captures_and_crowns(
    turned: Turn, fen: str, move: str, score: int, turn_round: bool
) -> None:
    """To within what a step forward is worth."""
    if turn_round:
        fen, move = turned(fen, "dama"), turned(move, "dama")
    seen = glance(fen)[move]
    assert abs(seen.score - score) <= 12
    assert seen.seen == seen.score


def test_what_is_overlooked_seems_as_good_as_the_usual_move() -> None:
    """A man steps into a capture: to the blind that seems harmless; the rest they see as it is."""
    clear, blind = glance(GIVEN), glance(GIVEN, BLIND)
    assert clear["b4-b5"].score == clear["b4-b5"].seen == blind["b4-b5"].score
    assert blind["b4-b5"].seen >= blind["b4-b5"].score + 80
    assert blind["h2-h3"] == clear["h2-h3"]


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_glance_knows_every_rule_set_and_its_nodes(rules: str) -> None:
    """All moves of a game of each, and no more positions than it may look at by much."""
    board, rng = Board(rules), random.Random(3)
    for _ in range(40):
        moves = list(board.legal_moves)
        if not moves or board.outcome() is not None:
            break
        exchanges = Exchanges(board.rules, 5000)
        found = Glance(board, CLEAR, rng, exchanges).candidates()
        assert [candidate.move for candidate in found] == moves
        assert all(candidate.line[0] == candidate.move for candidate in found)
        assert len(moves) <= exchanges.looked < 5000
        board.push(rng.choice(moves))


def candidates(*scores: int) -> list[Candidate]:
    """One for each score, seen as it is."""
    moves = [Move(square, square + 8) for square in range(len(scores))]
    return [
        Candidate(move, score, score, (move,)) for move, score in zip(moves, scores, strict=True)
    ]


def test_better_moves_are_likelier_and_the_worst_are_never_chosen() -> None:
    """By the warmth of the strength: e times less often for each `warmth`."""
    found, rng = candidates(0, -50, -101), random.Random(1)
    strength = Strength(nodes=1, warmth=50, worst=100)
    counts: dict[int, int] = dict.fromkeys((0, -50, -101), 0)
    for _ in range(3000):
        counts[choose(found, strength, rng).score] += 1
    assert counts[-101] == 0
    assert counts[0] / counts[-50] == pytest.approx(2.718, rel=0.15)


def test_what_is_overlooked_is_bounded_too() -> None:
    """A move that seems the best but costs more than the worst allowed is not chosen."""
    fine, trap = candidates(0, -400)
    trap = Candidate(trap.move, -400, 500, trap.line)
    strength = Strength(nodes=1, warmth=50, worst=300)
    rng = random.Random(1)
    assert {choose([fine, trap], strength, rng).score for _ in range(50)} == {0}


def test_a_win_that_is_seen_is_played_and_the_careful_give_nothing() -> None:
    """Whatever the chance."""
    rng, strength = random.Random(1), Strength(nodes=1, warmth=1000, worst=10**6)
    assert choose(candidates(500, WIN - 1, 700), strength, rng).score == WIN - 1
    given = candidates(0, -GIFT, -GIFT + 1)
    careful = {choose(given, strength, rng, careful=True).score for _ in range(100)}
    assert careful == {0, -GIFT + 1}
    assert [is_gift(each, given) for each in given] == [False, True, False]
    assert best_of(given).score == 0
    assert choose(given, Strength(nodes=1), rng).score == 0


def test_scores_are_chances_and_distances() -> None:
    """A win on the spot is one ply further for the side before."""
    assert winning_chance(0) == 0.5
    assert winning_chance(300) + winning_chance(-300) == pytest.approx(1)
    assert [winning_chance(WIN - 9), winning_chance(9 - WIN)] == [1.0, 0.0]
    assert 0.64 < winning_chance(100) < 0.72
    assert one_ply_earlier(-WIN) == WIN - 1
    assert one_ply_earlier(WIN - 1) == 2 - WIN
    assert (win_distance(WIN - 4), win_distance(900)) == (4, None)


def test_giving_twice_is_remembered() -> None:
    """Two men in a row stepped into captures, with nothing for them; the third time is not yet."""
    board = Board.from_fen(GIVEN)
    board.push("b4-b5")
    board.push("b6xb4")
    assert not has_given_twice(board, CLEAR)
    board.push("d4-d5")
    board.push("d6xd4")
    assert has_given_twice(board, CLEAR)
    board.push("h2-g2")
    board.push("h7-g7")
    assert not has_given_twice(board, CLEAR)


@pytest.mark.parametrize("seed", range(40))
def test_easy_never_gives_three_pieces_in_a_row_for_nothing(seed: int) -> None:
    """After two gifts the third move keeps what there is."""
    thought = think(Request(fen=GIVEN, moves=GIFTS, level=Level.EASY, seed=seed))
    board = Board.from_fen(GIVEN)
    for move in (*GIFTS, thought.move):
        board.push(move)
    assert board.due == 0


def test_easy_does_give_pieces_now_and_then() -> None:
    """The same position without its past: some seeds step into the capture."""
    board = Board.from_fen(GIVEN)
    for move in GIFTS:
        board.push(move)
    fen = board.fen(clocks=True)
    dues = []
    for seed in range(40):
        after = Board.from_fen(fen)
        after.push(think(Request(fen=fen, level=Level.EASY, seed=seed)).move)
        dues.append(after.due)
    assert 0 < sum(due > 0 for due in dues) < 20


def easy_game(seed: int) -> list[Move]:
    """Easy against itself."""
    game, texts = Game(), list[str]()
    while game.outcome is None and len(texts) < 30:
        thought = think(Request(moves=tuple(texts), level=Level.EASY, seed=seed + len(texts) % 2))
        game.play(thought.move)
        texts.append(thought.move)
    return [route.move for route in game.moves]


def test_ten_games_of_easy_are_ten_different_games() -> None:
    """No two have the same first four plies, and several first moves are played."""
    games = [easy_game(2 * number) for number in range(10)]
    assert len({tuple(game[:4]) for game in games}) == 10
    assert len({game[0] for game in games}) >= 4
    shared = [
        sum(x == y for x, y in zip(a, b, strict=False)) for a, b in itertools.combinations(games, 2)
    ]
    assert max(shared) < 15


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
@pytest.mark.parametrize("nodes", [1, 2, 40])
def test_levels_keep_to_fewer_nodes(level: Level, nodes: int) -> None:
    """A request may allow less than the level; a legal move comes all the same."""
    thought = think(Request(level=level, limits=Limits(nodes=nodes)))
    assert thought.nodes <= nodes
    assert Board().parse_route(thought.move)
    assert thought.pv[0] == thought.move


def test_medium_ends_when_time_is_up_or_it_is_told() -> None:
    """With the moves looked at so far."""
    slow = Limits(nodes=10**9, seconds=0.2)
    thought = think(Request(level=Level.MEDIUM, limits=slow))
    assert thought.seconds < 2
    stop = Stop()
    stop.set()
    assert think(Request(level=Level.MEDIUM, limits=Limits(nodes=10**9)), stop=stop).seconds < 2


@pytest.mark.parametrize("level", list(Level))
def test_scores_of_levels_are_those_of_the_side_to_move(level: Level, turned: Turn) -> None:
    """Three men ahead is some three men ahead."""
    fen = "W:Wa2,b2,c2,d2,e2,f2:Bf7,g7,h7"
    white = think(Request(fen=fen, level=level))
    black = think(Request(fen=turned(fen, "dama"), level=level))
    assert white.score > 200
    assert black.score > 200
    behind = Request(fen=fen.replace("W:", "B:", 1), level=level)
    assert think(behind).score < -200
