"""Huffing: missing a due capture, claiming it, and losing the right to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, pairwise

import pytest

from damahane import (
    RULE_SETS,
    Board,
    Color,
    DrawOfferError,
    Game,
    GameError,
    Huff,
    HuffError,
    IllegalMoveError,
    Outcome,
    Route,
    Termination,
)

HUFFING = pytest.mark.parametrize("rules", ["damas64", "damas100"])
BOTH_COLOURS = pytest.mark.parametrize("black", [False, True], ids=["white", "black"])

#: c3 can take d4; g3 has quiet moves; Black's man on a7 waits.
ONE_DUE = "W:Wc3,g3:Bd4,a7"
#: c3 can take d4 and d6, e1 only f2; h4 has a quiet move.
TWO_DUE = "W:Wc3,e1,h4:Bd4,d6,f2,a7"
#: c3 and g3 can each take one.
EITHER = "W:Wc3,g3,a1:Bd4,f4,a7"
#: d4 is shut in; White can take it with c3 or e3.
SHUT_IN = "W:Wc3,b2,e3,f2,h2:Bd4"


class Huffed:
    """A game with huffing, in names, for one colour or, turned round, for the other."""

    def __init__(self, rules: str, fen: str, turn: Callable[[str, str], str] | None) -> None:
        self.rules = RULE_SETS[rules].with_huffing()
        self.turn = turn
        self.game = Game(self.rules, self.seen(fen))

    def seen(self, text: str) -> str:
        """The text as it is, or turned round."""
        return self.turn(text, self.rules.id) if self.turn else text

    def square(self, name: str) -> int:
        """The square of a name, as seen."""
        return self.rules.shape.square(self.seen(name))

    def play(self, *moves: str) -> None:
        """Play some moves."""
        for move in moves:
            self.game.play(self.seen(move))

    def huff(self, name: str) -> Huff:
        """Huff the piece on a square."""
        return self.game.huff(self.square(name))

    @property
    def huffable(self) -> set[str]:
        """The squares that may be huffed."""
        names = self.rules.shape.names
        return {self.seen(names[s]) for s in self.game.huffable}

    def outcome(self) -> Outcome | None:
        """How it stands."""
        return self.game.outcome

    def pieces(self) -> set[str]:
        """Where pieces stand."""
        names = self.rules.shape.names
        return {self.seen(names[s]) for s in self.game.board.pieces()}

    def state(self) -> tuple[object, ...]:
        """All that shows."""
        game, board = self.game, self.game.board
        return (game.actions, game.turn, game.outcome, game.huffable, board, board.ply)


Start = Callable[[str, str], Huffed]


@pytest.fixture
def start(black: bool, turned: Callable[[str, str], str]) -> Start:
    """Starts a game for the colour under test."""
    return lambda rules, fen: Huffed(rules, fen, turned if black else None)


# What can be missed


@HUFFING
@BOTH_COLOURS
@pytest.mark.parametrize(
    ("fen", "move", "huffable"),
    [
        (ONE_DUE, "g3-h4", "c3"),
        (ONE_DUE, "c3-b4", "c3"),
        (ONE_DUE, "c3xe5", ""),
        (TWO_DUE, "h4-g5", "c3"),
        (TWO_DUE, "e1xg3", "c3"),
        (TWO_DUE, "c3xe5", "c3"),
        (TWO_DUE, "c3-b4", "c3"),
        (TWO_DUE, "c3xe5xc7", ""),
        (EITHER, "a1-b2", "c3 g3"),
        (EITHER, "c3-b4", "c3 g3"),
        (EITHER, "c3xe5", ""),
        (EITHER, "g3xe5", ""),
        ("W:Wc3,g3:Ba7", "c3-d4", ""),
    ],
)
def test_a_missed_capture_gives_the_right_to_huff(
    rules: str, fen: str, move: str, huffable: str, start: Start
) -> None:
    """Quiet move, smaller capture, chain broken off: who could take the most may be huffed."""
    game = start(rules, fen)
    game.play(move)
    assert game.huffable == set(huffable.split())
    assert game.outcome() is None


@HUFFING
@BOTH_COLOURS
def test_what_could_not_be_played_anyway_is_still_refused(
    rules: str, black: bool, start: Start
) -> None:
    """Only moves that look legal are accepted: no step back, no jump over an own piece or two."""
    game = start(rules, "W:Wc3,g3,b2:Bd4,a7")
    before = game.state()
    for move in ("c3-d2", "b2xd4", "g3-e5", "d4xb2", "g3xe5", "c3xe5xc7"):
        with pytest.raises(IllegalMoveError):
            game.play(move)
        assert game.state() == before


@HUFFING
def test_the_board_names_due_captures_only(rules: str) -> None:
    """Legal moves stay those of the rules; what can be played besides is listed apart."""
    board = Board.from_fen(TWO_DUE, RULE_SETS[rules].with_huffing())
    plain = Board.from_fen(TWO_DUE, rules)
    assert board.routes() == plain.routes()
    assert list(board.legal_moves) == list(plain.legal_moves)
    assert (board.due, board.capturing_pieces()) == (2, plain.capturing_pieces())
    name = board.shape.names
    texts = {
        ("x" if r.captured else "-").join(name[s] for s in r.stops) for r in board.playable_routes()
    }
    steps = {"c3-b4", "e1-d2", "h4-g5"} | ({"h4-i5"} if rules == "damas100" else set())
    assert texts == {"c3xe5xc7", "c3xe5", "e1xg3"} | steps
    assert plain.playable_routes() == plain.routes()


@HUFFING
def test_a_missed_capture_is_pushed_and_popped(rules: str) -> None:
    """Move, route and text are accepted by the board too."""
    board = Board.from_fen(TWO_DUE, RULE_SETS[rules].with_huffing())
    before = board.copy()
    for route in board.playable_routes():
        for move in (route, route.move, board.text(route, full=True), board.text(route)):
            assert board.push(move) == route.move
            assert board.pop() == route.move
            assert board == before


@HUFFING
def test_a_chain_broken_off_on_the_far_row_crowns(rules: str) -> None:
    """A man that stops where it could have gone on ends its move there."""
    if rules == "damas64":
        board = Board.from_fen("W:Wb6,a1:Bc7,e7", RULE_SETS[rules].with_huffing())
        move = board.push("b6xd8")
    else:
        board = Board.from_fen("W:Wb8,a1:Bc9,e9", RULE_SETS[rules].with_huffing())
        move = board.push("b8xd10")
    piece = board.piece_at(move.end)
    assert piece is not None
    assert piece.is_king


# Claims


@HUFFING
@BOTH_COLOURS
def test_a_piece_that_stood_still_is_huffed(rules: str, black: bool, start: Start) -> None:
    """It is taken off; the huffer still has its move."""
    game = start(rules, ONE_DUE)
    game.play("g3-h4")
    huffer = game.game.turn
    c3 = game.square("c3")
    assert game.huff("c3") == Huff(huffer, c3, c3)
    assert game.pieces() == {"h4", "d4", "a7"}
    assert game.game.turn is huffer
    assert game.huffable == set()
    assert game.outcome() is None
    game.play("a7-b6")
    assert game.game.turn is huffer.other


@HUFFING
@BOTH_COLOURS
@pytest.mark.parametrize("claimed", ["c3", "b4"])
def test_a_piece_that_moved_is_huffed_where_it_stands(
    rules: str, claimed: str, black: bool, start: Start
) -> None:
    """It may be named by the square it left or the one it went to."""
    game = start(rules, ONE_DUE)
    game.play("c3-b4")
    assert game.huff(claimed) == Huff(game.game.turn, game.square("c3"), game.square("b4"))
    assert game.pieces() == {"g3", "d4", "a7"}


@HUFFING
@BOTH_COLOURS
def test_a_piece_that_broke_off_its_chain_is_huffed_where_it_stopped(
    rules: str, black: bool, start: Start
) -> None:
    """What it took stays taken."""
    game = start(rules, TWO_DUE)
    game.play("c3xe5")
    game.huff("c3")
    assert game.pieces() == {"e1", "h4", "d6", "f2", "a7"}


@HUFFING
@BOTH_COLOURS
def test_after_a_smaller_capture_the_piece_that_could_take_more_is_huffed(
    rules: str, black: bool, start: Start
) -> None:
    """Not the one that made the capture."""
    game = start(rules, TWO_DUE)
    game.play("e1xg3")
    before = game.state()
    for wrong in ("e1", "g3"):
        with pytest.raises(HuffError):
            game.huff(wrong)
    assert game.state() == before
    game.huff("c3")
    assert game.pieces() == {"g3", "h4", "d4", "d6", "a7"}


@HUFFING
@BOTH_COLOURS
def test_one_of_several_is_huffed(rules: str, black: bool, start: Start) -> None:
    """One claim for one missed capture."""
    game = start(rules, EITHER)
    game.play("a1-b2")
    game.huff("g3")
    assert game.pieces() == {"c3", "b2", "d4", "f4", "a7"}
    with pytest.raises(HuffError):
        game.huff("c3")


@HUFFING
@BOTH_COLOURS
def test_a_wrong_claim_is_refused_and_changes_nothing(
    rules: str, black: bool, start: Start
) -> None:
    """A piece that could not capture, an own one, an empty square: the right remains."""
    game = start(rules, ONE_DUE)
    game.play("g3-h4")
    before = game.state()
    for wrong in ("h4", "g3", "d4", "a7", "e5"):
        with pytest.raises(HuffError, match="could not have made"):
            game.huff(wrong)
        assert game.state() == before
    for nowhere in (-1, 50, 999):
        with pytest.raises(HuffError):
            game.game.huff(nowhere)
        assert game.state() == before
    game.huff("c3")


@HUFFING
@BOTH_COLOURS
def test_without_a_missed_capture_there_is_nothing_to_huff(
    rules: str, black: bool, start: Start
) -> None:
    """At the start, after a due capture and after a quiet move with none due."""
    game = start(rules, ONE_DUE)
    for move in ("c3xe5", "a7-b6"):
        with pytest.raises(HuffError, match="nothing to huff"):
            game.huff("c3")
        game.play(move)
    with pytest.raises(HuffError, match="nothing to huff"):
        game.huff("a7")


@HUFFING
@BOTH_COLOURS
def test_the_right_lapses_with_the_next_move(rules: str, black: bool, start: Start) -> None:
    """Once the opponent has moved nobody can claim, however long the capture stays possible."""
    game = start(rules, "W:Wc3,g3,b2:Bd4,a7")
    game.play("g3-h4", "a7-b6")
    assert game.game.board.due == 1
    assert game.huffable == set()
    for square in ("c3", "d4", "b6"):
        with pytest.raises(HuffError):
            game.huff(square)
    assert "c3" in game.pieces()


@HUFFING
@BOTH_COLOURS
def test_both_sides_may_miss_in_turn(rules: str, black: bool, start: Start) -> None:
    """Black misses the capture of c3 that White's miss left it, and White huffs."""
    game = start(rules, "W:Wc3,g3:Bd4,a7")
    game.play("g3-h4")
    assert game.game.board.due == 1
    game.play("a7-b6")
    assert game.huffable == {"d4"}
    game.huff("d4")
    assert game.pieces() == {"c3", "h4", "b6"}


