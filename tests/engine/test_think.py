"""Requests and their answers: limits, levels, errors, draw offers."""

from __future__ import annotations

import pickle
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from damahane import (
    Board,
    Color,
    FenError,
    Game,
    GameError,
    IllegalMoveError,
    MoveError,
    RulesError,
)
from damahane.engine import Level, Limits, Request, Stop, Thought, accept_draw, think, warm

MIDDLE = ("d3-d4", "e6-e5", "c3-c4", "b6-b5")
ALL_LEVELS = list(Level)


def same(thought: Thought) -> Thought:
    """A thought without its time."""
    return replace(thought, seconds=0.0)


@pytest.mark.parametrize("nodes", [1, 2, 3, 17, 100, 5000])
@pytest.mark.parametrize("rules", ["dama", "ludoteka", "federation"])
def test_no_more_nodes_than_allowed_and_a_legal_move(rules: str, nodes: int) -> None:
    """The node limit is kept exactly, and even one node gives a legal move."""
    for moves in ((), MIDDLE[:1], MIDDLE):
        thought = think(Request(rules, moves=moves, limits=Limits(nodes=nodes)))
        assert thought.nodes <= nodes
        board = Board(rules)
        for move in moves:
            board.push(move)
        assert board.parse_route(thought.move)
        assert thought.pv[0] == thought.move


def test_the_line_expected_can_be_played() -> None:
    """Each move of the line is a full route of the position it is made in."""
    fen = "W:Wa2,b3,c3,d2,e3,f2,Kg1:Ba7,b6,c6,d7,e6,f7,Kh8"
    thought = think(Request(fen=fen, limits=Limits(depth=8)))
    board = Board.from_fen(fen)
    assert len(thought.pv) >= 4
    for text in thought.pv:
        route = board.parse_route(text)
        assert board.text(route, full=True) == text
        board.push(route)


def test_a_capture_is_answered_with_its_full_route() -> None:
    """Every stop of a chain is named."""
    thought = think(Request(fen="W:Wa3:Bb3,c4,b5,a6,h7", limits=Limits(depth=2)))
    assert thought.move == "a3xc3xc5xa5xa7"


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_the_depth_limit_is_reached_and_kept(depth: int) -> None:
    """Without another limit the search goes exactly as deep as it may."""
    assert think(Request(limits=Limits(depth=depth))).depth == depth


def test_the_time_limit_is_kept() -> None:
    """The search ends soon after its time."""
    think(Request(limits=Limits(nodes=10)))
    started = time.perf_counter()
    thought = think(Request(moves=MIDDLE, limits=Limits(seconds=0.2)))
    assert 0.1 < time.perf_counter() - started < 1.5
    assert thought.depth >= 3
    assert think(Request(limits=Limits(seconds=1e-6))).move


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_the_same_request_has_the_same_answer(level: Level) -> None:
    """Whatever was thought in between."""
    request = Request(moves=MIDDLE, level=level, seed=5)
    first = think(request)
    think(Request("ludoteka", fen="W:WKa1,Kb1,Kc2:BKh8", limits=Limits(nodes=30_000)))
    assert same(think(request)) == same(first)


def test_threads_do_not_disturb_each_other() -> None:
    """Thoughts at the same time have the answers they have alone."""
    requests = [Request(moves=MIDDLE[:n], limits=Limits(nodes=20_000)) for n in range(5)]
    alone = [same(think(request)) for request in requests]
    with ThreadPoolExecutor(3) as pool:
        assert [same(thought) for thought in pool.map(think, requests)] == alone


def test_a_thought_runs_in_another_process() -> None:
    """Requests, thoughts and errors travel through a process pool."""
    request = Request("ludoteka", moves=MIDDLE, level=Level.MEDIUM, seed=3)
    assert pickle.loads(pickle.dumps(request)) == request  # noqa: S301  our own bytes
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert same(pool.submit(think, request).result()) == same(think(request))
        with pytest.raises(FenError):
            pool.submit(think, Request(fen="nonsense")).result()


