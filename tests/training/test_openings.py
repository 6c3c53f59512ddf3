"""Openings: the suite of the package, and how one is made."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from damahane import RULE_SETS, Board
from damahane.engine import Limits, Request, think
from damahane.training.openings import (
    LEVEL_SCORE,
    Opening,
    OpeningError,
    canonical,
    level_openings,
    random_openings,
    read_openings,
)


@pytest.mark.parametrize("rules", ["dama", "international", "brazilian"])
def test_a_suite_has_five_hundred_openings_no_two_alike(rules: str) -> None:
    """Of 4 to 10 plies, level, with no capture due; neither mirror images nor colours exchanged."""
    openings = read_openings(None, rules)
    assert len(openings) == 500
    boards = [opening.board(rules) for opening in openings]
    assert {len(opening.moves) for opening in openings} == set(range(4, 11))
    assert all(opening.score is not None for opening in openings)
    assert all(abs(opening.score or 0) <= LEVEL_SCORE for opening in openings)
    assert not any(board.must_capture for board in boards)
    assert len({canonical(board) for board in boards}) == 500


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_suite_serves_every_rule_set_of_its_board(rules: str) -> None:
    """The same positions, as no king stands yet."""
    shape = RULE_SETS[rules].shape
    other = next(each for each in RULE_SETS.values() if each.shape is shape)
    for opening in read_openings(None, rules):
        assert opening.board(rules).fen() == opening.board(other).fen()


def test_the_suite_is_level_to_a_search_of_its_own() -> None:
    """A sample, searched not as deeply as when it was made, is not far from level."""
    for opening in read_openings(None, "dama")[::50]:
        request = Request(moves=opening.moves, limits=Limits(nodes=50_000))
        assert abs(think(request).score) <= 2 * LEVEL_SCORE


def test_a_mirror_image_is_the_same_opening() -> None:
    """Left and right, and the colours with the side to move."""
    board = Board.from_fen("W:Wa2,c4,Kf3:Bb6,h7")
    mirrored = Board.from_fen("W:Wh2,f4,Kc3:Bg6,a7")
    exchanged = Board.from_fen("B:Ba7,c5,Kf6:Wb3,h2")
    both = Board.from_fen("B:Bh7,f5,Kc6:Wg3,a2")
    keys = {canonical(each) for each in (board, mirrored, exchanged, both)}
    assert len(keys) == 1
    others = ["B:Wa2,c4,Kf3:Bb6,h7", "W:Wa2,c4,Kf3:Bb6,g7", "W:Wa2,c4,f3:Bb6,h7"]
    assert not keys & {canonical(Board.from_fen(fen)) for fen in others}


def test_on_a_diagonal_board_only_colours_can_be_exchanged() -> None:
    """Turned by 180 degrees; a mirror would put the pieces on light squares."""
    board = Board.from_fen("W:W32,K46:B12", "international")
    exchanged = Board.from_fen("B:B19,K5:W39", "international")
    assert canonical(board) == canonical(exchanged)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_openings_can_be_played_in_every_rule_set(rules: str) -> None:
    """They follow from the seed, and none is like another."""
    first = list(itertools.islice(random_openings(rules, 5), 40))
    assert first == list(itertools.islice(random_openings(rules, 5), 40))
    assert first != list(itertools.islice(random_openings(rules, 6), 40))
    boards = [opening.board(rules) for opening in first]
    assert len({canonical(board) for board in boards}) == 40
    assert all(board.outcome() is None and 4 <= board.ply <= 10 for board in boards)


def test_level_openings_follow_from_the_seed() -> None:
    """And what the search says is within bounds."""
    told: list[int] = []
    found = level_openings("dama", 3, seed=9, nodes=2000, progress=told.append)
    assert found == level_openings("dama", 3, seed=9, nodes=2000)
    assert told == [1, 2, 3]
    assert all(opening.score is not None and abs(opening.score) <= 30 for opening in found)


def test_a_file_of_openings_is_read(tmp_path: Path) -> None:
    """Comments, blank lines and missing scores are no obstacle."""
    path = tmp_path / "mine.txt"
    path.write_text("# mine\n\nd3-d4 e6-e5 ; -7\nc3-c4  # one move\n")
    assert read_openings(path, "dama") == [Opening(("d3-d4", "e6-e5"), -7), Opening(("c3-c4",))]
    assert str(read_openings(path, "dama")[0]) == "d3-d4 e6-e5 ; -7"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("d3-d4\nd3-d5\n", "line 2 of .*'d3-d5' is not legal"),
        ("d3-d4 ; high\n", "line 1 of .*high"),
        ("# nothing\n", "no opening in"),
    ],
)
def test_a_file_that_is_no_suite_is_told_where(tmp_path: Path, text: str, told: str) -> None:
    """With the line."""
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(OpeningError, match=told):
        read_openings(path, "dama")


def test_a_missing_file_is_told() -> None:
    """By its name."""
    with pytest.raises(OpeningError, match="cannot read the openings of no/such/file"):
        read_openings(Path("no/such/file"), "dama")
