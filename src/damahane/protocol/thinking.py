"""One thought of the engine, as a protocol needs it: started, watched and stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from damahane.engine import Request, Thought

OnInfo = Callable[[Thought], object]


class Thinking(Protocol):
    """A thought that has yet to be had."""

    def run(self, request: Request, on_info: OnInfo | None = None) -> Thought:
        """Think, and say now and then how far it is."""
        ...

    def stop(self) -> None:
        """End it at once, from another thread."""
        ...


class EngineThinking:
    """A thought of this version's engine."""

    def __init__(self) -> None:
        from damahane.engine import Stop

        self._stop = Stop()

    def run(self, request: Request, on_info: OnInfo | None = None) -> Thought:
        """Think; see `damahane.engine.think`."""
        from damahane.engine import think

        return think(request, on_info=on_info, stop=self._stop)

    def stop(self) -> None:
        """End it at once."""
        self._stop.set()
