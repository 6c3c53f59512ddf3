"""Earlier versions of the engine, to play against: a git revision, run as a Hub program."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from damahane.errors import DamahaneError, quoted

PACKAGE: Final = Path(__file__).resolve().parents[1]
#: What a revision has in which the command `hub` is there; and one in which there is an engine.
_SPEAKS: Final = Path("src/damahane/protocol/stdio.py")
_THINKS: Final = Path("src/damahane/engine/think.py")
#: Marks a revision to which our protocol is lent.
_LENT: Final = "lent"
#: Seconds after which a version is thrown away that nobody plays against.
UNUSED_FOR: Final = 7 * 24 * 3600.0


class VersionError(DamahaneError):
    """A revision that there is not, or that cannot play."""


class Program(NamedTuple):
    """How to run a Hub program.

    Attributes:
        command: program and arguments.
        env: its environment; None for that of this process.
    """

    command: tuple[str, ...]
    env: Mapping[str, str] | None = None


def this_version() -> Program:
    """The engine as it is here."""
    return _program(PACKAGE.parent, "damahane", "hub")


def _program(source: Path, *module: str) -> Program:
    env = dict(os.environ) | {"PYTHONPATH": str(source)}
    return Program((sys.executable, "-P", "-m", *module), env)


class Versions:
    """Revisions, each unpacked once into a folder of its own.

    The folder stays, so that what a revision compiles is found again; one that has not been used
    for a week is removed.

    Args:
        repository: where git finds them; by default the one that this file is in.
        folder: where they are unpacked; by default in the user's cache directory.
    """

    def __init__(self, repository: Path | None = None, folder: Path | None = None) -> None:
        self._repository = repository or PACKAGE
        self._folder = folder

    def program(self, revision: str) -> Program:
        """How to run a revision.

        One from before the command `hub` is run by this version's protocol.

        Raises:
            VersionError: git does not know it, it has no engine, or it cannot be unpacked.
        """
        commit = self._commit(revision)
        try:
            root = self._unpacked(commit, revision)
            lent = (root / _LENT).exists()
            if lent:
                _lend(root / "src" / "damahane")
        except OSError as error:
            raise VersionError(f"cannot unpack revision {quoted(revision)}: {error}") from None
        if lent:
            return _program(root / "src", "damahane.protocol.frozen")
        return _program(root / "src", "damahane", "hub")

    def _git(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        git = shutil.which("git")
        if git is None:
            raise VersionError("git is needed to play against a revision")
        return subprocess.run(  # noqa: S603  the arguments are ours
            [git, "-C", str(self._repository), *arguments], capture_output=True, check=False
        )

    def _commit(self, revision: str) -> str:
        found = self._git("rev-parse", "--verify", "--quiet", "--end-of-options",
                          f"{revision}^{{commit}}")  # fmt: skip
        if found.returncode:
            why = found.stderr.decode(errors="replace").strip() or "no such revision"
            raise VersionError(f"revision {quoted(revision)}: {why}")
        return found.stdout.decode().strip()

    def _unpacked(self, commit: str, revision: str) -> Path:
        """The folder of a commit, in which it has been unpacked."""
        folder = self._folder or _cache()
        root = folder / commit[:16]
        if not root.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder, prefix="new-") as unfinished:
                fresh = Path(unfinished) / "version"
                self._unpack(commit, revision, fresh)
                with contextlib.suppress(OSError):  # another process was faster
                    fresh.rename(root)
        os.utime(root)
        _forget_old(folder)
        return root

    def _unpack(self, commit: str, revision: str, root: Path) -> None:
        top = self._git("rev-parse", "--show-toplevel").stdout.decode().strip()
        packed = self._git("-C", top, "archive", commit, "src")
        if packed.returncode:
            raise VersionError(f"revision {quoted(revision)} has no folder src")
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            # Before Python 3.11.4 there are no filters; it is the archive of one's own repository.
            archive.extraction_filter = getattr(
                tarfile, "data_filter", lambda member, _path: member
            )
            archive.extractall(root)  # noqa: S202
        if (root / _SPEAKS).exists():
            return
        if not (root / _THINKS).exists():
            raise VersionError(f"revision {quoted(revision)} has no engine ({_THINKS})")
        (root / _LENT).touch()


def _lend(package: Path) -> None:
    """Give a revision our protocol, as it is now."""
    ours = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE / "protocol", package / "protocol", ignore=ours, dirs_exist_ok=True)
    shutil.copy(PACKAGE / "errors.py", package)  # what the protocol asks of it came later


def _cache() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("damahane", appauthor=False)) / "versions"


def _forget_old(folder: Path) -> None:
    oldest = time.time() - UNUSED_FOR
    for version in folder.iterdir():
        with contextlib.suppress(OSError):
            if version.stat().st_mtime < oldest:
                shutil.rmtree(version, ignore_errors=True)
