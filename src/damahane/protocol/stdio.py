"""The Hub server on the standard input and output of this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from damahane.rules import RuleSet, rule_set

from .errors import ProtocolError
from .server import HubServer
from .thinking import EngineThinking, Thinking

#: Bytes of a line; no position with all the moves of a game is that long.
LONGEST: Final = 1 << 20


def serve(
    rules: RuleSet | str = "dama",
    thinking: Callable[[], Thinking] = EngineThinking,
    *,
    source: BinaryIO | None = None,
    sink: BinaryIO | None = None,
) -> None:
    """Answer lines until ``quit``, the end of the input, or a closed output.

    Args:
        rules: the rule set to begin with.
        thinking: makes a thought that has yet to be had.
        source: where lines come from, by default the standard input.
        sink: where answers go, by default the standard output.

    Raises:
        RulesError: there is no such rule set.
    """
    rules = rule_set(rules)
    lines = sys.stdin.buffer if source is None else source
    writer = _Writer(sys.stdout.buffer if sink is None else sink)
    server = HubServer(writer.write, rules, thinking)
    try:
        for line in _lines(lines):
            if writer.is_closed:
                return
            if line is None:
                server.complain(ProtocolError(f"a line of more than {LONGEST} bytes"))
            elif not server.handle(line.decode(errors="replace")):
                return
    except KeyboardInterrupt:
        return
    finally:
        server.close()
        writer.finish()


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := source.readline(LONGEST):
        if len(line) < LONGEST or line.endswith(b"\n"):
            yield line
            continue
        while (rest := source.readline(LONGEST)) and not rest.endswith(b"\n"):
            pass
        yield None


class _Writer:
    """Writes lines until the reader has gone away."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self.is_closed = False

    def write(self, line: str) -> None:
        """Write a line at once; to a closed pipe, nothing."""
        if self.is_closed:
            return
        try:
            self._sink.write(line.encode() + b"\n")
            self._sink.flush()
        except (OSError, ValueError):  # ValueError: the file object itself is closed
            self.is_closed = True

    def finish(self) -> None:
        """See to it that nothing is written to a closed pipe when the process ends."""
        if self.is_closed and self._sink is sys.stdout.buffer:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._sink.fileno())