@HUFFING
@BOTH_COLOURS
def test_the_huff_of_the_last_piece_wins(rules: str, black: bool, start: Start) -> None:
    """A side without pieces has lost."""
    game = start(rules, "W:Wc3:Bd4,a7")
    game.play("c3-b4")
    huffer = game.game.turn
    game.huff("c3")
    assert game.outcome() == Outcome(Termination.NO_PIECES, huffer)
    with pytest.raises(GameError):
        game.play("a7-b6")


@HUFFING
@BOTH_COLOURS
def test_a_huff_that_wins_leaves_no_offer_to_accept(rules: str, black: bool, start: Start) -> None:
    """The side that huffs the last piece has won, though it had offered a draw."""
    game = start(rules, "W:Wc3:Bd4,a7")
    game.play("c3-b4")
    huffer = game.game.turn
    game.game.offer_draw(huffer)
    game.huff("c3")
    assert game.game.offer is None
    with pytest.raises(DrawOfferError):
        game.game.accept_draw(huffer.other)
    assert game.outcome() == Outcome(Termination.NO_PIECES, huffer)


@HUFFING
@BOTH_COLOURS
def test_a_side_without_moves_may_still_huff(rules: str, black: bool, start: Start) -> None:
    """The claim frees its piece, and the game goes on."""
    game = start(rules, SHUT_IN)
    game.play("h2-g3")
    assert game.outcome() is None
    assert not game.game.board.legal_moves
    game.huff("c3")
    assert game.outcome() is None
    game.play("d4-c3")
    assert game.pieces() == {"b2", "e3", "f2", "g3", "c3"}


