"""The network: its views follow the moves, and its value is what its weights say."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest

from damahane import Board, Piece
from damahane.engine import Limits, Request, think
from damahane.engine.evaluation import FEATURES, HEADS, evaluate, look, look_after, weights
from damahane.engine.lanes import WIDTH
from damahane.engine.layout import MAX_PLY
from damahane.engine.workspace import workspace
from damahane.kernel.jit import entry
from damahane.kernel.position import bits_of, board_of, game_of, words
from damahane.squares import Color

Net = npt.NDArray[np.int16]


@entry("void(uint64,uint64,uint64,uint64,int64,int64,int16[::1])")
def look_at(own_men, own_kings, their_men, their_kings, ply, game, net):  # type: ignore[no-untyped-def]
    """Make the views of a position."""
    look(own_men, own_kings, their_men, their_kings, ply, game, net)


@entry("void(uint64,uint64,uint64,uint64,uint64,int64,int64,int16[::1])")
def look_on(own_kings, their_men, their_kings, move, captured, ply, game, net):  # type: ignore[no-untyped-def]
    """Make the views after a move."""
    look_after(own_kings, their_men, their_kings, move, captured, ply, game, net)


@entry("int64(uint64,uint64,uint64,uint64,int64,int64,int16[::1])")
def value_of(own_men, own_kings, their_men, their_kings, ply, game, net):  # type: ignore[no-untyped-def]
    """The value of a position."""
    return evaluate(own_men, own_kings, their_men, their_kings, ply, game, net)


def position(board: Board) -> list[np.uint64]:
    """The kernel's words."""
    return [np.uint64(word) for word in words(board)]


def features(board: Board, side: Color) -> list[int]:
    """The features of a view, as the module's docstring counts them."""
    found = []
    bits = bits_of(board.shape, side)
    for square, piece in board.pieces().items():
        theirs = 0 if piece.color is side else FEATURES // 2
        found.append(theirs + 64 * piece.is_king + bits[square])
    return found


def value(board: Board) -> float:
    """The value of a position without scaling, worked out from the file at length."""
    kept = weights(board_of(game_of(board.rules))).astype(np.int64)
    rows, rest = np.split(kept, [FEATURES * WIDTH])
    bias, heads, last = np.split(rest, [WIDTH, WIDTH + 2 * HEADS * WIDTH])
    full = 2 * len(board.rules.home_squares(Color.WHITE))
    head = (len(board.pieces()) - 1) * HEADS // full
    units = np.concatenate(
        [
            np.clip(bias + rows.reshape(-1, WIDTH)[features(board, side)].sum(axis=0), 0, 255)
            for side in (board.turn, board.turn.other)
        ]
    )
    weighed = units**2 @ heads.reshape(HEADS, -1)[head]
    return float(weighed / (255 * 255 * 64) * 130 + last[head])


def packed(board: Board, start: int, end: int, captured: tuple[int, ...]) -> tuple[int, int]:
    """A move as the kernel has it."""
    bits = bits_of(board.shape, board.turn)
    return bits[start] | bits[end] << 6, sum(1 << bits[square] for square in captured)


@pytest.mark.parametrize("rules", ["federation", "international", "damas64"])
@pytest.mark.parametrize("seed", range(5))
def test_views_follow_the_moves(seed: int, rules: str) -> None:
    """Over random games with captures and crownings the value is that of the weights."""
    chance, board, game = random.Random(seed), Board(rules), game_of(rules)
    net = workspace().net(game)
    look_at(*position(board), 0, game, net)
    crowned = 0
    for ply in range(MAX_PLY - 1):
        if not board.legal_moves or board.outcome() is not None:
            break
        move = chance.choice(list(board.legal_moves))
        before = position(board)
        code, mask = packed(board, move.start, move.end, move.captured)
        look_on(*before[1:], np.uint64(code), np.uint64(mask), ply, game, net)
        board.push(move)
        kings = [piece for piece in board.pieces().values() if piece.is_king]
        crowned += bool(kings)
        men = {piece.color for piece in board.pieces().values() if not piece.is_king}
        if len(men) == 2:
            expected = max(-20_000.0, min(20_000.0, value(board)))
            assert abs(value_of(*position(board), ply + 1, game, net) - expected) <= 2
    assert board.ply > 20
    assert Piece.WHITE_MAN in board.pieces().values() or crowned


def test_both_sides_see_the_same() -> None:
    """A position is worth as much to White as the turned one to Black."""
    white = think(Request(fen="W:Wb3,c4,d2,Ke1:Bd6,f6,g7,h7", limits=Limits(depth=1)))
    black = think(Request(fen="B:Bb6,c5,d7,Ke8:Wd3,f3,g2,h2", limits=Limits(depth=1)))
    assert white.score == black.score


@pytest.mark.parametrize(
    ("fen", "least", "most"),
    [
        ("W:WKa1,Kd1:BKh8", 0, 60),
        ("W:WKa1,c3:BKh8", -20, 60),
        ("W:WKa1,Kd1,Kf2:BKh8", 300, 99_000),
        ("W:Wa2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7", 50, 400),
    ],
)
def test_endings_are_worth_what_tables_say(fen: str, least: int, most: int) -> None:
    """Two kings, or king and man, hardly beat a king; three do; a man more is an advantage."""
    assert least <= think(Request(fen=fen, limits=Limits(depth=3), tables=False)).score <= most
