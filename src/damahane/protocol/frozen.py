"""An engine from before the command `hub`, as a Hub program (``-m damahane.protocol.frozen``).

Matches run it in a copy of an earlier revision, of which it needs nothing but the first form of
`think`, which could be neither watched nor stopped.
"""

from __future__ import annotations

from damahane.engine import Request, Thought, think

from .stdio import serve
from .thinking import OnInfo


class FrozenThinking:
    """A thought that ends when it likes."""

    def run(self, request: Request, on_info: OnInfo | None = None) -> Thought:  # noqa: ARG002
        """Think, without saying how far it is."""
        return think(request)

    def stop(self) -> None:
        """Wait for it, as there is nothing else to do."""


if __name__ == "__main__":
    serve(thinking=FrozenThinking)
