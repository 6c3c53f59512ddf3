"""Where compiled code is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damahane.kernel import cache

USE_IT_ALL = """
import damahane.engine as engine
from damahane import Board, use_kernel
from damahane.batch import playouts
from damahane.kernel.listing import move_counts
from damahane.kernel.perft import Table, divide, perft
from damahane.kernel.position import words
assert perft("dama", words(Board()), 5) == 85090
assert len(move_counts(Board.from_fen("W:WKd4,a2:Bd5,e6,f5,e4"))) == 7
assert perft("international", words(Board("international")), 5, table=Table(1)) == 27117
assert sum(divide(Board("brazilian"), 5, threads=2).values()) == 7473
assert len(playouts("damas100", 10)) == 10
assert use_kernel() and len(Board("damas64").legal_moves) == 7
assert engine.think(engine.Request(level=engine.Level.MEDIUM)).move
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def test_importing_the_library_does_not_import_numba() -> None:
    """Neither the library nor the engine's front imports Numba or numpy."""
    result = run(
        "import sys, damahane, damahane.engine, damahane.kernel.position\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'imported'"
    )
    assert result.returncode == 0, result.stderr


def test_a_second_process_starts_from_the_first_ones_cache(tmp_path: Path) -> None:
    """What one process compiled, recursive functions included, the next one loads and runs."""
    folder = str(tmp_path)
    first = run(USE_IT_ALL, NUMBA_CACHE_DIR=folder)
    assert first.returncode == 0, first.stderr
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert written
    second = run(USE_IT_ALL, NUMBA_CACHE_DIR=folder)
    assert second.returncode == 0, second.stderr
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == written


def test_the_folder_is_named_after_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies in the user's cache directory and is told to Numba through the environment."""
    for variable in (cache.VARIABLE, cache.OWN):
        monkeypatch.setenv(variable, "")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "damahane"))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    folder = cache.prepare()
    assert folder == tmp_path / "damahane" / f"kernel-{cache.source_hash()}"
    assert folder.is_dir()
    assert os.environ[cache.VARIABLE] == str(folder)


def test_an_edit_of_what_is_compiled_gives_another_folder(tmp_path: Path) -> None:
    """The kernel's sources count, and the rules and squares whose tables it compiles in."""
    package = Path(cache.__file__).parents[1]
    shutil.copytree(package, tmp_path / "damahane", ignore=shutil.ignore_patterns("web"))
    show = "from damahane.kernel import cache; print(cache.source_hash())"

    def source_hash() -> str:
        done = run(show, PYTHONPATH=str(tmp_path), NUMBA_CACHE_DIR=str(tmp_path))
        assert done.returncode == 0, done.stderr
        return done.stdout

    hashes = [source_hash()]
    for name in ("rules.py", "squares.py", "kernel/diagonal.py", "engine/search.py"):
        with (tmp_path / "damahane" / name).open("a") as source:
            source.write("# edited\n")
        hashes.append(source_hash())
    assert len(set(hashes)) == len(hashes)
    with (tmp_path / "damahane" / "pdn" / "writer.py").open("a") as source:
        source.write("# edited\n")
    assert source_hash() == hashes[-1]


def test_a_folder_chosen_by_the_user_is_respected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NUMBA_CACHE_DIR is left as it is."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    assert cache.prepare() == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_process_started_from_another_chooses_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the parent chose for its own sources is not taken for the user's wish."""
    for variable in (cache.VARIABLE, cache.OWN):
        monkeypatch.setenv(variable, str(tmp_path / "of the parent"))
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert cache.prepare() == tmp_path / f"kernel-{cache.source_hash()}"


def test_where_nothing_can_be_written_a_private_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache directory that cannot be made is replaced by a temporary one."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    for variable in (cache.VARIABLE, cache.OWN):
        monkeypatch.setenv(variable, "")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    folder = cache.prepare()
    assert folder.is_dir()
    assert folder.parent == tmp_path


def test_folders_long_unused_are_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version's folder goes after a week without use; others' files stay."""
    for variable in (cache.VARIABLE, cache.OWN):
        monkeypatch.setenv(variable, "")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    names = ("kernel-old", "kernel-recent", "games")
    for name in names:
        (tmp_path / name).mkdir()
    for name in ("kernel-old", "games"):
        long_ago = time.time() - 8 * 24 * 3600
        os.utime(tmp_path / name, (long_ago, long_ago))
    cache.prepare()
    assert {path.name for path in tmp_path.iterdir()} == {
        "kernel-recent",
        "games",
        f"kernel-{cache.source_hash()}",
    }