@HUFFING
@BOTH_COLOURS
def test_a_side_without_moves_after_its_huff_has_lost(
    rules: str, black: bool, start: Start
) -> None:
    """When the claim does not free it, it loses as any blocked side does."""
    # The king on h6 could land on e3; with f2-e3 it lets that pass, and shuts f4 in.
    game = start(rules, "W:WKh6,d2,f2,g3,h2,e5,d6:Bf4")
    game.play("f2-e3")
    assert game.outcome() is None
    loser = game.game.turn
    game.huff("h6")
    assert game.outcome() == Outcome(Termination.NO_MOVES, loser.other)
    game.game.undo()
    assert game.outcome() is None


@HUFFING
@BOTH_COLOURS
def test_without_moves_and_without_a_claim_a_side_has_lost(
    rules: str, black: bool, start: Start
) -> None:
    """The same position with nothing missed is lost."""
    game = start(rules, SHUT_IN)
    fen = game.seen("B:Wc3,b2,e3,f2,g3:Bd4")
    loser = Color.WHITE if black else Color.BLACK
    assert Game(game.rules, fen).outcome == Outcome(Termination.NO_MOVES, loser.other)


@HUFFING
@BOTH_COLOURS
def test_resignation_ends_the_right(rules: str, black: bool, start: Start) -> None:
    """After the end nothing can be huffed."""
    game = start(rules, ONE_DUE)
    game.play("g3-h4")
    game.game.resign(game.game.turn.other)
    assert game.huffable == set()
    with pytest.raises(GameError):
        game.huff("c3")


