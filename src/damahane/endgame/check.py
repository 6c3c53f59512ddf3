"""Checking tables: every position against its successors, and some by a search of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

from damahane.board import Board
from damahane.errors import DamahaneError
from damahane.movegen import generator
from damahane.rules import OneEach, RuleSet
from damahane.squares import Color, Piece

from .index import layout_of
from .parts import Parts
from .signature import Signature
from .tables import Ending, Tables, listed
from .verify import first_wrong, longest_stretch

_CHUNK = 500_000


class TableError(DamahaneError):
    """A table says what cannot be."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """How long wins go without progress.

    Attributes:
        signature: in whose positions, or those with the other side to move.
        plies: the most plies to progress or the end.
    """

    signature: Signature
    plies: int


def check_successors(
    tables: Tables, executor: Executor, progress: Callable[[int, int, str], object] | None = None
) -> int:
    """Compare the result of every position with those of all its successors.

    Args:
        tables: the tables.
        executor: what runs the comparisons; of threads, since the tables are not copied.
        progress: called with the positions done, their number and the signature.

    Returns:
        How many positions there were.

    Raises:
        TableError: a result is wrong.
    """
    terms, total, done = tables.terms, tables.values.size, 0

    def compare(task: tuple[Signature, int, int]) -> tuple[Signature, int, int]:
        signature, begin, end = task
        part = Parts.of([signature])
        wrong = first_wrong(
            part.parts[0], part.leads, begin, end, terms.half_turn, terms.one_each,
            tables.values, tables.places, tables.lookup,
        )  # fmt: skip
        return signature, (end - begin) * layout_of(signature).columns, wrong

    for signature, count, wrong in executor.map(compare, _stretches_of_rows(tables)):
        if wrong >= 0:
            board = tables.board(signature, wrong)
            raise TableError(
                f"table of {signature}, place {wrong}: {board.fen()} is not what follows from its "
                "moves"
            )
        done += count
        if progress is not None:
            progress(done, total, str(signature))
    return done


def _stretches_of_rows(tables: Tables) -> Iterator[tuple[Signature, int, int]]:
    for signature in listed(tables.pieces):
        layout = layout_of(signature)
        step = max(1, _CHUNK // layout.columns)
        for begin in range(0, layout.rows, step):
            yield signature, begin, min(begin + step, layout.rows)


def measure_stretches(tables: Tables, executor: Executor) -> list[Stretch]:
    """How long the wins of each signature go without progress, if they are the shortest wins.

    Progress is what starts the rule set's count anew, or a man's advance where it has none.
    """
    terms = tables.terms

    def measure(signature: Signature) -> Stretch:
        import numpy as np

        both = tuple(dict.fromkeys((signature, signature.exchanged)))
        parts = Parts.of(both, places=tables.places)
        plies = longest_stretch(
            parts.parts, parts.leads, terms.half_turn, terms.sideways_resets,
            tables.values, tables.places, tables.lookup,
            parts.local, np.zeros(parts.size, dtype=np.uint8),
        )  # fmt: skip
        return Stretch(signature, plies)

    leaders = [s for s in listed(tables.pieces) if s == s.leader]
    return list(executor.map(measure, leaders))


def sample(
    tables: Tables, count: int, seed: int, most_plies: int
) -> Iterator[tuple[Board, Ending]]:
    """Positions with what they are worth, drawn by lot from all signatures alike.

    They are drawn games or end within so many plies.
    """
    chance = random.Random(seed)
    chosen = listed(tables.pieces)
    found = 0
    while found < count:
        signature = chance.choice(chosen)
        place = chance.randrange(layout_of(signature).size)
        result = int(tables.table(signature)[place])
        if result <= most_plies + 1:
            found += 1
            board = tables.board(signature, place, chance.choice(list(Color)))
            yield board, Ending.of(result)


def check_by_search(board: Board, said: Ending, plies: int) -> None:
    """Check a result by a search of the reference generator, which knows no tables.

    A win or loss that takes at most `plies` has to be found in exactly that number; of anything
    else, that nothing is decided within `plies`.

    Raises:
        TableError: the search finds otherwise.
    """
    found = Forward(board.rules).within(board, plies)
    expected = said if said.value and said.plies <= plies else Ending(0, 0)
    if found != expected:
        raise TableError(f"{board.fen()}: the tables say {said}, a search of {plies} plies {found}")


class Forward:
    """Wins and losses within so many plies, found from the rules alone."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._generator = generator(rules)
        self._known: dict[tuple[bytes, Color, int], int] = {}

    def within(self, board: Board, plies: int) -> Ending:
        """What is decided within so many plies; a draw where nothing is."""
        for limit in range(plies + 1):
            value = self._value(bytes(board.cells), board.turn, limit)
            if value:
                return Ending(value, limit)
        return Ending(0, 0)

    def _value(self, cells: bytes, turn: Color, plies: int) -> int:
        """1, -1 or 0 by what is decided within so many plies."""
        key = (cells, turn, plies)
        if key not in self._known:
            self._known[key] = self._searched(cells, turn, plies)
        return self._known[key]

    def _searched(self, cells: bytes, turn: Color, plies: int) -> int:
        moves = {route.move for route in self._generator.routes(cells, turn)}
        if not moves:
            return -1
        if self._is_drawn(cells) or plies == 0:
            return 0
        best = -1
        for move in moves:
            after = bytes(self._generator.apply(cells, move, turn))
            best = max(best, -self._value(after, turn.other, plies - 1))
            if best == 1:
                break
        return best

    def _is_drawn(self, cells: bytes) -> bool:
        pieces = [Piece(code) for code in cells if code]
        if len(pieces) != 2 or self._rules.one_each is OneEach.PLAYED_ON:
            return False
        return self._rules.one_each is OneEach.ANY or all(piece.is_king for piece in pieces)
