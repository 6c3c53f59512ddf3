"""Endgame tables at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.progress import progress_bar
from damahane.rules import RuleSet, rule_set

from .build import build
from .check import check_by_search, check_successors, measure_stretches, sample
from .pack import SUFFIX, pack
from .report import lines, markdown, material
from .shipped import shipped
from .store import Store, folder_of
from .tables import Ending, Tables

SEARCHED_PLIES = 3


@contextmanager
def _executor(jobs: int, cluster: str | None) -> Iterator[Executor]:
    """What runs the tasks: threads, or a Dask cluster.

    Raises:
        DamahaneError: the cluster cannot be used.
    """
    if cluster is None:
        with ThreadPoolExecutor(jobs) as pool:
            yield pool
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise DamahaneError("a cluster needs the package 'distributed'; install it") from None
    try:
        client = distributed.Client(cluster)
    except (OSError, ValueError) as error:
        raise DamahaneError(f"no cluster at {cluster}: {error}") from None
    with client, client.get_executor() as executor:
        yield executor


def run_build(
    console: Console, rules: str, pieces: int, jobs: int, folder: Path | None, cluster: str | None
) -> None:
    """Build what is missing in a folder, and say what it came to.

    Raises:
        DamahaneError: it cannot be built.
    """
    where = folder_of(rule_set(rules).id, folder)
    with _executor(jobs, cluster) as executor, progress_bar(console, "Solving") as show:
        solved = build(rules, pieces, where, executor, show)
    positions = sum(done.positions for done in solved)
    console.print(
        f"{positions:,} positions in {len(solved)} slices solved; tables of {rules} up to "
        f"{pieces} pieces are in {escape(str(where))}"
    )


def _tables(rules: str, pieces: int | None, folder: Path | None) -> Tables:
    """Tables from a folder where one or a number of pieces is given, else those of the package.

    Raises:
        DamahaneError: there are none.
    """
    chosen = rule_set(rules)
    if folder is not None or pieces is not None:
        return Tables.built(chosen, pieces or 4, Store(folder_of(chosen.id, folder)))
    tables = shipped(chosen)
    if tables is None:
        raise DamahaneError(
            f"no endgame tables of {chosen.id!r} come with the package; build them with "
            f"damahane endgame build --rules {chosen.id}"
        )
    return tables


def run_check(
    console: Console, rules: str, pieces: int | None, jobs: int, folder: Path | None,
    searched: int, seed: int,
) -> None:  # fmt: skip
    """Check tables: against their successors, by search, and for the draws by count.

    Raises:
        TableError: a result is wrong.
        DamahaneError: there are no tables.
    """
    tables = _tables(rules, pieces, folder)
    with ThreadPoolExecutor(jobs) as executor:
        with progress_bar(console, "Comparing") as show:
            count = check_successors(tables, executor, show)
        console.print(f"{count:,} positions: each result follows from those of its moves")
        with progress_bar(console, "Searching") as show:
            drawn = sample(tables, searched, seed, SEARCHED_PLIES)
            for done, (board, said) in enumerate(drawn, 1):
                check_by_search(board, said, SEARCHED_PLIES)
                show(done, searched, "")
        console.print(f"{searched:,} positions: a search of {SEARCHED_PLIES} plies agrees")
        found = measure_stretches(tables, executor)
    longest = max(found, key=lambda stretch: stretch.plies)
    console.print(
        f"longest way to progress on a shortest win: {longest.plies} plies ({longest.signature})"
    )
    console.print(_count_sentence(tables.rules, longest.plies))


def _count_sentence(rules: RuleSet, plies: int) -> str:
    """Whether a draw by count can cut a win."""
    count = rules.no_progress
    if count is None:
        return f"{rules.id} has no draw by count"
    if plies <= count.plies:
        return f"the draw after {count.plies} plies without progress cuts no win short"
    return (
        f"the draw after {count.plies} plies without progress may cut wins short: their distances "
        "hold where it is not counted"
    )


def run_pack(
    console: Console, rules: str, pieces: int, jobs: int, folder: Path | None, output: Path,
    base: str | None,
) -> None:  # fmt: skip
    """Write built tables into one file.

    Raises:
        DamahaneError: there are no tables, or the file cannot be written.
    """
    tables = _tables(rules, pieces, folder)
    with ThreadPoolExecutor(jobs) as executor:
        stretch = max(found.plies for found in measure_stretches(tables, executor))
        tables = replace(tables, stretch=stretch)
        others = None if base is None else _tables(base, pieces, folder)
        path = output / f"{tables.rules.id}{SUFFIX}"
        size = pack(path, tables, others, executor.map)
    console.print(f"{size:,} bytes in {escape(str(path))}, {8 * size / tables.values.size:.3f} "
                  "bits a position")  # fmt: skip


def show_results(
    console: Console, rules: str, pieces: int | None, folder: Path | None, as_markdown: bool
) -> None:
    """Print who wins with what against what.

    Raises:
        DamahaneError: there are no tables.
    """
    found = list(lines(_tables(rules, pieces, folder)))
    if as_markdown:
        for text in markdown(found):
            console.print(text, markup=False)
        return
    table = Table("to move", "against", box=None, pad_edge=False)
    for name in ("positions", "wins %", "loses %", "draws %", "longest win", "longest loss"):
        table.add_column(name, justify="right")
    for line in found:
        a, b, c, d = line.signature
        shares = [f"{line.share(number):.1f}" for number in (line.won, line.lost, line.drawn)]
        table.add_row(
            material(b, a), material(d, c), f"{line.positions:,}", *shares,
            str(line.longest_win or "–"), str(line.longest_loss if line.lost else "–"),
        )  # fmt: skip
    console.print(table)
    console.print("Per cent of all positions with the first side to move; longest in plies.")


def show_position(
    console: Console, fen: str, rules: str, pieces: int | None, folder: Path | None
) -> None:
    """Print what a position is worth, and each of its moves.

    Raises:
        FenError: the text is no position.
        DamahaneError: there are no tables, or the position is not in them.
    """
    board = Board.from_fen(fen, rules)
    tables = _tables(rules, pieces, folder)
    outcome = board.outcome()
    if outcome is not None:
        console.print(f"The game is over: {outcome.result} ({outcome.termination.value}).")
        return
    ending, moves = tables.probe(board), tables.moves(board)
    if ending is None or moves is None:
        raise DamahaneError(
            f"{board.fen()} is not in the tables; expected up to {tables.pieces} pieces, both "
            "sides together, and no man on its own first rank"
        )
    console.print(f"{str(board.turn).capitalize()} to move: {sentence(ending)}.")
    table = Table("move", "result", "plies", box=None, pad_edge=False)
    for move, worth in moves:
        plies = str(worth.plies) if worth.value else ""
        table.add_row(escape(board.text(move)), str(worth), plies)
    console.print(table)


def sentence(ending: Ending) -> str:
    """What a position is worth, in words."""
    if ending.value == 0:
        return "a draw"
    plies = f"{ending.plies} {'ply' if ending.plies == 1 else 'plies'}"
    return f"{ending} ({plies})" if ending.plies else "lost"
