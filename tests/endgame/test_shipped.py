"""The tables that come with the package, against the rules as the reference generator has them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from damahane import RULE_SETS, Board, Color
from damahane.endgame.check import check_by_search, sample
from damahane.endgame.index import layout_of
from damahane.endgame.pack import PackError, head_of, pack, results_in
from damahane.endgame.probe import results_of
from damahane.endgame.shipped import shipped
from damahane.endgame.tables import Ending, Tables, listed
from damahane.kernel.position import words

IDS = ("dama", "federation", "ludoteka")


def tables_of(rules: str) -> Tables:
    found = shipped(rules)
    assert found is not None
    return found


def follows(tables: Tables, board: Board) -> Ending:
    """What a position is worth by the rules, given what its successors are."""
    moves = list(board.legal_moves)
    if not moves:
        return Ending(-1, 0)
    if board.outcome() is not None:
        return Ending(0, 0)
    endings = []
    for move in moves:
        board.push(move)
        endings.append((tables.probe(board) or Ending(-1, 0)).before)
        board.pop()
    return max(endings, key=lambda ending: ending.order)


@pytest.mark.parametrize("rules", IDS)
def test_results_follow_from_those_of_the_moves(rules: str) -> None:
    """For positions from all signatures, in both colours, listed by the reference rules."""
    tables, chance = tables_of(rules), random.Random(5)
    for signature in listed(4):
        size = layout_of(signature).size
        for _ in range(6):
            board = tables.board(signature, chance.randrange(size), chance.choice(list(Color)))
            assert tables.probe(board) == follows(tables, board), board.fen()


@pytest.mark.parametrize("rules", IDS)
def test_a_search_without_tables_agrees(rules: str) -> None:
    """Wins and losses of up to three plies are found in just as many, and no others."""
    for board, said in sample(tables_of(rules), 25, 11, 3):
        check_by_search(board, said, 3)


@pytest.mark.parametrize("rules", IDS)
def test_no_count_cuts_a_win(rules: str) -> None:
    """The longest way to progress is no longer than the count that makes a draw."""
    tables = tables_of(rules)
    assert tables.stretch > 0
    if RULE_SETS[rules].no_progress is not None:
        assert tables.stretch <= tables.limit


@pytest.mark.parametrize(
    ("fen", "rules", "value", "plies"),
    [
        ("W:WKa1:BKa5", "dama", 0, 0),  # one king each: drawn already
        ("W:WKa1,Kc1:BKa5", "dama", 1, 1),  # takes the last piece
        ("W:Wd6:BKd7", "dama", 1, 1),  # a man takes a king and the last piece
        ("W:Wd6:BKd7", "ludoteka", 0, 0),  # one piece each is a draw there
        ("W:Wd6:BKd7", "federation", 0, 0),
        ("B:Wd3:Bd4", "dama", 1, 1),
        ("W:Wa7:BKa8,b7,Kc7", "dama", -1, 0),  # shut in
    ],
)
def test_positions_by_hand(fen: str, rules: str, value: int, plies: int) -> None:
    """Ends that can be seen on the board."""
    assert tables_of(rules).probe(Board.from_fen(fen, rules)) == (value, plies)


def test_both_colours_and_mirror_images_are_worth_the_same(
    turned: Callable[[str, str], str],
) -> None:
    """Colours exchanged and files exchanged change nothing."""
    tables, chance = tables_of("dama"), random.Random(2)
    for signature in chance.sample(listed(4), 12):
        board = tables.board(signature, chance.randrange(layout_of(signature).size))
        fen = board.fen()
        other = Board.from_fen(turned(fen, "dama"))
        seen = Board.from_fen(fen.translate(str.maketrans("abcdefgh", "hgfedcba")))
        assert tables.probe(other) == tables.probe(board) == tables.probe(seen), fen


def test_moves_come_with_their_results_best_first() -> None:
    """Shortest wins first, then draws, then the losses that last longest."""
    tables = tables_of("dama")
    board = Board.from_fen("B:Wa7:BKh8,b7")
    weighed = tables.moves(board)
    assert weighed is not None
    assert {move for move, _ in weighed} == set(board.legal_moves)
    orders = [ending.order for _, ending in weighed]
    assert orders == sorted(orders, reverse=True)
    assert weighed[0].ending == tables.probe(board)
    for move, ending in weighed:
        board.push(move)
        assert (tables.probe(board) or Ending(-1, 0)).before == ending
        board.pop()


def test_many_positions_are_probed_at_once() -> None:
    """Each gets the result that it has alone, or -1."""
    tables = tables_of("dama")
    boards = [
        Board.from_fen(fen)
        for fen in ("W:WKa1,Kb3,Kd4:BKh8", "B:WKa1:Bh7,c3", "W:Wa1:BKh8", "W:Wa2,b2,c2:Ba7,b7")
    ]
    positions = np.array([words(board) for board in boards], dtype=np.uint64)
    results = np.zeros(len(boards), dtype=np.int16)
    found = results_of(
        positions, tables.pieces, tables.values, tables.places, tables.lookup, results
    )
    assert found == 2
    assert results.tolist() == [tables.result(words(board)) for board in boards]
    assert results[2:].tolist() == [-1, -1]


def test_rules_of_other_boards_and_changed_rules_have_no_tables() -> None:
    """Only the rule sets they were built for are answered."""
    assert shipped("brazilian") is None
    assert shipped(replace(RULE_SETS["dama"], half_turn=True)) is None


def test_tables_are_written_and_read(tmp_path: Path) -> None:
    """Packed tables come back as they were, differences from others included."""
    dama, other = (
        Tables.joined(tables.rules, 2, tables.values[:6168].copy(), 7)
        for tables in (tables_of("dama"), tables_of("ludoteka"))
    )
    pack(tmp_path / "dama.endgames", dama)
    pack(tmp_path / "ludoteka.endgames", other, dama)
    packed, blocks = head_of((tmp_path / "dama.endgames").read_bytes(), "dama")
    assert (packed.rules, packed.pieces, packed.stretch, packed.base) == ("dama", 2, 7, None)
    values = results_in(packed, blocks, "dama")
    assert (values == dama.values).all()
    packed, blocks = head_of((tmp_path / "ludoteka.endgames").read_bytes(), "ludoteka")
    assert packed.base == "dama"
    assert (results_in(packed, blocks, "ludoteka", values) == other.values).all()


def test_damaged_files_are_refused() -> None:
    """What is cut, altered or something else is named and not used."""
    data = files("damahane.endgame").joinpath("data", "ludoteka.endgames").read_bytes()
    with pytest.raises(PackError, match="x holds no endgame tables"):
        head_of(b"PK" + data, "x")
    with pytest.raises(PackError, match=r"x has \d+ bytes of blocks; expected \d+"):
        head_of(data[:-1], "x")
    with pytest.raises(PackError, match="no description of tables"):
        head_of(data.replace(b'"pieces"', b'"piecez"', 1), "x")
    packed, blocks = head_of(data[:-200] + bytes(200), "x")
    with pytest.raises(PackError, match="x is damaged"):
        results_in(packed, blocks, "x")


def test_all_files_together_are_small_enough_to_ship() -> None:
    """At most 8 MB, by the project's own limit."""
    folder = files("damahane.endgame").joinpath("data")
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) <= 8_000_000
