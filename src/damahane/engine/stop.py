"""Ending a thought from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """Ends a thought at once: give it to `think`, and `set` it from another thread.

    Set before the thought begins, it leaves it time for the first move it finds. It serves one
    thought.
    """

    __slots__ = ("_end", "_is_set", "_lock")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._end: Callable[[], object] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the end has been asked for."""
        return self._is_set

    def set(self) -> None:
        """End the thought; once more has no effect."""
        with self._lock:
            self._is_set = True
            if self._end is not None:
                self._end()

    @contextmanager
    def calls(self, end: Callable[[], object]) -> Iterator[None]:
        """Have `end` called when this is set, at once if it is already, until the block is left.

        The block is not left while `end` runs, so that it never reaches a later thought.
        """
        with self._lock:
            self._end = end
            if self._is_set:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = None
