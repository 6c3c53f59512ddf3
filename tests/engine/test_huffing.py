"""The engine where huffing is played: requests, whether to huff, and missing a capture."""

from __future__ import annotations

import pytest

from damahane import RULE_SETS, Game, HuffError
from damahane.engine import Level, Limits, Request, choose_huff, think


def missed(fen: str, move: str, rules: str = "damas100") -> Game:
    """A game in which a capture that was due has just been missed."""
    game = Game(RULE_SETS[rules].with_huffing(), fen)
    assert game.board.must_capture
    game.play(move)
    assert game.huffable
    return game


def test_a_game_with_a_huff_can_be_thought_about() -> None:
    """The huffed piece is off, and the side that huffed still moves."""
    game = missed("W:W28,40,41:B22,5,6", "40-35")
    game.huff(game.huffable[0])
    request = Request.of(game, limits=Limits(depth=3))
    assert request.huffing
    assert request.moves[-1] == "huff 28"
    assert request.game().board.fen() == game.board.fen()
    assert game.board.parse_route(think(request).move)


def test_a_huff_that_cannot_be_is_refused() -> None:
    """A piece that could not capture, and a game without huffing."""
    game = missed("W:W28,40,41:B22,5,6", "40-35")
    moves = Request.of(game).moves
    with pytest.raises(HuffError, match="41"):
        think(Request("damas100", game.start, (*moves, "huff 41"), huffing=True))
    with pytest.raises(HuffError, match="not played"):
        think(Request("damas100", "W:W40,41:B22,5,6", ("40-35", "huff 41")))


def test_a_piece_is_huffed_where_that_wins_it_for_nothing() -> None:
    """A man that missed its capture is off, and nothing is to be had instead."""
    game = missed("W:W28,40,41:B22,5,6", "40-35")
    assert game.rules.shape.usual(choose_huff(Request.of(game)) or 0) == "28"


def test_a_piece_is_left_where_taking_is_better() -> None:
    """The man that missed its capture is the first of three that go in one chain."""
    game = missed("W:W28,33,43,40:B17,23,5", "28-22")
    request = Request.of(game, limits=Limits(nodes=20_000))
    assert choose_huff(request) is None
    assert think(request).move == "17x28x39x48"


def test_a_side_without_a_move_huffs() -> None:
    """The only way on for a side that is shut in, which has lost otherwise."""
    game = missed("W:W28,46:B22,5", "46-41")
    request = Request.of(game)
    assert choose_huff(request) is not None


def test_nothing_to_huff_is_nothing() -> None:
    """After a capture that was due, and where huffing is not played."""
    game = Game(RULE_SETS["damas100"].with_huffing(), "W:W28,40,41:B22,5,6")
    assert choose_huff(Request.of(game)) is None
    game.play("28x17")
    assert choose_huff(Request.of(game)) is None
    assert choose_huff(Request("dama")) is None


def test_easy_misses_a_capture_now_and_then_where_it_can_be_huffed() -> None:
    """In a tenth of the games, and never where captures are enforced."""
    fen = "W:W28,40,41,46:B22,5,6,7"
    made = [
        think(Request("damas100", fen, level=Level.EASY, seed=seed, huffing=True)).move
        for seed in range(200)
    ]
    missed_ones = sum("x" not in move for move in made)
    assert 5 <= missed_ones <= 40
    strict = {
        think(Request("damas100", fen, level=Level.EASY, seed=seed)).move for seed in range(50)
    }
    assert all("x" in move for move in strict)
