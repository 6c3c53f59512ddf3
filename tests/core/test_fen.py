"""Positions as text: what is read, what is written, what is refused."""

from __future__ import annotations

import copy

import pytest

from damahane import RULE_SETS, Board, Color, DamahaneError, FenError, RulesError

START = {
    "dama": "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:"
    "Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
    "damas64": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "international": "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:"
    "B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
}


@pytest.mark.parametrize("rules", START)
def test_the_start_is_written_strictly(rules: str) -> None:
    """White first, squares ascending, numbers on the diagonal boards."""
    assert Board(rules).fen() == START[rules]
    assert Board.from_fen(START[rules], rules) == Board(rules)


@pytest.mark.parametrize(
    ("text", "rules", "strict"),
    [
        ("W:WKa1,b2:Bh7", "dama", "W:WKa1,b2:Bh7"),
        ("W:Bh7:WKa1,b2", "dama", "W:WKa1,b2:Bh7"),
        ("B:Bh7:Wb2,Ka1", "dama", "B:WKa1,b2:Bh7"),
        ("W:WKa1,b2:Bh7.", "dama", "W:WKa1,b2:Bh7"),
        ("W:Wa2:B", "dama", "W:Wa2:B"),
        ("W:Wa2:B.", "dama", "W:Wa2:B"),
        ("W:Wa2", "dama", "W:Wa2:B"),
        ("B:B:Wa2", "dama", "B:Wa2:B"),
        ("W:Bh7", "dama", "W:W:Bh7"),
        ("W:W:B", "dama", "W:W:B"),
        (" W : W a2 , K b3 : B h7 \n", "dama", "W:Wa2,Kb3:Bh7"),
        ("W:WA2,KB3:BH7", "dama", "W:Wa2,Kb3:Bh7"),
        ("W:Wa2:Bh7:H12:F27", "dama", "W:Wa2:Bh7"),
        ("W:Wa2:Bh7:F27:H12.", "dama", "W:Wa2:Bh7"),
        ("W:H12:F27:Wa2:Bh7", "dama", "W:Wa2:Bh7"),
        ("W:W31-50:B1-20", "international", START["international"]),
        ("W:B1-20:W31-50.", "damas100", START["international"]),
        ("W:W21-32:B1-12", "damas64", START["damas64"]),
        ("W:W5-5:BK1-3,12", "brazilian", "W:W5:BK1,K2,K3,12"),
        ("W:Wa1,Kb2:Bb8", "brazilian", "W:WK25,29:B1"),
        ("W:Wa1,Kb2:Bb10", "international", "W:WK41,46:B1"),
    ],
)
def test_harmless_variations_are_read(text: str, rules: str, strict: str) -> None:
    """Order of colours, final dot, empty side, blanks, case, clocks, ranges, names."""
    assert Board.from_fen(text, rules).fen() == strict


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        ("", "dama", "side to move ''"),
        ("W", "dama", "no pieces"),
        ("X:Wa2:Bh7", "dama", "side to move 'X'"),
        ("w:Wa2:Bh7", "dama", "side to move 'w'"),
        ("WB:Wa2:Bh7", "dama", "side to move 'WB'"),
        ("Wa2:Bh7", "dama", "side to move 'Wa2'"),
        ("W:Wa2:Bh7:", "dama", "expected W or B"),
        ("W::Wa2:Bh7", "dama", "expected W or B"),
        ("W:Wa2:Xh7", "dama", "'Xh7'"),
        ("W:Wa2:Bh7:Q3", "dama", "'Q3'"),
        ("W:Wa2:Bh7:H", "dama", "'H'"),
        ("W:Wa2:Bh7:H-1", "dama", "'H-1'"),
        ("W:Wa2:Bh7:Hx", "dama", "'Hx'"),
        ("W:Wa2:Bh7:H1:H2", "dama", "'H' stands twice"),
        ("W:Wa2:Wb2:Bh7", "dama", "'W' stands twice"),
        ("W:Wa2:Bh7:Bg7", "dama", "'B' stands twice"),
        ("W:Wa2,a2:Bh7", "dama", "two pieces on a2"),
        ("W:Wa2,Ka2:Bh7", "dama", "two pieces on a2"),
        ("W:Wa2:Ba2", "dama", "two pieces on a2"),
        ("W:Wa2:BKa2,h7", "dama", "two pieces on a2"),
        ("W:Wd8:Bh7", "dama", r"white man on its crowning row, d8.*Kd8"),
        ("W:Wa2:Bd1", "dama", r"black man on its crowning row, d1.*Kd1"),
        ("W:W1:B20", "international", r"white man on its crowning row, 1,.*K1"),
        ("W:W30:B46", "international", r"black man on its crowning row, 46"),
        ("W:W1-3:B20", "brazilian", r"white man on its crowning row, 1"),
        ("W:Wa9:Bh7", "dama", "'a9'"),
        ("W:Wi1:Bh7", "dama", "'i1'"),
        ("W:W5:Bh7", "dama", "'5'"),
        ("W:W1-3:Bh7", "dama", "'1-3'"),
        ("W:Wa2-c2:Bh7", "dama", "'a2-c2'"),
        ("W:W33:B1", "brazilian", "'33'"),
        ("W:W0:B1", "brazilian", "'0'"),
        ("W:W51:B1", "international", "'51'"),
        ("W:W31-51:B1", "international", "'31-51'"),
        ("W:W50-31:B1", "international", "'50-31' runs backwards"),
        ("W:W31-33,32:B1", "international", "two pieces on 32"),
        ("W:Wd4,32-33:Bb10", "international", "two pieces on 32"),
        ("W:Wa2:Bb8", "brazilian", "'a2'"),
        ("W:Wa2,:Bh7", "dama", "''"),
        ("W:W,a2:Bh7", "dama", "''"),
        ("W:Wa2,,b2:Bh7", "dama", "''"),
        ("W:WK:Bh7", "dama", "no square ''"),
        ("W:WKKa2:Bh7", "dama", "no square 'Ka2'"),
        ("W:Wka2:Bh7", "dama", "'ka2'"),
        ("W:WMa2:Bh7", "dama", "'Ma2'"),
        ("W:Wa2b2:Bh7", "dama", "'a2b2'"),
        ("W:Wa2;b2:Bh7", "dama", "'a2;b2'"),
        ("W:Wa2:Bh7..", "dama", r"'h7\.'"),
        ("W:Wa2.:Bh7", "dama", r"'a2\.'"),
        ("W:Wa2:Bh7:H99999999999999999999", "dama", "H99999999999999999999"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "dama", "side to move"),
    ],
)
def test_what_cannot_be_a_position_is_refused(text: str, rules: str, message: str) -> None:
    """The error names what is wrong and quotes the whole text."""
    with pytest.raises(FenError, match=message) as caught:
        Board.from_fen(text, rules)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, DamahaneError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("turn", ["W", "B"])
