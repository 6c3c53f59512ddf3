"""Puzzles at the terminal."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from damahane.endgame.store import write_whole
from damahane.errors import DamahaneError
from damahane.progress import progress_bar
from damahane.rules import rule_set
from damahane.squares import Color
from damahane.terminal import diagram

from .bank import GRADES, BankError, Puzzle, Solution, bank, read, write
from .calendar import Calendar, extended, last_day
from .check import Checked, check, check_unlike
from .find import PLAY, SPARSE, prover_of
from .grade import QUIET, SACRIFICE, TURN
from .mine import SIZES, folder_of, mine

CHUNK = 20
"""Puzzles that a process checks at a time."""
PIECES = (
    f"up to {SIZES[0]} pieces",
    *(f"{one + 1} to {other} pieces" for one, other in pairwise(SIZES)),
    f"more than {SIZES[-1]} pieces",
)
KINDS = ("all", "2 moves", "3 moves", SACRIFICE, QUIET, TURN, PLAY, SPARSE, *PIECES)
"""The rows of a table of puzzles."""


def _processes(jobs: int) -> Executor:
    """Processes that begin anew: one that is forked would share the threads of this one."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=end_with_parent)


def end_with_parent() -> None:
    """Have this process end when the one that started it does, even by ``kill -9``."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    threading.Thread(target=wait, daemon=True).start()


def run_mine(
    console: Console, out: Path, rules: str, target: int, rounds: int, jobs: int, seed: int,
    folder: Path | None,
) -> None:  # fmt: skip
    """Look for puzzles, write the best of them, and say what they are.

    Raises:
        DamahaneError: they cannot be looked for, or not be written.
    """
    where = folder_of(rule_set(rules).id, seed, folder)
    with _processes(jobs) as executor, progress_bar(console, "Mining") as show:
        puzzles = mine(
            where, executor, rules=rules, seed=seed, rounds=rounds, target=target, progress=show
        )
    data = write(puzzles)
    write_whole(out, [data])
    console.print(f"{len(puzzles):,} puzzles, {len(data):,} bytes, in {escape(str(out))}")
    if len(puzzles) < target:
        console.print(f"Fewer than {target:,}; more rounds find more.")
    _print_counts(console, puzzles)


def _puzzles(path: Path | None) -> tuple[Puzzle, ...]:
    """The puzzles of a file, or of the package.

    Raises:
        BankError: there is no such file, or it is damaged.
    """
    if path is None:
        return bank()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BankError(f"cannot read {path}: {error.strerror or error}") from None
    return read(data, str(path))


def check_some(puzzles: Sequence[Puzzle]) -> list[Checked]:
    """Check puzzles.

    Raises:
        PuzzleError: something is not so.
    """
    return [check(puzzle, prover_of(puzzle.board().rules)) for puzzle in puzzles]


def run_check(console: Console, path: Path | None, jobs: int) -> None:
    """Prove every puzzle again.

    Raises:
        PuzzleError: what is said of a puzzle is not so, or two are alike.
        BankError: there are no puzzles.
    """
    puzzles = _puzzles(path)
    chunks = [puzzles[place : place + CHUNK] for place in range(0, len(puzzles), CHUNK)]
    done: list[Checked] = []
    with _processes(jobs) as executor, progress_bar(console, "Proving") as show:
        for found in executor.map(check_some, chunks):
            done += found
            show(len(done), len(puzzles), "")
    check_unlike(done)
    lines = sum(one.lines for one in done)
    console.print(
        f"{len(puzzles):,} puzzles proved, {lines:,} lines played out: each is won in as many "
        "moves as it says, by its key only; no two are alike"
    )


def show_bank(console: Console, path: Path | None) -> None:
    """Print how many puzzles there are of which kind.

    Raises:
        BankError: there are none.
    """
    _print_counts(console, _puzzles(path))


def _print_counts(console: Console, puzzles: Iterable[Puzzle]) -> None:
    puzzles = list(puzzles)
    table = Table("", *(f"grade {grade}" for grade in GRADES), "all", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    counts = Counter((kind, puzzle.grade) for puzzle in puzzles for kind in _kinds(puzzle))
    for kind in dict.fromkeys(sorted((kind for kind, _ in counts), key=KINDS.index)):
        numbers = [counts[kind, grade] for grade in GRADES]
        table.add_row(kind, *(f"{number:,}" for number in (*numbers, sum(numbers))))
    console.print(table)


def _kinds(puzzle: Puzzle) -> Iterator[str]:
    """The rows of the table that count a puzzle."""
    pieces = len(puzzle.board().pieces())
    yield from ("all", f"{puzzle.moves} moves", *puzzle.themes, puzzle.source)
    yield PIECES[sum(pieces > most for most in SIZES)]


def show_puzzle(console: Console, name: str, path: Path | None, whole: bool) -> None:
    """Print a puzzle.

    Raises:
        DamahaneError: there is none of that name.
    """
    found = next((puzzle for puzzle in _puzzles(path) if puzzle.id == name), None)
    if found is None:
        raise DamahaneError(f"no puzzle has the name {name!r}")
    console.print(diagram(found.board(), Color.WHITE))
    console.print(f"White to move wins in {found.moves}.")
    console.print(
        f"{found.id}: grade {found.grade} ({found.difficulty}), {', '.join(found.themes)}, "
        f"{found.source}"
    )
    console.print(found.fen)
    if whole:
        for text in _lines(found.solution):
            console.print(text)


def _lines(solution: Solution, indent: str = "") -> Iterator[str]:
    """A solution, a line for each of the winner's moves."""
    yield f"{indent}{solution.move}"
    for reply, after in solution.replies.items():
        first, *rest = _lines(after, indent + "    ")
        yield f"{indent}  {reply}  {first.strip()}"
        yield from rest


def run_calendar(console: Console, out: Path, path: Path | None) -> None:
    """Write a calendar, or the days that can be added to one.

    Raises:
        DamahaneError: what is there is no calendar, or there are no puzzles for more days.
    """
    known = None
    if out.exists():
        known = Calendar.read(out.read_text(encoding="utf-8"), str(out))
    found = extended(known, _puzzles(path), datetime.now(UTC).date())
    write_whole(out, [found.write().encode()])
    more = len(found.ids) - (len(known.ids) if known else 0)
    console.print(
        f"{more:,} more days, {len(found.ids):,} in all, from {found.first} to {last_day(found)}, "
        f"in {escape(str(out))}"
    )
