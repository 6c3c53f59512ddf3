"""Looking for puzzles: what can come about, what is alike, how hard it is; broken-off rounds."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from damahane import Board
from damahane.cli import app
from damahane.errors import DamahaneError
from damahane.kernel.position import words
from damahane.puzzles import find as finding
from damahane.puzzles.alike import board_of, core_name, mirrored, motif
from damahane.puzzles.arise import could_arise
from damahane.puzzles.bank import BankError, Puzzle, Solution, bank, read, write
from damahane.puzzles.check import PuzzleError, check, check_unlike
from damahane.puzzles.find import Find, judge, search_round, sift
from damahane.puzzles.games import play
from damahane.puzzles.grade import CUTS, grade_of, main_line, sight_of, turns_of
from damahane.puzzles.mine import choose, mine, read_round, round_path
from damahane.puzzles.prover import Prover
from damahane.puzzles.setups import setups
from damahane.rules import rule_set

RUN = CliRunner()
GIFT = "W:WKa1,c2:Bd3,g4"
"""c2-d2 is taken, and the king takes both: a1xg1xg5."""
GIFT_LINE = ("c2-d2", "d3xd1", "a1xg1xg5")


def solved(fen: str) -> tuple[Board, Solution]:
    """A position and the solution the prover gives it."""
    board = Board.from_fen(fen)
    proof = Prover().prove(board, 3)
    assert proof is not None
    assert proof.is_unique
    return board, finding.solution_of(board, proof.tree)


# What is there to see


def test_a_gift_and_a_chain_are_seen() -> None:
    """Counted by hand: 14 king's moves and 3 of the man's; five others look like something."""
    sight = sight_of(*solved(GIFT))
    assert main_line(solved(GIFT)[1]) == GIFT_LINE
    assert (sight.moves, sight.pieces, sight.choices) == (2, 4, 17)
    # a3, a4, d1 and g1 threaten a piece, c2-c3 gives the man in another way.
    assert sight.tries == 5
    assert (sight.offers, sight.given, sight.hushed) == (1, 1, 0)
    assert (sight.chain, sight.turns, sight.positions) == (2, 1, 2)
    assert not sight.forced
    assert not sight.quiet_key
    assert sight.themes == ("sacrifice",)
    # 1 for the offer, log2(6) / 2, log2(2) / 2, 0.2 for a turn, 0.04 for each piece.
    assert sight.difficulty == pytest.approx(1 + 1.2925 + 0.5 + 0.2 + 0.16, abs=0.01)


def test_a_forced_first_capture_is_easier() -> None:
    """The same sight with a capture to begin with counts 1 less."""
    sight = sight_of(*solved(GIFT))
    assert replace(sight, forced=True).difficulty == pytest.approx(sight.difficulty - 1)


@pytest.mark.parametrize(
    "harder",
    [
        {"moves": 3}, {"offers": 2, "given": 2}, {"given": 3}, {"hushed": 1}, {"tries": 11},
        {"positions": 9}, {"chain": 5}, {"turns": 3}, {"pieces": 12},
    ],
)  # fmt: skip
def test_more_to_see_is_harder(harder: dict[str, Any]) -> None:
    """Each thing that a person must see adds to the difficulty."""
    sight = sight_of(*solved(GIFT))
    assert replace(sight, **harder).difficulty > sight.difficulty


def test_grades_begin_at_their_cuts() -> None:
    """Five grades, in the order of difficulty."""
    assert list(CUTS) == sorted(CUTS)
    assert [grade_of(cut) for cut in CUTS] == [2, 3, 4, 5]
    assert [grade_of(cut - 0.01) for cut in CUTS] == [1, 2, 3, 4]


def test_a_quiet_key_is_seen() -> None:
    """Found in play, White to move: b1-b4 takes nothing and gives nothing, and wins in two."""
    board, solution = solved("W:WKa3,Kb1,g6,h5:Bd4,e4")
    sight = sight_of(board, solution)
    assert solution.move == "b1-b4"
    assert sight.quiet_key
    assert sight.hushed == 1
    assert sight.offers == 0
    assert "quiet" in sight.themes
    assert replace(sight, tries=1).themes == ()


@pytest.mark.parametrize(
    ("fen", "text", "turns"),
    [
        ("W:WKa1:BKc1,a7", "a1xd1", 0),
        ("W:WKd4,a2:Bd5,e6,f5,e4", "d4xd6xf6xf4xd4", 3),
        ("W:Wb2:Bb3,b5", "b2xb4xb6", 0),
    ],
)
def test_turns_of_a_chain_are_counted(fen: str, text: str, turns: int) -> None:
    """A chain in one line has none, one around a square three."""
    assert turns_of(Board.from_fen(fen).parse_route(text)) == turns


def test_the_main_line_holds_out_longest() -> None:
    """Then it is the one that takes more."""
    short, long = Solution("c"), Solution("d", {"e": Solution("f")})
    assert main_line(Solution("a", {"b": short, "bb": long})) == ("a", "bb", "d", "e", "f")
    assert main_line(Solution("a", {"b": short, "axc": short, "axcxe": short}))[1] == "axcxe"


# What is alike


def names(fen: str) -> tuple[str, str]:
    """The core and the motif of a puzzle."""
    board, solution = solved(fen)
    line = main_line(solution)
    return core_name(board, line, Prover()), motif(board, line)


def test_a_mirror_image_is_alike() -> None:
    """Left and right exchanged: the same core and motif."""
    assert names(GIFT) == names("W:WKh1,f2:Be3,b4")


@pytest.mark.parametrize("bystander", ["h6", "a6", "Kh8"])
def test_a_piece_that_has_no_part_makes_no_difference(bystander: str) -> None:
    """Wherever it stands the core is that of the puzzle without it, and so is the motif."""
    with_it = names(GIFT.replace("c2:", f"c2,{bystander}:"))
    assert with_it == names(GIFT)
    assert with_it[0] in (GIFT, "W:WKh1,f2:Be3,b4")


def test_a_puzzle_moved_over_the_board_is_alike() -> None:
    """One file on everything is the same: not the core, but the motif."""
    here, there = names(GIFT), names("W:WKb1,d2:Be3,h4")
    assert here[0] != there[0]
    assert here[1] == there[1] == "1l 31d 243lu"


def test_another_kind_of_piece_is_another_motif() -> None:
    """A king given instead of a man is another puzzle, and a piece more to take too."""
    found = {names(GIFT), names("W:WKa1,c2:Bd3,Kg4"), names("W:WKa1,c2:Bd3,g4,g7")}
    assert len({motif for _, motif in found}) == 3


def test_mirroring_twice_changes_nothing() -> None:
    """On words as on boards."""
    chance = random.Random(2)
    for _ in range(20):
        position = tuple(chance.getrandbits(64) for _ in range(4))
        assert mirrored(mirrored(position)) == position
    assert board_of(mirrored(words(Board.from_fen(GIFT))), rule_set("dama")).fen() == (
        "W:WKh1,f2:Be3,b4"
    )


# What can come about


@pytest.mark.parametrize(
    ("fen", "possible"),
    [
        (GIFT, True),
        ("W:Wa1,c2:Bd3,g4", False),  # a man on White's first rank
        ("W:WKa1,c2:Bd3,g8", False),  # and on Black's
        ("W:WKa1,c2:Bd7,g7", True),  # a man goes aside
        ("W:WKa1,b7:Ba7", False),  # from nowhere: b7 is taken, and a8 is behind it
        ("W:WKa1,b6:Ba7", True),
        # d7 can have come from e7 only; but then b5 had b4 to take, and has not come itself.
        ("W:Wb4,b6,a5,c5,d5,c7,f7,g7:Bb5,d7", False),
        ("W:Wb3,b4,b6,a5,c5,d5,c7,f7,g7:Bb5,d7", True),
        ("W:Wa2,c2:BKa1,b3", True),  # a king that has just been crowned, or comes from anywhere
    ],
)
def test_a_position_needs_one_before(fen: str, possible: bool) -> None:
    """Black has made the last move, one that was legal."""
    assert could_arise(Board.from_fen(fen)) is possible


def test_more_than_sixteen_pieces_cannot_come_about() -> None:
    """A side begins with sixteen."""
    men = ",".join(f"{file}{rank}" for rank in (3, 4) for file in "abcdefgh")
    assert not could_arise(Board.from_fen(f"W:W{men},Ka1:Bd7,Kh8"))


def test_positions_of_games_can_come_about() -> None:
    """Whatever is reached by play has a position before it: here all of Black's moves."""
    chance = random.Random(11)
    for _ in range(8):
        board = Board()
        for _ in range(chance.randint(20, 90)):
            if board.outcome() is not None:
                break
            board.push(chance.choice(list(board.legal_moves)))
        if board.turn.name == "BLACK" and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        last = board.move_stack[-1]
        if board.turn.name == "WHITE" and len(last.captured) < 2:
            assert could_arise(board), board.fen()