# Undo


@HUFFING
@BOTH_COLOURS
@pytest.mark.parametrize(
    ("fen", "missed", "claim"),
    [(ONE_DUE, "g3-h4", "c3"), (ONE_DUE, "c3-b4", "c3"), (TWO_DUE, "c3xe5", "c3")],
)
def test_a_huff_is_taken_back(
    rules: str, fen: str, missed: str, claim: str, black: bool, start: Start
) -> None:
    """Undo after undo restores the piece, the right, and the position before the miss."""
    game = start(rules, fen)
    begun = game.state()
    game.play(missed)
    after_miss = game.state()
    huff = game.huff(claim)
    after_huff = game.state()
    game.play("a7-b6")
    game.game.undo()
    assert game.state() == after_huff
    assert game.game.undo() == huff
    assert game.state() == after_miss
    game.huff(claim)
    assert game.state() == after_huff
    game.game.undo()
    game.game.undo()
    assert game.state() == begun


@HUFFING
def test_actions_hold_moves_and_huffs_in_order(rules: str) -> None:
    """Moves alone are listed apart."""
    game = Huffed(rules, ONE_DUE, None)
    game.play("g3-h4")
    huff = game.huff("c3")
    game.play("a7-b6")
    g3, h4, a7, b6 = (game.square(name) for name in ("g3", "h4", "a7", "b6"))
    assert game.game.moves == (Route((g3, h4)), Route((a7, b6)))
    assert [type(action).__name__ for action in game.game.actions] == ["Played", "Huff", "Played"]
    assert game.game.actions[1] == huff
    assert [played.color for played in game.game.played] == [Color.WHITE, Color.BLACK]


@HUFFING
def test_a_game_with_huffs_can_be_taken_back_to_its_fen(rules: str) -> None:
    """Clocks and number of the first position come back too."""
    game = Game(RULE_SETS[rules].with_huffing(), ONE_DUE + ":H4:F8")
    start = game.start
    game.play("g3-h4")
    game.huff(game.huffable[0])
    game.undo()
    game.undo()
    assert game.board.fen(clocks=True) == start


# Elsewhere


@pytest.mark.parametrize("rules", ["damas64", "damas100"])
def test_off_by_default_it_is_refused(rules: str) -> None:
    """Without the switch a due capture cannot be missed, and there is nothing to huff."""
    game = Game(rules, ONE_DUE)
    with pytest.raises(IllegalMoveError):
        game.play("g3-h4")
    with pytest.raises(HuffError, match="not played"):
        game.huff(0)


@pytest.mark.parametrize(
    ("rules", "line", "bait", "miss"),
    [
        ("damas64", "a5 b6 c7 d8", "a1-f6", "d8-a5"),
        ("damas100", "a5 b6 c7 d8 e9", "a1-c3", "a5-b6"),
    ],
)
@BOTH_COLOURS
def test_a_draw_by_count_comes_before_a_claim(
    rules: str, line: str, bait: str, miss: str, black: bool, start: Start
) -> None:
    """A count decides with the move that fills it, here a capture missed on ply 32."""
    game = start(rules, "W:WKa1,Kc1:BKa5")
    walks = [
        cycle(f"{a}-{b}" for a, b in pairwise([*stops, stops[0]]))
        for stops in (["c1", "b2", "a3"], line.split())
    ]
    for ply in range(30):
        game.play(next(walks[ply % 2]))
    game.play(bait)
    assert game.game.board.due == 1
    game.play(miss)
    assert game.outcome() == Outcome(Termination.ENDING, None)
    assert game.huffable == set()
    with pytest.raises(GameError):
        game.huff(miss[:2])