def test_seeds_vary_easy_play() -> None:
    """Easy does not always begin alike; without a level the seed has no say."""
    first_moves = {think(Request(level=Level.EASY, seed=seed)).move for seed in range(20)}
    assert len(first_moves) >= 3
    thoughts = [same(think(Request(limits=Limits(nodes=500), seed=seed))) for seed in (1, 2)]
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("level", ALL_LEVELS)
def test_no_level_misses_a_win_in_one(level: Level, seed: int) -> None:
    """Shutting in the last man is found among many other moves."""
    fen = "W:Wa3,b5,c5,Kf4,g2,h2:Ba5"
    assert think(Request(fen=fen, level=level, seed=seed)).move == "f4-a4"


def play(rules: str, white: Level, black: Level, seed: int) -> Game:
    """A game of two levels to its end."""
    game = Game(rules)
    texts: list[str] = []
    while game.outcome is None:
        level = white if game.turn is Color.WHITE else black
        thought = think(Request(rules, moves=tuple(texts), level=level, seed=seed))
        game.play(thought.move)
        texts.append(thought.move)
    return game


@pytest.mark.parametrize(
    ("rules", "white", "black"),
    [
        ("dama", Level.EASY, Level.EASY),
        ("ludoteka", Level.EASY, Level.MEDIUM),
        ("federation", Level.MEDIUM, Level.EASY),
        ("dama", Level.MEDIUM, Level.MEDIUM),
    ],
)
def test_levels_play_whole_games(rules: str, white: Level, black: Level) -> None:
    """Every move is legal up to an end by the rules."""
    game = play(rules, white, black, seed=11)
    assert game.outcome is not None
    assert len(game.moves) > 20


@pytest.mark.parametrize(
    ("white", "black", "result"), [(Level.HARD, Level.EASY, "1-0"), (Level.EASY, Level.HARD, "0-1")]
)
def test_hard_beats_easy(white: Level, black: Level, result: str) -> None:
    """With either colour."""
    outcome = play("dama", white, black, seed=1).outcome
    assert outcome is not None
    assert outcome.result == result


@pytest.mark.parametrize(
    ("request_", "error", "says"),
    [
        (Request("checkers"), RulesError, "checkers"),
        (Request("international", huffing=True), RulesError, "international"),
        (Request(fen="W:Wz9:Ba5"), FenError, "z9"),
        (Request(moves=("d3-d5",)), IllegalMoveError, "d3-d5"),
        (Request(moves=("hello",)), MoveError, "hello"),
        (Request(fen="W:WKa1:BKh8"), GameError, "one_each"),
        (Request(fen="W:Wh7:BKh8,g7,f7"), GameError, "no_moves"),
        (Request(fen="W:WKa1:Ba3,h7", moves=("a1xa4", "h7-h6", "a4-h4", "x")), MoveError, "x"),
    ],
)
def test_what_cannot_be_is_refused_in_the_projects_errors(
    request_: Request, error: type[Exception], says: str
) -> None:
    """Each error says what was wrong."""
    with pytest.raises(error, match=says):
        think(request_)
    with pytest.raises(error, match=says):
        accept_draw(request_)


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"depth": 0}, {"seconds": 0.0}, {"soft": 0.0}])
def test_limits_out_of_range_are_refused(limits: dict[str, int]) -> None:
    """A limit that lets nothing through is named."""
    with pytest.raises(ValueError, match=next(iter(limits))):
        Limits(**limits)  # type: ignore[arg-type]


EVEN_ENDING = "W:WKa1,c3,d2:BKh8,f6,e7"


@pytest.mark.parametrize(
    ("fen", "color", "accept"),
    [
        (None, Color.BLACK, False),
        (None, Color.WHITE, False),
        ("W:WKa1,Kb1,c3:BKh8", Color.BLACK, True),
        ("W:WKa1,Kb1,Kc3:BKh8", Color.WHITE, False),
        (EVEN_ENDING, Color.BLACK, True),
        (EVEN_ENDING, Color.WHITE, True),
    ],
)
def test_draw_offers_are_answered_from_the_position(
    fen: str | None, color: Color, accept: bool
) -> None:
    """Refused in the opening and where better, accepted where worse or level and worn out."""
    answer = accept_draw(Request(fen=fen), color)
    assert answer.accept is accept, answer


def test_an_offer_is_answered_by_the_side_not_to_move_unless_told() -> None:
    """The side to move offers; the score is the other one's."""
    request = Request(fen="W:WKa1,Kb1,Kc3:BKh8")
    assert accept_draw(request) == accept_draw(request, Color.BLACK)
    assert accept_draw(request).score == -accept_draw(request, Color.WHITE).score


