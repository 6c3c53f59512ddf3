"""Boards backed by the compiled kernel are those backed by the reference generator, but faster."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damahane import RULE_SETS, Board, Game, IllegalMoveError, Move, Route, backing
from damahane.rules import DAMA, Removal, RuleSet

VARIANTS = [*RULE_SETS.values(), *(r.with_huffing() for r in RULE_SETS.values() if r.may_huff)]
KING_ENDINGS = ["W:WKa1,Kc1,Ke3:BKh8,Kf8", "B:WKa1,c3,e3:BKh8,Kd8", "W:WKa1:BKh8", "W:Wc3:B"]


@pytest.fixture(autouse=True)
def choice() -> Iterator[None]:
    """Each test begins undecided, and what it decides goes no further."""
    kept = backing._choice.decided, backing._choice.kernel
    backing.use_kernel(False)
    backing._choice.decided, backing._choice.listed = False, 0
    yield
    backing.use_kernel(kept[1])
    backing._choice.decided = kept[0]


def seen(board: Board) -> tuple[object, ...]:
    """All that a board shows of its position, moves and counts."""
    moves = list(board.legal_moves)
    routes = board.routes()
    return (
        moves,
        routes,
        board.playable_routes(),
        len(board.legal_moves),
        bool(board.legal_moves),
        [move in board.legal_moves for move in moves],
        Move(0, 0) in board.legal_moves,
        repr(board.legal_moves),
        board.must_capture,
        board.due,
        board.capturing_pieces(),
        board.continuations(),
        [board.continuations(route.stops[:1]) for route in routes],
        [board.text(move) for move in moves],
        [board.text(route, full=True) for route in routes],
        [board.parse(board.text(route, full=True)) for route in routes],
        [board.route(move) for move in moves],
        board.fen(clocks=True),
        board.cells,
        board.pieces(),
        board.key,
        board.quiet_clock,
        board.ending,
        board.ending_clock,
        board.repetitions(),
        board.outcome(),
        board.ply,
        board.move_stack,
        str(board),
        repr(board),
    )


def played(board: Board, seed: int, plies: int) -> list[tuple[object, ...]]:
    """What a board shows in a random game, given as moves, routes and text in turn."""
    chance = random.Random(seed)
    shown = [seen(board)]
    for ply in range(plies):
        if not board.legal_moves:
            break
        route = chance.choice(board.playable_routes())
        if ply % 3 == 0:
            board.push(route)
        elif ply % 3 == 1:
            board.push(route.move)
        else:
            board.push(board.text(route, full=True))
        shown.append(seen(board))
    return shown


@given(seed=st.integers(0, 2**32 - 1), rules=st.sampled_from(VARIANTS))
@settings(max_examples=30)
def test_random_games_look_the_same(seed: int, rules: RuleSet) -> None:
    """With the kernel and without, a game shows the same, move for move, in the same order."""
    backing.use_kernel(False)
    without = played(Board(rules), seed, 60)
    backing.use_kernel()
    assert played(Board(rules), seed, 60) == without


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
@pytest.mark.parametrize("fen", KING_ENDINGS)
def test_endings_look_the_same(rules: RuleSet, fen: str) -> None:
    """Kings, draws by count and repetition, and sides without pieces or moves."""
    backing.use_kernel(False)
    without = played(Board.from_fen(fen, rules), 5, 40)
    backing.use_kernel()
    assert played(Board.from_fen(fen, rules), 5, 40) == without


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_counts_are_the_same(rules: RuleSet) -> None:
    """Perft, both ways of counting, from the start and from endings."""
    counts = []
    for use in (False, True):
        backing.use_kernel(use)
        boards = [Board(rules), *(Board.from_fen(fen, rules) for fen in KING_ENDINGS)]
        counts.append(
            [
                board.perft(depth, distinct=distinct)
                for board in boards
                for depth in range(4)
                for distinct in (False, True)
            ]
        )
    assert counts[0] == counts[1]
    with pytest.raises(ValueError, match="-1"):
        Board(rules).perft(-1)


def test_illegal_moves_are_refused_alike() -> None:
    """Moves and routes that are not legal raise with the same words, and change nothing."""
    for wrong in (Move(0, 1), Move(8, 24), Route((8, 24)), Move(8, 16, (12,)), "a3-a5", "h3xh5"):
        words = []
        for use in (False, True):
            backing.use_kernel(use)
            board = Board()
            with pytest.raises(IllegalMoveError) as caught:
                board.push(wrong)
            words.append(str(caught.value))
            assert board == Board()
        assert words[0] == words[1]


def test_boards_that_are_there_change_over() -> None:
    """A board made before the decision follows it, and so does its copy and its pickle."""
    board = Board("international")
    assert not backing.uses_kernel()
    assert board._backing.moves is None
    assert backing.use_kernel()
    assert backing.uses_kernel()
    for twin in (board, board.copy(), pickle.loads(pickle.dumps(board))):  # noqa: S301
        assert twin._backing.moves is not None
        assert len(twin.legal_moves) == 9
    assert not backing.use_kernel(False)
    assert board._backing.moves is None


def test_rules_the_kernel_does_not_play_stay_with_the_reference() -> None:
    """An unusual rule set is played as before."""
    rules = replace(DAMA, id="late", removal=Removal.AFTER_MOVE)
    backing.use_kernel()
    board = Board(rules)
    assert board._backing.moves is None
    assert len(board.legal_moves) == 8
    assert board.perft(3) == 708


def play_on(plies: int) -> Board:
    """List the moves of so many positions."""
    chance = random.Random(1)
    board = Board("dama")
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            board = Board("dama")
            continue
        board.push(chance.choice(moves))
    return board


def test_a_program_that_lists_many_positions_changes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a number of positions has been listed, and not before."""
    monkeypatch.setattr(backing, "kernel_is_ready", lambda: True)
    monkeypatch.setattr(backing, "SWITCH_AFTER", 20)
    play_on(19)
    assert not backing.uses_kernel()
    play_on(1)
    assert backing.uses_kernel()


