"""Where the compiled kernel is kept.

Numba notices a change of a compiled function's own file only, so the folder is named after a hash
of every source that is compiled: any edit starts a new folder. It lives in the user's cache
directory, so a read-only installation works, and it is never shipped, since machine code depends
on the CPU.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
OWN = "DAMAHANE_KERNEL_CACHE"
"""Repeats `VARIABLE` where it is our own choice, so that a process started from here can tell."""
PREFIX = "kernel-"
READY = "ready"
"""A file that marks a folder in which everything has been compiled."""
UNUSED_FOR = 7 * 24 * 3600.0
"""Seconds after which the folder of another version is thrown away; two checkouts may be in use."""

COMPILED = (
    "rules.py", "squares.py", "kernel/*.py", "endgame/*.py", "engine/*.py", "puzzles/*.py",
)  # fmt: skip
"""What is compiled, and the modules whose tables are constants of compiled code."""


def source_hash() -> str:
    """Hash the sources of all that is compiled, in a fixed order."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for pattern in COMPILED:
        for path in sorted(package.glob(pattern)):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prepare() -> Path:
    """Choose the cache folder and tell Numba, before it is imported where that is possible.

    Returns:
        The folder in use: `NUMBA_CACHE_DIR` where the user has set it, else one of our own.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen and chosen != os.environ.get(OWN):
        return Path(chosen)
    folder = _own_folder()
    os.environ[VARIABLE] = os.environ[OWN] = str(folder)
    numba = sys.modules.get("numba")
    if numba is not None:
        numba.config.CACHE_DIR = str(folder)
    return folder


def is_warm() -> bool:
    """Whether all that the engine needs has been compiled into the folder in use."""
    return (prepare() / READY).exists()


def mark_warm() -> None:
    """Note that all has been compiled."""
    with contextlib.suppress(OSError):  # without the note it is only looked through once more
        (prepare() / READY).touch()


def _own_folder() -> Path:
    import platformdirs

    root = Path(platformdirs.user_cache_dir("damahane", appauthor=False))
    folder = root / f"{PREFIX}{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="damahane-"))
    if not os.access(folder, os.W_OK):
        return Path(tempfile.mkdtemp(prefix="damahane-"))
    _forget_old(root, folder)
    return folder


def _forget_old(root: Path, current: Path) -> None:
    oldest = time.time() - UNUSED_FOR
    for sibling in root.glob(f"{PREFIX}*"):
        try:
            if sibling != current and sibling.stat().st_mtime < oldest:
                shutil.rmtree(sibling, ignore_errors=True)
        except OSError:
            continue
