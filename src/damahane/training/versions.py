"""Earlier versions of the engine, to play against: a git revision, run as a Hub program."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from damahane.errors import DamahaneError, quoted

PACKAGE: Final = Path(__file__).resolve().parents[1]
#: What a revision has in which the command `hub` is there; and one in which there is an engine.
_SPEAKS: Final = Path("src/damahane/protocol/stdio.py")
_THINKS: Final = Path("src/damahane/engine/think.py")


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
    """Revisions, each unpacked once into a temporary folder that is removed in the end.

    Args:
        repository: where git finds them; by default the one that this file is in.
    """

    def __init__(self, repository: Path | None = None) -> None:
        self._repository = repository or PACKAGE
        self._folder: Path | None = None
        self._unpacked: dict[str, Program] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder, self._unpacked = None, {}

    def program(self, revision: str) -> Program:
        """How to run a revision.

        One from before the command `hub` is run by this version's protocol.

        Raises:
            VersionError: git does not know it, or it has no engine.
        """
        commit = self._commit(revision)
        if commit not in self._unpacked:
            self._unpacked[commit] = self._unpack(commit, revision)
        return self._unpacked[commit]

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

    def _unpack(self, commit: str, revision: str) -> Program:
        top = Path(self._git("rev-parse", "--show-toplevel").stdout.decode().strip())
        packed = self._git("-C", str(top), "archive", commit, "src")
        if packed.returncode:
            raise VersionError(f"revision {quoted(revision)} has no folder src")
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="damahane-versions-"))
        root = self._folder / commit[:12]
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(root, filter="data")
        if (root / _SPEAKS).exists():
            return _program(root / "src", "damahane", "hub")
        if not (root / _THINKS).exists():
            raise VersionError(f"revision {quoted(revision)} has no engine ({_THINKS})")
        package = root / "src" / "damahane"
        shutil.copytree(
            PACKAGE / "protocol", package / "protocol", ignore=shutil.ignore_patterns("__pycache__")
        )
        shutil.copy(PACKAGE / "errors.py", package)  # what the protocol asks of it came later
        return _program(root / "src", "damahane.protocol.frozen")
