"""What the search sees: wins, losses and every draw of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from damahane import Board, Color, Game, Piece
from damahane.engine import Limits, Request, Thought, clocks, search, think
from damahane.engine.layout import MAX_PLY, NODE_LIMIT, ROOM
from damahane.engine.workspace import workspace
from damahane.kernel.listing import FIRST_ROOM
from damahane.kernel.moves import MAX_QUIET
from damahane.kernel.position import flags_of, words

Solve = Callable[[Board, int], int]

WIN = 100_000
DECIDED = 99_000


def thought(fen: str, depth: int, rules: str = "dama", moves: tuple[str, ...] = ()) -> Thought:
    """What is thought of a FEN at a depth, without endgame tables, which would not search."""
    return think(Request(rules, fen, moves, Limits(depth=depth), tables=False))


def turned(fen: str) -> str:
    """The same position with the colours exchanged; clocks stay."""
    board = Board.from_fen(fen)
    sides = {Color.WHITE: "", Color.BLACK: ""}
    for square, piece in board.pieces().items():
        name = ("K" if piece.is_king else "") + board.shape.names[square ^ 56]
        sides[piece.color.other] += f",{name}" if sides[piece.color.other] else name
    turn = "B" if board.turn is Color.WHITE else "W"
    suffix = "".join(f":{part}" for part in fen.split(":")[3:])
    return f"{turn}:W{sides[Color.WHITE]}:B{sides[Color.BLACK]}{suffix}"


def turned_move(text: str) -> str:
    """A route as the other side would play it."""
    separator = "x" if "x" in text else "-"
    return separator.join(f"{name[0]}{9 - int(name[1])}" for name in text.split(separator))


@pytest.mark.parametrize(
    ("fen", "move", "distance"),
    [
        ("W:WKd4:Bd6,g3", None, None),
        ("W:WKd4,h2:Bd6", "d4x", 1),
        ("W:Wa3,b4,b5,c5:Ba5", "b4-a4", 1),
        ("W:WKa1,Kb1,Kc2:BKh8", None, 5),
    ],
)
def test_wins_are_found_at_their_distance(fen: str, move: str | None, distance: int | None) -> None:
    """Taking the last piece, shutting it in, and wins a few moves away, for both colours."""
    for position, is_turned in ((fen, False), (turned(fen), True)):
        found = thought(position, 11)
        if distance is None:
            assert found.score < DECIDED
        else:
            assert found.score == WIN - distance
        if move is not None:
            played = turned_move(found.move) if is_turned else found.move
            assert played.startswith(move)


def test_a_blocked_side_has_lost() -> None:
    """The only move leaves Black without a move in two plies: the score says so."""
    found = thought("B:Wa3,b4,b5,c5:Ba6,Kh8", 3)
    assert found.score > -DECIDED
    lost = thought("B:Wa2,b3,b4,c4,d3:Ba5", 4)
    assert lost.score == 2 - WIN


@pytest.mark.parametrize(
    ("rules", "drawn"), [("dama", False), ("ludoteka", True), ("federation", True)]
)
@pytest.mark.parametrize("turn", ["white", "black"])
def test_king_against_man_is_a_draw_by_the_rule_set(rules: str, drawn: bool, turn: str) -> None:
    """A capture that leaves king against man ends the game in `ludoteka` and `federation` only."""
    fen = "W:WKa1:Ba4,h7"
    found = thought(fen if turn == "white" else turned(fen), 1, rules)
    assert (found.score == 0) is drawn
    if not drawn:
        assert found.score > 100


@pytest.mark.parametrize("rules", ["dama", "ludoteka", "federation"])
def test_king_against_king_is_a_draw_everywhere(rules: str) -> None:
    """A capture that leaves two kings scores nothing, whatever follows."""
    for fen in ("W:WKa1:Ba4,Kh7", turned("W:WKa1:Ba4,Kh7")):
        for depth in (1, 6):
            assert thought(fen, depth, rules).score == 0


THREE_KINGS = "B:WKd1,Kc2,Kf1:BKa8"


@pytest.mark.parametrize(("rules", "limit"), [("dama", 50), ("ludoteka", 32)])
def test_the_count_of_plies_is_a_draw_at_its_limit_only(rules: str, limit: int) -> None:
    """The lone king is saved by the move that completes the count, not by the one before."""
    for position in (THREE_KINGS, turned(THREE_KINGS)):
        assert thought(f"{position}:H{limit - 1}:F60", 1, rules).score == 0
        assert thought(f"{position}:H{limit - 6}:F60", 1, rules).score < -300


def test_the_federation_counts_no_plies() -> None:
    """However long nothing was taken, the lone king is still losing."""
    assert thought(f"{THREE_KINGS}:H49:F60", 1, "federation").score < -300
    assert thought(f"{THREE_KINGS}:H200:F200", 1, "federation").score < -300


@pytest.mark.parametrize("fen", ["W:WKd1,Ke1,Kf1,c4:BKa8", "B:WKh1:BKd8,Ke8,Kf8,f5"])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_dama_only_an_advance_keeps_the_win_at_the_limit(fen: str, depth: int) -> None:
    """At 49 plies a king's or a sideways move would draw, so the man steps forward."""
    found = thought(f"{fen}:H49:F60", depth)
    assert found.move in ("c4-c5", "f5-f4")
    assert found.score > 300


