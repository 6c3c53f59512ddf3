"""Every draw rule on both sides of its edge, by moves that are played.

The kings walk in rounds of such lengths that no position arises for the third time before the
count under test runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, pairwise

import pytest

from damahane import RULE_SETS, Board, Color, Game, Outcome, Termination

ORTHOGONAL = ["dama", "ludoteka", "federation"]
DIAGONAL = ["damas100", "damas64", "international", "brazilian"]
BOTH_COLOURS = pytest.mark.parametrize("black", [False, True], ids=["white", "black"])
Turned = Callable[[str, str], str]

# On the orthogonal board: White's king on the first rank, Black's on the last, out of reach.
RANK_1 = "a1 b1 c1 d1 e1"
RANK_8 = "a8 b8 c8 d8"
# On the diagonal boards: White's king in the lower left corner, Black's on the line from a5.
CORNER = "c1 b2 a3"
LINE_10 = "a5 b6 c7 d8 e9"
LINE_8 = "a5 b6 c7 d8"

NO_PROGRESS = Outcome(Termination.NO_PROGRESS, None)
ENDING = Outcome(Termination.ENDING, None)
REPETITION = Outcome(Termination.REPETITION, None)
ONE_EACH = Outcome(Termination.ONE_EACH, None)


def walk(squares: str) -> Iterator[str]:
    """Moves round and round over the squares."""
    stops = squares.split()
    return cycle(f"{a}-{b}" for a, b in pairwise([*stops, stops[0]]))


class Walk:
    """A game in which both sides walk, for one colour or, turned round, for the other."""

    def __init__(
        self, rules: str, fen: str, white: str, black: str, turn: Turned | None = None
    ) -> None:
        self.rules = rules
        self.turn = turn
        self.game = Game(rules, self.seen(fen))
        self.walks = {True: walk(white), False: walk(black)}
        self.first = True

    def seen(self, text: str) -> str:
        """The text as it is, or turned round."""
        return self.turn(text, self.rules) if self.turn else text

    def play(self, *moves: str) -> None:
        """Play these moves, none of them while the game is over."""
        for move in moves:
            assert self.game.outcome is None, (move, self.game.board.ply, self.game.outcome)
            self.game.play(self.seen(move))
            self.first = not self.first

    def on(self, plies: int) -> None:
        """Walk on for so many plies."""
        for _ in range(plies):
            self.play(next(self.walks[self.first]))

    def outcome(self) -> Outcome | None:
        """How it stands."""
        return self.game.outcome


@pytest.fixture
def start(black: bool, turned: Turned) -> Callable[[str, str, str, str], Walk]:
    """Starts a walk for the colour under test."""

    def begin(rules: str, fen: str, first: str, second: str) -> Walk:
        return Walk(rules, fen, first, second, turned if black else None)

    return begin


Start = Callable[[str, str, str, str], Walk]

# No progress


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "plies"), [("dama", "W:WKa1,g2:BKa8", 50), ("ludoteka", "W:WKa1,g2:BKa8", 32)]
)
def test_the_count_of_plies_draws_on_its_last_one(
    rules: str, fen: str, plies: int, start: Start
) -> None:
    """One ply before the count is full the game goes on; with it, it is drawn."""
    game = start(rules, fen, RANK_1, RANK_8)
    game.on(plies - 1)
    assert game.outcome() is None
    assert game.game.board.quiet_clock == plies - 1
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
def test_in_dama_sideways_moves_of_men_do_not_restart_the_count(start: Start) -> None:
    """Men going to and fro for 50 plies draw, for no man has moved forward."""
    game = start("dama", "W:WKa1,g2:BKa8", RANK_1, RANK_8)
    game.on(8)
    game.play("g2-h2")
    game.on(39)
    game.play("h2-g2")
    assert game.game.board.quiet_clock == 49
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
def test_in_dama_a_forward_move_of_a_man_restarts_the_count(start: Start) -> None:
    """After a step forward on ply 49 another 50 plies are needed."""
    game = start("dama", "W:WKa1,g2:BKa8", RANK_1, RANK_8)
    game.on(48)
    game.play("g2-g3")
    assert game.game.board.quiet_clock == 0
    game.on(49)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
@pytest.mark.parametrize(("rules", "plies"), [("dama", 50), ("ludoteka", 32)])
def test_a_capture_restarts_the_count(rules: str, plies: int, start: Start) -> None:
    """A king given up on the last ply but one puts the count back to nothing."""
    game = start(rules, "W:WKa1,h1,h2:BKa8,Kh8", RANK_1, RANK_8)
    game.on(plies - 3)
    game.play("h8-h3", "h2xh4")
    assert game.game.board.quiet_clock == 0
    assert game.outcome() is None
    game.on(plies - 1)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
def test_in_ludoteka_a_sideways_move_of_a_man_restarts_the_count(start: Start) -> None:
    """After a sideways step on ply 31 another 32 plies are needed."""
    game = start("ludoteka", "W:WKa1,g2:BKa8", RANK_1, RANK_8)
    game.on(30)
    game.play("g2-h2")
    assert game.game.board.quiet_clock == 0
    game.on(31)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
def test_the_federation_has_no_count(start: Start) -> None:
    """Sixty plies of kings only go on; the third repetition ends them at ply 80."""
    game = start("federation", "W:WKa1,g2:BKa8", RANK_1, RANK_8)
    game.on(79)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == REPETITION


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "line", "plies"),
    [
        ("international", "W:WKa1,Kc1,i1:BKa5,Kj10", LINE_10, 50),
        ("brazilian", "W:WKa1,Kc1,g1:BKa5,Kh8", LINE_8, 40),
    ],
)
def test_king_moves_alone_draw_on_the_last_ply_of_the_count(
    rules: str, fen: str, line: str, plies: int, start: Start
) -> None:
    """One ply before the count is full the game goes on; with it, it is drawn."""
    game = start(rules, fen, CORNER, line)
    game.on(plies - 1)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "line", "plies", "step"),
    [
        ("international", "W:WKa1,Kc1,i1:BKa5,Kj10", LINE_10, 50, "i1-j2"),
        ("brazilian", "W:WKa1,Kc1,g1:BKa5,Kh8", LINE_8, 40, "g1-h2"),
    ],
)
def test_a_move_of_a_man_restarts_the_count_of_king_moves(
    rules: str, fen: str, line: str, plies: int, step: str, start: Start
) -> None:
    """After a man's step on the last ply but one as many plies are needed again."""
    game = start(rules, fen, CORNER, line)
    game.on(plies - 2)
    game.play(step)
    game.on(plies - 1)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == NO_PROGRESS