@pytest.mark.parametrize("pieces", ["Wa8:Bh7", "Wa2:Ba1"])
def test_a_man_on_its_crowning_row_is_refused_whoever_is_to_move(turn: str, pieces: str) -> None:
    """Also the man of the other side cannot stand there."""
    with pytest.raises(FenError, match="crowning row"):
        Board.from_fen(f"{turn}:{pieces}")


def test_men_may_stand_on_their_own_first_row() -> None:
    """Only the far row crowns: on a diagonal board men begin on the near one."""
    board = Board.from_fen("W:Wa1:Bb8", "brazilian")
    assert [board.material(color) for color in Color] == [(0, 1), (0, 1)]


def test_clocks_are_read_and_written() -> None:
    """H and F are the plies without progress and the number of the move, 0 and 1 by default."""
    assert Board.from_fen("B:Wa2:Bh7:H12:F27").fen(clocks=True) == "B:Wa2:Bh7:H12:F27"
    assert Board.from_fen("W:Wa2:Bh7").fen(clocks=True) == "W:Wa2:Bh7:H0:F1"
    assert Board.from_fen("W:Wa2:Bh7:F0").fen(clocks=True) == "W:Wa2:Bh7:H0:F1"
    assert Board.from_fen("W:Wa2:Bh7:F27").ply == 52


def test_an_unknown_rule_set_is_not_a_fault_of_the_text() -> None:
    """It raises its own error."""
    with pytest.raises(RulesError, match="chess"):
        Board.from_fen("W:Wa2:Bh7", "chess")


@pytest.mark.parametrize("text", ["W:W5 0:B1", "W:Wa 2:Bh7", "W:H3", "W:H3:F2"])
def test_blanks_within_a_square_and_a_position_of_clocks_alone_are_refused(text: str) -> None:
    """A blank may stand around a square, not in it; a position has at least one list of pieces."""
    rules = "international" if "5 0" in text else "dama"
    with pytest.raises(FenError, match="FEN"):
        Board.from_fen(text, rules)


def test_the_repr_of_a_board_with_huffing_gives_it_back() -> None:
    """Evaluating it gives an equal board, the switch included."""
    board = Board.from_fen("W:W32:B1", RULE_SETS["damas100"].with_huffing())
    assert eval(repr(board), {"Board": Board, "RULE_SETS": RULE_SETS}) == board  # noqa: S307


def test_the_repr_of_a_board_keeps_a_count_that_has_run() -> None:
    """Evaluating it gives an equal board, plies without progress included."""
    board = Board.from_fen("W:WKa1,Kb1:BKh8:H12:F9")
    assert eval(repr(board), {"Board": Board}) == board  # noqa: S307


@pytest.mark.parametrize(
    ("fen", "kind", "where"),
    [
        ("a2,b3", "turn", ""),
        ("W", "empty", ""),
        ("W:Wa9", "square", "a9"),
        ("W:Wa2,Ka2", "twice", "a2"),
        ("W:Wa8", "crowning", "a8"),
        ("W:Wa2:x", "text", ""),
    ],
)
def test_a_program_can_tell_what_is_wrong(fen: str, kind: str, where: str) -> None:
    """The kind of fault and its place come with the error, and with a copy of it."""
    with pytest.raises(FenError) as caught:
        Board.from_fen(fen)
    again = copy.copy(caught.value)  # as pickle does it
    for error in (caught.value, again):
        assert (error.kind, error.where) == (kind, where)
    assert str(again) == str(caught.value)
