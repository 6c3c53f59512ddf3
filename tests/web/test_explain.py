"""What a player is told when a move is refused."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from damahane import RULE_SETS, Board, Piece
from damahane.engine import Idea, MoveReason
from damahane.web.explain import explain
from damahane.web.lessons import steps
from damahane.web.naming import naming
from damahane.web.reasons import reason_text

DUE = "W:Wa3,g2,h3:Bb3,c4,b5,a6,h4,h7"  # a3 takes four; h3 could not take h4, h5 being free: one


@pytest.mark.parametrize(
    ("fen", "tried", "said", "lit"),
    [
        (None, "d5", "Pick up one of your pieces first.", ""),
        (None, "d6", "That piece is Black's, and it is White's move.", ""),
        (None, "d2", "This man is shut in", ""),
        (None, "d3 e4", "never diagonally", ""),
        (None, "d3 d5", "one square at a time", ""),
        (None, "d3 e3", "One of your own pieces stands there.", ""),
        ("W:Wd4:Bh7", "d4 d3", "never back", ""),
        ("W:Wd4,Ka1:Be5,h7,h8", "a1 h2", "never diagonally", ""),
        ("W:WKa1:Ba4,a5,h8", "a1 a7", "blocked", ""),
        ("W:WKa1:Ba4,a5,h8", "a1 a4", "jump over it", ""),
        (DUE, "g2", "A capture of 4 is due: this piece can make it.", "a3"),
        (DUE, "h3 h5", "That way takes 1, and a capture of 4 is due.", "a3"),
        (DUE, "a3 a4", "this piece makes it along the marked squares", "a3"),
        (DUE, "a3 c3 e3", "from c3 it goes on to c5", ""),
        ("W:Wd4,h2:Bc4,h3,a7", "d4 d5", "marked squares", "h2 d4"),
        ("W:WKd4:Bd6,d2,f7", "d4 d7 d1", "turn left or right", ""),
    ],
)
def test_a_refused_move_is_explained(fen: str | None, tried: str, said: str, lit: str) -> None:
    """The sentence names the rule, and the pieces to look at instead."""
    board = Board() if fen is None else Board.from_fen(fen)
    refusal = explain(board, [board.shape.square(name) for name in tried.split()])
    assert said in refusal.text
    assert sorted(refusal.squares) == sorted(lit.split())


@pytest.mark.parametrize(
    ("rules", "fen", "tried", "lesson"),
    [
        ("dama", DUE, "g2", "/learn/dama#must"),
        ("dama", DUE, "h3 h5", "/learn/dama#most"),
        ("dama", DUE, "a3 c3 e3", "/learn/dama#chain"),
        ("dama", "W:WKd4:Bd6,d2,f7", "d4 d7 d1", "/learn/dama#half-turn"),
        ("ludoteka", "W:Wd4:Bh7", "d4 d3", "/learn/ludoteka#man-moves"),
        ("federation", "W:WKa1:Ba4,a5,h8", "a1 a7", "/learn/federation#king-moves"),
        ("damas64", "W:Wc3,a3:Bd4,h8", "a3 b4", "/learn/damas64#must"),
        ("dama", "W:Wd4:Bh7", "h7", None),  # another's piece: no rule to learn
    ],
)
def test_a_refusal_names_the_lesson_on_its_rule(
    rules: str, fen: str, tried: str, lesson: str | None
) -> None:
    """The address of a lesson that the rule set has."""
    board = Board.from_fen(fen, rules)
    refusal = explain(board, [board.shape.square(name) for name in tried.split()])
    assert refusal.lesson == lesson
    if lesson is not None:
        assert lesson.partition("#")[2] in {step.id for step in steps(rules)}


def test_a_program_may_ask_for_letters(client: TestClient) -> None:
    """By the page's cookie; in sentences about moves and about positions alike."""
    query = {"rules": "damas100", "fen": "W:W33,47:B29,20,1", "stops": "f4,h6,g7"}
    twice = {"rules": "damas100", "fen": "W:W33,33:B1"}
    letters = {"Cookie": "squares=names"}
    for headers, goes_on, two in (
        ({}, "from 24 it goes on to 15.", "Two pieces stand on 33."),
        (letters, "from h6 it goes on to j8.", "Two pieces stand on f4."),
    ):
        assert goes_on in client.get("/api/why", params=query, headers=headers).json()["text"]
        answer = client.get("/api/position", params=twice, headers=headers).json()
        assert answer["trouble"]["text"] == two


def test_reasons_of_moves_name_squares_as_one_likes() -> None:
    """A hint's reason speaks of the squares that the board shows."""
    rules = RULE_SETS["damas100"]
    reason = MoveReason(Idea.SAVES, taken=(Piece.WHITE_MAN,), squares=(rules.shape.square("33"),))
    assert reason_text(reason, rules) == "Saves the man on 33."
    with naming(lettered=True):
        assert reason_text(reason, rules) == "Saves the man on f4."