def test_set_ups_are_possible_and_follow_from_the_seed() -> None:
    """No square twice, no man on an end rank, few kings; another seed gives others."""
    found = setups(500, 3)
    assert np.array_equal(found, setups(500, 3))
    assert not np.array_equal(found[:50], setups(500, 4)[:50])
    for row in found.tolist():
        assert (
            sum(word.bit_count() for word in row) == (row[0] | row[1] | row[2] | row[3]).bit_count()
        )
        assert not (row[0] | row[2]) & 0xFF000000000000FF
        assert row[1].bit_count() <= 2
        assert row[3].bit_count() <= 2


def test_games_are_played_by_the_rules() -> None:
    """Each position of a game is reached from the one before by a legal move."""
    trails = play(2, seed=9)
    again = play(2, seed=9)
    assert np.array_equal(trails.words, again.words)
    for game in (0, 1):
        rows = trails.words[trails.games == game].tolist()
        assert rows[0] == list(words(Board()))
        for row, following in pairwise(rows):
            board = board_of(row, rule_set("dama"))
            reached = []
            for move in list(board.legal_moves):
                board.push(move)
                reached.append(list(words(board)))
                board.pop()
            assert following in reached


# Sifting and judging


def test_keys_of_many_positions_are_counted() -> None:
    """As many as the prover lists one by one; two stands for two or more."""
    positions, prover = setups(400, 8), Prover()
    distances = prover.distances(positions, 2)
    counts = prover.key_counts(positions, distances)
    seen = set()
    for row, moves, count in zip(positions, distances, counts, strict=True):
        if moves:
            keys = prover.keys(board_of(row.tolist(), rule_set("dama")), int(moves))
            assert count == min(2, len(keys))
            seen.add(int(count))
        else:
            assert count == 0
    assert seen == {1, 2}