@pytest.mark.parametrize(
    ("rules", "line", "fen"),
    [("damas100", LINE_10, "W:WKa1,Kc1:BKa5,Kj10"), ("damas64", LINE_8, "W:WKa1,Kc1:BKa5,Kh8")],
)
@BOTH_COLOURS
def test_the_damas_games_have_no_count_outside_of_the_lone_king(
    rules: str, line: str, fen: str, start: Start
) -> None:
    """Two kings against two walk until a position arises for the third time."""
    period = 2 * 3 * len(line.split())
    game = start(rules, fen, CORNER, line)
    game.on(2 * period - 1)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == REPETITION


# Endings


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "line"),
    [
        ("damas100", "W:WKa1,Kc1,Kj10:BKa5", LINE_10),
        ("damas100", "W:WKa1,Kc1,i1:BKa5", LINE_10),
        ("damas100", "W:Wa1,Kc1,i1:BKa5", LINE_10),
        ("damas100", "W:WKa1,Kc1:BKa5", LINE_10),
        ("damas100", "W:WKc1,i1:BKa5", LINE_10),
        ("damas100", "W:WKc1:BKa5", LINE_10),
        ("damas64", "W:WKa1,Kc1,Kh8:BKa5", LINE_8),
        ("damas64", "W:WKa1,Kc1,g1:BKa5", LINE_8),
        ("damas64", "W:Wa1,Kc1,g1:BKa5", LINE_8),
        ("damas64", "W:WKa1,Kc1:BKa5", LINE_8),
        ("damas64", "W:WKc1,g1:BKa5", LINE_8),
        ("damas64", "W:WKc1:BKa5", LINE_8),
        ("international", "W:WKa1,Kc1,Kj10:BKa5", LINE_10),
        ("international", "W:WKa1,Kc1,i1:BKa5", LINE_10),
        ("international", "W:Wa1,Kc1,i1:BKa5", LINE_10),
    ],
)
def test_a_lone_king_is_drawn_after_16_moves_a_side(
    rules: str, fen: str, line: str, start: Start
) -> None:
    """Against three pieces with a king among them (in damas, or fewer): not on 31 plies, on 32."""
    game = start(rules, fen, CORNER, line)
    game.on(31)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "line"),
    [
        ("international", "W:WKa1,Kc1:BKa5", LINE_10),
        ("international", "W:WKc1,i1:BKa5", LINE_10),
        ("international", "W:WKc1:BKa5", LINE_10),
        ("brazilian", "W:WKa1,Kc1:BKa5,Kh8", LINE_8),
        ("brazilian", "W:WKa1,Kc1:BKa5", LINE_8),
        ("brazilian", "W:WKa1,Kc1:BKa5,h8", LINE_8),
        ("brazilian", "W:WKc1:BKa5", LINE_8),
        ("brazilian", "W:WKc1:BKa5,h8", LINE_8),
    ],
)
def test_small_endings_are_drawn_after_5_moves_a_side(
    rules: str, fen: str, line: str, start: Start
) -> None:
    """Not on 9 plies, but on 10, whichever side is the stronger."""
    game = start(rules, fen, CORNER, line)
    game.on(9)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "line", "step"),
    [
        ("damas100", "W:WKa1,Kc1,i1:BKa5", LINE_10, "i1-j2"),
        ("damas64", "W:WKa1,Kc1,g1:BKa5", LINE_8, "g1-h2"),
    ],
)
def test_a_move_of_a_man_restarts_the_count_against_a_lone_king(
    rules: str, fen: str, line: str, step: str, start: Start
) -> None:
    """After a man's step on ply 31 another 32 plies are needed."""
    game = start(rules, fen, CORNER, line)
    game.on(30)
    game.play(step)
    game.on(31)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