@pytest.mark.parametrize(("rules", "limit", "saved"), [("dama", 50, False), ("ludoteka", 32, True)])
def test_a_sideways_move_is_progress_in_ludoteka_only(rules: str, limit: int, saved: bool) -> None:
    """The man can't advance; whether its sideways step saves the game depends on the rules."""
    fen = f"W:Wc5,Kd1,Ke1,Kh3,Kc3:Bc6,c7,Kg8:H{limit - 1}:F60"
    board = Board.from_fen(fen, rules)
    assert not board.must_capture
    found = thought(fen, 1, rules)
    assert (found.score > 300) is saved
    if saved:
        assert found.move in ("c5-b5", "c5-d5")
    else:
        assert found.score == 0


@pytest.mark.parametrize(("rules", "limit"), [("dama", 50), ("ludoteka", 32)])
def test_a_win_comes_before_the_count(rules: str, limit: int) -> None:
    """A move that completes the count and leaves the other side without a move wins."""
    # The king shuts in the man on a5: in front of it, with a3 and c5 held.
    fen = "W:Wa3,b5,c5,Kf4:Ba5"
    for position in (fen, turned(fen)):
        found = thought(f"{position}:H{limit - 1}:F60", 3, rules)
        assert found.score == WIN - 1
        assert turned_move(found.move) == "f4-a4" or found.move == "f4-a4"


@pytest.mark.parametrize("turn", ["white", "black"])
def test_the_count_is_seen_within_the_line(turn: str) -> None:
    """Black's sideways step leads to a loss at 49 plies, but to a draw where it is the 50th."""
    fen = "W:WKb7,a5,f6,Kd4:Bh4" if turn == "white" else turned("W:WKb7,a5,f6,Kd4:Bh4")
    assert thought(f"{fen}:H47:F60", 3).score == WIN - 3
    assert thought(f"{fen}:H48:F60", 3).score < DECIDED


def test_what_is_remembered_does_not_hide_the_count() -> None:
    """A position found good far from the limit is not good close to it, with one table.

    Only by giving a king away can White avoid the draw by count there.
    """
    board = Board.from_fen("W:WKd1,Kc2,Kf1:BKa8")
    space = workspace()
    space.clear()
    flags = flags_of(board.rules)
    clocks.load_rules(flags, space.numbers)
    space.numbers[NODE_LIMIT] = 1_000_000
    table, path, net = (
        space.cleared_table(16, None), np.zeros(MAX_PLY, dtype=np.uint64), space.net(flags.game)
    )  # fmt: skip
    position = [np.uint64(word) for word in words(board)]

    search.look_at_root(*position, flags.game, net)

    def value(clock: int) -> int:
        arrays = table, path, space.words, space.numbers, net
        return int(search.search(*position, -WIN, WIN, 3, 0, clock, 0, *arrays))

    assert value(30) > 300
    assert 0 <= value(47) < 50
    assert value(30) > 300