def test_key_counts_out_of_range_are_refused() -> None:
    """As for distances."""
    with pytest.raises(ValueError, match="expected 0 to 29"):
        Prover().key_counts(np.zeros((1, 4), dtype=np.uint64), np.array([30], dtype=np.int8))


def test_what_is_sifted_out_has_one_key() -> None:
    """Won in 2 or 3 moves, by one key; equal positions come once."""
    positions, prover = setups(1500, 6), Prover()
    kept = sift(np.concatenate([positions, positions]), prover)
    assert len(kept)
    assert kept.max() < len(positions)
    for place in kept:
        board = board_of(positions[place].tolist(), rule_set("dama"))
        moves = prover.distance(board, 3)
        assert moves in (2, 3)
        assert len(prover.keys(board, moves)) == 1


def test_what_was_set_up_is_stripped() -> None:
    """Pieces that have no part are taken off, where pieces stand by lot; not in a game."""
    prover = Prover()
    fen = "W:WKd8,a7,e7,h2:BKc1,Ke1,f2,a3,e3,b5"
    found = judge(Board.from_fen(fen), "sparse", prover)
    assert found is not None
    assert found.puzzle.fen == "W:Wa7,e7,Kd8:BKc1,Ke1,f2,a3,e3,b5"
    kept = judge(Board.from_fen(fen), "play", prover)
    assert kept is not None
    assert "h2" in kept.puzzle.fen
    assert kept.core == found.core
    assert kept.merit <= found.merit + 1
    assert judge(Board.from_fen("W:WKa1,Kc1:BKa5,b7"), "play", prover) is None


