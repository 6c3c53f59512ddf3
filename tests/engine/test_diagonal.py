"""The search on the diagonal boards: wins, losses and draws by counts of their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle

import pytest

from damahane import Board, Game, Piece
from damahane.engine import Limits, Request, think

Solve = Callable[[Board, int], int]

WIN = 100_000
DECIDED = 99_000
DIAGONAL = ["damas100", "damas64", "international", "brazilian"]


def few_pieces(chance: random.Random, rules: str) -> Board:
    """A position of two to five pieces, a king on each side among them."""
    shape = Board(rules).shape
    kinds = [Piece.WHITE_KING, Piece.BLACK_KING]
    extra = (Piece.WHITE_KING, Piece.WHITE_KING, Piece.WHITE_MAN, Piece.BLACK_MAN)
    kinds += chance.choices(extra, k=chance.randint(0, 3))
    sides: tuple[list[str], list[str]] = ([], [])
    for square, kind in zip(chance.sample(range(len(shape)), len(kinds)), kinds, strict=True):
        _, rank = shape.coordinates[square]
        crowned = kind.is_king or rank in (0, shape.ranks - 1)
        sides[kind.color].append(("K" if crowned else "") + shape.usual(square))
    white, black = map(",".join, sides)
    return Board.from_fen(f"{chance.choice('WB')}:W{white}:B{black}", rules)


def wander(chance: random.Random, game: Game, plies: int) -> None:
    """Play some moves that take nothing and do not end the game, as long as there are any."""
    for _ in range(plies):
        for move in chance.sample(list(game.board.legal_moves), len(game.board.legal_moves)):
            after = game.board.copy()
            after.push(move)
            if not move.captured and after.outcome() is None and not after.must_capture:
                game.play(move)
                break
        else:
            return


@pytest.mark.parametrize("rules", DIAGONAL)
def test_wins_and_losses_are_those_of_plain_minimax(solve: Solve, rules: str) -> None:
    """In small positions, early in the counts and late, the search claims what can be proved."""
    chance, decided, late = random.Random(3), 0, 0
    lengths = cycle((0, 7, 8, 29, 30, 31))
    for _ in range(90):
        game = Game(rules, few_pieces(chance, rules).fen())
        if game.board.outcome() is not None:
            continue
        wander(chance, game, next(lengths))
        late += game.board.ending_clock >= 7
        proved = solve(game.board.copy(), 3)
        found = think(Request.of(game, limits=Limits(depth=6)))
        if abs(proved) > DECIDED:
            decided += 1
            assert found.score == proved, game.board.fen()
        else:
            assert abs(found.score) <= DECIDED or WIN - abs(found.score) > 3, game.board.fen()
    assert decided >= 10
    assert late >= 5


@pytest.mark.parametrize(
    ("rules", "fen", "plies"),
    [
        ("international", "W:WK1,K2:BK46", 10),
        ("international", "W:WK1,K2,K3:BK47", 32),
        ("damas100", "W:WK1,K2,K3:BK47", 32),
        ("damas64", "W:WK1,K2,K3:BK30", 32),
        ("brazilian", "W:WK1,K2:BK30", 10),
    ],
)
def test_the_count_of_an_ending_is_a_draw_at_its_limit_only(
    rules: str, fen: str, plies: int
) -> None:
    """Every move completes the count and is worth nothing; three kings without a past are."""
    chance = random.Random(1)
    for seed in range(40):
        chance.seed(seed)
        game = Game(rules, fen)
        wander(chance, game, plies - 1)
        board = game.board
        if board.ending_clock == plies - 1 and not board.must_capture:
            break
    else:
        pytest.fail("no such game was found")
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        ended = after.outcome()
        assert ended is not None
    found = think(Request.of(game, limits=Limits(depth=5)))
    assert found.score == 0
    if len(board.pieces()) == 4:
        afresh = think(Request(rules, board.fen(), limits=Limits(depth=1)))
        assert abs(afresh.score) > 20


def test_what_is_remembered_does_not_hide_the_count_of_an_ending() -> None:
    """Three kings against one are worth something early in their count, next to nothing late.

    Only by giving a king away can the count be had anew then.
    """
    game = Game("international", "W:WK1,K2,K3:BK45")
    early = think(Request.of(game, limits=Limits(depth=9)))
    assert early.score > 30
    wander(random.Random(5), game, 30)
    assert game.board.ending_clock == 30
    late = think(Request.of(game, limits=Limits(depth=9)))
    assert 0 <= late.score < 20


@pytest.mark.parametrize("rules", DIAGONAL)
def test_the_line_expected_can_be_played(rules: str) -> None:
    """From the start and some moves on, every move of the line is a full route."""
    chance, game = random.Random(2), Game(rules)
    for _ in range(6):
        thought = think(Request.of(game, limits=Limits(nodes=20_000)))
        board = game.board.copy()
        assert thought.depth >= 5
        for text in thought.pv:
            route = board.parse_route(text)
            assert board.text(route, full=True) == text
            board.push(route)
        game.play(thought.move)
        game.play(chance.choice(list(game.board.legal_moves)))


@pytest.mark.parametrize("rules", DIAGONAL)
def test_the_same_request_has_the_same_answer(rules: str) -> None:
    """Whatever was thought of another board in between."""
    request = Request(rules, limits=Limits(nodes=20_000))
    first = think(request)
    think(Request("dama", limits=Limits(nodes=20_000)))
    think(Request("brazilian" if rules != "brazilian" else "damas100", limits=Limits(nodes=5000)))
    again = think(request)
    assert (again.move, again.score, again.nodes, again.pv) == (
        first.move, first.score, first.nodes, first.pv,
    )  # fmt: skip
