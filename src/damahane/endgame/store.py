"""Slices on disk.

A folder holds a file for each finished slice: the results of its positions as bytes. Nothing else
is shared between the tasks that solve them, so they may run in any process that sees the folder.
A file is written under another name first and then renamed: what has its name is whole.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from damahane.errors import DamahaneError

from .index import layout_of
from .signature import Signature, Slice, signatures, slices

_PART: Final = ".part"
_BROKEN_FOR: Final = 3600.0


def folder_of(rules: str, root: Path | None = None) -> Path:
    """The folder of a rule set's slices: of one's own choice, or in the user's data directory."""
    if root is None:
        import platformdirs

        root = platformdirs.user_data_path("damahane", appauthor=False) / "endgame"
    return root / rules


def size_of(part: Slice) -> int:
    """How many positions a slice has."""
    spans = (layout_of(signature).span(part.layer) for signature in part.signatures)
    return sum(end - start for start, end in spans)


@dataclass(frozen=True, slots=True)
class Store:
    """The slices of a rule set in a folder.

    Attributes:
        folder: where; made when the first one is written.
    """

    folder: Path

    def path(self, part: Slice) -> Path:
        """The file of a slice."""
        return self.folder / f"{part}.slice"

    def has(self, part: Slice) -> bool:
        """Whether a slice has been solved."""
        return self.path(part).exists()

    def write(self, part: Slice, results: npt.NDArray[np.uint8]) -> None:
        """Keep a slice.

        Raises:
            DamahaneError: the folder cannot be written to.
        """
        write_whole(self.path(part), [results.data])

    def read(self, part: Slice) -> npt.NDArray[np.uint8]:
        """The results of a slice: the leader's positions, then its exchange's.

        Raises:
            DamahaneError: there is no such file, or it is not of the slice's size.
        """
        path = self.path(part)
        try:
            results = np.fromfile(path, dtype=np.uint8)
        except OSError as error:
            raise DamahaneError(f"cannot read {path}: {error.strerror or error}") from None
        if results.size != size_of(part):
            raise DamahaneError(
                f"{path} has {results.size} bytes; expected {size_of(part)}. Remove it and build "
                "again"
            )
        return results

    def complete(self, pieces: int) -> bool:
        """Whether all slices of so many pieces are there."""
        return all(self.has(part) for part in slices(pieces))

    def tables(self, pieces: int) -> dict[Signature, npt.NDArray[np.uint8]]:
        """The whole tables of so many pieces.

        Raises:
            DamahaneError: a slice is missing or damaged.
        """
        found = {s: np.empty(layout_of(s).size, dtype=np.uint8) for s in signatures(pieces)}
        for part in slices(pieces):
            results, at = self.read(part), 0
            for signature in part.signatures:
                start, end = layout_of(signature).span(part.layer)
                found[signature][start:end] = results[at : at + end - start]
                at += end - start
        return found


def write_whole(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Write a file that appears only once it is whole.

    Raises:
        DamahaneError: it cannot be written.
    """
    part = path.with_name(f".{path.name}.{uuid4().hex}{_PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as file:
                for chunk in chunks:
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DamahaneError(f"cannot write {path}: {error.strerror or error}") from None


def forget_broken(folder: Path) -> None:
    """Remove what writers that were killed have left, unless it is so new that one may be at it."""
    oldest = time.time() - _BROKEN_FOR
    for part in folder.glob(f".*{_PART}"):
        with suppress(OSError):
            if part.stat().st_mtime < oldest:
                part.unlink()


@lru_cache(maxsize=1)
def tables_below(folder: Path, pieces: int) -> dict[Signature, npt.NDArray[np.uint8]]:
    """The whole tables of fewer than so many pieces; the last ones asked for are kept."""
    store, found = Store(folder), {}
    for count in range(2, pieces):
        found.update(store.tables(count))
    return found