def test_in_the_international_ending_a_move_of_a_man_restarts_nothing(start: Start) -> None:
    """Sixteen moves a side are meant whatever moves; the man's step is one of them."""
    game = start("international", "W:WKa1,Kc1,i1:BKa5", CORNER, LINE_10)
    game.on(30)
    game.play("i1-j2")
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen"),
    [
        ("damas100", "W:WKa1,Kc1,Kj10,i1:BKa5"),
        ("damas64", "W:WKa1,Kc1,Kh8,g1:BKa5"),
        ("damas100", "W:WKa1,Kc1:BKa5,Kj10"),
        ("damas100", "W:WKa1,Kc1,i1:BKa5,j10"),
        ("damas100", "W:Wa1,i1:BKa5"),
        ("damas64", "W:Wa1,g1,c1:BKa5"),
        ("international", "W:WKa1,Kc1,Kj10,i1:BKa5"),
        ("international", "W:WKa1,Kc1:BKa5,Kj10"),
        ("international", "W:Wa1:BKa5"),
        ("brazilian", "W:WKa1,Kc1,g1:BKa5"),
        ("brazilian", "W:WKa1,Kc1,Kh8:BKa5"),
        ("brazilian", "W:WKc1,g1:BKa5,h8"),
        ("brazilian", "W:Wc1:BKa5"),
        ("dama", "W:WKa1,b2:BKh8"),
    ],
)
def test_other_balances_are_no_ending(rules: str, fen: str, black: bool, turned: Turned) -> None:
    """Four pieces, two sides with more than a king, or men alone have no count of an ending."""
    board = Board.from_fen(turned(fen, rules) if black else fen, rules)
    assert board.ending is None
    board.push(next(iter(board.legal_moves)))
    assert board.ending_clock == 0