def test_a_kernel_that_is_not_ready_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, or before anything has been compiled, the reference generator stays."""
    asked: list[int] = []

    def never() -> bool:
        asked.append(1)
        return False

    monkeypatch.setattr(backing, "kernel_is_ready", never)
    monkeypatch.setattr(backing, "SWITCH_AFTER", 5)
    play_on(30)
    assert not backing.uses_kernel()
    assert asked == [1]


def test_a_kernel_that_cannot_be_imported_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken Numba stops nobody who has not asked for it, and is named to those who have."""

    def fail(name: str) -> None:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(backing, "kernel_is_ready", lambda: True)
    monkeypatch.setattr(backing, "SWITCH_AFTER", 5)
    monkeypatch.setattr("importlib.import_module", fail)
    play_on(30)
    assert not backing.uses_kernel()
    with pytest.raises(ImportError, match="listing"):
        backing.use_kernel()
    assert not backing.uses_kernel()
    monkeypatch.undo()


@pytest.mark.parametrize("ready", [True, False])
def test_it_can_be_settled_ahead(monkeypatch: pytest.MonkeyPatch, ready: bool) -> None:
    """Then nothing changes over later, whatever has been listed."""
    monkeypatch.setattr(backing, "kernel_is_ready", lambda: ready)
    assert backing.settle() is backing.uses_kernel() is ready
    monkeypatch.setattr(backing, "kernel_is_ready", lambda: not ready)
    monkeypatch.setattr(backing, "SWITCH_AFTER", 1)
    list(Board().legal_moves)
    assert backing.settle() is backing.uses_kernel() is ready


def test_a_decision_is_never_overruled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has chosen the reference generator keeps it."""
    monkeypatch.setattr(backing, "kernel_is_ready", lambda: True)
    monkeypatch.setattr(backing, "SWITCH_AFTER", 5)
    backing.use_kernel(False)
    play_on(30)
    assert not backing.uses_kernel()


def test_the_kernel_is_ready_where_numba_is_there_and_all_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Either missing, it is not; neither is imported to find out."""
    monkeypatch.setattr("damahane.kernel.cache.is_warm", lambda: True)
    assert backing.kernel_is_ready()
    monkeypatch.setattr("damahane.kernel.cache.is_warm", lambda: False)
    assert not backing.kernel_is_ready()
    monkeypatch.setattr("damahane.kernel.cache.is_warm", lambda: True)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert not backing.kernel_is_ready()


def test_a_short_program_imports_no_numba() -> None:
    """A game's worth of positions is listed, played and judged without it."""
    code = (
        "import sys, damahane\n"
        "game = damahane.Game('international')\n"
        "for _ in range(40):\n"
        "    game.play(next(iter(game.board.legal_moves)))\n"
        "assert not {'numba', 'numpy', 'platformdirs'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr


def test_threads_list_their_own_moves() -> None:
    """Several threads at once never see each other's lists."""
    backing.use_kernel()
    boards = []
    for seed, rules in enumerate(RULE_SETS):
        board, chance = Board(rules), random.Random(seed)
        for _ in range(12):
            board.push(chance.choice(list(board.legal_moves)))
        boards.append((board, list(board.legal_moves)))
    wrong = []

    def list_often(board: Board, expected: list[Move]) -> None:
        for _ in range(3_000):
            if list(board.copy(stack=False).legal_moves) != expected:
                wrong.append(board.fen())
            board._moves = None

    threads = [threading.Thread(target=list_often, args=pair) for pair in boards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_game_is_played_with_the_kernel() -> None:
    """Game, which asks for routes and text, plays to the same end."""
    ends = []
    for use in (False, True):
        backing.use_kernel(use)
        game, chance = Game("brazilian"), random.Random(3)
        while game.outcome is None:
            game.play(chance.choice(list(game.board.legal_moves)))
        ends.append((game.moves, game.outcome))
    assert ends[0] == ends[1]
