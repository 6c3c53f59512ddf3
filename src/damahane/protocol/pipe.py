"""A program that is spoken to in lines, with deadlines."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Final

from .errors import EngineError

_LONGEST: Final = 1 << 20
_SHOWN: Final = 6
_FAREWELL: Final = 2.0


class LinePipe:
    """A process, its lines read by a thread so that none is waited for longer than allowed.

    Args:
        command: program and arguments.
        cwd: the folder to run it in.
        env: its whole environment; by default that of this process.

    Raises:
        EngineError: it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.command = tuple(command)
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._last: deque[str] = deque(maxlen=_SHOWN)
        self._complaints: deque[str] = deque(maxlen=_SHOWN)
        try:
            self._process = subprocess.Popen(  # noqa: S603  the user names the program
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=None if env is None else dict(env),
                encoding="utf-8",
                errors="replace",
                # An interrupt at the terminal is for us; the program is told by us, or by the end
                # of its input.
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot start {self}: {error}") from None
        self._readers = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_rest, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def __str__(self) -> str:
        return f"`{shlex.join(self.command)}`"

    def _read_lines(self, stream: IO[str]) -> None:
        with contextlib.suppress(ValueError):  # closed while we read
            while line := stream.readline(_LONGEST):
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _read_rest(self, stream: IO[str]) -> None:
        with contextlib.suppress(ValueError):
            while line := stream.readline(_LONGEST):
                self._complaints.append(line.rstrip())

    def send(self, line: str) -> None:
        """Write a line.

        Raises:
            EngineError: the program is gone.
        """
        stream = self._process.stdin
        assert stream is not None  # noqa: S101  it was asked for
        try:
            stream.write(line + "\n")
            stream.flush()
        except (OSError, ValueError):
            raise self.failure("has gone away") from None

    def receive(self, deadline: float) -> str:
        """The next line.

        Args:
            deadline: until when to wait, by `time.monotonic`.

        Raises:
            EngineError: the program is gone, or the time is over.
        """
        try:
            line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.001))
        except queue.Empty:
            raise self.failure("did not answer in time") from None
        if line is None:
            self._lines.put(None)  # so that whoever asks again is told again
            raise self.failure("has ended")
        self._last.append(line)
        return line

    def failure(self, what: str) -> EngineError:
        """What went wrong with the program, with the last that it said."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._readers[1].join(0.2)
        status = self._process.returncode
        parts = [f"{self} {what}" + ("" if status is None else f" (status {status})")]
        if self._last:
            parts.append("its last lines: " + " | ".join(self._last))
        if self._complaints:
            parts.append("its last complaints: " + " | ".join(self._complaints))
        return EngineError("; ".join(parts))

    def close(self, farewell: str) -> None:
        """Say goodbye, and end the program if it stays."""
        with contextlib.suppress(EngineError):
            self.send(farewell)
        with contextlib.suppress(OSError):  # what was not yet written has nowhere to go
            self._stdin_close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self.kill()

    def _stdin_close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """End the program now, and let go of its pipes."""
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._stdin_close()
        for reader, stream in zip(
            self._readers, (self._process.stdout, self._process.stderr), strict=True
        ):
            # A child of the program may hold the pipe open; its reader then ends with us.
            reader.join(0.5)
            if stream is not None and not reader.is_alive():
                stream.close()