@BOTH_COLOURS
def test_another_ending_starts_its_own_count(start: Start) -> None:
    """Of three kings against one, one is given up: 10 plies draw from then on, not 32."""
    game = start("international", "W:WKa1,Kc1,Kj10:BKa5", CORNER, LINE_10)
    game.on(10)  # White's king stands on a3, Black's on a5
    game.play("j10-c3", "a5xe1")
    game.walks = {True: walk("a3 c1 b2"), False: walk("e1 f2 g3 h4 i5")}
    game.on(9)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
def test_an_ending_is_counted_from_the_capture_that_brings_it(start: Start) -> None:
    """The plies of two kings against two do not count towards those of two against one."""
    game = start("international", "W:WKa1,Kc1:BKa5,Kj10", CORNER, LINE_10)
    game.on(33)  # White's king stands on a3, Black's on b6
    game.play("j10-d4", "a1xj10")
    game.walks = {True: walk("a3 c1 b2"), False: walk("b6 c7 d8 e9 a5")}
    assert game.game.board.ending_clock == 0
    game.on(9)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


@BOTH_COLOURS
def test_a_crowning_that_brings_another_ending_starts_its_count(start: Start) -> None:
    """King against king and man becomes king against two kings: its 5 moves a side begin."""
    game = start("brazilian", "W:WKc1:BKa5,h2", CORNER, LINE_8)
    game.on(7)
    game.play("h2-g1")
    game.on(9)
    assert game.outcome() is None
    game.on(1)
    assert game.outcome() == ENDING


# Repetition


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "first", "second"),
    [(rules, "W:WKa1,g2:BKa8", "a1 b1", "a8 b8") for rules in ORTHOGONAL]
    + [(rules, "W:WKa1,Kc1:BKa5", "c1 b2", "a5 b6") for rules in DIAGONAL]
    + [(rules, "W:Wa2,h2:Ba7,h7", "a2 b2", "a7 b7") for rules in ORTHOGONAL],
)
def test_the_third_arising_of_a_position_draws(
    rules: str, fen: str, first: str, second: str, start: Start
) -> None:
    """To and fro twice, by kings or by men sideways, brings the start for the third time."""
    game = start(rules, fen, first, second)
    game.on(4)
    assert game.game.board.repetitions() == 2
    game.on(3)
    assert game.outcome() is None
    game.on(1)
    assert game.game.board.repetitions() == 3
    assert game.outcome() == REPETITION


@BOTH_COLOURS
def test_a_position_is_another_one_with_the_other_side_to_move(start: Start) -> None:
    """A king loses a move on the way, so the same pieces stand with the other side to move."""
    game = start("dama", "W:WKa1,g2:BKa8", "a1 b1 c1", "a8 b8")
    game.on(4)
    game.play("c1-a1")
    assert game.game.board.repetitions() == 1
    game.play("a8-b8", "a1-b1", "b8-a8", "b1-a1")
    assert game.game.board.repetitions() == 2
    assert game.outcome() is None


@BOTH_COLOURS
def test_a_repetition_counts_over_other_moves_between(start: Start) -> None:
    """Other moves may lie between, and sideways moves of men do not clear the history."""
    game = start("dama", "W:WKa1,g2:BKa8", "a1 b1", "a8 b8")
    game.on(4)
    game.play("g2-h2", "a8-c8", "a1-c1", "c8-a8", "c1-a1", "a8-d8", "h2-g2")
    assert game.outcome() is None
    game.play("d8-a8")
    assert game.outcome() == REPETITION


def test_taking_a_move_back_takes_its_position_back() -> None:
    """After a pop the third arising is only the second again."""
    board = Board.from_fen("W:WKa1,g2:BKa8")
    for text in ["a1-b1", "a8-b8", "b1-a1", "b8-a8"] * 2:
        board.push(text)
    assert board.outcome() == REPETITION
    board.pop()
    assert board.outcome() is None
    board.push("b8-a8")
    assert board.outcome() == REPETITION
    assert board.copy().outcome() == REPETITION
    assert board.copy(stack=False).outcome() is None


