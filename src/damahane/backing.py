"""Which generator lists the moves of a `Board`: the compiled kernel, or the reference.

Both give the same moves in the same order, so the choice shows in nothing but speed. Importing
the kernel takes half a second, which a program that looks at a few positions must not pay, so:

- every program starts with the reference generator;
- one that has listed the moves of `SWITCH_AFTER` positions is changed over by itself, if the kernel
  can be imported and has been compiled before (`damahane warm` compiles it);
- `use_kernel` decides at once, for all boards of the process, and is never overruled.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from .errors import RulesError
from .movegen import Move, Route
from .rules import RuleSet
from .squares import Color

if TYPE_CHECKING:
    from .board import Board

SWITCH_AFTER: Final = 2_000
"""So many positions take the reference generator about as long as importing the kernel does."""

MoveLister = Callable[[bytearray, Color], list[Move]]
RouteLister = Callable[[bytearray, Color], list[Route]]


class Backing:
    """What lists the moves of one rule set; take it from `backing`.

    Attributes:
        moves: lists the legal moves of cells for a side, in the reference's order; None while the
            reference generator is in use.
        routes: lists the legal routes, likewise.
    """

    __slots__ = ("_rules", "moves", "routes")

    moves: MoveLister | None
    routes: RouteLister | None

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self.use_reference()
        if _choice.kernel:
            self.change_over()

    def change_over(self) -> None:
        """Use the kernel from now on, if it plays these rules."""
        from .kernel.listing import Lister

        try:
            lister = Lister(self._rules)
        except RulesError:
            return
        self.moves, self.routes = lister.moves, lister.routes

    def use_reference(self) -> None:
        """Use the reference generator from now on."""
        self.moves = self.routes = None

    def perft(self, board: Board, depth: int, distinct: bool) -> int:
        """The kernel's count of leaves below a board (see `Board.perft`)."""
        from .kernel.perft import perft
        from .kernel.position import words

        return perft(self._rules, words(board), depth, distinct)

    def __reduce__(self) -> tuple[Callable[[RuleSet], Backing], tuple[RuleSet]]:
        return backing, (self._rules,)


class _Choice:
    """The state of the process: what has been decided, and what has been counted."""

    __slots__ = ("decided", "kernel", "listed")

    def __init__(self) -> None:
        self.decided = False
        self.kernel = False
        self.listed = 0


_choice: Final = _Choice()
_backings: Final[list[Backing]] = []


@cache
def backing(rules: RuleSet) -> Backing:
    """The backing of a rule set; made once and shared."""
    made = Backing(rules)
    _backings.append(made)
    return made


def kernel_is_ready() -> bool:
    """Whether the kernel can be imported and has been compiled before."""
    if any(importlib.util.find_spec(name) is None for name in ("numba", "platformdirs")):
        return False
    from .kernel.cache import is_warm

    return is_warm()


def use_kernel(use: bool = True) -> bool:
    """Decide whether boards are backed by the compiled kernel or by the reference generator.

    Boards that are there already change over as well. The first time, a kernel that has not been
    compiled yet is compiled, which can take half a minute.

    >>> use_kernel(False)
    False

    Args:
        use: False for the reference generator.

    Returns:
        Whether the kernel is used.

    Raises:
        ImportError: the kernel is asked for and Numba is not installed.
    """
    if use:
        importlib.import_module("damahane.kernel.listing")  # raises before anything has changed
    _choice.decided = True
    _choice.kernel = use
    for made in _backings:
        if use:
            made.change_over()
        else:
            made.use_reference()
    return use


def uses_kernel() -> bool:
    """Whether boards are backed by the compiled kernel now."""
    return _choice.kernel


def settle() -> bool:
    """Change over now, if that would be done later: for what must not pause in between.

    Returns:
        Whether the kernel is used.
    """
    if not _choice.decided:
        _choice.decided = True
        if kernel_is_ready():
            with contextlib.suppress(ImportError):  # such as a Numba that wants another numpy
                use_kernel()
    return _choice.kernel


def note_listing() -> None:
    """Count a position listed by the reference generator, and change over when it is time."""
    _choice.listed += 1
    if _choice.listed >= SWITCH_AFTER:
        settle()
