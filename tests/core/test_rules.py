"""The rule sets as data: what the rule table fixes before a move is made."""

from __future__ import annotations

import pytest

from damahane import RULE_SETS, Board, Color, Piece, RulesError
from damahane.rules import rule_set

RANKS_2_3 = "a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3"
RANKS_6_7 = "a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7"


def squares_of(board: Board, color: Color) -> set[str]:
    return {board.shape.names[s] for s, piece in board.pieces().items() if piece.color is color}


def test_the_seven_rule_sets_are_there_dama_first() -> None:
    """The ids are those of the rule table, and the first is the default."""
    assert list(RULE_SETS) == [
        "dama",
        "ludoteka",
        "federation",
        "damas100",
        "damas64",
        "international",
        "brazilian",
    ]
    assert Board().rules is RULE_SETS["dama"]
    assert all(rules.id == id_ for id_, rules in RULE_SETS.items())


def test_the_names_shown_are_those_of_the_table() -> None:
    """Players see the name of the table, and str gives it."""
    assert [str(rules) for rules in RULE_SETS.values()] == [
        "Dama (Turkish draughts)",
        "Damas turcas (Ludoteka)",
        "Türk daması (tournament)",
        "Damas 10×10",
        "Damas 8×8",
        "International draughts",
        "Brazilian draughts",
    ]


def test_rule_sets_cannot_be_changed() -> None:
    """Neither the table nor a rule set in it can be written to."""
    with pytest.raises(TypeError):
        RULE_SETS["dama"] = RULE_SETS["ludoteka"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        RULE_SETS["dama"].half_turn = True  # type: ignore[misc]


@pytest.mark.parametrize("rules", ["dama", "ludoteka", "federation"])
def test_orthogonal_games_start_on_two_ranks_each_the_outer_ones_empty(rules: str) -> None:
    """Sixteen men fill ranks 2 and 3, sixteen ranks 6 and 7; White begins."""
    board = Board(rules)
    assert squares_of(board, Color.WHITE) == set(RANKS_2_3.split())
    assert squares_of(board, Color.BLACK) == set(RANKS_6_7.split())
    assert board.turn is Color.WHITE
    assert not any(piece.is_king for piece in board.pieces().values())


@pytest.mark.parametrize(
    ("rules", "black", "white", "squares"),
    [
        ("damas100", 20, 20, 50),
        ("international", 20, 20, 50),
        ("damas64", 12, 12, 32),
        ("brazilian", 12, 12, 32),
    ],
)
def test_diagonal_games_start_on_the_nearest_rows(
    rules: str, black: int, white: int, squares: int
) -> None:
    """Black holds the first numbers, White the last, two rows between them are empty."""
    board = Board(rules)
    expected = dict.fromkeys(range(black), Piece.BLACK_MAN)
    expected |= dict.fromkeys(range(squares - white, squares), Piece.WHITE_MAN)
    assert board.pieces() == expected
    assert board.turn is Color.WHITE


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_side_is_crowned_on_the_rank_farthest_from_it(rules: str) -> None:
    """White is crowned on the last rank, Black on the first."""
    value = RULE_SETS[rules]
    ranks = [
        {value.shape.coordinates[square][1] for square in value.crowning_squares(color)}
        for color in Color
    ]
    assert ranks == [{value.shape.ranks - 1}, {0}]


def test_only_the_damas_games_know_huffing() -> None:
    """Off by default, it can be switched on and off in two games and is refused elsewhere."""
    for id_, rules in RULE_SETS.items():
        assert not rules.huffing
        assert rules.with_huffing(False) == rules
        if id_ in ("damas100", "damas64"):
            assert rules.with_huffing().huffing
            assert rules.with_huffing().with_huffing(False) == rules
        else:
            with pytest.raises(RulesError, match="no huffing"):
                rules.with_huffing()


def test_the_pdn_game_types_are_those_of_the_standard() -> None:
    """Turkish is 30, 10×10 is 20, Brazilian is 26."""
    types = {id_: RULE_SETS[id_].game_type for id_ in ("dama", "damas100", "brazilian")}
    assert types == {"dama": 30, "damas100": 20, "brazilian": 26}


def test_an_unknown_rule_set_is_refused_by_name() -> None:
    """The error quotes what was asked for and lists what there is."""
    with pytest.raises(RulesError, match=r"'chess'.*dama, ludoteka"):
        rule_set("chess")
    with pytest.raises(RulesError):
        Board("DAMA")
    assert rule_set(RULE_SETS["damas64"]) is RULE_SETS["damas64"]