SHUFFLE = ("e8-e7", "a1-b1", "e7-e8", "b1-a1")


def test_a_third_repetition_saves_the_weaker_side_a_second_does_not() -> None:
    """The lone king's return completes the third time only after two rounds."""
    fen = "B:WKa1:BKc8,Ke8,Kg8"
    once = thought(fen, 1, moves=SHUFFLE[:3])
    assert once.score < -300
    twice = thought(fen, 1, moves=(*SHUFFLE, *SHUFFLE[:3]))
    assert (twice.score, twice.move) == (0, "b1-a1")


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_the_stronger_side_does_not_repeat_a_third_time(depth: int) -> None:
    """The move that would complete the third time is passed over for one that keeps the win."""
    fen = "W:WKa1:BKc8,Ke8,Kg8"
    moves = ("a1-b1", "e8-e7", "b1-a1", "e7-e8", "a1-b1", "e8-e7", "b1-a1")
    found = thought(fen, depth, moves=moves)
    assert found.move != "e7-e8"
    assert found.score > 300


def test_sideways_moves_of_men_repeat_positions() -> None:
    """A man's sideways step can be taken back, so the history before it counts."""
    fen = "B:Wb2:BKc8,Ke8,Kg8"
    shuffle = ("e8-e7", "b2-a2", "e7-e8", "a2-b2")
    game = Game("dama", fen)
    for move in (*shuffle, *shuffle[:3]):
        game.play(move)
    assert game.outcome is None
    found = thought(fen, 1, moves=(*shuffle, *shuffle[:3]))
    assert (found.score, found.move) == (0, "a2-b2")


def few_pieces(chance: random.Random, rules: str, limit: int) -> Board:
    """A position of three to five pieces, sometimes close to the limit of the count."""
    squares = chance.sample(range(64), chance.randint(3, 5))
    kinds = [Piece.WHITE_KING, Piece.BLACK_KING]
    kinds += [chance.choice((Piece.WHITE_KING, Piece.WHITE_MAN, Piece.BLACK_MAN)) for _ in squares]
    sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
    names = Board(rules).shape.names
    for square, kind in zip(squares, kinds, strict=False):
        crowned = kind.is_king or not 8 <= square < 56
        sides[kind.color].append(("K" if crowned else "") + names[square])
    clock = chance.choice((0, limit - 1, limit - 2, limit - 3))
    white, black = (",".join(sides[color]) for color in Color)
    return Board.from_fen(f"{chance.choice('WB')}:W{white}:B{black}:H{clock}:F90", rules)


@pytest.mark.parametrize(("rules", "limit"), [("dama", 50), ("ludoteka", 32), ("federation", 50)])
def test_wins_and_losses_are_those_of_plain_minimax(solve: Solve, rules: str, limit: int) -> None:
    """In small positions near and far from the limits, the search claims what can be proved."""
    chance = random.Random(7)
    decided = 0
    for _ in range(60):
        board = few_pieces(chance, rules, limit)
        if board.outcome() is not None:
            continue
        proved = solve(board, 3)
        found = think(Request(rules, board.fen(clocks=True), limits=Limits(depth=6)))
        if abs(proved) > DECIDED:
            decided += 1
            assert found.score == proved, board.fen(clocks=True)
        else:
            assert abs(found.score) <= DECIDED or WIN - abs(found.score) > 3, board.fen(clocks=True)
    assert decided >= 10


def test_lists_have_room_for_what_can_arise() -> None:
    """Every quiet move fits, and a line of the greatest depth with every piece captured."""
    assert ROOM >= MAX_QUIET
    assert FIRST_ROOM >= MAX_QUIET
    assert search.MAX_DEPTH + 63 < MAX_PLY
