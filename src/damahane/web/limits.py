"""How much one visitor may ask for, so that something is left for the others."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from fastapi import Depends
from fastapi.requests import HTTPConnection

from . import words
from .settings import Settings
from .visitors import Visitor

MOST_KNOWN: Final = 20_000  # visitors and addresses remembered for each kind of request
MINUTE: Final = 60.0


class TooMany(Exception):  # noqa: N818 - an answer, not a fault
    """A visitor asks for more than their share.

    Attributes:
        code: of what, for programs.
        text: of what, in words.
        seconds: after how long it can be asked for again.
    """

    def __init__(self, code: str, text: str, seconds: float) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.seconds = max(1, math.ceil(seconds))


class Allowance:
    """So much in a minute for each of many, and as much at once after a quiet minute.

    Args:
        most: how much in a minute.
        clock: tells the time in seconds.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(most)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str) -> float:
        """After how many seconds there is something left; 0 if there is now."""
        missing = 1.0 - self._now(name)[0]
        return max(0.0, missing * MINUTE / self._most)

    def take(self, name: str) -> None:
        """Use some."""
        left, now = self._now(name)
        self._left[name] = left - 1.0, now
        self._left.move_to_end(name)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)

    def _now(self, name: str) -> tuple[float, float]:
        now = self._clock()
        left, since = self._left.get(name, (self._most, now))
        return min(self._most, left + (now - since) * self._most / MINUTE), now


class Share:
    """What of one kind is left to a visitor, and to all that share their address."""

    def __init__(self, most: int, crowd: int, code: str, text: Callable[[], str]) -> None:
        self._visitor = Allowance(most)
        self._address = Allowance(most * crowd)
        self._code = code
        self._text = text

    def take(self, visitor: Visitor) -> None:
        """Use some of a visitor's.

        Raises:
            TooMany: nothing is left of it at the moment.
        """
        # Those who bring no cookie seem to be somebody else each time: together they are one.
        name = visitor.id if visitor.known else f"at {visitor.address}"
        wait = max(self._visitor.wait(name), self._address.wait(visitor.address))
        if wait > 0.0:
            raise TooMany(self._code, self._text(), wait)
        self._visitor.take(name)
        self._address.take(visitor.address)


class Lines:
    """How many live lines each visitor holds."""

    def __init__(self, most: int, crowd: int) -> None:
        self._most = most
        self._crowd = crowd
        self._held: Counter[str] = Counter()

    @contextmanager
    def one_more(self, visitor: Visitor) -> Iterator[bool]:
        """Hold a line; whether there may be one more."""
        names = (f"{visitor.id} is here", f"at {visitor.address}")
        most = (self._most, self._most * self._crowd)
        self._held.update(names)
        try:
            yield all(
                self._held[name] <= allowed for name, allowed in zip(names, most, strict=True)
            )
        finally:
            for name in names:
                self._held[name] -= 1
                if not self._held[name]:
                    del self._held[name]


class Limits:
    """What each visitor may ask for.

    Attributes:
        games: new games.
        thoughts: moves of the computer and other things that it has to think about.
        questions: requests of any kind.
        at_once: in how many games of a visitor the computer thinks at the same time.
        lines: live lines.
    """

    def __init__(self, settings: Settings) -> None:
        crowd = settings.crowd
        self.games = Share(settings.games, crowd, "too_many_games", words.too_many_games)
        self.thoughts = Share(
            settings.thoughts, crowd, "too_many_thoughts", words.too_many_thoughts
        )
        self.questions = Share(
            settings.questions, crowd, "too_many_questions", words.too_many_questions
        )
        self.at_once = settings.thoughts_at_once
        self.lines = Lines(settings.sockets, crowd)


async def limits_of(connection: HTTPConnection) -> Limits:
    """The limits of the app that serves a request."""
    limits: Limits = connection.app.state.limits
    return limits


LimitsOf = Annotated[Limits, Depends(limits_of)]
