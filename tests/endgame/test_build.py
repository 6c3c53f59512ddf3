"""Building tables: their results, what is kept on disk, and what is noticed."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from damahane import RULE_SETS, Board, RulesError
from damahane.endgame.build import build
from damahane.endgame.check import TableError, check_by_search, check_successors, measure_stretches
from damahane.endgame.index import layout_of
from damahane.endgame.report import lines
from damahane.endgame.shipped import shipped
from damahane.endgame.signature import Signature, Slice, signatures, slices
from damahane.endgame.store import Store
from damahane.endgame.tables import Ending, Tables
from damahane.errors import DamahaneError

PILOT = {
    "KKvK": (30.6, 0.0, 5),
    "KKvM": (97.6, 0.0, 7),
    "KMvK": (19.1, 0.0, 5),
    "KMvM": (96.0, 0.0, 19),
    "MMvK": (7.1, 0.0, 1),
    "MMvM": (64.6, 0.0, 31),
}
"""Won and lost positions in per cent and the longest win in plies, by a solver of another code
base, where one piece each is drawn."""


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def federation(
    threads: ThreadPoolExecutor, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Tables, Path]:
    """Tables of three pieces, and the folder they were built in."""
    folder = tmp_path_factory.mktemp("federation")
    build("federation", 3, folder, threads)
    return Tables.built(RULE_SETS["federation"], 3, Store(folder)), folder


def test_built_tables_have_the_results_known_from_another_solver(
    federation: tuple[Tables, Path],
) -> None:
    """Shares of won and lost positions and the longest wins are those of the pilot."""
    found = {str(line.signature): line for line in lines(federation[0])}
    for name, (won, lost, longest) in PILOT.items():
        line = found[name]
        assert line.share(line.won) == pytest.approx(won, abs=0.06), name
        assert line.share(line.lost) == pytest.approx(lost, abs=0.05), name
        assert line.longest_win == longest, name


def test_built_tables_are_those_of_the_package(federation: tuple[Tables, Path]) -> None:
    """What is built from nothing is byte for byte what is shipped."""
    tables = shipped("federation")
    assert tables is not None
    for count in (2, 3):
        for signature in signatures(count):
            assert (federation[0].table(signature) == tables.table(signature)).all(), signature


def test_every_result_follows_from_those_of_its_moves(
    federation: tuple[Tables, Path], threads: ThreadPoolExecutor
) -> None:
    """The check goes through all positions of the tables and finds nothing."""
    tables = federation[0]
    seen: list[int] = []
    checked = check_successors(tables, threads, lambda done, _total, _label: seen.append(done))
    assert checked == tables.values.size == seen[-1]


@pytest.mark.parametrize("change", [1, 2])
def test_a_changed_result_is_found(
    federation: tuple[Tables, Path], threads: ThreadPoolExecutor, change: int
) -> None:
    """One result that is a ply or two longer is enough for the check to fail, and it says where."""
    tables = federation[0]
    wrong = Tables.joined(tables.rules, 3, tables.values.copy())
    signature = Signature.of("KMvM")
    place = int((wrong.table(signature) == 8).argmax())
    wrong.table(signature)[place] += change
    with pytest.raises(TableError, match=r"KMvM.*is not what follows from its moves"):
        check_successors(wrong, threads)


def test_a_search_without_tables_finds_a_wrong_result() -> None:
    """A win that is not there, one that is missed and one that takes longer are all noticed."""
    taken = Board.from_fen("W:WKa1,b2:BKa5")
    check_by_search(taken, Ending(1, 1), 3)
    for wrong in (Ending(0, 0), Ending(1, 3), Ending(-1, 2)):
        with pytest.raises(TableError, match="the tables say"):
            check_by_search(taken, wrong, 3)


def test_positions_in_layers_are_complete() -> None:
    """Each signature's layers together have as many places as there are positions, once each."""
    for count in (2, 3):
        for signature in signatures(count):
            layout = layout_of(signature)
            assert (
                sum(end - begin for begin, end in map(layout.span, range(signature.layers)))
                == layout.size
            )
    # Kings anywhere, mirror images once: 64 * 63 / 2.
    assert layout_of(Signature.of("KvK")).size == 2016
    # Men on 48 squares.
    assert layout_of(Signature.of("MvM")).size == 48 * 47 // 2


