"""The puzzles that come with the package, proved again, and the form in which they are kept."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator

import pytest

from damahane import RULE_SETS, Board
from damahane.movegen import Move, Route, generator
from damahane.puzzles.alike import core_name, motif
from damahane.puzzles.bank import GRADES, BankError, Puzzle, Solution, bank, read, write
from damahane.puzzles.grade import grade_of, main_line, sight_of
from damahane.puzzles.prover import Prover
from damahane.squares import Color, Piece

DAMA = RULE_SETS["dama"]
SAMPLE = 50


class Reference:
    """A search of every move and reply by the reference generator, without tables or kernel."""

    def __init__(self) -> None:
        self.generator = generator(DAMA)
        self.known: dict[tuple[bytes, int], bool] = {}

    def moves(self, cells: bytes, turn: Color) -> list[Move]:
        """Every distinct move."""
        return list(dict.fromkeys(r.move for r in self.generator.routes(cells, turn)))

    def decided(self, cells: bytes, turn: Color) -> Color | str | None:
        """The winner or "draw" of a position in which `turn` is to move, by rules.md."""
        pieces = {color: [] for color in Color}  # type: dict[Color, list[Piece]]
        for code in cells:
            if code:
                pieces[Piece(code).color].append(Piece(code))
        if not pieces[turn]:
            return turn.other
        if not pieces[turn.other]:
            return turn
        if all(len(of) == 1 and of[0].is_king for of in pieces.values()):
            return "draw"
        return None if self.generator.routes(cells, turn) else turn.other

    def wins(self, cells: bytes, moves: int) -> bool:
        """Whether White, to move, wins within so many own moves."""
        found = self.known.get((cells, moves))
        if found is None:
            listed = self.moves(cells, Color.WHITE)
            found = any(self.keeps(cells, move, moves) for move in listed)
            self.known[cells, moves] = found
        return found

    def keeps(self, cells: bytes, move: Move, moves: int) -> bool:
        """Whether a move of White's wins within so many own moves, itself included."""
        after = bytes(self.generator.apply(cells, move, Color.WHITE))
        ended = self.decided(after, Color.BLACK)
        if ended is not None or moves == 1:
            return ended is Color.WHITE
        for reply in self.moves(after, Color.BLACK):
            left = bytes(self.generator.apply(after, reply, Color.BLACK))
            if self.decided(left, Color.WHITE) is not None or not self.wins(left, moves - 1):
                return False
        return True

    def route(self, cells: bytes, turn: Color, text: str) -> Route:
        """The legal route that a text gives in full."""
        (found,) = (
            route
            for route in self.generator.routes(cells, turn)
            if ("x" if route.captured else "-").join(
                DAMA.shape.usual(stop) for stop in route.stops
            ) == text
        )  # fmt: skip
        return found

    def walk(self, cells: bytes, solution: Solution) -> Iterator[int]:
        """Play every line of a solution out; the own moves of each. All replies are in it."""
        move = self.route(cells, Color.WHITE, solution.move).move
        after = bytes(self.generator.apply(cells, move, Color.WHITE))
        ended = self.decided(after, Color.BLACK)
        if ended is not None:
            assert ended is Color.WHITE
            assert not solution.replies
            yield 1
            return
        replies = {
            self.route(after, Color.BLACK, text).move: below
            for text, below in solution.replies.items()
        }
        assert len(replies) == len(solution.replies)
        assert set(replies) == set(self.moves(after, Color.BLACK))
        for reply, below in replies.items():
            left = bytes(self.generator.apply(after, reply, Color.BLACK))
            assert self.decided(left, Color.WHITE) is None
            for moves in self.walk(left, below):
                yield moves + 1