# One piece each


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("fen", "move", "drawn_in"),
    [
        ("W:WKa1:Ba3,Kh7", "a1xa4", ORTHOGONAL),
        ("W:WKa1:Ba3,h7", "a1xa4", ["ludoteka", "federation"]),
        ("W:Wb2:Bb3,Kh7", "b2xb4", ["ludoteka", "federation"]),
        ("W:Wb2:Bb3,h7", "b2xb4", ["ludoteka", "federation"]),
        ("W:Wb7:BKh1", "b7-b8", ORTHOGONAL),
        ("W:WKa1:Ba3,Kh7,g7", "a1xa4", []),
        ("W:WKa1,a2:Bb2,Kh7", "a2xc2", []),
    ],
)
@pytest.mark.parametrize("rules", ORTHOGONAL)
def test_one_piece_each_draws_with_the_move_that_brings_it(
    rules: str, fen: str, move: str, drawn_in: list[str], start: Start
) -> None:
    """King against king is drawn in all three games, with a man only in two; three pieces never."""
    game = start(rules, fen, "a1 b1", "a8 b8")
    if fen == "W:Wb7:BKh1" and rules != "dama":
        assert game.outcome() == ONE_EACH
    else:
        game.play(move)
        assert game.outcome() == (ONE_EACH if rules in drawn_in else None)


@BOTH_COLOURS
@pytest.mark.parametrize("rules", DIAGONAL)
def test_one_piece_each_is_played_on_on_a_diagonal_board(
    rules: str, black: bool, turned: Turned
) -> None:
    """King against king has a count, but does not end at once."""
    for fen in ("W:WKc1:BKa5", "W:Wc1:Ba5", "W:WKc1:Ba5"):
        assert Board.from_fen(turned(fen, rules) if black else fen, rules).outcome() is None


def test_king_against_king_is_drawn_even_with_a_capture_to_be_had() -> None:
    """The rule is read to the letter: the draw comes with the move that leaves the two kings."""
    board = Board.from_fen("W:WKa1:BKa5")
    assert board.outcome() == ONE_EACH
    assert board.must_capture


# A win before any count


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "trap"),
    [
        # Sideways into the pocket on h4, which the king closes from g1.
        ("dama", "W:Wg4:Bf4,e4,g5,g6,h5,h6,h3,Kg1:H48", ("g4-h4", "g1-g4", "g1-g2")),
        ("dama", "W:WKg4:BKf4,Ke4,g5,g6,h5,h6,h3,h2,Kg1:H48", ("g4-h4", "g1-g4", "g1-g2")),
        ("ludoteka", "W:WKg4:BKf4,Ke4,g5,g6,h5,h6,h3,h2,Kg1:H30", ("g4-h4", "g1-g4", "g1-g2")),
        # Into the corner a1, closed from c1.
        ("international", "W:WKb2:BKc3,Kd4,Kc1,h10:H48", ("b2-a1", "c1-b2", "c3-b4")),
        ("brazilian", "W:WKb2:BKc3,Kd4,Kc1,h8:H38", ("b2-a1", "c1-b2", "c3-b4")),
    ],
)
def test_a_side_without_moves_has_lost_though_the_count_is_full(
    rules: str, fen: str, trap: tuple[str, str, str], black: bool, start: Start
) -> None:
    """The move that fills the count also blocks the opponent: it wins; another one draws."""
    into, closing, other = trap
    game = start(rules, fen, "a1 b1", "a8 b8")
    game.play(into, closing)
    winner = Color.WHITE if black else Color.BLACK
    assert game.outcome() == Outcome(Termination.NO_MOVES, winner)
    game.game.undo()
    game.game.play(game.seen(other))
    assert game.outcome() == NO_PROGRESS


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "far", "near", "entry", "trap"),
    [
        (
            rules,
            "W:WKj2:BKb8,Kc7,Kh2",
            "j2 b10",
            "h2 g3 f4 e5 d6",
            "e5-i1",
            "i1-j2 b10-a9 j2-b10 j2-i1",
        )
        for rules in ("damas100", "international")
    ]
    + [
        (
            "damas64",
            "W:WKh2:BKb6,Kc5,Kf2",
            "h2 b8",
            "f2 h4 g5 e3 d4",
            "e3-g1",
            "g1-h2 b8-a7 h2-b8 h2-g1",
        )
    ],
)
def test_a_lone_king_without_moves_has_lost_on_the_last_ply_of_its_ending(
    rules: str, fen: str, far: str, near: str, entry: str, trap: str, black: bool, start: Start
) -> None:
    """Shut in at the top left on ply 32 it has lost; with another ply 32 it is drawn."""
    bait, into, closing, other = trap.split()
    game = start(rules, fen, far, near)
    game.on(27)
    game.play(entry)
    game.on(1)
    game.play(bait, into, closing)
    winner = Color.WHITE if black else Color.BLACK
    assert game.game.board.ply % 32 == black
    assert game.outcome() == Outcome(Termination.NO_MOVES, winner)
    game.game.undo()
    game.game.play(game.seen(other))
    assert game.outcome() == ENDING