def test_men_are_not_in_the_tables_where_they_cannot_be(federation: tuple[Tables, Path]) -> None:
    """A man on its own first rank, which a FEN may have, is not found; nor are more pieces."""
    tables = federation[0]
    for fen in ("W:Wa1,Kd4:BKh8", "B:WKa1:Bc8,Kd5", "W:WKa1,Kb1:BKh8,Kg8", "W:WKa1:B"):
        assert tables.probe(Board.from_fen(fen, "federation")) is None, fen
    assert tables.probe(Board.from_fen("W:Wa2,Kd4:BKh8", "federation")) is not None
    with pytest.raises(DamahaneError, match="'federation' asked about 'dama'"):
        tables.probe(Board.from_fen("W:WKa1,Kb1:BKh8"))


def test_a_build_goes_on_with_what_is_missing(
    tmp_path: Path, threads: ThreadPoolExecutor, federation: tuple[Tables, Path]
) -> None:
    """After a slice was lost and another was being written, only these are solved again."""
    source = federation[1]
    for file in source.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    store = Store(tmp_path)
    lost = [Slice(Signature.of("MMvM"), layer) for layer in (3, 7)]
    for part in lost:
        store.path(part).unlink()
    (tmp_path / f".{lost[0]}.slice.0123.part").write_bytes(b"half")
    solved = build("federation", 3, tmp_path, threads)
    assert sorted(done.part for done in solved) == lost
    for part in lost:
        assert (store.read(part) == Store(source).read(part)).all()
    assert build("federation", 3, tmp_path, threads) == []


class Killed(ThreadPoolExecutor):
    """Runs so many tasks, then fails as one whose worker has gone."""

    left = 20

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task, unless there have been enough."""
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("worker gone")
        return super().submit(fn, *args, **kwargs)


def test_a_build_that_was_broken_off_can_be_finished(
    tmp_path: Path, threads: ThreadPoolExecutor
) -> None:
    """What was solved before the end is kept; the rest is solved by the next build."""
    with pytest.raises(RuntimeError, match="worker gone"), Killed(1) as pool:
        build("dama", 3, tmp_path, pool)
    store = Store(tmp_path)
    wanted = slices(2) + slices(3)
    before = {part for part in wanted if store.has(part)}
    assert 0 < len(before) < len(wanted)
    done: list[tuple[int, int]] = []
    solved = build("dama", 3, tmp_path, threads, lambda n, total, _label: done.append((n, total)))
    assert {result.part for result in solved} == set(wanted) - before
    assert done[-1][0] == done[-1][1]
    assert store.complete(3)


def test_a_process_of_its_own_builds_the_same(tmp_path: Path) -> None:
    """A task is told nothing but a folder, a rule set and a slice, so any worker can do it."""
    context = multiprocessing.get_context("spawn")
    pool: Executor
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        build("dama", 2, tmp_path, pool)
    tables = Tables.built(RULE_SETS["dama"], 2, Store(tmp_path))
    whole = shipped("dama")
    assert whole is not None
    assert all((tables.table(s) == whole.table(s)).all() for s in signatures(2))


def test_a_damaged_slice_is_refused(tmp_path: Path, threads: ThreadPoolExecutor) -> None:
    """A file of the wrong size is named, with what to do about it."""
    build("dama", 2, tmp_path, threads)
    part = slices(2)[0]
    Store(tmp_path).path(part).write_bytes(b"\0" * 10)
    with pytest.raises(DamahaneError, match=rf"{part}\.slice has 10 bytes; expected \d+"):
        Tables.built(RULE_SETS["dama"], 2, Store(tmp_path))


def test_what_cannot_be_built_is_refused(tmp_path: Path, threads: ThreadPoolExecutor) -> None:
    """Another board, and numbers of pieces out of range, are refused at once."""
    with pytest.raises(RulesError, match="brazilian"):
        build("brazilian", 3, tmp_path, threads)
    with pytest.raises(DamahaneError, match="6 pieces; expected 2 to 5"):
        build("dama", 6, tmp_path, threads)
    with pytest.raises(DamahaneError, match="expected something like KKMvK"):
        Signature.of("KvMMK")


def test_the_way_to_progress_is_measured(
    federation: tuple[Tables, Path], threads: ThreadPoolExecutor
) -> None:
    """Two kings that beat one need five plies, six with the loser's move before."""
    found = {str(s.signature): s.plies for s in measure_stretches(federation[0], threads)}
    assert found["KvK"] == 0
    assert found["KKvK"] == 6