def test_a_lost_opening_is_drawn_gladly_and_a_slightly_worse_one_played_on() -> None:
    """Two men and a king for nothing are enough even in the opening; no man is not."""
    lost = Request(moves=("d3-d4", "d6-d5", "d4xd6xd8"))
    assert accept_draw(lost, Color.BLACK).accept
    assert not accept_draw(lost, Color.WHITE).accept
    assert not accept_draw(Request(moves=MIDDLE), Color.WHITE).accept
    assert not accept_draw(Request(moves=MIDDLE), Color.BLACK).accept


@pytest.mark.parametrize("counts", ["", ":H30:F60"])
@pytest.mark.parametrize(
    ("worse", "even", "better"),
    [
        ("W:WKa1,b2:BKh8,g6,f6", "W:WKa1,b2,c2:BKh8,g6,f6", "W:WKa1,b2,c2,d2,e2:BKh8,g6,f6"),
        (
            "W:Wb2,c2,d2,e2,f2:Bb7,c7,d7,e7,f7,g7",
            "W:Wb2,c2,d2,e2,f2,g2:Bb7,c7,d7,e7,f7,g7",
            "W:Wb2,c2,d2,e2,f2,g2,h2:Bb7,c7,d7,e7,f7,g7",
        ),
        ("W:WKa1:BKg8,h6,h7,g7", "W:WKa1,Kb1:BKh8", "W:WKa1,Kb1,Kc3:BKh8"),
    ],
)
def test_the_more_one_has_the_less_one_takes_a_draw(
    worse: str, even: str, better: str, counts: str
) -> None:
    """Taken when behind, refused when ahead, whatever the counts; in between at most now."""
    answers = [accept_draw(Request(fen=fen + counts), Color.WHITE) for fen in (worse, even, better)]
    assert answers[0].accept
    assert not answers[2].accept
    assert [answer.score for answer in answers] == sorted(answer.score for answer in answers)


def test_a_long_level_game_may_be_given_up() -> None:
    """With many pieces a level position is drawn only when little happens."""
    fen = "W:Wb2,c2,d2,e2,f2,g2:Bb7,c7,d7,e7,f7,g7"
    fresh = accept_draw(Request(fen=f"{fen}:H0:F40"))
    stale = accept_draw(Request(fen=f"{fen}:H21:F40"))
    assert abs(fresh.score) <= 30
    assert (fresh.accept, stale.accept) == (False, True)


def test_warming_reports_each_step() -> None:
    """Progress runs from nothing done to all done, each step with its label."""
    steps: list[tuple[int, int, str]] = []
    warm(lambda done, total, label: steps.append((done, total, label)))
    assert [done for done, _, _ in steps] == list(range(len(steps)))
    assert steps[-1][0] == steps[-1][1]
    assert all(label for _, _, label in steps)


def test_a_thought_ends_when_another_thread_says_so() -> None:
    """A search without any other limit ends at once and answers with a legal move."""
    stop = Stop()
    unlimited = Request(moves=MIDDLE, limits=Limits(depth=1000))
    with ThreadPoolExecutor(1) as pool:
        thinking = pool.submit(think, unlimited, stop=stop)
        time.sleep(0.3)
        assert not thinking.done()
        stopped = time.perf_counter()
        stop.set()
        thought = thinking.result(timeout=10)
    assert time.perf_counter() - stopped < 0.5
    assert thought.depth >= 3
    assert thought.pv[0] == thought.move


def test_a_thought_that_is_stopped_before_it_begins_still_has_a_move() -> None:
    """And the stop does not reach the next thought of the same thread."""
    stop = Stop()
    stop.set()
    board = Board("dama")
    assert board.parse_route(think(Request(limits=Limits(depth=9)), stop=stop).move)
    assert think(Request(limits=Limits(depth=4))).depth == 4


def test_a_long_thought_reports_how_far_it_is() -> None:
    """Depths, nodes and seconds grow from report to report, up to the answer."""
    reports: list[Thought] = []
    thought = think(Request(moves=MIDDLE, limits=Limits(seconds=0.4)), on_info=reports.append)
    assert reports
    depths = [report.depth for report in (*reports, thought)]
    assert depths == sorted(depths)
    nodes = [report.nodes for report in (*reports, thought)]
    assert nodes == sorted(nodes)
    assert all(report.seconds >= 0.05 for report in reports)
    assert all(report.pv[0] == report.move for report in reports)