# Choosing


def a_find(name: str, merit: float, core: str, line: str, moves: int = 2) -> Find:
    """A find that is judged by its merit and its names."""
    puzzle = Puzzle(name, GIFT, moves, 1, merit, ("sacrifice",), "play", Solution("c2-d2"))
    return Find(puzzle, merit, core, line)


def test_of_those_alike_the_best_is_chosen() -> None:
    """By core or by motif; each kind has its turn, and no more than the target are taken."""
    finds = [
        a_find("a", 5, "one", "x"), a_find("b", 6, "one", "y"), a_find("c", 4, "two", "y"),
        a_find("d", 3, "three", "z"), a_find("e", 1, "four", "w", moves=3),
    ]  # fmt: skip
    assert [find.puzzle.id for find in choose(finds, 9)] == ["b", "e", "d"]
    assert [find.puzzle.id for find in choose(finds, 2)] == ["b", "e"]


# Mining


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that take no time."""
    monkeypatch.setattr(finding, "GAMES", 8)
    monkeypatch.setattr(finding, "SETUPS", 600)


class Dying(ThreadPoolExecutor):
    """An executor whose machine is switched off after some tasks."""

    def __init__(self, tasks: int) -> None:
        super().__init__(1)
        self.tasks = tasks

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Take a task, or be switched off."""
        self.tasks -= 1
        if self.tasks < 0:
            raise KeyboardInterrupt
        return super().submit(task, *given, **named)


@pytest.mark.usefixtures("short_rounds")
def test_mining_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """Finished rounds are kept, and what comes of it is what an unbroken run gives."""
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    with pytest.raises(KeyboardInterrupt), Dying(2) as dying:
        mine(broken, dying, rounds=2, target=50, seed=4)
    finished = sorted(path.name for path in broken.iterdir())
    assert 0 < len(finished) <= 2
    times = {name: (broken / name).stat().st_mtime_ns for name in finished}
    shown: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        again = mine(
            broken, executor, rounds=2, target=50, seed=4,
            progress=lambda done, total, _: shown.append((done, total)),
        )  # fmt: skip
        unbroken = mine(whole, executor, rounds=2, target=50, seed=4)
    assert again == unbroken
    assert again
    assert shown == [(done, 4) for done in range(len(finished), 5)]
    assert {name: (broken / name).stat().st_mtime_ns for name in finished} == times


@pytest.mark.usefixtures("short_rounds")
def test_another_seed_finds_others(tmp_path: Path) -> None:
    """The same seed and number give the same finds, others do not."""
    one = search_round("dama", "sparse", 1, 0)
    assert one == search_round("dama", "sparse", 1, 0)
    assert one != search_round("dama", "sparse", 2, 0)
    assert one != search_round("dama", "sparse", 1, 1)


def test_a_damaged_round_is_named(tmp_path: Path) -> None:
    """It is not taken for an empty one."""
    path = round_path(tmp_path, "play", 0)
    path.write_bytes(b"half a round")
    with pytest.raises(BankError, match=r"play-0000\.jsonl\.xz is not a round of puzzles"):
        read_round(path)