def spread(count: int) -> list[Puzzle]:
    """Puzzles from all over the bank, the easiest and the hardest among them."""
    puzzles = bank()
    return [puzzles[place * (len(puzzles) - 1) // (count - 1)] for place in range(count)]


def test_the_reference_generator_proves_a_sample() -> None:
    """Won in exactly so many moves, by one key, with every reply answered: without the kernel."""
    for puzzle in spread(SAMPLE):
        search, cells = Reference(), puzzle.board().cells
        assert not search.wins(cells, puzzle.moves - 1), puzzle
        keys = [
            move
            for move in search.moves(cells, Color.WHITE)
            if search.keeps(cells, move, puzzle.moves)
        ]
        assert keys == [search.route(cells, Color.WHITE, puzzle.key).move], puzzle
        assert max(search.walk(cells, puzzle.solution)) == puzzle.moves, puzzle


def longest_line(board: Board, solution: Solution) -> int:
    """Play a solution out by the rules; all replies are in it and each line ends with a win."""
    board.push(solution.move)
    outcome = board.outcome()
    longest = 0
    if outcome is None:
        replies = {board.text(move, full=True) for move in board.legal_moves}
        assert set(solution.replies) == replies
    else:
        assert outcome.winner is Color.WHITE
        assert not solution.replies
    for reply, after in solution.replies.items():
        board.push(reply)
        longest = max(longest, longest_line(board, after))
        board.pop()
    board.pop()
    return longest + 1


def test_every_puzzle_is_proved_again() -> None:
    """Not won faster, won by the key alone, and by the stored solution against every defence."""
    prover = Prover(positions=1 << 18)
    for puzzle in bank():
        board = puzzle.board()
        assert board.turn is Color.WHITE, puzzle
        assert prover.distance(board, 3) == puzzle.moves, puzzle
        keys = [board.text(move, full=True) for move in prover.keys(board, puzzle.moves)]
        assert keys == [puzzle.key], puzzle
        assert longest_line(board, puzzle.solution) == puzzle.moves, puzzle


def test_every_position_is_possible() -> None:
    """At most 16 pieces a side, four at least, men only where men can be, and a choice of moves."""
    for puzzle in bank():
        board = puzzle.board()
        for color in Color:
            assert sum(board.material(color)) <= 16
        assert len(board.pieces()) >= 4
        ranks = [s // 8 for s, piece in board.pieces().items() if not piece.is_king]
        assert all(1 <= rank <= 6 for rank in ranks), puzzle
        assert len(board.legal_moves) >= 3
        assert board.outcome() is None
        assert Board.from_fen(puzzle.fen).fen() == puzzle.fen


def test_there_are_enough_of_each_kind() -> None:
    """At least 1,500, at least 200 of a grade; both numbers of moves, sources, every theme."""
    puzzles = bank()
    assert len(puzzles) >= 1500
    grades = Counter(puzzle.grade for puzzle in puzzles)
    assert set(grades) == set(GRADES)
    assert min(grades.values()) >= 200
    for kinds in (
        Counter(puzzle.moves for puzzle in puzzles), Counter(puzzle.source for puzzle in puzzles)
    ):  # fmt: skip
        assert min(kinds.values()) >= len(puzzles) // 4, kinds
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert set(themes) == {"sacrifice", "quiet", "turn"}
    assert all(puzzle.themes for puzzle in puzzles)


def test_what_is_said_of_a_puzzle_follows_from_it() -> None:
    """Difficulty, grade and themes are those that the position and the solution have."""
    for puzzle in spread(200):
        sight = sight_of(puzzle.board(), puzzle.solution)
        assert puzzle.difficulty == sight.difficulty
        assert puzzle.grade == grade_of(sight.difficulty)
        assert puzzle.themes == sight.themes


def test_the_bank_is_in_order() -> None:
    """Easiest first, each name once."""
    puzzles = bank()
    assert [p.difficulty for p in puzzles] == sorted(p.difficulty for p in puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


def test_no_two_puzzles_are_alike() -> None:
    """No main line comes twice, mirrored or moved; of a part of them, no core."""
    puzzles, prover = bank(), Prover()
    motifs = Counter(motif(p.board(), main_line(p.solution)) for p in puzzles)
    assert max(motifs.values()) == 1
    cores = Counter(core_name(p.board(), main_line(p.solution), prover) for p in spread(SAMPLE))
    assert max(cores.values()) == 1


# How they are kept

PUZZLE = Puzzle(
    id="abcdefgh", fen="W:WKa1,c2:Bd3,g4", moves=2, grade=1, difficulty=3.1,
    themes=("sacrifice",), source="sparse",
    solution=Solution("c2-d2", {"d3xd1": Solution("a1xg1xg5")}),
)  # fmt: skip


def test_what_is_written_is_read_again() -> None:
    """A file gives back the puzzles it was made of."""
    assert read(write([PUZZLE, PUZZLE])) == (PUZZLE, PUZZLE)
    assert read(write([])) == ()


def changed(**changes: object) -> bytes:
    """A file of one puzzle in which values are others; None for none."""
    kept = PUZZLE.pack() | changes
    line = json.dumps({name: value for name, value in kept.items() if value is not None})
    return lzma.compress(line.encode())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"nothing of the kind", "some.xz is not a file of puzzles"),
        (write([PUZZLE])[:-20], "some.xz is not a file of puzzles"),
        (lzma.compress(b"\xff\xfe"), "some.xz is not a file of puzzles"),
        (lzma.compress(b"{}\n"), "line 1 of some.xz is not a puzzle"),
        (lzma.compress(b"[1, 2]\n"), "line 1 of some.xz is not a puzzle"),
        (lzma.compress(write([PUZZLE])), "some.xz is not a file of puzzles"),
        (changed(fen=None), "line 1 of some.xz is not a puzzle"),
        (changed(fen=7), "expected two texts"),
        (changed(solution=None), "line 1 of some.xz is not a puzzle"),
        (changed(solution=[1]), "expected a move and its replies"),
        (changed(solution=["a1-a2", {"b2-b3": []}]), "line 1 of some.xz is not a puzzle"),
        (changed(grade=6), "grade 6 and 2 moves; expected a grade from 1 to 5"),
        (changed(moves="two"), "expected a grade from 1 to 5, and 2 or 3 moves"),
        (changed(more=1), "line 1 of some.xz is not a puzzle"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, message: str) -> None:
    """The error names the file and, where a line is wrong, the line."""
    with pytest.raises(BankError, match=message):
        read(data, "some.xz")