def test_reports_do_not_change_the_thought() -> None:
    """The same request has the same answer whether or not anyone listens."""
    request = Request(moves=MIDDLE, limits=Limits(nodes=300_000))
    assert same(think(request, on_info=lambda _: None)) == same(think(request))


@pytest.mark.parametrize("limits", [Limits(depth=6), Limits(nodes=20_000)])
def test_several_lines_are_different_moves_the_best_first(limits: Limits) -> None:
    """Each line begins with a move of its own, and scores fall."""
    thought = think(Request(moves=MIDDLE, limits=limits, lines=4))
    assert len(thought.lines) == 4
    assert len({line.pv[0] for line in thought.lines}) == 4
    scores = [line.score for line in thought.lines]
    assert scores == sorted(scores, reverse=True)
    assert (thought.move, thought.score) == (thought.lines[0].pv[0], scores[0])
    assert same(think(Request(moves=MIDDLE, limits=limits, lines=4))) == same(thought)
    for line in thought.lines:
        board = Board()
        for move in (*MIDDLE, *line.pv):
            board.push(move)


def test_no_more_lines_than_moves() -> None:
    """One legal move is one line."""
    fen = "W:Wa3:Bb3,c4,b5,a6,h7"
    assert len(think(Request(fen=fen, limits=Limits(depth=3), lines=5)).lines) == 1


def test_lines_tell_the_winning_move_from_the_rest() -> None:
    """The move that wins at once is worth a win, the next best is not."""
    fen = "W:WKa1,Kb1,Kc2:BKh8"
    best, second = think(Request(fen=fen, limits=Limits(depth=8), lines=2)).lines
    assert best.score == 99_995
    assert second.score <= best.score


def test_two_threads_think_at_once_and_end() -> None:
    """More than one thread looks at positions, and none is left behind."""
    before = threading.active_count()
    thought = think(Request(moves=MIDDLE, limits=Limits(seconds=0.5), threads=2))
    assert thought.depth >= 5
    assert thought.pv[0] == thought.move
    assert threading.active_count() == before
    exact = think(Request(moves=MIDDLE, limits=Limits(nodes=5000), threads=2))
    assert exact.nodes <= 5000


@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_keep_the_depth_limit(threads: int) -> None:
    """Whoever is the first to reach it, and there is always a line."""
    for depth in (1, 2, 3, 5, 8):
        for moves in ((), MIDDLE[:1], MIDDLE):
            limits = Limits(depth=depth)
            thought = think(Request(moves=moves, limits=limits, threads=threads))
            assert thought.depth == depth
            assert thought.pv[0] == thought.move
            alone = think(Request(moves=moves, limits=limits))
            assert abs(thought.score - alone.score) < 200
    lines = think(Request(moves=MIDDLE, limits=Limits(depth=5), lines=3, threads=threads)).lines
    assert len({line.pv[0] for line in lines}) == 3


def test_several_threads_find_a_win_and_end() -> None:
    """With its distance."""
    request = Request(fen="W:WKa1,Kb1,Kc2:BKh8", limits=Limits(seconds=30), threads=2)
    thought = think(request)
    assert thought.score == 99_995
    assert thought.seconds < 20


def test_no_depth_is_begun_after_the_soft_limit() -> None:
    """The thought ends by itself, with its last depth complete."""
    started = time.perf_counter()
    thought = think(Request(moves=MIDDLE, limits=Limits(soft=0.05, seconds=30)))
    assert 0.05 <= time.perf_counter() - started < 20
    exact = think(Request(moves=MIDDLE, limits=Limits(depth=thought.depth)))
    assert (thought.move, thought.score, thought.nodes) == (exact.move, exact.score, exact.nodes)


@pytest.mark.parametrize("name", ["lines", "threads", "table_mib"])
def test_at_least_one_line_thread_and_mebibyte(name: str) -> None:
    """None is refused."""
    with pytest.raises(ValueError, match=name):
        replace(Request(), **{name: 0})  # type: ignore[arg-type]