def test_other_rules_are_refused(tmp_path: Path) -> None:
    """Puzzles are of dama; the error says so."""
    with ThreadPoolExecutor(1) as executor, pytest.raises(DamahaneError, match="expected dama"):
        mine(tmp_path, executor, rules="ludoteka", rounds=1, target=1)


# Checking


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"moves": 3}, "it is won in 2 moves"),
        ({"id": "other"}, "its name should be"),
        ({"grade": 5}, "of grade"),
        ({"difficulty": 0.0}, "its difficulty is 3.15"),
        ({"themes": ("quiet",)}, "its themes are"),
        ({"solution": Solution("c2-c3")}, "it is won by c2-d2"),
        ({"solution": Solution("c2-d2")}, "replies are missing, or too many"),
        ({"fen": "W:WKa1,c2:Bd6,g4"}, "its name should be"),
    ],
)
def test_what_is_not_so_is_found(changes: dict[str, Any], message: str) -> None:
    """Whatever is changed of a puzzle that was right, the check says what it should be."""
    board, solution = solved(GIFT)
    sight = sight_of(board, solution)
    right = Puzzle(
        finding.id_of(GIFT), GIFT, 2, grade_of(sight.difficulty), sight.difficulty, sight.themes,
        "sparse", solution,
    )  # fmt: skip
    checked = check(right, Prover())
    assert checked.lines == 1
    check_unlike([checked])
    with pytest.raises(PuzzleError, match="are alike"):
        check_unlike([checked, replace(checked, id="another")])
    with pytest.raises(PuzzleError, match=message):
        check(replace(right, **changes), Prover())


def test_the_commands_show_and_check(tmp_path: Path) -> None:
    """A file of puzzles is counted, a puzzle shown with its solution, and all are proved again."""
    path = tmp_path / "some.jsonl.xz"
    few = bank()[::900]
    path.write_bytes(write(few))
    given = ["--bank", str(path)]
    counted = RUN.invoke(app, ["puzzles", "show", *given])
    assert counted.exit_code == 0, counted.output
    assert "3 moves" in counted.output
    shown = RUN.invoke(app, ["puzzles", "show", few[0].id, "--solution", *given])
    assert shown.exit_code == 0, shown.output
    assert f"White to move wins in {few[0].moves}." in shown.output
    assert few[0].key in shown.output
    hidden = RUN.invoke(app, ["puzzles", "show", few[-1].id, *given]).output
    assert few[-1].key not in hidden
    missing = RUN.invoke(app, ["puzzles", "show", "nosuch", *given])
    assert isinstance(missing.exception, DamahaneError)
    assert "no puzzle has the name 'nosuch'" in str(missing.exception)
    checked = RUN.invoke(app, ["puzzles", "check", "--jobs", "1", *given])
    assert checked.exit_code == 0, checked.output
    assert f"{len(few)} puzzles proved" in checked.output


@pytest.mark.usefixtures("short_rounds")
def test_the_command_mines(tmp_path: Path) -> None:
    """Rounds that are there already are taken; the file can be read."""
    folder, out = tmp_path / "rounds", tmp_path / "dama.jsonl.xz"
    with ThreadPoolExecutor(1) as executor:
        expected = mine(folder, executor, rounds=1, target=5, seed=7)
    result = RUN.invoke(
        app,
        ["puzzles", "mine", "--rounds", "1", "--target", "5", "--seed", "7", "--jobs", "1",
         "--folder", str(folder), "--out", str(out)],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "puzzles," in result.output
    assert list(read(out.read_bytes())) == expected


def test_a_bank_that_is_not_there_is_said(tmp_path: Path) -> None:
    """The error names the file."""
    result = RUN.invoke(app, ["puzzles", "check", "--bank", str(tmp_path / "none.xz")])
    assert isinstance(result.exception, BankError)
    assert "none.xz" in str(result.exception)