@BOTH_COLOURS
@pytest.mark.parametrize(
    ("rules", "fen", "move"),
    [(rules, "W:Wc3:Bd4", "c3xe5") for rules in DIAGONAL]
    + [(rules, "W:Wc3,a2:Bc4", "c3xc5") for rules in ORTHOGONAL]
    + [("ludoteka", "W:WKa1,h2:BKa4", "a1xa7"), ("federation", "W:WKa1,h2:BKa4", "a1xa7")],
)
def test_a_side_without_pieces_has_lost(
    rules: str, fen: str, move: str, black: bool, start: Start
) -> None:
    """The capture of the last piece wins."""
    game = start(rules, fen, "a1 b1", "a8 b8")
    game.play(move)
    winner = Color.BLACK if black else Color.WHITE
    assert game.outcome() == Outcome(Termination.NO_PIECES, winner)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_position_with_one_side_only_is_won(rules: str) -> None:
    """Whoever is to move, the side that has pieces has won."""
    for turn in "WB":
        for side, winner in (("W:WKa1:B", Color.WHITE), ("W:W:BKa1", Color.BLACK)):
            board = Board.from_fen(turn + side[1:], rules)
            assert board.outcome() == Outcome(Termination.NO_PIECES, winner)


@BOTH_COLOURS
def test_a_blocked_side_loses_on_its_own_turn_only(black: bool, turned: Turned) -> None:
    """The blocked piece of the side that is not to move ends nothing."""
    blocked, waiting = "W:Wh7:BKh8,g7,f7", "B:Wh7:BKh8,g7,f7"
    if black:
        blocked, waiting = turned(blocked, "dama"), turned(waiting, "dama")
    winner = Color.WHITE if black else Color.BLACK
    assert Board.from_fen(blocked).outcome() == Outcome(Termination.NO_MOVES, winner)
    assert Board.from_fen(waiting).outcome() is None


def test_results_and_points_follow_the_winner() -> None:
    """A win is 2 to 0, a draw 1 to 1, however it came about."""
    assert Outcome(Termination.NO_MOVES, Color.WHITE).result == "1-0"
    assert Outcome(Termination.NO_PIECES, Color.BLACK).result == "0-1"
    assert NO_PROGRESS.result == ENDING.result == ONE_EACH.result == "1/2-1/2"
    assert Outcome(Termination.RESIGNATION, Color.WHITE).points == (2, 0)
    assert Outcome(Termination.RESIGNATION, Color.BLACK).points == (0, 2)
    assert REPETITION.points == (1, 1)
    decisive = {termination for termination in Termination if termination.decides}
    assert decisive == {
        Termination.NO_MOVES, Termination.NO_PIECES, Termination.RESIGNATION, Termination.TIME,
    }  # fmt: skip
